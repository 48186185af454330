"""Word lists: English by frequency, names, words of business and software, chat spellings."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILES = Path(__file__).parent
SUGGESTED = 30_000  # rarer words are known, but nobody meant them by a misspelling
_BUSINESS_RANK = 5_000


@dataclass(frozen=True)
class Lexicon:
    """All in lower case.

    `ranks` holds the words worth suggesting, 0 being the most frequent; `known` these, rarer ones
    and names; `expansions` what to write for chat and fixed spellings.
    """

    ranks: dict[str, int]
    known: frozenset[str]
    expansions: dict[str, str]


def read_lexicon() -> Lexicon:
    """Read the lists, which takes some 50 ms."""
    words = _lines("words.txt")
    business = _lines("business.txt")
    ranks = {word: rank for rank, word in enumerate(words[:SUGGESTED])}
    for word in business:
        ranks[word] = min(ranks.get(word, _BUSINESS_RANK), _BUSINESS_RANK)
    return Lexicon(
        ranks=ranks,
        known=frozenset(words).union(business, _lines("names.txt")),
        expansions=dict(line.split("\t") for line in _lines("expansions.tsv")),
    )


@cache
def read_given_names() -> dict[str, str]:
    """Return the first names that are commonly known, folded: "f" a woman's, "m" a man's."""
    return dict(line.split("\t") for line in _lines("given_names.tsv"))


def _lines(file: str) -> list[str]:
    return (FILES / file).read_text(encoding="utf-8").splitlines()
