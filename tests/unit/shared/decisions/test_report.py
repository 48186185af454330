from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.report import SILENCE, met, report
from shared.models.routed import AgentShare, Routed
from tests.unit.shared.decisions.values import NOW


def routed(number=1, **changes):
    return Routed(turn=f"k/{number}", at=NOW, **changes)


LATER = NOW + timedelta(hours=2)
RATES = ("clarification_rate", "first_try_success", "override_rate", "wrong_agent_rate")


def rate(name, *turns):
    return getattr(report(turns, 7, LATER), name)


def test_nothing_routed_has_no_rates():
    empty = report((), 30, LATER)

    assert (empty.days, empty.turns, empty.questions, empty.agents) == (30, 0, {}, ())
    assert [getattr(empty, name) for name in RATES] == [None] * 4


def test_a_turn_that_asked_was_clarified_however_often():
    turns = (routed(rounds=3), routed(rounds=1), routed(), routed())

    assert rate("clarification_rate", *turns) == 0.5


WORKED = {"agent": "a", "succeeded": True}


@pytest.mark.parametrize(
    ("turn", "following", "state"),
    [
        (WORKED, None, "success"),
        (WORKED, {}, "success"),
        (WORKED, {"follows": "corrects"}, "failure"),
        (WORKED, {"follows": "repeats"}, "failure"),
        ({**WORKED, "verdict": "wrong_agent"}, {}, "failure"),
        ({**WORKED, "verdict": "good"}, {"follows": "corrects"}, "success"),
        ({"agent": "a", "succeeded": False}, {}, "failure"),
        ({"agent": "a", "succeeded": False, "verdict": "good"}, {}, "success"),
        ({"agent": "a"}, {}, "open"),
        ({"agent": "a"}, {"follows": "corrects"}, "failure"),
    ],
)
def test_what_follows_tells_whether_a_turn_was_met(turn, following, state):
    after = routed(2, **following) if following is not None else None
    assert met(routed(**turn), after, LATER) == state


def test_a_turn_is_open_until_the_next_one_or_for_an_hour():
    turn, soon = routed(**WORKED), NOW + SILENCE - timedelta(seconds=1)

    assert met(turn, None, soon) == "open"
    assert met(turn, None, NOW + SILENCE) == "success"
    assert met(turn, routed(2), soon) == "success"


def test_what_is_said_much_later_is_about_something_else():
    later = routed(2, follows="repeats").model_copy(update={"at": NOW + 2 * SILENCE})
    assert met(routed(**WORKED), later, NOW + 3 * SILENCE) == "success"


def test_turns_follow_one_another_within_their_own_conversation():
    other = Routed(turn="l/2", at=NOW, follows="corrects")
    made = report((routed(1, **WORKED), other), 7, LATER)
    assert made.outcomes == {"success": 1, "failure": 0, "open": 0}


def test_first_try_success_is_of_the_turns_that_tell():
    good = routed(**WORKED)

    assert rate("first_try_success", good, routed(3), routed(5, rounds=1)) == 1
    assert rate("first_try_success", good, routed(3, agent="a", succeeded=False)) == 0.5
    assert rate("first_try_success", good, routed(3, agent="a")) == 1
    assert rate("first_try_success", good, routed(3, **WORKED, rounds=1)) == 0.5
    assert rate("first_try_success", good, routed(2, **WORKED, follows="corrects")) == 0.5
    assert rate("first_try_success", routed()) is None


def test_naming_the_agent_overrides_routing():
    assert rate("override_rate", routed(mentioned=True), routed(), routed()) == 0.3333


def test_wrong_agents_are_counted_by_what_people_said():
    turns = (routed(agent="a", verdict="wrong_agent"), routed(agent="a", verdict="good"))

    assert rate("wrong_agent_rate", *turns) == 0.5


def test_questions_are_counted_by_type_and_agents_the_most_used_first():
    turns = (
        routed(agent="b", asked="choice"),
        routed(agent="a", asked="choice", verdict="wrong_agent"),
        routed(agent="c", asked="open"),
        routed(agent="c"),
        routed(),
    )

    made = report(turns, 7, LATER)

    assert made.questions == {"choice": 2, "open": 1}
    assert made.agents == (
        AgentShare(agent="c", turns=2, wrong=0),
        AgentShare(agent="a", turns=1, wrong=1),
        AgentShare(agent="b", turns=1, wrong=0),
    )


turns = st.builds(
    routed,
    number=st.integers(1, 5),
    follows=st.sampled_from(["", "corrects", "repeats"]),
    agent=st.sampled_from([None, "a", "b"]),
    asked=st.sampled_from([None, "choice", "open"]),
    rounds=st.integers(0, 3),
    mentioned=st.booleans(),
    succeeded=st.sampled_from([None, True, False]),
    verdict=st.sampled_from([None, "good", "wrong_agent"]),
)


@given(st.lists(turns))
def test_rates_are_shares_and_counts_add_up(many):
    made = report(many, 7, LATER)

    for name in RATES:
        share = getattr(made, name)
        assert share is None or 0 <= share <= 1
    assert (made.clarification_rate is None) == (not many)
    assert made.turns == len(many) >= sum(made.questions.values())
    assert sum(made.outcomes.values()) == sum(agent.turns for agent in made.agents)
    assert sum(agent.turns for agent in made.agents) == sum(t.agent is not None for t in many)
    assert all(agent.wrong <= agent.turns for agent in made.agents)
