from datetime import UTC, datetime

import pytest
from pydantic import ValidationError

from shared.durable import (
    HISTORY_LIMIT,
    Activity,
    Context,
    call,
    call_both,
    continue_as_new,
    event_before,
)
from shared.models.steps import Parked, ParkRequest, Progress, TurnRef
from tests.support.drive import RecordingContext, arrives, drive, runs_out

REF = TurnRef(thread="k", turn=1)
DEADLINE = datetime(2026, 3, 2, tzinfo=UTC)
STEP = Activity("step", takes=TurnRef, gives=Progress, attempts=3, retry_ms=250)
PARK = Activity("park", takes=ParkRequest, gives=Parked)


@pytest.fixture
def sdk():
    return RecordingContext()


@pytest.fixture
def context(sdk):
    return Context(sdk)


def test_a_call_names_the_activity_and_carries_json(context, sdk):
    result = drive(call(context, STEP, REF), [{"move": "plan", "stop": None}])

    assert result == Progress(move="plan")
    assert sdk.scheduled == [("step", {"thread": "k", "turn": 1})]


def test_a_call_carries_its_retry_budget(context, sdk):
    drive(call(context, STEP, REF), [{"move": "plan"}])

    (retry,) = sdk.retries
    assert (retry.max_number_of_attempts, retry.first_retry_interval_in_milliseconds) == (3, 250)


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
    assert sdk.yielded == [
        ("all", [("step", {"thread": "k", "turn": 1}), ("park", {"thread": "k", "etag": "e"})])
    ]


def test_an_event_in_time_cancels_the_timer(context, sdk):
    assert drive(event_before(context, "reply-1", DEADLINE), [arrives]) is True

    assert sdk.scheduled == [("wait", "reply-1"), ("timer", DEADLINE)]
    assert [timer.cancelled for timer in sdk.timers] == [True]


def test_a_deadline_that_comes_first_leaves_the_fired_timer_alone(context, sdk):
    assert drive(event_before(context, "reply-1", DEADLINE), [runs_out]) is False

    assert [timer.cancelled for timer in sdk.timers] == [False]


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

    assert sdk.continued == [{"thread": "k", "turn": 1}]


def test_every_generation_waits_anew(sdk):
    for _ in range(2):
        assert drive(event_before(Context(sdk), "reply-1", DEADLINE), [arrives]) is True
