"""Numbers written as words, in figures: "the twenty-first at eight thirty" is "the 21st at 8:30".

What other patterns read by its words keeps them: "five to nine", "a second one", "one of us". What
is typed in haste is written out ("nxt wk"), and what is said while thinking left out ("at uh 9").
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_ONES = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
CARDINALS = {word: number for number, word in enumerate(_ONES, 1)}
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50}
ORDINALS = {
    **{f"{word}th": n for word, n in CARDINALS.items() if n not in {1, 2, 3, 5, 8, 9, 12}},
    "first": 1,
    "second": 2,
    "third": 3,
    "fifth": 5,
    "eighth": 8,
    "ninth": 9,
    "twelfth": 12,
    "nineth": 9,
    "twelveth": 12,
    "twentieth": 20,
    "thirtieth": 30,
}
_SINGLE = {word: number for word, number in ORDINALS.items() if number < 10}  # noqa: PLR2004


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_TEN, _HOUR = _any(TENS), _any(_ONES[:12])
_COMPOUND = rf"(?:{_TEN})[ -](?:{_any(_ONES[:9])})"
_NUMBER = rf"(?:{_COMPOUND}|{_any(TENS | CARDINALS)})"
_NTH = rf"(?:(?:{_TEN})[ -](?:{_any(_SINGLE)})|{_any(ORDINALS)})"
MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
)
_NOT_A_TURN = (
    r"(?:(?<!five)(?<!\bten)(?<!twenty)|(?! (?:past|after|to|till?|of|before)\b))"
    r"(?! minutes? (?:past|after|to|till?|of|before)\b)"
)
"""The minutes of "ten to nine" are no number by themselves: "10 to 9" would be a range."""
_NOT_A_COUNT = (
    r"(?! (?:percent|people|persons|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|times?"
    r"|dollars?|euros?|pounds?|items?|e-?mails?|messages?|meetings?)\b)"
)
_DAY_ENDS = (
    r"(?=$|[,.;!?]|'s\b| (?:at|from|in|until|till|by|for|and|or|to|this|next|every|each)\b"
    r"| of (?:the|this|next|each|every|a) month\b)"
)

_TYPED = {
    "today": "2day|tday",
    "tonight": "2nite|2night|2nit|tonite",
    "tomorrow": "2moro|2morro|2morrow|2mrw|2mro|tmrw|tmr|tmrow|tomoz|tomora|tomorow|tommorow"
    "|tommorrow|tomorro",
    "yesterday": "yday|ystrday|ystrdy|ystday|yest|yesturday",
    "night": "nite",
    "nights": "nites",
    "morning": "mornin|mornng|morn",
    "afternoon": "arvo|aft|aftn|aftrnoon|afternon",
    "next": "nxt",
    "every": "evry",
    "week": "wk",
    "weekday": "wkday|wkdy",
    "weekdays": "wkdays|wkdys",
    "weeks": "wks",
    "weekend": "wkend|wknd",
    "month": "mnth|mth",
    "months": "mnths|mths",
    "year": "yr",
    "years": "yrs",
    "from": "frm",
    "after": "aftr",
    "later": "l8r|l8tr",
    "until": "untill|untl",
    "Christmas": "xmas",
    "wednesday": "wensday|wendsday",
    "saturday": "saterday|satarday",
}


def _slips(day: str) -> set[str]:
    """Return how a weekday is mistyped: a letter before its "day" left out, or swapped."""
    whole, last = day.removesuffix("day"), len(day) - len("day")
    left_out = (f"{whole[:at]}{whole[at + 1 :]}" for at in range(1, last))
    swapped = (f"{whole[:at]}{whole[at + 1]}{whole[at]}{whole[at + 2 :]}" for at in range(last - 1))
    return {f"{one}day" for one in (*left_out, *swapped)}


_WRITTEN_OUT = {
    **{typed: day for day in WEEKDAYS for typed in _slips(day)},
    **{typed: word for word, some in _TYPED.items() for typed in some.split("|")},
}
_BEFORE_SATURDAY = (
    r"(?:^|(?<=\bon )|(?<=\bnext )|(?<=\bthis )|(?<=\blast )|(?<=\bby )|(?<=\bbefore )"
    r"|(?<=\bsince )|(?<=\bfrom )|(?<=\buntil )|(?<=\btill )|(?<=\btil )|(?<=\bor )|(?<=\band )"
    r"|(?<=\bto ))"
)
_AFTER_SATURDAY = (
    r"(?=\W*$|[,;]| (?:at|from|and|or|n|to|till?|until|in the|around|about|for|noon|[ap]m|lunch"
    r"|mornings?|afternoons?|evenings?|nights?|half|quarter)\b| \d)"
)
"""What tells "sat" and "sun" as days from "I sat in the sun"."""


_Meaning = Callable[[re.Match[str]], str]


def _value(words: str) -> int:
    return sum((TENS | CARDINALS)[part] for part in re.split(r"[ -]", words.casefold()))


def _nth(words: str) -> str:
    number = sum((TENS | ORDINALS)[part] for part in re.split(r"[ -]", words.casefold()))
    ending = {1: "st", 2: "nd", 3: "rd"}.get(0 if number in range(11, 14) else number % 10, "th")
    return f"{number}{ending}"


def _clock(found: re.Match[str]) -> str:
    return f"{_value(found['hour'])}:{_value(found['few'] or found['minute']):02}"


def _hundred(found: re.Match[str]) -> str:
    return f"{_value(found['few'] or found['many']):02}:00"


def _half(found: re.Match[str]) -> str:
    if found["half"]:
        return f"{found['half']}m"
    return f"{found['hour']} {found['other']}m"


def _figures(found: re.Match[str]) -> str:
    return str(_value(found[0]))


def _continental(found: re.Match[str]) -> str:
    return f"{found['lead']}{found['hour']}:{found['minute'] or '00'}"


FULL_HOUR = re.compile(
    r"(?P<lead>(?<=\bat )|(?<=\bby )|(?<=\bto )|(?<=\buntil )|(?<=\btill ))?"
    rf"\b(?:(?:oh|zero)[ -](?P<few>{_any(_ONES[:9])})"
    rf"|(?P<many>twenty[ -](?:one|two|three)|twenty|{_any(_ONES[9:])})) hundred\b"
    rf"(?: hours\b|(?(lead){_NOT_A_COUNT}|(?= (?:to|until|till?) [\w -]{{,20}} hundred\b"
    rf"{_NOT_A_COUNT})))",
    re.IGNORECASE | re.ASCII,
)
"""A full hour as crews say it: "sixteen hundred hours"."""
_SPELLED: tuple[tuple[str, _Meaning], ...] = (
    (r"\u2019", lambda _: "'"),
    (r"(?<=\d{4}-\d\d-\d\d)T(?=\d\d:\d\d)", lambda _: " at "),
    (r"[\u2010-\u2012]|(?<=\d)\u2013(?=\d)", lambda _: "-"),
    (r"(?<=\d) \u2013(?= \d)", lambda _: " -"),
    (r"\b(?:uh+|um+|erm+|hmm+),? (?=\w)", lambda _: ""),
    (
        rf"\b(?:{_any(_WRITTEN_OUT)})(?=(?:(?<!2day)s)?\b)",
        lambda found: _WRITTEN_OUT[found[0].casefold()],
    ),
    (r"\b(?-i:b4)(?= \w)", lambda _: "before"),  # B4 is rather a cell
    (
        rf"{_BEFORE_SATURDAY}(?-i:sat|sun){_AFTER_SATURDAY}",
        lambda found: found[0].title(),
    ),
    (rf"(?<=\d )(?P<half>[ap]) m\b|\b(?P<hour>{_any(_ONES[:12])}) (?P<other>[ap]) m\b", _half),
    (r"\bo' ?clock\b|\bo clock\b|(?<=[\w ])\boclock\b", lambda _: "o'clock"),
    (rf"\b(?:{_TEN})[ -](?:{_any(_SINGLE)})\b", lambda found: _nth(found[0])),
    (rf"\b{_NTH}\b(?= (?:of )?{MONTH}\b)", lambda found: _nth(found[0])),
    (rf"(?<=\bthe ){_NTH}\b{_DAY_ENDS}", lambda found: _nth(found[0])),
    (
        rf"\b(?P<month>{MONTH} (?:the )?)(?P<day>{_NTH})\b",
        lambda found: found["month"] + _nth(found["day"]),
    ),
    (
        (
            rf"\b(?P<month>{MONTH} )(?P<day>{_NUMBER})\b(?! ?(?:[ap]\.?m\b|o'clock))"
            rf"{_NOT_A_TURN}{_NOT_A_COUNT}"
        ),
        lambda found: found["month"] + str(_value(found["day"])),
    ),
    (rf"\b{_NUMBER}(?= {MONTH}\b)", _figures),
    (
        (
            rf"\b(?P<hour>{_HOUR})[ -](?:oh?[ -](?P<few>{_any(_ONES[:9])})"
            rf"|(?P<minute>(?:{_TEN})(?:[ -](?:{_any(_ONES[:9])}))?|{_any(_ONES[9:])}))\b"
            rf"{_NOT_A_TURN}{_NOT_A_COUNT}"
        ),
        _clock,
    ),
    (FULL_HOUR.pattern, _hundred),
    (
        r"\b(?P<hour>\d{1,2}) (?P<minute>[0-5]\d)(?= ?[ap]\.?m\b)",
        lambda found: f"{found['hour']}:{found['minute']}",
    ),
    (
        (
            rf"(?<!half )(?<!past )(?<!\bto )(?<![:.\d])\b(?P<hour>{_HOUR}|\d{{1,2}})[ -]?ish\b"
            r"(?=\W*$|[,;]| (?:on|in the|to(?:day|night|morrow)?|till?|until|this|next|\w+day)\b)"
        ),
        lambda found: f"{found['hour']} o'clock",
    ),
    (rf"\b(?P<hour>{_HOUR}|\d{{1,2}})[ -]?ish\b", lambda found: found["hour"]),
    # an hour as clocks on the continent show it; "2 h" without "at" is rather how long
    (
        (
            r"\b(?P<lead>at |around )(?P<hour>[01]?\d|2[0-3]) ?(?:hours|hrs?|h)\b"
            r"(?: ?(?P<minute>[0-5]\d)\b)?(?! \d)"
        ),
        _continental,
    ),
    (
        rf"\b(?P<lead>at |around )(?P<hour>twenty[ -](?:one|two|three)|{_any(_ONES[12:])}) hours\b",
        lambda found: f"{found['lead']}{_value(found['hour'])}:00",
    ),
    (
        (
            r"(?P<lead>\b(?:after|before|until|till?|from|since|to) |day,? )"
            r"(?P<hour>[89]|1\d|2[0-3]) ?h(?: ?(?P<minute>[0-5]\d))?\b"
        ),
        _continental,
    ),
    (rf"\b(?:{_NUMBER}(?= minutes? (?:past|to)\b)|{_COMPOUND}\b{_NOT_A_TURN})", _figures),
)
_RULES = tuple(
    (re.compile(pattern, re.IGNORECASE | re.ASCII), meaning) for pattern, meaning in _SPELLED
)


@dataclass(frozen=True)
class Figures:
    """A text with its numbers in figures, and where in the original each character stands."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where in the original a piece stands that is not empty."""
        return self.starts[start], self.ends[end - 1]


@lru_cache(maxsize=64)
def figures(text: str) -> Figures:
    """Return a text with its spelled-out numbers in figures."""
    starts, ends = list(range(len(text))), list(range(1, len(text) + 1))
    for pattern, meaning in _RULES:
        for found in reversed(list(pattern.finditer(text))):
            begin, end = found.span()
            new = meaning(found)
            if new == found[0]:
                continue
            text = f"{text[:begin]}{new}{text[end:]}"
            starts[begin:end] = [starts[begin]] * len(new)
            ends[begin:end] = [ends[end - 1]] * len(new)
    return Figures(text, tuple(starts), tuple(ends))
