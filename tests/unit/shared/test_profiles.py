"""Whose word counts for where a person is and when they work."""

from datetime import time

import pytest

from shared.errors import ToolFailed
from shared.models.person import Observed, Person
from shared.models.profile import Account, CalendarSettings, Preferred, WorkingHours
from shared.profiles import client_in, profile_of, set_own
from shared.tools.workspace import Workspace
from shared.workspace.calendar.port import Calendar
from tests.support.scheduled import ADA, Desk

EARLY = WorkingHours(start=time(7), end=time(15))
BERLIN = CalendarSettings(time_zone="Europe/Berlin", working_hours=EARLY)


def services():
    return Desk().services


class Said:
    """A calendar that says this of its owner, and counts how often it is asked."""

    def __init__(self, settings=BERLIN, failure=None):
        self.given, self.failure, self.asked = settings, failure, 0

    async def settings(self):
        self.asked += 1
        if self.failure:
            raise self.failure
        return self.given


def workspace(calendar, account="a"):
    return Workspace({Calendar: calendar}, (Account(id=account, provider="google"),))


async def preferred(world, calendar, account="a"):
    return (await profile_of(world, ADA, workspace(calendar, account))).preferred


async def test_the_calendar_says_where_a_person_is_and_is_asked_once():
    world, calendar = services(), Said()
    for _ in range(2):
        found = await preferred(world, calendar)
        assert (found.time_zone, found.working_hours) == ("Europe/Berlin", EARLY)
    assert calendar.asked == 1


async def test_other_accounts_are_asked_anew():
    world = services()
    await preferred(world, Said())
    found = await preferred(world, Said(CalendarSettings(time_zone="Asia/Tokyo")), account="b")
    assert (found.time_zone, found.working_hours) == ("Asia/Tokyo", WorkingHours())


async def test_what_a_person_says_themselves_wins():
    world, calendar = services(), Said()
    await set_own(world, ADA, time_zone="UTC")
    found = await preferred(world, calendar)
    assert (found.time_zone, found.working_hours) == ("UTC", EARLY)
    await set_own(world, ADA, working_hours={"start": "10:00", "end": "18:00"})
    assert (await preferred(world, calendar)).working_hours.start == time(10)


async def test_a_zone_there_is_not_is_refused():
    with pytest.raises(ValueError, match="time zone"):
        await set_own(services(), ADA, time_zone="Mars/Olympus")


async def test_the_clients_zone_is_taken_for_want_of_anything_better():
    world = services()
    await client_in(world, ADA, "Asia/Tokyo")
    assert (await preferred(world, Said(CalendarSettings()))).time_zone == "Asia/Tokyo"
    assert (await preferred(world, Said(), "b")).time_zone == "Europe/Berlin"


async def test_a_calendar_that_cannot_be_asked_is_asked_again():
    world = services()
    assert (await preferred(world, Said(failure=ToolFailed("busy")))).time_zone == "UTC"
    assert (await preferred(world, Said())).time_zone == "Europe/Berlin"


def test_what_was_stored_before_and_is_not_the_default_is_the_persons_own():
    seen = Observed(accounts=(), settings=BERLIN)
    stored = Person(preferred=Preferred(time_zone="Asia/Tokyo"), observed=seen)
    assert (stored.known.time_zone, stored.known.working_hours) == ("Asia/Tokyo", EARLY)
