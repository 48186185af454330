import json
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import azure.durable_functions as df
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import ValidationError

from devhost.engine.turn import History, beginning, create, take_turn
from devhost.functions import ActivityFunction, Functions
from devhost.history import EventType, event
from shared.durable import (
    HISTORY_LIMIT,
    Activity,
    Context,
    SubOrchestration,
    call,
    call_both,
    continue_as_new,
    event_before,
    fan_out,
    until,
)
from shared.models.base import Payload
from shared.models.steps import Parked, ParkRequest, Progress, TurnRef
from tests.support.drive import RecordingContext, arrives, drive, runs_out

REF = TurnRef(thread="k", turn=1)
REF_JSON = REF.model_dump(mode="json")
DEADLINE = datetime(2026, 3, 2, tzinfo=UTC)
STEP = Activity("step", takes=TurnRef, gives=Progress, attempts=3, retry_ms=250)
PARK = Activity("park", takes=ParkRequest, gives=Parked)


class Errand(Payload):
    number: int


CHILD = SubOrchestration("child", takes=Errand, gives=Errand)


@pytest.fixture
def sdk():
    return RecordingContext()


@pytest.fixture
def context(sdk):
    return Context(sdk)


def test_a_call_names_the_activity_and_carries_json(context, sdk):
    result = drive(call(context, STEP, REF), [{"move": "plan", "stop": None}])

    assert result == Progress(move="plan")
    assert sdk.scheduled == [("step", REF_JSON)]


def test_a_call_carries_its_retry_budget(context, sdk):
    drive(call(context, STEP, REF), [{"move": "plan"}])

    (retry,) = sdk.retries
    assert (retry.max_number_of_attempts, retry.first_retry_interval_in_milliseconds) == (3, 250)
    assert retry.to_json() == {
        "firstRetryIntervalInMilliseconds": 250,
        "maxNumberOfAttempts": 3,
        "backoffCoefficient": 2,
        "maxRetryIntervalInMilliseconds": 60_000,
    }


@pytest.mark.parametrize("raw", [None, {"move": "fly"}, {"stop": "cancel"}])
def test_a_result_that_is_not_the_agreed_one_is_refused(context, raw):
    with pytest.raises(ValidationError):
        drive(call(context, STEP, REF), [raw])


def test_a_failed_call_raises(context):
    with pytest.raises(RuntimeError, match="five times"):
        drive(call(context, STEP, REF), [RuntimeError("failed five times")])


def test_two_calls_run_side_by_side_and_come_back_in_order(context, sdk):
    wish = ParkRequest(thread="k", etag="e")

    both = drive(
        call_both(context, (STEP, REF), (PARK, wish)), [[{"move": "route"}, {"parked": True}]]
    )

    assert both == (Progress(move="route"), Parked(parked=True))
    assert sdk.yielded == [("all", [("step", REF_JSON), ("park", {"thread": "k", "etag": "e"})])]


def test_an_event_in_time_cancels_the_timer(context, sdk):
    assert drive(event_before(context, "reply-1", DEADLINE), [arrives]) is True

    assert sdk.scheduled == [("wait", "reply-1"), ("timer", DEADLINE)]
    assert [timer.cancelled for timer in sdk.timers] == [True]


def test_a_deadline_that_comes_first_leaves_the_fired_timer_alone(context, sdk):
    assert drive(event_before(context, "reply-1", DEADLINE), [runs_out]) is False

    assert [timer.cancelled for timer in sdk.timers] == [False]


def test_a_wait_for_a_time_is_one_timer_and_counts(context, sdk):
    before = context.spent
    drive(until(context, DEADLINE), [None])
    assert sdk.scheduled == [("timer", DEADLINE)]
    assert context.spent == before + 4


def test_a_second_wait_for_the_same_event_is_refused_before_anything_is_scheduled(context, sdk):
    drive(event_before(context, "reply-1", DEADLINE), [runs_out])
    spent, scheduled = context.spent, list(sdk.scheduled)

    with pytest.raises(ValueError, match="'reply-1' was already waited for"):
        drive(event_before(context, "reply-1", DEADLINE), [arrives])

    assert (context.spent, sdk.scheduled) == (spent, scheduled)
    assert drive(event_before(context, "reply-2", DEADLINE), [arrives]) is True


def test_what_is_scheduled_counts_towards_the_history(context):
    assert context.spent == 2
    drive(call(context, STEP, REF), [{"move": "plan"}])
    assert context.spent == 6
    drive(call_both(context, (STEP, REF), (STEP, REF)), [[{"move": "plan"}, {"move": "plan"}]])
    assert context.spent == 14
    drive(event_before(context, "reply-1", DEADLINE), [arrives])
    assert context.spent == 19


@pytest.mark.parametrize(
    ("spent", "near"), [(2, False), (HISTORY_LIMIT - 1, False), (HISTORY_LIMIT, True)]
)
def test_a_generation_ends_at_the_history_limit(sdk, spent, near):
    assert Context(sdk, spent=spent).near_limit is near


def test_the_next_generation_starts_with_json(context, sdk):
    continue_as_new(context, REF)

    assert sdk.continued == [REF_JSON]


def test_every_generation_waits_anew(sdk):
    for _ in range(2):
        assert drive(event_before(Context(sdk), "reply-1", DEADLINE), [arrives]) is True


def branches(context, count, **more):
    payloads = [Errand(number=number) for number in range(1, count + 1)]
    return fan_out(context, CHILD, payloads, "c-{}".format, DEADLINE, **more)


def said(number):
    return {"number": number}


def test_a_fan_out_starts_a_child_for_each_payload_and_one_timer(context, sdk):
    reports = [sdk.reports(1, said(8)), sdk.reports(0, said(7))]

    results = drive(branches(context, 2), reports)

    assert results == (Errand(number=7), Errand(number=8))
    assert sdk.scheduled == [
        ("child", ("c-0", said(1))),
        ("child", ("c-1", said(2))),
        ("timer", DEADLINE),
    ]
    assert [timer.cancelled for timer in sdk.timers] == [True]


def test_a_fan_out_over_nothing_schedules_nothing(context, sdk):
    assert drive(branches(context, 0), []) == ()
    assert (sdk.scheduled, context.spent) == ([], 2)


def test_a_failed_child_and_one_that_is_late_give_none(context, sdk):
    reports = [sdk.reports(0, RuntimeError("failed")), sdk.reports(2, said(9)), lambda t: t[-1]]

    assert drive(branches(context, 3), reports) == (None, None, Errand(number=9))
    assert [timer.cancelled for timer in sdk.timers] == [False]


def test_a_result_that_is_enough_ends_the_wait(context, sdk):
    reports = [sdk.reports(2, said(1)), sdk.reports(1, said(5))]

    results = drive(branches(context, 3, enough=lambda errand: errand.number == 5), reports)

    assert results == (None, Errand(number=5), Errand(number=1))
    assert [timer.cancelled for timer in sdk.timers] == [True]


def test_a_childs_result_that_is_not_the_agreed_one_is_refused(context, sdk):
    with pytest.raises(ValidationError):
        drive(branches(context, 2), [sdk.reports(0, {"number": "none"})])


def test_children_that_share_an_id_are_refused_before_anything_is_scheduled(context, sdk):
    with pytest.raises(ValueError, match="share an instance id: same, same"):
        drive(fan_out(context, CHILD, [Errand(number=1)] * 2, lambda _: "same", DEADLINE), [])
    assert (sdk.scheduled, context.spent) == ([], 2)


NOW = datetime(2026, 3, 1, tzinfo=UTC)
TIMER = "timer"


def parent_of(count, enough):
    """A parent that fans out, then calls an activity, bound as for the host."""
    app = df.DFApp()

    @app.orchestration_trigger(context_name="context")
    def parent(context):
        seam = Context(context)
        satisfied = None if enough is None else lambda done: done.number == enough + 1
        results = yield from branches(seam, count, enough=satisfied)
        yield from call(seam, STEP, REF)
        return [seam.spent, [done and done.number for done in results]]

    (function,) = app.get_functions()
    return Functions(
        orchestrators={"parent": function.get_user_function(), "child": lambda _: ""},
        activities={"step": ActivityFunction("step", lambda _: None, "payload")},
    )


def expected_of(count, order, failing, enough):
    """What the parent makes of what happens in this order."""
    results = [None] * count
    for index in order:
        if index == TIMER:
            break
        if index not in failing:
            results[index] = index + 1
            if index == enough:
                break
    return results


def happening(count, index, failing):
    if index == TIMER:
        return event(EventType.TIMER_FIRED, NOW, TimerId=count, FireAt=DEADLINE.isoformat())
    if index in failing:
        fields = {"TaskScheduledId": index, "Reason": "bad", "Details": ""}
        return event(EventType.SUB_ORCHESTRATION_INSTANCE_FAILED, NOW, **fields)
    fields = {"TaskScheduledId": index, "Result": json.dumps(said(index + 1))}
    return event(EventType.SUB_ORCHESTRATION_INSTANCE_COMPLETED, NOW, **fields)


def replayed(functions, batches):
    """Give the SDK's executor the batches turn by turn; the parent's end and its history."""
    instance, history, now = create("parent", "p", None, NOW), History(), NOW
    scheduled = []
    for batch in [[beginning(instance, NOW).event], *batches]:
        now += timedelta(seconds=1)
        turn = take_turn(instance, history, batch, functions, now)
        history.extend(turn.recorded, [json.dumps(each) for each in turn.recorded])
        scheduled += [call.name for call in (*turn.children, *turn.activities)]
        instance = turn.instance
    return instance, history.events, scheduled


@st.composite
def interleavings(draw):
    """Children, the order of their reports and the timer, failures, and where turns begin."""
    count = draw(st.integers(1, 5))
    order = draw(st.permutations([*range(count), TIMER]))
    failing = draw(st.sets(st.sampled_from(range(count))))
    enough = draw(st.none() | st.sampled_from(range(count)))
    cuts = draw(st.sets(st.sampled_from(range(1, count + 1))))
    return count, order, failing, enough, cuts


@given(interleavings())
@example((3, [0, 1, 2, TIMER], set(), None, {1, 2, 3}))
@example((3, [2, TIMER, 1, 0], {2}, None, {1}))
@example((3, [1, 0, TIMER, 2], {1}, 0, set()))
def test_every_interleaving_of_reports_and_deadline_replays_the_same(course):
    count, order, failing, enough, cuts = course
    events = [happening(count, index, failing) for index in order]
    ends = [0, *sorted(cuts), len(events)]
    batches = [events[start:end] for start, end in pairwise(ends)]
    done = event(
        EventType.TASK_COMPLETED, NOW, TaskScheduledId=count + 1, Result='{"move": "plan"}'
    )

    instance, history, scheduled = replayed(parent_of(count, enough), [*batches, [done]])

    assert instance.status == "Completed", instance.output
    spent, results = json.loads(instance.output)
    assert results == expected_of(count, order, failing, enough)
    assert scheduled == [*["child"] * count, "step"]
    counted = len(history) - 2  # the execution's own beginning and end
    assert counted == spent if len(cuts) == count else counted < spent
