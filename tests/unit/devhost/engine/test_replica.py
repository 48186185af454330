"""The replica alone: histories and actions in, what the extension would do out."""

import datetime as dt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devhost.history import EventType, event
from devhost.replica import (
    FOLLOWS,
    CallActivity,
    CreateTimer,
    NonDeterministicWorkflow,
    UnsupportedAction,
    read_answer,
    replay,
)

NOW = dt.datetime(2026, 11, 1, tzinfo=dt.UTC)
BEGIN = [event(EventType.ORCHESTRATOR_STARTED, NOW), event(EventType.EXECUTION_STARTED, NOW)]


def activity(name):
    return {"actionType": 0, "functionName": name, "input": "1"}


def wait(name):
    return {"actionType": 6, "externalEventName": name, "reason": "ExternalEvent"}


def timer(*, cancelled=False):
    return {"actionType": 5, "fireAt": "2026-11-01T01:00:00.000000Z", "isCanceled": cancelled}


def continue_as_new():
    return {"actionType": 4, "input": '"next"'}


def either(*actions):
    return {"actionType": 11, "compoundActions": list(actions)}


def every(*actions):
    return {"actionType": 12, "compoundActions": list(actions)}


def scheduled(number, name):
    return event(EventType.TASK_SCHEDULED, NOW, number, Name=name)


def completed(number):
    return event(EventType.TASK_COMPLETED, NOW, TaskScheduledId=number, Result="1")


def failed(number):
    return event(EventType.TASK_FAILED, NOW, TaskScheduledId=number, Reason="bad", Details="")


def raised(name):
    return event(EventType.EVENT_RAISED, NOW, Name=name, Input="1")


def test_actions_run_strictly_one_after_the_other():
    seen = replay(BEGIN, [activity("a"), activity("b")])
    assert seen.new == (CallActivity(0, "a", "1"),)
    assert not seen.finished
    seen = replay([*BEGIN, scheduled(0, "a"), failed(0)], [activity("a"), activity("b")])
    assert seen.new == (CallActivity(1, "b", "1"),), "a failure is the SDK's business"


def test_a_compound_schedules_all_its_children_at_once():
    seen = replay(BEGIN, [every(activity("a"), timer(), either(activity("b"), wait("go")))])
    fire_at = NOW + dt.timedelta(hours=1)
    expected = (CallActivity(0, "a", "1"), CreateTimer(1, fire_at), CallActivity(2, "b", "1"))
    assert seen.new == expected


def test_an_empty_compound_is_behind_at_once():
    assert replay(BEGIN, [every()]).finished


def test_an_event_goes_to_the_latest_wait_of_its_name_whatever_the_case():
    actions = [either(wait("go"), activity("a")), wait("GO")]
    history = [*BEGIN, scheduled(0, "a"), completed(0)]
    assert not replay(history, actions).finished
    assert replay([*history, raised("Go")], actions).finished, "not lost to the abandoned wait"


def test_early_events_queue_up_in_order():
    actions = [activity("a"), wait("go"), wait("go")]
    history = [*BEGIN, scheduled(0, "a"), raised("go"), raised("go"), completed(0)]
    assert replay(history, actions).finished


def test_events_behind_continue_as_new_are_carried_over_and_buffered_ones_are_not():
    actions = [activity("a"), continue_as_new()]
    early, late = raised("early"), raised("late")
    seen = replay([*BEGIN, scheduled(0, "a"), early, completed(0), late], actions)
    assert (seen.continues, seen.continue_input) == (True, '"next"')
    assert seen.carried_over == (late,)


def test_a_cancelled_timer_is_recorded_but_over_at_once():
    seen = replay(BEGIN, [timer(cancelled=True)])
    assert len(seen.new) == 1
    assert seen.cancelled_timers == {0}
    assert seen.finished


@pytest.mark.parametrize(
    "actions", [[], [activity("b")], [timer()]], ids=["nothing", "another name", "another kind"]
)
def test_a_history_the_code_does_not_schedule_again_is_refused(actions):
    with pytest.raises(NonDeterministicWorkflow, match="activity named 'a' with sequence id 0"):
        replay([*BEGIN, scheduled(0, "a")], actions)


def test_unknown_actions_are_refused_when_they_are_reached():
    odd = {"actionType": 99}
    assert replay(BEGIN, [activity("a"), odd]).new
    with pytest.raises(UnsupportedAction, match="action type 99"):
        replay([*BEGIN, scheduled(0, "a"), completed(0)], [activity("a"), odd])


def test_an_answer_of_another_schema_is_refused():
    with pytest.raises(UnsupportedAction, match="schema"):
        read_answer(lambda _: '{"isDone": true, "actions": [[], []]}', "")


def test_an_exception_without_the_sdks_state_passes():
    def broken(_):
        raise LookupError("no state")

    with pytest.raises(LookupError):
        read_answer(broken, "")


@given(st.lists(st.sampled_from("abcd"), max_size=8), st.data())
def test_replaying_a_longer_history_never_takes_anything_back(names, data):
    """Whatever was scheduled stays scheduled, under the same id, as completions come in."""
    actions = [every(*map(activity, names)), *map(activity, names)]
    history, known = list(BEGIN), {}
    while True:
        seen = replay(history, actions)
        for decision in seen.new:
            assert decision.id not in known
            known[decision.id] = decision.name
            history.append(scheduled(decision.id, decision.name))
        if seen.finished:
            break
        done = {e.get("TaskScheduledId") for e in history}
        open_ids = sorted(set(known) - done)
        number = data.draw(st.sampled_from(open_ids))
        history.append(data.draw(st.sampled_from([completed, failed]))(number))
    assert list(known.values()) == names * 2
    assert sorted(known) == list(range(len(names) * 2))


def test_the_documentation_says_which_version_is_followed():
    told = (Path(__file__).parents[4] / "ARCHITECTURE.md").read_text()
    assert FOLLOWS in " ".join(told.split())
