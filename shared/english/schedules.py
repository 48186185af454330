"""When something is to run, read from plain words: a rule or a single time.

What is no rule, what could be meant in two ways and what has words beside it that nobody
understood is not read at all: a report on a wrong day is worse than a question.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby

from shared.english.clocks import CLOCK, take_times, window_of
from shared.english.counting import times as times_of
from shared.english.dates import Around
from shared.english.days import take_days
from shared.english.moments import take_moment
from shared.english.repeats import take_listed, take_repeat, take_week_span
from shared.english.rules import Rule, on_date
from shared.english.scanning import NUMBER, TAKEN, Scan, number, rule
from shared.english.spelled import MONTH

MAX_CHARACTERS = 200
"""No rule takes more words than that."""
DEFAULT = time(9)
"""The time of day when none is said."""

_HOURS, _MINUTES, _MONTHS = 24, 60, 12
_QUARTER = 3
_PARTS_OF_A_YEAR = frozenset({2, 3, 4, 6})
_INTERVAL = rule(
    rf"\b(?:every|each) (?P<count>{NUMBER} |other |half(?: an)? |quarter of an )?"
    r"(?P<unit>minutes?|mins?|hours?|hrs?)\b|\b(?P<hourly>hourly|once an hour)\b"
)
_WINDOW = rule(
    rf"\b(?:between|from) (?P<first>{CLOCK}) ?(?:and|to|until|till|-) ?(?P<last>{CLOCK})"
)
_COUNTED = rule(
    rf"\b(?P<count>twice|thrice|{NUMBER} times|\d{{1,2}}x)(?: (?:an?|every|per) day| daily)\b"
)
_EACH_PART = rule(r"\bevery(?: single)? (?=(?:morning|afternoon|evening|night)\b)")
_PARTS = rule(r"\b(?:mornings|afternoons|evenings|nights)\b")
_STARTING = rule(
    r"\b(?:starting|beginning|commencing|from|as of|(?:the )?first (?:run|time|one|go)"
    r"(?: (?:(?:should|shall|must|will|would|is to|has to) be|is|being))?)"
    r"(?: from| on| with| in)? (?P<rest>.+)"
)
_START_AT_END = rule(
    r"[\s,;.(]+(?P<start>(?:(?:starting|beginning|commencing|as of|(?:the )?first (?:time|one))\b"
    r"[^,;.!?]*"
    r"|from [^,;.!?]* on(?:wards?)?))[\s.!?)]*$"
)
_ON = rule(r"\s+on(?:wards?)?\b(?! (?:the )?(?:\w*days?\b|\d))")
"""What closes a start: "from next week on"."""
_PERIOD = rule(
    r"(?!.*\b(?:to|until|till?|through|last|past)\b)"
    rf".*\b(?:week|month|quarter|year|{MONTH})\b.*"
)
"""A stretch of days that is named as one, so that something may start with it."""
_ASIDE = re.compile(
    r"(?:please|then|ok|okay|yes|just|runs?|it|schedule[ds]?|repeat(?:ing|s)?|do|start|have|let|this"
    r"|that|them|should|must|will|can|could|you|i|want|would|like|i'd|thanks|thank|at|on|in|the|and"
    r"|thereafter|to|my|local|our|time|zone|only|once|a|single|1|by|of|for|o'clock|say|around|about|before"
    r"|after|lunch|work)",
    re.IGNORECASE,
)


_GLUE = re.compile(
    r"[\s,]*(?:\b(?:at|on|and|in|from|an?|the|of|but|then|starting|for|thereafter|say|around|about"
    r"|(?:before|after) (?:lunch|work))\b[\s,]*)*",
    re.IGNORECASE,
)


_QUOTED = re.compile(r"\"[^\"]*\"|\u201c[^\u201d]*\u201d|(?<!\w)'[^']*'(?!\w)")
_ADVERB = re.compile(
    r"\W*(?:hourly|daily|weekly|monthly|quarterly|yearly|annually)\W*", re.IGNORECASE
)


@dataclass(frozen=True)
class Timing:
    """When something happens: once `at` a moment, or by `rules`, from a day on where it matters."""

    at: datetime | None = None
    rules: tuple[Rule, ...] = ()
    start: date | None = None


def read_timing(words: str, now: datetime, *, once: bool = False) -> Timing | None:
    """Return when words say that something happens, by the clocks of `now`; None when they do not.

    Without a time of day it is 9:00. `once`: it is known not to repeat unless that is said, so
    that "on Monday" or "at 5pm" is the coming one. A single time has to be ahead.
    """
    if len(words) > MAX_CHARACTERS:
        return None
    return _repeated(words, now) or _single(words, now, once=once)


@dataclass(frozen=True)
class Found:
    """When something happens, in the words it was `said` in, and the `rest` of the text.

    `timing` is None where it is said to repeat, but not clearly when.
    """

    timing: Timing | None
    said: str
    rest: str
    span: tuple[int, int]


def find_timing(text: str, now: datetime, *, once: bool = False) -> Found | None:
    """Return when something happens where a longer text says so; None where it does not."""
    for span, _ in _clusters(text, now, days=True):
        if timing := read_timing(text[slice(*span)], now, once=once):
            return _found(timing, text, span)
    return None


def find_rule(text: str, now: datetime) -> Found | None:
    """Return how often something happens where a longer text says so, clearly or not."""
    vague: list[Found] = []
    for span, repeats in _clusters(text, now, days=False):
        timing = read_timing(text[slice(*span)], now)
        if timing and timing.rules:
            return _begun_behind(_found(timing, text, span), text, now)
        if repeats and timing is None:
            vague.append(_found(None, text, span))
    return vague[0] if vague else None


def _begun_behind(found: Found, text: str, now: datetime) -> Found:
    """Return a rule with the start that a text ends with: "to rest, starting Monday"."""
    end = found.span[1]
    start = _START_AT_END.search(text, end) if found.timing and not found.timing.start else None
    if start is None:
        return found
    said = f"{found.said}, {start['start']}"
    timing = read_timing(said, now)
    if timing is None or not timing.rules or not timing.start:
        return found
    left = _found(found.timing, text[: start.start()], found.span)
    return replace(left, timing=timing, said=said)


def _found(timing: Timing | None, text: str, span: tuple[int, int]) -> Found:
    begin, end = span
    rest = " ".join(f"{_led(text[:begin])} {text[end:]}".split()).strip(" ,;.")
    return Found(timing, text[begin:end], rest, span)


def split_times(words: str) -> tuple[str, str]:
    """Return words about when without its times of day, and those."""
    scan = Scan(words)
    take_repeat(scan, Around(date.min))
    days = len(scan.spans)
    take_times(scan)
    taken = [scan.place(span) for span in scan.spans[days:]]
    left, at = "", 0
    for begin, end in sorted(taken):
        left, at = f"{left}{words[at:begin]} ", end
    times = " ".join(words[begin:end].strip(" ,") for begin, end in sorted(taken))
    return " ".join((left + words[at:]).split()), times


def _clusters(text: str, now: datetime, *, days: bool) -> list[tuple[tuple[int, int], bool]]:
    """Return where a text speaks of times, the longest first, and whether of repeated ones.

    They are joined where nothing else stands between. What is quoted, and a word like "weekly" by
    itself, is rather part of a name.
    """
    scan, around = Scan(text), Around(now.date())
    take_moment(scan, now)
    for pattern in (_INTERVAL, _WINDOW, _COUNTED, _EACH_PART, _PARTS):
        scan.take(pattern)
    started = _start(scan, around)
    _all(scan, lambda: take_repeat(scan, around) or take_week_span(scan))
    if started:
        take_listed(scan)
    repeated = set(scan.places)
    if days:
        _all(scan, lambda: take_days(scan, around))
    take_times(scan)
    joined: list[tuple[tuple[int, int], bool]] = []
    for begin, end in scan.places:
        repeats = (begin, end) in repeated
        if joined and _GLUE.fullmatch(text, joined[-1][0][1], begin):
            (first, _), before = joined.pop()
            joined.append(((first, end), before or repeats))
        else:
            joined.append(((begin, end), repeats))
    quoted = [found.span() for found in _QUOTED.finditer(text)]
    spoken = [
        (span, repeats)
        for span, repeats in joined
        if not any(begin <= span[0] < end for begin, end in quoted)
        and (span == (0, len(text)) or not _ADVERB.fullmatch(text[slice(*span)]))
    ]
    return sorted(spoken, key=lambda one: one[0][0] - one[0][1])


def _all(scan: Scan, take: Callable[[], object]) -> None:
    """Take until nothing more is taken: "tonight" names a day, and is left for the time it is."""
    left = ""
    while left != scan.left:
        left = scan.left
        take()


def _led(text: str) -> str:
    """Return what stands before a time without the words that only lead to it."""
    return re.sub(r"(?:\s|^)(?:at|on|from|and|then|,)\s*$", "", text, flags=re.IGNORECASE)


def _repeated(words: str, now: datetime) -> Timing | None:
    scan, around = Scan(" ".join(words.split()).rstrip(".!?")), Around(now.date())
    start = _start(scan, around)
    interval = scan.take(_INTERVAL)
    window = scan.take(_WINDOW) if interval else None
    counted = scan.take(_COUNTED)
    each_part = scan.take(_EACH_PART) or _PARTS.search(scan.left)
    days = take_repeat(scan, around) or take_week_span(scan)
    if days and (take_repeat(scan, around) or take_week_span(scan) or days) != days:
        return None  # "weekdays, Monday to Friday" says the same twice
    if days is None and start:
        days = take_listed(scan)
    if days is None and (interval or counted or each_part):
        days = Rule("DAILY")
    if days is None or (settled := _settled(days)) is None:
        return None
    if interval:
        rule = _often(interval, window, settled)
        rules = (rule,) if rule else ()
    else:
        times = take_times(scan)
        if times is None or (counted and len(times) != _count(counted["count"])):
            return None
        rules = _timed(settled, times or (DEFAULT,))
    return _begun(rules, start, now) if rules and _all_understood(scan) else None


def _start(scan: Scan, around: Around) -> date | None:
    """Take the day from which on it happens."""
    found = _STARTING.search(scan.left)
    if found is None:
        return None
    inner = Scan(found["rest"])
    days = take_days(inner, around)
    begins = inner.spans[0][0] if inner.spans else 0
    if days is None or found["rest"][:begins].strip().casefold() not in {"", "the"}:
        return None
    end = found.start("rest") + max((end for _, end in inner.spans), default=0)
    period = _PERIOD.fullmatch(scan.left, found.start("rest"), end)
    if days.first != days.last and (not period or days.first < around.today):
        return None
    closed = _ON.match(scan.left, end)
    scan.cut(found.start(), closed.end() if closed else end)
    return days.first


def _settled(days: Rule) -> Rule | None:
    """Return the rule with its day named; None where nobody can tell which one is meant."""
    if days.frequency == "MONTHLY" and not days.days and not days.dates:
        days = replace(on_date(1, clip=True), interval=days.interval)
    if days.frequency == "MONTHLY" and days.interval in _PARTS_OF_A_YEAR:
        return replace(days, interval=1, months=_months(days))
    open_ended = days.frequency in {"WEEKLY", "YEARLY"} and not (days.days or days.dates)
    return None if open_ended else days


def _months(days: Rule) -> tuple[int, ...]:
    """Return the months of a rule for parts of a year; what ends one is in its last month."""
    ends = (*days.dates[:1], *days.positions[:1], *(place for place, _ in days.days[:1]))
    first = days.interval if days.interval == _QUARTER and min(ends) < 0 and not days.clipped else 1
    return tuple(range(first, _MONTHS + 1, days.interval))


def _often(found: re.Match[str], window: re.Match[str] | None, days: Rule) -> Rule | None:
    """Return the rule for "every so often"; only parts of an hour or a day come out even."""
    said = (found["count"] or "").strip().casefold()
    in_hours = bool(found["hourly"]) or found["unit"].casefold().startswith("h")
    if said.startswith(("half", "quarter")):
        if not in_hours or (not said.endswith("an") and said != "half"):
            return None
        count, in_hours = (15 if said.startswith("quarter") else 30), False
    else:
        count = 2 if said == "other" else number(said)
    if not in_hours and count == _MINUTES:
        count, in_hours = 1, True
    if not count or (_HOURS if in_hours else _MINUTES) % count:
        return None
    hours = _hours(window, count if in_hours else 0)
    minutes = range(1) if in_hours else range(0, _MINUTES, count)
    return days.at(hours, minutes) if hours else None


def _hours(window: re.Match[str] | None, step: int) -> range:
    """Return the full hours from one to another; the last counts when it is one of the steps.

    Without a step, of whole hours, the minutes end where the last hour begins.
    """
    if window is None:
        return range(0, _HOURS, step or 1)
    between = window_of(window["first"], window["last"])
    if between is None or between[0].minute or between[1].minute:
        return range(0)
    first, end = between[0].hour, between[1].hour or _HOURS
    if step and end == _HOURS:
        return range(0)
    return range(first, end + 1, step) if step else range(first, end)


def _timed(days: Rule, times: Iterable[time]) -> tuple[Rule, ...]:
    """Return a rule for each set of times that one can say: every minute named in every hour."""
    by_minutes: dict[tuple[int, ...], list[int]] = {}
    for hour, ats in groupby(sorted(times), key=lambda at: at.hour):
        by_minutes.setdefault(tuple(at.minute for at in ats), []).append(hour)
    return tuple(days.at(hours, minutes) for minutes, hours in by_minutes.items())


def _begun(rules: tuple[Rule, ...], start: date | None, now: datetime) -> Timing:
    """Say from which day on, where that makes a difference."""
    anchored = any(rule.interval > 1 or rule.count for rule in rules)
    if not anchored and start is None:
        return Timing(rules=rules)
    first = datetime.combine(start or now.date(), time())
    local = first - timedelta(seconds=1) if start else now.replace(tzinfo=None)
    each = (times_of(replace(rule, interval=1), first) for rule in rules)
    ahead = (next((at for at in times if at > local), None) for times in each)
    begins = min((at.date() for at in ahead if at is not None), default=start)
    return Timing(rules=rules, start=begins)


def _single(words: str, now: datetime, *, once: bool) -> Timing | None:
    scan = Scan(" ".join(words.split()).rstrip(".!?"))
    if moment := take_moment(scan, now):
        return Timing(at=_whole_minute(moment)) if _all_understood(scan) else None
    days = take_days(scan, Around(now.date()))
    times = take_times(scan)
    if times is None or len(times) > 1 or not _all_understood(scan):
        return None
    if days is None:
        days_from_now = range(2) if once and times else range(0)
    elif days.first != days.last or (days.floating and not once):
        return None
    else:
        ahead_by = (days.first - now.date()).days
        days_from_now = range(ahead_by, ahead_by + 1 + 7 * days.floating, 7)
    local = now.replace(tzinfo=None)
    for later in days_from_now:
        at = datetime.combine(now.date() + timedelta(days=later), (times or (DEFAULT,))[0])
        if at > local:
            return Timing(at=at.replace(tzinfo=now.tzinfo))
    return None


def _whole_minute(moment: datetime) -> datetime:
    exact = moment.astimezone(UTC)
    whole = exact.replace(second=0, microsecond=0)
    later = whole if whole == exact else whole + timedelta(minutes=1)
    return later.astimezone(moment.tzinfo)


def _count(text: str) -> int:
    said = text.casefold().removesuffix("times").removesuffix("x").strip()
    return {"twice": 2, "thrice": 3}.get(said) or number(said)


def _all_understood(scan: Scan) -> bool:
    left = re.split(rf"[\s,;:.()\-{TAKEN}]+", scan.left)
    return all(not word or _ASIDE.fullmatch(word) for word in left)
