"""The step that clients are told of: once, and never beyond its turn."""

from shared.decisions import lifecycle
from shared.models.rows import Stored
from shared.turns import Advance
from tests.unit.shared.decisions.values import NOW, thread, ticket, turn


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
