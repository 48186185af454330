"""Changing events that are there: their time, length, people, name, place and notes."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from shared.models.base import Json
from shared.understanding.folding import fold
from shared.understanding.linked import RENAMES
from shared.understanding.marking import Span
from shared.understanding.revision import Timed
from shared.understanding.said import Said, pronoun
from shared.understanding.shown_event import IS_OUT, JOINS, LEAVES, MAY_JOIN, STEPS_IN
from shared.understanding.times import ruled_out, standing
from shared.understanding.work import Asked, Work
from shared.workspace.calendar.frames.events import DESCRIBING, Meant, events_meant, of_series
from shared.workspace.calendar.frames.guests import Guests, guests
from shared.workspace.calendar.frames.moving import MOVES, NEW, Times, times_said, timing

UPDATE = "calendar_update_event"
MOST_CHANGED = 9

WHICH = (
    "Which meeting do you mean? Say its name or its time, for example “Move the budget review to "
    "Thursday at 3pm”."
)
_ASKS_TIME = (
    "When should it be instead? Say the new time, for example “Move the budget review to Thursday "
    "at 3pm”."
)
_ASKS_WHAT = (
    "What should I change? Say for example “Move it to Thursday at 3pm” or “Add Tom to it”."
)
_AS_WELL = r"too|also|as well|and"
_SWAPS = r"swap\w*|replac\w+|switch"
_FOR_ONE = re.compile(rf"\b(?:{JOINS}|{LEAVES}) (?P<who>him|her)\b", re.IGNORECASE)
"""What is done with the one who was named first: "Al wants to see Bo, add him to her lunch"."""
_OWNED = re.compile(r"\w{0,2}['\u2019]s?(?= )")
"""How a name ends, or what stands behind it, that tells whose something is."""
_WITH = frozenset({"with", "w", "of"})
_JOINT = re.compile(r"\s*(?:,|and|&|n|,\s*and)\s*")
_TOO = re.compile(r"[\s,]*(?:too|also|as well)\b")
_IS_OUT = re.compile(rf"\s*{IS_OUT}")
_THEN = re.compile(rf"\b(?:and|but|then)\b(?=.*\b(?:{LEAVES}|{JOINS}|{MAY_JOIN})\b)")
_STEPS_IN = re.compile(rf"\s*{STEPS_IN}")
_STEPPING_IN = re.compile(rf"(?P<who>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)\s+{STEPS_IN}.{{0,30}}")
_NOTES = re.compile(r"\b(?:notes?|description|agenda|comments?|details|body)\b")
_PLACES = re.compile(r"\b(?:address|location|room|place|venue|where)\b")
_ONLINE = re.compile(r"\b(?:video|online|phone|zoom|teams|meet|call|remote|virtual)\b")
_NAMING = r"rename|retitle|call|name|title"
_DICTATED = re.compile(r"(?:name|title|called|read|to):\s+[\"“]?(?P<name>[^:\"”\n.]{2,80})")
"""A new name behind a colon, with all the commas there are in it."""
_NUMBER = re.compile(r"[A-Z]?\d[\d.]*[A-Za-z]?")
_ARTICLE = re.compile(r"(?:the|a|an|my|our)", re.IGNORECASE)
_VIA = re.compile(
    r"\b(?:to|on|onto|via|over) (?:a )?"
    r"(?P<place>zoom|(?:ms |microsoft )?teams|google meet|skype|webex)\b"
)


def update(work: Work) -> None:
    """Change one event, or move several that were listed."""
    said = work.said = _without_notes(work, _with_who_steps_in(work.said))
    _refuse(work)
    joining, leaving = _people_changed(work)
    changes = _fields(said)
    taken = [*joining, *leaving, *_renamed(said)]
    times = times_said(work, alone=not (changes or joining or leaving))
    if "location" in changes and not said.has("place", "flag"):
        times = Times(times.old)  # the number of a room, read as a time
    if not (times.new or changes or joining or leaving):
        raise Asked(_ASKS_TIME if said.says(MOVES) else _ASKS_WHAT, "newtime")
    named = [one for one in standing(said) if one.kind in DESCRIBING - {"place", "time"}]
    spans = [*(one for one in named if not any(_same(one, who) for who in taken)), *times.old]
    meant = events_meant(work, spans, WHICH)
    if len(meant) > MOST_CHANGED:
        raise Asked(f"That is more than {MOST_CHANGED} meetings: say which of them to change.")
    added, removed = guests(work, joining), guests(work, leaving)
    for one in meant:
        _change(work, one, {**changes, **timing(work, times, one.when)}, (added, removed))


def _with_who_steps_in(said: Said) -> Said:
    """Return a command in which who steps in is somebody, and no words to be noted."""
    spans = tuple(
        replace(one, kind="person", text=found["who"], end=one.start + found.end("who"))
        if one.kind == "body" and (found := _STEPPING_IN.fullmatch(one.text))
        else one
        for one in said.spans
    )
    return replace(said, spans=spans)


def _without_notes(work: Work, said: Said) -> Said:
    """Return a command without what was taken for a note and says when it is to be, or who comes.

    Of "Nina and, since we test, Inés as well" both are to come.
    """
    spans = list(said.spans)
    for body in (one for one in said.spans if one.kind == "body" and not _NOTES.search(said.rest)):
        inside = said.text[body.start : body.end]
        links = (one for one in work.request.links if one.kind == "person")
        names = [work.request.command[one.start : one.end] for one in links]
        at = [(one, body.start + inside.index(one)) for one in names if one in inside]
        who = [Span("person", one, start, start + len(one)) for one, start in at]
        timed = any(one.role in NEW and _same(body, one) for one in said.times)
        come = [one for one in who if _TOO.match(said.text, one.end)]
        if timed or come:
            spans.remove(body)
            spans += come
    return replace(said, spans=tuple(sorted(spans, key=lambda one: one.start)))


def _same(one: Span, other: Span | Timed) -> bool:
    """Whether two spans are of the same words, or say the same."""
    return one.text == other.text or (one.start < other.end and other.start < one.end)


def _change(
    work: Work, meant: Meant, changes: dict[str, Json], people: tuple[Guests, Guests]
) -> None:
    added, removed = people
    work.add(
        UPDATE,
        f"Change {meant.label or 'it'}",
        event_id=meant.event,
        **changes,
        add_attendees=list(added.addresses),
        remove_attendees=list(removed.addresses),
        scope="series" if of_series(work.said) else "",
    )


def _refuse(work: Work) -> None:
    """Raise Asked for what cannot be changed here."""
    said = work.said
    if said.has("file"):
        raise Asked("I can't attach files to events. I can put a link into the notes.")
    if said.says(r"alert|remind\w*|notif\w+"):
        raise Asked("I can't change when you are reminded of an event.")
    others = said.has("newtime", "duration", "place", "value", "body")
    if said.has("repeat") and not others and not said.says(LEAVES):
        raise Asked(
            "I can't change how an event repeats. I can cancel its series, and make a new one."
        )
    flag = fold(said.one("flag")) if said.has("flag") else ""
    if flag and not others and not _ONLINE.search(flag):
        raise Asked(f"I can't mark an event as {flag}: that has to be done in the calendar itself.")
    if said.says(_SWAPS) and not said.has("person") and not others:
        raise Asked("I can't swap two events at once: say the new time of each.", "newtime")


def _people_changed(work: Work) -> tuple[list[Span], list[Span]]:
    """Return the people who are to join and to leave, by the words before them."""
    said = work.said
    people = [one for one in standing(said) if one.kind in {"person", "organisation"}]
    people = _for_one(said, people)
    other = said.has("newtime", "place", "value", "body", "duration")
    if said.says(_SWAPS) and people:
        return people[1:2] or [], people[:1]
    joining: list[Span] = []
    leaving: list[Span] = []
    way: list[Span] | None = None
    for at, one in enumerate(people):
        lead = fold(said.text[people[at - 1].end if at else 0 : one.start])
        lead = re.sub(rf"^\s*(?:out\b|off\b|{IS_OUT}|{STEPS_IN})", "", lead)  # of the one before
        lead = lead[max((found.end() for found in _THEN.finditer(lead)), default=0) :]
        if _whose(said, one):
            continue
        tail = _behind(said, people[at:])
        if re.search(rf"(?<!-)\b(?:{LEAVES})\b(?!-)", lead) or _IS_OUT.match(tail):
            way = leaving
        elif (
            re.search(rf"\b(?:{JOINS})\b", f"{lead} {tail}")
            or _TOO.match(tail)
            or _STEPS_IN.match(tail)
            or (
                not other
                and re.search(rf"\b(?:{MAY_JOIN})\b", lead if way is leaving else f"{lead} {tail}")
            )
            or (not other and way is None and re.search(rf"\b(?:{_AS_WELL})\b", f"{lead} {tail}"))
        ):
            way = joining
        elif not re.fullmatch(r"\s*(?:,|and|&|n|both|also|,\s*and)\s*(?:\w+\s*)?", lead):
            way = None
        if way is not None:
            way.append(one)
    return joining, leaving


def _behind(said: Said, people: Sequence[Span]) -> str:
    """Return what is said behind the first of some people, and those that are joined to it."""
    for one, after in pairwise(people):
        between = fold(said.text[one.end : after.start])
        if _JOINT.fullmatch(between) is None:
            return between
    return fold(said.text[people[-1].end :])


def _for_one(said: Said, people: list[Span]) -> list[Span]:
    """Return people with the one who was named first where a pronoun is told to join or leave."""
    order = _FOR_ONE.search(said.text)
    named = [one for one in people if order and one.end <= order.start() and not pronoun(one)]
    alone = len([one for one in people if not pronoun(one)]) == 1
    if order is None or not named or (alone and _whose(said, named[0])):
        return people
    start, end = order.span("who")
    who = replace(named[0], start=start, end=end)
    return [who, *(one for one in people if one not in named and one.start >= end)]


def _whose(said: Said, person: Span) -> bool:
    """Whether somebody tells the event: "the call with Al", "Al's review"."""
    owns = _OWNED.match(said.text, person.end - 2) is not None
    return owns or said.before(person) in _WITH


def _renamed(said: Said) -> list[Span]:
    """Return the span of a new name that reads like that of another event: "rename a to b"."""
    topics = [one for one in said.spans if one.kind == "topic"]
    names = said.says(_NAMING) and not said.has("value", "newtime")
    return topics[-1:] if names and (len(topics) > 1 or said.has("which")) else []


def _fields(said: Said) -> dict[str, Json]:
    """Return the new name, place and notes."""
    joined = [one for one in _joined(said) if not ruled_out(said, one)]
    other = any(one.kind in {"newtime", "duration", *_NEW} for one in joined)
    noted = not other or _NOTES.search(said.rest) is not None
    own = {one.kind: one.text for one in joined if noted or one.kind != "body"}
    changes = {**_valued(said, own), **_placed(said, own)}
    if "body" in own and own["body"] not in str(changes.get("title", "")):
        changes["notes"] = own["body"].strip(' "“”')
    return changes


def _joined(said: Said) -> list[Span]:
    """Return the spans, with what is new as one: "Room" and "Severn" name one room."""
    joined: list[Span] = []
    for span in said.spans:
        before = joined[-1] if joined else None
        if before and before.kind in _NEW and span.kind in (*_NEW, "topic"):
            between = said.text[before.end : span.start]
            if between.isspace():
                whole = said.text[before.start : span.end]
                joined[-1] = replace(before, text=whole, end=span.end)
                continue
        joined.append(span)
    return joined


_NEW = ("value", "place")


def _valued(said: Said, own: dict[str, str]) -> dict[str, Json]:
    """Return what a value is for: the name, or the field that is said."""
    value, field = own.get("value", "").strip(' "“”'), fold(own.get("field", ""))
    dictated = _DICTATED.search(said.text) if RENAMES.search(said.text) else None
    if dictated and not field:
        return {"title": dictated["name"].strip()}
    if not value:
        renamed = _renamed(said)
        return {"title": renamed[0].text.strip(' "')} if renamed else {}
    place = not field and _PLACES.search(said.rest) and not said.says(_NAMING)
    if place or _PLACES.search(field):
        return {"location": value}
    if _NOTES.search(f"{said.rest} {field}"):
        return {"notes": value}
    if field and not re.search("title|name|subject", field):
        return {"notes": f"{own['field']}: {value}"}
    return {"title": value[:1].upper() + value[1:]}


def _placed(said: Said, own: dict[str, str]) -> dict[str, Json]:
    """Return the new place; a number after "the room" may be read as a time."""
    if _ARTICLE.fullmatch(own.get("place", "")):
        raise Asked("Where should it be?", "place")
    if "place" in own:
        return {"location": own["place"]}
    if _PLACES.search(said.rest) and _NUMBER.fullmatch(own.get("newtime", "")):
        return {"location": own["newtime"]}
    if "flag" in own and _ONLINE.search(fold(own["flag"])):
        return {"location": own["flag"][:1].upper() + own["flag"][1:]}
    online = _VIA.search(said.rest)
    if online and not own.keys() & {"newtime", "value"}:
        return {"location": online["place"].capitalize()}
    return {}
