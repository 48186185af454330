"""How near our training text comes to the development sets: nothing in it may repeat them."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shared.language.encoder import MiniLM
from shared.understanding.folding import words
from training.corpus import DATA, HARDER, PLAIN, UNSEEN, organisations

_EVALUATIONS = DATA.parents[1] / "evals" / "data"
_ALIKE = 0.8
"""Texts that share this part of their words are near-duplicates (Jaccard)."""
_SHOWN = 10
_TEXTS = ("utterance", "reply", "text", "message")


class Pair(NamedTuple):
    """A development text and the training text nearest to it."""

    cosine: float
    words_shared: float
    development: str
    training: str


def run(arguments: list[str]) -> int:
    """Print, for each development file, how near its texts come to ours."""
    paths = [Path(argument) for argument in arguments] or sorted(_EVALUATIONS.rglob("*.jsonl"))
    everyone = organisations(said=(PLAIN, HARDER, UNSEEN))
    ours = sorted({u.text for organisation in everyone for u in organisation.utterances})
    encoder = MiniLM()
    vectors = encoder.encode(ours)
    print(f"{len(ours)} training texts")
    for path in paths:
        theirs = sorted(set(texts_in(path)))
        if theirs:
            _report(path.name, nearest(theirs, encoder.encode(theirs), ours, vectors))
    return 0


def texts_in(path: Path) -> Iterator[str]:
    """Yield what people say in a development file."""
    for line in path.read_text().splitlines():
        row: dict[str, Any] = json.loads(line)
        yield from (str(row[key]) for key in _TEXTS if row.get(key))


def nearest(
    theirs: Sequence[str],
    theirs_vectors: NDArray[np.float32],
    ours: Sequence[str],
    ours_vectors: NDArray[np.float32],
) -> list[Pair]:
    """Return each development text with its nearest training text, nearest pairs first."""
    bags = [frozenset(words(text)) for text in ours]
    pairs: list[Pair] = []
    for text, vector in zip(theirs, theirs_vectors, strict=True):
        cosines = ours_vectors @ vector
        best = int(cosines.argmax())
        bag = frozenset(words(text))
        shared = max(_jaccard(bag, other) for other in bags)
        pairs.append(Pair(float(cosines[best]), shared, text, ours[best]))
    return sorted(pairs, reverse=True)


def _jaccard(left: frozenset[str], right: frozenset[str]) -> float:
    return len(left & right) / len(left | right) if left | right else 0.0


def _report(name: str, pairs: Sequence[Pair]) -> None:
    cosines = np.array([pair.cosine for pair in pairs])
    same = sum(pair.words_shared == 1 for pair in pairs)
    alike = sum(pair.words_shared >= _ALIKE for pair in pairs)
    print(
        f"{name}: n {len(pairs)}, nearest cosine mean {cosines.mean():.3f}, "
        f"p95 {np.quantile(cosines, 0.95):.3f}, max {cosines.max():.3f}; "
        f"same words {same}, near-duplicates {alike}"
    )
    for pair in pairs[:_SHOWN]:
        print(f"  {pair.cosine:.3f}  {pair.development!r} ~ {pair.training!r}")
