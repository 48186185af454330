"""Times of a message as wide as they are said, each as one span.

How far a time goes is read (`shared.english.expressions`); what the words were marked as says what
it is for: when something is, when instead, how long, or how often.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from shared.english.dates import WEEKDAY
from shared.english.expressions import Expression, Sort, expressions
from shared.models.world import Link
from shared.understanding.marking import TIMES, Span

TIMED = TIMES | {"duration", "repeat"}
"""Kinds of span that say a time."""
_BESIDE = re.compile(r"\s*(?:\b(?:at|on|of|the|in)\b\s*)*", re.IGNORECASE)
"""What may stand between two parts of one time."""
_RANGE = re.compile(
    r"\b(?:to|till?|until|from|and|or|not|instead|rather)\b|[\u2012-\u2015-]", re.IGNORECASE
)
"""What stands between two times that are not one, if each of them is marked."""
_SORTS: Mapping[str, Sort] = {"duration": "length", "repeat": "often"}
_AHEAD = frozenset({"ahead"})
_NAMES = frozenset({"topic", "file", "place", "organisation"})
DATED = frozenset(
    {
        *("cal_list", "cal_create", "cal_update", "cal_cancel", "cal_slots", "cal_conflicts"),
        *("cal_availability", "remind"),
    }
)
"""Tasks that are about a day, whatever is marked as one."""
_DAY_AND_HOUR = 2
_THAT_DAY = re.compile(
    rf"\b(?:on )?(?:that|the same|same)(?: very| one| same)? (?:day|date|week|{WEEKDAY})(?: only)?",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")


@dataclass
class _Time:
    """A time of a message: where it stands, how it was marked, and what is read of it."""

    start: int
    end: int
    marked: list[Span]
    read: list[Expression]

    @property
    def kinds(self) -> set[str]:
        return {one.kind for one in self.marked}

    def says(self, sort: str) -> bool:
        return any(one.sort == sort for one in self.read)


def with_times(
    task: str, text: str, spans: Sequence[Span], links: Sequence[Link], kinds: Collection[str]
) -> list[Span]:
    """Return spans with each time as one of them, as far as nothing else is marked.

    What is a part of a name says no time.
    """
    if TIMED.isdisjoint(kinds):
        return list(spans)
    spans = _whole_first(text, spans)
    others = [one for one in spans if one.kind not in TIMED]
    marked = [one for one in spans if one.kind in TIMED]
    names = [one for one in links if not any(_covers(span, one) for span in marked)]
    clear = _without(text, [*others, *names])
    read = [one for place in _apart(text, marked) for one in _read(clear, *place)]
    times = _together(text, marked, read)
    kept = _meant(text, times) if task in DATED else [one for one in times if one.marked]
    found = [span for one in kept for span in _spans(text, one, kinds)]
    return sorted([*others, *found], key=lambda one: one.start)


def _meant(text: str, times: Sequence[_Time]) -> list[_Time]:
    """Return the times that are marked, or where none is the day that is said, and its hour.

    What is marked and only points at that day ("that Monday") is none.
    """
    marked = [one for one in times if one.marked]
    told = [one for one in marked if one.kinds - {"duration"}]
    found = [one for one in times if not one.marked and one.says("when")]
    days = [one for one in found if any("day" in each.says for each in one.read)]
    pointing = all(_THAT_DAY.fullmatch(text, one.start, one.end) for one in told)
    if not pointing or len(days) != 1 or len(found) > _DAY_AND_HOUR:
        return marked
    return [*(one for one in marked if one not in told), *found]


def _whole_first(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return spans without the end of a time at the beginning of a name: "next" "weeks retro"."""
    found: list[Span] = []
    for span in spans:
        last = found[-1] if found else None
        if last is None or last.kind not in TIMES or span.kind not in _NAMES or _complete(last):
            found.append(span)
            continue
        time = next(iter(expressions(text[last.start : span.end])), None)
        end = last.start + time.end if time and not time.start else 0
        if end <= span.start or not text[last.end : span.start].isspace():
            found.append(span)
            continue
        found[-1] = replace(last, text=text[last.start : end], end=end)
        if rest := text[end : span.end].strip():
            found.append(replace(span, text=rest, start=span.end - len(rest)))
    return found


def _covers(span: Span, link: Link) -> bool:
    return span.start <= link.start and link.end <= span.end


def _without(text: str, taken: Iterable[Span | Link]) -> str:
    """Return a text with words that say nothing in the place of those that say something else."""
    for one in taken:
        text = f"{text[: one.start]}{'x' * (one.end - one.start)}{text[one.end :]}"
    return text


def _apart(text: str, marked: Sequence[Span]) -> list[tuple[int, int]]:
    """Return the places of a text that a time cannot go beyond: "the 2pm to 4" is no range."""
    ends = [
        one.end
        for one, after in pairwise(marked)
        if {one.kind, after.kind} <= TIMES and _RANGE.search(text, one.end, after.start)
    ]
    return list(zip([0, *ends], [*ends, len(text)], strict=True))


def _read(text: str, start: int, end: int) -> list[Expression]:
    part = text[start:end]
    pointing = (Expression("when", *one.span(), frozenset()) for one in _THAT_DAY.finditer(part))
    return [
        Expression(one.sort, one.start + start, one.end + start, one.says)
        for one in (*expressions(part), *pointing)
    ]


def _together(text: str, marked: Sequence[Span], read: Sequence[Expression]) -> list[_Time]:
    """Return the times that are marked, with what is read of each and right beside it."""
    found: list[_Time] = []
    for one in sorted([*read, *marked], key=lambda one: one.start):
        last = found[-1] if found else None
        if last and (one.start < last.end or _beside(text, last, one)):
            last.end = max(last.end, one.end)
        else:
            last = _Time(one.start, one.end, [], [])
            found.append(last)
        if isinstance(one, Span):
            last.marked.append(one)
        else:
            last.read.append(one)
    return found


def _beside(text: str, time: _Time, after: Span | Expression) -> bool:
    """Whether two parts of one time are said without a word between them."""
    if _BESIDE.fullmatch(text, time.end, after.start) is None:
        return False
    if isinstance(after, Span):
        return after.kind in TIMES and time.says("when") and time.kinds <= TIMES
    return after.sort == "when" and any(one.kind in TIMES for one in time.marked)


def _spans(text: str, time: _Time, kinds: Collection[str]) -> list[Span]:
    """Return a time as spans, one for each sort that it says."""
    if len(time.marked) > 1 and all(map(_complete, time.marked)):
        return time.marked
    if {one.says for one in time.read} == {_AHEAD} and time.kinds == {"duration"}:
        return time.marked
    sorts: set[Sort] = {one.sort for one in time.read}
    if len(sorts) <= 1 or ("length" in sorts and "duration" not in kinds):
        return [_span(text, time.start, time.end, _kind(text, time, sorts, kinds))]
    found: list[Span] = []
    for at, one in enumerate(time.read):
        before = time.read[at - 1].end if at else time.start
        starts = [each.start for each in time.marked if before <= each.start <= one.start]
        start = min(starts, default=one.start) if at else time.start
        after = time.read[at + 1].start if at + 1 < len(time.read) else time.end
        end = max([one.end, *(each.end for each in time.marked if each.end <= after)])
        kind = _kind(text, time, {one.sort}, kinds)
        if found and found[-1].kind == kind:
            start = found.pop().start
        found.append(_span(text, start, end, kind))
    return found


def _complete(span: Span) -> bool:
    """Whether a span says by itself a time of the sort that it was marked as."""
    read = expressions(span.text)
    sort = _SORTS.get(span.kind, "when")
    return [one.sort for one in read] == [sort] and not _WORD.search(span.text, read[0].end)


def _kind(text: str, time: _Time, sorts: Collection[Sort], kinds: Collection[str]) -> str:
    """Return what kind of span the words of a sort are, as they were marked."""
    if "often" in sorts and "repeat" in time.kinds:
        return "repeat"
    if "length" in sorts and "duration" in time.kinds | ({*kinds} if len(time.read) > 1 else set()):
        return "duration"
    told = [one for one in time.marked if one.kind in TIMES]
    if "when" in sorts and told:
        return _most(text, told)
    if not time.marked:
        return "time"
    most = _most(text, time.marked)
    exact = any(one.says & {"day", "clock"} for one in time.read)
    return "time" if "when" in sorts and exact and most == "duration" and "time" in kinds else most


def _most(text: str, marked: Sequence[Span]) -> str:
    """Return the kind that most words were marked as, the last of those with as many."""
    words = Counter[str]()
    for one in reversed(marked):
        words[one.kind] += len(_WORD.findall(text, one.start, one.end))
    return words.most_common(1)[0][0]


def _span(text: str, start: int, end: int, kind: str) -> Span:
    said = text[start:end].rstrip(" ,")
    return Span(kind, said, start, start + len(said))
