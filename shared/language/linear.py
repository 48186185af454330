"""A multinomial logistic model of texts, over hashed marks of them and a vector."""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Hashed = tuple[NDArray[np.intp], NDArray[np.float32]]
    """The buckets a text falls into and the weight of each; duplicates add up."""

BUCKETS = 1 << 15


def hashed(groups: Iterable[tuple[float, Iterable[str]]]) -> "Hashed":
    """Return the buckets of groups of marks; each group has a weight that its marks share."""
    import numpy as np  # noqa: PLC0415 - 0.1 s to import

    buckets: list[int] = []
    weights: list[float] = []
    for weight, group in groups:
        names = sorted(set(group))
        share = weight / max(len(names), 1) ** 0.5
        buckets += [zlib.crc32(name.encode(errors="replace")) % BUCKETS for name in names]
        weights += [share] * len(names)
    return np.array(buckets, np.intp), np.array(weights, np.float32)


@dataclass(frozen=True)
class Parameters:
    """What was learnt. `weights` has a row a bucket, then a row a component of the vector.

    `shared_words` are those that many of the groups of texts have that it was learnt from.
    """

    weights: "NDArray[np.float32]"
    bias: "NDArray[np.float32]"
    temperature: float
    shared_words: frozenset[str]


class LinearModel:
    """A model whose parameters are read on first use."""

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

    def shares(self, marks: "Hashed", vector: "NDArray[np.float32]") -> list[float]:
        """Return the probability of each class of a text."""
        import numpy as np  # noqa: PLC0415

        learnt = self.parameters
        buckets, amounts = marks
        logits = amounts @ learnt.weights[buckets] + learnt.bias
        logits += vector @ learnt.weights[-len(vector) :]
        logits /= learnt.temperature
        raised = np.exp(logits - logits.max())
        return [float(share) for share in raised / raised.sum()]
