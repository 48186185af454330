"""Fits a multinomial logistic model of texts, and how sure it may be (shared/language/linear.py).

The temperature is fitted on predictions for groups the predicting model had not seen.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import scipy.optimize
import scipy.sparse
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from shared.language.linear import BUCKETS, Parameters

Hashed = tuple[NDArray[np.intp], NDArray[np.float32]]
_optimize: Any = scipy.optimize  # untyped
_sparse: Any = scipy.sparse

_STRENGTH = 20.0
"""Inverse of the L2 penalty; flat between 10 and 30 across organisations."""
_SHARED_BY = 3
"""A word that this many groups use is not one group's own."""


class Sample(NamedTuple):
    """A text of a class, by its number. `group` is who wrote it, or whose it is.

    `marks` of it may depend on which `words` of texts many groups share.
    """

    group: str
    marks: Callable[[frozenset[str]], Hashed]
    target: int
    words: Sequence[str]
    weight: float


def fit(given: Sequence[Sample], vectors: NDArray[np.float32], heat: float = 1.0) -> Parameters:
    """Fit the model."""
    shared_words = _shared_words(given)
    model: Any = LogisticRegression(C=_STRENGTH, max_iter=500)
    model.fit(_matrix(given, vectors, shared_words), _targets(given), [one.weight for one in given])
    fitted = np.asarray(model.coef_.T, np.float32)
    return Parameters(fitted, np.asarray(model.intercept_, np.float32), heat, shared_words)


def unseen(
    given: Sequence[Sample], vectors: NDArray[np.float32], folds: int
) -> NDArray[np.float64]:
    """Return the logits of each text by a model that has seen none of its group."""
    names = sorted({one.group for one in given})
    logits = np.zeros((len(given), 1 + max(one.target for one in given)))
    for fold in range(folds):
        away = set(names[fold::folds])
        out = np.array([one.group in away for one in given])
        learnt = fit([one for one in given if one.group not in away], vectors[~out])
        others = [one for one in given if one.group in away]
        logits[out] = _matrix(others, vectors[out], learnt.shared_words) @ learnt.weights
        logits[out] += learnt.bias
    return logits


def temperature(given: Sequence[Sample], logits: NDArray[np.float64]) -> float:
    """Return the divisor of the logits that makes unseen groups likeliest."""
    targets = _targets(given)

    def loss(heat: float) -> float:
        scaled = logits / heat
        highest = scaled.max(axis=1, keepdims=True)
        total = np.log(np.exp(scaled - highest).sum(axis=1)) + highest[:, 0]
        return float((total - scaled[np.arange(len(targets)), targets]).mean())

    found = _optimize.minimize_scalar(loss, bounds=(0.3, 5), method="bounded")
    return float(found.x)


def write(path: Path, parameters: Parameters) -> None:
    """Write what was learnt."""
    np.savez_compressed(
        path,
        weights=parameters.weights.astype(np.float16),
        bias=parameters.bias,
        temperature=parameters.temperature,
        shared_words=" ".join(sorted(parameters.shared_words)),
    )


def _targets(given: Sequence[Sample]) -> NDArray[np.intp]:
    return np.array([one.target for one in given])


def _shared_words(given: Sequence[Sample]) -> frozenset[str]:
    users: dict[str, set[str]] = defaultdict(set)
    for one in given:
        for word in one.words:
            users[word].add(one.group)
    return frozenset(word for word, having in users.items() if len(having) >= _SHARED_BY)


def _matrix(
    given: Sequence[Sample], vectors: NDArray[np.float32], shared_words: frozenset[str]
) -> Any:
    columns: list[NDArray[np.intp]] = []
    values: list[NDArray[np.float32]] = []
    starts = [0]
    for one in given:
        buckets, amounts = one.marks(shared_words)
        columns.append(buckets)
        values.append(amounts)
        starts.append(starts[-1] + len(buckets))
    sparse = _sparse.csr_matrix(
        (np.concatenate(values), np.concatenate(columns), starts), shape=(len(given), BUCKETS)
    )
    sparse.sum_duplicates()
    return _sparse.hstack([sparse, _sparse.csr_matrix(vectors)], format="csr")
