"""Several agents at work on one message, and what is made of their answers."""

from itertools import permutations

import pytest

from shared.decisions import wording
from shared.decisions.delegating import (
    MAX_BRANCHES,
    branches,
    delegation,
    instances,
    joined,
    one_is_enough,
    state_of,
)
from shared.decisions.progress import next_move, progress
from shared.models.intent import ActionType, Command, IntentAnalysis
from shared.models.run import Clarification, SubAgentResponse, SubAgentResult
from tests.unit.shared.decisions.values import agent_run, decision, step, thread, turn

NAMES = {"a": "Agent A", "b": "Agent B"}


def asked(*agents, strategy="parallel"):
    commands = tuple(
        Command(agent=agent, command=f"ask {agent}", order=n) for n, agent in enumerate(agents, 1)
    )
    intent = IntentAnalysis(
        action=ActionType.EXECUTE,
        primary_intent="ask",
        confidence=1,
        commands=commands,
        strategy=strategy,
    )
    return turn(intent=intent, decision=decision("delegate"))


def answered(run, text="42", *, success=True):
    response = SubAgentResponse(
        success=success, domain="", request=run.request, result=SubAgentResult(summary=text)
    )
    return run.model_copy(
        update={"status": "complete" if success else "failed", "response": response}
    )


def risky(run):
    return run.model_copy(update={"status": "executing", "steps": (step(risk="medium"),)})


def unsure(run):
    which = Clarification(question="Which?", options=(), step=0)
    return run.model_copy(update={"status": "needs_clarification", "clarification": which})


def test_each_agent_gets_its_own_work():
    one, two = branches(asked("a", "b"))

    assert (one.agent, one.request, one.order, one.id) == ("a", "ask a", 1, "work-1-1")
    assert (two.agent, two.order, two.id) == ("b", 2, "work-1-2")
    assert branches(turn()) == ()
    assert not one_is_enough(turn())


def test_each_branch_of_each_execution_has_an_orchestration_of_its_own():
    several = [
        instances(thread, turn, execution, 2)
        for thread in ("t", "u")
        for turn in (1, 2)
        for execution in ("e", "f")
    ]

    assert len({name for names in several for name in names}) == 2 * len(several)
    assert instances("t", 1, "e", 2) == several[0] == instances("t", 1, "e", 3)[:2]
    assert instances("t", 1, "e", 0) == ()


def test_no_more_than_five_work_at_once_and_the_others_come_after():
    many = asked(*"abcdefg")
    runs = branches(many)

    assert len(runs) == MAX_BRANCHES
    after = joined(many, [answered(run) for run in runs], {})
    assert [command.agent for command in after.queue] == ["f", "g"]
    assert next_move(many.model_copy(update={"decision": decision("run")}), after) == "plan"


def test_answers_are_kept_with_who_gave_them():
    whole = asked("a", "b")
    one, two = branches(whole)

    run = joined(whole, (answered(one, "yes"), answered(two, "no")), NAMES)

    assert [each.text for each in run.earlier] == ["**Agent A**: yes", "**Agent B**: no"]
    assert run.response.success
    assert next_move(whole.model_copy(update={"decision": decision("run")}), run) == "compose"


def test_one_that_fails_or_is_late_leaves_the_others():
    whole = asked("a", "b", "c")
    one, two, three = branches(whole)

    run = joined(whole, (answered(one), answered(two, success=False), three), NAMES)

    assert [each.success for each in run.earlier] == [True, False, False]
    assert wording.no_answer_in_time() in run.earlier[2].text
    assert run.response.success
    assert [state_of(each) for each in (answered(one), answered(two, success=False), three)] == [
        "completed",
        "failed",
        "late",
    ]


def test_if_none_answers_it_is_no_success():
    whole = asked("a", "b")

    assert not joined(whole, branches(whole), NAMES).response.success


@pytest.mark.parametrize("waits", [risky, unsure])
def test_one_that_needs_a_person_goes_on_where_it_can_ask(waits):
    whole = asked("a", "b", "c")
    one, two, three = branches(whole)

    for runs in permutations((answered(one), waits(two), waits(three))):
        run = joined(whole, runs, NAMES)
        first = next(each for each in runs if each.agent in {"b", "c"})
        assert run.agent == first.agent
        assert [each.agent for each in run.earlier] == ["a"]
        assert [command.agent for command in run.queue] == [{"b": "c", "c": "b"}[first.agent]]
        assert state_of(waits(two)) == "needs_person"


def test_the_first_answer_may_be_enough():
    whole = asked("a", "b", strategy="first_success")
    one, two = branches(whole)

    run = joined(whole, (one, answered(two, "found")), NAMES)
    assert [each.agent for each in run.earlier] == ["b"]

    none = joined(whole, (answered(one, success=False), two), NAMES)
    assert [each.agent for each in none.earlier] == ["a", "b"]


def test_clients_see_how_each_gets_on():
    (one,) = branches(asked("a"))

    assert delegation(one, "started")["value"] == {
        "branch": 1,
        "agent": "a",
        "command": "ask a",
        "state": "started",
    }


def test_a_turn_given_to_several_says_to_how_many():
    where = progress(thread(), asked("a", "b", strategy="first_success"), None)

    assert (where.move, where.branches, where.enough) == ("delegate", 2, True)


@pytest.mark.parametrize(
    ("whole", "run", "move"),
    [
        (asked("a"), agent_run(status="planning"), "plan"),
        (asked("a"), agent_run(step()), "execute"),
        (asked("a"), agent_run(step(), status="complete"), "compose"),
        (asked("a"), None, "close"),
        (turn(decision=decision("run")), agent_run(step()), "close"),
        (turn(), agent_run(step()), "close"),
    ],
)
def test_a_branch_goes_its_own_way_until_its_turn_has_gone_on(whole, run, move):
    assert progress(thread(), whole, run, branch=True).move == move


def test_a_branch_that_is_over_says_whether_it_answered():
    whole = asked("a")
    (one,) = branches(whole)

    assert progress(thread(), whole, answered(one), branch=True).success
    assert not progress(thread(), whole, answered(one, success=False), branch=True).success
