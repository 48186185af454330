"""Who is to come to an event that is there, and who is not to any more.

The network that reads replies to cards marks both in the words that change an event; that which
reads messages by themselves tells what part those have whom it leaves unmarked.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from shared.language.lexicon import read_given_names
from shared.understanding.changed_event import LIKELY, changes_people, stays_away
from shared.understanding.folding import fold
from shared.understanding.heads import Op, Part
from shared.understanding.marking import Span, meets
from shared.understanding.parties import named
from shared.understanding.revision import Marked, Party
from shared.understanding.said import WHO, Said, pronoun
from shared.understanding.times import standing
from shared.understanding.work import Work
from shared.workspace.calendar.frames.moving import MOVES, NEW

Way = Literal["who", "gone"]
"""Whether somebody is to come, or not to any more, as it is marked."""
_OPS: Mapping[Way, tuple[Op, Op]] = {"who": ("who+", "who="), "gone": ("who-", "who=")}
_PARTS: Mapping[Part, Way] = {"to": "who", "copy": "who", "not": "gone"}
_WAYS: tuple[Way, Way] = ("who", "gone")
_WITH = frozenset({"with", "w", "of"})
_SOMEBODY = frozenset({"he", "she", "they", "him", "her", "them"})
_OWNED = re.compile(r"\w{0,2}['\u2019]s? ")
"""How a name ends, or what stands behind it, that tells whose something is."""
_TO = re.compile(r"(?: (?:back|up|forward|over|out|on|to|by|until|till?))* ", re.IGNORECASE)
"""What stands between what is moved and when it is to be."""


def people_changed(work: Work) -> tuple[list[Span], list[Span]]:
    """Return the people who are to join and to leave, by what is marked of them.

    A pronoun stands for who was named first and has no part in it: "Al is away, take him off".
    """
    said = work.said
    people = _people(work) if changes_people(said.wished) else []
    told = [(one, way) for one in people if (way := _way(said, one))]
    marked = [one for one, _ in told]
    if not any(map(pronoun, marked)):
        told += [(one, way) for one in people if one not in marked and (way := _part(said, one))]
    meant = [(_stood_for(one, people, marked) if pronoun(one) else one, way) for one, way in told]
    leaving = [one for one, way in meant if way == "gone"]
    joining = [one for one, way in meant if way == "who" and one not in leaving]
    return _by_name(joining), _by_name(leaving)


def _people(work: Work) -> list[Span]:
    """Return whoever is named, but for those who only tell which event is meant."""
    said = work.said
    found = [one for one in said.spans if one.kind in WHO]
    found += [one for one in _linked(work) if _free(one, found)]
    marked = map(_span, said.wished.all(*_WAYS))
    others = [one for one in said.spans if one.kind not in {"body", *WHO}]
    found += [one for one in marked if _names(said, one) and _free(one, [*found, *others])]
    told = (one for one in map(_span, said.parties) if fold(one.text) in _SOMEBODY)
    found += [one for one in told if _free(one, found)]
    every = sorted(found, key=lambda one: one.start)
    kept = standing(replace(said, spans=tuple(every)))
    return [one for one in kept if not tells_event(said, one)]


def _linked(work: Work) -> list[Span]:
    """Return the people of theirs who are named."""
    text, said = work.request.command, work.said.text
    links = (one for one in work.request.links if one.kind == "person")
    named_so = ((text[one.start : one.end], one.start) for one in links)
    return [
        Span("person", name, at, at + len(name))
        for name, start in named_so
        if (at := said.find(name, 0 if text != said else start)) >= 0
    ]


def _free(span: Span, others: Sequence[Span]) -> bool:
    return not any(meets(span, one) for one in others)


def _span(mark: Marked | Party) -> Span:
    return Span("person", mark.text, mark.start, mark.end)


def _names(said: Said, span: Span) -> bool:
    """Whether marked words name somebody, where the reader has marked nobody."""
    parts = {one.part for one in said.parties if meets(one, span)}
    known = fold(span.text.split(maxsplit=1)[0]) in read_given_names()
    return known or pronoun(span) or bool(parts & _PARTS.keys())


def _way(said: Said, span: Span) -> Way | None:
    """Return what is marked of somebody; of a pronoun, what part it has where nothing is.

    Who is not to come by the one network, and nobody else by the other, leaves.
    """
    if (away := stays_away(said, span)) is not None:
        return "gone" if away else "who"
    marks = [one.role for one in said.wished.all(*_WAYS) if meets(one, span)]
    told: Way | None = next((way for way in _WAYS if way in marks[:1]), None)
    parts = [one.part for one in said.parties if meets(one, span)]
    if told and "not" in parts and not said.wished.all("gone"):
        return "gone"
    if not pronoun(span):
        return told
    return None if "said" in parts else told or _part(said, span)


def _part(said: Said, span: Span) -> Way | None:
    """Return what part somebody has who is not marked, if that is what changes, and said alike."""
    name = span.text.casefold()
    same = [one for one in said.parties if meets(one, span) or one.text.casefold() == name]
    ways: set[Way | None] = {_PARTS.get(one.part) for one in same}
    way = ways.pop() if len(ways) == 1 else None
    return way if way and sum(said.wished.ops.get(op, 0) for op in _OPS[way]) >= LIKELY else None


def _stood_for(one: Span, people: Sequence[Span], told: Sequence[Span]) -> Span:
    """Return whom a pronoun stands for: who was named first, and is not told to come or leave."""
    before = [each for each in people if each.end <= one.start and not pronoun(each)]
    free = [each for each in before if each not in told]
    return (free or before or [one])[0]


def _by_name(people: Sequence[Span]) -> list[Span]:
    """Return people each once; what somebody is to one says nothing beside a name."""
    once = list({one.text.casefold(): one for one in people}.values())
    names = [one for one in once if not named(one.text).role]
    return names or once


def tells_event(said: Said, person: Span) -> bool:
    """Whether somebody tells the event: "the call with Al", "Al's review", "move Al to 3"."""
    owned = _OWNED.match(said.text, person.end - 2)
    theirs = owned and any(one.kind == "topic" and one.start == owned.end() for one in said.spans)
    moved = re.fullmatch(MOVES, said.before(person)) and any(
        one.role in NEW and _TO.fullmatch(said.text, person.end, one.start) for one in said.times
    )
    return bool(theirs or moved) or said.before(person) in _WITH
