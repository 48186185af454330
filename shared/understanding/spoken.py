"""Addresses and numbers as they are spoken: "sam at acme dot com", "oh one seven, double five"."""

import re
from collections.abc import Mapping

from shared.understanding.people_said import ADDRESS

_SIGNS = (("at", "@"), ("dot", "."), ("dash", "-"), ("hyphen", "-"), ("underscore", "_"))
_ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_DIGITS: Mapping[str, str] = {
    **{word: str(digit) for digit, word in enumerate(_ONES)},
    **dict.fromkeys(("oh", "o", "nought"), "0"),
    "hundred": "00",
    "plus": "+",
}
_TIMES = {"double": 2, "triple": 3, "treble": 3}
_FILLERS = frozenset({"and", "um", "uh", "er"})


def spoken_address(text: str) -> str:
    """Return a mail address as it is written; what is none by its sound stays as it is."""
    written = text.strip()
    for said, sign in _SIGNS:
        written = re.sub(rf"\s+{said}\s+", sign, written, flags=re.IGNORECASE)
    return written if re.fullmatch(ADDRESS, written) else text.strip()


def spoken_number(text: str) -> str:
    """Return a number in figures; what says anything besides, or has figures, stays as it is."""
    figures, times, spoken = "", 1, False
    for word in re.findall(r"\w+", text.casefold()):
        if word in _TIMES:
            times = _TIMES[word]
        elif word in _DIGITS or word.isdigit():
            spoken = spoken or word in _DIGITS
            figures += _DIGITS.get(word, word) * times
            times = 1
        elif word not in _FILLERS:
            return text.strip()
    return figures if spoken else text.strip()
