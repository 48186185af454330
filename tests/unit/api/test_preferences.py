import pytest

from shared.decisions import habits
from shared.models.person import Habit, Preference

PREFERENCES = "/api/v1/preferences"


@pytest.fixture
async def chosen(world):
    """Someone who chose once."""
    now = world.clock.now()
    choice = Preference(
        turn="k/1",
        text="who owes rent",
        among=("lift", "rent"),
        agent="rent",
        point=habits.packed(world.services.encoder.encode(["who owes rent"])[0]),
        at=now,
    )
    habit = Habit(turn="k/1", agent="rent", at=now)
    await world.services.people.change(
        world.caller, lambda person: habits.prefer(habits.used(person, habit), choice)
    )
    return world


async def preferences(world):
    return (await world.call("GET", PREFERENCES)).json()["preferences"]


async def test_choices_are_shown_in_words_without_vector_or_thread(chosen):
    assert await preferences(chosen) == [
        {
            "text": "who owes rent",
            "among": ["lift", "rent"],
            "agent": "rent",
            "at": "2026-11-21T09:00:00Z",
        }
    ]


async def test_choices_are_forgotten_and_habits_are_not(chosen):
    response = await chosen.call("DELETE", PREFERENCES)

    assert (response.status_code, response.json()) == (200, {"preferences": []})
    assert await preferences(chosen) == []
    assert habits.favourites(await chosen.services.people.get(chosen.caller)) == ("rent",)


async def test_whoever_is_new_has_no_choices(world):
    assert await preferences(world) == []
    assert (await world.call("DELETE", PREFERENCES)).status_code == 200


@pytest.mark.parametrize("other", [{"user": "bob"}, {"tenant": "globex"}])
async def test_choices_are_shown_to_and_forgotten_for_their_person_alone(chosen, other):
    somebody, chosen.caller = chosen.caller, chosen.caller.model_copy(update=other)
    assert await preferences(chosen) == []
    await chosen.call("DELETE", PREFERENCES)
    chosen.caller = somebody
    assert len(await preferences(chosen)) == 1
