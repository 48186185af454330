"""Where a text says times, and what each of them is: a moment, a length, or how often.

What a time of them means is read elsewhere; here is how far each of them goes.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import zip_longest
from typing import Literal, NamedTuple

from shared.english.away import SHIFT
from shared.english.clocks import take_hours
from shared.english.dates import Around
from shared.english.days import take_days
from shared.english.lengths import ALL_DAY, take_length
from shared.english.moments import take_moment, take_now, take_past
from shared.english.repeats import take_repeat
from shared.english.scanning import NUMBER, TAKEN, Scan
from shared.models.profile import WorkingHours

Sort = Literal["when", "length", "often"]

_ANY_DAY = datetime(2026, 1, 7, 8)  # noqa: DTZ001 - where times stand is the same at any time
_AROUND = Around(_ANY_DAY.date())
_HOURS = WorkingHours()
_REMEMBERED = 512
"""So many texts that were read last: parts of a message are read again and again."""
_ROUNDS = 4
"""So many times of a sort one message may say."""
_BETWEEN = re.compile(r"\s*(?P<apart>,)?\s*(?:\b(?:at|on|of|the|in)\b\s*)*", re.IGNORECASE)
"""What may stand between two parts of one time."""
_LEAD = re.compile(rf"[\s,{TAKEN}]*(?:\b(?:at|on|of|for|in(?! {NUMBER} \w))\b\s*)*", re.IGNORECASE)
"""What stands before a time and is no part of it."""
_EACH = re.compile(r"every|each", re.IGNORECASE)
_COUNT = re.compile(r"\d+|[a-z]+", re.IGNORECASE)
_PASSED = "\1"
_TAKERS: Mapping[str, Callable[[Scan], object]] = {
    "shift": lambda scan: scan.take(SHIFT),
    "ahead": lambda scan: take_moment(scan, _ANY_DAY),
    "ago": lambda scan: take_past(scan, _ANY_DAY),
    "now": take_now,
    "often": lambda scan: take_repeat(scan, _AROUND, known=False),
    "all day": lambda scan: scan.take(ALL_DAY),
    "length": take_length,
    "day": lambda scan: take_days(scan, _AROUND),
    "clock": lambda scan: take_hours(scan, _HOURS),
}


class _Part(NamedTuple):
    start: int
    end: int
    said: str


@dataclass(frozen=True)
class Expression:
    """Words that say one time, and where they stand.

    `sort`: "when" something is, the "length" of it, or how "often". `says` are the parts that are
    told: "day", "clock" and others.
    """

    sort: Sort
    start: int
    end: int
    says: frozenset[str]


@lru_cache(maxsize=_REMEMBERED)
def expressions(text: str) -> tuple[Expression, ...]:
    """Return all times that a text says, in order, each as wide as it is said."""
    found: list[Expression] = []
    for part in _parts(text):
        sort: Sort = (
            "length" if part.said == "length" else "often" if part.said == "often" else "when"
        )
        last = found[-1] if found else None
        joined = _BETWEEN.fullmatch(text, last.end, max(last.end, part.start)) if last else None
        again = joined and joined["apart"] and last and part.said in last.says
        begun = last and joined and _EACH.fullmatch(text, last.start, last.end)  # "every evening"
        if last and joined and (begun or (last.sort == sort == "when" and not again)):
            end = max(last.end, part.end)
            found[-1] = Expression(last.sort, last.start, end, last.says | {part.said})
        else:
            found.append(Expression(sort, part.start, part.end, frozenset({part.said})))
    return tuple(found)


def _parts(text: str) -> list[_Part]:
    """Return the parts of times, in order, without what leads to them."""
    scan = Scan(text)
    found: list[_Part] = []
    for _ in range(_ROUNDS):
        begun = len(found)
        scan.left = scan.left.replace(TAKEN, _PASSED)  # a number beside it is no clock any more
        for said, take in _TAKERS.items():
            known = len(scan.spans)
            take(scan)
            for start, end in map(scan.place, scan.spans[known:]):
                lead = _LEAD.match(text, start, end)
                bare = lead.end() if lead else start
                stop = start + len(text[start:end].rstrip(" ,"))
                counts = text[start:stop].startswith(",") and _COUNT.fullmatch(text, bare, stop)
                if bare < stop:
                    found.append(_Part(bare, stop, "count" if counts else said))
        if len(found) == begun:
            break
    return _without_counts(text, sorted(found))


def _without_counts(text: str, parts: Sequence[_Part]) -> list[_Part]:
    """Return parts with a bare number behind a comma only before a part of the day."""
    found: list[_Part] = []
    for part, after in zip_longest(parts, parts[1:]):
        beside = after and after.said == "clock" and _BETWEEN.fullmatch(text, part.end, after.start)
        if part.said != "count":
            found.append(part)
        elif beside:
            found.append(part._replace(said="clock"))
    return found
