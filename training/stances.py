"""Fits what replies to cards do (shared/reasoning/embedded/replying/stances.py) on our own.

`python -m training stances` prints how a model does that has seen nothing of a writer, for every
writer, then fits on all of them and writes stances.npz.
"""

from functools import partial
from pathlib import Path
from typing import NamedTuple

from shared.language.encoder import MiniLM
from shared.reasoning.embedded.features import marks_of, tokens_of
from shared.reasoning.embedded.replying.stances import PARAMETERS, STANCES, Stance, said_to
from training.linear import Sample, fit, report, temperature, unseen, write

DATA = Path(__file__).parent / "data_stances"
_STRENGTH = 10.0
"""Inverse of the L2 penalty; flat between 2 and 20 across writers."""
_SHARED_BY = 2
_FOLDS = 6


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
        Sample(
            one.writer,
            partial(marks_of, said),
            STANCES.index(one.stance),
            tokens_of(said.naming.masked),
        )
        for one in given
        for said in [said_to(one.reply, one.shown)]
    ]


def run(arguments: list[str]) -> int:
    """Print how well writers are read that were not learnt from; fit and write the parameters."""
    del arguments
    rows = labelled()
    given = samples(rows)
    vectors = MiniLM().encode([one.reply for one in rows])
    logits = unseen(given, vectors, _FOLDS, shared_by=_SHARED_BY, strength=_STRENGTH)
    heat = temperature(given, logits)
    report(given, logits / heat, STANCES)
    write(PARAMETERS, fit(given, vectors, heat, shared_by=_SHARED_BY, strength=_STRENGTH))
    print(f"temperature {heat:.3f}, {PARAMETERS.stat().st_size / 1e6:.2f} MB")
    return 0
