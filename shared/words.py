"""Words as they are compared: folded, with where they stand, and stemmed."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz.distance import OSA

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")
_BARE = re.compile(r"([^\W_]+)(?:['\u2019][^\W_]+)?")
_POSSESSIVE = re.compile(r"['\u2019].*")
_ENDINGS = ("ings", "ing", "ies", "ers", "ed", "es", "er", "s", "e", "y")
_SHORTEST = 3  # letters a stem keeps
_JOINED = 4  # letters from which a word is not found by chance within others
_VOWELS = frozenset("aeiouy")
_SHORT = {
    "demonstration": "demo",
    "demonstrations": "demo",
    "demos": "demo",
    "retrospective": "retro",
    "retrospectives": "retro",
    "retros": "retro",
    "specification": "spec",
    "specifications": "spec",
    "specs": "spec",
}
"""What is mostly called by its beginning."""


_ASIDE = """
a about all am an and any are as at be been by can could did do does for from get go had
has have her him his how i i'd i'll i'm in is it it's its just like me mine my of off on or
our out please pls she so some that that's the their them then there these they this those
to up us use was we were what what's when where which who will with would you your
"""
ASIDE = frozenset(_ASIDE.split())
"""Words that carry no meaning of their own."""
COURTESY = r"please|pls|plz|thanks|thank you|thx|ty"
"""Words of courtesy however they are written: part of patterns of folded text."""
ONE_TO_ONE = re.compile(
    r"(?<!from )(?<!at )\bone([ -])(?:to|on)\1ones?"
    r"(?![\w'\u2019]| (?:am|pm|o|thirty|fifteen|forty)\b)"
    r"|(?<![\d:.-])1(?:[:-]| ?(?:to|on) ?|-(?:to|on)-)1s?(?![\d:]|[.-]\d| ?\wm\b)",
    re.IGNORECASE,
)
"""A meeting of two, however it is written; "from one to one thirty" is none."""


def fold(text: str) -> str:
    """Return `text` in lower case and without accents; may change its length."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def spans(text: str) -> list[tuple[str, int, int]]:
    """Return the words of `text`, folded and without a possessive or contracted ending.

    Start and end are offsets into `text` and leave that ending out.
    """
    found: list[tuple[str, int, int]] = []
    for match in _WORD.finditer(text):
        bare = _POSSESSIVE.sub("", match.group())
        found.append((fold(bare), match.start(), match.start() + len(bare)))
    return found


def words_of(text: str) -> list[str]:
    """Return the words of `text`, folded and bare, in order: those of `spans`, quicker."""
    return _BARE.findall(fold(text))


def stems(text: str) -> list[str]:
    """Return the stems of the words of `text`, in order, with repeats."""
    return [stem(word) for word in words_of(text)]


def telling(text: str) -> frozenset[str]:
    """Return the stems of the words of `text` that carry meaning."""
    return frozenset(stem(word) for word in words_of(text) if word not in ASIDE)


def tells(wanted: str, text: str) -> bool:
    """Whether a text says every word that carries meaning, if there is any.

    A word may have a slip of the keyboard in it, or be written in one or in several.
    """
    wanted, text = (ONE_TO_ONE.sub("onetoone", said) for said in (wanted, text))
    sought = [word for word in words_of(wanted) if word not in ASIDE]
    plain = set(words_of(text)) - ASIDE
    told, joined = telling(text), "".join(words_of(text))
    return bool(sought) and all(
        stem(word) in told
        or (len(word) >= _JOINED and word in joined)
        or any(similar(stem(word), one) for one in told)
        or any(similar(word, one) for one in plain)
        for word in sought
    )


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return what the inflections of a folded word share: invoices, invoicing, invoice -> invoic.

    Crude on purpose: both sides of a comparison are stemmed alike.
    """
    if word in _SHORT:
        return _SHORT[word]
    for ending in _ENDINGS:
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= _SHORTEST and not _VOWELS.isdisjoint(rest):
            if ending == "s" and rest.endswith("s"):
                return word
            return _undoubled(rest)
    return word


def _undoubled(rest: str) -> str:
    """planning, planned, plan; but selling stays near sell, whose own end is doubled too."""
    doubled = len(rest) > _SHORTEST and rest[-1] == rest[-2] and rest[-1] not in _VOWELS
    return rest[:-1] if doubled else rest


def either(items: Sequence[str], word: str = "and") -> str:
    """Return a list as prose: "a, b and c"; "" for none."""
    return f" {word} ".join(one for one in (", ".join(items[:-1]), *items[-1:]) if one)


def similar(left: str, right: str) -> bool:
    """Whether one word may be a slip of the other. Short words and numbers must be equal."""
    if left == right:
        return True
    shorter = min(len(left), len(right))
    if shorter < 4 or left.isdigit() or right.isdigit() or left[0] != right[0]:  # noqa: PLR2004
        return False
    return OSA.distance(left, right) <= (1 if shorter < 7 else 2)  # noqa: PLR2004
