"""Spreadsheets in the product's own words, and the port to them."""

from datetime import datetime
from typing import Protocol

from pydantic import Field

from shared.models.base import Payload
from shared.models.cell import Cell
from shared.tools.effect import Effect

ROW_CHANGED = "That row was changed, moved or removed since, so I left the sheet as it is."


class Sheet(Payload):
    """A spreadsheet and the names of its tabs (not known in a list of many: empty)."""

    id: str
    name: str
    tabs: tuple[str, ...] = ()
    updated_at: datetime | None = None
    link: str = ""


class Table(Payload):
    """The cells of one tab, row by row; the first row mostly names the columns."""

    sheet: Sheet
    tab: str
    rows: tuple[tuple[Cell, ...], ...]
    cut: bool = False
    """Whether there are more rows than these."""
    first: int = 1
    """The number of the first of these rows, as the spreadsheet counts them."""


class CellChange(Payload):
    """A cell of a row, by the number of its column (A is 1): what it says, and what it is to say.

    `name` is what the first row calls the column.
    """

    column: int = Field(ge=1)
    name: str = ""
    before: Cell = None
    after: Cell = None


class RowChange(Payload):
    """Cells of one row that are to be different; rows are counted from 1.

    `key` is what the cell in `key_column` says, by which the row is known: one that says something
    else there is another row by now. A `key_column` of 0 is none.
    """

    number: int = Field(ge=1)
    cells: tuple[CellChange, ...]
    key_column: int = Field(default=0, ge=0)
    key: Cell = None


class Sheets(Protocol):
    """A person's spreadsheets. Every method may raise ToolFailed (kind "params": no such sheet).

    `append`, `update` and `remove` make their change at most once for each `effect.id`, and return
    the same again when repeated; they raise OutcomeUnknown when they cannot tell whether it was
    made.
    """

    async def search(self, text: str, limit: int) -> tuple[Sheet, ...]:
        """Return spreadsheets whose name says `text`, those changed last first."""
        ...

    async def read(self, sheet_id: str, tab: str, limit: int) -> Table:
        """Return the first rows of a tab; "" is the first tab."""
        ...

    async def append(self, sheet_id: str, tab: str, row: tuple[Cell, ...], effect: Effect) -> Table:
        """Add a row at the end of a tab and return that row."""
        ...

    async def update(self, sheet_id: str, tab: str, change: RowChange, effect: Effect) -> Table:
        """Change cells of a row and return that row.

        Raises ToolFailed (kind "params") when the row is another one by now, or a cell says
        something else than it did.
        """
        ...

    async def remove(
        self, sheet_id: str, tab: str, row: int, cells: tuple[Cell, ...], effect: Effect
    ) -> None:
        """Remove a row of a tab, which must still have these cells; raise ToolFailed."""
        ...
