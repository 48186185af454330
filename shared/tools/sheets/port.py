"""Spreadsheets in the product's own words, and the port to them."""

from datetime import datetime
from typing import Protocol

from shared.models.base import Payload
from shared.tools.effect import Effect

Cell = str | int | float | bool | None
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
    row: int = 0
    """Which row of the tab the first of these is, from 1, where that is known."""


class Sheets(Protocol):
    """A person's spreadsheets. Every method may raise ToolFailed (kind "params": no such sheet).

    `append` and `remove` make their change at most once for each `effect.id`, and return the same
    again when repeated; they raise OutcomeUnknown when they cannot tell whether it was made.
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

    async def remove(
        self, sheet_id: str, tab: str, row: int, cells: tuple[Cell, ...], effect: Effect
    ) -> None:
        """Remove a row of a tab, which must still have these cells; raise ToolFailed."""
        ...
