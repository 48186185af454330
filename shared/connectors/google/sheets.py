"""Google Sheets behind the Sheets port; Drive finds them."""

from datetime import datetime
from typing import Any

from pydantic import Field

from shared.connectors.google.answers import GOOGLE, Resource, segment, taken
from shared.connectors.rest import NotThere, Request, Rest
from shared.errors import ToolFailed
from shared.models.base import Json
from shared.models.cell import Cell
from shared.tools.effect import Effect, OutcomeUnknown
from shared.workspace.sheets.cells import changed, is_made, letters
from shared.workspace.sheets.port import ROW_CHANGED, RowChange, Sheet, Table

PAGE = 100
MAX_PAGES = 5
_KIND = "application/vnd.google-apps.spreadsheet"
_AS_THEY_ARE = {
    "valueRenderOption": "UNFORMATTED_VALUE",
    "dateTimeRenderOption": "FORMATTED_STRING",
}


class _File(Resource):
    id: str
    name: str
    modified_time: datetime | None = None
    web_view_link: str = ""


class _Files(Resource):
    files: tuple[_File, ...] = ()
    next_page_token: str = ""


class _Grid(Resource):
    row_count: int = 0


class _Tab(Resource):
    sheet_id: int = 0
    title: str
    sheet_type: str = "GRID"
    grid_properties: _Grid = _Grid()


class _Entry(Resource):
    properties: _Tab


class _Named(Resource):
    title: str


class _Spreadsheet(Resource):
    spreadsheet_id: str
    spreadsheet_url: str = ""
    properties: _Named
    sheets: tuple[_Entry, ...] = ()

    @property
    def tabs(self) -> tuple[_Tab, ...]:
        """The tabs that hold cells: others are charts."""
        return tuple(s.properties for s in self.sheets if s.properties.sheet_type == "GRID")


class _Values(Resource):
    rows: tuple[tuple[Cell, ...], ...] = Field(default=(), alias="values")


class GoogleSheets:
    """One account's spreadsheets: `rest` reaches Sheets, `drive` Drive."""

    def __init__(self, rest: Rest, drive: Rest) -> None:
        self._rest = rest
        self._drive = drive

    async def search(self, text: str, limit: int) -> tuple[Sheet, ...]:
        """Return spreadsheets whose name says `text`, those changed last first."""
        named = f" and name contains '{_quoted(text)}'" if text.strip() else ""
        params: dict[str, str | int | bool] = {
            "q": f"mimeType = '{_KIND}' and trashed = false{named}",
            "orderBy": "modifiedTime desc",
            "pageSize": min(limit, PAGE),
            "fields": "nextPageToken,files(id,name,modifiedTime,webViewLink)",
            "supportsAllDrives": True,
            "includeItemsFromAllDrives": True,
        }
        found: list[Sheet] = []
        for _ in range(MAX_PAGES):
            answer = await self._drive.read(Request("GET", "/drive/v3/files", params))
            page = taken(_Files, answer)
            found += map(_sheet_of, page.files)
            if not page.next_page_token or len(found) >= limit:
                break
            params["pageToken"] = page.next_page_token
        return tuple(found[:limit])

    async def read(self, sheet_id: str, tab: str, limit: int) -> Table:
        """Return the first rows of a tab."""
        sheet, chosen = await self._open(sheet_id, tab)
        last = min(limit + 1, chosen.grid_properties.row_count or limit + 1)
        rows = await self._rows(sheet.id, chosen.title, f"!1:{last}")
        return Table(sheet=sheet, tab=chosen.title, rows=rows[:limit], cut=len(rows) > limit)

    async def append(self, sheet_id: str, tab: str, row: tuple[Cell, ...], effect: Effect) -> Table:
        """Add a row at the end of a tab.

        Google cannot be asked whether it has added a row, and nothing hidden is put into people's
        sheets to tell: so how many rows there were is noted before, and compared.
        """
        if not _bare(row):
            raise ToolFailed("A row needs something in it.", "params")
        sheet, chosen = await self._open(sheet_id, tab)
        rows = await self._rows(sheet.id, chosen.title)
        if effect.again and effect.handle:
            before = int(effect.handle)
            if _is_added(rows, before, row):
                return Table(sheet=sheet, tab=chosen.title, rows=(row,), first=before + 1)
            if len(rows) != before:
                raise OutcomeUnknown(f"{GOOGLE} cannot tell whether the row was added.")
        else:
            before = len(rows)
            await effect.note(str(before))
        try:
            await self._append(sheet.id, chosen.title, row)
        except OutcomeUnknown:
            if not await self._was_added(sheet.id, chosen.title, before, row):
                raise
        return Table(sheet=sheet, tab=chosen.title, rows=(row,), first=before + 1)

    async def update(self, sheet_id: str, tab: str, change: RowChange, effect: Effect) -> Table:
        """Change cells of a row in one request; what they say afterwards tells what came of it.

        Making it once more changes nothing, so it is made again where the row still is as it was.
        """
        sheet, chosen = await self._open(sheet_id, tab)
        row = await self._row(sheet.id, chosen.title, change.number)
        if not is_made(row, change, again=effect.again):
            try:
                await self._write(sheet.id, chosen.title, change)
            except OutcomeUnknown:
                if not await self._was_made(sheet.id, chosen.title, change):
                    raise
        after = (changed(row, change),)
        return Table(sheet=sheet, tab=chosen.title, rows=after, first=change.number)

    async def _write(self, sheet_id: str, tab: str, change: RowChange) -> None:
        """Write cells as they are (RAW), like rows that are added; an empty text empties a cell."""
        data: list[Json] = [
            {
                "range": f"{_range(tab)}!{letters(one.column)}{change.number}",
                "values": [["" if one.after is None else one.after]],
            }
            for one in change.cells
        ]
        path = f"/v4/spreadsheets/{segment(sheet_id)}/values:batchUpdate"
        body: Json = {"valueInputOption": "RAW", "data": data}
        await self._rest.change(Request("POST", path, json=body))

    async def _was_made(self, sheet_id: str, tab: str, change: RowChange) -> bool:
        try:
            return is_made(await self._row(sheet_id, tab, change.number), change)
        except ToolFailed:
            return False

    async def _row(self, sheet_id: str, tab: str, number: int) -> tuple[Cell, ...]:
        return next(iter(await self._rows(sheet_id, tab, f"!{number}:{number}")), ())

    async def remove(
        self, sheet_id: str, tab: str, row: int, cells: tuple[Cell, ...], effect: Effect
    ) -> None:
        """Remove a row of a tab, which must still have these cells.

        Google cannot be asked whether it has removed one: how many there were is noted before.
        """
        sheet, chosen = await self._open(sheet_id, tab)
        rows = await self._rows(sheet.id, chosen.title)
        if effect.again and effect.handle and len(rows) == int(effect.handle) - 1:
            return
        if not 1 <= row <= len(rows) or _bare(rows[row - 1]) != _bare(cells):
            raise ToolFailed(ROW_CHANGED, "params")
        await effect.note(str(len(rows)))
        where = {"sheetId": chosen.sheet_id, "dimension": "ROWS"}
        span = {"startIndex": row - 1, "endIndex": row}
        body = {"requests": [{"deleteDimension": {"range": {**where, **span}}}]}
        path = f"/v4/spreadsheets/{segment(sheet.id)}:batchUpdate"
        await self._rest.change(Request("POST", path, json=body))

    async def _append(self, sheet_id: str, tab: str, row: tuple[Cell, ...]) -> None:
        """Add a row; as it is (RAW), lest what somebody wrote be taken for a formula."""
        path = f"/v4/spreadsheets/{segment(sheet_id)}/values/{segment(_range(tab))}:append"
        params = {"valueInputOption": "RAW", "insertDataOption": "INSERT_ROWS"}
        body: dict[str, Any] = {"values": [["" if cell is None else cell for cell in row]]}
        await self._rest.change(Request("POST", path, params, json=body))

    async def _was_added(self, sheet_id: str, tab: str, before: int, row: tuple[Cell, ...]) -> bool:
        try:
            return _is_added(await self._rows(sheet_id, tab), before, row)
        except ToolFailed:
            return False

    async def _open(self, sheet_id: str, tab: str) -> tuple[Sheet, _Tab]:
        params = {
            "fields": "spreadsheetId,spreadsheetUrl,properties.title,"
            "sheets.properties(sheetId,title,sheetType,gridProperties.rowCount)",
        }
        path = f"/v4/spreadsheets/{segment(sheet_id)}"
        found = taken(_Spreadsheet, await self._rest.read(Request("GET", path, params)))
        sheet = Sheet(
            id=found.spreadsheet_id,
            name=found.properties.title,
            tabs=tuple(one.title for one in found.tabs),
            link=found.spreadsheet_url,
        )
        wanted = tab.strip().casefold()
        for one in found.tabs:
            if wanted in {"", one.title.casefold()}:
                return sheet, one
        raise NotThere(f"“{sheet.name}” has no tab “{tab}”; it has {', '.join(sheet.tabs)}.")

    async def _rows(self, sheet_id: str, tab: str, rows: str = "") -> tuple[tuple[Cell, ...], ...]:
        path = f"/v4/spreadsheets/{segment(sheet_id)}/values/{segment(_range(tab) + rows)}"
        return taken(_Values, await self._rest.read(Request("GET", path, _AS_THEY_ARE))).rows


def _sheet_of(file: _File) -> Sheet:
    return Sheet(id=file.id, name=file.name, updated_at=file.modified_time, link=file.web_view_link)


def _is_added(rows: tuple[tuple[Cell, ...], ...], before: int, row: tuple[Cell, ...]) -> bool:
    return len(rows) == before + 1 and _bare(rows[-1]) == _bare(row)


def _bare(row: tuple[Cell, ...]) -> list[tuple[bool, Cell]]:
    """Return a row as Google gives it back: without empty cells at its end, true not being 1."""
    cells: list[tuple[bool, Cell]] = [
        (isinstance(cell, bool), "" if cell is None else cell) for cell in row
    ]
    while cells and cells[-1][1] == "":
        cells.pop()
    return cells


def _range(tab: str) -> str:
    return "'" + tab.replace("'", "''") + "'"


def _quoted(text: str) -> str:
    return text.strip().replace("\\", "\\\\").replace("'", "\\'")
