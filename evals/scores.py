"""Figures from judged items: pure arithmetic, no rounding."""

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

_Z = 1.959963984540054
"""The normal quantile of a two-sided 95 % interval."""
_BINS = 10


@dataclass(frozen=True)
class Judged:
    """One item: what it means, what it was taken for, how surely, and how long that took."""

    gold: str
    predicted: str
    confidence: float
    milliseconds: float
    hard: bool = False
    also_ok: frozenset[str] = frozenset()

    @property
    def right(self) -> bool:
        """Whether it was taken for what it means."""
        return self.predicted == self.gold

    @property
    def acceptable(self) -> bool:
        """Whether lenient scoring lets it pass."""
        return self.right or self.predicted in self.also_ok


@dataclass(frozen=True)
class Share:
    """`hits` of `n`, with its 95 % Wilson interval."""

    hits: int
    n: int

    @property
    def value(self) -> float:
        """The share, 0 to 1; 0 of nothing is 0."""
        return self.hits / self.n if self.n else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share lies with 95 % confidence; of nothing, anywhere."""
        if not self.n:
            return 0.0, 1.0
        spread = _Z * _Z / self.n
        centre = (self.value + spread / 2) / (1 + spread)
        half = math.sqrt(self.value * (1 - self.value) * spread + spread * spread / 4) / (
            1 + spread
        )
        return max(0.0, centre - half), min(1.0, centre + half)


@dataclass(frozen=True)
class ClassScore:
    """How one label fared. `n` is how many items carry it; a share of nothing counts as 0."""

    label: str
    n: int
    precision: float
    recall: float
    f1: float


def share_right(judged: Sequence[Judged]) -> Share:
    """Return the strict accuracy."""
    return Share(sum(item.right for item in judged), len(judged))


def share_acceptable(judged: Sequence[Judged]) -> Share:
    """Return the lenient accuracy."""
    return Share(sum(item.acceptable for item in judged), len(judged))


def share_silently_wrong(judged: Sequence[Judged], safe: str) -> Share:
    """Return the share of items taken for something they do not mean, other than `safe`."""
    wrong = sum(not item.right and item.predicted != safe for item in judged)
    return Share(wrong, len(judged))


def class_scores(judged: Sequence[Judged], labels: Sequence[str]) -> list[ClassScore]:
    """Return precision, recall and F1 of each label."""
    gold, predicted = Counter(i.gold for i in judged), Counter(i.predicted for i in judged)
    hits = Counter(item.gold for item in judged if item.right)
    return [
        ClassScore(
            label,
            gold[label],
            Share(hits[label], predicted[label]).value,
            Share(hits[label], gold[label]).value,
            Share(2 * hits[label], gold[label] + predicted[label]).value,
        )
        for label in labels
    ]


def confusion(judged: Sequence[Judged]) -> Counter[tuple[str, str]]:
    """Return how often each (gold, predicted) pair occurs."""
    return Counter((item.gold, item.predicted) for item in judged)


def calibration_error(judged: Sequence[Judged]) -> float:
    """Return the expected calibration error over ten equal bins of confidence."""
    bins: dict[int, list[Judged]] = {}
    for item in judged:
        bins.setdefault(min(int(item.confidence * _BINS), _BINS - 1), []).append(item)
    gaps = [
        len(found) * abs(share_right(found).value - fmean(item.confidence for item in found))
        for found in bins.values()
    ]
    return sum(gaps) / len(judged) if judged else 0.0


def macro_f1(judged: Sequence[Judged]) -> float:
    """Return the mean F1 of the labels that items carry."""
    labels = sorted({item.gold for item in judged})
    return fmean(one.f1 for one in class_scores(judged, labels)) if labels else 0.0


def auroc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """Return how often a positive's score exceeds a negative's; a tie counts half.

    0.5 says nothing is told apart, and is what comes of an empty side.
    """
    if not positive or not negative:
        return 0.5
    below = sorted(negative)
    wins = sum(bisect_left(below, score) + bisect_right(below, score) for score in positive)
    return wins / 2 / (len(positive) * len(negative))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least `share` of the values do not exceed."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]
