"""Which table a row is for that names no sheet: by its columns, or the one just shown."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shared.models.cell import Cell, typed
from shared.models.world import KnownTable
from shared.words import stem
from shared.workspace.sheets.asking.named import PART, WHOLE, named
from shared.workspace.sheets.asking.query import Query
from shared.workspace.sheets.asking.shape import Shape, shape_of

_ADDS = re.compile(
    r"(?:\b(?:add|put|insert|append|enter|write|log|note|stick|pop|need)\b[^.;:?!]*?"
    r"\b(?:an?|another|new|one|more|further|extra)"
    r"|\b(?:another|one more|an? (?:new|further|extra))|\b(?:an?|one)(?=\s+\w+ is missing\b))"
    r"(?:\s+(?:(?:new|more|further|extra)\s+)?"
    r"(?P<what>(?!(?:at|in|on|to|please|there)\b)\w+)(?:\s+is missing)?)?"
    r"(?P<there>(?:\s+(?:in|on|to|at|under|below|beneath|there|it|the|that|same|list|table|bottom"
    r"|end|of|please))*)(?P<led>\s*:|,|\s+(?:for|called|named)\b|(?=\W))",
    re.IGNORECASE,
)
"""How it is ordered to add a row, and where that goes in the table that was shown."""
_ROW = frozenset({"line", "row", "entry", "record"})
_FOR = re.compile(r"(?:\bfor|\bcalled|\bnamed|:)\s+(?P<cells>[^:]+)$", re.IGNORECASE)
_FIGURE = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?\s?%?(?!\w)")
_MOST, _FEW = 300, 2


@dataclass(frozen=True)
class RowAdded:
    """A row for a table: its cells by their columns from 0, or `words` that tell them."""

    table: KnownTable
    cells: tuple[tuple[int, Cell], ...]
    words: str

    @property
    def shape(self) -> Shape:
        """The table as words are compared with it."""
        return shape_of(self.table)


def row_added(text: str, tables: Sequence[KnownTable], before: Sequence[Query]) -> RowAdded | None:
    """Return the row that is to be added, and where; None where either is unclear."""
    order = _ADDS.search(text) if len(text) <= _MOST else None
    table = _table(text, tables, before) if order else None
    if table is None or order is None:
        return None
    shape = shape_of(table)
    rows = {"", *_ROW, *map(stem, _ROW), *shape.titled[shape.key]}
    if stem((order["what"] or "").casefold()) not in rows:
        return None
    head, rest = text[: order.start("there")], text[order.end() :]
    led = " for" if ":" in rest else ":"
    words = f"{head}{led if order['led'] else ''}{rest}".strip()
    if sum(sure == WHOLE for sure in named(words, table).columns.values()) >= _FEW:
        return RowAdded(table, (), words)
    cells = _cells(words, shape)
    return RowAdded(table, cells, "") if cells else None


def _table(text: str, tables: Sequence[KnownTable], before: Sequence[Query]) -> KnownTable | None:
    """Return the table most of whose columns are named, or else the one that was shown."""
    told = [(named(text, one), one) for one in tables]
    columns = [
        (sum(o == WHOLE for o in one.columns.values()), one.place, table) for one, table in told
    ]
    best = max(columns, key=lambda one: one[:2], default=None)
    if best and best[0] >= _FEW and sum(one[:2] == best[:2] for one in columns) == 1:
        return best[2]
    shown = before[-1].table if before else None
    elsewhere = any(one.place >= PART and table != shown for one, table in told)
    return None if elsewhere else shown


def _cells(text: str, shape: Shape) -> tuple[tuple[int, Cell], ...]:
    """Return a name and as many figures as there are columns for them: "Nord AB 18000 and 1%"."""
    found = _FOR.search(text)
    figures = [*_FIGURE.finditer(text, found.start("cells"))] if found else []
    name = text[found.start("cells") : figures[0].start()].strip(" ,;") if found and figures else ""
    if not name or not any(map(str.isalpha, name)):
        return ()
    cells: list[tuple[int, Cell]] = [(shape.key, name)]
    free = sorted(shape.numeric)
    for one in figures:
        written = one[0].replace(" ", "").rstrip(",")
        share = written.endswith("%")
        at = next((at for at in free if isinstance(shape.cells(at)[0], str) == share), None)
        if at is None:
            return ()
        free.remove(at)
        cells.append((at, typed(written)))
    return () if free else tuple(cells)
