"""Which of several things words mean: the one that says what no other says."""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, cast

from shared.words import similar, telling

_MOMENT = re.compile(r"\d{4}-\d\d-\d\d")
_UNSAID = re.compile(r"(?:^|_)(?:id|ids|link|url|zone|account|labels|series)$")
"""Fields that nobody says."""
_ASKS = "question"
"""What a text that ends as one is, which it does not say itself."""
_AHEAD = 1.4
"""How many times as much as the next one the one that is meant says of what is sought."""


def ranked(items: Sequence[Mapping[str, Any]], words: str) -> list[tuple[float, int]]:
    """Return how much each item says of some words, and its place, the most first.

    A word counts the more, the fewer items say it; one that all say tells nothing.
    """
    wanted = telling(words)
    said = [_said(wanted, telling(" ".join(_texts(item)))) for item in items]
    often = Counter(word for one in said for word in one)
    weights = {word: math.log((len(items) + 1) / count) for word, count in often.items()}
    scores = ((sum(weights[word] for word in one), -at) for at, one in enumerate(said))
    return [(score, -at) for score, at in sorted(scores, reverse=True)]


def picked(items: Sequence[Mapping[str, Any]], words: str) -> int | None:
    """Return the place of the item that words plainly mean; None where they don't tell."""
    best, *others = ranked(items, words)
    clear = best[0] > 0 and (not others or best[0] >= _AHEAD * others[0][0])
    return best[1] if clear else None


def _said(wanted: Collection[str], told: Collection[str]) -> frozenset[str]:
    """Return which wanted words are told, slips of the keyboard let through."""
    return frozenset(
        word for word in wanted if word in told or any(similar(word, one) for one in told)
    )


def _texts(held: object, field: str = "") -> Iterator[str]:
    """Yield what a person could have read of a thing."""
    if isinstance(held, dict):
        for name, value in cast("dict[str, Any]", held).items():
            if not _UNSAID.search(name):
                yield from _texts(value, name)
    elif isinstance(held, list):
        for value in cast("list[Any]", held):
            yield from _texts(value, field)
    elif isinstance(held, str) and not _MOMENT.match(held):
        yield held
        if held.rstrip().endswith("?"):
            yield _ASKS
