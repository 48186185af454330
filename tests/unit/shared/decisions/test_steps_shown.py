"""The step that clients are told of: once, and never beyond its turn."""

import pytest

from shared.conversation.turns import Advance
from shared.decisions import lifecycle
from shared.models.rows import TURN, Stored
from shared.models.thread import Answer
from tests.unit.shared.decisions.values import NOW, inbox, request, thread, ticket, turn


def named(entries):
    return [entry.event["type"] for entry in entries]


def test_what_moves_a_turn_on_ends_its_step_and_what_begins_one_does_not():
    begun, entry = lifecycle.step_begun(turn(), "planning")

    assert named((entry,)) == ["STEP_STARTED"]
    assert Advance(begun, entries=(entry,)).after(turn()).entries == (entry,)
    moved = Advance(begun).after(begun)
    assert (moved.turn.working, named(moved.entries)) == ("", ["STEP_FINISHED"])
    assert Advance(turn()).after(turn()).entries == ()


def test_a_turn_that_closes_in_the_middle_of_a_step_ends_it_before_its_run():
    begun, _ = lifecycle.step_begun(turn(), "planning")
    running = Stored(ticket(state="running"), "e")

    change, closed = lifecycle.close_turn(
        thread(open_turn=1), Stored(begun, "e"), running, outcome="cancelled", text="", now=NOW
    )

    assert named(change.entries) == ["STEP_FINISHED", "RUN_FINISHED"]
    assert closed.working == ""


READ = "reading"


def reading(turn_now, **head):
    """Return the thread and the turn once clients were told that a reply takes long to be read."""
    asked = thread(open_turn=1, phase="waiting", request="q-1-1", **head)
    change = lifecycle.reading_begun(asked, Stored(turn_now, "e"), "run-2", READ, NOW)
    [put] = change.puts
    return change, put.value


def test_a_reply_that_takes_long_is_told_of_in_a_run_of_its_own():
    change, begun = reading(turn())

    assert [(e.run, e.turn, e.event["type"]) for e in change.entries] == [
        ("run-2", None, "RUN_STARTED"),
        ("run-2", 1, "STEP_STARTED"),
    ]
    assert (change.thread.reading, change.thread.speaks, begun.working) == ("run-2", True, READ)
    again = lifecycle.reading_begun(change.thread, Stored(begun, "e"), "run-2", READ, NOW)
    assert again is None


@pytest.mark.parametrize("outcome", ["answered", "unclear", "superseded"])
def test_settling_ends_the_reading_where_it_was_told(outcome):
    change, begun = reading(turn())
    asked = Stored(request(tool="send_email", tool_call_id="call-1"), "e")
    answers = outcome != "superseded"

    settled = lifecycle.settle(
        change.thread,
        Stored(begun, "e"),
        asked,
        Answer(outcome=outcome, action="text"),
        message=None,
        ticket=Stored(ticket(2), "e") if answers else None,
        now=NOW,
    )

    assert {entry.run for entry in settled.entries} == {"run-2"}
    over = ["STEP_FINISHED", "CUSTOM", *([] if answers else ["TOOL_CALL_RESULT"])]
    assert named(settled.entries) == [*(["RUN_STARTED"] if answers else []), *over]
    assert settled.thread.reading is None
    [left] = [put.value for put in settled.puts if put.kind is TURN]
    assert left.working == ""


def test_a_turn_given_up_while_a_reply_was_read_ends_the_step_before_the_run_of_the_reply():
    change, begun = reading(turn())
    waiting = Stored(ticket(state="waiting"), "e")
    asked = Stored(request(answer=Answer(outcome="answered", run_id="run-2")), "e")

    closed, _ = lifecycle.close_turn(
        change.thread,
        Stored(begun, "e"),
        waiting,
        outcome="failed",
        text="Sorry.",
        question=(asked, Stored(ticket(2), "e")),
        now=NOW,
    )

    assert {entry.run for entry in closed.entries} == {"run-2"}
    assert named(closed.entries) == ["STEP_FINISHED", "CUSTOM", "RUN_STARTED", "RUN_FINISHED"]
    assert closed.entries[2].key == change.entries[0].key  # so it is not logged again
    assert closed.thread.reading is None


def test_a_step_that_broke_while_a_reply_was_read_ends_in_the_run_of_the_reply():
    change, begun = reading(turn())

    [over] = Advance(begun).after(begun, change.thread.reading).entries

    assert (over.run, over.event["type"]) == ("run-2", "STEP_FINISHED")
    assert lifecycle.in_turn(change.thread, None, NOW).reading is None


def test_a_reply_that_was_a_request_of_its_own_begins_its_run_once():
    change, _ = reading(turn(), accepted=2, claimed=1)

    opened, _ = lifecycle.open_turn(
        thread(accepted=2, claimed=1, turns=1),
        inbox(seq=2, run_id="run-2"),
        Stored(ticket(2), "e"),
        "x",
        before=None,
        now=NOW,
    )

    assert opened.entries[0].key == change.entries[0].key
