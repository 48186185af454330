"""What a reading changes in a draft; nothing in a reading is taken on trust."""

from dataclasses import dataclass, replace

from shared.decisions.building import wording
from shared.decisions.building.asking import (
    DELIVER,
    HERE,
    PURPOSE,
    SCHEDULE,
    UNREAD,
    Question,
    doubted,
    names_of,
    question_of,
)
from shared.decisions.building.ingredient import Slot
from shared.decisions.building.naming import free, slug
from shared.decisions.building.table import INGREDIENTS, PRODUCTS
from shared.decisions.building.timing import timed_by
from shared.models.building import AgentDraft, DraftReading, Known, Part

MAX_PARTS = 8


@dataclass(frozen=True)
class Taken:
    """A draft after a reading.

    `notes` are to be told first. `again` is the question whose answer could not be used, with what
    to say instead of asking it as before.
    """

    draft: AgentDraft
    notes: tuple[str, ...] = ()
    again: tuple[str, str] = ("", "")


def taken(draft: AgentDraft, reading: DraftReading, asking: str, known: Known) -> Taken:
    """Return the draft with all of a reading in it that makes sense."""
    now = Taken(draft)
    for key, value in reading.slots:
        now = _answered(now, key, value, known)
    if reading.wish == "yes":
        now = _insisted(now, asking)
    now = _dropped(now, reading.dropped)
    for part in reading.parts:
        now = _added(now, part, known)
    if reading.schedule:
        now = _timed(now, reading.schedule, asking, known)
    if reading.name:
        now = _named(now, reading.name, known)
    return _left_unread(now, reading, asking)


def _left_unread(now: Taken, reading: DraftReading, asking: str) -> Taken:
    """Keep what was not understood; said in other words, it is what of these was not."""
    if reading.parts:
        now = _with(now, left_out=(*now.draft.left_out, *reading.aside))
    if asking == PURPOSE or (asking == UNREAD and _says(reading)):
        return _with(now, unread=reading.unread)
    if asking == SCHEDULE and not reading.parts:
        return _with(now, left_out=(*now.draft.left_out, *reading.unread))
    if not reading.parts:
        return now
    return _with(now, unread=tuple(dict.fromkeys((*now.draft.unread, *reading.unread))))


def _says(reading: DraftReading) -> bool:
    return bool(reading.parts or reading.slots or reading.dropped)


def _with(now: Taken, **changes: object) -> Taken:
    return replace(now, draft=now.draft.model_copy(update=changes))


def _noted(now: Taken, note: str) -> Taken:
    return replace(now, notes=(*now.notes, note))


def _answered(now: Taken, key: str, value: str, known: Known) -> Taken:
    if key == DELIVER:
        return _with(now, shown=value.casefold() == HERE)
    question = question_of(now.draft, key)
    if question is None:
        return now
    part, again = filled(question, value, known)
    parts = list(now.draft.parts)
    parts[question.place] = part
    now = _with(now, parts=tuple(parts))
    return replace(now, again=(key, again)) if again else now


def filled(question: Question, value: str, known: Known) -> tuple[Part, str]:
    """Return a part with an answer in it, and what to ask when the answer cannot be used.

    An empty answer takes the one before back. A name that the service does not have is only
    doubted at first, and used when it is said once more.
    """
    part, slot = question.part, question.slot
    if not value.strip():
        return _cleared(part, slot), ""
    said = slot.read(value)
    if not said:
        return part, slot.again or slot.question
    there = names_of(question.ingredient.service, known) if slot.names else ()
    same = slot.among(said, there) if there else said
    if same:
        return _cleared(part, slot).filled(slot.name, same), ""
    if part.slot(doubted(slot.name)).casefold() == said.casefold():
        return _cleared(part, slot).filled(slot.name, said), ""
    return _cleared(part, slot).filled(doubted(slot.name), said), ""


def _cleared(part: Part, slot: Slot) -> Part:
    gone = {slot.name, doubted(slot.name)}
    return part.model_copy(update={"slots": tuple(s for s in part.slots if s[0] not in gone)})


def _insisted(now: Taken, asking: str) -> Taken:
    """Use the name that the service does not have, since the person says it is right."""
    question = question_of(now.draft, asking)
    if question is None:
        return now
    said = question.part.slot(doubted(question.slot.name))
    if not said:
        return now
    parts = list(now.draft.parts)
    parts[question.place] = _cleared(question.part, question.slot).filled(question.slot.name, said)
    return _with(now, parts=tuple(parts))


def _dropped(now: Taken, places: tuple[int, ...]) -> Taken:
    kept = tuple(part for place, part in enumerate(now.draft.parts) if place not in places)
    return now if kept == now.draft.parts else _with(now, parts=kept)


def _added(now: Taken, wanted: Part, known: Known) -> Taken:
    """Add a part, what reads before what writes."""
    ingredient = INGREDIENTS.get((wanted.service, wanted.verb))
    parts = now.draft.parts
    if ingredient is None:
        known_service = wanted.service in PRODUCTS
        return _noted(now, wording.cannot(wanted.service, wanted.verb)) if known_service else now
    if len(parts) >= MAX_PARTS:
        return _noted(now, wording.TOO_MANY)
    part = Part(service=wanted.service, verb=wanted.verb)
    for name, value in wanted.slots:
        slot = ingredient.slot(name)
        if slot is not None and value.strip():
            part, _ = filled(Question(0, part, ingredient, slot), value, known)
    if part in parts:
        return now
    writes = (place for place, each in enumerate(parts) if each.verb == "write")
    place = next(writes, len(parts)) if part.verb == "read" else len(parts)
    return _with(now, parts=(*parts[:place], part, *parts[place:]))


def _timed(now: Taken, said: str, asking: str, known: Known) -> Taken:
    draft = timed_by(now.draft, said, known, answering=asking == SCHEDULE)
    if draft is None:
        return replace(now, again=(SCHEDULE, wording.no_schedule(said)))
    return replace(now, draft=draft)


def _named(now: Taken, name: str, known: Known) -> Taken:
    wanted = slug(name)
    if not wanted:
        return _noted(now, wording.NO_NAME)
    base = now.draft.base
    if base is not None:
        return _with(now, name=wanted)
    unused = free(wanted, known.taken)
    named = _with(now, name=unused)
    return named if unused == wanted else _noted(named, wording.taken_name(wanted, unused))
