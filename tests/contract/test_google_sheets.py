"""Google Sheets read and added to, every exchange held against Google's discovery documents."""

from datetime import UTC, datetime

import httpx2
import pytest

from shared.connectors.google.provider import PROVIDER
from shared.connectors.google.sheets import GoogleSheets
from shared.connectors.rest import NotThere
from shared.errors import ToolFailed
from shared.tools.effect import Effect, OutcomeUnknown
from shared.workspace.sheets.port import CellChange, RowChange
from tests.support.wire.crashes import EFFECT_ID, Ledger, cut_off
from tests.support.wire.gmail import missing
from tests.support.wire.google import google
from tests.support.wire.peer import Answer

EFFECT = Effect(EFFECT_ID)
FILES = "/drive/v3/files"
SHEET = "/v4/spreadsheets/s1"
ROW = ("Acme", 12, True, None, "=1+1", None)


class Workbook:
    """One spreadsheet with a tab of cells and one of a chart; rows are added as Google does."""

    def __init__(self, tab="Leads", rows=(("Name", "Deals"), ("Globex", 3))):
        self.rows = [list(row) for row in rows]
        self.peer = google()
        grid = {"title": tab, "sheetType": "GRID", "gridProperties": {"rowCount": 1000}}
        about = {
            "spreadsheetId": "s1",
            "spreadsheetUrl": "https://sheets.example/s1",
            "properties": {"title": "Pipeline"},
            "sheets": [
                {"properties": {"title": "Chart", "sheetType": "OBJECT"}},
                {"properties": grid},
                {"properties": grid | {"title": "Old"}},
            ],
        }
        self.peer.on("GET", SHEET, about)
        self.peer.on("GET", f"{SHEET}/values/.+", self._values)
        self.peer.on("POST", f"{SHEET}/values/.+:append", self._append)
        self.peer.on("POST", f"{SHEET}/values:batchUpdate", self._update)

    def _values(self, seen):
        rows = self.rows
        if "!" in seen.path:
            first, last = seen.path.rsplit("!", 1)[1].split(":")
            rows = rows[int(first) - 1 : int(last)]
        return {"range": "Leads!A1:Z1000", "majorDimension": "ROWS", "values": rows}

    def _append(self, seen):
        (row,) = seen.json["values"]
        while row and row[-1] == "":
            row.pop()
        self.rows.append(row)
        return {"spreadsheetId": "s1", "updates": {"updatedRows": 1}}

    def _update(self, seen):
        for one in seen.json["data"]:
            tab, _, cell = one["range"].rpartition("!")
            assert tab == "'Leads'"
            ((self.rows[int(cell[1:]) - 1]["AB".index(cell[0])],),) = one["values"]
        return {"spreadsheetId": "s1", "totalUpdatedCells": 1}


def sheets_of(there):
    rest = there.peer.rest
    return GoogleSheets(
        rest(PROVIDER.apis["sheets"], "Google"), rest(PROVIDER.apis["drive"], "Google")
    )


@pytest.fixture
def there():
    return Workbook()


@pytest.fixture
def sheets(there):
    return sheets_of(there)


def file(number):
    return {
        "id": f"s{number}",
        "name": f"Sheet {number}",
        "modifiedTime": "2026-11-20T10:00:00.000Z",
        "webViewLink": f"https://sheets.example/s{number}",
    }


async def test_spreadsheets_are_found_by_name(there, sheets):
    there.peer.on("GET", FILES, {"files": [file(1)]})
    (found,) = await sheets.search("Bob's \\ list", 10)
    assert (found.id, found.name, found.tabs) == ("s1", "Sheet 1", ())
    assert found.updated_at == datetime(2026, 11, 20, 10, tzinfo=UTC)
    query = there.peer.seen[0].param["q"]
    assert query.endswith(r"and name contains 'Bob\'s \\ list'")
    assert "trashed = false" in query


async def test_without_a_text_all_spreadsheets_are_found(there, sheets):
    there.peer.on("GET", FILES, {"files": []})
    assert await sheets.search(" ", 10) == ()
    assert "name contains" not in there.peer.seen[0].param["q"]


async def test_files_are_read_page_by_page_up_to_the_limit(there, sheets):
    pages = [{"files": [file(n) for n in range(3)], "nextPageToken": str(n)} for n in range(9)]
    there.peer.on("GET", FILES, *pages)
    assert len(await sheets.search("", 5)) == 5
    assert [s.params.get("pageToken") for s in there.peer.seen] == [None, ["0"]]


async def test_pages_come_to_an_end_however_many_there_are(there, sheets):
    there.peer.on("GET", FILES, {"files": [], "nextPageToken": "on"})
    assert await sheets.search("", 5) == ()
    assert len(there.peer.seen) == 5


async def test_the_first_tab_of_cells_is_read(there, sheets):
    table = await sheets.read("s1", "", 10)
    assert (table.sheet.name, table.sheet.tabs, table.tab) == (
        "Pipeline",
        ("Leads", "Old"),
        "Leads",
    )
    assert table.rows == (("Name", "Deals"), ("Globex", 3))
    assert not table.cut
    assert there.peer.seen[1].param["valueRenderOption"] == "UNFORMATTED_VALUE"


async def test_no_more_than_the_limit_is_read(there, sheets):
    table = await sheets.read("s1", "leads", 1)
    assert (table.rows, table.cut) == ((("Name", "Deals"),), True)
    assert there.peer.seen[1].path.endswith("/'Leads'!1:2")


async def test_no_row_that_is_not_in_the_grid_is_asked_for(there, sheets):
    await sheets.read("s1", "", 5000)
    assert there.peer.seen[1].path.endswith("/'Leads'!1:1000")


async def test_a_tab_with_a_difficult_name_is_read():
    there = Workbook("Bob's / A!1:2?")
    assert (await sheets_of(there).read("s1", "Bob's / A!1:2?", 10)).tab == "Bob's / A!1:2?"
    assert there.peer.seen[1].url.endswith("/values/%27Bob%27%27s%20%2F%20A%211%3A2%3F%27%211%3A11")


async def test_no_such_tab(sheets):
    with pytest.raises(NotThere, match="it has Leads, Old"):
        await sheets.read("s1", "New", 10)


@pytest.mark.parametrize("sheet_id", ["gone", "", ".."])
async def test_no_such_sheet(there, sheets, sheet_id):
    there.peer.on("GET", "/v4/spreadsheets/gone", missing())
    with pytest.raises(NotThere):
        await sheets.read(sheet_id, "", 10)


async def test_a_row_is_added_as_it_is_and_returned(there, sheets):
    ledger = Ledger()
    table = await sheets.append("s1", "", ROW, ledger.effect())
    assert table.rows == (ROW,)
    assert there.rows[-1] == ["Acme", 12, True, "", "=1+1"]
    assert ledger.notes == ["2"]
    (request,) = there.peer.calls("POST", ".*:append")
    assert request.param == {"valueInputOption": "RAW", "insertDataOption": "INSERT_ROWS"}


@pytest.mark.parametrize("row", [(), (None,), ("", None)])
async def test_an_empty_row_is_not_added(there, sheets, row):
    with pytest.raises(ToolFailed, match="something in it"):
        await sheets.append("s1", "", row, EFFECT)
    assert not there.peer.seen


async def append(there, effect):
    return await sheets_of(there).append("s1", "", ROW, effect)


async def test_a_row_is_added_once_wherever_an_attempt_is_cut_off():
    ways = []
    async for way, there, ledger, outcome in cut_off(Workbook, append):
        ways.append(way)
        if isinstance(outcome, ToolFailed) and not isinstance(outcome, OutcomeUnknown):
            assert len(there.rows) == 2, way
        assert (await append(there, ledger.effect(again=True))).rows == (ROW,), way
        assert len(there.rows) == 3, way
    assert len(ways) > 18


@pytest.mark.parametrize(
    "since",
    [[["Other"]], [["Acme", 12, True, "", "=1+1"]] * 2, [["Acme", 12, 1, "", "=1+1"]], None],
    ids=["another row", "two rows", "nearly the row", "one row less"],
)
async def test_what_cannot_be_told_from_the_rows_is_unknown(there, since):
    there.rows = there.rows[:1] if since is None else there.rows + since
    rows = len(there.rows)
    with pytest.raises(OutcomeUnknown):
        await append(there, Effect(EFFECT_ID, again=True, handle="2"))
    assert len(there.rows) == rows


async def test_an_equal_row_from_before_is_not_taken_for_the_new_one():
    there = Workbook(rows=(("Name",), ("Acme", 12, True, "", "=1+1")))
    await append(there, Effect(EFFECT_ID, again=True, handle="2"))
    assert len(there.rows) == 3


@pytest.mark.parametrize("then", [None, Answer(500)])
async def test_a_row_of_unknown_outcome_stays_unknown(there, sheets, then):
    path = f"{SHEET}/values/.+"
    rows = {"range": "Leads", "majorDimension": "ROWS", "values": there.rows}
    there.peer.on("GET", path, rows, then or rows)
    there.peer.on("POST", f"{path}:append", Answer(error=httpx2.ReadTimeout))
    with pytest.raises(OutcomeUnknown):
        await sheets.append("s1", "", ROW, EFFECT)


WON = RowChange(
    number=2,
    cells=(CellChange(column=2, name="Deals", before=3, after=4),),
    key_column=1,
    key="Globex",
)


async def update(there, effect):
    return await sheets_of(there).update("s1", "Leads", WON, effect)


async def test_cells_are_written_as_they_are_in_one_request(there, sheets):
    both = WON.model_copy(
        update={"cells": (*WON.cells, CellChange(column=1, before="Globex", after=None))}
    )
    table = await sheets.update("s1", "Leads", both, EFFECT)
    assert (table.first, table.rows) == (2, ((None, 4),))
    (request,) = there.peer.calls("POST", ".*:batchUpdate")
    assert request.json == {
        "valueInputOption": "RAW",
        "data": [
            {"range": "'Leads'!B2", "values": [[4]]},
            {"range": "'Leads'!A2", "values": [[""]]},
        ],
    }


async def test_cells_are_changed_wherever_an_attempt_is_cut_off():
    async for way, there, ledger, outcome in cut_off(Workbook, update):
        if isinstance(outcome, ToolFailed) and not isinstance(outcome, OutcomeUnknown):
            assert there.rows[1] == ["Globex", 3], way
        assert (await update(there, ledger.effect(again=True))).rows == (("Globex", 4),), way
        assert there.rows == [["Name", "Deals"], ["Globex", 4]], way


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (["Acme", 3], "Row 2 no longer says Globex"),
        ([], "Row 2 no longer says Globex"),
        (["Globex", 5], "B2 says 5 by now"),
        (["Globex"], "B2 says nothing by now"),
        (["Globex", True], "B2 says True by now"),
    ],
)
async def test_a_row_that_has_changed_since_is_left_as_it_is(there, row, why):
    there.rows[1] = row
    with pytest.raises(ToolFailed, match=why) as failed:
        await update(there, EFFECT)
    assert not isinstance(failed.value, OutcomeUnknown)
    with pytest.raises(OutcomeUnknown, match=why):
        await update(there, Effect(EFFECT_ID, again=True))
    assert not there.peer.calls("POST", ".*")


@pytest.mark.parametrize("then", [None, Answer(500)])
async def test_cells_of_unknown_outcome_stay_unknown(there, then):
    path = f"{SHEET}/values/.+"
    rows = {"range": "Leads", "majorDimension": "ROWS", "values": there.rows[1:]}
    there.peer.on("GET", path, rows, then or rows)
    there.peer.on("POST", f"{SHEET}/values:batchUpdate", Answer(error=httpx2.ReadTimeout))
    with pytest.raises(OutcomeUnknown):
        await update(there, EFFECT)


@pytest.mark.parametrize("odd", [{}, [], {"spreadsheetId": "s1"}, {"sheets": 1}])
async def test_an_answer_of_the_wrong_shape_is_a_failed_tool(there, sheets, odd):
    there.peer.on("GET", SHEET, Answer(json=odd, odd=True))
    with pytest.raises(ToolFailed, match="unexpected form"):
        await sheets.read("s1", "", 10)


async def test_cells_of_the_wrong_shape_are_a_failed_tool(there, sheets):
    there.peer.on("GET", f"{SHEET}/values/.+", Answer(json={"values": [[{}]]}, odd=True))
    with pytest.raises(ToolFailed, match="unexpected form"):
        await sheets.read("s1", "", 10)


def removing(there):
    def remove(seen):
        (request,) = seen.json["requests"]
        where = request["deleteDimension"]["range"]
        del there.rows[where["startIndex"] : where["endIndex"]]
        return {"spreadsheetId": "s1", "replies": [{}]}

    there.peer.on("POST", f"{SHEET}:batchUpdate", remove)


async def test_a_row_that_was_added_is_removed_once(there):
    removing(there)
    sheets, ledger = sheets_of(there), Ledger()
    added = await sheets.append("s1", "Leads", ROW, EFFECT)
    assert added.first == 3

    await sheets.remove("s1", "Leads", added.first, ROW, ledger.effect())
    again = ledger.effect(again=True)
    await sheets.remove("s1", "Leads", added.first, ROW, again)

    assert len(there.rows) == 2
    assert len(there.peer.calls("POST", f"{SHEET}:batchUpdate")) == 1


async def test_a_row_that_was_changed_since_stays(there):
    removing(there)
    sheets = sheets_of(there)
    added = await sheets.append("s1", "Leads", ROW, EFFECT)
    there.rows[-1][1] = 13

    with pytest.raises(ToolFailed, match="changed, moved or removed since"):
        await sheets.remove("s1", "Leads", added.first, ROW, EFFECT)

    assert len(there.rows) == 3
