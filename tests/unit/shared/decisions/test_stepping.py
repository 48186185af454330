"""From step to step: how far a run goes before the person is asked whether to go on."""

import pytest

from shared.decisions import ending, runs, stepping, telling
from shared.decisions.risk import ToolRules, reads
from shared.models.reasoning import Revision
from tests.unit.shared.decisions.values import RULES, agent_run, people, step


def done(result, **changes):
    return step("find_people", status="done", result=result, **changes)


LIMITED = runs.record(
    agent_run(
        *(done(people("a"), feeds=True) for _ in range(stepping.MAX_TOOL_CALLS - 1)),
        step(),
        step("find_mail"),
        cursor=stepping.MAX_TOOL_CALLS - 1,
    ),
    people("a"),
    0,
    RULES,
    "One.",
)


def test_ten_calls_are_the_limit():
    steps = [done(people("a")) for _ in range(stepping.MAX_TOOL_CALLS - 1)]
    run = agent_run(*steps, step(), step(), cursor=stepping.MAX_TOOL_CALLS - 1)

    moved = runs.record(run, people("a"), 0, RULES)

    assert moved.status == "needs_clarification"
    assert moved.clarification.kind == "limit"
    assert [option.label for option in moved.clarification.options] == ["Go on", "That's enough"]


def test_who_goes_on_gets_ten_calls_more():
    moved = runs.choose(LIMITED, "go", RULES)

    assert (moved.status, moved.cursor, moved.allowances) == ("executing", 10, 2)
    assert moved.clarification is None


@pytest.mark.parametrize(
    "over", [lambda: runs.choose(LIMITED, "stop", RULES), lambda: runs.stop_asking(LIMITED, RULES)]
)
def test_who_has_had_enough_gets_what_was_found(over):
    moved = over()

    assert (moved.status, moved.response.confidence) == ("complete", ending.CUT_SHORT_CONFIDENCE)
    assert moved.response.result.data == people("a")
    assert telling.told(moved) == "One."


def test_what_was_found_so_far_is_in_the_question():
    assert "One." in LIMITED.clarification.question


def test_the_tenth_call_is_still_made():
    steps = [done(people("a")) for _ in range(stepping.MAX_TOOL_CALLS - 2)]
    run = agent_run(*steps, step(), step(), cursor=stepping.MAX_TOOL_CALLS - 2)

    assert runs.record(run, people("a"), 0, RULES).cursor == stepping.MAX_TOOL_CALLS - 1


@pytest.mark.parametrize(
    ("milliseconds", "status"), [(19_999, "executing"), (20_000, "needs_clarification")]
)
def test_thirty_seconds_of_tools_are_the_limit(milliseconds, status):
    run = agent_run(done(people("a"), milliseconds=10_000), step(), step(), cursor=1)

    assert runs.record(run, people("a"), milliseconds, RULES).status == status


def test_the_last_call_may_use_the_time_up_without_a_note():
    moved = runs.record(agent_run(step()), people("a"), stepping.MAX_TOOL_MILLISECONDS, RULES)

    assert (moved.status, moved.notes) == ("complete", "")


def test_what_was_wished_before_a_command_began_is_in_its_change_which_is_shown():
    run = agent_run(step("save_draft"), wishes=("cc Ann", "at four"))
    rules = RULES | {"save_draft": ToolRules(reads, changes=True)}

    (prepared,) = stepping.prepare(run, rules).steps

    assert (prepared.wish, prepared.risk) == ("cc Ann\nat four", "medium")


def test_what_is_planned_as_a_wish_is_no_riskier_for_it():
    run = agent_run(step("save_draft", wish="at four"))
    rules = RULES | {"save_draft": ToolRules(reads, changes=True)}

    (prepared,) = stepping.prepare(run, rules).steps

    assert (prepared.wish, prepared.risk) == ("at four", "low")


def test_what_only_reads_takes_no_wish():
    run = agent_run(step("find_people"), wishes=("cc Ann",))

    (prepared,) = stepping.prepare(run, RULES).steps

    assert (prepared.wish, prepared.risk) == ("", "low")


WRONG = ending.error_of("params", "There is no such mail.", "save_draft")
UNREAD = Revision(why="I don't know what to change.")


@pytest.mark.parametrize(
    ("risk", "revision", "wrong", "message"),
    [
        ("low", Revision(arguments={}), WRONG, None),
        ("medium", UNREAD, None, None),
        ("low", UNREAD, None, UNREAD.why),
        ("medium", UNREAD, WRONG, WRONG.message),
        ("low", UNREAD, WRONG, WRONG.message),
    ],
)
def test_a_call_is_not_made_otherwise_than_it_was_wished_where_nobody_is_shown(
    risk, revision, wrong, message
):
    found = stepping.unfollowed(step("save_draft", risk=risk), revision, wrong)

    assert (found and found.message) == message
