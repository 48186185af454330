"""How likely each reading of a text is: one calibrated multinomial logistic model.

`python -m training intents` fits the parameters in `intents.npz` on our own labelled text.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from shared.language.linear import LinearModel
from shared.models.intent import ActionType
from shared.reasoning.embedded.features import Said, marks_of

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


class ReadingModel(LinearModel):
    """The model of what a message asks for (0.5 MB)."""

    def __init__(self) -> None:
        super().__init__(PARAMETERS)

    def readings(self, said: Said, vector: "NDArray[np.float32]") -> Readings:
        """Weigh the readings of a text whose sentence vector is `vector`."""
        shares = self.shares(marks_of(said, self.parameters.shared_words), vector)
        return Readings(dict(zip(READINGS, shares, strict=True)))
