"""What is said beside something that is sent of who should have a copy of it."""

import re
from collections.abc import Iterator

from shared.understanding.described import NAME

NAMES = rf"(?!every|all\b|both\b|nobody|no one){NAME}(?:(?:,|,? and|,? &) {NAME})*"
"""Somebody's name, or several."""
_IN_COPY = (
    r"(?:(?:(?:should |must |can |shall |(?:(?:is|are|has|have) )?to )?"
    r"(?:(?:be|remain|stay)(?: kept)?|come|go)|comes?|gets?|goes|is|are|kept|remains?"
    r"|stays?) )?"
    r"(?:(?:in|on|as)(?: the| a)? (?:copy|cc)|copied(?: in)?|cc['\u2019]?d)\b"
)
"""What is said behind somebody who gets a copy."""
_COPY_TOO = re.compile(
    r"(?:[,.;]\s*|(?<!\s)\s*)(?:and |but |also |then )*(?:(?:please|can you|could you|kindly) )*"
    r"(?:(?<!n['\u2019]t )(?<!not )(?:put|take|have|keep|get|copy|cc|bring|add)"
    rf" (?P<who>her|him|them|{NAMES})"
    r"(?: (?:in|on|into|to|as)\b(?: the| a)? (?:copy|cc|loop))?"
    rf"|(?:with|and) (?P<with>{NAMES}) (?:in|on)(?: the)? (?:copy|cc|loop)"
    rf"|(?:^|(?<=[,.;!?] )|(?<=[,.;!?] and ))(?P<are>he|she|they|{NAMES}) {_IN_COPY})"
    r"(?: in)?(?:,? (?:too|as well|please|on (?:it|that)))*"
    r"(?P<why>,? (?:just )?(?:as|because|since|so|like|the way|in case)\b[^.!?\n]*"
    r"|[,;] (?:he|she|they|it|that['\u2019]s)\b[^.!?\n]*)?"
    r"(?:[.!]*\s*$|[.!] (?=(?-i:[A-Z]))|(?=:\s))",
    re.IGNORECASE,
)
"""What a person says beside a mail of who else should have it, and why."""
_IN_WORDS = re.compile(r"\b(?:copy|copied|cc|cc['\u2019]?d|loop)\b", re.IGNORECASE)


def copies_in(text: str) -> Iterator[re.Match[str]]:
    """Find where a text says who should have a copy, too: `who`, `with` or `are` names them."""
    return (one for one in _COPY_TOO.finditer(text) if _says_so(one))


def only_copies(text: str) -> bool:
    """Whether a text says nothing but who should have a copy, too."""
    found = _COPY_TOO.fullmatch(text)
    return found is not None and _says_so(found)


def _says_so(found: re.Match[str]) -> bool:
    """Whether it is said of a copy that somebody should have it, and not only why."""
    end = found.start("why") if found["why"] else found.end()
    return _IN_WORDS.search(found.string, found.start(), end) is not None
