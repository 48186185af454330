"""Addresses and numbers as they are spoken: "sam at acme dot com", "oh one seven, double five"."""

import re
from collections.abc import Mapping

from shared.understanding.people_said import ADDRESS

_SIGNS = (("at", "@"), ("dot", "."), ("dash", "-"), ("hyphen", "-"), ("underscore", "_"))
_PART = r"[\w+-]+(?:(?:\s+(?:dot|dash|hyphen|underscore)\s+|[._-])[\w+-]+){0,6}"
_DOT = re.compile(r"\sdot\s", re.IGNORECASE)
_IN_TEXT = re.compile(
    rf"(?<![\w@.-]){_PART}(?:\s+at\s+(?!the\b|an?\b)|\s*@\s*){_PART}\s+dot\s+"
    r"(?:com|org|net|io|ai|eu|info|biz|edu|gov|[a-z]{2})(?![\w@])",
    re.IGNORECASE,
)
"""An address that ends as one: "dot com", "dot de"."""
_ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_DIGITS: Mapping[str, str] = {
    **{word: str(digit) for digit, word in enumerate(_ONES)},
    **dict.fromkeys(("oh", "o", "nought"), "0"),
    "hundred": "00",
    "plus": "+",
}
_TIMES = {"double": 2, "triple": 3, "treble": 3}
_TWO = 2
"""Figures one by one, which are not parted."""
_FILLERS = frozenset({"and", "um", "uh", "er"})
_SOUND = rf"(?:(?:{'|'.join(_TIMES)}) )?(?:{'|'.join(_DIGITS)}|\d+)"
_DIGITS_SAID = re.compile(
    rf"\b(?:(?:{'|'.join(_TIMES)}) (?:{'|'.join(_DIGITS)})|{_SOUND}(?:[ -]{_SOUND})+)\b",
    re.IGNORECASE,
)
"""Digits one by one, at least two of them."""


_REVERTS = re.compile(
    r"\brevert(?: back)?(?= to (?:him|her|them|(?-i:[A-Z])[\w-]+(?!['\u2019]|[\w-])) )",
    re.IGNORECASE,
)


def as_written(text: str) -> str:
    """Return a message with the mail addresses in it as they are written.

    "Mail sam dot lee at acme dot com" is to "sam.lee@acme.com"; to "revert to her" is to reply.
    """
    text = _REVERTS.sub("reply", text)
    if _DOT.search(text) is None:
        return text
    return _IN_TEXT.sub(lambda found: re.sub(r"\s", "", spoken_address(found[0])), text)


def spoken_address(text: str) -> str:
    """Return a mail address as it is written; what is none by its sound stays as it is."""
    written = text.strip()
    for said, sign in _SIGNS:
        written = re.sub(rf"\s+{said}\s+", sign, written, flags=re.IGNORECASE)
    return written if re.fullmatch(ADDRESS, written) else text.strip()


def spoken_number(text: str) -> str:
    """Return a number in figures; what says anything besides, or has figures, stays as it is.

    Figures that are parted stay so: "plus 33 6 39 98" is "+33 6 39 98".
    """
    figures, times, spoken, last = "", 1, False, ""
    for word in re.findall(r"\w+", text.casefold()):
        if word in _TIMES:
            times = _TIMES[word]
        elif word in _DIGITS or word.isdigit():
            spoken = spoken or word in _DIGITS
            parted = (last + word).isdigit() and last and len(last + word) > _TWO
            figures += " " * bool(parted) + _DIGITS.get(word, word) * times
            times, last = 1, word
        elif word not in _FILLERS:
            return text.strip()
    return figures if spoken else text.strip()


def digits_said(text: str) -> str:
    """Return a text in which digits that are said one by one are written: "ends in one nine"."""
    return _DIGITS_SAID.sub(lambda found: spoken_number(found[0]), text)
