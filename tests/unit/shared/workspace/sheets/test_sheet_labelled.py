"""The cells of a row as people tell them by the names of its columns."""

from dataclasses import replace

import pytest

from shared.understanding.tables import Grid
from shared.workspace.sheets.in_clauses import told_in_clauses

SALES = Grid("Money", "Q4 by client", ("Client", "Revenue (USD)", "Share"), ())
YEARS = Grid("Money", "Revenue", ("Quarter", "Revenue (USD)", "Profit (USD)"), ())
SITES = Grid("Bridge plan", "Roll-out", ("Site", "Go-live", "Users", "Status"), ())
LINES = Grid("Money", "Spend", ("Line", "Plan (GBP)", "Actual (GBP)"), ())
TEAM = Grid("Expenses", "Team", ("Item", "Amount (EUR)", "Paid by"), ())


@pytest.mark.parametrize(
    ("grid", "text", "row"),
    [
        (
            SALES,
            (
                "another row in the Money sheet, on the tab Q4 by client. The client is Nord "
                "AB, the revenue 25000 and the share 2%."
            ),
            {1: "Nord AB", 2: 25000, 3: "2%"},
        ),
        (
            SITES,
            (
                "one row to the Roll-out tab of the Bridge plan. The site is Oban, for Go-live "
                "write open, Users is 19 and Status is Not started."
            ),
            {1: "Oban", 2: "open", 3: 19, 4: "Not started"},
        ),
        (
            SITES,
            (
                "We get another site soon, Oban. Put it into the Bridge plan: go-live open, 19 "
                "users, status Planned."
            ),
            {1: "Oban", 2: "open", 3: 19, 4: "Planned"},
        ),
        (
            SITES,
            (
                "Add Oban as site, 2027-01-05 as go-live, 12 as users and open as status to "
                "the Bridge plan please."
            ),
            {1: "Oban", 2: "2027-01-05", 3: 12, 4: "open"},
        ),
        (
            SITES,
            (
                "add to the Bridge plan: Status is Ready, Oban for the site, 12 users, and for "
                "go-live put open."
            ),
            {4: "Ready", 1: "Oban", 3: 12, 2: "open"},
        ),
        (
            SALES,
            "add a row with 25,000 as revenue, Nord AB as client, 2% as share",
            {2: 25000, 1: "Nord AB", 3: "2%"},
        ),
        (
            SALES,
            "Add Nord AB to Q4 by client in Money, with a revenue of 25,000 and a share of 2%",
            {1: "Nord AB", 2: 25000, 3: "2%"},
        ),
        (
            TEAM,
            "Add to Expenses: Taxi under Item, 40 under Amount, and Bo Ek under Paid by",
            {1: "Taxi", 2: 40, 3: "Bo Ek"},
        ),
        (
            TEAM,
            (
                "Item should be Lunch, Paid by should be Ann and Amount should be 31 in the "
                "Expenses sheet"
            ),
            {1: "Lunch", 3: "Ann", 2: 31},
        ),
        (
            YEARS,
            "Add Q1 2026 to the Revenue tab of Money with revenue 1,000,000 and profit 200000",
            {1: "Q1 2026", 2: 1000000, 3: 200000},
        ),
        (
            SALES,
            "Would you add a client to Money? Client Nord AB, revenue 25000, share 2%",
            {1: "Nord AB", 2: 25000, 3: "2%"},
        ),
        (
            SITES,
            "the users are 12, the site is called Oban, go-live is on 2027-01-05",
            {3: 12, 1: "Oban", 2: "2027-01-05"},
        ),
        (SITES, "The new site Oban goes into the Bridge plan: 12 users", {1: "Oban", 3: 12}),
        (SITES, "add a row, the Site column says Oban, the Users column 7", {1: "Oban", 3: 7}),
        (
            LINES,
            "New line at the bottom of Spend in Money: Training, plan 6000, actual 4500",
            {1: "Training", 2: 6000, 3: 4500},
        ),
        (LINES, "add at the end: line Training, plan 6000", {1: "Training", 2: 6000}),
        (
            LINES,
            "new line in Spend: Training, planned at 6,000, the actual being 4500",
            {1: "Training", 2: 6000, 3: 4500},
        ),
        (SITES, "row at the bottom: Oban, users 7, status Ready", {1: "Oban", 3: 7, 4: "Ready"}),
        (SITES, "Site: Oban. Go-live: to be decided.", {1: "Oban", 2: None}),
        (SITES, "add a row, site Oban, share 2%, 12 as users", {}),
        (
            SITES,
            "hooray, add a row to the Roll-out: Oban, no go-live date yet, 19 users, status Ready",
            {1: "Oban", 2: None, 3: 19, 4: "Ready"},
        ),
        (
            SITES,
            (
                "In the Roll-out a site is missing: Oban, with 18 users, status Not here, and, for "
                "now, without a go-live date. Could you add it?"
            ),
            {1: "Oban", 2: None, 3: 18, 4: "Not here"},
        ),
        (
            SITES,
            "one more row in the Roll-out - site oban / users 19 / status planned / go live tbd",
            {1: "oban", 2: "tbd", 3: 19, 4: "planned"},
        ),
        (
            LINES,
            "new line in Spend: Tax. 2200 was planned, 190 the actual",
            {1: "Tax", 2: 2200, 3: 190},
        ),
    ],
)
def test_where_the_names_of_columns_stand_tells_what_is_in_them(grid, text, row):
    assert told_in_clauses(text, grid, ("the plan",)) == row


@pytest.mark.parametrize(
    "text",
    [
        "Add a row to Money, Q4 by client: Nord AB, 25000, 2%",
        "Add a row, client Nord AB, 25000",
        "Add a row, client, share 2%",
        "Client Nord AB, client Acme, share 2%",
        f"Client {'so ' * 9}, share 2%",
    ],
)
def test_a_row_that_is_not_told_by_its_columns_is_none(text):
    assert not told_in_clauses(text, SALES, ())


@pytest.mark.parametrize(
    ("text", "row"),
    [
        (
            (
                "In the Bridge plan, roll-out tab, could you append a row for Oban? 19 users, "
                "status Proposed, and leave the go-live empty since nobody has a date."
            ),
            {1: "Oban", 2: None, 3: 19, 4: "Proposed"},
        ),
        (
            (
                "The roll-out table of the Bridge plan deserves a fifth site. At the bottom: Oban, "
                "19 users, status Dreaming, go-live Jan 15"
            ),
            {1: "Oban", 2: "Jan 15", 3: 19, 4: "Dreaming"},
        ),
        (
            (
                "New site for the Bridge plan. It is Oban. It has 12 users. Its status is Not here "
                "and no go-live yet."
            ),
            {1: "Oban", 2: None, 3: 12, 4: "Not here"},
        ),
        ("Add Oban to the Roll-out. Users are 12 there.", {1: "Oban", 3: 12}),
        ("stick Oban on the Roll-out list, users 12, go-live tbc", {1: "Oban", 2: "tbc", 3: 12}),
        (
            (
                "We have one more, in the Roll-out, below the others: Oban, go-live we don't know "
                "so write open, 9 users"
            ),
            {1: "Oban", 2: "open", 3: 9},
        ),
        ("add row for Oban to the Roll-out with status Open", {1: "Oban", 4: "Open"}),
        ("for the Roll-out, 12 folks, status Open, go-live tbc", {}),
        (
            (
                "In the Roll-out we need one row: site Oban, users 12. The date of go-live we "
                "don't know, stay empty."
            ),
            {1: "Oban", 2: None, 3: 12},
        ),
        (
            (
                "new line in the Bridge plan sheet please Oban with 12 users status Planned theres "
                "no go live date yet leave that blank"
            ),
            {1: "Oban", 2: None, 3: 12, 4: "Planned"},
        ),
        (
            (
                "In the Roll-out table please kindly add one more site at the bottom. Name is "
                "Oban, users 12, status is Planned. The go-live is not decided, so please keep it "
                "empty."
            ),
            {1: "Oban", 2: None, 3: 12, 4: "Planned"},
        ),
        (
            "Insert a new site in the Roll-out tab: Oban, 12 users, status New. Go-live is open.",
            {1: "Oban", 3: 12, 4: "New", 2: "open"},
        ),
        ("In the Roll-out, add another site Oban, users 12 status Ready", {}),
        (
            (
                "We got one! Oban \U0001f389 9 users, status New, and nobody knows the go-live so "
                "just write TBD there. goes in the Roll-out with the other sites"
            ),
            {1: "Oban", 2: "TBD", 3: 9, 4: "New"},
        ),
        (
            "pop a new line in the Roll-out for me: Oban, users 12, status No keys so far",
            {1: "Oban", 3: 12, 4: "No keys so far"},
        ),
        (
            "a row for oban in the Roll-out? Oban, users would be 12 n status Open",
            {1: "Oban", 3: 12, 4: "Open"},
        ),
        ("In the Roll-out users are 12 and status Open, put those in", {}),
        ("Add Oban to the Roll-out. Users are 12 there, and 14 users later.", {}),
        ("Add Oban to the Roll-out, Leith, users 12", {}),
        ("A row in the Bridge plan: 19 users, status Ready", {}),
        ("A row in the Bridge plan: Oban, Ayr road, 19 users", {}),
    ],
)
def test_each_clause_may_tell_a_cell(text, row):
    assert told_in_clauses(text, SITES, ()) == row


def test_the_only_column_that_holds_such_has_a_cell_without_a_name():
    kinds = ("words", "dates", "numbers", "words")
    text = "add Oban to the Roll-out, 19 users, Planned, no date so far"
    row = {1: "Oban", 3: 19, 4: "Planned"}
    assert told_in_clauses(text, SITES, (), kinds) == row
    assert told_in_clauses(f"{text}, lovely", SITES, (), kinds) == {}
    amounts = ("words", "numbers", "numbers", "")
    text = (
        "New line in Spend: Events. Planed 9 800, nought as actual, -9% in the last box. "
        "The actual stays."
    )
    row = {1: "Events", 2: 9800, 3: "nought", 4: "-9%"}
    assert (
        told_in_clauses(text, replace(LINES, heads=(*LINES.heads, "Difference")), (), amounts)
        == row
    )


def test_a_name_of_the_sheet_that_is_also_a_column_names_it_once():
    text = "to the Revenue tab: Quarter Q1, Revenue 5"
    assert told_in_clauses(text, YEARS, ("Revenue", "the money")) == {1: "Q1", 2: 5}
