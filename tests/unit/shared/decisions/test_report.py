from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.report import report
from shared.models.routed import AgentShare, Routed
from tests.unit.shared.decisions.values import NOW


def routed(number=1, **changes):
    return Routed(turn=f"k/{number}", at=NOW, **changes)


RATES = ("clarification_rate", "first_try_success", "override_rate", "wrong_agent_rate")


def rate(name, *turns):
    return getattr(report(turns, 7), name)


def test_nothing_routed_has_no_rates():
    empty = report((), 30)

    assert (empty.days, empty.turns, empty.questions, empty.agents) == (30, 0, {}, ())
    assert [getattr(empty, name) for name in RATES] == [None] * 4


def test_a_turn_that_asked_was_clarified_however_often():
    turns = (routed(rounds=3), routed(rounds=1), routed(), routed())

    assert rate("clarification_rate", *turns) == 0.5


def test_first_try_success_is_of_the_turns_an_agent_worked_on():
    good = routed(agent="a", succeeded=True)

    assert rate("first_try_success", good, routed(), routed(rounds=1)) == 1
    assert rate("first_try_success", good, routed(agent="a", succeeded=False)) == 0.5
    assert rate("first_try_success", good, routed(agent="a", succeeded=True, rounds=1)) == 0.5
    wrong = routed(agent="a", succeeded=True, verdict="wrong_agent")
    assert rate("first_try_success", good, wrong) == 0.5
    praised = routed(agent="a", succeeded=True, verdict="good")
    assert rate("first_try_success", good, praised) == 1
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

    made = report(turns, 7)

    assert made.questions == {"choice": 2, "open": 1}
    assert made.agents == (
        AgentShare(agent="c", turns=2, wrong=0),
        AgentShare(agent="a", turns=1, wrong=1),
        AgentShare(agent="b", turns=1, wrong=0),
    )


turns = st.builds(
    routed,
    agent=st.sampled_from([None, "a", "b"]),
    asked=st.sampled_from([None, "choice", "open"]),
    rounds=st.integers(0, 3),
    mentioned=st.booleans(),
    succeeded=st.sampled_from([None, True, False]),
    verdict=st.sampled_from([None, "good", "wrong_agent"]),
)


@given(st.lists(turns))
def test_rates_are_shares_and_counts_add_up(many):
    made = report(many, 7)

    for name in RATES:
        share = getattr(made, name)
        assert share is None or 0 <= share <= 1
    assert (made.clarification_rate is None) == (not many)
    assert made.turns == len(many) >= sum(made.questions.values())
    assert sum(agent.turns for agent in made.agents) == sum(t.agent is not None for t in many)
    assert all(agent.wrong <= agent.turns for agent in made.agents)
