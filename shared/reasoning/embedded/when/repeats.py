"""Repetitions as iCalendar rules (RFC 5545): "every other Monday" is an interval of two weeks."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from shared.reasoning.embedded.when.dates import (
    WEEKDAY,
    WEEKDAYS,
    Around,
    Days,
    add_months,
    weekday_number,
)
from shared.reasoning.embedded.when.days import take_days
from shared.reasoning.embedded.when.scanning import NUMBER, Scan, number, rule

_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_EVERY = r"\b(?:(?:repeating|recurring|on) )?(?:every|each)"
_OTHER = (
    rf"(?P<every>other|second|2nd|third|3rd|alternate|{NUMBER}(?= (?:day|week|month|year"
    rf"|{WEEKDAY}s)))"
)
_INTERVALS = {"other": 2, "second": 2, "2nd": 2, "alternate": 2, "third": 3, "3rd": 3}
_PLACES = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
_UNITS = {"day": "DAILY", "week": "WEEKLY", "month": "MONTHLY", "year": "YEARLY"}
_ADVERBS = {
    "daily": ("DAILY", 1),
    "weekly": ("WEEKLY", 1),
    "biweekly": ("WEEKLY", 2),
    "bi-weekly": ("WEEKLY", 2),
    "fortnightly": ("WEEKLY", 2),
    "monthly": ("MONTHLY", 1),
    "quarterly": ("MONTHLY", 3),
    "yearly": ("YEARLY", 1),
    "annually": ("YEARLY", 1),
}
_FORWARD = timedelta(days=1)
_HORIZON = 400
_MOST = 400


@dataclass(frozen=True)
class Repeat:
    """How something repeats. `days` are weekdays (0 is Monday), `place` which one of a month."""

    frequency: str
    interval: int = 1
    days: tuple[int, ...] = ()
    place: int = 0
    day: int = 0
    count: int = 0
    until: date | None = None

    @property
    def text(self) -> str:
        """The rule as iCalendar writes it."""
        place = str(self.place) if self.place else ""
        days = ",".join(f"{place}{_CODES[day]}" for day in self.days)
        parts = (
            f"FREQ={self.frequency}",
            f"INTERVAL={self.interval}" if self.interval > 1 else "",
            f"BYDAY={days}" if days else "",
            f"BYMONTHDAY={self.day}" if self.day else "",
            f"COUNT={self.count}" if self.count else "",
            f"UNTIL={self.until:%Y%m%d}T235959Z" if self.until else "",
        )
        return f"RRULE:{';'.join(part for part in parts if part)}"

    def first(self, start: date) -> date:
        """Return the first day from `start` on that the rule takes in."""
        for days in range(_HORIZON):
            day = start + timedelta(days=days)
            if self._takes(day):
                return day
        return start

    def _takes(self, day: date) -> bool:
        if self.day:
            return day.day == self.day or (self.day < 0 and (day + _FORWARD).month != day.month)
        if not self.days:
            return True
        if day.weekday() not in self.days:
            return False
        if self.place < 0:
            return (day + timedelta(days=7)).month != day.month
        return not self.place or (day.day - 1) // 7 + 1 == self.place


def take_repeat(scan: Scan, around: Around) -> Repeat | None:
    """Return how often something is to happen."""
    for pattern, meaning in _RULES:
        if found := scan.take(pattern):
            return _ending(scan, meaning(found), around)
    return None


def with_days(repeat: Repeat, days: Days | None) -> Repeat:
    """Let a weekly repetition without a day of its own happen on the day named besides."""
    if repeat.frequency == "WEEKLY" and not repeat.days and days and days.first == days.last:
        return replace(repeat, days=(days.first.weekday(),))
    return repeat


def _ending(scan: Scan, repeat: Repeat, around: Around) -> Repeat:
    if times := scan.take(_TIMES):
        return replace(repeat, count=min(number(times["count"]), _MOST))
    if lasting := scan.take(_LASTING):
        weeks = number(lasting["count"])
        unit = lasting["unit"].casefold()
        months = {"month": weeks, "year": 12 * weeks}.get(unit)
        days = weeks * (7 if unit == "week" else 1)
        end = add_months(around.today, months) if months else around.today + timedelta(days=days)
        return replace(repeat, until=end)
    if found := _UNTIL.search(scan.left):
        inner = Scan(found["rest"])
        if ends := take_days(inner, around):
            _, end = inner.spans[-1]
            scan.cut(found.start(), found.start("rest") + end)
            return replace(repeat, until=ends.last)
    return repeat


_TIMES = rule(rf"\b(?:for |, )?(?P<count>{NUMBER}) (?:times|occurrences|sessions)\b")
_LASTING = rule(rf"\bfor (?:the next )?(?P<count>{NUMBER}) (?P<unit>day|week|month|year)s?\b")
_UNTIL = rule(r"\b(?:until|till?|through|ending(?: on)?|up to) (?P<rest>.+)")


def _weekdays(found: re.Match[str]) -> Repeat:
    names = re.findall(WEEKDAY, found["days"], re.IGNORECASE | re.ASCII)
    days = tuple(sorted({weekday_number(name) for name in names}))
    return Repeat("WEEKLY", _interval(found), days)


def _second_weekdays(found: re.Match[str]) -> Repeat:
    return replace(_weekdays(found), interval=2)


def _each(frequency: str, interval: int = 1) -> Callable[[re.Match[str]], Repeat]:
    return lambda _: Repeat(frequency, interval)


def _unit(found: re.Match[str]) -> Repeat:
    return Repeat(_UNITS[found["unit"].casefold()], _interval(found))


def _interval(found: re.Match[str]) -> int:
    said = (found.groupdict().get("every") or "").casefold()
    return max(1, _INTERVALS.get(said) or number(said))


def _adverb(found: re.Match[str]) -> Repeat:
    frequency, interval = _ADVERBS[found["adverb"].casefold()]
    return Repeat(frequency, interval)


def _workdays(_: re.Match[str]) -> Repeat:
    return Repeat("WEEKLY", days=(0, 1, 2, 3, 4))


def _weekend(_: re.Match[str]) -> Repeat:
    return Repeat("WEEKLY", days=(5, 6))


def _placed(found: re.Match[str]) -> Repeat:
    place = _PLACES.get(found["place"].casefold(), -1)
    return Repeat("MONTHLY", days=(weekday_number(found["weekday"]),), place=place)


def _monthly(found: re.Match[str]) -> Repeat:
    day = int(found["day"]) if found["day"] else -1
    return Repeat("MONTHLY", day=day if day <= 31 else -1)  # noqa: PLR2004


_DAY_LIST = rf"{WEEKDAY}s?(?:(?:,? (?:and|&|or) |, ?|/)(?:every |on )?{WEEKDAY}s?)*"
_PLURALS = "|".join(f"{day}s" for day in WEEKDAYS)
_MONTHLY = r"(?:every|each|the|a) month"

_RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Repeat]], ...] = tuple(
    (rule(pattern), meaning)
    for pattern, meaning in (
        (
            (
                rf"\b(?:(?:on )?(?:the )?|{_EVERY} )(?P<place>first|second|third|fourth|1st|2nd"
                rf"|3rd|4th"
                rf"|last) (?P<weekday>{WEEKDAY}) (?:of|in) {_MONTHLY}\b"
            ),
            _placed,
        ),
        (
            (
                rf"{_EVERY} month,? on the (?P<place>first|second|third|fourth|last)"
                rf" (?P<weekday>{WEEKDAY})\b"
            ),
            _placed,
        ),
        (rf"{_EVERY} month,? on the (?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b|last day\b)", _monthly),
        (
            (
                rf"\b(?:on )?(?:the )?(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)|last day) (?:of|in)"
                rf" {_MONTHLY}\b"
            ),
            _monthly,
        ),
        (rf"{_EVERY} (?:weekday|work(?:ing)? ?day|business day)s?\b", _workdays),
        (r"\b(?:on )?(?:weekdays|workdays|working days)\b", _workdays),
        (rf"{_EVERY} weekend\b", _weekend),
        (rf"{_EVERY} (?:{_OTHER} )?(?P<days>{_DAY_LIST})\b", _weekdays),
        (
            rf"\b(?P<every>bi-?weekly|fortnightly|alternate)(?: on)? (?P<days>{_DAY_LIST})\b",
            _second_weekdays,
        ),
        (rf"\b(?:weekly )(?:on )?(?P<days>{_DAY_LIST})\b", _weekdays),
        (
            rf"\b(?:on )?(?P<days>(?:{_PLURALS})(?:(?:,? (?:and|&) |, ?)(?:{_PLURALS}))*)\b",
            _weekdays,
        ),
        (rf"{_EVERY} (?:{_OTHER} )?(?P<unit>day|week|month|year)s?\b", _unit),
        (rf"{_EVERY} (?:{NUMBER} )?quarters?\b", _each("MONTHLY", 3)),
        (rf"{_EVERY} (?=morning|afternoon|evening|night)", _each("DAILY")),
        (rf"{_EVERY} fortnight\b", _each("WEEKLY", 2)),
        (r"\bonce an? (?P<unit>day|week|month|year)\b", _unit),
        (
            r"\b(?:on an? )?(?P<adverb>daily|weekly|bi-?weekly|fortnightly|monthly)\b(?: basis\b)?",
            _adverb,
        ),
        # "the quarterly review" is the name of one, unlike "a weekly sync"
        (
            (
                r"\b(?P<adverb>quarterly|yearly|annually)(?=$|[,.;!?]| (?:on|at|from|with|for"
                r"|starting)\b)"
            ),
            _adverb,
        ),
    )
)
