from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions import habits
from shared.models.agent import Agent
from shared.models.person import KEPT_HABITS, KEPT_PREFERENCES, Habit, Person, Preference, Taught
from shared.models.steps import Suggestion
from tests.unit.shared.decisions.values import NOW

AB = ("a", "b")


def habit(number, agent="a"):
    return Habit(turn=f"k/{number}", agent=agent, at=NOW + timedelta(minutes=number))


def towards(degrees):
    """Return a unit vector; the cosine of two of them is that of the angle between."""
    angle = np.radians(degrees)
    return np.array([np.cos(angle), np.sin(angle), *[0] * 382], np.float32)


def choice(number, agent="a", among=AB, degrees=0):
    return Preference(
        turn=f"k/{number}",
        text="mail",
        among=among,
        agent=agent,
        point=habits.packed(towards(degrees)),
        at=NOW + timedelta(minutes=number),
    )


def preferring(*choices):
    person = Person()
    for one in choices:
        person = habits.prefer(person, one)
    return person


def using(*agents):
    person = Person()
    for number, agent in enumerate(agents):
        person = habits.used(person, habit(number, agent))
    return person


# --- habits


def test_favourites_are_what_is_used_most_and_of_equals_the_latest():
    assert habits.favourites(using("a", "b", "c", "c", "a", "d")) == ("a", "c", "d", "b")


def test_a_person_not_seen_before_has_no_favourites():
    assert habits.favourites(Person()) == ()


@given(st.lists(st.tuples(st.integers(0, 80), st.sampled_from("abc")), max_size=120))
def test_a_turn_is_a_habit_once_and_habits_keep_to_their_cap(uses):
    person, first = Person(), {}
    for number, agent in uses:
        first.setdefault(number, agent)
        person = habits.used(person, habit(number, agent))
        assert habits.used(person, habit(number, "other")) == person
        turns = [known.turn for known in person.habits]
        assert len(turns) == len(set(turns)) == min(len(first), KEPT_HABITS)
        if len(first) <= KEPT_HABITS:
            assert {known.turn: known.agent for known in person.habits} == {
                f"k/{number}": agent for number, agent in first.items()
            }


# --- preferences


@pytest.mark.parametrize(
    ("degrees", "close", "agent"),
    [
        (0, ("a", "b"), "b"),
        (36, ("a", "b"), "b"),
        (38, ("a", "b"), ""),
        (0, ("b",), "b"),
        (0, ("a",), ""),
        (0, ("a", "b", "c"), ""),
        (0, ("a", "c"), ""),
    ],
)
def test_a_choice_counts_for_a_like_request_among_the_same_agents(degrees, close, agent):
    person = preferring(choice(1, "b"))

    assert habits.preferred(person, towards(degrees), close) == agent


def test_a_newer_choice_for_the_same_ambiguity_replaces_the_older():
    person = preferring(choice(1, "a"), choice(2, "b", degrees=10))

    assert [known.turn for known in person.preferences] == ["k/2"]
    assert habits.preferred(person, towards(0), AB) == "b"


def test_choices_for_other_requests_or_among_others_stand_side_by_side():
    person = preferring(choice(1, "a"), choice(2, "b", degrees=90), choice(3, "c", ("a", "c")))

    assert len(person.preferences) == 3
    assert habits.preferred(person, towards(0), AB) == "a"
    assert habits.preferred(person, towards(90), AB) == "b"
    assert habits.preferred(person, towards(0), ("a", "c")) == "c"


def test_of_two_choices_that_both_fit_the_newer_counts():
    wide = ("a", "b", "c")

    assert habits.preferred(preferring(choice(1, "a"), choice(2, "b", wide)), towards(0), AB) == "b"


amongs = st.sets(st.sampled_from("abcd"), min_size=2).map(lambda s: tuple(sorted(s)))
choices = st.builds(
    lambda number, among, pick, degrees: choice(number, among[pick % len(among)], among, degrees),
    st.integers(0, 40),
    amongs,
    st.integers(0, 3),
    st.sampled_from(range(0, 360, 20)),
)


@given(st.lists(choices, max_size=40), amongs, st.sampled_from(range(0, 360, 20)))
def test_a_preference_is_only_applied_among_agents_that_are_close_now(made, close, degrees):
    person = preferring(*made)

    agent = habits.preferred(person, towards(degrees), close)

    assert len(person.preferences) <= KEPT_PREFERENCES
    assert agent in {"", *close}
    if agent:
        assert any(
            known.agent == agent
            and set(close) <= set(known.among)
            and habits.unpacked(known.point) @ towards(degrees) >= habits.SAME_REQUEST
            for known in person.preferences
        )


@given(st.lists(choices, max_size=10))
def test_preferring_the_same_turn_twice_changes_nothing(made):
    person = preferring(*made)

    assert all(habits.prefer(person, known) == person for known in person.preferences)


def test_a_vector_survives_being_stored_but_for_half_its_precision():
    vector = np.random.default_rng(7).standard_normal(384).astype(np.float32)
    vector /= np.linalg.norm(vector)

    assert np.allclose(habits.unpacked(habits.packed(vector)), vector, atol=1e-3)
    assert len(habits.packed(vector)) == 1024


# --- suggestions


def test_what_to_ask_is_shown_of_the_first_agents_that_show_it():
    agents = [
        Agent(
            id=name,
            name=name.upper(),
            description="",
            examples=() if name == "b" else (f"first {name}", "second"),
        )
        for name in "abcde"
    ]

    assert habits.suggestions(agents) == tuple(
        Suggestion(agent=name, name=name.upper(), text=f"first {name}") for name in "acd"
    )
    assert habits.suggestions([]) == ()


def test_a_choice_that_was_wrong_is_forgotten_alone():
    kept, wrong = choice(1), choice(2, degrees=90)
    person = Person(preferences=(kept, wrong))

    assert habits.regret(person, wrong.turn).preferences == (kept,)


def test_what_is_older_than_an_agent_was_anothers():
    person = Person(
        habits=(Habit(turn="1", agent="rent", at=NOW), Habit(turn="2", agent="lift", at=NOW)),
        preferences=tuple(
            Preference(turn=name, text="t", among=("lift", "rent"), agent=name, point="", at=NOW)
            for name in ("rent", "lift", "gone")
        ),
        taught=(Taught(agent="rent", text="t", point="", at=NOW),),
    )
    born = {"rent": NOW + timedelta(seconds=1), "lift": NOW}

    today = habits.of_today(person, born.get)

    assert [habit.agent for habit in today.habits] == ["lift"]
    assert [choice.agent for choice in today.preferences] == ["lift", "gone"]
    assert today.taught == ()
