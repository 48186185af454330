"""Words as people compare them: without case, accents or punctuation."""

import re
from collections.abc import Sequence

from shared.words import fold

_WORD = re.compile(r"[^\W_]+")
_SHORTEST_PLURAL = 4
_HISSING = ("ses", "xes", "zes", "ches", "shes")


def words(text: str) -> tuple[str, ...]:
    """Return the folded words of a text, in order."""
    return tuple(_WORD.findall(fold(text)))


def singular(word: str) -> str:
    """Return an English plural's singular, roughly; good enough to compare two words by."""
    if len(word) < _SHORTEST_PLURAL or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(_HISSING):
        return word[:-2]
    return word.removesuffix("s")


def within(needle: Sequence[str], haystack: Sequence[str]) -> bool:
    """Tell whether the needle's words (at least one) occur next to each other and in order."""
    first, *rest = needle
    return any(
        word == first and list(haystack[i + 1 : i + 1 + len(rest)]) == rest
        for i, word in enumerate(haystack)
    )


def says(wanted: str, *texts: str) -> bool:
    """Tell whether texts have all the wanted words between them, singular and plural alike."""
    said = {singular(word) for text in texts for word in words(text)}
    return all(singular(word) in said for word in words(wanted))
