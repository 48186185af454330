"""Times of day and ranges of them: "at half past three", "from 10 to 11", "in the afternoon".

An hour without am or pm is the reading nearest to the person's working hours: "at 3" is 15:00 and
"at 8" is 08:00 where work is from 9 to 5. A range runs forward: "from 11 to 1" ends at 13:00.
"""

import re
from dataclasses import dataclass
from datetime import time

from shared.models.profile import WorkingHours
from shared.reasoning.embedded.when.scanning import TAKEN, Scan, number, rule

_HOUR = r"(?:\d{1,2}|twelve|eleven|ten|nine|eight|seven|six|five|four|three|two|one)"
_HALF = r"(?:(?<=\d)(?: ?[ap]\.?m\b\.?|[ap]\b)|(?<=[a-z]) [ap]m\b)"
_CLOCK = (
    r"(?:(?:half|quarter|twenty[- ]five|twenty|ten|five)(?: minutes)? (?:past|after|to|of|before) "
    rf"{_HOUR}|half {_HOUR}|\d{{1,2}}[:.h]\d{{2}}|{_HOUR} ?o'?clock|{_HOUR})(?![\d%])(?:{_HALF})?"
    r"(?: sharp)?"
)
_NAMED = r"(?:noon|midday|midnight)"
_ANY = rf"(?:{_NAMED}|{_CLOCK})(?!\w)"
_MARKED = (
    rf"(?:{_NAMED}|(?:half|quarter|twenty[- ]five|twenty|ten|five)(?: minutes)? "
    rf"(?:past|after|to|of|before) {_HOUR}(?:{_HALF})?|half past {_HOUR}(?:{_HALF})?"
    rf"|\d{{1,2}}[:h]\d{{2}}(?:{_HALF})?|\d{{1,2}}(?:\.\d{{2}})?(?:{_HALF})"
    rf"|{_HOUR} ?o'?clock)(?!\w)"
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
        rf"\b(?:from|between) (?P<a>{_ANY}) ?(?:-|to|until|till?|through|and)"
        rf" ?(?P<b>{_ANY}){_NOT_A_CLOCK}"
    ),
    rule(
        rf"{_BEFORE}(?P<a>{_MARKED}) ?(?:-|to|until|till?|through)"
        rf" ?(?P<b>{_ANY}){_NOT_A_CLOCK}"
    ),
    rule(rf"{_BEFORE}(?P<a>{_ANY}) ?(?:-|to|until|till?|through) ?(?P<b>{_MARKED})"),
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
    rule(rf"(?<={TAKEN})(?:,? )(?P<a>{_HOUR}){_NOT_A_CLOCK}(?!\w)"),
)
_BEFORE_PART = rule(rf"{_BEFORE}\b(?P<a>{_CLOCK}) (?={TAKEN})")
"""A number before a part of the day: "9 in the morning"."""
_PARTS = (
    rule(r"\b(?P<side>before|after) lunch(?: ?time)?\b"),
    rule(
        r"(?:\b(?:at|around|over|during) )(?:the )?(?P<part>lunch) ?(?:time|hour|break)?\b"
        r"(?! with| meeting)"
    ),
    rule(r"\b(?P<part>lunch)[ -]?(?:time|hour)\b"),
    rule(
        r"(?:\bby |\bat (?:the )?|\bbefore |\buntil )?(?:the )?\b(?P<part>end of (?:the )?"
        r"(?:work(?:ing)? ?)?day|close of (?:business|play)|eod|cob)\b"
    ),
    rule(
        r"(?:\b(?:in|during) the |\bthis |\bthe )?\b(?:(?P<when>early|late|mid|later"
        r"|first thing in the|first thing)[ -]?)?(?:in the )?"
        r"\b(?P<part>mornings?|afternoons?|evenings?|nights?)\b"
        r"(?! (?:stand-?up|sync|briefing|huddle|check-?in|meeting|call|routine))"
    ),
    rule(r"\b(?P<part>tonight)\b"),
    rule(r"\b(?P<part>first thing)\b"),
    rule(
        r"(?:\b(?:during|within|in|inside) )?(?:(?:my|our|the|normal|regular) )?"
        r"\b(?P<part>(?:working|business|office) hours)\b"
    ),
)
_PIECES = rule(
    rf"(?:(?P<named>{_NAMED})|(?:(?P<turn>half|quarter|twenty[- ]five|twenty|ten|five)"
    rf"(?: minutes)? (?:(?P<way>past|after|to|of|before) )?)?(?P<hour>{_HOUR})"
    r"(?:[:.h](?P<minute>\d{2}))?)(?: ?(?P<half>[ap])\.?m?\b\.?)?.*"
)
_TURNS = {"half": 30, "quarter": 15, "twenty": 20, "ten": 10, "five": 5}
_LUNCH = (time(12), time(13))
_NIGHT = time(22)
_LATE = time(23, 59)


@dataclass(frozen=True)
class Hours:
    """A time of day or a range of it. `exact`: a clock was named, not a part of the day."""

    at: time
    until: time | None = None
    exact: bool = True


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
    singles = (*_SINGLES, _BEFORE_PART) if part and not part.exact else _SINGLES
    for pattern in (*_OPEN_RANGES, *singles):
        found = pattern.search(scan.left)
        spoken = _spoken(found["a"]) if found else None
        if found and spoken:
            scan.cut(*found.span())
            side = (found.groupdict().get("side") or "").casefold()
            return _one_sided(_clock(spoken, hours, part), side, hours)
    return part


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
    return Hours(begins, min(later)) if later else None


def _clock(spoken: _Spoken, hours: WorkingHours, part: Hours | None) -> time:
    readings = _readings(spoken)
    if part is not None and not part.exact:
        return min(readings, key=lambda at: _distance(at, part.at, part.until or part.at))
    return min(readings, key=lambda at: _distance(at, hours.start, hours.end))


def _distance(at: time, start: time, end: time) -> int:
    """Return how many minutes a time is outside a range."""
    minutes = at.hour * 60 + at.minute
    begins, ends = start.hour * 60 + start.minute, end.hour * 60 + end.minute
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
        return _Spoken(0 if named.casefold() == "midnight" else 12, 0, plain=False)
    written = found["hour"]
    hour, minute = number(written), int(found["minute"] or 0)
    if turn := found["turn"]:
        minute = _TURNS.get(turn.casefold(), 25)
        if (found["way"] or "past").casefold() in {"to", "of", "before"}:
            hour, minute = (hour - 1) or 12, 60 - minute
    half = (found["half"] or "").casefold()
    plain = 1 <= hour <= 12 and not (written.startswith("0") and not half)  # noqa: PLR2004
    if hour > 23 or minute > 59:  # noqa: PLR2004
        return None
    return _Spoken(hour, minute, half if plain else "", plain)
