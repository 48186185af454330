"""A person's own dates and times as moments, and back.

Clocks that change make two kinds of local time that need a rule. One that is skipped in spring
(02:30 where 02:00 becomes 03:00) is taken to be as much later as was skipped: 03:30. One that comes
twice in autumn is the first of the two; the second is written with its offset, which is always
taken as it stands.
"""

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from shared.errors import ToolFailed
from shared.tools.wording import one_line

DAY = timedelta(days=1)
_TIME_ALONE = re.compile(r"T\d{2}:\d{2}")
_SHIFT = re.compile(r"([+-])P(?:(\d{1,3})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?)?")
_OTHER_DAY = re.compile(
    r"(?:D(?P<days>[+-]\d{1,4})|W(?P<weeks>[+-]\d{1,3})-(?P<weekday>[1-7])|>(?P<next>[1-7]))"
    r"(?P<clock>T\d{2}:\d{2})?"
)
_YEARS = range(1970, 2200)
_LONGEST = timedelta(days=366)
_DAY_MINUTES = DAY // timedelta(minutes=1)


def is_date(text: str) -> bool:
    """Return whether a text names a day alone."""
    return ":" not in text and "T" not in text.upper()


def day_of(text: str, zone: ZoneInfo) -> date:
    """Return the local day of a date or time."""
    return moment(text, zone).astimezone(zone).date()


def moment(text: str, zone: ZoneInfo) -> datetime:
    """Return when this is, in UTC and whole minutes; a date alone is when that day begins.

    Raises ToolFailed for a text that is neither.
    """
    try:
        written = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise _unreadable(text) from error
    if written.year not in _YEARS:
        raise _unreadable(text)
    aware = written if written.tzinfo else written.replace(tzinfo=zone)
    return aware.astimezone(UTC).replace(second=0, microsecond=0)


def _unreadable(text: str) -> ToolFailed:
    message = f'I can\'t read "{one_line(text, 40)}" as a date or time like 2026-11-27T15:00.'
    return ToolFailed(message, "params")


def at(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """Return when a local clock shows this time, in UTC."""
    return datetime.combine(day, clock, zone).astimezone(UTC)


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """Return when a local day begins, in UTC."""
    return at(day, time(), zone)


def relative(text: str, known: datetime, zone: ZoneInfo) -> str:
    """Return a local time given by another: `T15:00` is that day, `+PT30M` and `-P1D` a shift.

    `W+0-5` is the Friday of its week, `W+1-5` that of the week after, `>5` the first Friday after
    it, `D+2` the second day after it; each may have a time of day (`D+2T15:00`). Any other text is
    returned as it is.
    """
    local = known.astimezone(zone)
    if _TIME_ALONE.fullmatch(text):
        return f"{local:%Y-%m-%d}{text}"
    if other := _OTHER_DAY.fullmatch(text):
        return f"{_other_day(other, local.date())}{other['clock'] or ''}"
    shift = _SHIFT.fullmatch(text)
    if shift is None or not any(shift.groups()[1:]):
        return text
    weeks, days, hours, minutes = (int(part or 0) for part in shift.groups()[1:])
    sign = -1 if shift[1] == "-" else 1
    by_clock = known + sign * timedelta(hours=hours, minutes=minutes)
    moved = by_clock.astimezone(zone) + sign * timedelta(weeks=weeks, days=days)
    return local_text(moved.astimezone(UTC), zone)


def from_moment(text: str, zone: ZoneInfo) -> str:
    """Return a local time told by a moment, `2026-11-27T15:00:00Z|-PT30M`; others as they are.

    Raises ToolFailed for a moment that is none.
    """
    known, _, away = text.partition("|")
    return relative(away, moment(known, zone), zone) if away else text


def _other_day(said: re.Match[str], day: date) -> date:
    if said["days"]:
        return day + int(said["days"]) * DAY
    if said["next"]:
        return day + ((int(said["next"]) - day.isoweekday() - 1) % 7 + 1) * DAY
    ahead = 7 * int(said["weeks"]) + int(said["weekday"]) - day.isoweekday()
    return day + ahead * DAY


def local_text(when: datetime, zone: ZoneInfo) -> str:
    """Return a moment as a local time that `moment` reads back, by offset where it comes twice."""
    local = when.astimezone(zone)
    plain = local.replace(tzinfo=None, fold=0)
    again = plain.replace(tzinfo=zone).astimezone(UTC) == when
    return (plain if again else local).isoformat(timespec="minutes")


def window(start: str, end: str, zone: ZoneInfo, longest: timedelta) -> tuple[datetime, datetime]:
    """Return a time to look at, its end not included.

    A date alone as `end` means that whole day; no end, the rest of the day `start` is on. Raises
    ToolFailed when it ends before it starts or takes longer than `longest`.
    """
    begins = moment(start, zone)
    ends = _until(end, zone) if end else midnight(day_of(start, zone) + DAY, zone)
    if ends - begins > longest:
        message = f"That is too long a time to look at: {longest.days} days are the most."
        raise ToolFailed(message, "params")
    return _in_order(begins, ends)


def extent(
    start: str, end: str, minutes: int, zone: ZoneInfo, *, all_day: bool
) -> tuple[datetime, datetime]:
    """Return when an event begins and ends; without an end it takes `minutes`.

    A whole day counts 1,440 minutes, also when the clocks change on it, and its last day is
    included. Raises ToolFailed when it ends before it starts or takes more than a year.
    """
    if all_day:
        first = day_of(start, zone)
        ends = _until(end, zone) - timedelta(minutes=1) if end else None
        last = ends.astimezone(zone).date() if ends else first + (minutes - 1) // _DAY_MINUTES * DAY
        begins, ends = midnight(first, zone), midnight(last + DAY, zone)
    else:
        begins = moment(start, zone)
        ends = _until(end, zone) if end else begins + timedelta(minutes=minutes)
    if ends - begins > _LONGEST:
        raise ToolFailed("An event can last a year at the most.", "params")
    return _in_order(begins, ends)


def minutes_of(begins: datetime, ends: datetime, zone: ZoneInfo, *, all_day: bool) -> int:
    """Return how long an event takes, as `extent` counts it."""
    if all_day:
        days = ends.astimezone(zone).date() - begins.astimezone(zone).date()
        return days.days * _DAY_MINUTES
    return (ends - begins) // timedelta(minutes=1)


def _until(end: str, zone: ZoneInfo) -> datetime:
    return midnight(day_of(end, zone) + DAY, zone) if is_date(end) else moment(end, zone)


def _in_order(begins: datetime, ends: datetime) -> tuple[datetime, datetime]:
    if ends <= begins:
        raise ToolFailed("That ends before it starts.", "params")
    return begins, ends
