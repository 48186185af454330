"""The tools that look for time: who is free, and when everybody is."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any, cast

from pydantic import Field

from shared.decisions.risk import ToolRules
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.tools.parameters import Several
from shared.tools.times import is_date, local_text, window
from shared.tools.tool import Desk, Said, Tool
from shared.tools.wording import count, day, listed, one_line, people, span
from shared.workspace.calendar.listing import END, START, every, period
from shared.workspace.calendar.people import called, resolve
from shared.workspace.calendar.port import Attendee, Busy, Calendar, Event, FreeBusy
from shared.workspace.calendar.slots import Span, blocks, free, overlap, slots, working
from shared.workspace.calendar.wording import listed_of, title

LONGEST = timedelta(days=62)
_MAX_BUSY = 200
_LISTED = 10
_KEPT = timedelta(hours=1)
"""A colleague's new meeting may take this long to show; it is looked for again before booking."""
_SHORTEST = timedelta(minutes=5)
_ME = "me"


class CheckAvailability(Payload):
    """Whose time to look at, and when."""

    start: str = Field(description=START)
    end: str = Field(default="", description=END)
    people: Several = Field(
        default=(), max_length=20, description="Addresses or names of others; the person counts too"
    )


class FindCommonSlots(Payload):
    """Who is to meet, for how long, and between when."""

    start: str = Field(description=START)
    end: str = Field(default="", description=END)
    people: Several = Field(
        default=(), max_length=20, description="Addresses or names of others; the person counts too"
    )
    minutes: int = Field(default=30, ge=5, le=720, description="How long the meeting takes")
    limit: int = Field(default=5, ge=1, le=20)


async def _own(desk: Desk, time: Span) -> list[Event]:
    """Return what takes the person's own time."""
    return [e for e in await every(desk.workspace[Calendar], time, desk.zone) if blocks(e)]


async def _busy(
    desk: Desk, time: Span, own: Iterable[Event], others: Sequence[Attendee]
) -> FreeBusy:
    """Return when the person and these others are busy; the person's own with their titles."""
    mine = [Busy(person=_ME, starts_at=e.starts_at, ends_at=e.ends_at, title=title(e)) for e in own]
    emails = [one.email for one in others]
    seen = FreeBusy(busy=())
    if emails:
        seen = await desk.workspace[Calendar].free_busy(emails, time.starts_at, time.ends_at)
    within = (one for one in (*mine, *seen.busy) if overlap(one, time))
    busy = sorted(within, key=lambda one: (one.starts_at, one.ends_at, one.person))
    return FreeBusy(busy=tuple(busy), unknown=seen.unknown)


def _left(desk: Desk, time: Span, busy: Iterable[Busy]) -> list[Span]:
    """Return what is left of the working hours to come, from the next minute on."""
    next_minute = desk.now.replace(second=0, microsecond=0) + timedelta(minutes=1)
    to_come = Span(max(time.starts_at, next_minute), time.ends_at)
    hours = desk.profile.preferred.working_hours
    left = free(working(to_come, hours, desk.zone), busy)
    return [one for one in left if one.ends_at - one.starts_at >= _SHORTEST]


def _stretch(desk: Desk, time: Span) -> dict[str, Json]:
    """Return a time as results carry it; its id is the local time it begins, to be booked by."""
    return {
        "id": local_text(time.starts_at, desk.zone),
        "starts_at": time.starts_at.isoformat(),
        "ends_at": time.ends_at.isoformat(),
        "label": span(*time, desk.zone, desk.now),
    }


async def check(desk: Desk, wanted: CheckAvailability) -> Json:
    """Say whether everybody is free, who is not, and what is left of the working hours.

    The one event that takes the person's own time can be pointed at next.
    """
    time = Span(*window(wanted.start, wanted.end, desk.zone, LONGEST))
    others, own = await resolve(desk, wanted.people), await _own(desk, time)
    seen = await _busy(desk, time, own, others)
    taken = [e for e in own if overlap(e, time)]
    return {
        "free": not seen.busy,
        "busy": [one.model_dump(mode="json") for one in seen.busy[:_MAX_BUSY]],
        "free_slots": [_stretch(desk, one) for one in _left(desk, time, seen.busy)],
        "unknown": list(seen.unknown),
        "people": [one.model_dump(mode="json", include={"email", "name"}) for one in others],
        "event": listed_of(taken[0], desk) if len(taken) == 1 and not others else None,
        "start": time.starts_at.isoformat(),
        "end": time.ends_at.isoformat(),
    }


async def find_slots(desk: Desk, wanted: FindCommonSlots) -> Json:
    """Find times that suit everybody, within the person's working hours."""
    time = Span(*window(wanted.start, wanted.end, desk.zone, LONGEST))
    if time.ends_at <= desk.now:
        raise ToolFailed("That time is over, so nobody can meet then.", "params", recoverable=True)
    others = await resolve(desk, wanted.people)
    seen = await _busy(desk, time, await _own(desk, time), others)
    length = timedelta(minutes=wanted.minutes)
    found = slots(_left(desk, time, seen.busy), length, desk.zone, wanted.limit)
    return {
        "slots": [_stretch(desk, one) for one in found],
        "unknown": list(seen.unknown),
        "people": [one.model_dump(mode="json", include={"email", "name"}) for one in others],
        "start": time.starts_at.isoformat(),
        "end": time.ends_at.isoformat(),
    }


def _say_availability(said: Said) -> str:
    result = cast("dict[str, Any]", said.result)
    unseen = _say_unknown(said)
    if result["free"]:
        seen = "Everybody whose calendar I can see" if unseen else "Everybody"
        return f"{f'{seen} is' if result['people'] else 'You are'} free {_exact(said)}.{unseen}"
    names = _names(said)
    lines = [f"- {_say_busy(Busy.model_validate(one), names, said)}" for one in result["busy"]]
    more = len(lines) - _LISTED
    rest = [f"... and {more} more"] if more > 0 else []
    left = ", ".join(slot["label"] for slot in result["free_slots"][:_LISTED])
    free_times = f"Free in working hours: {left}." if left else "No working hours are left free."
    opening = f"These times are taken {_exact(said)}:"
    return "\n".join([opening, *lines[:_LISTED], *rest, f"{free_times}{unseen}"])


def _names(said: Said) -> dict[str, str]:
    everybody = cast("dict[str, Any]", said.result)["people"]
    known = {one["email"].casefold(): called(one, said.profile) for one in everybody}
    return {**known, _ME: "You"}


def _exact(said: Said) -> str:
    """Return the time asked about, by the clock where it was asked about by the clock."""
    result = cast("dict[str, str]", said.result)
    if is_date(str(said.arguments.get("start"))):
        return period(said)
    return span(result["start"], result["end"], said.zone, said.now)


def _say_busy(one: Busy, names: Mapping[str, str], said: Said) -> str:
    who = names.get(one.person.casefold()) or one_line(one.person)
    what = f" (**{one_line(one.title)}**)" if one.title else ""
    return f"{who}: {span(one.starts_at, one.ends_at, said.zone, said.now)}{what}"


def _say_unknown(said: Said) -> str:
    return _unseen(cast("dict[str, Any]", said.result)["unknown"], _names(said))


def _unseen(emails: Sequence[str], names: Mapping[str, str]) -> str:
    """Return a sentence about whose calendars cannot be seen; "" for nobody."""
    unknown = [names.get(email.casefold(), email) for email in emails]
    return f" I can't see the calendar of {people(unknown)}." if unknown else ""


def _say_slots(said: Said) -> str:
    result = cast("dict[str, Any]", said.result)
    minutes = said.arguments.get("minutes") or FindCommonSlots.model_fields["minutes"].default
    guests = people(called(one, said.profile) for one in result["people"])
    whom = f" with {guests}" if guests else ""
    unseen = _say_unknown(said)
    found = [slot["label"] for slot in result["slots"]]
    if not found:
        return (
            f"There are no {count(minutes, 'minute')} free for a meeting{whom} "
            f"{period(said)} within your working hours.{unseen}"
        )
    note = f"\n{unseen.strip()}" if unseen else ""
    return f"Times for {count(minutes, 'minute')}{whom}:\n{listed(found, len(found))}{note}"


def _ask_which(result: Json) -> str:
    """Ask which time to book, and say whose calendar it does not go by."""
    held = cast("dict[str, Any]", result)
    names = {one["email"].casefold(): one["name"] or one["email"] for one in held["people"]}
    return f"Which of these times should I book?{_unseen(held['unknown'], names)}"


def _suggest_slots(said: Said) -> tuple[str, ...]:
    result = cast("dict[str, Any]", said.result)
    if not result["slots"]:
        return ()
    first, _, clock = result["slots"][0]["id"].partition("T")
    there = day(first, said.zone, said.now)
    emails = " and ".join(one["email"] for one in result["people"])
    whom = f" with {emails}" if emails else ""
    return (f"Schedule a meeting{whom} on {there} at {clock[:5]}",)


CHECK_AVAILABILITY = Tool(
    "calendar_check_availability",
    "Say whether the person, and others whose calendars can be seen, are free at a time",
    CheckAvailability,
    ToolRules(item="event", item_kind="event", item_label="title", own=True),
    check,
    _say_availability,
    keep=_KEPT,
)
FIND_COMMON_SLOTS = Tool(
    "calendar_find_common_slots",
    "Find times within working hours when the person and others are all free, to meet",
    FindCommonSlots,
    ToolRules(
        items="slots",
        item_kind="slot",
        item_label="label",
        asks=_ask_which,
        otherwise="time",
        own=True,
    ),
    find_slots,
    _say_slots,
    keep=_KEPT,
    suggest=_suggest_slots,
)
