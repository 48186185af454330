"""Making events: at a time that is said, at a slot that was offered, or by offering slots."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta

from shared.english import When
from shared.english.lengths import length_of_days
from shared.english.zones import find_zone
from shared.models.base import Json
from shared.models.reasoning import Reference
from shared.understanding.folding import fold
from shared.understanding.marking import Span, meets
from shared.understanding.parties import named
from shared.understanding.pointing import pointed_references
from shared.understanding.said import TOGETHER, Said
from shared.understanding.times import (
    completed,
    kept,
    minutes_said,
    read,
    when_of,
    when_said,
    window_for,
)
from shared.understanding.work import Asked, Work
from shared.workspace.calendar.frames.beside import beside
from shared.workspace.calendar.frames.events import THIS_TIME, singular
from shared.workspace.calendar.frames.forms import ROOM
from shared.workspace.calendar.frames.guests import Guests, guests
from shared.workspace.calendar.frames.naming import (
    BLOCKS,
    SLOT_KINDS,
    anew,
    notes_of,
    only_named,
    place_of,
    title_of,
    with_people,
)

CREATE = "calendar_create_event"
SLOTS = "calendar_find_common_slots"

_WHOLE_DAYS = re.compile(
    r"\b(?:holidays?|vacation|annual leave|on leave|leave|(?:day|days|time|im|i'm) off|pto"
    r"|out of office|ooo|birthdays?|b-?day|anniversary|conference|trip|travel(?:ling|ing)?"
    r"|sick(?: leave| day)?|deadline|due|bin day|inset day)\b"
)
_ALL_DAY = re.compile(r"\b(?:all|whole|full|entire)[ -](?:the )?days?\b")
_UNTIL = re.compile(r"\b(?:to|through|thru|until|till?|and)\b|-")
_EVENING = re.compile(r"\b(?:dinner|supper|drinks|theatre|concert|gig|pub|cinema|party)\b")
_ALONE = re.compile(
    r"\b(?:(?:just|only) (?:for )?(?:me|myself)|(?:for|by) myself|nobody else|no one else"
    r"|no ?body but me|me alone)\b"
)
"""Nobody is invited, whoever is named: it may be for their report."""
_SEVERAL = frozenset({"them", "they", "these", "those"})
"""Pronouns of several people."""
_NO_REPEAT = frozenset({"the", "a", "an"})
"""What by itself says nothing of how often something is."""
_LOOKS = (
    r"find|look|search|suggest\w*|propose|when|free|availab\w+|slots?|openings?|gaps?|options?"
    r"|times?"
)
"""Words for only looking for times."""
_BOOKS = re.compile(
    r"\b(?:book|schedule|arrange|organi[sz]e|fix|pencil|squeeze|(?:set|line)[ -]?up|sort(?: out)?"
    r"|(?:put|get|enter|mark|add|stick|pop) (?:(?:it|that|one|something) (?:in|down)\b|[^.!?]*?"
    r"\b(?:in|into|on|to) (?:the|my|our) (?:calend[ae]r|diary|agenda|books))"
    r"|be (?:entered|booked|scheduled|arranged|put))\b",
    re.IGNORECASE,
)
_NOT_YET = re.compile(
    r"\b(?:no|not|nothing|never|without|before|when|what times?|\w+n['\u2019]?t)\b[^.,;!?]*$",
    re.IGNORECASE,
)
"""What stands before a booking that is not ordered: "no need to book", "when can I book her"."""
_NOON = 12
_DAY = 24 * 60
_FIRST = re.compile(
    r"(?<!\bat the )\b(?:earliest|soonest)\b"
    r"|\bfirst (?:one|slot|time|(?:(?:half|full|whole|free) )*hour|of (?:them|those|these))\b"
)
_THAT_ONE = re.compile(r"\b(?:there|then|it|that(?: one| slot| time)?|this one)\b")
"""What points at the time that was asked for, where it was the earliest."""
_ASKS_WHEN = (
    "When should that be? Say the day and the time, for example “Schedule a meeting with Sarah "
    "next Tuesday at 2pm”."
)
_ASKS_WHAT = "What is it about? Say a name for it, for example “Book the dentist tomorrow at 8:30”."


def create(work: Work) -> None:
    """Make an event; without a time of day, look for times to choose from."""
    said = work.said
    said = work.said = replace(said, spans=tuple(_as_place(said, one) for one in said.spans))
    if "private" in f"{said.rest} {said.joined('flag')}".casefold().split():
        raise Asked(
            "I can't make an event private: those who see your calendar would see it. Say it again "
            "without “private” if that is fine."
        )
    if slot := _slot_meant(work):
        book(work, slot)
        return
    timing = beside(work)
    said, when = work.said, _time(work)
    guest_spans = (*kept(said, "person", "organisation"), *_pronouns(said))
    timing = timing or _timing(work, when, meeting=bool(_invited(work, guest_spans)))
    if timing is None and not when.dated and not _invited(work, guest_spans):
        raise Asked(_ASKS_WHEN, "time")
    asked = said.says(r"find|suggest\w*|when|free|slots?|(?<!some )times?|soon")
    told = any(one.lacks == "time" for one in work.request.context.clarified)
    asked = asked or bool(kept(said, "duration") and not told)
    if timing is None and not (when.dated or asked or said.has("time")):
        raise Asked(_ASKS_WHEN, "time")
    if timing is None and when.recurrence:
        raise Asked("At what time should it be, each time?", "time")
    found = guests(work, _invited(work, guest_spans))
    if timing is None:
        _offer(work, when, found)
        return
    zone: dict[str, Json] = {"time_zone": when.zone} if when.there else {}
    title = _called(work, found)
    _make(work, title, found, **timing, recurrence=when.recurrence, **zone)


def _pronouns(said: Said) -> list[Span]:
    """Return who is to come by a pronoun that only the network of what is said marks."""
    marks = (one for one in said.parties if one.part in {"to", "copy"} and named(one.text).pronoun)
    free = (one for one in marks if not any(meets(one, span) for span in said.spans))
    return [Span("person", one.text, one.start, one.end) for one in free]


def _called(work: Work, found: Guests) -> str:
    """Return what it is called: also by those who come uninvited. Raises Asked."""
    title = title_of(work, found)
    if not title:
        raise Asked(_ASKS_WHAT, "topic")
    apart = tuple(one.text for one in _uninvited(work.said, kept(work.said, "person")))
    named_there = found.names or any(name in title for name in apart)
    return title if named_there else with_people(title, Guests(names=apart))


def _as_place(said: Said, span: Span) -> Span:
    """Return where it is for a room that is booked, or what is said besides to be "at" somewhere.

    "Room Tyne" is no subject, and of a "walk, starting at Reception" that is where it begins.
    """
    others = any(one.kind == "topic" and one != span for one in said.spans)
    placed = ROOM.fullmatch(span.text) or (others and said.before(span) == "at")
    return replace(span, kind="place") if span.kind == "topic" and placed else span


def _time(work: Work) -> When:
    """Return when it is to be: what is said last counts, and how it repeats belongs to it."""
    said = work.said
    when = when_said(work, "time")
    zone = find_zone(said.text)
    if zone and when.spans and not when.zone:  # "9am Tokyo time", of which "9am" is the time
        begin, end = zone.span
        when = read(work, f"{' '.join(said.all('time'))} {said.text[begin:end]}")
    if said.has("newtime"):  # a correction of what was about to be made
        moved = when_of(work, kept(said, "newtime"), when)
        when = completed(moved, when)
    repeats = [one for one in kept(said, "repeat") if not _ALL_DAY.search(fold(one.text))]
    repeats = [one for one in repeats if said.before(one) != "that"]
    before_noon = when.at and max(when.at, when.until or when.at).hour < _NOON
    if when.exact and when.at and before_noon and _evening(said):
        later = when.until.replace(hour=when.until.hour + _NOON) if when.until else None
        when = replace(when, at=when.at.replace(hour=when.at.hour + _NOON), until=later)
    repeats = [one for one in repeats if fold(one.text) not in _NO_REPEAT]
    if repeats:
        when = _repeating(work, " ".join(one.text for one in repeats), when)
    return when


def _evening(said: Said) -> bool:
    """Whether it is something of the evening, at an hour that is not said to be in the morning."""
    morning = re.search(r"\d ?am\b|a\.m|morning|noon|\b0\d", fold(said.joined("time")))
    return _EVENING.search(fold(said.joined("topic"))) is not None and morning is None


def _repeating(work: Work, repeat: str, when: When) -> When:
    """Return a time with how it repeats, which what else is said may say the day or end of."""
    said = work.said
    both = sorted(
        (one for one in said.spans if one.kind in {"repeat", "time"}), key=lambda one: one.start
    )
    plain = re.sub(r"\ball (?=\w+days?\b)|^the (?=first|second|third|last)", "", repeat)
    plain = re.sub(r"(?<=\w)[/&+](?=\w)", ", ", plain)
    times = " ".join(said.all("time"))
    tries = (plain, f"every {plain}", f"every {plain} of the month")
    whole = " ".join(one.text for one in both)
    for written in (whole, *(f"{one}{more}" for one in tries for more in (f" {times}", ""))):
        found = read(work, written)
        if found.recurrence:
            return found if when.at is None else _at(found, when)
    raise Asked(
        f"I can't tell how often “{repeat}” is. Say for example “every second Monday”.", "repeat"
    )


def _at(found: When, when: When) -> When:
    """Return a repetition at a time of day; from the day said on, where it says none itself."""
    floating = when.day_named and not re.search("BYDAY|BYMONTHDAY", found.recurrence)
    day = {"first": when.first, "last": when.first} if floating else {}
    return replace(found, at=when.at, until=when.until, exact=when.exact, zone=when.zone, **day)


def _timing(work: Work, when: When, *, meeting: bool) -> dict[str, Json] | None:
    """Return the arguments that say when it is; None when the time of day is open."""
    mine = when.there or when
    first, last = mine.first, mine.last
    if first is None or last is None:
        return None
    said = work.said
    kinds = ("topic", "flag", "time", "repeat", "duration")
    about = fold(" ".join((said.rest, *(said.joined(kind) for kind in kinds))))
    all_day = mine.all_day or _ALL_DAY.search(about) is not None
    blocks = re.search(rf"\b(?:{BLOCKS})\b", about) is not None
    days = (length_of_days(said.one("duration")) or 0) // _DAY
    minutes = None if all_day or days else minutes_said(work) or mine.minutes
    lunch = "lunch" in about and mine.one_day
    if lunch and mine.at is None and not all_day:
        mine = replace(mine, at=time(12), until=None if minutes else time(13))
    if mine.at is not None and mine.one_day and not all_day and (mine.exact or blocks or lunch):
        if minutes and not (mine.exact and mine.until):
            return {"start": mine.start, "minutes": minutes}
        return {"start": mine.start, "end": mine.end}
    range_said = not mine.one_day and not meeting and _UNTIL.search(about) is not None
    whole = all_day or days > 0 or range_said or _WHOLE_DAYS.search(about) is not None
    kept_free = not meeting and (blocks or bool(when.recurrence))
    vague = mine.at is not None and not all_day
    if vague or minutes or not (whole or kept_free):
        return None
    last = first + timedelta(days=days - 1) if days else last
    timing: dict[str, Json] = {"start": first.isoformat(), "all_day": True}
    return timing if last == first else {**timing, "end": last.isoformat()}


def orders_booking(said: Said) -> bool:
    """Whether something is to be booked, though its time is open: "find an hour and book it"."""
    every = _BOOKS.finditer(said.text)
    return any(not _NOT_YET.search(said.text[: one.start()]) for one in every)


def _offer(work: Work, when: When, found: Guests) -> None:
    """Look for times to choose from, and book the one chosen unless they only are asked for."""
    start, end = window_for(when, work.now)
    minutes = minutes_said(work) or when.minutes or 30
    people = list(found.addresses)
    slots = work.add(
        SLOTS, "Find times to choose from", people=people, minutes=minutes, start=start, end=end
    )
    if orders_booking(work.said) or not work.said.says(_LOOKS):
        if _wants_first(work):
            work.seek(slots, first=True)
        title = title_of(work, found) or "Meeting"
        _make(work, title, found, start=f"{{{slots}.slots.0.id}}", minutes=minutes)


def _wants_first(work: Work) -> bool:
    """Whether the earliest time is meant: it says so, or the question before it that it points at.

    "What's the earliest we are both free?", then "book us in there".
    """
    said = fold(work.said.text)
    before = (one.text for one in reversed(work.request.context.exchanges) if one.role == "user")
    asked = fold(next(before, ""))
    return any(map(_FIRST.search, (said, asked if _THAT_ONE.search(said) else "")))


def slot_named(work: Work, said: str) -> Reference | None:
    """Return the slot on offer that words point at: "the second one", "2", "the earliest"."""
    slots = work.known(SLOT_KINDS)
    if slots and (_FIRST.search(fold(said)) or (len(slots) == 1 and THIS_TIME.fullmatch(said))):
        return slots[0]
    found = pointed_references(singular(said), slots, SLOT_KINDS)
    return found[0] if len(found) == 1 else None


def _slot_meant(work: Work) -> Reference | None:
    """Return the slot on offer that a command takes, pointed at or told by its time."""
    slots, said = work.known(SLOT_KINDS), work.said
    which = said.one("which")
    if not slots or anew(work):
        return None
    timed = said.has("time", "newtime")
    if not timed and _wants_first(work):
        return slots[0]
    if not timed and (found := slot_named(work, which or said.rest)):
        return found
    if not (which or timed):
        return None
    told = which or " ".join(one.text for one in said.spans if one.kind in {"time", "newtime"})
    when = read(work, re.sub(r"\bones?\b", " ", told))
    fitting = [one for one in slots if when.spans and _fits(one, when)]
    if len(fitting) == 1:
        return fitting[0]
    if which or len(fitting) > 1:
        raise Asked("Which of these times do you mean? Say for example “the second one”.", "which")
    return None  # a time beside those on offer, for the same people


def _fits(slot: Reference, when: When) -> bool:
    """Whether a slot is on the day and at the time that words say."""
    starts = datetime.fromisoformat(slot.id)
    if when.day_named and when.first and when.last:
        later = when.first + timedelta(days=7)  # "the Thursday one", said on a Thursday
        on_it = when.one_day and starts.date() == later
        if not on_it and not when.first <= starts.date() <= when.last:
            return False
    if when.at is None:
        return when.day_named
    clock = starts.time()
    return when.at <= clock < when.until if when.until else clock == when.at


def book(work: Work, slot: Reference) -> None:
    """Book a slot that was offered, which begins when its id says, with whom it was looked for."""
    found = guests(work, _invited(work, kept(work.said, "person", "organisation")))
    title = title_of(work, found) or "Meeting"
    _make(work, title, found, start=slot.id, minutes=minutes_said(work))


def _make(work: Work, title: str, found: Guests, **how: Json) -> None:
    work.add(
        CREATE,
        "Make the event",
        title=title,
        attendees=list(found.addresses),
        location=place_of(work),
        notes=notes_of(work, title),
        **how,
    )


def _invited(work: Work, spans: tuple[Span, ...]) -> list[Span]:
    """Return the people and companies that are invited; a company may only be what it is about."""
    said = work.said
    if _ALONE.search(said.rest):
        return []
    apart = _uninvited(said, spans)
    spans = tuple(one for one in spans if one not in apart and not only_named(said, one))
    if anew(work) and not TOGETHER.search(said.text):  # nobody comes over
        spans = tuple(one for one in spans if one in said.spans)
    people = [one for one in spans if one.kind == "person"]
    return [
        one
        for one in spans
        if one.kind == "person"
        or one not in said.spans
        or said.before(one) in {"with", "w", "and", "invite", "in", "at", "from"}
        or (not people and not said.has("topic") and said.before(one) in {"call", "meet", "for"})
    ]


def _uninvited(said: Said, spans: Sequence[Span]) -> list[Span]:
    """Return who comes and is not to be written to: "tennis with Ben, but don't invite him"."""
    people = [one for one in spans if one in said.spans and one.kind == "person"]
    apart: list[Span] = []
    for who in said.parties:
        if who.part == "not" and named(who.text).pronoun:
            before = [one for one in people if one.end <= who.start]
            apart += before if fold(who.text) in _SEVERAL else before[-1:]
    return apart
