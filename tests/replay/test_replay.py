"""Recorded generations still replay, so a deployment strands no conversation in flight.

The SDK alone does not notice when code schedules something else than its history says.
"""

import json
from pathlib import Path

import pytest

from host.manifest import ORCHESTRATORS
from tests.support.replay import (
    orchestrator_functions,
    raised,
    recorded,
    replay,
    scheduled,
    waits,
    without_waits,
)

HISTORIES = sorted(Path(__file__).parent.glob("histories/*.json"))
ENDS_IN_CONTINUE_AS_NEW = {"many_messages_1", "thread_v2_many_messages_1", "erase_v1_1"}


def load(name):
    path = Path(__file__).parent / "histories" / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def functions():
    return orchestrator_functions()


@pytest.fixture
def played(functions):
    def play(context):
        return replay(functions[context["history"][1]["Name"]], context)

    return play


@pytest.mark.parametrize("name", [path.stem for path in HISTORIES])
def test_what_was_scheduled_is_scheduled_again(name, played):
    context = load(name)

    state = played(context)

    actions = scheduled(state)
    assert without_waits(actions) == list(recorded(context["history"]))
    assert waits(actions) == raised(context["history"])
    assert state.get("error") is None
    assert state["isDone"] is True


@pytest.mark.parametrize("name", [path.stem for path in HISTORIES])
def test_every_earlier_moment_replays_to_a_beginning_of_the_same(name, played):
    context = load(name)
    whole = scheduled(played(context))

    for end, event in enumerate(context["history"]):
        if end < 2 or event["EventType"] != 12:
            continue
        part = {**context, "history": context["history"][:end]}
        state = played(part)

        actions = scheduled(state)
        assert actions == whole[: len(actions)]
        known = list(recorded(part["history"]))
        assert without_waits(actions)[: len(known)] == known
        assert state["isDone"] is False


@pytest.mark.parametrize("name", [path.stem for path in HISTORIES])
def test_no_generation_outgrows_a_hundred_events(name):
    assert len(load(name)["history"]) <= 100


@pytest.mark.parametrize("name", [path.stem for path in HISTORIES])
def test_a_generation_that_ends_early_starts_the_next_with_the_same_input(name, played):
    context = load(name)
    (actions,) = played(context)["actions"]

    continued = [json.loads(a["input"]) for a in actions if a["actionType"] == 4]

    if name in ENDS_IN_CONTINUE_AS_NEW:
        assert continued == [json.loads(context["input"])]
    else:
        assert continued == []


@pytest.mark.parametrize("version", ["", "thread_v2_"])
def test_the_records_hold_a_question_and_an_approval(version):
    for conversation in ("which_john_1", "unclear_reply_1", "approval_2"):
        name = version + conversation
        assert [e for e in raised(load(name)["history"]) if e.startswith("reply-q-")]


def test_every_version_has_records():
    names = {load(path.stem)["history"][1]["Name"] for path in HISTORIES}

    assert {o.name for o in ORCHESTRATORS} == names


def test_the_records_hold_a_question_to_several_agents():
    children = [kind for kind, *_ in recorded(load("thread_v2_delegating_1")["history"])]
    assert children.count("child") == 2

    for number in (1, 2):
        steps = [name for _, name, _ in recorded(load(f"branch_v1_delegating_{number}")["history"])]
        assert steps == ["plan_run", "execute_tool"]


@pytest.mark.parametrize("name", ["thread_v2_finding_mail_1", "thread_v2_approval_1"])
def test_a_simple_turn_takes_at_most_five_activities_and_thirty_events(name):
    history = load(name)["history"]

    assert len(list(recorded(history))) <= 5
    assert len(history) <= 30


def test_a_turn_with_an_approval_takes_at_most_six_activities_and_thirty_events():
    history = load("thread_v2_approval_2")["history"]

    assert len(list(recorded(history))) <= 6
    assert len(history) <= 30


def test_another_name_in_the_record_would_be_noticed(played):
    context = load("finding_mail_1")
    for event in context["history"]:
        if event.get("Name") == "plan_run":
            event["Name"] = "plan_run_v2"

    assert without_waits(scheduled(played(context))) != list(recorded(context["history"]))
