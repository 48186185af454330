"""Days told by one that was talked about: "the Friday of that week", "two days later"."""

import re
from dataclasses import dataclass
from datetime import date, timedelta

from shared.english.dates import WEEKDAY, weekday_number
from shared.english.lengths import take_length
from shared.english.scanning import NUMBER, Scan, number, rule

_WEEK = timedelta(days=7)
_SAME = r"(?:that(?: very)?(?: same)?|(?:the(?: very)? )?same)"
_IT = r"(?: (?:that|this|it)(?: one| week| day| date)?)?"
_ENDS = rf"(?=[\s,.;!?]*$|,| (?:at|on|in|from|around)\b| {WEEKDAY}\b)"
_IN_IT = r"(?:(?:of|in|on|from|(?:after|before),?(?= (?:(?:that|the) )?(?:very )?same\b)) )?"
_WEEK_MEANT = (
    rf"(?P<week>{_SAME} (?:calendar )?week\b|(?:the )?week (?:after|following|before){_IT}{_ENDS}"
    r"|the (?:following|preceding|previous) week\b)"
)
_RULES = tuple(
    rule(rf"(?:\b(?:on|in|for|by|at) )?{pattern}")
    for pattern in (
        rf"(?:the )?\b(?P<weekday>{WEEKDAY}),? {_IN_IT}{_WEEK_MEANT}",
        rf"\b(?P<week>{_SAME}) (?P<weekday>{WEEKDAY})\b",
        rf"{_WEEK_MEANT}(?:,? (?:on )?(?:the )?(?P<weekday>{WEEKDAY})\b)?",
        (
            r"(?:the )?(?<!this )(?<!next )"
            rf"\b(?P<weekday>{WEEKDAY}) (?P<side>after|following|before)\b{_IT}{_ENDS}"
        ),
        rf"the (?P<side>following|preceding) (?P<weekday>{WEEKDAY})\b",
        rf"\b{_SAME} (?:day|date)\b(?P<same>)",
        (
            r"\b(?:(?:that |the )?(?:very )?same|that)\b(?P<same>)"
            r"(?= (?:morning|afternoon|evening|night)\b)"
        ),
        (
            r"(?:the )?\bday (?P<side>(?:there)?after|following|before)\b"
            rf"(?! tomorrow| yesterday){_IT}{_ENDS}"
        ),
        r"\bthe (?:very )?(?P<side>next|following|preceding) day\b",
        (
            rf"\b(?P<count>{NUMBER}) (?P<unit>day|week)s?"
            r" (?P<side>later|earlier|sooner|(?:after|before) (?:that|this|it)\b)"
        ),
    )
)
SHIFT = rule(
    r"\b(?P<length>(?:half an?|(?:a )?quarter of an|three quarters of an"
    rf"|{NUMBER})[ -]?(?:hour|hr|min)\w*(?: and a half)?) (?P<side>later|earlier|sooner)\b"
)
"""How much later or earlier something is by the clock."""
_BY_NAME = rule(
    r"(?:(?:\b(?:the|that) )?(?:(?:same|very) )?\b(?P<unit>week|day|date) (?:of|with|as)"
    r"|(?:\bon )?(?:\bthe )?\b(?P<part>morning|afternoon|evening|night) (?P<near>before|after|of)"
    r"|\b(?P<side>before|after|following)) (?:(?:the|our|my|that|this) )?$"
)
"""What stands before the name of something that tells another day."""
_WEEKDAY_ALONE = rule(
    rf"(?:\bon |(?<!next )(?<!this )(?<!last )(?<!every )(?<!each ))\b(?P<weekday>{WEEKDAY})\b"
    r"(?!,? (?:the )?\d|,? (?:of|in|next|this|after|before|following|week)\b)"
)
"""A weekday that may be of any week."""
_BACK = ("before", "preceding", "previous", "earlier", "sooner")


@dataclass(frozen=True)
class Away:
    """How far a day is from another: so many `days`, or in the week so many `weeks` after its own.

    Of a week it is the `weekday` (Monday is 0), or all of it. A weekday without `weeks` is the
    first such day after it, or before it where `days` is negative.
    """

    days: int = 0
    weeks: int | None = None
    weekday: int | None = None

    def days_from(self, first: date, last: date) -> tuple[date, date]:
        """Return the first and the last day meant, counted from others. Raises OverflowError."""
        if self.weeks is not None:
            monday = first - timedelta(days=first.weekday()) + self.weeks * _WEEK
            if self.weekday is None:
                return monday, monday + timedelta(days=6)
            day = monday + timedelta(days=self.weekday)
        elif self.weekday is None:
            return first + timedelta(days=self.days), last + timedelta(days=self.days)
        elif self.days < 0:
            day = first - timedelta(days=(first.weekday() - self.weekday - 1) % 7 + 1)
        else:
            day = last + timedelta(days=(self.weekday - last.weekday() - 1) % 7 + 1)
        return day, day


def find_away(text: str) -> tuple[Away, str] | None:
    """Return what a text says of a day by another one, and the text without that."""
    found = _first(text)
    if found is None:
        return None
    rest = f"{text[: found.start()]} {text[found.end() :]}"
    return _away(found), " ".join(rest.split()).strip(" ,")


def by_date(text: str, day: date) -> str:
    """Return a text with the date in place of a day told by `day`: "the Thursday of that week".

    A whole week, and so many days later, stay as they are said.
    """
    found = _first(text)
    if found is None or "count" in found.groupdict():
        return text
    first, last = _away(found).days_from(day, day)
    written = f"on {_date(first)}" if first == last else found[0]
    return f"{text[: found.start()]}{written}{text[found.end() :]}"


def in_week(text: str, day: date, today: date) -> str:
    """Return a text with the date in place of its one weekday alone, in the week of `day`.

    One that is over is of another week; beside another, that of `day` is what is dropped.
    """
    found = [(one, weekday_number(one["weekday"])) for one in _WEEKDAY_ALONE.finditer(text)]
    found = [one for one in found if one[1] != day.weekday()] or found
    if len(found) != 1:
        return text
    told = day + timedelta(found[0][1] - day.weekday())
    start, end = found[0][0].span()
    return f"{text[:start]}on {_date(told)}{text[end:]}" if told >= today else text


def _first(text: str) -> re.Match[str] | None:
    return min(
        (match for each in _RULES if (match := each.search(text))),
        key=lambda match: (match.start(), -match.end()),
        default=None,
    )


def _date(day: date) -> str:
    return f"{day:%A} {day.day} {day:%B %Y}"


def dated(text: str, start: int, end: int, day: date) -> str:
    """Return a text with the date in place of a day told by what is named there, and is on `day`.

    "The Friday of the week of our strategy day", "two days before the launch", "the evening before
    the launch".
    """
    lead = _BY_NAME.search(text, 0, start)
    if lead is None:
        return text
    pointing = f"that {lead['unit']}" if lead["unit"] else f"{lead['side']} that"
    if lead["part"]:
        pointing = "that day" if lead["near"] == "of" else f"the day {lead['near']} that"
    told = f"{text[: lead.start()]}{pointing}"
    found = [one for each in _RULES for one in each.finditer(told) if one.end() == len(told)]
    if not found:
        return text
    match = min(found, key=lambda one: one.start())
    first, last = _away(match).days_from(day, day)
    written = _date(first) if first == last else f"in the week of {first.day} {first:%B %Y}"
    part = f" in the {lead['part']}" if lead["part"] else ""
    return f"{text[: match.start()]}{written}{part}{text[end:]}"


def find_shift(text: str) -> tuple[int, str] | None:
    """Return by how many minutes a text says another time, and the text without that."""
    found = SHIFT.search(text)
    minutes = take_length(Scan(found["length"])) if found else None
    if found is None or minutes is None:
        return None
    rest = f"{text[: found.start()]} {text[found.end() :]}"
    back = found["side"].casefold().startswith(_BACK)
    return (-minutes if back else minutes), " ".join(rest.split()).strip(" ,")


def _away(found: re.Match[str]) -> Away:
    said = found.groupdict()
    day = weekday_number(said["weekday"]) if said.get("weekday") else None
    if week := said.get("week"):
        away = re.search(r"after|following", week, re.IGNORECASE)
        back = re.search(r"before|preceding|previous", week, re.IGNORECASE)
        return Away(weeks=1 if away else -1 if back else 0, weekday=day)
    if "same" in said:
        return Away()
    sign = -1 if said["side"].casefold().startswith(_BACK) else 1
    size = 7 if (said.get("unit") or "").casefold() == "week" else 1
    return Away(days=sign * size * number(said.get("count") or ""), weekday=day)
