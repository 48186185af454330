"""What clients are told beside the log follows from the log, and from nothing else."""

import json

import pytest
from ag_ui.core import Event
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from shared.decisions import agui
from shared.decisions.live import Call, Live, State, begun, beside, snapshot, steps_of
from shared.models.building import Sketch
from shared.models.run import AgentRun, Step
from tests.support.json_patch import patched
from tests.unit.shared.decisions.values import turn

CHECK = TypeAdapter(Event)
STARTED, FINISHED = agui.run_started("t", "r"), agui.run_finished("t", "r")
ASKED = {
    **FINISHED,
    "outcome": {
        "type": "interrupt",
        "interrupts": [{"id": "q1", "reason": "tool_call", "message": "Send it?", "expiresAt": ""}],
    },
}


def handoff(state):
    value = {"id": "h1", "source": "assistant", "target": "agent-builder", "state": state}
    return agui.custom("handoff", value)


def branch(number, state, agent="email"):
    value = {"branch": number, "agent": agent, "command": "look", "state": state}
    return agui.custom("delegation", value)


def played(*events, live=None):
    """Return how a stream stands after events, and all that a client sees of them."""
    live, seen = live or Live(), []
    for event in events:
        told = beside(live, event)
        live = told.live
        assert event["type"] != "RUN_FINISHED" or told.after == (), "nothing follows an end"
        seen += [*told.before, event, *told.after]
    return live, seen


def kinds(seen):
    return [event["type"] for event in seen]


def test_the_plan_has_the_calls_of_an_agents_work_under_their_own_ids():
    steps = (
        Step(tool="contacts_search", status="done"),
        Step(tool="gmail_search_messages", broadened=True),
    )
    run = AgentRun(id="1", agent="email", request="look", steps=steps, order=2)
    assert steps_of(turn(number=3), run) == (
        Call(id="call-3-2-1", tool="contacts_search", status="done"),
        Call(id="call-3-2-2-2", tool="gmail_search_messages", status="pending"),
    )


def test_a_run_begins_with_the_state_which_keeps_what_is_the_clients():
    live = begun(State(services=("email",)), {"theme": "dark", "plan": ["mine?"]})
    _, seen = played(STARTED, live=live)
    assert kinds(seen) == ["RUN_STARTED", "STATE_SNAPSHOT"]
    assert seen[1]["snapshot"]["theme"] == "dark"
    assert seen[1]["snapshot"]["plan"] == []


@pytest.mark.parametrize("given", [None, "text", [1], 7])
def test_a_state_that_is_no_object_is_none_of_the_clients(given):
    assert begun(State(), given).own == {}


@pytest.mark.parametrize(
    ("gave", "status"),
    [
        ({"mails": []}, "done"),
        ([1], "done"),
        ({"error": {"type": "auth"}}, "failed"),
        ({"status": "declined", "reason": ""}, "left"),
        ({"status": "sent", "reason": "", "id": "m"}, "done"),
    ],
)
def test_calls_are_the_plan_and_say_what_became_of_them(gave, status):
    live, seen = played(
        STARTED,
        *agui.tool_call("c1", "gmail_send_email", "{}"),
        agui.tool_result("c1", "m1", json.dumps(gave)),
    )
    assert [(one.id, one.tool, one.status) for one in live.state.plan] == [
        ("c1", "gmail_send_email", status)
    ]
    assert kinds(seen).count("STATE_DELTA") == 2


def test_what_is_planned_is_part_of_the_plan_before_it_is_called():
    steps = (
        Call(id="c1", tool="find", status="done"),
        Call(id="c2", tool="send", status="pending"),
    )
    told = beside(Live(), STARTED, steps)
    assert told.after[0]["snapshot"]["plan"][1] == {"id": "c2", "tool": "send", "status": "pending"}
    later = (*steps, Call(id="c3", tool="tell", status="pending"))
    live = beside(told.live, agui.tool_call("c2", "send", "{}")[0], later).live
    assert [(one.id, one.status) for one in live.state.plan] == [
        ("c1", "done"),
        ("c2", "running"),
        ("c3", "pending"),
    ]


def test_a_question_is_told_before_the_run_ends_and_is_over_with_the_next():
    live, seen = played(STARTED, ASKED)
    assert kinds(seen)[-2:] == ["STATE_DELTA", "RUN_FINISHED"]
    assert live.state.question is not None
    assert live.state.question.id == "q1"
    live, _ = played(STARTED, live=live)
    assert live.state.question is None


def test_a_call_that_is_asked_about_is_still_to_be_made():
    (interrupt,) = ASKED["outcome"]["interrupts"]
    gated = {
        **ASKED,
        "outcome": {**ASKED["outcome"], "interrupts": [{**interrupt, "toolCallId": "c2"}]},
    }
    live, seen = played(
        STARTED,
        *agui.tool_call("c1", "find", "{}"),
        agui.tool_result("c1", "m1", "{}"),
        *agui.tool_call("c2", "send", "{}"),
        gated,
    )
    assert [one.status for one in live.state.plan] == ["done", "pending"]
    assert kinds(seen)[-2:] == ["STATE_DELTA", "RUN_FINISHED"]


def test_a_question_that_was_closed_elsewhere_is_over():
    live, _ = played(STARTED, ASKED)
    other, _ = played(agui.custom("interrupt_closed", {"id": "q0", "status": "x"}), live=live)
    closed, _ = played(agui.custom("interrupt_closed", {"id": "q1", "status": "x"}), live=live)
    assert other.state.question is not None
    assert closed.state.question is None


def test_the_draft_is_told_at_the_end_of_each_run_until_the_builder_leaves():
    draft = Sketch(state="gather", name="reporter", missing=("when it runs",))
    live, _ = played(STARTED, handoff("active"))
    told = beside(live, ASKED, draft=draft)
    [delta] = told.before
    assert {"op": "replace", "path": "/draft", "value": draft.model_dump(mode="json")} in (
        delta["delta"]
    )
    assert (told.live.state.draft, told.after) == (draft, ())
    again, seen = played(STARTED, handoff("active"), live=told.live)
    assert again.state.draft == draft
    assert seen[1]["snapshot"]["draft"]["missing"] == ["when it runs"]
    left, _ = played(handoff("completed"), live=again)
    assert left.state.draft is None


@pytest.mark.parametrize(
    ("state", "agent"),
    [("requested", "agent-builder"), ("active", "agent-builder"), ("completed", None)],
)
def test_who_has_the_conversation_is_an_activity_and_part_of_the_state(state, agent):
    live, seen = played(STARTED, handoff(state))
    assert live.state.agent == agent
    [shown] = [event for event in seen if event["type"] == "ACTIVITY_SNAPSHOT"]
    assert (shown["messageId"], shown["activityType"]) == ("handoff-h1", "handoff")
    assert shown["content"]["state"] == state


def test_several_agents_at_work_are_subagents_and_none_is_left_open():
    _, seen = played(
        STARTED,
        *(branch(number, "started") for number in range(1, 6)),
        branch(1, "completed"),
        branch(2, "failed"),
        branch(3, "late"),
        branch(4, "needs_person"),
        FINISHED,
    )
    ends = [
        event for event in seen if event["type"].startswith("SUBAGENT_") and "name" not in event
    ]
    assert [(one["type"], one["subagentRunId"], one.get("code")) for one in ends] == [
        ("SUBAGENT_FINISHED", "branch-1", None),
        ("SUBAGENT_ERROR", "branch-2", "failed"),
        ("SUBAGENT_ERROR", "branch-3", "late"),
        ("SUBAGENT_FINISHED", "branch-4", None),
        ("SUBAGENT_FINISHED", "branch-5", None),
    ]
    assert ends[3]["outcome"] == {"type": "suspended"}
    assert kinds(seen)[-1] == "RUN_FINISHED"


EVENTS = st.one_of(
    st.just(STARTED),
    st.sampled_from([FINISHED, ASKED]),
    st.sampled_from(["requested", "active", "completed", "paused", "rejected"]).map(handoff),
    st.builds(
        branch,
        st.integers(1, 3),
        st.sampled_from(["started", "completed", "failed", "late", "needs_person"]),
    ),
    st.sampled_from(["c1", "c2"]).map(lambda call: agui.tool_call(call, "tool", "{}")[0]),
    st.sampled_from(["c1", "c2"]).map(lambda call: agui.tool_result(call, "m", '{"error": 1}')),
    st.just(agui.custom("interrupt_closed", {"id": "q1", "status": "answered"})),
    st.just(agui.text_end("m")),
)


@given(st.lists(EVENTS, max_size=20))
def test_deltas_lead_from_the_snapshot_to_the_state_and_nothing_follows_an_end(events):
    live, seen = played(STARTED, *events)
    shown = None
    for event in seen:
        CHECK.validate_python(event)
        if event["type"] == "STATE_SNAPSHOT":
            shown = event["snapshot"]
        if event["type"] == "STATE_DELTA":
            shown = patched(shown, event["delta"])
    assert shown == snapshot(live)["snapshot"]
    open_, ended = set(), set()
    for event in seen:
        if event["type"] == "SUBAGENT_STARTED":
            open_.add(event["subagentRunId"])
        elif event["type"].startswith("SUBAGENT_"):
            ended.add(event["subagentRunId"])
    assert ended <= open_
