"""How well the shipped reading model tells actions on held-back organisations, and knows it."""

import numpy as np
from numpy.typing import NDArray

from shared.models.intent import ActionType
from shared.reasoning.embedded.reading import ACTIONS, ReadingModel
from training.intents import encode, learnable

_BINS = 10
_RESAMPLES = 1000


def run(arguments: list[str]) -> int:
    """Print accuracy, F1 of each action, and the expected calibration error with its interval."""
    del arguments
    _, kept = learnable()
    model = ReadingModel()
    told = [
        model.readings(example.said, vector).action()
        for example, vector in zip(kept, encode(kept), strict=True)
    ]
    actual = [ACTIONS[example.reading] for example in kept]
    right = np.array([action is truth for (action, _), truth in zip(told, actual, strict=True)])
    confidence = np.array([probability for _, probability in told])
    print(f"{len(kept)} held-back utterances: {right.mean():.1%} of actions right")
    for action in ActionType:
        print(f"  {action:<10} F1 {_f1([a for a, _ in told], actual, action):.3f}")
    low, high = _interval(confidence, right)
    error = calibration_error(confidence, right)
    print(f"ECE {error:.3f} (95 % interval {low:.3f} to {high:.3f})")
    for certain in (0.6, 0.85):
        sure = confidence >= certain
        print(f"  >= {certain}: {sure.mean():.0%} of them, {right[sure].mean():.1%} right")
    return 0


def calibration_error(confidence: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """Return the mean distance between confidence and accuracy over ten bins of equal mass."""
    order = np.argsort(confidence, kind="stable")
    bins = np.array_split(order, _BINS)
    gaps = [abs(confidence[b].mean() - right[b].mean()) * len(b) for b in bins if len(b)]
    return float(sum(gaps) / len(confidence))


def _interval(confidence: NDArray[np.float64], right: NDArray[np.bool_]) -> tuple[float, float]:
    """Return the 95 % interval of the error over resamples of the utterances."""
    chance = np.random.default_rng(0)
    drawn = chance.integers(0, len(right), (_RESAMPLES, len(right)))
    errors = [calibration_error(confidence[rows], right[rows]) for rows in drawn]
    low, high = np.quantile(errors, (0.025, 0.975))
    return float(low), float(high)


def _f1(told: list[ActionType], actual: list[ActionType], action: ActionType) -> float:
    hits = sum(t is action and a is action for t, a in zip(told, actual, strict=True))
    return 2 * hits / max(told.count(action) + actual.count(action), 1)
