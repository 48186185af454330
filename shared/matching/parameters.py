"""The matcher's fitted numbers, written by training/matching.py and read on first use."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FILE = Path(__file__).parent / "fitted.npz"


@dataclass(frozen=True)
class Parameters:
    """What was learnt from our own organisations' text.

    `skill`, `domain`, `choice`, `nothing`: weights, by the name of what they weigh.
    `background`: unit vectors (n, 384) of requests of all kinds; `commonness`: in what share of
    them a stem occurs, for the stems of several organisations.
    """

    skill: Mapping[str, float]
    domain: Mapping[str, float]
    choice: Mapping[str, float]
    nothing: Mapping[str, float]
    background: "NDArray[np.float32]"
    commonness: Mapping[str, float]


GROUPS = ("skill", "domain", "choice", "nothing")


def write(parameters: Parameters, file: Path = FILE) -> None:
    """Write the parameters; equal ones give equal bytes."""
    import numpy as np  # noqa: PLC0415 - 0.1 s to import

    arrays: dict[str, NDArray[np.generic]] = {}
    for group in GROUPS:
        weights: Mapping[str, float] = getattr(parameters, group)
        arrays[f"{group}_names"] = np.array(list(weights))
        arrays[group] = np.array(list(weights.values()), np.float64)
    arrays["background"] = parameters.background.astype(np.float16)
    arrays["stems"] = np.array(" ".join(parameters.commonness))
    arrays["shares"] = np.array(list(parameters.commonness.values()), np.float32)
    with file.open("wb") as stream:
        np.savez_compressed(stream, allow_pickle=False, **arrays)


@lru_cache(maxsize=1)
def fitted(file: Path = FILE) -> Parameters:
    """Read the shipped parameters, once."""
    import numpy as np  # noqa: PLC0415

    with np.load(file, allow_pickle=False) as arrays:
        weights = {
            group: dict(zip(arrays[f"{group}_names"].tolist(), arrays[group].tolist(), strict=True))
            for group in GROUPS
        }
        stems = str(arrays["stems"]).split(" ")
        return Parameters(
            **weights,
            background=arrays["background"].astype(np.float32),
            commonness=dict(zip(stems, arrays["shares"].tolist(), strict=True)),
        )
