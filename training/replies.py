"""Fits how replies are weighed (shared/reasoning/embedded/replying/guessing.py) on our own.

`python -m training replies` prints what cross-validation over questions and the questions held back
say, then fits on all of them and writes guessing.json.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

from shared.language.encoder import MiniLM
from shared.language.spelling import Spelling
from shared.models.intent import Option
from shared.models.reasoning import ReplyRequest
from shared.ports import Encoder
from shared.reasoning.embedded.intents import IntentReader
from shared.reasoning.embedded.replies import ReplyReader
from shared.reasoning.embedded.replying import guessing
from shared.reasoning.embedded.replying.guessing import Features, Fitted
from shared.understanding.reader import Reader

DATA = Path(__file__).parent / "data_replies"
LEAST = 0.7
"""Chosen by cross-validation: the lowest that keeps silently wrong readings under 1 %."""
_PENALTY = 0.2
_FOLDS = 6
_OPTION = len(guessing.OPTION_FEATURES)
_WHOLE = len(guessing.WHOLE_FEATURES)


@dataclass(frozen=True)
class Labelled:
    """A reply; `gold` is the option meant, from 1, or "none", "new" or "unclear"."""

    request: ReplyRequest
    gold: int | str


def labelled(name: str) -> list[Labelled]:
    """Read a file of replies; an option is a label, or "label | description"."""
    lines = (DATA / f"{name}.jsonl").read_text().splitlines()
    return [_labelled(json.loads(line)) for line in lines]


def _labelled(row: dict[str, Any]) -> Labelled:
    options = tuple(
        Option(id=str(place), label=label, description=description)
        for place, (label, _, description) in enumerate(
            (option.partition(" | ") for option in row["options"]), start=1
        )
    )
    request = ReplyRequest(
        question=row["question"], options=options, text=row["reply"], kind="clarification"
    )
    return Labelled(request, row["gold"])


@dataclass(frozen=True)
class Weighed:
    """What is measured of a reply whose form does not say what it means."""

    features: Features
    target: int


def weighed(
    replies: Iterable[Labelled], encoder: Encoder, is_request: Callable[[str], float]
) -> list[Weighed]:
    """Measure the replies that the rules leave open."""
    reader = ReplyReader(encoder, is_request)
    found: list[Weighed] = []
    for reply in replies:
        measured = reader.measured(reply.request)
        if measured is not None:
            found.append(Weighed(measured, _target(reply)))
    return found


def _target(reply: Labelled) -> int:
    if isinstance(reply.gold, int):
        return reply.gold - 1
    return len(reply.request.options) + ("new", "none", "unclear").index(reply.gold)


def fit(replies: Sequence[Weighed]) -> Fitted:
    """Find the weights that make the labels likeliest, held near zero."""

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        option, new, none = np.split(weights, [_OPTION, _OPTION + _WHOLE])
        total, slope = _PENALTY / 2 * float(weights @ weights), _PENALTY * weights
        for reply in replies:
            rows, whole = reply.features.options, reply.features.whole
            scores = np.zeros(len(rows) + 3)
            scores[: len(rows)] = rows @ option
            scores[len(rows) : -1] = whole @ new, whole @ none
            likely = np.exp(scores - scores.max())
            likely /= likely.sum()
            total -= float(np.log(likely[reply.target]))
            likely[reply.target] -= 1
            slope[:_OPTION] += rows.T @ likely[: len(rows)]
            slope[_OPTION : _OPTION + _WHOLE] += whole * likely[len(rows)]
            slope[_OPTION + _WHOLE :] += whole * likely[len(rows) + 1]
        return total, slope

    start = np.zeros(_OPTION + 2 * _WHOLE)
    minimize: Any = optimize.minimize  # pyright: ignore[reportUnknownMemberType,reportUnknownVariableType]
    found: NDArray[np.float64] = minimize(loss, start, jac=True, method="L-BFGS-B").x.round(3)
    option, new, none = (tuple(part.tolist()) for part in np.split(found, [_OPTION, -_WHOLE]))
    return Fitted(option, new, none, LEAST)


def examine(
    replies: Iterable[Labelled],
    weights: Fitted,
    encoder: Encoder,
    is_request: Callable[[str], float],
) -> Counter[str]:
    """Count how readings with these weights come out."""
    reader = ReplyReader(encoder, is_request, weights)
    outcomes: Counter[str] = Counter()
    for reply in replies:
        reading = reader.read(reply.request)
        meant = reading.option if reading.meaning == "option" else reading.meaning
        right = meant == str(reply.gold)
        outcomes["right" if right else "asked again" if meant == "unclear" else "wrong"] += 1
    return outcomes


def run(arguments: list[str]) -> int:  # noqa: ARG001
    """Examine, fit and write."""
    encoder = MiniLM()
    is_request = lru_cache(maxsize=None)(IntentReader(encoder, Spelling(), Reader()).is_request)
    learnt, held_back = labelled("learnt"), labelled("held_back")
    questions = sorted({reply.request.question for reply in learnt})
    crossed: Counter[str] = Counter()
    for fold in range(_FOLDS):
        out = set(questions[fold::_FOLDS])
        rest = [reply for reply in learnt if reply.request.question not in out]
        weights = fit(weighed(rest, encoder, is_request))
        unseen = [reply for reply in learnt if reply.request.question in out]
        crossed += examine(unseen, weights, encoder, is_request)
    _say("cross-validated", crossed)
    weights = fit(weighed(learnt, encoder, is_request))
    _say("held back", examine(held_back, weights, encoder, is_request))
    everything = fit(weighed([*learnt, *held_back], encoder, is_request))
    guessing.write(everything)
    return 0


def _say(what: str, outcomes: Counter[str]) -> None:
    n = outcomes.total()
    shares = ", ".join(f"{name} {count / n:.1%}" for name, count in sorted(outcomes.items()))
    print(f"{what}: {n} replies: {shares}")
