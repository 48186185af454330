"""docs/accuracy.md, written from the figures just measured."""

from collections.abc import Sequence
from pathlib import Path

from evals.outcome import Outcome
from evals.report import machine, percent, table, today

PAGE = Path(__file__).parent.parent / "docs" / "accuracy.md"

_OPENING = """\
# Accuracy

Written by `python -m evals all` (`make eval`) on {date}: {machine}.

**Read these figures as development figures.** They come from the sets in `evals/data`: English,
one annotator, classes about equally frequent. The embedded reasoner's rules were developed against
these very files, so the figures are optimistic for words nobody has seen; the intervals (95 %,
Wilson) cover chance only, not that. Judge another file of the same form with
`python -m evals actions FILE` or `python -m evals replies FILE`, and a model with
`--reasoner openai`.

{overview}

- *Lenient* accuracy also accepts a line's other defensible labels.
- A reply is *silently wrong* when it is taken for something it does not mean, be it another
  option, "none of these" or a new request. Not understanding it is no such error: the question is
  put again.
- *Hard* lines are those marked as difficult by their author.
"""


def render(outcomes: Sequence[Outcome]) -> str:
    """Return the page."""
    rows = [
        (outcome.name, f"dev, {name.replace('_', ' ')}", percent(share))
        for outcome in outcomes
        for name, share in outcome.shares.items()
    ]
    overview = table(("Set", "Figure", "Share (count; 95 % interval)"), rows)
    opening = _OPENING.format(date=today(), machine=machine(), overview=overview)
    parts = [f"## {o.name.capitalize()} (dev)\n\n{o.render()}\n" for o in outcomes]
    return "\n".join([opening, *parts])
