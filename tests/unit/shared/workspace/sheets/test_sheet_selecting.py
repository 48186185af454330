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
        ({"tally": "how many tasks are Completed in Book?"}, "2 rows say Completed.", 2),
        ({"tally": "how many say completed", "where": where(Owner="Ann")},
         "2 rows say completed.", 2),
        ({"tally": "how many tasks has Bo", "about": "Bo"}, "1 row says Bo.", 1),
        ({"tally": "how many", "about": "Ann completed"}, "2 rows say Ann completed.", 2),
        ({"tally": "count the rows of the Book"}, "4 rows.", 4),
        ({"tally": "what do the shares of both quarters add up to", "tab": "Numbers"},
         "2 rows. Share altogether: 3.5.", 2),
        ({"tally": "what is the total revenue", "tab": "Numbers"},
         "2 rows. Revenue (USD) altogether: 2,243,500.", 2),
        ({"tally": "what are share and revenue in total", "tab": "Numbers"},
         "2 rows. Revenue (USD) altogether: 2,243,500. Share altogether: 3.5.", 2),
        ({"tally": "how much share had Q4", "about": "Q4"}, "", 1),
        ({"tally": "how many owners are there"}, "", 4),
        ({"tally": "how many open tasks"}, "1 row says open.", 1),
        ({"tally": "how many rest are there"}, "", 4),
        ({"tally": "how many are late"}, "", 4),
        ({"tally": "how many are completed or open"}, "", 4),
        ({"tally": "how many tasks", "limit": 2}, "", 1),
        ({"tally": "how many tasks", "tab": "Empty"}, "", 0),
        ({"tally": "what do the sums add up to", "tab": "Sums"}, "", 3),
        ({"tally": "add up the users of all three sites, they're in Book", "tab": "Sites"},
         "3 rows. Users altogether: 12.", 3),
        ({"tally": "Ayr plus Old Town only, together? Users", "tab": "Sites"},
         "2 rows say Ayr and Old Town. Users altogether: 7.", 2),
        ({"tally": "what do users of Oban and Ayr come to", "tab": "Sites", "about": "Oban Ayr"},
         "2 rows say Ayr and Oban. Users altogether: 9.", 2),
        ({"tally": "users of Oban and Ayr and Leeds together", "tab": "Sites"}, "", 3),
        ({"tally": "users of Oban and rural Ayr together", "tab": "Sites"}, "", 3),
        ({"tally": "how many of Ayr and Oban", "tab": "Sites"}, "", 3),
        ({"tally": "how many seats are there", "tab": "Sites"}, "", 3),
        ({"tally": "If I add up the users of all three sites, where do I land?", "tab": "Sites"},
         "3 rows. Users altogether: 12.", 3),
        ({"tally": "I should like to cast up the users on Sites. What do the sites recorded there"
          " come to?", "tab": "Sites"}, "3 rows. Users altogether: 12.", 3),
        ({"tally": "I need the sum of the users", "tab": "Sites"},
         "3 rows. Users altogether: 12.", 3),
        ({"tally": "what is the average of the users", "tab": "Sites"},
         "3 rows. Users on average: 4.", 3),
        ({"tally": "Arithmetic mean of users, tab Sites. I know that is few.", "tab": "Sites"},
         "3 rows. Users on average: 4.", 3),
        ({"tally": "users per site on average, if one may ask?", "tab": "Sites"},
         "3 rows. Users on average: 4.", 3),
        ({"tally": "mean number of users in Leeds?", "tab": "Sites"}, "", 3),
        ({"tally": "which site has the most users, and how many?", "tab": "Sites"},
         "3 rows. Users at its highest: 5 (Oban).", 3),
        ({"tally": "what's the smallest number of users?", "tab": "Sites"},
         "3 rows. Users at its lowest: 3 (Old Town).", 3),
        ({"tally": "total users, and the mean of seats sold", "tab": "Sites"},
         "3 rows. Users altogether: 12. Seats sold on average: 2.67.", 3),
        ({"tally": "For my records: what do the users come to?", "tab": "Sites"},
         "3 rows. Users altogether: 12.", 3),
        ({"tally": "We take stock of the help desk: how many seats did we sell?", "tab": "Sites"},
         "", 3),
        ({"tally": "We stood in the north: how many users do we have?", "tab": "Sites"}, "", 3),
        ({"tally": "When I rang today, how many users did we have?", "tab": "Sites"}, "", 3),
        ({"tally": "Kindly compute for me the total of the users", "tab": "Sites"},
         "3 rows. Users altogether: 12.", 3),
        ({"tally": "seets sold added up please", "tab": "Sites"},
         "3 rows. Seats sold altogether: 8.", 3),
        ({"tally": "sea sold, total?", "tab": "Sites"}, "3 rows. Seats sold altogether: 8.", 3),
        ({"tally": "add up the active users", "tab": "Sites"}, "", 3),
        ({"tally": "the users in Europe altogether, what do we get?", "tab": "Sites"}, "", 3),
        ({"tally": "how many users without Ayr", "tab": "Sites"},
         "2 rows say Old Town and Oban. Users altogether: 8.", 2),
        ({"tally": "leaving Old Town out? Users", "tab": "Sites", "about": "leaving Old Town"},
         "2 rows say Ayr and Oban. Users altogether: 9.", 2),
        ({"tally": "users without Leeds", "tab": "Sites"}, "", 3),
        ({"tally": "what do the seats sold come to"}, "3 rows. Seats sold altogether: 8.", 3),
        ({"tally": "Summed over all Sites, how many seats were sold?", "tab": "Sites"},
         "3 rows. Seats sold altogether: 8.", 3),
        ({"tally": "How many users do the sites of our book have altogether, by that sheet?",
          "tab": "Sites"}, "3 rows. Users altogether: 12.", 3),
        ({"tally": "How many users has Leeds altogether?", "tab": "Sites"}, "", 3),
        ({"tally": "how many users has leeds altogether?", "tab": "Sites"}, "", 3),
        ({"tally": "users of all 3 sites added up?", "tab": "Sites"},
         "3 rows. Users altogether: 12.", 3),
        ({"tally": "add up the users 4 me", "tab": "Sites"}, "3 rows. Users altogether: 12.", 3),
        ({"tally": "the sites bit how many users is that all told", "tab": "Sites"},
         "3 rows. Users altogether: 12.", 3),
        ({"tally": "for a check (n=3, I know): mean of users, roughly", "tab": "Sites"},
         "3 rows. Users on average: 4.", 3),
        ({"tally": "users alltogether that are gone", "tab": "Sites"}, "", 3),
        ({"tally": "how many users speak french", "tab": "Sites"}, "", 3),
        ({"tally": "in the mood of the day: adding up all sites, how many users?", "tab": "Sites"},
         "", 3),
        ({"tally": "taking the pulse of the desk: adding up all sites, how many users?",
          "tab": "Sites"}, "3 rows. Users altogether: 12.", 3),
        ({"tally": "mean of users for the whole north", "tab": "Sites"}, "", 3),
        ({"tally": "How many users they make, all the sites together?", "tab": "Sites"},
         "3 rows. Users altogether: 12.", 3),
        ({"tally": "how many users do the sites of our book have between them?", "tab": "Sites"},
         "3 rows. Users altogether: 12.", 3),
        ({"tally": "add up leeds users", "tab": "Sites"}, "", 3),
        ({"tally": "add up leeds's users", "tab": "Sites"}, "", 3),
        ({"tally": "add up the users in leeds", "tab": "Sites"}, "", 3),
        ({"tally": "How many trained users are there?", "tab": "Sites"}, "", 3),
        ({"tally": "total up the seats sold", "about": "sold"},
         "3 rows. Seats sold altogether: 8.", 3),
        ({"tally": "total fines in the Dues tab", "tab": "Dues"},
         "2 rows. Fines altogether: 3.", 2),
        ({"tally": "total dues in the Dues tab", "tab": "Dues"}, "2 rows. Dues altogether: 12.", 2),
        ({"tally": "total dues", "tab": "Dues"}, "2 rows. Dues altogether: 12.", 2),
        ({"tally": "number of tasks with owner Ann", "where": where(Status="Completed")},
         "2 rows say Ann.", 2),
    ],
)  # fmt: skip
async def test_rows_are_counted_and_numbers_added_up_where_all_of_it_is_understood(
    wanted, told, rows
):
    _, found, text = await read(**wanted)

    assert len(found[1:]) == rows
    assert text.partition("\n")[0] == told or (not told and text.startswith("**Book**"))


@pytest.mark.parametrize(
    ("wanted", "tab", "told"),
    [
        ({"tally": "how many trained users are there?"}, "Sites",
         "3 rows are shown. Users altogether: 12."),
        ({"question": "which of them has the fewest users?"}, "Sites",
         "3 rows are shown. Users at its lowest: 3 (Old Town)."),
        ({"question": "how much is that?", "tab": "Sites"}, "Sites",
         "3 rows are shown. Users altogether: 12. Seats sold altogether: 8."),
        ({"question": "how many owners say completed, and is any open?", "tab": "Tasks"}, "Tasks",
         "4 rows are shown. Completed: 2. open: 1."),
        ({"question": "and the smallest?", "near": "Dues"}, "Dues",
         "2 rows are shown. Dues at its lowest: 5 (Ann). Fines at its lowest: 1 (Ann)."),
        ({"question": "which member pays most in Numbers?"}, "Dues",
         "2 rows are shown. Dues at its highest: 7 (Bo). Fines at its highest: 2 (Bo)."),
        ({"question": "dues or fines by member, or seats sold? The most."}, "Dues",
         "2 rows are shown. Dues at its highest: 7 (Bo). Fines at its highest: 2 (Bo)."),
        ({"question": "and Oban?", "near": "Dues"}, "Sites", ""),
        ({"question": "how much is that?", "tab": "Sums"}, "Sums", ""),
        ({"question": "how much is it for Ayr?", "about": "Ayr", "tab": "Sites"}, "Sites", ""),
        ({"question": "show me the seats"}, "Sites", ""),
    ],
)  # fmt: skip
async def test_beside_a_table_it_is_told_what_all_rows_shown_come_to(wanted, tab, told):
    found, _, text = await read(**wanted)

    assert (found, told) == (tab, text.rpartition("\n\n")[2] if told else "")
    assert told or " are shown." not in text


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
