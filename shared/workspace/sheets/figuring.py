"""What is asked of the numbers in a column: their sum, their mean, the highest or the lowest."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from shared.models.cell import Cell
from shared.understanding.tables import Word

Kind = Literal["total", "mean", "most", "least"]

_ASKED: tuple[tuple[Kind, str], ...] = (
    ("mean", r"averag(?:e|es|ed|ing)|mean|avg"),
    ("most", r"most|highest|biggest|largest|greatest|best|maxim(?:um|al)|max|peak|top"),
    ("least", r"least|lowest|smallest|fewest|minim(?:um|al)|min|bottom"),
    (
        "total",
        (
            r"sum(?:s|med)?|total(?:s|l?ed|l?ing)?|al+together|together|add(?:s|ed|ing)?|combined"
            r"|overall|in all|all told|come to|comes to|amounts? to|tally"
        ),
    ),
)
_WORDS: tuple[tuple[Kind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(rf"\b(?<!at )(?:{form})\b", re.IGNORECASE)) for kind, form in _ASKED
)
FIGURE = re.compile(
    r"\b(?<!at )(?:averag(?:e|ed|ing)|mean|avg|best|(?:high|low|big|larg|great|small|few)est"
    r"|(?:maxim|minim)(?:um|al)|max|min)\b"
    r"|\b(?<!at )(?:most|least)\b(?! of\b| \w+ly\b)",
    re.IGNORECASE,
)
"""What asks for a mean, or for the row with the most or the least."""
_HOW_MUCH = re.compile(r"\bhow much\b", re.IGNORECASE)
_PARTS = re.compile(r"[,;?!]|\.(?!\d)|\band\b", re.IGNORECASE)
_TOLD: dict[Kind, str] = {
    "total": "altogether",
    "mean": "on average",
    "most": "at its highest",
    "least": "at its lowest",
}
HEADED = re.compile(rf"\. ([^.]+?) (?:{'|'.join(_TOLD.values())}):")
"""The columns that an answer tells such a number of."""
_SHARE = re.compile(r"([+-]?\d+(?:\.\d+)?)\s*%")
_PLACES = 10.0
"""From which on one digit behind the point tells enough of a mean."""
_MOST_ROWS = 3


class Figure(NamedTuple):
    """A number of a column; `rows` are what the rows are called that say it."""

    column: str
    kind: Kind
    value: float
    rows: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """The number in words."""
        rows = f" ({', '.join(self.rows)})" if self.rows else ""
        return f"{self.column} {_TOLD[self.kind]}: {number(self.value)}{rows}."


def kind_for(asked: str, column: Sequence[Word]) -> Kind:
    """Return what is asked of a column: by the word before it, or else by one behind it.

    Where none is named, it is by any word.

    A mean or the like stands before what only asks for a number: "how many are there on average".
    """
    start, end = (column[0].start, column[-1].end) if column else (len(asked), len(asked))
    found = sorted(_asked(asked))
    cuts = [one.start() for one in _PARTS.finditer(asked)]
    begins = max((at for at in cuts if at < start), default=0)
    ends = min((at for at in cuts if at >= end), default=len(asked))
    near: list[Kind] = [kind for at, kind in found if begins <= at < start]
    behind: list[Kind] = [kind for at, kind in found if end <= at < ends]
    before: list[Kind] = [kind for at, kind in found if at < begins]
    every: list[Kind] = [kind for _, kind in found]
    special: list[Kind] = [one for one in (*reversed(near), *behind) if one != "total"]
    plain: list[Kind] = near[-1:] or behind[:1] or before[-1:] or every[:1] or ["total"]
    return (special or plain)[0]


def asks_figures(text: str) -> bool:
    """Whether a text may ask what numbers come to."""
    return _HOW_MUCH.search(text) is not None or any(_asked(text))


def _asked(text: str) -> Iterator[tuple[int, Kind]]:
    """Yield what a text asks of numbers, and where."""
    for kind, form in _WORDS:
        for hit in form.finditer(text):
            yield hit.start(), kind


def figure(column: str, kind: Kind, cells: Sequence[Cell], names: Sequence[str]) -> Figure | None:
    """Return the number that is asked for; None where one of the cells, or all, are no numbers."""
    told = [(one, name) for one, name in zip(cells, names, strict=True) if one not in (None, "")]
    exact = kind in {"total", "mean"}
    values = [(one if exact else _percent(one), name) for one, name in told]
    plain = [
        (one, name)
        for one, name in values
        if isinstance(one, int | float) and not isinstance(one, bool)
    ]
    if not plain or len(plain) < len(told):
        return None
    numbers = [one for one, _ in plain]
    if kind == "total":
        return Figure(column, kind, sum(numbers))
    if kind == "mean":
        mean = sum(numbers) / len(numbers)
        return Figure(column, kind, round(mean, 1 if abs(mean) >= _PLACES else 2))
    best = max(numbers) if kind == "most" else min(numbers)
    rows = tuple(name for one, name in plain if one == best)
    return Figure(column, kind, best, rows if len(rows) <= _MOST_ROWS else ())


def number(value: float) -> str:
    """Return a number without what adding fractions leaves at its end."""
    exact = round(value, 6)
    return f"{int(exact) if exact == int(exact) else exact:,}"


def _percent(cell: Cell) -> Cell:
    """Return a share as a number, so that it can be compared."""
    found = _SHARE.fullmatch(cell.strip()) if isinstance(cell, str) else None
    return float(found[1]) if found else cell
