"""Where a person is and when they work: kept at their word, told when they ask."""

from datetime import time
from zoneinfo import ZoneInfo

from shared.english import Myself, read_myself
from shared.english.rules import DAY_NAMES
from shared.english.zones import spoken
from shared.models.person import Person
from shared.models.profile import WorkingHours
from shared.profiles import observed, set_own
from shared.queries.handler import Asked, InOnePiece
from shared.queries.phrases import one_line
from shared.services import Services
from shared.words import either


class OwnTime(InOnePiece):
    """Takes what a person says of their own time zone and working hours."""

    id = "own-time"
    priority = 120

    def can_handle(self, asked: Asked) -> bool:
        """Take a statement or a question about the person's own time."""
        return read_myself(asked.text) is not None

    async def text(self, asked: Asked, services: Services) -> str:
        """Keep what was said, and say what holds from now on."""
        return await _answer(read_myself(asked.text) or Myself(), asked, services)


async def _answer(said: Myself, asked: Asked, services: Services) -> str:
    if said.place and not said.zone:
        place = one_line(said.place)
        return (
            f"I know no time zone called “{place}”, so nothing was changed. Say a big city in it, "
            "or its name, for example “Europe/Berlin”."
        )
    if said.zone:
        await set_own(services, asked.principal, time_zone=said.zone)
        there = services.clock.now().astimezone(ZoneInfo(said.zone))
        return (
            f"From now on I take your times to be {spoken(said.zone)} ({said.zone}), where it is "
            f"{there.hour}:{there:%M} now."
        )
    if said.hours is not None:
        await set_own(services, asked.principal, working_hours=said.hours.model_dump(mode="json"))
        return f"From now on I take it that you work {_told(said.hours)}."
    workspace = await services.workspaces.open(asked.principal)
    return _known(await observed(services, asked.principal, workspace))


def _known(person: Person) -> str:
    zone, hours = person.known.time_zone, person.known.working_hours
    seen = person.observed.settings if person.observed else None
    if person.set("time_zone"):
        whence = "as you told me"
    elif seen is not None and seen.time_zone:
        whence = "as your calendar says"
    else:
        whence = "as your client says" if person.client_zone else "since I know no other"
    return (
        f"Your time zone is {zone}, {whence}, and you work {_told(hours)}. Say “I'm in Tokyo now” "
        "or “I work from 8 to 4” to change that."
    )


def _told(hours: WorkingHours) -> str:
    days = either([DAY_NAMES[day] for day in sorted(hours.days)], "and")
    workdays = tuple(sorted(hours.days)) == WorkingHours().days
    when = "Monday to Friday" if workdays else days
    return f"from {_clock(hours.start)} to {_clock(hours.end)}, {when}"


def _clock(at: time) -> str:
    return f"{at.hour}:{at:%M}"
