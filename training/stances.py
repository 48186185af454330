"""Fits what replies to cards do (shared/reasoning/embedded/replying/stances.py) on our own.

`python -m training stances` prints how a model does that has seen nothing of a writer, for every
writer, then fits on all of them and writes stances.npz.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shared.language.encoder import MiniLM
from shared.reasoning.embedded.replying.stances import PARAMETERS, STANCES, Stance, said_to
from training.linear import Sample, fit, temperature, unseen, write

DATA = Path(__file__).parent / "data_stances"
_STRENGTH = 10.0
"""Inverse of the L2 penalty; flat between 2 and 20 across writers."""
_SHARED_BY = 2
_SURE = (0.5, 0.7, 0.9)


class Labelled(NamedTuple):
    """What somebody says to what is shown. `writer` is who thought of it."""

    writer: str
    stance: Stance
    shown: str
    reply: str


def labelled() -> list[Labelled]:
    """Read all that is learnt from."""
    return [
        Labelled(file.stem, STANCES[STANCES.index(stance)], shown, reply)  # a typo is an error
        for file in sorted(DATA.glob("*.tsv"))
        for line in file.read_text().splitlines()
        for stance, shown, reply in [line.split("\t")]
    ]


def samples(given: list[Labelled]) -> list[Sample]:
    """Return what the model is fitted on."""
    return [
        Sample(one.writer, said_to(one.reply, one.shown), STANCES.index(one.stance))
        for one in given
    ]


def run(arguments: list[str]) -> int:
    """Print how well writers are read that were not learnt from; fit and write the parameters."""
    del arguments
    rows = labelled()
    given = samples(rows)
    vectors = MiniLM().encode([one.reply for one in rows])
    writers = len({one.group for one in given})
    logits = unseen(given, vectors, writers, shared_by=_SHARED_BY, strength=_STRENGTH)
    heat = temperature(given, logits)
    _report(given, logits / heat)
    write(PARAMETERS, fit(given, vectors, heat, shared_by=_SHARED_BY, strength=_STRENGTH))
    print(f"temperature {heat:.3f}, {PARAMETERS.stat().st_size / 1e6:.2f} MB")
    return 0


def _report(given: list[Sample], logits: NDArray[np.float64]) -> None:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares = raised / raised.sum(axis=1, keepdims=True)
    actual = np.array([one.target for one in given])
    told, sure = shares.argmax(axis=1), shares.max(axis=1)
    print(f"{len(given)} replies, writers not learnt from: {(told == actual).mean():.1%} right")
    for place, stance in enumerate(STANCES):
        for least in _SURE:
            taken = (told == place) & (sure >= least)
            right = (taken & (actual == place)).sum()
            print(
                f"  {stance:<7} >= {least}: {right / max(taken.sum(), 1):.1%} of {taken.sum()} "
                f"right, {right / (actual == place).sum():.1%} of all found"
            )
