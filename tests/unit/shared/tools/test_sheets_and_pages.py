from datetime import UTC, datetime

import pytest

from shared.errors import ToolFailed
from shared.workspace.pages.port import Page, PageEntry, Pages
from shared.workspace.sheets.port import Sheet, Sheets, Table
from tests.unit.shared.tools.accounts import desk, said
from tests.unit.shared.tools.test_tools import TOOLS

AT = datetime(2026, 11, 12, tzinfo=UTC)
BUDGET = Sheet(id="s1", name="Budget", tabs=("2026", "2027"), updated_at=AT)
OLD = Sheet(id="s2", name="Budget (old)")
ROWS = (("Item", "Sum"), ("Taxi", 40), ("Hotel | *best*", None))


class Workbook:
    def __init__(self, *sheets, rows=ROWS):
        self.sheets, self.rows = sheets, rows

    async def search(self, text, limit):
        return tuple(s for s in self.sheets if text.casefold() in s.name.casefold())[:limit]

    async def read(self, sheet_id, tab, limit):
        sheet = next((one for one in self.sheets if one.id == sheet_id), None)
        if sheet is None:
            raise ToolFailed("There is no such spreadsheet.", "params")
        rows = self.rows[:limit]
        return Table(sheet=sheet, tab=tab or "2026", rows=rows, cut=len(rows) < len(self.rows))


class Wiki:
    def __init__(self, *pages):
        self.pages = pages

    async def search(self, text, limit):
        found = [p.entry for p in self.pages if text.casefold() in p.entry.title.casefold()]
        return tuple(found)[:limit]

    async def read(self, page_id):
        for page in self.pages:
            if page.entry.id == page_id:
                return page
        raise ToolFailed("There is no such page.", "params")


def with_sheets(workbook):
    return desk(ports={Sheets: workbook})


async def words(tool, at, **arguments):
    return TOOLS[tool].say(said(await TOOLS[tool].run(at, arguments), **arguments))


async def test_spreadsheets_are_found_by_name():
    at = with_sheets(Workbook(BUDGET, OLD))
    assert await words("sheets_search", at, query="budget") == (
        "I found 2 spreadsheets called budget:\n1. **Budget** (changed Nov 12)\n2. **Budget (old)**"
    )
    assert (await words("sheets_search", at, query="x")).startswith("I found no spreadsheets")


@pytest.mark.parametrize("sheet", ["s1", "budget", "Budget"])
async def test_a_spreadsheet_is_read_by_id_or_name(sheet):
    at = with_sheets(Workbook(BUDGET, OLD))
    assert await words("sheets_read", at, sheet=sheet) == (
        "**Budget** (2026):\n\n| Item | Sum |\n| --- | --- |\n| Taxi | 40 |\n| Hotel / best |  |"
    )


async def test_a_name_that_fits_several_spreadsheets_or_none_is_asked_back():
    at = with_sheets(Workbook(BUDGET, OLD))
    with pytest.raises(ToolFailed, match=r"Several spreadsheets fit bud: Budget, Budget \(old\)"):
        await words("sheets_read", at, sheet="bud")
    with pytest.raises(ToolFailed, match="no such spreadsheet"):
        await words("sheets_read", at, sheet="zzz")


async def test_a_large_table_is_shown_in_part():
    rows = tuple((f"r{number}", "x" * 10_000) for number in range(600))
    at = with_sheets(Workbook(BUDGET, rows=rows))
    result = await TOOLS["sheets_read"].run(at, {"sheet": "s1", "limit": 100})
    assert max(len(cell) for row in result["table"]["rows"] for cell in row) == 500
    assert (await words("sheets_read", at, sheet="s1", limit=100)).endswith(
        "... and at least 79 more rows"
    )
    assert await words("sheets_read", with_sheets(Workbook(BUDGET, rows=())), sheet="s1") == (
        "**Budget** (2026) is empty."
    )


PLAN = Page(
    entry=PageEntry(
        id="p1",
        title="Launch *plan*",
        parent="Projects",
        updated_at=AT,
        properties=(("Status", "On track"), ("Owner", "")),
    ),
    text="# Launch\nOn Monday.",
)
NOTES = Page(entry=PageEntry(id="p2", title="Launch notes"), text="", cut=False)


async def test_pages_are_found_and_read_by_id_or_title():
    at = desk(ports={Pages: Wiki(PLAN, NOTES)})
    assert await words("pages_search", at, query="launch") == (
        "I found 2 pages about launch:\n"
        "1. **Launch plan**, Status: On track (changed Nov 12)\n2. **Launch notes**"
    )
    for page in ("p1", "launch *plan*", "the plan for launching"):
        assert await words("pages_read", at, page=page) == (
            "**Launch plan**\nStatus: On track\n\n# Launch\nOn Monday."
        )
    assert (await words("pages_read", at, page="p2")).endswith("There is no text on this page.")
    assert (await words("pages_search", at, query="x")).startswith("I found no pages about x.")
    with pytest.raises(ToolFailed, match=r"Several pages fit launch: Launch plan, Launch notes"):
        await words("pages_read", at, page="launch")
    with pytest.raises(ToolFailed, match="no such page"):
        await words("pages_read", at, page="zzz")


async def test_a_long_page_is_cut():
    long = PLAN.model_copy(update={"text": "x" * 1_000_000})
    at = desk(ports={Pages: Wiki(long)})
    result = await TOOLS["pages_read"].run(at, {"page": "p1"})
    assert (len(result["page"]["text"]), result["page"]["cut"]) == (50_000, True)
    assert TOOLS["pages_read"].say(said(result)).endswith("(The rest is left out.)")


def test_what_is_found_is_told_apart_by_place_and_day():
    pages, sheets = TOOLS["pages_search"].rules, TOOLS["sheets_search"].rules
    today = AT.date()
    entry = PLAN.entry.model_dump(mode="json")
    assert pages.describe(entry, today) == "Projects, changed Nov 12"
    assert sheets.describe(BUDGET.model_dump(mode="json"), today) == "changed Nov 12"
    assert pages.describe({}, today) == sheets.describe({}, today) == ""


@pytest.mark.parametrize(("name", "key"), [("pages_search", "pages"), ("sheets_search", "sheets")])
def test_a_list_leads_to_what_it_lists(name, key):
    suggest = TOOLS[name].suggest
    assert suggest(said({key: [{}]})) == ("Show me the first one",)
    assert suggest(said({key: []})) == ()


@pytest.mark.parametrize(
    ("arguments", "wider"),
    [
        (
            {"sheet": "s1", "where": [{"column": "Q4", "value": "Bo"}], "about": "Q4", "limit": 5},
            {"sheet": "s1", "about": "Bo"},
        ),
        (
            {"sheet": "s1", "tab": "2026", "where": [{"column": "A", "value": "x"}] * 2},
            {"sheet": "s1", "tab": "2026", "about": "x x"},
        ),
        (
            {"sheet": "s1", "where": [{"column": "tickets", "value": "closed"}], "question": "sum"},
            {"sheet": "s1", "question": "sum", "about": "closed"},
        ),
        ({"sheet": "s1", "about": "Q4"}, None),
    ],
)
def test_what_no_column_is_called_is_looked_for_by_the_words_of_its_cells(arguments, wider):
    assert TOOLS["sheets_read"].rules.broader(arguments) == wider
