"""Fits what the sentences of orders to write are (shared/understanding/sentences.py) on our own.

`python -m training sentences` prints how a model does that has seen nothing of a writer, for every
writer, then fits on all of them and writes sentences.npz.
"""

from functools import partial
from pathlib import Path

from shared.understanding.sentences import PARAMETERS, ROLES, marks_of
from training.linear import Hashed, Sample, fit, report, temperature, unseen, write

DATA = Path(__file__).parent / "data_sentences"
_FOLDS = 4


def samples() -> list[Sample]:
    """Return what the model is fitted on: each sentence of each message."""
    return [
        Sample(file.stem, partial(_marks, said, at), ROLES.index(role))  # a typo is an error
        for file in sorted(DATA.glob("*.tsv"))
        for message in file.read_text().strip().split("\n\n")
        for rows in [[line.split("\t") for line in message.splitlines()]]
        for said in [[sentence for _, sentence in rows]]
        for at, (role, _) in enumerate(rows)
    ]


def _marks(said: list[str], at: int, _: frozenset[str]) -> Hashed:
    return marks_of(said, at)


def run(arguments: list[str]) -> int:
    """Print how well writers are read that were not learnt from; fit and write the parameters."""
    del arguments
    given = samples()
    logits = unseen(given, None, _FOLDS)
    heat = temperature(given, logits)
    report(given, logits / heat, ROLES)
    write(PARAMETERS, fit(given, None, heat))
    print(f"temperature {heat:.3f}, {PARAMETERS.stat().st_size / 1e6:.2f} MB")
    return 0
