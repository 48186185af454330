"""Days and runs of days: "next Tuesday", "26 November", "the rest of the week", "in two days".

A weekday alone is the coming one, today included; after "next" it is that of the next calendar
week (from Monday), after "last" the latest one before today. A date without a year is the coming
one, too. Where the past is asked about, both are the latest ones instead. 5/6 is the 5th of June.
"""

import re
from collections.abc import Iterator
from datetime import timedelta

from shared.english import dates
from shared.english.dates import HOLIDAY, HOLIDAY_DAY, NTH, WEEKDAY, Around, Days, Meaning
from shared.english.scanning import NUMBER, Scan, rule
from shared.english.spelled import MONTH

_FULL_MONTH = rf"(?:(?-i:May|March|August)|(?!may|mar\b|march|august){MONTH})"
_LEAD = rule(
    r"(?:\b(?:sometime|some time|any ?time|any day|starting|beginning|either|later|towards|around"
    r"|at some point|(?:the )?whole(?: of)?|all(?: of)?) )?"
    r"(?:\b(?:on|for|in|at|during|over|throughout|of|within|across) )?$"
)
_LONGEST_LEAD = 24
_AFTER_NAME = (
    r"(?=\W*$|[,;:!?.)]|'s\b| (?:at|around|from|in|until|till?|by|for|and|or|to|this|next"
    r"|mornings?|afternoons?|evenings?|nights?|lunch|\d)\b)"
)
"""What tells a time from what is named after it: "the Christmas party"."""
_WHICH = r"(?P<which>this coming|this|next|last|past|coming|following|previous)"
_OF_WEEK = re.compile(rf"\b{WEEKDAY}\b.*\bweek\b", re.IGNORECASE)
"""What ends a run of days that are all of one week: "Monday to Friday of the week after next"."""
_DAY = r"(?P<day>3[01]|[12]\d|0?[1-9])"
_DAY_OR_RUN = (
    rf"{_DAY}(?:st|nd|rd|th)?"
    r"(?: ?(?:-|to|until|through) ?(?:the )?(?P<until>\d{1,2})(?:st|nd|rd|th)?)?"
)
_YEAR = r"(?:,? (?P<year>20\d{2}))?"


def take_days(scan: Scan, around: Around) -> Days | None:
    """Return the first day or run of days named."""
    found = _first(scan, around)
    if found is None:
        return None
    match, days = found
    part = match.groupdict().get("amid")  # the part of the day is read with its hours
    stop = _end(match, around)
    begin, end = match.span("amid") if part else (stop, stop)
    scan.cut(_led(scan, match.start()), begin)
    scan.cut(end, stop)
    further = _further(scan, stop, around)
    if further is None:
        return days
    end, last = further
    of_week = _OF_WEEK.search(scan.left, stop, end) is not None
    scan.cut(stop, end)
    if last.last < days.first and last.floating:
        last = _weeks_later(last, -((last.last - days.first).days // 7))
    if days.floating and of_week:
        days = _weeks_later(days, max(0, (last.last - days.first).days // 7))
    return Days(min(days.first, last.first), max(days.last, last.last))


def _weeks_later(days: Days, weeks: int) -> Days:
    return Days(days.first + timedelta(7 * weeks), days.last + timedelta(7 * weeks))


def _first(scan: Scan, around: Around) -> tuple[re.Match[str], Days] | None:
    read = list(_readings(scan.left, around))
    return min(read, key=lambda one: (one[0].start(), -one[0].end()), default=None)


def _readings(text: str, around: Around) -> Iterator[tuple[re.Match[str], Days]]:
    for pattern, meaning in _RULES:
        for found in pattern.finditer(text):
            try:
                yield found, meaning(found, around)
            except (ValueError, OverflowError):
                continue
            break


def _end(match: re.Match[str], around: Around) -> int:
    """Return where what names days ends: of "before Monday or so", with the Monday."""
    rest = match.groupdict().get("rest")
    if not rest:
        return match.end()
    inner = _beginning(rest, around)
    return match.start("rest") + inner[0].end() if inner else match.end()


def _beginning(text: str, around: Around) -> tuple[re.Match[str], Days] | None:
    """Return the longest day that a text begins with."""
    read = (one for one in _readings(text, around) if one[0].start() == 0)
    return max(read, key=lambda one: one[0].end(), default=None)


def _led(scan: Scan, start: int) -> int:
    """Return where the prepositions before a day begin."""
    begin = max(0, start - _LONGEST_LEAD)
    led = _LEAD.search(scan.left[begin:start])
    return begin + led.start() if led else start


def _further(scan: Scan, end: int, around: Around) -> tuple[int, Days] | None:
    """Return a day joined to the one before ("... to Thursday", "... or the 4th"), and its end."""
    joined = _JOINED.match(scan.left, end)
    if joined is None:
        return None
    for found, days in _readings(scan.left[joined.end() :], around):
        if found.start() == 0 and not days.from_now:
            return joined.end() + found.end(), days
    return None


_JOINED = rule(
    r",? ?(?:to|through|thru|until|till?|-|\u2013|and|or|&|\+|n(?= )|and also|or else)(?: on)? ?"
)


def _up_to(found: re.Match[str], around: Around) -> Days:
    """Read "by Friday", "before the 4th", "since Monday", "after Tuesday"."""
    side = found["side"].casefold()
    ends = found["ends"] is not None
    past = Around(around.today, around.friday, past=side == "since" or around.past)
    read = _beginning(found["rest"], past)
    if read is None:
        raise ValueError
    inner = read[1]
    if side == "since":
        return Days(inner.last if ends else inner.first, max(around.today, inner.last))
    if side in {"after", "from"}:
        return Days(inner.last + timedelta(days=1), inner.last + timedelta(days=7))
    last = inner.first - timedelta(days=1) if side == "before" and not ends else inner.last
    return Days(around.today, max(last, around.today), from_now=True)


def _week_of_date(found: re.Match[str], around: Around) -> Days:
    read = _beginning(found["rest"], around)
    if read is None:
        raise ValueError
    return dates.week_of(read[1].first - timedelta(days=read[1].first.weekday()))


_QUARTER = r"(?:q[1-4]|(?:first|second|third|fourth|[1-4](?:st|nd|rd|th)) quarter)"
_OF_MONTH = (
    rf"(?:of|in) (?:(?:the|(?P<which>this|next|last|following)) month"
    rf"|(?:(?:the )?month of )?(?P<month>{MONTH})\b{_YEAR})"
)
_UNIT = r"(?P<unit>(?:working |business |work)?days?|weeks?|weekends?|fortnights?|months?|years?)"
_SIMPLE_END = r"(?:'s)?\b"
_FROM_NOW = r"(?:'? time| from (?:now|today|this (?:one|week)))?"
"""What is said behind weeks that are counted from today."""
_RULES: tuple[tuple[re.Pattern[str], Meaning], ...] = tuple(
    (rule(pattern), meaning)
    for pattern, meaning in (
        (
            (
                r"\b(?P<side>by|until|till?|before|since|after|up to|between now and"
                r"|(?:from )?now (?:until|till?|to)) "
                r"(?P<ends>(?:the )?end of (?!next))?"
                rf"(?P<rest>(?:the )?(?:{_WHICH} )?(?:today|tomorrow|yesterday|{WEEKDAY}\b|\d"
                rf"|{MONTH}\b|{HOLIDAY}\b|{_QUARTER}\b|{NTH} \w|(?:early|late|mid)\b"
                r"|weekend|week|month|quarter|year"
                r"|(?:end|start|beginning|middle) of).{0,24}?)(?=[,;.!?]|$| (?:at|and|with|about"
                r"|for|from|between)\b| in\b(?! \w+(?: 20\d\d)?\W*$))"
            ),
            _up_to,
        ),
        (
            (
                rf"(?:the )?week (?:of|commencing|beginning|starting)(?: on)? "
                rf"(?P<rest>(?:the )?(?:{WEEKDAY}|\d|{MONTH}).{{0,20}})"
            ),
            _week_of_date,
        ),
        (
            (
                rf"(?:the )?\b(?P<nth>{NTH}) (?P<unit>{WEEKDAY}|(?:working |business |work|week)?"
                rf"day|weekend|week|half) {_OF_MONTH}{_SIMPLE_END}"
            ),
            dates.nth,
        ),
        (
            (
                r"(?:the )?(?<![\w.])(?P<day>\d{1,2})(?:st|nd|rd|th)? of (?:the"
                r"|(?P<which>this|next|last|following)) month\b"
            ),
            dates.day_of_month,
        ),
        (
            (
                rf"(?:\b(?:on|at|over|by|until|till?|before|after|since|during|around|from|to|this"
                rf"|next|(?P<which>last)) |^)(?P<holiday>{HOLIDAY})(?:'s)?\b{_AFTER_NAME}"
            ),
            dates.holiday,
        ),
        (rf"\b(?P<holiday>{HOLIDAY_DAY})\b{_AFTER_NAME}", dates.holiday),
        # what is called "Q3" without a word that leads to a time is rather a tab or a review
        (
            (
                r"(?:\b(?:in|during|for|over|by|until|till?|before|after|since|from|to|of|this|next"
                r"|last) (?:the )?|^)q(?P<quarter>[1-4])\b(?:,? (?:of )?(?P<year>20\d{2}))?"
                rf"{_AFTER_NAME}"
            ),
            dates.quarter,
        ),
        (
            (
                r"(?:the )?\b(?P<quarter>first|second|third|fourth|[1-4](?:st|nd|rd|th)) quarter"
                r"(?:,? (?:of )?(?P<year>20\d{2}))?\b(?! of\b)"
                rf"{_AFTER_NAME}"
            ),
            dates.quarter,
        ),
        (rf"(?:the )?day after tomorrow{_SIMPLE_END}", dates.later(2)),
        (rf"(?:the )?day before yesterday{_SIMPLE_END}", dates.later(-2)),
        (
            (
                r"(?:(?:the )?(?:rest|remainder|later part) of (?:the |this )?"
                r"|later (?:this )?(?!day))"
                rf"(?P<unit>day|today|week|month|year){_SIMPLE_END}"
            ),
            dates.rest,
        ),
        (rf"today{_SIMPLE_END}", dates.later(0)),
        (
            (
                r"\b(?=tonight\b)|\bthis (?=(?:morning|afternoon|evening|lunchtime)\b"
                r"|[ap]m\b(?! i\b))"
            ),
            dates.later(0),
        ),
        (r"\b(?:the )?earlier (?P<unit>today)\b", dates.so_far),
        (r"\b(?:earlier|so far) this (?P<unit>week|month|year)\b", dates.so_far),
        (r"\blast (?=nights?\b)", dates.later(-1)),
        (
            r"\bthe other day\b|\b(?:in |over |during )?(?:the |these )(?:last|past) days\b",
            dates.few_days,
        ),
        (rf"tomorrow{_SIMPLE_END}", dates.later(1)),
        (rf"yesterday{_SIMPLE_END}", dates.later(-1)),
        (r"\b(?P<iso>\d{4}-\d{2}-\d{2})\b", dates.iso),
        (
            (
                rf"(?:{WEEKDAY},? )?(?:the )?\b{_DAY_OR_RUN} (?:of )?(?P<month>{MONTH})\b"
                rf"{_YEAR}{_SIMPLE_END}"
            ),
            dates.dated,
        ),
        (
            (
                rf"(?:{WEEKDAY},? )?\b(?P<month>{MONTH})\.? (?:the )?{_DAY_OR_RUN}"
                rf"(?![\d:]| ?[ap]m\b){_YEAR}{_SIMPLE_END}"
            ),
            dates.dated,
        ),
        (
            (
                rf"(?:{WEEKDAY},? )?(?<![\w./])(?!24/7)(?P<one>\d{{1,2}})/(?P<two>\d{{1,2}})"
                r"(?:/(?P<year>\d{4}|\d{2}))?(?![\w/])"
            ),
            dates.numeric,
        ),
        (
            (
                rf"(?:{WEEKDAY},? )?(?<![\w./])(?P<one>\d{{1,2}})\.(?P<two>\d{{1,2}})\."
                r"(?P<year>20\d{2})?(?!\w)"
            ),
            dates.numeric,
        ),
        (
            (
                rf"(?:{WEEKDAY},? )?(?:the )?(?<![\w.])(?P<day>\d{{1,2}})(?:st|nd|rd|th)\b"
                r"(?! (?:one|option|item|message|e-?mail|slot|event|meeting|result|floor|thread"
                rf"|channel|of)\b){_SIMPLE_END}"
            ),
            dates.day_of_month,
        ),
        (rf"(?:{WEEKDAY},? )the (?P<day>\d{{1,2}})\b(?![:.]\d| ?[ap]m)", dates.day_of_month),
        (
            (
                rf"(?P<weekday>{WEEKDAY})"
                r"(?P<amid>(?: in the)? (?:morning|afternoon|evening|night))?"
                r",?(?: (?:of|in))? (?:the )?"
                r"(?P<week>next(?= week)|this(?= week)|following(?= week)|last(?= week)"
                r"|week(?= after next\b)) (?:week|after next)\b"
            ),
            dates.weekday_of_week,
        ),
        (
            (
                r"(?:the )?\b(?P<week>next(?= week)|this(?= week)|last(?= week)"
                r"|week(?= after next\b))"
                rf" (?:week|after next)(?:['\u2019]?s|,?(?: on)?(?: the)?) (?P<weekday>{WEEKDAY})\b"
            ),
            dates.weekday_of_week,
        ),
        (
            rf"(?P<weekday>{WEEKDAY}),? in (?P<count>{NUMBER}) weeks?\b{_FROM_NOW}",
            dates.weekday_of_week,
        ),
        (
            (
                rf"\bin (?P<count>{NUMBER}) weeks?\b{_FROM_NOW},?"
                rf"(?: (?:on )?(?:the )?)(?P<weekday>{WEEKDAY})\b"
            ),
            dates.weekday_of_week,
        ),
        (
            (
                rf"\b(?P<count>{NUMBER}) weeks?(?: (?:from (?:now|today)|ahead|hence),?(?: on)?"
                rf"(?: the)?|,? on the) (?P<weekday>{WEEKDAY})\b"
            ),
            dates.weekday_of_week,
        ),
        (rf"(?:(?:the )?{_WHICH} )?\b(?P<weekday>{WEEKDAY}){_SIMPLE_END}", dates.weekday),
        (rf"\bin (?P<count>{NUMBER}) {_UNIT}(?:' time)?\b(?! (?:of|or)\b)", dates.in_units),
        (rf"\b(?P<count>{NUMBER}) {_UNIT} (?:from (?:now|today)|(?P<ago>ago))\b", dates.in_units),
        (
            (
                rf"\b(?P<count>{NUMBER}) {_UNIT} (?:from|on|after) "
                rf"(?P<from>today|tomorrow|{WEEKDAY})\b"
            ),
            dates.in_units_from,
        ),
        (r"(?:the )?\bnext (?P<unit>(?:working|business|work) day)\b(?P<count>)", dates.in_units),
        (
            rf"(?<!\d )\b(?P<from>{WEEKDAY}) (?P<unit>week|fortnight)\b(?P<count>)",
            dates.in_units_from,
        ),
        (
            (
                r"(?:the )?(?P<side>next|coming|following|last|past|previous)"
                rf" (?P<count>{NUMBER}) {_UNIT}\b"
            ),
            dates.rolling,
        ),
        (
            (
                r"(?:the )?\b(?P<side>next|coming|upcoming|following|past|recent) "
                r"(?P<count>)(?P<unit>days|weeks|months)\b"
            ),
            dates.rolling,
        ),
        (r"the (?P<count>)(?P<unit>days|weeks|months) (?P<side>ahead|to come)\b", dates.rolling),
        (r"\bthis (?:and|or|plus) (?:the )?next (?P<unit>week|month)\b", dates.this_and_next),
        (
            r"\bthis (?P<unit>week|month) (?:and|or|plus) (?:the )?next\b(?! \w)",
            dates.this_and_next,
        ),
        (
            rf"\b(?P<side>since|within|in) (?:the (?:next )?|a )?(?P<count>{NUMBER}) {_UNIT}\b",
            dates.rolling,
        ),
        (
            (
                r"(?:the |^(?=coming)|(?=past))(?P<side>coming|past|next)"
                r" (?P<count>)(?P<unit>week|fortnight|month|(?<=past )year)\b"
            ),
            dates.rolling,
        ),
        (r"(?:the )?(?P<count>)\b(?P<side>last|coming) (?P<unit>fortnight)\b", dates.rolling),
        (
            (
                rf"(?:the )?(?:(?P<part>early|late|mid|end|beginning|start|middle)"
                r"(?: (?:in|of|part of))? ?)?(?:the )?"
                r"(?P<which>this coming|this|next|last|following|previous)[ -]"
                rf"(?P<unit>weekend|week|fortnight|month|quarter|year){_SIMPLE_END}"
            ),
            dates.calendar_unit,
        ),
        (
            (
                r"(?:the )?(?P<part>end|beginning|start|middle)(?P<which>) of (?:the |this )?"
                r"(?P<unit>week|month|quarter|year)\b"
            ),
            dates.calendar_unit,
        ),
        (r"(?P<part>mid)[- ]?(?P<which>)(?P<unit>week|month)\b", dates.calendar_unit),
        (r"(?P<part>)(?:the )?(?P<unit>week|weekend) (?P<which>after next)\b", dates.calendar_unit),
        (
            (
                r"(?P<part>)(?P<which>)(?:(?:the|my|our)(?: whole| entire)? |^(?=weekend))"
                r"(?P<unit>weekend|week|month)\b"
            ),
            dates.calendar_unit,
        ),
        (
            (
                r"(?:the )?\b(?P<part>early|late|mid|(?:end|beginning|start|middle)(?= (?:of|in)))"
                rf"[- ](?:(?:in|of) )?(?P<month>{MONTH})\b(?!\.? \d{{1,2}}\b){_YEAR}"
            ),
            dates.whole_month,
        ),
        (rf"^(?P<month>{MONTH})\W*$(?P<year>)", dates.whole_month),
        (rf"(?:the )?\bmonth of (?P<month>{MONTH})\b{_YEAR}", dates.whole_month),
        (r"\b(?:in|during|from|of|throughout) (?P<year>20[0-4]\d)\b(?! ?[-/:.]\d)", dates.year),
        (
            (
                r"\b(?:in|during|for|throughout|over|of|around|from|between|this|next|last)"
                rf" (?P<month>{_FULL_MONTH})\b(?! \d{{1,2}}\b){_YEAR}"
            ),
            dates.whole_month,
        ),
        (rf"\b(?P<month>{_FULL_MONTH}) (?P<year>20\d{{2}})\b", dates.whole_month),
    )
)
