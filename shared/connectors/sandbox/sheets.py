"""The sandbox's spreadsheets behind the Sheets port."""

from datetime import datetime

from shared.connectors.folding import fold, says
from shared.connectors.sandbox.days import dated, in_order
from shared.connectors.sandbox.records import Done, SheetRecord, TabRecord
from shared.connectors.sandbox.store import SandboxStore, Stored
from shared.errors import ToolFailed
from shared.models.cell import Cell
from shared.storage.rows import Write
from shared.tools.effect import Effect
from shared.workspace.sheets.cells import changed, is_made
from shared.workspace.sheets.port import ROW_CHANGED, RowChange, Sheet, Table


class SandboxSheets:
    """One person's spreadsheets."""

    def __init__(self, store: SandboxStore) -> None:
        self._store = store

    async def search(self, text: str, limit: int) -> tuple[Sheet, ...]:
        """Return spreadsheets whose name says `text`, those changed last first."""
        now = self._store.now()
        everything = [row.record for row in await self._store.all("sheet", SheetRecord)]
        found = [_sheet(record, now) for record in everything if says(text, record.name)]
        found.sort(key=lambda sheet: (sheet.updated_at or now, sheet.id), reverse=True)
        return tuple(found[: max(limit, 0)])

    async def read(self, sheet_id: str, tab: str, limit: int) -> Table:
        """Return the first rows of a tab; "" is the first tab."""
        record, now = (await self._found(sheet_id)).record, self._store.now()
        chosen = _tab(_settled(record, now), tab)
        rows = chosen.rows[: max(limit, 0)]
        cut = len(rows) < len(chosen.rows)
        return Table(sheet=_sheet(record, now), tab=chosen.name, rows=rows, cut=cut)

    async def append(self, sheet_id: str, tab: str, row: tuple[Cell, ...], effect: Effect) -> Table:
        """Add a row at the end of a tab and return that row."""

        async def change() -> tuple[list[Write], Table]:
            found, now = await self._found(sheet_id), self._store.now()
            record = _settled(found.record, now)
            chosen = _tab(record, tab)
            after = _with(record, chosen, (*chosen.rows, row), now)
            first = len(chosen.rows) + 1
            added = Table(sheet=_sheet(after, now), tab=chosen.name, rows=(row,), first=first)
            return [found.written(after)], added

        return await self._store.once(effect, Table, change)

    async def update(self, sheet_id: str, tab: str, change: RowChange, effect: Effect) -> Table:
        """Change cells of a row and return that row."""

        async def write() -> tuple[list[Write], Table]:
            found, now = await self._found(sheet_id), self._store.now()
            record = _settled(found.record, now)
            chosen, at = _tab(record, tab), change.number - 1
            rows = [*chosen.rows, *[()] * (change.number - len(chosen.rows))]
            is_made(rows[at], change)
            rows[at] = changed(rows[at], change)
            after = _with(record, chosen, tuple(rows), now)
            row, sheet = (rows[at],), _sheet(after, now)
            return [found.written(after)], Table(
                sheet=sheet, tab=chosen.name, rows=row, first=change.number
            )

        return await self._store.once(effect, Table, write)

    async def remove(
        self, sheet_id: str, tab: str, row: int, cells: tuple[Cell, ...], effect: Effect
    ) -> None:
        """Remove a row of a tab, which must still have these cells."""

        async def change() -> tuple[list[Write], Done]:
            found, now = await self._found(sheet_id), self._store.now()
            record = _settled(found.record, now)
            chosen = _tab(record, tab)
            if not 1 <= row <= len(chosen.rows) or chosen.rows[row - 1] != cells:
                raise ToolFailed(ROW_CHANGED, "params")
            left = (*chosen.rows[: row - 1], *chosen.rows[row:])
            shorter = chosen.model_copy(update={"rows": left})
            tabs = tuple(shorter if each is chosen else each for each in record.tabs)
            after = record.model_copy(update={"tabs": tabs, "at": now})
            return [found.written(after)], Done()

        await self._store.once(effect, Done, change)

    async def _found(self, sheet_id: str) -> Stored[SheetRecord]:
        return await self._store.get("sheet", sheet_id, SheetRecord, "spreadsheet")


def _sheet(record: SheetRecord, now: datetime) -> Sheet:
    (updated,) = in_order([record.at], now)
    tabs = tuple(tab.name for tab in record.tabs)
    return Sheet(id=record.id, name=record.name, tabs=tabs, updated_at=updated)


def _tab(record: SheetRecord, name: str) -> TabRecord:
    for tab in record.tabs:
        if not name or fold(tab.name) == fold(name.strip()):
            return tab
    names = ", ".join(tab.name for tab in record.tabs)
    raise ToolFailed(f"{record.name} has no tab {name}; it has {names}.", "params")


def _with(
    record: SheetRecord, tab: TabRecord, rows: tuple[tuple[Cell, ...], ...], now: datetime
) -> SheetRecord:
    """Return the spreadsheet with these rows in a tab, changed now."""
    other = tab.model_copy(update={"rows": rows})
    tabs = tuple(other if each is tab else each for each in record.tabs)
    return record.model_copy(update={"tabs": tabs, "at": now})


def _settled(record: SheetRecord, now: datetime) -> SheetRecord:
    """Return the spreadsheet with the dates it has now, for good."""
    (updated,) = in_order([record.at], now)
    tabs = tuple(
        tab.model_copy(update={"rows": tuple(_dated(row, now) for row in tab.rows)})
        for tab in record.tabs
    )
    return record.model_copy(update={"tabs": tabs, "at": updated})


def _dated(row: tuple[Cell, ...], now: datetime) -> tuple[Cell, ...]:
    return tuple(dated(cell, now) if isinstance(cell, str) else cell for cell in row)
