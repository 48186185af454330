"""The texts of an agent as points, as they are stored beside it."""

import base64
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from shared.matching import AgentText
from shared.models.base import Payload
from shared.ports import Encoder


class Points(Payload):
    """Texts, and their vectors in half precision as base64: shape (len(texts), dimensions).

    `space` is that of the encoder whose vectors they are.
    """

    kinds: tuple[Literal["description", "skill", "example", "learned"], ...] = ()
    texts: tuple[str, ...] = ()
    vectors: str = ""
    space: str = ""

    def only(self, places: Sequence[int]) -> "Points":
        """Return the points at some places."""
        flat = np.frombuffer(base64.b64decode(self.vectors), dtype="<f2")
        vectors = flat.reshape(len(self.texts), -1)[list(places)] if self.texts else flat
        return self.model_copy(
            update={
                "kinds": tuple(self.kinds[place] for place in places),
                "texts": tuple(self.texts[place] for place in places),
                "vectors": base64.b64encode(vectors.tobytes()).decode(),
            }
        )


def points(texts: Sequence[AgentText], vectors: NDArray[np.float32], space: str) -> Points:
    """Return texts and vectors as they are stored."""
    return Points(
        space=space,
        kinds=tuple(text.kind for text in texts),
        texts=tuple(text.text for text in texts),
        vectors=base64.b64encode(vectors.astype("<f2").tobytes()).decode(),
    )


def vectors_of(stored: Points, encoder: Encoder) -> NDArray[np.float32]:
    """Return the vectors of stored points, encoded anew if another encoder's were stored."""
    if stored.space != encoder.space and stored.texts:
        return encoder.encode(stored.texts).astype("<f2").astype(np.float32)
    flat = np.frombuffer(base64.b64decode(stored.vectors), dtype="<f2").astype(np.float32)
    return flat.reshape(len(stored.texts), -1) if stored.texts else flat.reshape(0, 0)
