"""Times of day and ranges of them: "at half past three", "from 10 to 11", "in the afternoon".

An hour without am or pm is the reading nearest to the person's working hours: "at 3" is 15:00 and
"at 8" is 08:00 where work is from 9 to 5. A range runs forward: "from 11 to 1" ends at 13:00.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time
from functools import partial

from shared.english.scanning import TAKEN, Scan, number, rule
from shared.models.profile import WorkingHours

IN_FIGURES = r"\d{1,2}[:.]\d{2}(?: ?[ap]\.?m\b)?|\d{1,2} ?[ap]\.?m\b"
"""A time of day as a text has it in figures: "9:30", "4pm"."""
HALF_OF_DAY = r"(?: ?[ap]m)?"
"""What may stand behind the number of an hour."""
_HOUR = r"(?:\d{1,2}|twelve|eleven|ten|nine|eight|seven|six|five|four|three|two|one)"
_HALF = r"(?:(?<=\d)(?: ?[ap]\.?m\b\.?|[ap]\b)|(?<=[a-z]) [ap]m\b)"
_TURN = (
    r"(?:(?:half|quarter|twenty[- ]five|twenty|ten|five)(?: minutes)? (?:past|after|to|of|before)"
    r"|\d{1,2}(?: minutes?)? past|\d{1,2} minutes? to)"
)
_COMPACT = (
    r"(?:(?:[01]?\d|2[0-3])[0-5]\d(?= ?(?:[ap]\.?m\b|hours?\b|hrs?\b|h\b|sharp\b|on the dot\b))"
    r"|(?:(?<=\bat )|(?<=\bby )|(?<=\bfrom ))0\d[0-5]\d(?!\d))"
)
"""Hours and minutes without anything between them, where nothing else is meant: "630 am"."""
_DOTTED = r"(?:[01]?\d|2[0-3])\.[0-5]\d"
"""A clock only where a day stands before it: "Monday 8.30"."""
_CLOCK = (
    rf"(?:{_COMPACT}|{_TURN} {_HOUR}|half {_HOUR}|\d{{1,2}}[:.h]\d{{2}}|{_HOUR} ?o'?clock|{_HOUR})"
    rf"(?![\d%])(?:{_HALF})?(?: sharp| on the dot)?"
)
_NAMED = r"(?:(?:12 )?noon|midday|(?:12 )?midnight)(?:[- ]?ish)?"
_ANY = rf"(?:{_NAMED}|{_CLOCK})(?!\w)"
_MARKED = (
    rf"(?:{_NAMED}|{_COMPACT}(?:{_HALF}| ?(?:hours|hrs|h)\b)?|{_TURN} {_HOUR}(?:{_HALF})?"
    rf"|half past {_HOUR}(?:{_HALF})?"
    rf"|(?<!\ba )half {_HOUR}(?! (?:of|hours?|hrs?|days?|an?)\b)"
    rf"|\d{{1,2}}[:h]\d{{2}}(?:{_HALF})?|\d{{1,2}}(?:\.\d{{2}})?(?:{_HALF})"
    rf"|(?!\d){_HOUR} [ap]m\b(?! i\b)"
    rf"|{_HOUR} (?:sharp|on the dot)|{_HOUR} ?o'?clock)(?!\w)(?: sharp| on the dot)?"
)
_NOT_A_CLOCK = (
    r"(?!\d|[.:/%-]\d| ?(?:%|percent|people|persons|of us|minutes?|mins?|hours?|hrs?|days?|weeks?"
    r"|months?|years?|times?|messages?|e-?mails?|meetings?|slots?|options?|items?|euros?"
    r"|dollars?|pounds?|points?|am i)\b)"
)
_BEFORE = r"(?<![\w:./#$\u20ac\u00a3+-])"
_ANY_AT_ALL = rule(rf"\d|{_NAMED}|\b{_HOUR}\b")

_RANGES = (
    rule(
        rf"\b(?:from|between) (?P<a>{_ANY})(?: {TAKEN}+)? ?(?:-|to|until|till?|through|and)"
        rf" ?(?P<b>{_ANY}){_NOT_A_CLOCK}"
    ),
    rule(
        rf"{_BEFORE}(?P<a>{_MARKED}|{_ANY}(?= (?:at )?{TAKEN}))(?: (?:at )?{TAKEN}+)?"
        rf" ?(?:-|to|until|till?|through) ?(?P<b>{_ANY}){_NOT_A_CLOCK}"
    ),
    rule(rf"{_BEFORE}(?P<a>{_ANY}) ?(?:-|to|until|till?|through) ?(?P<b>{_MARKED})"),
    rule(
        rf"(?:\bfrom )?{_BEFORE}(?P<a>0\d[0-5]\d) ?(?:-|to|until|till?|through)"
        r" ?(?P<b>(?:[01]\d|2[0-3])[0-5]\d)(?!\w)"
    ),
    rule(rf"{_BEFORE}(?P<a>\d{{1,2}}) ?- ?(?P<b>\d{{1,2}}){_NOT_A_CLOCK}(?!\w)"),
    rule(rf"(?<={TAKEN} )(?P<a>{_ANY}) ?(?:to|until|till?) ?(?P<b>{_ANY}){_NOT_A_CLOCK}"),
)
_OPEN_RANGES = (
    rule(
        rf"\b(?P<side>after|not before|any ?time after|later than) (?P<a>{_ANY})"
        rf"{_NOT_A_CLOCK}"
    ),
    rule(rf"\b(?P<side>before|until|till?|by|earlier than|up to) (?P<a>{_ANY}){_NOT_A_CLOCK}"),
    rule(rf"\b(?P<side>from) (?P<a>{_ANY}) (?:on(?:wards?)?\b)"),
)
_SINGLES = (
    rule(
        rf"(?:\b(?:starting |beginning )?(?:at|from|by|around|about)|@) ?(?:about |around )?"
        rf"(?P<a>{_ANY}){_NOT_A_CLOCK}"
    ),
    rule(rf"{_BEFORE}(?P<a>{_MARKED})(?!-\w)"),
    rule(rf"(?<={TAKEN})(?:,? )(?P<a>0\d[0-5]\d|{_DOTTED}|{_HOUR}){_NOT_A_CLOCK}(?!\w)"),
)
_SAID = rf"[\s,.;!?{TAKEN}]|\b(?:on|the|in)\b"
_LONE = rule(
    rf"(?:{_SAID}|\b(?P<lead>at|from|by|about|around|say|like)\b)*"
    rf"(?P<a>(?P<compact>(?:[1-9]|1\d|2[0-3])[0-5]\d)|{_ANY})(?:{_SAID})*"
)
"""A number that alone is left of what is said about when: "three on Sunday", "Friday 930"."""
_LONE_RANGE = rule(
    rf"(?:{_SAID})*(?P<a>{_ANY}) ?(?:-|to|until|till?|through) ?(?P<b>{_ANY}|late)(?:{_SAID})*"
)
_BEFORE_PART = rule(rf"{_BEFORE}\b(?P<a>{_CLOCK}) (?={TAKEN})")
"""A number before a part of the day: "9 in the morning"."""
HALF_TOLD = re.compile(
    r"\d[:.]\d\d|\b\d{3,4}\b|[ap]\.?m\b|\b(?:morning|noon|midday|evening|night)",
    re.IGNORECASE,
)
"""What tells the half of the day of an hour."""
_PARTS = (
    rule(r"\b(?P<side>before|after) lunch(?: ?time)?\b"),
    rule(
        r"(?:\b(?:at|around|over|during) )(?:the )?(?P<part>lunch) ?(?:time|hour|break)?\b"
        r"(?! with| meeting)"
    ),
    rule(r"\b(?P<part>lunch)[ -]?(?:time|hour)\b"),
    rule(rf"(?:(?<={TAKEN} )|(?<={TAKEN}, )|^)(?P<part>lunch)(?=\W*$)"),
    rule(
        rf"(?<={TAKEN}) ?(?:in the )?\b(?P<part>[ap]m)(?=[^\w{TAKEN}]*$|[,;]"
        rf"| (?:(?:at|about|around|from) )?\d)"
    ),
    rule(
        r"(?:\bby |\bat (?:the )?|\bbefore |\buntil )?(?:the )?\b(?P<part>end of (?:the )?"
        r"(?:work(?:ing)? ?)?day|close of (?:business|play)|eod|cob)\b"
    ),
    rule(
        r"(?:\b(?:in|during) the |\b(?:this|the|all|any) )?\b(?:(?P<when>early|late|mid|later"
        r"|first thing in the|first thing)[ -]?)?(?:in the )?"
        r"\b(?P<part>mornings?|afternoons?|evenings?|nights?)\b(?:'s\b)?"
        r"(?! (?:stand-?up|sync|briefing|huddle|check-?in|meeting|call|routine))"
    ),
    rule(r"\b(?P<part>tonight)\b"),
    rule(r"\b(?P<part>first thing)\b"),
    rule(
        r"(?:\b(?:during|within|in|inside) )?(?:(?:my|our|the|normal|regular) )?"
        r"\b(?P<part>(?:working|business|office) hours)\b"
    ),
)
CLOCK = _ANY
"""A time of day in a pattern; what `window_of` reads."""
_PIECES = rule(
    rf"(?:(?P<named>{_NAMED})|(?:(?P<turn>half|quarter|twenty[- ]five|twenty|ten|five|\d{{1,2}})"
    rf"(?: minutes?)? (?P<way>past|after|to|of|before) |(?P<bare>half) )?"
    rf"(?P<hour>\d(?=[0-5]\d(?!\d))|{_HOUR})"
    r"(?:[:.h](?P<minute>\d{2})|(?P<beside>[0-5]\d))?)(?: ?(?P<half>[ap])\.?m?\b\.?)?.*"
)
_TURNS = {"half": 30, "quarter": 15, "twenty": 20, "ten": 10, "five": 5}
_DAY_PART = rule(
    r"\b(?:(?:in|during) the |at |to)?(?P<part>mornings?|afternoons?|evenings?|nights?)\b"
)
_AND = r"(?:,? (?:and|&|plus) |, ?)(?:at )?"
_EACH = rule(rf"(?<!\d)0\d[0-5]\d(?!\d)|{_ANY}")
_LISTS = (
    rule(
        rf"(?:\bat|@|\b(?:say|around|about),? (?=\d\d?[:.]\d\d)) ?(?:{_ANY})(?:{_AND}{_ANY})*"
        rf"{_NOT_A_CLOCK}"
    ),
    rule(rf"{_BEFORE}{_MARKED}(?:{_AND}{_MARKED})*"),
    rule(
        rf"(?<={TAKEN}),? (?:(?:around|about) )?(?:0\d[0-5]\d|{_DOTTED}|{_HOUR})(?:{_AND}{_ANY})*"
        rf"{_NOT_A_CLOCK}(?!\w)"
    ),
)
_BEGINS = {"morning": time(9), "afternoon": time(14), "evening": time(18), "night": time(21)}
"""When something happens that is to happen in a part of the day."""
_FITS = {
    "morning": range(12),
    "afternoon": range(12, 19),
    "evening": range(16, 24),
    "night": range(18, 24),
}
_NOON = 12
_SURE_FROM = 7
_LUNCH = (time(12), time(13))
_NIGHT = time(22)
_EVENING = time(17)
_LATE = time(23, 59)
_MINUTES = 24 * 60


@dataclass(frozen=True)
class Hours:
    """A time of day or a range of it. `exact`: a clock was named, not a part of the day.

    What ends on the next day has `minutes` instead of `until`.
    """

    at: time
    until: time | None = None
    exact: bool = True
    minutes: int | None = None


@dataclass(frozen=True)
class _Spoken:
    hour: int
    minute: int
    half: str = ""
    plain: bool = True
    """Whether it may be before or after noon."""


def take_hours(scan: Scan, hours: WorkingHours) -> Hours | None:
    """Return the time of day named; what is said of the part of the day tells am from pm."""
    part = _take_part(scan, hours)
    if not _ANY_AT_ALL.search(scan.left):
        return part
    for pattern in _RANGES:
        if ranged := _range(pattern.search(scan.left), hours, part):
            scan.take(pattern)
            return ranged
    if alone := _take_alone(scan, hours, part):
        return alone
    singles = (*_SINGLES, _BEFORE_PART) if part and not part.exact else _SINGLES
    for pattern in (*_OPEN_RANGES, *singles):
        found = pattern.search(scan.left)
        spoken = _spoken(found["a"]) if found else None
        if found and spoken:
            scan.cut(*found.span())
            side = (found.groupdict().get("side") or "").casefold()
            return _one_sided(_clock(spoken, hours, part), side, hours)
    return part


def _take_alone(scan: Scan, hours: WorkingHours, part: Hours | None) -> Hours | None:
    """Read numbers that are clocks because nothing besides is said that they could count."""
    single = _LONE.fullmatch(scan.left)
    if single is None and (found := _LONE_RANGE.fullmatch(scan.left)):
        late = found["b"].casefold() == "late"
        begins = _spoken(found["a"])
        if late and begins:
            ranged = Hours(max(_readings(begins)), _LATE, exact=False)
        else:
            ranged = _range(found, hours, part)
        if ranged:
            scan.cut(found.start("a"), found.end("b"))
        return ranged
    lead = (single["lead"] or "").casefold() if single else ""
    if single is None or not (scan.spans or (single["compact"] and lead == "at")):
        return None
    written = single["a"]
    if single["compact"]:
        written = f"{written[:-2]}:{written[-2:]}"
    spoken = _spoken(written)
    if spoken is None:
        return None
    start = single.start("lead" if lead else "a")
    scan.cut(start, single.end("a"))
    return _one_sided(_clock(spoken, hours, part), "", hours)


def take_times(scan: Scan) -> tuple[time, ...] | None:
    """Return all times of day named, for what happens at each of them; () where none is.

    None where they leave open what is meant: 5 could be either half of the day.
    """
    parts = [
        found["part"].casefold().removesuffix("s")
        for found in iter(partial(scan.take, _DAY_PART), None)
    ]
    lists = [found[0] for pattern in _LISTS for found in iter(partial(scan.take, pattern), None)]
    if parts and not lists and (before := scan.take(_BEFORE_PART)):
        lists = [before["a"]]
    if len(set(parts)) > 1 or len(lists) > 1:
        return None
    part = parts[0] if parts else ""
    if not lists:
        return (_BEGINS[part],) if part else ()
    said = [_spoken(found[0]) for found in _EACH.finditer(lists[0])]
    known = [one for one in said if one is not None]
    at = [_certain(one, part, known) for one in known]
    found = [one for one in at if one is not None]
    clear = len(found) == len(said) == len(set(found)) and not _mixed(known)
    return tuple(sorted(found)) if clear else None


def window_of(first: str, last: str) -> tuple[time, time] | None:
    """Return from when to when, the end perhaps midnight; None where that is left open."""
    begin, end = _spoken(first), _spoken(last)
    start = _certain(begin, "", [begin]) if begin else None
    if begin is None or start is None or end is None:
        return None
    ends = _readings(end) if begin.plain else _readings(end)[:1]
    if end.plain and not end.half and end.hour == _NOON:
        ends = [time(_NOON), *([time()] if begin.plain else [])]
    return next(((start, at) for at in ends if at > start or at == time()), None)


def backwards(text: str) -> tuple[str, str] | None:
    """Return the ends of a range of times, as written, of which the last comes before the first.

    What begins in the evening may well end on the next morning.
    """
    for pattern in _RANGES[1:4]:
        for found in pattern.finditer(text):
            first, last = _spoken(found["a"]), _spoken(found["b"])
            if first is None or last is None or (last.plain and not last.half):
                continue
            start, end = min(_readings(first)), _readings(last)[-1]
            if start >= end != time() and not _overnight(start, end):
                return found["a"].strip(), found["b"].strip()
    return None


def _certain(spoken: _Spoken, part: str, beside: Sequence[_Spoken]) -> time | None:
    """Return the time a clock means for sure; a number by itself does from 7 to 12."""
    readings = _readings(spoken)
    if part:
        fitting = [at for at in readings if at.hour in _FITS[part]]
        return fitting[0] if len(fitting) == 1 else None
    if len(readings) == 1:
        return readings[0]
    if spoken.hour == _NOON:
        return readings[1]
    by_24 = any(not one.plain and one.hour > _NOON for one in beside)
    return readings[0] if spoken.hour >= _SURE_FROM or by_24 else None


def _mixed(said: Sequence[_Spoken]) -> bool:
    """Tell whether "8 and 10 pm" leaves open which half of the day the first is in."""
    evening = [one.hour % _NOON for one in said if one.half == "p"]
    open_ones = [one.hour % _NOON for one in said if one.plain and not one.half]
    return any(hour <= last for hour in open_ones for last in evening)


def _take_part(scan: Scan, hours: WorkingHours) -> Hours | None:
    for pattern in _PARTS:
        if found := scan.take(pattern):
            named = found.groupdict()
            if side := named.get("side"):
                afterwards = side.casefold() == "after"
                return _part("afternoon" if afterwards else "morning", "late lunch", hours)
            return _part(named["part"], named.get("when") or "", hours)
    return None


def _part(name: str, nuance: str, hours: WorkingHours) -> Hours:
    name, nuance = name.casefold().removesuffix("s"), nuance.casefold()
    name = {"am": "morning", "pm": "afternoon"}.get(name, name)
    begin = hours.start if hours.start < time(12) else time(8)
    end = hours.end if hours.end > time(13) else time(18)
    evening = max(end, time(17))
    if name in {"end of the day", "end of day", "eod", "cob"} or name.startswith(("end", "close")):
        return Hours(end)
    if name == "first thing" or nuance.startswith("first thing"):
        return Hours(begin)
    if name.endswith("hour") and name != "lunch hour":
        return Hours(hours.start, hours.end, exact=False)
    if name == "lunch":
        return Hours(*_LUNCH, exact=False)
    if name == "morning":
        late = {"late": time(10, 30), "mid": time(10)}.get(nuance, begin)
        return Hours(max(late, begin), time(10) if nuance == "early" else time(12), exact=False)
    if name == "afternoon":
        opening = {"late": time(15), "mid": time(14), "late lunch": time(13)}.get(nuance, time(12))
        last = time(14) if nuance == "early" else end
        return Hours(min(opening, time(15)), max(last, time(16)) if nuance else end, exact=False)
    return Hours(evening, _NIGHT if evening < _NIGHT else _LATE, exact=False)


def _one_sided(clock: time, side: str, hours: WorkingHours) -> Hours:
    if side in {"before", "until", "till", "til", "up to", "earlier than"}:
        begin = hours.start if hours.start < clock else time()
        return Hours(begin, clock, exact=False) if begin < clock else Hours(clock)
    if side in {"", "by"}:
        return Hours(clock)
    end = hours.end if hours.end > clock else _LATE
    return Hours(clock, end, exact=False) if clock < end else Hours(clock)


def _range(found: re.Match[str] | None, hours: WorkingHours, part: Hours | None) -> Hours | None:
    first, last = (_spoken(found["a"]), _spoken(found["b"])) if found else (None, None)
    if first is None or last is None:
        return None
    ends = _readings(last)
    if last.half and first.plain and not first.half:
        same = [at for at in _readings(first) if (at.hour >= 12) == (ends[0].hour >= 12)]  # noqa: PLR2004
        begins = same[0] if same and same[0] < ends[0] else min(_readings(first))
    else:
        begins = _clock(first, hours, part)
    later = [end for end in ends if end > begins]
    if later:
        return Hours(begins, min(later))
    open_end = last.plain and not last.half
    begins = max(_readings(first)) if not ends[-1].hour else begins
    if open_end or not _overnight(begins, ends[-1]):
        return None
    return Hours(begins, minutes=_MINUTES - _minute(begins) + _minute(ends[-1]))


def _overnight(begins: time, ends: time) -> bool:
    """Whether a range of which the last comes first goes from an evening to the next morning."""
    return ends == time() or (begins >= _EVENING and ends < time(_NOON))


def _minute(at: time) -> int:
    return at.hour * 60 + at.minute


def _clock(spoken: _Spoken, hours: WorkingHours, part: Hours | None) -> time:
    readings = _readings(spoken)
    if part is not None and not part.exact:
        return min(readings, key=lambda at: _distance(at, part.at, part.until or part.at))
    return min(readings, key=lambda at: _distance(at, hours.start, hours.end))


def _distance(at: time, start: time, end: time) -> int:
    """Return how many minutes a time is outside a range."""
    minutes, begins, ends = _minute(at), _minute(start), _minute(end)
    return max(begins - minutes, minutes - ends, 0)


def _readings(spoken: _Spoken) -> list[time]:
    """Return the times a clock may mean, earliest first."""
    if not spoken.plain:
        return [time(spoken.hour, spoken.minute)]
    hour = spoken.hour % 12
    if spoken.half:
        return [time(hour + (12 if spoken.half == "p" else 0), spoken.minute)]
    return [time(hour, spoken.minute), time(hour + 12, spoken.minute)]


def _spoken(text: str) -> _Spoken | None:
    """Take one clock apart; None for what no clock shows."""
    found = _PIECES.fullmatch(text)
    if found is None:
        return None
    if named := found["named"]:
        return _Spoken(0 if "midnight" in named.casefold() else 12, 0, plain=False)
    written = found["hour"]
    hour, minute = number(written), int(found["minute"] or found["beside"] or 0)
    if turn := found["turn"] or found["bare"]:
        said = turn.casefold()
        minute = int(said) if said.isdecimal() else _TURNS.get(said, 25)
        if (found["way"] or "past").casefold() in {"to", "of", "before"}:
            hour, minute = (hour - 1) % 24 or 12, 60 - minute
    half = (found["half"] or "").casefold()
    plain = 1 <= hour <= 12 and not (written.startswith("0") and not half)  # noqa: PLR2004
    if hour > 23 or minute > 59:  # noqa: PLR2004
        return None
    return _Spoken(hour, minute, half if plain else "", plain)
