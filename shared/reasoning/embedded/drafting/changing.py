"""What somebody wants to be different in an agent that is shown to them before it is made."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from shared.decisions.agreement import plainly_agrees
from shared.decisions.building.asking import CONFIRM, SCHEDULE
from shared.decisions.building.ingredient import JOB, MAX_VALUE_CHARACTERS
from shared.decisions.building.slack import written_to
from shared.decisions.building.table import ingredient_of
from shared.models.building import AgentDraft, DraftReading, DraftRequest, Known, Part
from shared.reasoning.embedded.drafting.asking_for import SENTENCE
from shared.reasoning.embedded.drafting.contrasts import Contrast, contrasts_in
from shared.reasoning.embedded.drafting.frequency import speaks_of_time, timely
from shared.reasoning.embedded.drafting.giving import (
    channel_called,
    channel_form,
    people_in,
    person_form,
)
from shared.reasoning.embedded.drafting.naming import name_in

_MORE = re.compile(
    r"\b(?:also|too|as well|add|plus|besides|furthermore|additionally|both|cc|(?:not|n't) only"
    r"|not (?:[A-Z]\w+ ){1,2}only|together with)\b",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:not|instead of|rather than|without|no longer|except|drop|remove|skip|take out|leave out"
    r"|no)(?: to| for| in| on)?(?: the)?\s*$",
    re.IGNORECASE,
)
_IS_WRONG = re.compile(
    r"^(?:['\u2019]s| is| was)?(?: not right| wrong| out| not the one)\b", re.IGNORECASE
)
_OF_CONTENT = re.compile(
    r"\b(?:from|of|by|about|regarding|concerning)(?: (?:the|everyone|anyone))?\s*$", re.IGNORECASE
)
_ONLY = re.compile(r"^\s*(?:only|alone)\b", re.IGNORECASE)
_AS_IT_IS = re.compile(
    r"\b(?:rest|everything else|all else|otherwise)\b.*\b(?:fine|same|unchanged|remains?|stays?"
    r"|ok(?:ay)?|good|right|as it is|leave|keep)\b",
    re.IGNORECASE,
)
_JOINT = re.compile(
    r"^\W*(?:(?:and|n|plus|but|also|then|ooh?|oh|ah|ok(?:ay)?|yes|hm+|well|sorry|actually|please"
    r"|pls|no|it should|make it|i want it|let it be|i(?:['\u2019]d| would) like(?: it)?)\b[\s,]*)+"
    r"|(?:(?<![\s,])[\s,]+)?(?:\b(?:please|pls|thanks|ta|too|as well|(?:the )?same (?:thing|way"
    r"|times?|hours?|again))\b\W*)+$",
    re.IGNORECASE,
)
_ENDS = re.compile(r"(?<![\s.,;!])[\s.,;!]+$")


def with_changes(
    reading: DraftReading, request: DraftRequest, changes: Callable[[str], bool]
) -> DraftReading:
    """Return a reading with what a message changes in who gets it, and in what is looked up.

    `changes` tells whether a text rather changes what is shown than does anything else.
    """
    draft, text = request.session.draft, name_in(request.text, request.known).rest
    if reading.wish or not draft.parts or request.session.state not in {"gather", "confirm"}:
        return reading
    slots, unusable = _usable(reading, draft)
    slots |= dict(places_in(text, draft, request.known).slots)
    parts = tuple(one for one in reading.parts if not _there(one, draft, slots))
    update = {"slots": tuple(slots.items()), "parts": parts}
    found = reading.model_copy(update=update)
    told = found.slots or found.parts or found.name or found.schedule or found.dropped
    besides = _besides(text, changes) if request.session.asking == SCHEDULE else ""
    content = DraftReading()
    if turned := next(iter(_turned(text, draft)), None):
        content = turned
    elif unusable or (not told and _may_add(text, request) and changes(text)):
        content = _more(text, draft)
    elif besides and not found.parts:
        content = _more(besides, draft)
    if not (content.slots or content.parts):
        return found
    schedule = (
        "" if content is turned and found.schedule in text and not timely(text) else found.schedule
    )
    update = {
        "slots": (*found.slots, *content.slots),
        "parts": (*found.parts, *content.parts),
        "schedule": schedule,
        "confidence": 1.0,
    }
    return found.model_copy(update=update)


def _may_add(text: str, request: DraftRequest) -> bool:
    """Whether a text may say more of what is looked up; what speaks of a time says when it runs."""
    return request.session.asking == CONFIRM and not speaks_of_time(text) and "?" not in text


def _besides(text: str, changes: Callable[[str], bool]) -> str:
    """Return what an answer to when it should run says of what it does."""
    return " ".join(one for one in SENTENCE.split(text) if not timely(one) and changes(one))


def _usable(reading: DraftReading, draft: AgentDraft) -> tuple[dict[str, str], bool]:
    """Return the slots of a reading that change anything, and whether there are others.

    What is looked up in the person's own words takes nothing of any other slot.
    """
    own = {f"{place}.": part for place, part in enumerate(draft.parts) if part.slot(JOB.name)}
    slots = {
        key: value
        for key, value in reading.slots
        if not any(key.startswith(of) and key != f"{of}{JOB.name}" for of in own)
    }
    return slots, len(slots) < len(dict(reading.slots))


def _there(part: Part, draft: AgentDraft, slots: Mapping[str, str]) -> bool:
    """Whether a part is only who is to get it, which is a change of one that is there."""
    return part.verb == "write" and any(
        (one.service, one.verb) == (part.service, part.verb) and f"{place}.{name}" in slots
        for place, one in enumerate(draft.parts)
        if (name := _PLACES.get((one.service, one.verb)))
    )


def places_in(text: str, draft: AgentDraft, known: Known) -> DraftReading:
    """Return who or which channel is to get it besides, or in whose place."""
    slots: list[tuple[str, str]] = []
    for place, part in enumerate(draft.parts):
        name = _PLACES.get((part.service, part.verb), "")
        if not name or part.slot("skill"):
            continue
        before = part.slot(name)
        channels = channel_form(known.names.get("slack", ()))
        alone = bool(written_to(before))
        if alone and not _MORE.search(text) and re.search(channels, text, re.IGNORECASE):
            before, alone = "", False  # a channel in the place of people
        if part.service == "slack" and not alone:
            after = _after(text, now := [before], channels, known, re.IGNORECASE)
        else:
            now = [one.strip(" @") for one in before.split(",") if one.strip(" @")]
            after = _after(text, now, person_form(known.names.get("email", ())), known)
        after = [one for one in after if one]
        if after and after != now:
            slots.append((f"{place}.{name}", f"{'@' if alone else ''}{', '.join(after)}"))
    return DraftReading(slots=tuple(slots))


_PLACES = {("slack", "write"): "channel", ("email", "write"): "to"}


def _after(text: str, now: Sequence[str], form: str, known: Known, channels: int = 0) -> list[str]:
    """Return who gets it after a message, in order; who gets it now where it says nothing of it.

    `channels`: the form is of those, which are written in any case.
    """
    gone: list[str] = []
    new: list[str] = []
    kept = _MORE.search(text) is not None
    for found in re.finditer(rf"(?<![\w@]){form}(?![\w-])", text, channels):
        before, behind = text[: found.start()], text[found.end() :]
        if _OF_CONTENT.search(before) or re.match(r"['\u2019]s\b|\?", behind):
            continue
        said = found[0]
        one = (
            channel_called(said, known.names.get("slack", ()))
            if channels
            else people_in(said, known)
        )
        if not channels and "@" not in one and one not in known.names.get("email", ()):
            continue
        if _ONLY.match(behind) and _NOT.search(before):
            kept = True
        elif _NOT.search(before) or _IS_WRONG.match(behind):
            gone.append(one)
        else:
            new.append(one)
    if not new:
        return [one for one in now if one not in gone]
    stay = [one for one in now if one not in gone] if kept or (gone and len(now) > 1) else []
    return list(dict.fromkeys((*stay, *new)))


def _turned(text: str, draft: AgentDraft) -> Iterator[DraftReading]:
    """Yield what is looked up with what a message puts right in it."""
    for contrast in contrasts_in(text):
        for place, part in enumerate(draft.parts):
            line = _line(part) if part.verb == "read" else ""
            if changed := _put_right(line, contrast):
                yield _kept(place, changed)


def _more(text: str, draft: AgentDraft) -> DraftReading:
    """Return what is looked up last with what a message adds to it."""
    reads = [(place, part) for place, part in enumerate(draft.parts) if part.verb == "read"]
    more = more_in(text)
    if not more or not reads:
        return DraftReading()
    place, part = reads[-1]
    whole = f"{_line(part)}, {more}"
    if len(whole) <= MAX_VALUE_CHARACTERS:
        return _kept(place, whole)
    another = ((JOB.name, more[:1].upper() + more[1:]),)
    return DraftReading(parts=(Part(service=part.service, verb="read", slots=another),))


def more_in(text: str) -> str:
    """Return what a message says besides agreeing: "Newest first, please. The rest is fine."."""
    said = [
        one
        for one in SENTENCE.split(text)
        if not (plainly_agrees(one, "New agent") or _AS_IT_IS.search(one))
    ]
    plain = " ".join(_JOINT.sub("", _ENDS.sub("", one)) for one in said).strip()
    return _ENDS.sub("", plain[:1].lower() + plain[1:] if plain[1:2].islower() else plain)


def _line(part: Part) -> str:
    ingredient = ingredient_of(part)
    return ingredient.line(part, "line") if ingredient is not None else ""


def _kept(place: int, line: str) -> DraftReading:
    return DraftReading(slots=((f"{place}.{JOB.name}", line),))


def _put_right(line: str, contrast: Contrast) -> str:
    """Return a line with what is wrong in it put right; "" where that does not stand there.

    "Ten percent" for "five" takes the place of "five percent".
    """
    old, new = contrast
    first, *rest = new.split()
    tail = " ".join(rest)
    longer = rf"{re.escape(old)} ?{re.escape(tail)}" if tail else re.escape(old)
    for form in (longer, re.escape(old)):
        found = re.search(rf"(?<![\w.]){form}(?![\w])", line, re.IGNORECASE)
        if found and first:
            return f"{line[: found.start()]}{new}{line[found.end() :]}"
    return ""
