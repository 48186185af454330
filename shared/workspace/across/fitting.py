"""Whether a text tells the kind of thing that a question asks for: an amount, a time, a number."""

import re

from shared.english.dates import WEEKDAY
from shared.english.spelled import MONTH
from shared.understanding.folding import fold

_AMOUNT = (
    re.compile(
        r"\b(?:how much|costs?|price[ds]?|fees?|bill(?:s|ed|ing)?|charg(?:es?|ed|ing)"
        r"|pay(?:s|ing)?|paid|invoiced?)\b"
    ),
    re.compile(
        r"[$\u00a3\u20ac] ?\d|\d ?(?:pounds?|dollars?|euros?|usd|gbp|eur|k)\b|\b\d+,\d{3}\b"
        r"|_(?:usd|gbp|eur)\b"
    ),
)
_TIME = (
    re.compile(r"\b(?:when|(?:what|which) (?:time|day|date|hour|week)|how soon)\b"),
    re.compile(
        rf"\b(?:{WEEKDAY}|{MONTH}|noon|midnight|tomorrow|tonight|weekend)\b"
        r"|\b\d{1,2}[:.]\d\d\b|\b(?:next|this|last|first|second) (?:week|month|year|quarter)\b"
        r"|\b(?:an?|two|three|four|five|six|\d+) (?:hour|day|week|month)s?\b"
    ),
)
_PHONE = (
    re.compile(r"\b(?:phone|telephone|mobile|ring|call|reach|number)\b"),
    re.compile(r"\d[\d ()-]{7,}\d"),
)
_COUNT = (
    re.compile(r"\bhow (?:many|long|large|big|far)\b"),
    re.compile(r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"),
)
_DECISION = (re.compile(r"\b(?:deci(?:de|sion)|agreed)"),) * 2
_KINDS = (_AMOUNT, _TIME, _PHONE, _COUNT, _DECISION)
"""How each is asked for, and what in a text tells it."""


def fits(question: str, text: str) -> bool:
    """Whether a text tells the kind of thing a question asks for; False where that is unclear."""
    asked = fold(question)
    tells = next((each for asks, each in _KINDS if asks.search(asked)), None)
    return tells is not None and tells.search(fold(text)) is not None
