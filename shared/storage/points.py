"""The texts of an agent as points, as they are stored beside it."""

import base64
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from shared.matching import AgentText
from shared.models.base import Payload


class Points(Payload):
    """Texts, and their vectors in half precision as base64: shape (len(texts), dimensions)."""

    kinds: tuple[Literal["description", "skill", "example", "learned"], ...] = ()
    texts: tuple[str, ...] = ()
    vectors: str = ""


def points(texts: Sequence[AgentText], vectors: NDArray[np.float32]) -> Points:
    """Return texts and vectors as they are stored."""
    return Points(
        kinds=tuple(text.kind for text in texts),
        texts=tuple(text.text for text in texts),
        vectors=base64.b64encode(vectors.astype("<f2").tobytes()).decode(),
    )


def vectors_of(stored: Points) -> NDArray[np.float32]:
    """Return the vectors of stored points."""
    flat = np.frombuffer(base64.b64decode(stored.vectors), dtype="<f2").astype(np.float32)
    return flat.reshape(len(stored.texts), -1) if stored.texts else flat.reshape(0, 0)
