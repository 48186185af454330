"""Superlatives: "the cheapest", "the most recent", where options carry values."""

import re
from collections.abc import Callable, Sequence

from shared.reasoning.embedded.replying.terms import DAY, MONTH, clock, terms
from shared.understanding.folding import fold

_SUPERLATIVES = (
    # which dimension is meant, and whether the largest (True) or the smallest is
    (
        (
            r"cheapest|cheaper|(?:least|less) (?:expensive|costly|pricey)|lowest price"
            r"|smallest|smaller|lowest|lower"
        ),
        "price",
        False,
    ),
    (
        (
            r"dearest|dearer|priciest|pricier|(?:most|more) (?:expensive|costly|pricey|money)"
            r"|highest price|biggest|bigger|largest|larger|highest|higher"
        ),
        "price",
        True,
    ),
    (r"newest|newer|latest|later|(?:most|more) recent(?:ly)?", "time", True),
    (r"oldest|older|earliest|earlier|soonest|sooner|least recent", "time", False),
)
_FOUND = [
    (re.compile(rf"\b(?:{words})\b"), dimension, largest)
    for words, dimension, largest in _SUPERLATIVES
]
_SUPER = re.compile(r"\b(?:\w+est|most(?: \w+)?|least(?: \w+)?|max(?:imum)?|min(?:imum)?)\b")
_MONEY = re.compile(
    r"[$€£¥] ?(?P<before>\d[\d,.']*\d|\d)|(?P<after>\d[\d,.']*\d|\d) ?"
    r"(?:€|eur\b|euros?\b|usd\b|dollars?\b|gbp\b|pounds?\b|chf\b|\$)"
)
_YEAR = re.compile(r"\b(?:19|20)\d{2}\b")
_DATE = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?[. ]+)?(?P<month>{'|'.join(MONTH)})\b\.?"
    r"(?: (?P<after>\d{1,2})(?:st|nd|rd|th)?\b(?!:))?"
)

Measure = Callable[[str], float | None]


def superlative(said: str, labels: Sequence[str]) -> int | None:
    """Return the place, from 0, of the option a superlative means; None without one.

    -1 when the options do not settle which they mean.
    """
    for pattern, dimension, largest in _FOUND:
        found = pattern.search(said)
        if found is None:
            continue
        comparative = not _SUPER.fullmatch(found[0])
        if comparative and len(labels) != 2:  # noqa: PLR2004
            return None
        place = _extreme(labels, _MEASURES[dimension], largest=largest)
        return -1 if place is None else place
    return None


def without_superlative(said: str) -> str:
    """Return a reply without its superlative words."""
    for pattern, _, _ in _FOUND:
        said = pattern.sub(" ", said)
    return said


def _extreme(labels: Sequence[str], measure: Measure, *, largest: bool) -> int | None:
    values = [measure(fold(label)) for label in labels]
    known = [value for value in values if value is not None]
    if len(known) < len(labels):
        return None
    best = max(known) if largest else min(known)
    return values.index(best) if known.count(best) == 1 else None


def _price(label: str) -> float | None:
    found = _MONEY.findall(label)
    if len(found) == 1:
        return float(re.sub(r"[,']", "", "".join(found[0])))
    return 0.0 if re.search(r"\b(?:free|no cost)\b", label) else None


def _time(label: str) -> float | None:
    """Return a point in time, in days from the year 0 by rough months, as far as it is given."""
    year = int(found[0]) if (found := _YEAR.search(label)) else None
    days = (year or 0) * 372.0
    told = year is not None
    if date := _DATE.search(label):
        days += MONTH[date["month"]] * 31 + int(date["day"] or date["after"] or 0)
        told = True
    elif weekday := [DAY[word] for word in terms(label) if word in DAY]:
        days, told = days + weekday[0], True
    times = [time for word in terms(label) if (time := clock(word))]
    if times:
        hour, minute = times[0]
        return days + (hour * 60 + minute) / 1440
    return days if told else None


_MEASURES: dict[str, Measure] = {
    "price": _price,
    "time": _time,
}
