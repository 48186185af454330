"""Reading only the columns and rows that are wanted, from the tab that has them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import ToolFailed
from shared.tools.wording import one_line
from shared.workspace.sheets.port import Sheet, Sheets, Table
from shared.workspace.sheets.selecting import Condition, selected
from tests.unit.shared.tools.accounts import desk, said
from tests.unit.shared.tools.test_tools import TOOLS

TASKS = (
    ("Task", "Owner", "Status"),
    ("Pay", "Ann", "Completed"),
    ("Ship", "Bo", "open"),
    ("Rest", "Ann", " completed "),
    ("Alone",),
)
NUMBERS = (("Quarter", "Revenue (USD)", "Share"), ("Q3", 1043500, 1), ("Q4", 1200000.0, 2.5))
SITES = (("Site", "Users", "Seats sold"), ("Ayr", 4, 2), ("Old Town", 3, 5), ("Oban", 5, 1))
SUMS = (("Item", "Sum"), ("Pen", 2), ("Ink", 0.1), ("Total", 2.1))
DUES = (("Member", "Dues", "Fines"), ("Ann", 5, 1), ("Bo", 7, 2))
TABS = {
    "Tasks": TASKS,
    "Numbers": NUMBERS,
    "Empty": (),
    "Sums": SUMS,
    "Sites": SITES,
    "Dues": DUES,
}


class Book:
    def __init__(self):
        self.read_tabs = []

    async def search(self, text, limit):
        return (Sheet(id="b", name="Book"),)

    async def read(self, sheet_id, tab, limit):
        self.read_tabs.append(tab)
        name = tab or "Tasks"
        sheet = Sheet(id="b", name="Book", tabs=tuple(TABS))
        return Table(sheet=sheet, tab=name, rows=TABS[name][:limit])


async def read(**wanted):
    arguments = {"sheet": "Book", **wanted}
    result = await TOOLS["sheets_read"].run(desk(ports={Sheets: Book()}), arguments)
    table = result["table"]
    return table["tab"], table["rows"], TOOLS["sheets_read"].say(said(result, **arguments))


def where(**columns):
    return [{"column": name, "value": value} for name, value in columns.items()]


@pytest.mark.parametrize(
    ("wanted", "tab", "rows"),
    [
        ({"columns": ["owner"], "where": where(STATUS="Completed")}, "Tasks",
         [["Owner"], ["Ann"], ["Ann"]]),
        ({"columns": ["Status", "Task"], "where": where(Owner="bo")}, "Tasks",
         [["Status", "Task"], ["open", "Ship"]]),
        ({"where": where(Owner="Ann", Task="Pay")}, "Tasks",
         [["Task", "Owner", "Status"], ["Pay", "Ann", "Completed"]]),
        ({"columns": ["Owner"], "where": where(Task="Alone")}, "Tasks", [["Owner"], [None]]),
        ({"columns": ["Revenue"]}, "Numbers", [["Revenue (USD)"], [1043500], [1200000]]),
        ({"where": where(Share="2.5")}, "Numbers", [list(NUMBERS[0]), list(NUMBERS[2])]),
        ({"where": {"column": "Revenue (usd)", "value": "1200000"}}, "Numbers",
         [list(NUMBERS[0]), list(NUMBERS[2])]),
        ({"about": "Q4 revenue"}, "Numbers", [list(NUMBERS[0]), list(NUMBERS[2])]),
        ({"about": "Ann"}, "Tasks", [list(TASKS[0]), list(TASKS[1]), list(TASKS[3])]),
        ({"about": "weather"}, "Tasks", [list(row) for row in TASKS]),
        ({"about": "pay", "columns": ["Quarter"]}, "Numbers", [["Quarter"], ["Q3"], ["Q4"]]),
        ({"tab": "Empty", "about": "Ann"}, "Empty", []),
        ({"limit": 2}, "Tasks", [list(row) for row in TASKS[:2]]),
        ({"limit": 2, "where": where(Owner="Ann")}, "Tasks",
         [list(TASKS[0]), list(TASKS[1])]),
    ],
)  # fmt: skip
async def test_only_what_is_wanted_is_read(wanted, tab, rows):
    if isinstance(wanted.get("where"), dict):
        wanted = {**wanted, "where": [wanted["where"]]}
    found = await read(**wanted)

    assert found[:2] == (tab, rows)


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"columns": ["Colour"]}, "Book has no column Colour; it has Task, Owner, Status."),
        ({"where": where(Colour="red")}, "Book has no column Colour; it has Task, Owner, Status."),
        ({"tab": "Numbers", "columns": ["Owner"]},
         "Book has no column Owner; it has Quarter, Revenue (USD), Share."),
        ({"tab": "Empty", "columns": ["Owner"]}, "Book has no column Owner; it is empty."),
    ],
)  # fmt: skip
async def test_a_column_that_is_not_there_names_those_that_are(wanted, why):
    with pytest.raises(ToolFailed) as failed:
        await read(**wanted)

    assert (str(failed.value), failed.value.kind) == (why, "params")


async def test_other_tabs_are_looked_at_only_where_needed():
    book = Book()
    await TOOLS["sheets_read"].run(
        desk(ports={Sheets: book}), {"sheet": "Book", "columns": ["Task"]}
    )
    assert book.read_tabs == [""]


async def test_what_was_asked_for_is_said_and_money_is_grouped():
    _, _, text = await read(about="Q4 revenue")
    assert text.splitlines()[0] == "**Book** (Numbers), about Q4 revenue:"
    assert "| Q4 | 1,200,000 | 2.5 |" in text
    _, _, none = await read(where=where(Status="gone", Owner="Ann"))
    assert none == "**Book** (Tasks) has no rows where Status is gone and Owner is Ann."


@pytest.mark.parametrize(
    ("wanted", "told", "rows"),
    [
        ({"question": "how many tasks are Completed in Book?"}, "2 rows say completed.", 2),
        ({"question": "how many tasks has Bo"}, "1 row says Bo.", 1),
        ({"question": "count the rows of the Book", "tab": "Sites"}, "3 rows.", 3),
        ({"question": "what do the shares of both quarters add up to"},
         "2 rows. Share altogether: 3.5.", 2),
        ({"question": "what are share and revenue in total", "tab": "Numbers"},
         "2 rows. Revenue (USD) altogether: 2,243,500. Share altogether: 3.5.", 2),
        ({"question": "how much share had Q4"}, "Share of Q4: 2.5.", 1),
        ({"question": "how many owners are there"}, "2 different in Owner: Ann and Bo.", 4),
        ({"question": "how many open tasks"}, "1 row says open.", 1),
        ({"question": "how many are late"}, "", 4),
        ({"question": "how many are completed or open"}, "", 4),
        ({"question": "how many tasks", "tab": "Empty"}, "", 0),
        ({"question": "what do the sums add up to", "tab": "Sums"},
         "2 rows. Sum altogether: 2.1.", 2),
        ({"question": "add up the users of all three sites, they're in Book"},
         "3 rows. Users altogether: 12.", 3),
        ({"question": "Ayr plus Old Town only, together? Users"},
         "2 rows. Users altogether: 7.", 2),
        ({"question": "users of Oban and Ayr and Leeds together", "tab": "Sites"}, "", 3),
        ({"question": "users of Oban and rural Ayr together", "tab": "Sites"}, "", 3),
        ({"question": "how many seats are there", "tab": "Sites"}, "", 3),
        ({"question": "mean number of users in Leeds?", "tab": "Sites"}, "", 3),
        ({"question": "which site has the most users, and how many?"},
         "3 rows. Users at its highest: 5 (Oban).", 3),
        ({"question": "which of them has the fewest users?", "tab": "Sites"},
         "3 rows. Users at its lowest: 3 (Old Town).", 3),
        ({"question": "total users, and the mean of seats sold"},
         "3 rows. Users altogether: 12. 3 rows. Seats sold on average: 2.67.", 3),
        ({"question": "how many users without Ayr"}, "2 rows. Users altogether: 8.", 2),
        ({"question": "leaving Old Town out? Users"}, "2 rows. Users altogether: 9.", 2),
        ({"question": "users of the sites, Ayr, Oban and so on, altogether"},
         "3 rows. Users altogether: 12.", 3),
        ({"question": "users of all 3 sites added up?"}, "3 rows. Users altogether: 12.", 3),
        ({"question": "how many users do the sites of our book have between them?"},
         "3 rows. Users altogether: 12.", 3),
        ({"question": "how many users has leeds altogether?", "tab": "Sites"}, "", 3),
        ({"question": "How many trained users are there?", "tab": "Sites"}, "", 3),
        ({"question": "total fines in the Dues tab"}, "2 rows. Fines altogether: 3.", 2),
        ({"question": "total dues in the Dues tab"}, "2 rows. Dues altogether: 12.", 2),
        ({"question": "number of tasks with owner Ann"}, "2 rows say Ann.", 2),
    ],
)  # fmt: skip
async def test_rows_are_counted_and_numbers_added_up_where_all_of_it_is_understood(
    wanted, told, rows
):
    _, found, text = await read(**wanted)

    assert len(found[1:]) == rows
    assert text.partition("\n")[0] == told or (not told and text.startswith("**Book**"))


@pytest.mark.parametrize(
    ("wanted", "tab"),
    [
        ({"question": "and the smallest?", "near": "Dues"}, "Dues"),
        ({"question": "and Oban?", "near": "Dues"}, "Sites"),
        ({"question": "show me the seats"}, "Sites"),
        ({"question": "is there anything odd about Ann in Dues?", "about": "Ann"}, "Dues"),
    ],
)
async def test_the_tab_that_fits_what_is_asked_is_shown(wanted, tab):
    found, _, text = await read(**wanted)

    assert found == tab
    assert text.startswith("**Book**")


CELLS = st.none() | st.integers() | st.text(max_size=5)
TABLES = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.tuples(*[CELLS] * width), max_size=6).map(
        lambda rows: (tuple(f"c{at}" for at in range(width)), *rows)
    )
)


@given(TABLES, st.data())
def test_what_is_selected_was_there_in_that_order(rows, data):
    places = range(len(rows[0]))
    keep = data.draw(st.lists(st.sampled_from(places), min_size=1, unique=True))

    found = selected(rows, [f"C{at}" for at in keep], [])

    assert found == tuple(tuple(row[at] for at in keep) for row in rows)


@given(TABLES, st.sampled_from(("x", "0", "")))
def test_every_row_that_is_selected_meets_the_condition_and_no_other_does(rows, value):
    fitting = selected(rows, [], [Condition(column="c0", value=value)])[1:]
    said = ["" if row[0] is None else str(row[0]) for row in rows[1:]]

    assert len(fitting) == sum(one_line(cell).casefold() == value for cell in said)
    assert all(row in rows for row in fitting)
