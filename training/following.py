"""Fits what messages are about that follow something (shared/understanding/following.py).

`python -m training following` prints how a model does that has seen nothing of a writer, for every
writer, then fits on all of them and writes following.npz.
"""

from functools import partial
from pathlib import Path

from shared.understanding.following import ABOUT, PARAMETERS, Left, marks_of
from training.linear import Hashed, Sample, fit, report, temperature, unseen, write

DATA = Path(__file__).parent / "data_following"
_STRENGTH = 5.0
_FOLDS = 6
_LEFT: tuple[Left, ...] = ("one", "list", "done", "many", "told")


def samples() -> list[Sample]:
    """Return what the model is fitted on."""
    return [
        Sample(
            file.stem,
            partial(_marks, text, _LEFT[_LEFT.index(left)], shown),  # a typo is an error
            ABOUT.index(about),
        )
        for file in sorted(DATA.glob("*.tsv"))
        for line in file.read_text().splitlines()
        for left, about, shown, text in [line.split("\t")]
    ]


def _marks(text: str, left: Left, shown: str, _: frozenset[str]) -> Hashed:
    return marks_of(text, left, shown)


def run(arguments: list[str]) -> int:
    """Print how well writers are read that were not learnt from; fit and write the parameters."""
    del arguments
    given = samples()
    logits = unseen(given, None, _FOLDS, strength=_STRENGTH)
    heat = temperature(given, logits)
    report(given, logits / heat, ABOUT)
    write(PARAMETERS, fit(given, None, heat, strength=_STRENGTH))
    print(f"temperature {heat:.3f}, {PARAMETERS.stat().st_size / 1e6:.2f} MB")
    return 0
