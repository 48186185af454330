"""What somebody wrote about when to run, in the form that the patterns are written for."""

import re
from collections.abc import Sequence

MAX_CHARACTERS = 200
"""No rule takes more words than that."""

WEEKDAYS = ("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday")
MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_NUMBERS = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_FIGURES = {
    **{word: str(number) for number, word in enumerate(_NUMBERS, 1)},
    "fifteen": "15",
    "twenty": "20",
    "thirty": "30",
    "first": "1st",
    "third": "3rd",
    "fourth": "4th",
    "fifth": "5th",
    "fifteenth": "15th",
}
_FIGURE = re.compile(rf"\b(?:{'|'.join(_FIGURES)})\b")
_SAYS = (
    (r"[\u2010-\u2015]", "-"),
    (r"[\u2018\u2019]", "'"),
    (r"\ba\.m\.?(?!\w)", "am"),
    (r"\bp\.m\.?(?!\w)", "pm"),
    (r"(?<=\d)(?=[ap]m\b)", " "),
    (r",? (?:please|thanks|thank you)\b", ""),
    (r"@ ?(?=\d)", "at "),
    (r"\b(?:midday|12 noon)\b", "noon"),
    (r"\b(?:12 midnight)\b", "midnight"),
    (r"\b(?:each and every|each|every single)\b", "every"),
    (r"\b(mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun)(s?)\b\.?", "<day>"),
    (r"\b(jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)\b\.?", "<month>"),
    (r"(?<=[a-z])/(?=[a-z])", " and "),
    (r"[,;] ?(?=(?:at|in|on|from|between)\b)", " "),
    (r"\s*(?:, ?and\b|,|;|&|\+|\bplus\b)\s*", " and "),
    (r"\bhalf (?:past )?(\d{1,2})\b(?! ?h)", r"\1:30"),
    (r"\bquarter past (\d{1,2})\b", r"\1:15"),
    (r"\b(\d{1,2})h(\d{2})\b", r"\1:\2"),
    (r"\bwork(?:ing)? ?days?\b|\bbusiness days?\b|\bweek days?\b", "weekdays"),
    (r"[.!?]+$", ""),
)
_PATTERNS = tuple((re.compile(pattern), replacement) for pattern, replacement in _SAYS)
_OPENING = re.compile(
    r"^(?:(?:please|then|ok|okay|yes|just|run|runs|running|schedule|scheduled|repeat|do|start|have"
    r"|let|it|this|that|them|should|must|to|will|can you|could you|i want|i would like|i'd like)"
    r" )+(?=\S)"
)
_CLOSING = re.compile(r" (?:in )?(?:my|local|our) (?:local )?time(?: zone)?$")


def normal(words: str) -> str:
    """Return words in lower case with a space between, names of days and months in full."""
    text = " ".join(words.lower().split())
    text = _FIGURE.sub(lambda found: _FIGURES[found[0]], text)
    for pattern, replacement in _PATTERNS:
        if replacement == "<day>":
            text = pattern.sub(lambda found: _full(found[1], WEEKDAYS) + found[2], text)
        elif replacement == "<month>":
            text = pattern.sub(lambda found: _full(found[1], MONTHS), text)
        else:
            text = pattern.sub(replacement, text)
    text = " ".join(text.split())
    return _CLOSING.sub("", _OPENING.sub("", text))


def _full(short: str, names: Sequence[str]) -> str:
    return next(name for name in names if name.startswith(short[:3]))
