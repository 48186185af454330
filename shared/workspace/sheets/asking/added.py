"""Which table a row is for that names no sheet: by its columns, or the one just shown."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shared.models.cell import Cell, typed
from shared.models.world import KnownTable
from shared.understanding.tables import Grid, keys
from shared.words import stem
from shared.workspace.sheets.asking.named import PART, WHOLE, named
from shared.workspace.sheets.asking.query import Query
from shared.workspace.sheets.asking.shape import Shape, shape_of
from shared.workspace.sheets.in_clauses import told_in_clauses
from shared.workspace.sheets.kinds import kind_of

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
    told: bool = False
    """Whether its table is named, and its columns."""

    @property
    def shape(self) -> Shape:
        """The table as words are compared with it."""
        return shape_of(self.table)


def row_told(text: str, tables: Sequence[KnownTable], *, ordered: bool) -> RowAdded | None:
    """Return a row whose cells are told by the names of their columns, in the one table named.

    Where none is `ordered` plainly, every column is told, and no row has a word of the new name.
    """
    places = [named(text, one).place for one in tables]
    best = max((PART if ordered else WHOLE, *places))
    found: list[tuple[float, RowAdded]] = []
    for table in (one for one, place in zip(tables, places, strict=True) if place == best):
        shape = shape_of(table)
        grid = Grid(table.name, table.tab, shape.titles, ())
        cells = told_in_clauses(
            text, grid, (), [kind_of(shape.cells(at)) for at in range(len(shape.heads))]
        )
        name = keys(f"{cells.get(shape.key + 1, '')}")
        rows = [keys(shape.name(at)) for at in range(len(shape.rows))]
        known = name in rows if ordered else any({*name} & {*row} for row in rows)
        if cells and not known and (ordered or len(cells) == len(shape.heads)):
            told = tuple((at - 1, cell) for at, cell in sorted(cells.items()))
            share = len(cells) / len(shape.heads)
            found.append((share, RowAdded(table, told, "", told=True)))
    most = max((share for share, _ in found), default=0.0)
    clear = [row for share, row in found if share == most]
    return clear[0] if len(clear) == 1 else None


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
