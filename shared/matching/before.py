"""What an index takes over from the one before it, so that only agents that changed are read."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Before(Generic[T]):
    """A part of the index before, and which row of it each row of the new index was.

    `origin` has -1 where an agent is new or has changed; the other rows ascend, so that what is
    sorted by row stays sorted.
    """

    part: T
    origin: "NDArray[np.int64]"

    def kept(self) -> "NDArray[np.int64]":
        """Return the rows of the new index that were in the one before."""
        return np.flatnonzero(self.origin >= 0)

    def changed(self) -> "NDArray[np.int64]":
        """Return the rows of the new index that have to be read."""
        return np.flatnonzero(self.origin < 0)
