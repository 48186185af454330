"""Making events: from a time that is said, from a slot that was offered, or by offering slots."""

import re
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from shared.english import When, asked_at, local, read_length, read_when
from shared.models.base import Json
from shared.models.reasoning import PlanRequest, Reference, ToolPlan
from shared.reasoning.embedded.planning.calendar.guests import (
    Guests,
    bare_names,
    found_by,
    guests_in,
    people_in,
)
from shared.reasoning.embedded.planning.calendar.naming import naming_in, title_of
from shared.reasoning.embedded.planning.steps import refused, step
from shared.reasoning.embedded.pointing import known_references, pointed_references

SLOT_KINDS = frozenset({"slot"})
CREATE = "calendar_create_event"
SLOTS = "calendar_find_common_slots"
AHEAD = timedelta(days=7)

_BLOCKS = re.compile(
    r"\b(?:block|hold|reserve|keep|focus|deep work|out of office|ooo)"
    r"\b",
    re.IGNORECASE,
)
_WHOLE_DAYS = re.compile(
    r"\b(?:holidays?|vacation|annual leave|on leave|day off|days off|time off|pto|out of office|ooo"
    r"|birthday|anniversary|conference|trip|travel(?:ling|ing)?|sick(?: leave| day)?|off sick)\b",
    re.IGNORECASE,
)
_LUNCH = re.compile(r"\blunch\b", re.IGNORECASE)
_TAKES = re.compile(
    r"^(?:(?:ok(?:ay)?|yes|great|perfect),? )?(?:book|take|schedule|use|reserve|choose"
    r"|pick|confirm|go (?:with|for)"
    r"|let's (?:do|take|go with)|make it|i(?:'ll| will) take|create|set(?: up)?|add|block)\b",
    re.IGNORECASE,
)
_OFFERING = (
    r"^.*\b(?:slots?|times?|find|meet)\b(?: (?:me|us))?(?: (?:an?|the|some))?(?: free| spare)?"
    r"(?: hours?)?"
)
_ABOUT_NOTHING = re.compile(
    r"meeting(?: (?:for|with|about))?(?: an?)?(?: (?:meeting|call|chat|options))?.{0,3}",
    re.IGNORECASE,
)
_ASKS_WHEN = (
    "When should that be? Say the day and the time, for example “Schedule a meeting with "
    "Sarah next "
    "Tuesday at 2pm”."
)


def book(command: str, request: PlanRequest) -> ToolPlan | None:
    """Book a slot that was offered ("book the second one"); None when it points at none."""
    slots = known_references(request, SLOT_KINDS)
    if not slots or not _TAKES.match(command):
        return None
    chosen = pointed_references(_one(command), slots, SLOT_KINDS)
    times = _times(chosen[0], request) if len(chosen) == 1 else None
    if times is None:
        return None
    start, end = times
    naming = naming_in(command)
    said = guests_in(_TAKES.sub("", naming.text))
    asked = said if said.names else _before(request)
    title = naming.title or _title_before(request, asked)
    found = found_by(asked.names, request)
    made = step(
        CREATE,
        "Book the time chosen",
        title=title or "Meeting",
        start=start,
        end=end,
        minutes=None if end else _minutes_before(command, request),
        attendees=list(found.addresses),
        location=naming.place,
        notes=naming.notes,
    )
    return ToolPlan(steps=(*found.steps, made))


def make(command: str, request: PlanRequest) -> ToolPlan:
    """Plan a new event; without a time of day, times to choose from are looked for."""
    now = asked_at(request)
    naming = naming_in(command)
    when = read_when(naming.text, now, request.profile.preferred.working_hours)
    rest = when.rest_of(naming.text)
    guests = guests_in(rest)
    if not guests.names:
        guests = Guests(bare_names(rest), guests.text)
    timing = _timing(when.there or when, command, meeting=bool(guests.names))
    if timing is None and not guests.names and not when.dated:
        return refused(_ASKS_WHEN)
    found = found_by(guests.names, request)
    title = naming.title or title_of(guests.text, guests.spoken(found))
    if timing is None:
        start, end = window_for(when, now)
        offer = step(
            SLOTS,
            "Find times to choose from",
            people=list(found.addresses),
            minutes=when.minutes or 30,
            start=start,
            end=end,
        )
        return ToolPlan(steps=(*found.steps, offer))
    if not title and (guests.names or _BLOCKS.search(command)):
        title = "Meeting" if guests.names else "Busy"
    if not title:
        return refused(
            "What is it about? Say a name for it, for example “Book the dentist tomorrow at 8:30”."
        )
    made = step(
        CREATE,
        "Make the event",
        title=title,
        **timing,
        attendees=list(found.addresses),
        location=naming.place,
        notes=naming.notes,
        recurrence=when.recurrence,
        **({"time_zone": when.zone} if when.there else {}),
    )
    return ToolPlan(steps=(*found.steps, made))


def window_for(when: When, now: datetime) -> tuple[str, str]:
    """Return from when to when free time is wanted: not before now, and at most a week ahead."""
    window = when.window(now)
    if window is None or not (when.day_named or when.at):
        return local(now.date(), now.time()), (now + AHEAD).date().isoformat()
    start, end = window
    present = local(now.date(), now.time())
    begun = start < present[: len(start)] or (start == present[: len(start)] and "T" not in start)
    return (present, end) if begun and end >= present[: len(end)] else (start, end)


def _timing(when: When, command: str, *, meeting: bool) -> dict[str, Json] | None:
    """Return the arguments that say when it is; None when the time of day is open."""
    if when.first is None or when.last is None:
        return None
    if when.at is None and when.one_day and _LUNCH.search(command) and not when.all_day:
        when = When(when.first, when.last, time(12), time(13), recurrence=when.recurrence)
        return {"start": when.start, "end": when.end}
    blocks = _BLOCKS.search(command) is not None
    if when.at is not None and when.one_day and (when.exact or blocks or _LUNCH.search(command)):
        if when.minutes and not (when.exact and when.until):
            return {"start": when.start, "minutes": when.minutes}
        return {"start": when.start, "end": when.end}
    whole = when.all_day or _WHOLE_DAYS.search(command) is not None
    if when.at is None and not when.minutes and (whole or (blocks and not meeting)):
        days = {"start": when.first.isoformat(), "all_day": True}
        return days if when.one_day else {**days, "end": when.last.isoformat()}
    return None


def _times(slot: Reference, request: PlanRequest) -> tuple[str, str] | None:
    """Return a slot's local start and end; its end may be unknown. None for an id of no slot."""
    zone = ZoneInfo(request.profile.preferred.time_zone)
    start, _, end = slot.id.partition("/")
    try:
        return _local(start, zone), _local(end, zone) if end else ""
    except ValueError:
        return None


def _local(written: str, zone: ZoneInfo) -> str:
    moment = datetime.fromisoformat(written)
    there = moment.astimezone(zone) if moment.tzinfo else moment
    return local(there.date(), there.time())


def _one(command: str) -> str:
    """Return a command in which a time of a list is "one" of it."""
    return re.sub(
        r"\b(first|second|third|fourth|fifth|last) (?:slot|time|option|suggestion|proposal|date)\b",
        r"\1 one",
        command,
        flags=re.IGNORECASE,
    )


def _before(request: PlanRequest) -> Guests:
    """Return whom the slots on offer were looked for with."""
    for said in _asked_before(request):
        rest = read_when(said, asked_at(request)).rest_of(said)
        guests = guests_in(rest)
        if names := guests.names or people_in(rest):
            return Guests(names, guests.text)
    return Guests((), "")


def _title_before(request: PlanRequest, guests: Guests) -> str:
    """Return what the meeting was to be called when the slots on offer were looked for."""
    for said in _asked_before(request):
        naming = naming_in(said)
        plain = guests_in(read_when(naming.text, asked_at(request)).rest_of(naming.text)).text
        plain = re.sub(_OFFERING, "meeting", plain, flags=re.IGNORECASE)
        title = naming.title or title_of(plain, guests.spoken())
        if title and not _ABOUT_NOTHING.fullmatch(title):
            return title
    return title_of("", guests.spoken())


def _minutes_before(command: str, request: PlanRequest) -> int | None:
    """Return how long the meeting is to be, from now or from when slots were looked for."""
    lengths = (read_length(said) for said in (command, *_asked_before(request)))
    return next((minutes for minutes in lengths if minutes), None)


def _asked_before(request: PlanRequest) -> list[str]:
    said = [done.command for done in reversed(request.earlier)]
    spoken = [one.text for one in reversed(request.context.exchanges) if one.role == "user"]
    return [*said, *spoken[:1]]
