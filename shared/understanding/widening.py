"""Spans as wide as what they say: whole words, whole times, and somebody by the name known."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import zip_longest

from shared.english import read_length, read_when
from shared.models.world import Link
from shared.understanding.marking import TIMES, Span

_ANY_DAY = datetime(2026, 1, 7, 8, tzinfo=UTC)
"""Where times stand in a text is the same at any time."""
_JOINED_BEHIND = re.compile(r"(?:-\w+)+|(?<=-)\w+(?:-\w+)*")
_TIMED = TIMES | {"duration"}
_OWN_WORDS = frozenset({"body", "which", "count"})
"""Kinds whose words are as they are marked."""
_BETWEEN = re.compile(r"\s*(?:\b(?:at|on|of|the|in)\b\s*)*", re.IGNORECASE)
"""What may stand between two parts of one time; behind a comma a number may be anything."""
_AND_HALF = re.compile(r" and (?:a )?(?:half|quarter)\b", re.IGNORECASE)
_LEAD = re.compile(r"[\s,]*(?:\b(?:at|on|of|in|for)\b\s*)*", re.IGNORECASE)
"""What stands before a time and is no part of it."""
_OTHERS = re.compile(r"['\u2019]s|\s*(?:\b(?:from|at|of|in|with|and|or)\b|[,&/])", re.IGNORECASE)
"""What behind a name makes it another's, or several."""


def whole(
    text: str, spans: Sequence[Span], links: Sequence[Link], kinds: Collection[str]
) -> list[Span]:
    """Return spans with the rest of what they are pieces of, as far as nothing else is marked."""
    found = _named([_joined(text, _by_name(one, text, links)) for one in spans], text)
    for at, span in enumerate(found):
        if span.kind not in _TIMED:
            continue
        others = [one for one in found if one is not span]
        first = max((one.end for one in others if one.end <= span.start), default=0)
        last = min((one.start for one in others if span.end <= one.start), default=len(text))
        found[at] = _as_said(_whole_time(text, span, first, last), kinds)
    return found


def _joined(text: str, span: Span) -> Span:
    """Return a span without half a word: "one-to-" is "one-to-one"."""
    if span.kind in _OWN_WORDS or span.kind in _TIMED:
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


def _whole_time(text: str, span: Span, first: int, last: int) -> Span:
    """Return a time with what else is said of it right beside, between two places of a text."""
    start, end = span.start, span.end
    for begin, stop in _places(text, first, last):
        beside = _BETWEEN.fullmatch(text, end, begin) if begin > end else begin <= end
        before = _BETWEEN.fullmatch(text, stop, start) if stop < start else stop >= start
        if beside and before:
            lead = _LEAD.match(text, begin, stop)
            start = min(start, lead.end() if lead else begin)
            end = max(end, stop)
    if span.kind == "duration" and (more := _AND_HALF.match(text, end, last)):
        end = more.end()
    said = text[start:end].rstrip(" ,")
    return replace(span, text=said, start=start, end=start + len(said))


def _places(text: str, first: int, last: int) -> list[tuple[int, int]]:
    """Return where between two places something says a time, joined where it is one time."""
    joined: list[tuple[int, int]] = []
    said = text[first:last]
    for begin, stop in sorted(read_when(said, _ANY_DAY).spans):
        begins = stop - len(said[begin:stop].lstrip(" ,"))
        place = (begins + first, stop + first)
        if joined and _BETWEEN.fullmatch(text, joined[-1][1], place[0]):
            place = (joined.pop()[0], place[1])
        joined.append(place)
    return joined


def _as_said(span: Span, kinds: Collection[str]) -> Span:
    """Return a time of day that was taken for a length of time as the time it is."""
    clock = span.kind == "duration" and "time" in kinds and read_length(span.text) is None
    return replace(span, kind="time") if clock and read_when(span.text, _ANY_DAY).exact else span
