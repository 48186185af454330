"""What the numbers in a column come to: their sum, their mean, the highest or the lowest."""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from shared.models.cell import Cell

Kind = Literal["total", "mean", "most", "least"]

_TOLD: dict[Kind, str] = {
    "total": "altogether",
    "mean": "on average",
    "most": "at its highest",
    "least": "at its lowest",
}
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
