"""Fits the reading model: what a message asks for, from our own labelled text.

Whole organisations are held back from fitting and from calibration; `training.calibration`
measures on them. The parameters that ship are fitted on the rest only. The temperature is fitted
on predictions for organisations the predicting model had not seen.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.optimize
import scipy.sparse
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from shared.language.encoder import MiniLM
from shared.language.spelling import Spelling
from shared.models.intent import Candidate
from shared.models.reasoning import ConversationContext
from shared.reasoning.embedded.features import (
    BUCKETS,
    Said,
    hashed,
    tokens_of,
    what_came_before,
)
from shared.reasoning.embedded.intents import spelt
from shared.reasoning.embedded.reading import PARAMETERS, READINGS, Parameters, Reading
from shared.understanding.folding import tidy
from training.corpus import HARDER, PLAIN, Organisation, organisations

_optimize: Any = scipy.optimize  # untyped
_sparse: Any = scipy.sparse

HELD_BACK = (
    "airline-ground-handling",
    "charity-ngo",
    "law-firm",
    "property",
    "supermarket",
    "university",
)

_READING: dict[str, Reading] = {
    "route": "run",
    "choice": "run",
    "offer": "run",
    "entity": "entity",
    "open": "open",
    "create_or_run": "create_or_run",
    "query": "query",
    "create": "create",
    "update": "update",
}
_STRENGTH = 20.0
"""Inverse of the L2 penalty; flat between 10 and 30 across organisations."""
_SHARED_BY = 3
"""A word that this many organisations use is not one organisation's own."""
_TASKS = 0.25
"""What a line counts of an organisation that has harder ones only: nearly all of them are tasks."""
_FOLDS = 4


@dataclass(frozen=True)
class Example:
    """One utterance, ready to be learnt from."""

    organisation: str
    said: Said
    reading: Reading
    weight: float = 1.0


def examples(chosen: Sequence[Organisation]) -> list[Example]:
    """Return every utterance with the names of its organisation's agents masked."""
    spelling = Spelling()
    plain = {organisation.name for organisation in organisations()}
    return [
        Example(
            organisation.name,
            said,
            _READING[utterance.label],
            1.0 if organisation.name in plain else _TASKS,
        )
        for organisation in chosen
        for agents in [_candidates(organisation)]
        for utterance in organisation.utterances
        for naming in [spelt(tidy(utterance.text), agents, spelling)]
        for said in [
            Said(naming, what_came_before(ConversationContext(exchanges=utterance.context)))
        ]
    ]


def learnable() -> tuple[list[Example], list[Example]]:
    """Return the examples to learn from and those held back."""
    everyone = organisations(said=(PLAIN, HARDER))
    kept = [organisation for organisation in everyone if organisation.name in HELD_BACK]
    rest = [organisation for organisation in everyone if organisation.name not in HELD_BACK]
    return examples(rest), examples(kept)


def run(arguments: list[str]) -> int:
    """Fit and write the parameters."""
    del arguments
    learnt, _ = learnable()
    vectors = encode(learnt)
    parameters = fit(learnt, vectors, temperature(learnt, vectors))
    np.savez_compressed(
        PARAMETERS,
        weights=parameters.weights.astype(np.float16),
        bias=parameters.bias,
        temperature=parameters.temperature,
        shared_words=" ".join(sorted(parameters.shared_words)),
    )
    print(
        f"{len(learnt)} utterances, temperature {parameters.temperature:.3f}, "
        f"{PARAMETERS.stat().st_size / 1e6:.2f} MB"
    )
    return 0


def encode(given: Sequence[Example]) -> NDArray[np.float32]:
    """Return the sentence vectors of the masked texts."""
    return MiniLM().encode([example.said.naming.masked for example in given])


def fit(given: Sequence[Example], vectors: NDArray[np.float32], heat: float) -> Parameters:
    """Fit the model."""
    shared_words = _shared_words(given)
    model: Any = LogisticRegression(C=_STRENGTH, max_iter=500)
    weights = [example.weight for example in given]
    model.fit(_matrix(given, vectors, shared_words), _targets(given), weights)
    fitted = np.asarray(model.coef_.T, np.float32)
    return Parameters(fitted, np.asarray(model.intercept_, np.float32), heat, shared_words)


def temperature(given: Sequence[Example], vectors: NDArray[np.float32]) -> float:
    """Return the divisor of the logits that makes unseen organisations likeliest."""
    names = sorted({example.organisation for example in given})
    targets = _targets(given)
    logits = np.zeros((len(given), len(READINGS)))
    for fold in range(_FOLDS):
        away = set(names[fold::_FOLDS])
        out = np.array([example.organisation in away for example in given])
        seen = [example for example in given if example.organisation not in away]
        learnt = fit(seen, vectors[~out], 1.0)
        unseen = [example for example in given if example.organisation in away]
        features = _matrix(unseen, vectors[out], learnt.shared_words)
        logits[out] = features @ learnt.weights + learnt.bias

    def loss(heat: float) -> float:
        scaled = logits / heat
        highest = scaled.max(axis=1, keepdims=True)
        total = np.log(np.exp(scaled - highest).sum(axis=1)) + highest[:, 0]
        return float((total - scaled[np.arange(len(targets)), targets]).mean())

    found = _optimize.minimize_scalar(loss, bounds=(0.3, 5), method="bounded")
    return float(found.x)


def _targets(given: Sequence[Example]) -> NDArray[np.intp]:
    return np.array([READINGS.index(example.reading) for example in given])


def _shared_words(given: Sequence[Example]) -> frozenset[str]:
    users: dict[str, set[str]] = defaultdict(set)
    for example in given:
        for token in tokens_of(example.said.naming.masked):
            users[token].add(example.organisation)
    return frozenset(word for word, having in users.items() if len(having) >= _SHARED_BY)


def _matrix(
    given: Sequence[Example], vectors: NDArray[np.float32], shared_words: frozenset[str]
) -> Any:
    columns: list[NDArray[np.intp]] = []
    values: list[NDArray[np.float32]] = []
    starts = [0]
    for example in given:
        buckets, amounts = hashed(example.said, shared_words)
        columns.append(buckets)
        values.append(amounts)
        starts.append(starts[-1] + len(buckets))
    sparse = _sparse.csr_matrix(
        (np.concatenate(values), np.concatenate(columns), starts), shape=(len(given), BUCKETS)
    )
    sparse.sum_duplicates()
    return _sparse.hstack([sparse, _sparse.csr_matrix(vectors)], format="csr")


def _candidates(organisation: Organisation) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(agent=agent.id, name=agent.name, description=agent.description, score=0)
        for agent in organisation.agents
    )
