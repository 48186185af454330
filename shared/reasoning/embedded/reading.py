"""How likely each reading of a text is: one calibrated multinomial logistic model.

`python -m training intents` fits the parameters in `intents.npz` on our own labelled text.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from shared.models.intent import ActionType
from shared.reasoning.embedded.features import Said, hashed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PARAMETERS = Path(__file__).parent / "intents.npz"

Reading = Literal["run", "entity", "open", "create_or_run", "query", "create", "update"]
READINGS: tuple[Reading, ...] = (
    "run",
    "entity",
    "open",
    "create_or_run",
    "query",
    "create",
    "update",
)
"""`entity` is a task that lacks what it cannot be done without; `open` cannot be told."""

ACTIONS: dict[Reading, ActionType] = {
    "run": ActionType.EXECUTE,
    "entity": ActionType.EXECUTE,
    "open": ActionType.AMBIGUOUS,
    "create_or_run": ActionType.AMBIGUOUS,
    "query": ActionType.QUERY,
    "create": ActionType.CREATE,
    "update": ActionType.UPDATE,
}


@dataclass(frozen=True)
class Readings:
    """The probability of each reading; they sum to 1."""

    of: dict[Reading, float]

    def action(self) -> tuple[ActionType, float]:
        """Return the likeliest action and its probability."""
        total = dict.fromkeys(ActionType, 0.0)
        for reading, probability in self.of.items():
            total[ACTIONS[reading]] += probability
        best = max(total, key=lambda action: total[action])
        return best, min(total[best], 1.0)


@dataclass(frozen=True)
class Parameters:
    """What was learnt. `weights` has a row a bucket, then a row a component of the vector."""

    weights: "NDArray[np.float32]"
    bias: "NDArray[np.float32]"
    temperature: float
    shared_words: frozenset[str]


class LinearModel:
    """A multinomial logistic model of texts; its parameters are read on first use."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def parameters(self) -> Parameters:
        """What was learnt."""
        import numpy as np  # noqa: PLC0415 - 0.1 s to import

        with np.load(self._path) as stored:
            return Parameters(
                stored["weights"].astype(np.float32),
                stored["bias"].astype(np.float32),
                float(stored["temperature"]),
                frozenset(str(stored["shared_words"]).split()),
            )

    def shares(self, said: Said, vector: "NDArray[np.float32]") -> list[float]:
        """Return the probability of each class of a text whose sentence vector is `vector`."""
        import numpy as np  # noqa: PLC0415

        learnt = self.parameters
        buckets, amounts = hashed(said, learnt.shared_words)
        sparse = amounts @ learnt.weights[buckets]
        dense = vector @ learnt.weights[-len(vector) :]
        logits = (sparse + dense + learnt.bias) / learnt.temperature
        raised = np.exp(logits - logits.max())
        return [float(share) for share in raised / raised.sum()]


class ReadingModel(LinearModel):
    """The model of what a message asks for (0.5 MB)."""

    def __init__(self, path: Path = PARAMETERS) -> None:
        super().__init__(path)

    def readings(self, said: Said, vector: "NDArray[np.float32]") -> Readings:
        """Weigh the readings of a text whose sentence vector is `vector`."""
        return Readings(dict(zip(READINGS, self.shares(said, vector), strict=True)))
