"""Repetitions as rules of iCalendar: "every other Monday" is an interval of two weeks."""

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from shared.english.dates import (
    NTH,
    WEEKDAY,
    WEEKDAYS,
    Around,
    Days,
    add_months,
    month_number,
    place_number,
    weekday_number,
)
from shared.english.days import take_days
from shared.english.rules import LONGEST_MONTH, WORKDAYS, Rule, on_date
from shared.english.scanning import NUMBER, Scan, blanked, number, rule
from shared.english.spelled import MONTH

_EVERY = (
    r"\b(?:(?:repeating|recurring|on|at) )?(?:each and every|every single|every|each|ev\.?(?= ))"
)
_OTHER = (
    rf"(?P<every>other|second|2nd|third|3rd|alternate|{NUMBER}(?= (?:day|week|month|year"
    rf"|{WEEKDAY}s)))"
)
_INTERVALS = {"other": 2, "second": 2, "2nd": 2, "alternate": 2, "third": 3, "3rd": 3}
_UNITS = {"day": "DAILY", "week": "WEEKLY", "month": "MONTHLY", "year": "YEARLY"}
_ADVERBS = {
    "daily": ("DAILY", 1),
    "weekly": ("WEEKLY", 1),
    "biweekly": ("WEEKLY", 2),
    "bi-weekly": ("WEEKLY", 2),
    "fortnightly": ("WEEKLY", 2),
    "monthly": ("MONTHLY", 1),
    "bimonthly": ("MONTHLY", 2),
    "quarterly": ("MONTHLY", 3),
    "yearly": ("YEARLY", 1),
    "annually": ("YEARLY", 1),
}
_MOST = 400
_LEAP = 2000
_EITHER = rule(r"^(?:on )?(?:every|each) (?!1st|first)[\w ,&]*\w days?\b")
"""Perhaps every other day."""


def take_repeat(scan: Scan, around: Around, *, known: bool = True) -> Rule | None:
    """Return how often something is to happen.

    `known`: it is asked for what repeats. Otherwise "the last Friday of the month" is just that of
    this month.
    """
    apart = _DAYS_APART.search(scan.left)
    left = scan.left if apart is None else blanked(scan.left, *apart.span())
    for pattern, meaning in _RULES:
        found = pattern.search(left)
        read = meaning(found) if found else None
        if found and read and (known or not _once(found)):
            scan.cut(*found.span())
            if apart and (other := _with_or_without(read, apart)):
                scan.cut(*apart.span())
                read = other
            return _ending(scan, _spared(scan, read), around)
    return None


def _once(found: re.Match[str]) -> bool:
    """Whether a day of "the month" is named without a word that says it is each one's."""
    said = found.groupdict()
    per = (said.get("per") or "").casefold()
    single = per == "the month" or (per == "the quarter" and not said.get("places"))
    return single and _OFTEN.search(found[0]) is None


def take_week_span(scan: Scan) -> Rule | None:
    """Return the days of "Monday to Friday", where what is said is known to repeat."""
    found = _WEEK_SPAN.search(scan.left)
    read = _week_span(found, over=True) if found else None
    if found and read:
        scan.cut(*found.span())
    return read


def take_listed(scan: Scan) -> Rule | None:
    """Return several days named in a row ("mon wed fri"), where they are known to repeat."""
    found = scan.take(_LISTED)
    return _weekdays(found) if found else None


def with_days(repeat: Rule, days: Days | None) -> Rule:
    """Let a weekly repetition without a day of its own happen on the day named besides."""
    if repeat.frequency == "WEEKLY" and not repeat.days and days and days.first == days.last:
        return replace(repeat, days=((0, days.first.weekday()),))
    return repeat


def _with_or_without(repeat: Rule, found: re.Match[str]) -> Rule | None:
    """Return a rule of days with what is said of single ones: "every day except Sundays"."""
    daily = repeat.frequency == "DAILY" and repeat.interval == 1
    if not (daily or (repeat.frequency == "WEEKLY" and repeat.days)):
        return None
    names = re.findall(WEEKDAY, found["days"], re.IGNORECASE | re.ASCII)
    apart = {weekday_number(name) for name in names} or {5, 6}
    there = set(range(7)) if daily else {day for _, day in repeat.days}
    left = there - apart if found["but"] else there | apart
    if daily and len(left) == len(there):
        return repeat
    days = tuple((0, day) for day in sorted(left))
    return replace(repeat, frequency="WEEKLY", days=days) if days else None


def _spared(scan: Scan, repeat: Rule) -> Rule:
    """Say what comes of the months without its day: they are left out only where that is said."""
    skips = scan.take(_SKIP) is not None
    scan.take(_CLIP)
    single = len(repeat.dates) == 1 and repeat.frequency == "MONTHLY"
    if not single or repeat.dates[0] < 0:
        return repeat
    return replace(on_date(repeat.dates[0], clip=not skips), interval=repeat.interval)


def _ending(scan: Scan, repeat: Rule, around: Around) -> Rule:
    if times := scan.take(_TIMES):
        return replace(repeat, count=min(number(times["count"]), _MOST))
    if lasting := scan.take(_LASTING):
        weeks = number(lasting["count"])
        unit = lasting["unit"].casefold()
        months = {"month": weeks, "year": 12 * weeks}.get(unit)
        days = weeks * (7 if unit == "week" else 1)
        end = add_months(around.today, months) if months else around.today + timedelta(days=days)
        return replace(repeat, until=f"{end:%Y%m%d}T235959Z")
    if found := _UNTIL.search(scan.left):
        inner = Scan(found["rest"])
        if ends := take_days(inner, around):
            end = inner.spans[-1][1] if inner.spans else 0
            scan.cut(found.start(), found.start("rest") + end)
            return replace(repeat, until=f"{ends.last:%Y%m%d}T235959Z")
    return repeat


_TIMES = rule(
    rf"\b(?:for |, )?(?P<count>{NUMBER}) (?:times|occurrences|sessions)\b(?! (?:a|per)\b)"
)
_LASTING = rule(rf"\bfor (?:the next )?(?P<count>{NUMBER}) (?P<unit>day|week|month|year)s?\b")
_UNTIL = rule(r"\b(?:until|till?|through|ending(?: on)?|up to) (?P<rest>.+)")
_SHORT = r"(?:the )?(?:shorter (?:months|ones)|months without (?:it|one|that day)|short months)"
_SKIP = rule(
    rf",? ?\(?(?:but )?(?:skip(?:ping|s)?|leav(?:e|ing) out|not in|except(?: in)?) {_SHORT}\)?"
    r"|,? ?\(?only in (?:the )?months (?:that have (?:it|one)|with (?:it|one|that day))\)?"
    r"|,? ?\(?only in leap years\)?"
)
_CLIP = rule(
    rf",? ?\(?(?:or|and|otherwise)?,? ?(?:on )?(?:the )?last(?: day)? (?:of|in) (?:a )?(?:{_SHORT}"
    r"|(?:a )?shorter (?:month|one))\)?"
)

_Found = re.Match[str]


def _weekdays(found: _Found) -> Rule:
    names = re.findall(WEEKDAY, found["days"], re.IGNORECASE | re.ASCII)
    days = tuple((0, day) for day in sorted({weekday_number(name) for name in names}))
    return Rule("WEEKLY", _interval(found), days)


def _plural_weekdays(found: _Found) -> Rule | None:
    """Read "Mondays and Thurs"; Thurs by itself is short for a single one."""
    return _weekdays(found) if _PLURAL.search(found["days"]) else None


def _week_span(found: _Found, *, over: bool = False) -> Rule | None:
    """Read "Monday to Friday"; `over`: also what goes over the end of a week."""
    first = weekday_number(found["first"] or found["other"])
    last = weekday_number(found["last"])
    days = tuple((0, day) for day in range(7) if (day - first) % 7 <= (last - first) % 7)
    ahead = first != last if over else first <= last
    return Rule("WEEKLY", days=days) if ahead else None


def _second_weekdays(found: _Found) -> Rule:
    return replace(_weekdays(found), interval=2)


def _each(frequency: str, interval: int = 1) -> Callable[[_Found], Rule]:
    return lambda _: Rule(frequency, interval)


def _unit(found: _Found) -> Rule:
    return Rule(_UNITS[found["unit"].casefold()], _interval(found))


def _interval(found: _Found) -> int:
    said = (found.groupdict().get("every") or "").casefold()
    return max(1, _INTERVALS.get(said) or number(said))


def _adverb(found: _Found) -> Rule:
    frequency, interval = _ADVERBS[found["adverb"].casefold()]
    return Rule(frequency, interval)


def _workdays(_: _Found) -> Rule:
    return Rule("WEEKLY", days=WORKDAYS)


def _weekend(_: _Found) -> Rule:
    return Rule("WEEKLY", days=((0, 5), (0, 6)))


def _placed(found: _Found) -> Rule:
    """Read "the first and third Monday", "the last working day"."""
    places = [place_number(one) for one in re.findall(NTH, found["places"], re.IGNORECASE)]
    interval = _every_months(found)
    if found["weekday"]:
        day = weekday_number(found["weekday"])
        return Rule("MONTHLY", interval, tuple((place, day) for place in places))
    return Rule("MONTHLY", interval, WORKDAYS, positions=tuple(places))


def _monthly(found: _Found) -> Rule | None:
    """Read "the 1st and 15th of every month", "the last day of the month"."""
    interval = _every_months(found)
    if not found["dates"]:
        return Rule("MONTHLY", interval, dates=(-1,))
    if _EITHER.search(found[0]):
        return None
    dates = sorted({*map(place_number, re.findall(_DATE, found["dates"], re.IGNORECASE))})
    known = all(1 <= day <= LONGEST_MONTH for day in dates)
    return Rule("MONTHLY", interval, dates=tuple(dates)) if known else None


def _every_months(found: _Found) -> int:
    said = found.groupdict()
    unit = 3 if "quarter" in (said.get("per") or "").casefold() else 1
    return unit * _interval(found)


def _dated(found: _Found) -> Rule | None:
    month = month_number(found["month"])
    day = int(re.sub(r"\D", "", found["day"]))
    comes = day <= monthrange(_LEAP, month)[1]
    return Rule("YEARLY", months=(month,), dates=(day,)) if comes else None


_OFTEN = rule(r"\b(?:every|each)\b")
_DAY_LIST = (
    rf"{WEEKDAY}s?(?:(?:,? (?:and|&|\+|or|plus) |, ?|/|\+)(?:on |every |each )*{WEEKDAY}s?)*"
)
_SURE_PLURALS = "|".join([*(f"{day}s" for day in WEEKDAYS), "mons", "fris"])
_PLURALS = rf"{_SURE_PLURALS}|tues|weds|thurs"
_PLURAL = rule(rf"\b(?:{_SURE_PLURALS})\b")
_DAYS_APART = rule(
    r",? ?\(?(?:(?P<but>except(?:ing)?|excluding|but not|apart from|other than|bar|without)"
    rf"|including|even|also|and also)(?: on| for)?(?: the)? (?P<days>weekends?|{_DAY_LIST})\b\)?"
)
_AND = r"(?:,? (?:and|&) (?:the )?|, ?(?:the )?)"
_PLACED = rf"(?P<places>{NTH}(?:{_AND}{NTH})*)"
_DATE = r"(?:\d{1,2}(?:st|nd|rd|th)|first|second|third)"
_DATES = rf"(?P<dates>{_DATE}(?:{_AND}{_DATE})*)"
_WORKING = r"(?:weekday|work(?:ing)? ?day|business day)"
_PLACED_DAY = rf"(?:(?P<weekday>{WEEKDAY})|{_WORKING})"
_MONTHS = rf"(?P<every>other|second|2nd|third|3rd|alternate|{NUMBER}) (?=months?\b)"
_A_MONTH = rf"(?P<per>(?:every|each|the|a|any) (?:(?:{_MONTHS})?months?|quarter)|months?)"
_PER_MONTH = (
    rf"(?P<per>{_EVERY} (?:{_MONTHS})?months?|(?:{_EVERY} |once a )quarter|once a month|monthly"
    r"|quarterly)"
)
_EVERY_YEAR = rf"(?:{_EVERY} (?:year,? )?|\b(?:yearly|annually|once a year),? )"
_ON_THE = rf"\b(?:(?:on|at) )?(?:the |(?:{_EVERY}) (?:the )?)?"

_WEEK_SPAN = rule(
    rf"\b(?:(?:from )?(?P<first>{WEEKDAY})s?(?: ?- ?| (?:to|through|thru|until|till) )"
    rf"|between (?P<other>{WEEKDAY})s? and )(?P<last>{WEEKDAY})s?\b"
)
_LISTED = rule(rf"\b(?:on )?(?P<days>{WEEKDAY}s?(?:(?:,? (?:and|&|plus) |, ?|/| ){WEEKDAY}s?)+)\b")
_RULES: tuple[tuple[re.Pattern[str], Callable[[_Found], Rule | None]], ...] = tuple(
    (rule(pattern), meaning)
    for pattern, meaning in (
        (rf"{_ON_THE}{_PLACED} {_PLACED_DAY}s? (?:of|in) {_A_MONTH}\b", _placed),
        (rf"{_PER_MONTH},?(?: on)?(?: the)? {_PLACED} {_PLACED_DAY}\b", _placed),
        (
            (
                rf"{_PER_MONTH},?(?: (?:on|at))?(?: the)? (?:{_DATES}(?: days?)?(?! of \w+ly)"
                r"|last day|end)\b(?: of the month)?"
            ),
            _monthly,
        ),
        (rf"{_EVERY} month,? on the (?P<dates>\d{{1,2}})\b(?P<per>)(?![:.]\d| ?[ap]m)", _monthly),
        (rf"{_ON_THE}(?:{_DATES}(?: days?)?|last day|end) (?:of|in) {_A_MONTH}\b", _monthly),
        (rf"{_ON_THE}(?P<dates>)month[- ]end\b(?P<per>)", _monthly),
        (
            (
                rf"{_EVERY_YEAR}(?:on )?(?:the )?(?P<day>\d{{1,2}}(?:st|nd|rd|th)?) "
                rf"(?:of )?(?P<month>{MONTH})\b"
            ),
            _dated,
        ),
        (
            (
                rf"{_EVERY_YEAR}(?:on )?(?:the )?"
                rf"(?P<month>{MONTH}) (?:the )?(?P<day>\d{{1,2}}(?:st|nd|rd|th)?)\b"
            ),
            _dated,
        ),
        (
            (
                rf"(?:{_EVERY} (?:day |week )?|\bdaily )(?:from |on )?(?P<first>{WEEKDAY})"
                rf"(?: ?- ?| (?:to|through|thru|until|till) )(?P<last>{WEEKDAY})s?\b(?P<other>)"
            ),
            _week_span,
        ),
        (rf"{_EVERY} (?:{_WORKING}|week day)s?\b", _workdays),
        (r"\b(?:on |daily on )?(?:weekdays|workdays|working days|business days)\b", _workdays),
        (rf"{_EVERY} weekend\b|\b(?:on |at )?(?:the )?weekends\b", _weekend),
        (rf"{_EVERY} (?:{_OTHER} )?(?P<days>{_DAY_LIST})\b(?! (?:of|in) (?:the|a)\b)", _weekdays),
        (
            (
                rf"(?:\b(?:bi-?weekly|fortnightly|alternate)|{_EVERY} fortnight,?)(?: on)?"
                rf" (?P<days>{_DAY_LIST})\b"
            ),
            _second_weekdays,
        ),
        (
            (
                rf"(?:{_EVERY} (?:{_OTHER} )?weeks?"
                rf"|\b(?:weekly|(?:once|twice|{NUMBER} times) (?:an?|every|per|each|in the) week))"
                rf"[,:]? (?:on )?(?P<days>{_DAY_LIST})\b"
            ),
            _weekdays,
        ),
        (
            (
                rf"\b(?:on )?(?P<days>(?:{_PLURALS})(?:(?:,? (?:and|&|\+) |, ?|\+)(?:on )?"
                rf"(?:{_PLURALS}))*)\b"
            ),
            _plural_weekdays,
        ),
        (rf"{_EVERY} (?:{_OTHER} )?(?P<unit>day|week|month|year)s?\b(?: of the week\b)?", _unit),
        (rf"{_EVERY} (?:{NUMBER} )?quarters?\b|\bonce a quarter\b", _each("MONTHLY", 3)),
        (rf"{_EVERY} (?=morning|afternoon|evening|night)", _each("DAILY")),
        (rf"{_EVERY} fortnight\b", _each("WEEKLY", 2)),
        (r"\bonce (?:an?|every|per) (?P<unit>day|week|month|year)\b", _unit),
        (
            (
                r"\b(?:on an? )?(?P<adverb>daily|weekly|bi-?weekly|fortnightly|monthly|bimonthly)\b"
                r"(?: basis\b)?"
            ),
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
