import pytest

from shared.decisions import breaking, wording
from shared.decisions.breaking import apology, broken, broken_off
from shared.decisions.ending import complete
from shared.decisions.risk import ToolRules
from shared.models.intent import Command
from shared.models.reasoning import Earlier
from shared.models.run import AgentRun, Step
from shared.models.thread import TraceEntry, Turn
from tests.support.fakes import NOON

TURN = Turn(number=1, run_id="r", seq=1, text="t", execution="e", opened_at=NOON, due_at=NOON)
BEFORE = Earlier(agent="a", command="send it", success=True, text="Sent.")
NEXT = Command(command="then this", agent="b")
RULES = {"send_mail": ToolRules(changes=True), "look_up": ToolRules()}


def run(*steps, **more):
    given = {"status": "executing", "cursor": len(steps) - 1, **more}
    return AgentRun(id="1", agent="a", request="do it", steps=steps, **given)


DONE = Step(tool="send_mail", status="done", result={}, text="Sent to Bo.")
OPEN = Step(tool="send_mail")
READING = Step(tool="look_up")


def said(over):
    return over.response.result.summary


@pytest.mark.parametrize(
    ("given", "summary"),
    [
        (run(OPEN), wording.BROKEN),
        (run(DONE, OPEN), f"Sent to Bo.\n\n{wording.BROKEN}"),
        (run(status="planning", cursor=0), wording.BROKEN),
    ],
)
def test_a_command_that_broke_ends_with_what_was_done_before(given, summary):
    over = broken(given)

    assert (over.status, over.response.success) == ("failed", False)
    assert said(over) == summary
    assert over.response.suggestions == (), "the same again is not offered"
    assert over.response.error.tool == ("send_mail" if given.steps else "")


def test_a_command_whose_planning_broke_leaves_the_one_before_as_it_is():
    first = complete(run(DONE, queue=(NEXT, NEXT)), RULES)

    over = broken(first)

    assert [one.text for one in over.earlier] == ["Sent to Bo."]
    assert (over.request, over.agent, over.order, len(over.queue)) == ("then this", "b", 2, 1)
    assert said(over) == wording.BROKEN


@pytest.mark.parametrize("move", ["plan", "prepare", "execute", "reassess", "ask"])
def test_a_step_of_a_run_costs_its_command(move):
    turn, over = broken_off(TURN, run(OPEN), move, "execute_tool")

    assert turn == TURN
    assert over.status == "failed"


@pytest.mark.parametrize(
    ("given", "move"),
    [(None, "route"), (None, "compose"), (run(OPEN), "delegate"), (run(OPEN), "compose")],
)
def test_what_cannot_go_on_costs_the_turn(given, move):
    turn, over = broken_off(TURN, given, move, "x")

    assert (turn.ending, over) == ("failed", None)


def test_an_answer_that_broke_is_given_in_the_words_that_are_there():
    turn, over = broken_off(TURN, complete(run(DONE), RULES), "compose", "compose_reply")

    assert (turn.reply, turn.ending, over) == ("Sent to Bo.", None, None)


def test_what_breaks_twice_is_not_tried_a_third_time():
    entry = TraceEntry(name=breaking.TRACED, at=NOON, detail=breaking.detail("x", "KeyError"))
    turn, over = broken_off(TURN.model_copy(update={"trace": (entry,)}), run(OPEN), "execute", "x")

    assert (turn.ending, over) == ("failed", None)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (None, wording.APOLOGY),
        (run(READING), wording.APOLOGY),
        (run(OPEN), f"{wording.maybe_done('send_mail')}\n\n{wording.BROKE_OFF}"),
        (run(DONE, READING), f"Sent to Bo.\n\n{wording.BROKE_OFF}"),
        (run(READING, earlier=(BEFORE,)), f"Sent.\n\n{wording.BROKE_OFF}"),
        (complete(run(DONE), RULES), f"Sent to Bo.\n\n{wording.BROKE_OFF}"),
        (run(Step(tool="gone")), wording.APOLOGY),
    ],
)
def test_the_last_words_of_a_failed_turn_never_ask_again_for_what_was_done(given, words):
    assert apology(given, RULES) == words
