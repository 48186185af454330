"""Spans as wide as what they say: whole words, and somebody by the name known."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from shared.models.world import Link
from shared.understanding.marking import Span, meets
from shared.understanding.numbers import spoken_in
from shared.understanding.people_said import CIVIL
from shared.understanding.timed import TIMED

_JOINED_BEHIND = re.compile(r"(?:-\w+)+|(?<=-)\w+(?:-\w+)*")
_CIVIL = re.compile(rf"(?:{CIVIL})\.?", re.IGNORECASE)
_DOT = re.compile(r"\.?\s+")
_OWN_WORDS = frozenset({"body", "which", "count"})
"""Kinds whose words are as they are marked."""
_NUMBERS = frozenset({"value", "count"})
"""Kinds that numbers are marked as."""
_OTHERS = re.compile(r"['\u2019]s|\s*(?:\b(?:from|at|of|in|with|and|or)\b|[,&/])", re.IGNORECASE)
"""What behind a name makes it another's, or several."""


def whole(text: str, spans: Sequence[Span], links: Sequence[Link]) -> list[Span]:
    """Return spans with the rest of what they are pieces of, as far as nothing else is marked."""
    spans = counted(_titled(spans, text, links), text)
    return _named([_joined(text, _by_name(one, text, links)) for one in spans], text)


def _titled(spans: Sequence[Span], text: str, links: Sequence[Link]) -> list[Span]:
    """Return spans with somebody by the name behind the title that is marked: "Mr" "Al Day"."""
    found = list(spans)
    for name in (one for one in links if one.kind == "person"):
        for title in (one for one in spans if one.kind == "person" and one.end <= name.start):
            if _CIVIL.fullmatch(title.text) and _DOT.fullmatch(text, title.end, name.start):
                found = [one for one in found if one.end <= title.start or name.end <= one.start]
                whole_name = text[name.start : name.end]
                found.append(Span("person", whole_name, name.start, name.end))
    return sorted(found, key=lambda one: one.start)


def counted(spans: Sequence[Span], text: str) -> list[Span]:
    """Return spans with all of a number of which a piece is marked: "five" of "five hundred"."""
    found = list(spans)
    for start, end in spoken_in(text):
        number = Span("value", text[start:end], start, end)
        pieces = [one for one in found if one.kind in _NUMBERS and meets(one, number)]
        if pieces and any(one.start > start or one.end < end for one in pieces):
            first, last = min(start, pieces[0].start), max(end, pieces[-1].end)
            whole_number = Span(pieces[0].kind, text[first:last], first, last)
            found = [one for one in found if not meets(one, whole_number)]
            found.append(whole_number)
    return sorted(found, key=lambda one: one.start)


def _joined(text: str, span: Span) -> Span:
    """Return a span without half a word: "one-to-" is "one-to-one"."""
    if span.kind in _OWN_WORDS or span.kind in TIMED:
        return span
    behind = _JOINED_BEHIND.match(text, span.end)
    start = span.start
    while text[start - 1 : start] == "-" or (
        start < span.start and text[start - 1 : start].isalnum()
    ):
        start -= 1
    end = behind.end() if behind else span.end
    return Span(span.kind, text[start:end], start, end)


def _by_name(span: Span, text: str, links: Sequence[Link]) -> Span:
    """Return somebody by the name that is known, without what they are to one or what they do."""
    inside = [one for one in links if span.start <= one.start and one.end <= span.end]
    if span.kind != "person" or len(inside) != 1 or inside[0].kind != "person":
        return span
    [name] = inside
    around = f"{text[span.start : name.start]}{text[name.end : span.end]}"
    if around != around.casefold() or _OTHERS.match(text, name.end, span.end):
        return span
    return replace(span, text=text[name.start : name.end], start=name.start, end=name.end)


def _named(spans: Sequence[Span], text: str) -> list[Span]:
    """Return spans without what somebody is to one, right before their name: "my brother Ben"."""
    return [
        one
        for one, after in zip_longest(spans, spans[1:])
        if not (
            after
            and one.kind == after.kind == "person"
            and text[one.end : after.start] == " "
            and one.text == one.text.casefold()
            and after.text[:1].isupper()
        )
    ]
