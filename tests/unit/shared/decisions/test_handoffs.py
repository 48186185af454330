"""Handing a conversation over, and its coming back."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions import handoffs, lifecycle
from shared.decisions.lifecycle.handovers import lapse, told
from shared.errors import Conflict, Gone, ThreadBusy
from shared.models.agent import Agent, Capabilities, HandoffCapability
from shared.models.rows import Stored
from shared.models.run import AgentRun, Card, Step, SubAgentResponse, SubAgentResult
from shared.models.thread import Thread, Turn

NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)


def thread(**changes):
    return Thread(
        key="acme-x",
        tenant="acme",
        owner="ada",
        id="x",
        created_at=NOON,
        updated_at=NOON,
        **changes,
    )


def begun(number=1, **changes):
    made = handoffs.begun(
        number, "help-desk", reason="a lost badge", summary="", recent=(), seconds=60, now=NOON
    )
    return made.model_copy(update=changes)


@pytest.mark.parametrize(
    "text",
    [
        "back to the assistant",
        "Back to the main assistant, ",
        "please take me back to the master agent",
        "exit",
        "leave the builder",
        "end the handoff!",
        "Stop the session",
        "OK, talk to the assistant",
        "return to omniforge",
    ],
)
def test_the_assistant_is_asked_for(text):
    assert handoffs.wants_back(text)


@pytest.mark.parametrize(
    "text",
    [
        "back",
        "cancel",
        "go back to the question about Slack",
        "end of the month",
        "send it back to the assistant manager",
        "exit interviews of this week",
        "leave a message for Sarah",
        "",
    ],
)
def test_something_else_is_meant(text):
    assert not handoffs.wants_back(text)


@pytest.mark.parametrize(
    "text",
    ["continue", "Please go on", "resume", "let's continue with the agent builder", "carry on!",
     "continue where we left off", "pick it up again", "continue with help-desk"],
)  # fmt: skip
def test_what_was_left_is_to_go_on(text):
    assert handoffs.wants_on(text)


@pytest.mark.parametrize(
    "text", ["continue reading Sarah's mail to me", "resume of the candidate", "go on holiday", ""]
)
def test_going_on_means_something_else(text):
    assert not handoffs.wants_on(text)


@given(st.text(max_size=200))
def test_any_text_is_read(text):
    assert handoffs.wants_back(text) in {True, False}
    assert handoffs.wants_on(text) in {True, False}


def desk(*, supports, triggers=()):
    can = HandoffCapability(supports_handoff=supports, handoff_triggers=triggers)
    return Agent(
        id="help-desk", name="Help Desk", description="", capabilities=Capabilities(handoff=can)
    )


@pytest.mark.parametrize(
    ("agent", "text", "expected"),
    [
        (desk(supports=True), "connect me to the help desk", True),
        (desk(supports=True), "let me talk to the help desk", True),
        (desk(supports=True), "what does the help desk do", False),
        (desk(supports=True, triggers=("lost badge", "")), "I have a Lost Badge", True),
        (desk(supports=False, triggers=("lost badge",)), "connect me: lost badge", False),
    ],
)
def test_a_message_hands_the_conversation_over(agent, text, expected):
    assert handoffs.takes_over(agent, text) is expected


def test_a_handoff_lasts_as_long_as_its_target_allows():
    handoff = begun()

    assert not handoffs.expired(handoff, NOON + timedelta(seconds=59))
    assert handoffs.expired(handoff, NOON + timedelta(seconds=60))
    later = handoffs.resumed(handoffs.ended(handoff, "paused", NOON), 60, NOON + timedelta(hours=1))
    assert later.open
    assert later.ended_at is None
    assert not handoffs.expired(later, NOON + timedelta(hours=1, seconds=59))


def test_what_was_made_is_kept_once():
    over = handoffs.ended(begun(artifacts=("a",)), "completed", NOON, "done", ("b", "a"))

    assert over.artifacts == ("a", "b")
    assert over.result_summary == "done"
    assert handoffs.ended(over, "completed", NOON).result_summary == "done"


def test_a_thread_knows_who_has_it_and_what_can_be_taken_up():
    held = handoffs.held(thread(), begun(3))
    assert (held.handoff, held.resumable, held.handoffs) == ("handoff-3", None, 3)

    left = handoffs.held(held, begun(3, state="cancelled"))
    assert (left.handoff, left.resumable) == (None, "handoff-3")

    again = handoffs.held(left, begun(3))
    assert (again.handoff, again.resumable) == ("handoff-3", None)

    done = handoffs.held(again, begun(3, state="completed"))
    assert (done.handoff, done.resumable) == (None, None)

    other = handoffs.held(left, begun(4))
    assert (other.handoff, other.resumable) == ("handoff-4", "handoff-3")


def test_one_that_is_refused_leaves_the_open_one_where_it_is():
    held = handoffs.held(thread(), begun(1))

    refused = handoffs.held(held, begun(2, state="rejected"))

    assert (refused.handoff, refused.resumable, refused.handoffs) == ("handoff-1", None, 2)


def test_a_refusal_keeps_its_reason_and_tells_it():
    refused = handoffs.rejected(begun(), "it is closed", NOON)

    assert not refused.open
    assert refused.rejection_reason == "it is closed"
    assert handoffs.event(refused)["value"]["rejection_reason"] == "it is closed"
    assert "rejection_reason" not in handoffs.event(begun())["value"]


@pytest.mark.parametrize(
    ("before", "now", "through"),
    [
        (None, "active", ["requested", "active"]),
        (None, "rejected", ["requested", "rejected"]),
        ("active", "active", []),
        ("active", "completed", ["returning", "completed"]),
        ("active", "cancelled", ["returning", "cancelled"]),
        ("active", "error", ["returning", "error"]),
        ("active", "paused", ["returning", "paused"]),
        ("paused", "active", ["requested", "active"]),
        ("cancelled", "active", ["requested", "active"]),
        ("completed", "completed", []),
    ],
)
def test_a_handoff_is_asked_for_before_it_begins_and_returned_before_it_ends(before, now, through):
    known = begun(state=before) if before is not None else None

    passed = handoffs.passed(known, begun(state=now))

    assert [each.state for each in passed] == through
    assert {each.id for each in passed} <= {"handoff-1"}


@pytest.mark.parametrize(
    ("before", "now", "states"),
    [
        (None, "active", ["requested", "active"]),
        ("active", "completed", ["returning", "completed"]),
        ("active", "active", []),
    ],
)
def test_a_turn_tells_how_its_handoff_came_to_stand_as_it_does(before, now, states):
    turn = Turn(
        number=3, run_id="run-3", seq=3, text="", execution="e", opened_at=NOON, due_at=NOON
    )
    known = begun(state=before) if before is not None else None

    entries = told(turn, known, begun(state=now))

    assert [entry.event["value"]["state"] for entry in entries] == states
    assert {(entry.run, entry.turn) for entry in entries} <= {("run-3", 3)}


def test_clients_learn_who_has_it_but_not_what_was_said():
    event = handoffs.event(begun(context_summary="secret plans"))

    assert event["value"]["target"] == "help-desk"
    assert "secret plans" not in str(event)


def test_a_quiet_conversation_is_handed_over_and_back():
    change, given = lifecycle.hand_over(thread(), begun(), NOON)
    assert change.thread.handoff == "handoff-1"
    assert given == begun()
    assert shown(change) == [
        ("RUN_STARTED", None),
        ("CUSTOM", "requested"),
        ("CUSTOM", "active"),
        ("RUN_FINISHED", None),
    ]

    back, over = lifecycle.hand_back(
        change.thread, Stored(begun(), "e"), "completed", NOON, "found it", ("badge",)
    )
    assert back.thread.handoff is None
    (put,) = back.puts
    assert put.value == over
    assert (over.state, over.artifacts, put.etag) == ("completed", ("badge",), "e")
    assert [state for _, state in shown(back)] == [None, "returning", "completed", None]


def test_one_returned_while_its_turn_is_answered_is_told_in_the_turns_run():
    turn = Turn(
        number=3, run_id="run-3", seq=3, text="", execution="e", opened_at=NOON, due_at=NOON
    )
    busy = thread(handoff="handoff-1", phase="running", open_turn=3)

    back, _ = lifecycle.hand_back(busy, Stored(begun(), "e"), "error", NOON, turn=turn)

    assert shown(back) == [("CUSTOM", "returning"), ("CUSTOM", "error")]
    assert {(entry.run, entry.turn) for entry in back.entries} == {("run-3", 3)}


def shown(change):
    """Return what clients see of a change: the type of each event, and its state if it has one."""
    events = [entry.event for entry in change.entries]
    return [(event["type"], event.get("value", {}).get("state")) for event in events]


@pytest.mark.parametrize(
    ("held", "refusal", "why"),
    [
        ({"handoff": "handoff-1"}, "", "An agent already has this conversation"),
        ({}, "There is no such agent", "There is no such agent"),
        ({"handoff": "handoff-1"}, "There is no such agent", "There is no such agent"),
    ],
)
def test_a_refusal_is_told_and_changes_nothing_else(held, refusal, why):
    change, refused = lifecycle.hand_over(thread(handoffs=1, **held), begun(2), NOON, refusal)

    assert refused.state == "rejected"
    assert refused.rejection_reason.startswith(why)
    assert change.thread.handoff == held.get("handoff")
    assert change.thread.handoffs == 2
    assert [state for _, state in shown(change)] == [None, "requested", "rejected", None]


def test_one_that_ends_again_is_told_again():
    first, _ = lifecycle.hand_back(
        thread(handoff="handoff-1", events=7), Stored(begun(), "e"), "cancelled", NOON
    )
    again, _ = lifecycle.hand_back(
        thread(handoff="handoff-1", events=20), Stored(begun(), "e"), "cancelled", NOON
    )

    assert not {entry.key for entry in first.entries} & {entry.key for entry in again.entries}


def test_a_quiet_conversation_whose_time_is_over_comes_back_to_be_taken_up():
    change = lapse(thread(handoff="handoff-1"), Stored(begun(), "e"), NOON + timedelta(hours=1))

    assert (change.thread.handoff, change.thread.resumable) == (None, "handoff-1")
    (put,) = change.puts
    assert (put.value.state, put.etag) == ("paused", "e")
    assert [state for _, state in shown(change)] == [None, "returning", "paused", None]


@pytest.mark.parametrize(
    "busy", [{"phase": "running"}, {"phase": "waiting"}, {"accepted": 2, "claimed": 1}]
)
def test_one_that_is_being_answered_does_not_lapse(busy):
    assert lapse(thread(handoff="handoff-1", **busy), Stored(begun(), "e"), NOON) is None


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"deleted": True}, Gone),
        ({"phase": "running"}, ThreadBusy),
        ({"accepted": 2, "claimed": 1}, ThreadBusy),
    ],
)
def test_one_that_is_not_is_not_handed_over(changes, error):
    with pytest.raises(error):
        lifecycle.hand_over(thread(**changes), begun(2), NOON)


@pytest.mark.parametrize(
    ("changes", "handoff", "error"),
    [
        ({"deleted": True}, begun(), Gone),
        ({}, begun(state="completed"), Conflict),
    ],
)
def test_what_nobody_has_is_not_returned(changes, handoff, error):
    with pytest.raises(error):
        lifecycle.hand_back(thread(**changes), Stored(handoff, "e"), "completed", NOON)


def worked(agent="help-desk", *, success=True, **changes):
    """A run that is over."""
    response = SubAgentResponse(
        success=success,
        domain=agent,
        request="x",
        result=SubAgentResult(summary="Badge ordered."),
    )
    steps = (
        Step(tool="find", status="done"),
        Step(tool="order", status="done", card=Card(title="Order a badge")),
        Step(tool="post", status="failed", card=Card(title="Post it")),
    )
    return AgentRun(
        id="run", agent=agent, request="x", response=response, gives_back=True, steps=steps
    ).model_copy(update=changes)


def test_an_agent_that_has_done_what_it_was_asked_returns_the_conversation():
    over = handoffs.given_back(begun(), worked(), NOON)

    assert (over.state, over.ended_at) == ("completed", NOON)
    assert (over.result_summary, over.artifacts) == ("Badge ordered.", ("Order a badge",))


@pytest.mark.parametrize(
    ("handoff", "run"),
    [
        (begun(), None),
        (begun(), worked(gives_back=False)),
        (begun(), worked(success=False)),
        (begun(), worked(response=None)),
        (begun(), worked("another")),
        (begun(state="cancelled"), worked()),
    ],
)
def test_else_an_agent_keeps_it(handoff, run):
    assert handoffs.given_back(handoff, run, NOON) is None
