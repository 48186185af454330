"""Comparing what people type: folding, content words, forgiving equality."""

import re
import unicodedata

_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_CURLY = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"'})


def word_set(text: str) -> frozenset[str]:
    """Return the words of a list written with spaces."""
    return frozenset(text.split())


_STOPWORDS = word_set(
    """
    a about all am an and any are as at be been by can could did do does for from get go had
    has have her him his how i i'd i'll i'm in is it it's its just like me mine my of off on or
    our out please pls she so some that that's the their them then there these they this those
    to up us use was we were what what's when where which who will with would you your
    """
)


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
    kept = (word.removesuffix("'s") for word in words(text) if word not in _STOPWORDS)
    return [word for word in kept if word]


def distance(left: str, right: str) -> int:
    """Count the insertions, deletions, substitutions and swaps of neighbours between two words."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        current = [i]
        for j, b in enumerate(right, 1):
            best = min(row[j] + 1, current[j - 1] + 1, row[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                best = min(best, before[j - 2] + 1)
            current.append(best)
        before, row = row, current
    return row[-1]


def similar(left: str, right: str) -> bool:
    """Whether one word may be a slip of the other. Short words and numbers must be equal."""
    if left == right:
        return True
    shorter = min(len(left), len(right))
    if shorter < 4 or left.isdigit() or right.isdigit() or left[0] != right[0]:  # noqa: PLR2004
        return False
    return distance(left, right) <= (1 if shorter < 7 else 2)  # noqa: PLR2004
