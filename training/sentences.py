"""Fits what the sentences of messages are (shared/understanding/sentences.py) on our own.

`python -m training sentences` prints how a model does that has seen nothing of a writer, for every
writer, then fits on all of them and writes sentences.npz, and so for orders.npz.
"""

from functools import partial
from pathlib import Path

from shared.understanding.sentences import OF_ORDERS, ORDERS, PARAMETERS, ROLES, Role, marks_of
from training.linear import Hashed, Sample, fit, report, temperature, unseen, write

HERE = Path(__file__).parent
DATA, DATA_ORDERS = HERE / "data_sentences", HERE / "data_orders"
_FOLDS = 4


def samples(data: Path, roles: tuple[Role, ...]) -> list[Sample]:
    """Return what a model is fitted on: each sentence of each message."""
    known: tuple[str, ...] = roles
    return [
        Sample(file.stem, partial(_marks, said, at), known.index(role))  # a typo is an error
        for file in sorted(data.glob("*.tsv"))
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
    for data, roles, path in ((DATA, ROLES, PARAMETERS), (DATA_ORDERS, OF_ORDERS, ORDERS)):
        given = samples(data, roles)
        logits = unseen(given, None, _FOLDS)
        heat = temperature(given, logits)
        report(given, logits / heat, roles)
        write(path, fit(given, None, heat))
        print(f"temperature {heat:.3f}, {path.stat().st_size / 1e6:.2f} MB")
    return 0
