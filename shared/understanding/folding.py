"""Comparing what people type: folding, content words, forgiving equality."""

import re
import unicodedata

from shared.words import ASIDE

_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_CURLY = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"'})


def word_set(text: str) -> frozenset[str]:
    """Return the words of a list written with spaces."""
    return frozenset(text.split())


ASIDES = word_set("btw tho though actually lol haha")
"""What is said besides, behind what is meant."""
PREPOSITIONS = word_set("at by for from in into on onto to until with")
"""Words that lead to a place, a time or somebody."""


def tidy(text: str) -> str:
    """Return the text with straight quotes and single spaces, otherwise as written."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_CURLY).split())


def fold(text: str) -> str:
    """Return the text fit for comparison: tidy, without case or accents."""
    letters = unicodedata.normalize("NFD", tidy(text).casefold())
    return "".join(c for c in letters if not unicodedata.combining(c))


def words(text: str) -> list[str]:
    """Return the folded words and numbers of a text, in order."""
    return _TOKEN.findall(fold(text))


def content_words(text: str) -> list[str]:
    """Return the words that carry meaning, without a possessive ending."""
    kept = (word.removesuffix("'s") for word in words(text) if word not in ASIDE)
    return [word for word in kept if word]
