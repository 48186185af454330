"""The outcome of one evaluation: its figures for people and as one JSON object."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from evals import scores
from evals.report import percent, table
from evals.scores import Judged, Share

_NAMES = {"ece": "calibration error", "no_agent_auroc": "no-agent AUROC"}


@dataclass(frozen=True)
class Outcome:
    """What was measured on one set.

    `facts` say what was judged and how. `shares` and `values` are the figures by the name they have
    in the summary; times are milliseconds. `notes` are further figures, `tables` tell where it went
    wrong, and `misjudged` which items, one line each. `part` is "dev" for what was looked at while
    the product was made, and "test" for words of others, who knew nothing of it.
    """

    name: str
    facts: Sequence[tuple[str, str]]
    n: int
    shares: Mapping[str, Share]
    values: Mapping[str, float] = field(default_factory=dict[str, float])
    notes: Sequence[tuple[str, str]] = ()
    tables: Sequence[str] = ()
    misjudged: Sequence[str] = ()
    part: str = "dev"

    def summary(self) -> dict[str, float]:
        """Return the figures for machines; shares are 0 to 1."""
        shares = {name: round(share.value, 4) for name, share in self.shares.items()}
        return {"n": self.n, **shares, **{name: round(v, 4) for name, v in self.values.items()}}

    def render(self) -> str:
        """Return the figures for people."""
        figures = [
            *self.facts,
            ("n", str(self.n)),
            *((spoken(name), percent(share)) for name, share in self.shares.items()),
            *((spoken(name), shown(name, value)) for name, value in self.values.items()),
            *self.notes,
        ]
        return "\n\n".join((table((self.name, ""), figures), *self.tables))


def spoken(name: str) -> str:
    """Return a figure's name in words."""
    return _NAMES.get(name, name.replace("_", " ").removesuffix(" ms"))


def shown(name: str, value: float) -> str:
    """Return a plain figure as tables show it."""
    return f"{value:.2f} ms" if name.endswith("_ms") else f"{value:.3f}"


def times(milliseconds: Sequence[float]) -> dict[str, float]:
    """Return the middle and the slow end of what items took."""
    return {
        "p50_ms": scores.percentile(milliseconds, 0.5),
        "p95_ms": scores.percentile(milliseconds, 0.95),
    }


def class_table(judged: Sequence[Judged], labels: Sequence[str]) -> str:
    """Return how each label fared."""
    rows = [
        (one.label, one.n, *(f"{value:.3f}" for value in (one.precision, one.recall, one.f1)))
        for one in scores.class_scores(judged, labels)
    ]
    return table(("label", "n", "precision", "recall", "F1"), rows)


def confusion_table(judged: Sequence[Judged], labels: Sequence[str]) -> str:
    """Return what items of each label were taken for."""
    pairs = scores.confusion(judged)
    columns = [*labels, *sorted({taken for _, taken in pairs} - set(labels))]
    rows = [(gold, *(pairs[gold, taken] for taken in columns)) for gold in labels]
    return table(("meant, taken for", *columns), rows)
