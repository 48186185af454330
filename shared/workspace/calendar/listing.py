"""The tool that lists what is in the calendar."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from pydantic import Field

from shared.decisions.risk import Arguments, ToolRules
from shared.models.base import Json, Payload
from shared.tools.times import from_moment, window
from shared.tools.tool import Desk, Said, Tool
from shared.tools.wording import clock, count, day, moment, one_line
from shared.words import tells
from shared.workspace.calendar.port import Calendar, Event
from shared.workspace.calendar.slots import Span, overlap, placed
from shared.workspace.calendar.wording import describe, event_in, event_line, listed_of

START = "Local date or time it begins: 2026-11-27 or 2026-11-27T15:00"
END = "Local date (that whole day) or time it ends; empty: the end of that day"
_LONGEST = timedelta(days=366)
_WEEK = timedelta(days=7)
_DATE = len("2026-11-26")
_MIDNIGHT = "00:00"
_PAGE = 250
_SHOWN = 25
"""More than other lists show: a week is of use only as a whole."""


class ListEvents(Payload):
    """What to list."""

    start: str = Field(description=START)
    end: str = Field(default="", description=END)
    query: str = Field(
        default="",
        max_length=200,
        description="Words in their title, notes, place or attendees",
    )
    unanswered: bool = Field(default=False, description="Only unanswered invitations")
    limit: int = Field(default=50, ge=1, le=250)


async def list_events(desk: Desk, wanted: ListEvents) -> Json:
    """List what overlaps a time, earliest first.

    What the calendar itself finds for some words comes first; where that is nothing, words may be
    written otherwise ("kickoff", "kick-off") or slightly wrong.
    """
    begins, ends = (from_moment(one, desk.zone) for one in (wanted.start, wanted.end))
    start, end = window(begins, ends, desk.zone, _LONGEST)
    calendar, time, query = desk.workspace[Calendar], Span(start, end), wanted.query.strip()
    listed: Sequence[Event] = ()
    if not wanted.unanswered:
        listed = await calendar.events(start, end, query, wanted.limit + 1)
    if (query or wanted.unanswered) and not listed:
        events = await every(calendar, time, desk.zone)
        fitting = [one for one in events if not query or tells(query, _text(one))]
        listed = [one for one in fitting if not wanted.unanswered or _open(one)]
        listed = listed[: wanted.limit + 1]
    found = _within(listed, time, desk.zone)
    return {
        "events": [listed_of(event, desk) for event in found[: wanted.limit]],
        "more": len(listed) > wanted.limit,
        "start": start.isoformat(),
        "end": end.isoformat(),
    }


def _open(event: Event) -> bool:
    """Whether an event is an invitation that waits for the person's answer."""
    return not event.mine and event.response == "none"


def _text(event: Event) -> str:
    people = (f"{one.name} {one.email}" for one in event.attendees)
    return " ".join((event.title, event.location, event.notes, event.organizer, *people))


def _within(events: Iterable[Event], time: Span, zone: ZoneInfo) -> list[Event]:
    """Return events by the person's clocks, without whole days that are over there."""
    found = (placed(event, zone) for event in events)
    return [event for event in found if not event.all_day or overlap(event, time)]


async def every(calendar: Calendar, time: Span, zone: ZoneInfo) -> list[Event]:
    """Return all events that overlap a time, however many pages of them there are."""
    found: dict[str, Event] = {}
    start = time.starts_at
    while True:
        page = await calendar.events(start, time.ends_at, limit=_PAGE)
        new = [event for event in page if event.id not in found]
        found.update((event.id, event) for event in new)
        if len(page) < _PAGE or not new:
            return _within(found.values(), time, zone)
        start = max(start, page[-1].starts_at)


def _say(said: Said) -> str:
    result = cast("dict[str, Any]", said.result)
    events = [event_in(item) for item in result["events"]]
    query = one_line(said.arguments.get("query"), 80)
    about = f' about "{query}"' if query else ""
    time = period(said)
    invited = bool(said.arguments.get("unanswered"))
    if not events:
        what = "no invitation without your answer" if invited else "nothing"
        return f"There is {what}{about} in your calendar {time}."
    least = "at least " if result["more"] else ""
    what = count(len(events), "unanswered invitation" if invited else "event")
    opening = f"You have {least}{what}{about} {time}:"
    shown = [f"{n}. {event_line(event, said)}" for n, event in enumerate(events[:_SHOWN], 1)]
    left = len(events) - len(shown)
    rest = [f"... and {least}{left} more"] if left else []
    return "\n".join([opening, *shown, *rest])


def period(said: Said) -> str:
    """Return the time a result is about: "on Thu 26 Nov", "from Mon 23 Nov to Fri 27 Nov".

    Of a part of a day it says which: "on Thu 26 Nov between 15:00 and 16:00".
    """
    result = cast("dict[str, str]", said.result)
    first, over = (moment(result[name], said.zone) for name in ("start", "end"))
    last = over - timedelta(minutes=1)
    begins, ends = (day(when, said.zone, said.now) for when in (first, last))
    if first.date() != last.date():
        return f"from {begins} to {ends}"
    return f"on {begins}{_hours(first, over, said.zone)}"


def _hours(first: datetime, over: datetime, zone: ZoneInfo) -> str:
    since, until = (clock(when, zone) for when in (first, over))
    if since == until == _MIDNIGHT:
        return ""
    if since == _MIDNIGHT:
        return f" before {until}"
    return f" from {since} on" if until == _MIDNIGHT else f" between {since} and {until}"


def _all_then(arguments: Arguments) -> dict[str, Json] | None:
    """Return a search for everything at that time; None where it was one.

    Of a day without an hour, and of what is called by more than a word, it is what is around it:
    people name a meeting better than when it is.
    """
    kept = {name: value for name, value in arguments.items() if name not in {"query", "limit"}}
    if not arguments.get("query"):
        return None
    try:
        named = len(str(arguments["query"]).split()) > 1
        days = (str(kept.get(name))[: _DATE if named else None] for name in ("start", "end"))
        start, end = map(date.fromisoformat, days)
        return {**kept, "start": str(start - _WEEK), "end": str(end + 2 * _WEEK)}
    except (ValueError, OverflowError):
        return kept


def _suggest(said: Said) -> tuple[str, ...]:
    if not cast("dict[str, Any]", said.result)["events"]:
        return ("What's on my calendar next week?",)
    return ("Find conflicts in my calendar this week", "Which meetings am I not prepared for?")


LIST_EVENTS = Tool(
    "calendar_list_events",
    "List the events in the calendar between two times, with attendees, place and notes",
    ListEvents,
    ToolRules(
        items="events",
        item_kind="event",
        item_label="title",
        describe=describe,
        widest=_all_then,
    ),
    list_events,
    _say,
    suggest=_suggest,
)
