"""What cannot be as it was said: a day that no month has, a time that ends before it starts."""

import re
from calendar import month_name, monthrange

from shared.english.clocks import backwards
from shared.english.dates import month_number
from shared.english.scanning import Scan, rule
from shared.english.spelled import MONTH

_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,? (?P<year>(?:19|20)\d{2}))?"
_DATES = (
    rule(rf"\b(?P<month>{MONTH})\.? (?:the )?{_DAY}\b(?![:.]\d| ?[ap]\.?m\b|\d){_YEAR}"),
    rule(rf"(?<![\d:.])\b{_DAY} (?:of )?(?P<month>{MONTH})\b{_YEAR}"),
    rule(r"\b(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})\b"),
)
_LEAP = 2000
_LAST_MONTH, _MOST_DAYS = 12, 31


def oddity(text: str) -> str:
    """Return a sentence that says what is odd about the times in a text; "" where nothing is."""
    scan = Scan(text)
    for pattern in _DATES:
        for found in pattern.finditer(scan.left):
            if odd := _odd_date(found):
                return odd
    if ends := backwards(scan.left):
        first, last = ends
        return (
            f"“{first} to {last}” would end before it starts. When does it end, or how long does "
            "it take?"
        )
    return ""


def _odd_date(found: re.Match[str]) -> str:
    said, day = found["month"], int(found["day"])
    month = int(said) if said.isdecimal() else month_number(said)
    if not 1 <= month <= _LAST_MONTH:
        return f"There is no month {month}. Which day do you mean?"
    if not 1 <= day <= _MOST_DAYS:
        return "" if said.isalpha() else f"No month has {day} days. Which day do you mean?"
    year = int(found["year"] or _LEAP)
    length = monthrange(year, month)[1]
    if day <= length:
        return ""
    when = f" {year}" if found["year"] else ""
    return f"{month_name[month]}{when} has only {length} days. Which day do you mean?"
