"""The outcome of one evaluation: its figures as a table and as one JSON object."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from evals import scores
from evals.report import percent, table
from evals.scores import Judged, Share

SAFE_REPLY = "unclear"
"""A reply that is not understood is asked again: that costs a turn, but does nothing wrong."""


@dataclass(frozen=True)
class Outcome:
    """Judged items, where they come from, and which figures apply to them."""

    name: str
    digest: str
    reasoner: str
    labels: Sequence[str]
    judged: Sequence[Judged]
    replies: bool = False
    """Whether misreading is worse than asking again."""

    @cached_property
    def shares(self) -> Mapping[str, Share]:
        """The shares by the name they have in the summary."""
        hard = [item for item in self.judged if item.hard]
        found = {"accuracy": scores.share_right(self.judged)}
        if hard:
            found["hard_accuracy"] = scores.share_right(hard)
        if self.replies:
            found["silently_wrong_rate"] = scores.share_silently_wrong(self.judged, SAFE_REPLY)
        else:
            found["accuracy_lenient"] = scores.share_acceptable(self.judged)
        return found

    @cached_property
    def _times(self) -> tuple[float, float]:
        taken = [item.milliseconds for item in self.judged]
        return scores.percentile(taken, 0.5), scores.percentile(taken, 0.95)

    def summary(self) -> dict[str, float]:
        """Return the figures for machines; shares are 0 to 1."""
        return {
            "n": len(self.judged),
            **{name: round(share.value, 4) for name, share in self.shares.items()},
            "ece": round(scores.calibration_error(self.judged), 4),
            "p50_ms": round(self._times[0], 3),
            "p95_ms": round(self._times[1], 3),
        }

    def render(self) -> str:
        """Return the figures for people."""
        pairs = scores.confusion(self.judged)
        columns = [*self.labels, *sorted({p for _, p in pairs} - set(self.labels))]
        figures: list[tuple[str, str]] = [
            ("reasoner", self.reasoner),
            ("data (SHA-256)", self.digest),
            ("n", str(len(self.judged))),
            *((name.replace("_", " "), percent(share)) for name, share in self.shares.items()),
            ("calibration error", f"{scores.calibration_error(self.judged):.3f}"),
            ("p50 / p95", "{:.2f} / {:.2f} ms".format(*self._times)),
        ]
        classes = [
            (c.label, c.n, *(f"{value:.3f}" for value in (c.precision, c.recall, c.f1)))
            for c in scores.class_scores(self.judged, self.labels)
        ]
        confused = [
            (gold, *(pairs[gold, predicted] for predicted in columns)) for gold in self.labels
        ]
        return "\n\n".join(
            (
                table((self.name, ""), figures),
                table(("label", "n", "precision", "recall", "F1"), classes),
                table(("meant, taken for", *columns), confused),
            )
        )
