"""Superlatives: "the cheapest", "the most recent", "the longer one", where options carry values."""

import re
from collections.abc import Callable, Sequence

from shared.reasoning.embedded.replying.terms import DAY, MONTH, clock, terms
from shared.understanding.folding import fold

_SUPERLATIVES = (
    # which dimensions may be meant, and whether the largest (True) or the smallest is
    (r"cheapest|cheaper|(?:least|less) (?:expensive|costly|pricey)|lowest price", "price", False),
    (
        (
            r"dearest|dearer|priciest|pricier|(?:most|more) (?:expensive|costly|pricey|money)"
            r"|highest price"
        ),
        "price",
        True,
    ),
    (r"newest|newer|latest|later|(?:most|more) recent(?:ly)?", "time", True),
    (r"oldest|older|earliest|earlier|soonest|sooner|least recent", "time", False),
    (r"longest|longer|slowest|slower", "span", True),
    (r"shortest|shorter|fastest|faster|quickest|quicker", "span", False),
    (r"(?:most|more) (?:often|frequent(?:ly)?)", "rhythm", False),
    (r"(?:least|less) (?:often|frequent(?:ly)?)", "rhythm", True),
    (r"(?:most|more) (?:urgent|important|severe)|strongest", "scale", True),
    (r"(?:least|less) (?:urgent|important|severe)|weakest", "scale", False),
    (
        (
            r"biggest|bigger|largest|larger|highest|higher|greatest|maximum|max"
            r"|most (?:experienced|expansive)|more experienced|most"
        ),
        "price number scale span",
        True,
    ),
    (
        (
            r"smallest|smaller|lowest|lower|least experienced|less experienced|fewest|fewer"
            r"|minimum|min|least"
        ),
        "price number scale span",
        False,
    ),
)
_FOUND = [
    (re.compile(rf"\b(?:{words})\b"), dimensions.split(), largest)
    for words, dimensions, largest in _SUPERLATIVES
]
_SUPER = re.compile(r"\b(?:\w+est|most(?: \w+)?|least(?: \w+)?|max(?:imum)?|min(?:imum)?)\b")
_MONEY = re.compile(
    r"[$€£¥] ?(?P<before>\d[\d,.']*\d|\d)|(?P<after>\d[\d,.']*\d|\d) ?"
    r"(?:€|eur\b|euros?\b|usd\b|dollars?\b|gbp\b|pounds?\b|chf\b|\$)"
)
_SPAN = re.compile(
    r"(?P<many>\d+(?:\.\d+)?) ?-?(?P<unit>min(?:ute)?|h(?:ou)?r|h|day|week|month|year)s?\b"
)
_NEXT_DAY = re.compile(r"\b(?:next|same)[- ]day\b|\bovernight\b")
_PERIOD = re.compile(r"\b(day|week|month|quarter|year)\b")
_UNITS = {
    "min": 1,
    "minute": 1,
    "hr": 60,
    "hour": 60,
    "h": 60,
    "day": 1440,
    "week": 10080,
    "month": 43200,
    "quarter": 129600,
    "year": 525600,
}
_RHYTHM = re.compile(r"\b(?:every |each )?(hour|da|day|week|month|quarter|year)(?:i?ly)?\b")
_SCALES = (
    ("lowest", "low", "medium", "normal", "high", "critical", "urgent"),
    ("tiny", "small", "medium", "large", "huge"),
    ("short", "brief", "medium", "long", "full", "complete", "detailed"),
    ("minor", "moderate", "major", "severe"),
)
_NUMBER = re.compile(r"(?<![\w.#-])(?P<n>\d+(?:[.,']\d{3})*)(?:\.\d+)?(?![\w-])")
_YEAR = re.compile(r"\b(?:19|20)\d{2}\b")
_QUARTER = re.compile(r"\bq([1-4])\b")
_DATE = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?[. ]+)?(?P<month>{'|'.join(MONTH)})\b\.?"
    r"(?: (?P<after>\d{1,2})(?:st|nd|rd|th)?\b(?!:))?"
)
_ISO = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)\b")

Measure = Callable[[str], float | None]


def superlative(said: str, labels: Sequence[str]) -> int | None:
    """Return the place, from 0, of the option a superlative means; None without one.

    -1 when the options do not settle which they mean.
    """
    for pattern, dimensions, largest in _FOUND:
        found = pattern.search(said)
        if found is None:
            continue
        comparative = not _SUPER.fullmatch(found[0])
        if comparative and len(labels) != 2:  # noqa: PLR2004
            return None
        for dimension in dimensions:
            if (place := _extreme(labels, _MEASURES[dimension], largest=largest)) is not None:
                return place
        return -1
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


def _span(label: str) -> float | None:
    if found := _SPAN.search(label):
        return float(found["many"]) * _UNITS[found["unit"]]
    if _NEXT_DAY.search(label):
        return _UNITS["day"] * 1.0
    if (scale := _scale(label)) is not None:
        return scale
    found = _PERIOD.findall(label)
    return float(_UNITS[found[0]]) if len(found) == 1 else None


def _rhythm(label: str) -> float | None:
    found = _RHYTHM.findall(label)
    return float(_UNITS["day" if found[0] == "da" else found[0]]) if len(found) == 1 else None


def _scale(label: str) -> float | None:
    said = label.replace(",", " ").split()
    for scale in _SCALES:
        places = [scale.index(word) for word in said if word in scale]
        if len(places) == 1:
            return float(places[0])
    return None


def _number(label: str) -> float | None:
    if "unlimited" in label:
        return float("inf")
    plain = _MONEY.sub(" ", label)
    found = [m["n"] for m in _NUMBER.finditer(plain)]
    return float(re.sub(r"[.,']", "", found[0])) if len(found) == 1 else None


def _time(label: str) -> float | None:
    """Return a point in time, in days from the year 0 by rough months, as far as it is given."""
    year = int(found[0]) if (found := _YEAR.search(label)) else None
    if iso := _ISO.search(label):
        return float(iso[1]) * 372 + float(iso[2]) * 31 + float(iso[3])
    days = (year or 0) * 372.0
    told = year is not None
    if quarter := _QUARTER.search(label):
        days, told = days + int(quarter[1]) * 93, True
    elif date := _DATE.search(label):
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
    "span": _span,
    "rhythm": _rhythm,
    "scale": _scale,
    "number": _number,
}
