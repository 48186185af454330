"""A single time, as people write it: "tomorrow at 9", "in 2 hours", "on 24 December at noon"."""

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from shared.decisions.recurring.clocks import take_clocks
from shared.decisions.recurring.normal import MONTHS
from shared.decisions.recurring.times import moment

_MONTH = rf"(?:{'|'.join(MONTHS)})"
_ONCE = re.compile(r"^(?:(?:only )?once|1 time|a single time) (?=on|at|in|to|the|\d)")
_SHIFT = re.compile(r"in (?P<count>\d{1,3}|an?|half an) (?P<unit>minute|min|hour|day|week)s?")
_ISO = re.compile(r"(?:on )?(?P<date>\d{4}-\d\d-\d\d)(?: ?t ?(?P<clock>\d\d:\d\d))?")
_DAY = re.compile(r"(?P<today>today|to night)|(?P<after>the day after tomorrow|in 2 days)|tomorrow")
_DATE = re.compile(
    rf"(?:on )?(?:the )?(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month>{_MONTH})"
    rf"|(?P<month2>{_MONTH}) (?:the )?(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?)"
    r"(?:(?: and)? (?P<year>\d{4}))?"
)
_MINUTE, _DEFAULT = timedelta(minutes=1), (9, 0)


def single(text: str, now: datetime) -> datetime | None:
    """Return the one time that a text in its normal form says, in UTC; None unless it is ahead."""
    said = _ONCE.sub("", text).replace("tonight", "today night")
    zone = now.tzinfo if isinstance(now.tzinfo, ZoneInfo) else ZoneInfo("UTC")
    at = _shifted(said, now) or _on_a_day(said, now, zone)
    return at if at is not None and at > now else None


def _shifted(said: str, now: datetime) -> datetime | None:
    """Return a time so long from now; days are days by the calendar, which `_on_a_day` reads."""
    found = _SHIFT.fullmatch(said)
    if found is None or found["unit"] in {"day", "week"}:
        return None
    hours = found["unit"] == "hour"
    if found["count"] == "half an":
        later = timedelta(minutes=30) if hours else None
    else:
        count = 1 if found["count"] in {"a", "an"} else int(found["count"])
        later = timedelta(hours=count) if hours else timedelta(minutes=count)
    if later is None:
        return None
    exact = now.astimezone(UTC) + later
    whole = exact.replace(second=0, microsecond=0)
    return whole if whole == exact else whole + _MINUTE


def _on_a_day(said: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    iso = _ISO.match(said)
    if iso is not None and iso["clock"]:
        said = said.replace(iso[0], f"{iso['date']} at {iso['clock']}")
    clocks = take_clocks(said)
    if clocks is None or len(clocks.times) > 1:
        return None
    try:
        day = _day(clocks.rest, now)
        clock = time(*(clocks.times or (_DEFAULT,))[0])
    except ValueError:
        return None
    return moment(datetime.combine(day, clock), zone) if day is not None else None


def _day(said: str, now: datetime) -> date | None:
    """Return the day a text names; raise ValueError for one the calendar does not have."""
    today = now.date()
    if _DAY.fullmatch(said):
        ahead = {"today": 0, "tomorrow": 1}.get(said, 2)
        return today + timedelta(days=ahead)
    shift = _SHIFT.fullmatch(said)
    if shift is not None and shift["unit"] in {"day", "week"} and shift["count"] != "half an":
        count = 1 if shift["count"] in {"a", "an"} else int(shift["count"])
        return today + timedelta(days=count * (7 if shift["unit"] == "week" else 1))
    iso = _ISO.fullmatch(said)
    if iso is not None:
        return date.fromisoformat(iso["date"])
    found = _DATE.fullmatch(said)
    if found is None:
        return None
    month = MONTHS.index(found["month"] or found["month2"]) + 1
    day = int(found["day"] or found["day2"])
    if found["year"]:
        return date(int(found["year"]), month, day)
    this_year = date(today.year, month, day)
    return this_year if this_year >= today else date(today.year + 1, month, day)
