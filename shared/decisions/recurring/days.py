"""The days a rule is for, as people write them: the day fields of a cron expression.

Whatever could mean two things is none of these: a weekday alone may be the next one only, and every
second week is nothing that cron can say.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from shared.decisions.recurring.normal import MONTHS, WEEKDAYS

ANY = "* * *"
_WEEK = "* * 1-5"
_EVERY = r"(?:(?:on )?every|on)"
_MONTHLY = r"(?:of|in) (?:the|every|a) month|every month|of months"
_PER_MONTH = r"(?:monthly|every month|once a month)"
_DAY = rf"(?:{'|'.join(WEEKDAYS)})"
_MONTH = rf"(?:{'|'.join(MONTHS)})"
_DAYS = rf"{_DAY}s?(?:(?: and | or )(?:on |every )?{_DAY}s?)*"
_DATE = r"(?:\d{1,2}(?:st|nd|rd|th)|second)"
_DATES = rf"{_DATE}(?: and (?:the )?{_DATE})*"
_ON_DATE = r"(?: on (?:the )?(?P<date>\d{1,2}(?:st|nd|rd|th)))?"
_MANY_MONTHS = 6

_RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str | None]], ...] = (
    (
        re.compile(r"(?:on )?every days?|daily|once (?:a|every) day|(?:on )?all days"),
        lambda _: ANY,
    ),
    (
        re.compile(
            r"(?:(?:on|every) )*weekdays?"
            r"|(?:every day |every |daily |from )*monday(?: (?:to|through|until) |-)friday"
        ),
        lambda _: _WEEK,
    ),
    (re.compile(r"(?:on |at )?(?:the )?weekends"), lambda _: "* * 0,6"),
    (
        re.compile(
            rf"(?:from |every |daily )*(?P<first>{_DAY})(?: (?:to|through|until) |-)"
            rf"(?P<last>{_DAY})s?"
        ),
        lambda found: _span(found["first"], found["last"]),
    ),
    (
        re.compile(
            rf"(?:weekly|once a week|every week|{_EVERY}) (?:on )?(?P<days>{_DAYS})"
            rf"|(?P<plain>{_DAYS})"
        ),
        lambda found: _weekly(found[0], found["days"] or found["plain"]),
    ),
    (
        re.compile(
            rf"(?:{_PER_MONTH} )?(?:(?:on|every) )?(?:the )?(?P<places>(?:{_DATE}|last)"
            rf"(?: and (?:the )?(?:{_DATE}|last))*) (?P<day>{_DAY})s?(?: (?:{_MONTHLY}))?"
        ),
        lambda found: _placed(found[0], found["places"], found["day"]),
    ),
    (
        re.compile(
            rf"(?:{_PER_MONTH} )?(?:(?:on|at|every) )?(?:the )?(?:last day|end)(?: (?:{_MONTHLY}))?"
            r"|(?:(?:on|at|every) )*(?:the )?month[- ]end"
        ),
        lambda found: "L * *" if "month" in found[0] else None,
    ),
    (
        re.compile(
            rf"(?:{_PER_MONTH} )?(?:(?:on|every) )?(?:the )?(?P<dates>{_DATES})(?: days?)?"
            rf"(?: (?:{_MONTHLY}))?"
        ),
        lambda found: _monthly(found[0], found["dates"]),
    ),
    (re.compile(r"monthly|every month|once a month"), lambda _: "1 * *"),
    (
        re.compile(rf"(?:quarterly|every quarter|once a quarter){_ON_DATE}"),
        lambda found: _some_months(3, found["date"]),
    ),
    (
        re.compile(rf"every (?P<count>\d{{1,2}}) months{_ON_DATE}"),
        lambda found: _some_months(int(found["count"]), found["date"]),
    ),
    (
        re.compile(
            rf"(?:every year|yearly|annually|once a year|every) (?:on )?(?:the )?"
            rf"(?:(?P<date>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month>{_MONTH})"
            rf"|(?P<month2>{_MONTH}) (?:the )?(?P<date2>\d{{1,2}})(?:st|nd|rd|th)?)"
        ),
        lambda found: _yearly(found["date"] or found["date2"], found["month"] or found["month2"]),
    ),
)


def days_of(text: str) -> str | None:
    """Return the days a text says as the last three fields of a cron expression, or None."""
    found = ((rule.fullmatch(text), meaning) for rule, meaning in _RULES)
    return next((meaning(match) for match, meaning in found if match is not None), None)


def _weekly(text: str, days: str) -> str | None:
    """Return the weekdays named; a single "on Monday" may be once only."""
    named = re.findall(rf"({_DAY})(s?)", days)
    regular = bool(re.match(r"weekly|once a week|(?:on )?every", text)) or all(s for _, s in named)
    return f"* * {_fields(WEEKDAYS.index(day) for day, _ in named)}" if regular else None


def _span(first: str, last: str) -> str | None:
    start, end = WEEKDAYS.index(first), WEEKDAYS.index(last) or 7
    return f"* * {start}-{end}" if start < end else None


def _placed(text: str, places: str, day: str) -> str | None:
    """Return the first, second or last such weekday of the month; one of "every second" is not."""
    if "month" not in text:
        return None
    number = WEEKDAYS.index(day)
    found = [2 if one == "second" else int(one[0]) for one in _each(places) if one != "last"]
    if any(place not in range(1, 6) for place in found) or re.search(r"\d\d", places):
        return None
    items = [f"{number}#{place}" for place in found]
    return f"* * {','.join([*items, *([f'L{number}'] if 'last' in places else [])])}"


def _monthly(text: str, dates: str) -> str | None:
    """Return days of the month; "every 2nd day" could be every other day."""
    if "month" not in text or re.search(rf"every (?!1st){_DATE} day", text):
        return None
    found = [2 if one == "second" else int(re.sub(r"\D", "", one)) for one in _each(dates)]
    return f"{_fields(found)} * *" if all(1 <= day <= 31 for day in found) else None  # noqa: PLR2004


def _some_months(count: int, date: str | None) -> str | None:
    if count not in range(2, _MANY_MONTHS + 1) or 12 % count:
        return None
    day = re.sub(r"\D", "", date or "1")
    return f"{day} */{count} *"


def _yearly(date: str, month: str) -> str:
    return f"{int(date)} {MONTHS.index(month) + 1} *"


def _each(listed: str) -> Iterator[str]:
    return (found[0] for found in re.finditer(rf"{_DATE}|last", listed))


def _fields(values: Iterable[int]) -> str:
    return ",".join(str(value) for value in sorted(set(values)))
