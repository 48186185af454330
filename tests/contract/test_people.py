import asyncio

import pytest

from shared.decisions import habits
from shared.models.person import Habit, Person
from shared.models.principal import Principal
from shared.storage.memory import MemoryRows
from shared.storage.people import StoredPeople
from tests.support.fakes import NOON

ANN, BOB = Principal(tenant="acme", user="ann"), Principal(tenant="acme", user="bob")


def using(number, agent="email"):
    habit = Habit(turn=f"k/{number}", agent=agent, at=NOON)
    return lambda person: habits.used(person, habit)


@pytest.fixture
def people(rows):
    return StoredPeople(rows)


async def test_of_a_person_not_seen_before_nothing_is_known(people):
    assert await people.get(ANN) == Person()


async def test_what_is_remembered_comes_back(people):
    await people.change(ANN, using(1))
    await people.change(ANN, using(2, "notes"))

    assert await people.get(ANN) == using(2, "notes")(using(1)(Person()))


async def test_changes_made_at_the_same_time_are_all_kept(people):
    await asyncio.gather(*(people.change(ANN, using(number)) for number in range(8)))

    assert {habit.turn for habit in (await people.get(ANN)).habits} == {
        f"k/{number}" for number in range(8)
    }


@pytest.mark.parametrize("other", [BOB, Principal(tenant="globex", user="ann")])
async def test_people_are_kept_apart(people, other):
    await people.change(ANN, using(1))

    assert await people.get(other) == Person()


async def test_a_change_that_changes_nothing_is_not_written():
    done = []
    people = StoredPeople(MemoryRows(lambda operation, _: done.append(operation)))
    await people.change(ANN, using(1))
    done.clear()

    await people.change(ANN, using(1))

    assert "commit" not in done
