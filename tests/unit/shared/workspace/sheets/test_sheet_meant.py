"""Cells by what was said of them, and spreadsheets by the words of their names and tabs."""

import pytest

from shared.workspace.sheets.asking.changed import cells_marked
from shared.workspace.sheets.kinds import column_said
from shared.workspace.sheets.meant import columns_stray, others_told
from shared.workspace.sheets.places import known_table, place_of
from shared.workspace.sheets.port import Sheet, Table

SPEND = Sheet(id="s1", name="Money", tabs=("Spend", "Sites"))
PLAN = Sheet(id="s2", name="Bridge plan", tabs=("Roll-out",))
TABLES = (
    Table(
        sheet=SPEND,
        tab="Spend",
        rows=(
            ("Line", "Plan (GBP)", "Actual (GBP)"),
            ("Travel", 18000, 12100),
            ("Travel abroad", 9000, None),
            ("Rent", 500, 500),
        ),
    ),
    Table(
        sheet=SPEND,
        tab="Sites",
        rows=(
            ("Task", "Site", "Go-live", "Users", "State"),
            ("Printers", "Ayr", "3 May", 48, "Ready"),
            ("Training for shift leads", "Oban", "9 May", 31, "Waits"),
            ("Training of hosts", "Wick", "9 May", 12, "Waits"),
        ),
    ),
)


def meant(new, words):
    """Return the tab, the number of the row and the cells that words tell."""
    found = cells_marked(words, [known_table(one) for one in TABLES], new)
    cells = [(one.column + 1, one.value) for one in found]
    return (found[0].table.tab, found[0].row + 2, cells) if found else None


@pytest.mark.parametrize(
    ("new", "words", "expected"),
    [
        ([12900], "travel actual is 12900", ("Spend", 2, [(3, 12900)])),
        ([20], "the plan for travel abroad should be 20", ("Spend", 3, [(2, 20)])),
        ([600], "rent is 600 actual now, was 500", ("Spend", 4, [(3, 600)])),
        (["29 users"], "oban has 29 users not 31", ("Sites", 3, [(4, 29)])),
        ([29], "oban has 29 users not 31", ("Sites", 3, [(4, 29)])),
        (["Ready"], "Wick is Ready now", ("Sites", 4, [(5, "Ready")])),
        (["Oban", "Ready"], "Oban is Ready now", ("Sites", 3, [(5, "Ready")])),
        (["4 June"], "go live of ayr moves to 4 June", ("Sites", 2, [(3, "4 June")])),
        (["Ready"], "the shift lead's training: Ready", ("Sites", 3, [(5, "Ready")])),
        (["done"], "state of hosts' training -> done", ("Sites", 4, [(5, "done")])),
        ([50, "Ready"], "printers: users 50, state Ready", ("Sites", 2, [(4, 50), (5, "Ready")])),
        (["50 users"], "ayr: 50 users", ("Sites", 2, [(4, 50)])),
        ([50, "Open"], "ayr: users to 50, state is Open now", ("Sites", 2, [(4, 50), (5, "Open")])),
        (["State", "Open"], "State of Ayr to Open", ("Sites", 2, [(5, "Open")])),
        ([550], "the planned amount for rent should be 550", ("Spend", 4, [(2, 550)])),
        ([550], "rent: actual is 550 and not 500", ("Spend", 4, [(3, 550)])),
        (
            [12100, 12450],
            "line travel. actual stands at 12100. amend to 12450",
            ("Spend", 2, [(3, 12450)]),
        ),
    ],
)
def test_a_row_and_columns_are_found_by_what_is_said(new, words, expected):
    assert meant([("", one) for one in new], words) == expected


@pytest.mark.parametrize(
    ("new", "words"),
    [
        (["Ready"], "the training is Ready"),  # of two rows
        ([7], "rent is 7"),  # in which of two columns
        ([7], "set users to 7"),  # of no row
        (["Ready"], "Zurich is Ready"),
        ([7], "the plan for rent and travel is 7"),  # of two rows that are named
        ([3, 4], "the users of ayr to 3, of oban to 4"),
        ([], "users of ayr"),
        ([7], ""),
    ],
)
def test_what_is_not_clear_is_not_guessed(new, words):
    assert meant([("", one) for one in new], words) is None


@pytest.mark.parametrize(
    ("line", "cells", "words", "others"),
    [
        (2, [(2, 50)], "set the plan of travel to 50", []),
        (2, [(2, 50)], "set its plan to 50", []),
        (
            4,
            [(2, 5), (3, 50)],
            "set the plan of rent to 5 and the actual of travel to 50",
            ["Travel"],
        ),
        (2, [(2, 50)], "plan for rent, no, travel to 50", []),
        (2, [(2, 50)], "put 50 for travel and 20 for rent", ["Rent"]),
        (2, [(3, 50)], "actual of travel to twenty and of rent to 50", ["Rent"]),
        (4, [(3, 50)], "actual of travel to twenty and of rent to 50", ["Travel"]),
        (4, [(3, 50)], "set it to 50 and the actual of travel to 20", ["Travel"]),
        (4, [(3, 20)], "set it to 50 and the actual of travel to 20", ["Travel"]),
        (2, [(3, 9)], "actual of travel is 9, the plan of rent 8", ["Rent"]),
        (3, [(2, 7)], "the plan of travel abroad is 7", []),
        (3, [(2, 7)], "the plan of travel abroad is 7 and of travel 8", []),
        (2, [(2, 7)], "the plan of travel abroad is 7 and of travel 8", ["Travel abroad"]),
    ],
)
def test_no_value_is_put_in_the_row_of_another_clause(line, cells, words, others):
    assert others_told(TABLES[0], line, cells, words) == others


def test_a_column_of_before_is_none_of_words_that_name_another():
    assert columns_stray(TABLES[0], [(3, 50)], "travel plan to 50")
    assert not columns_stray(TABLES[0], [(2, 50)], "travel plan to 50")
    assert not columns_stray(TABLES[0], [(3, 50)], "travel to 50")


def test_a_column_that_was_named_counts_before_those_nearby():
    assert meant([("State", "done")], "task of oban -> done") == ("Sites", 3, [(5, "done")])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plan 6000", (2, "6000")),
        ("6000 plan", (2, "6000")),
        ("Plan (GBP): 5", (2, "5")),
        ("go live 3 May", (4, "3 May")),
        ("plans 5", (2, "5")),
        ("5000 planned", (2, "5000")),
        ("so an actual of 5", (3, "5")),
        ("a plan of Bo", (0, "a plan of Bo")),
    ],
)
def test_a_column_stands_before_or_behind_what_it_says(text, expected):
    assert column_said(text, ["Line", "Plan (GBP)", "Actual (GBP)", "Go-live"]) == expected


class Shelf:
    """Two spreadsheets, of which one is listed without its tabs."""

    async def search(self, text, limit):
        some = (SPEND, PLAN.model_copy(update={"tabs": ()}))
        return tuple(one for one in some if text.casefold() in one.name.casefold())

    async def read(self, sheet_id, tab, limit):
        return Table(sheet=SPEND if sheet_id == "s1" else PLAN, tab="", rows=())


@pytest.mark.parametrize(
    ("wanted", "tab", "place"),
    [
        ("money", "", ("s1", "", "")),
        ("money", "SPEND", ("s1", "Spend", "")),
        ("money", "spe", ("s1", "Spend", "")),
        ("money", "the sites tab", ("s1", "Sites", "")),
        ("money", "Oban", ("s1", "", "Oban")),
        ("spend in the Money sheet", "", ("s1", "Spend", "")),
        ("rollout plan", "", ("s2", "Roll-out", "")),
        ("bridge roll out", "", ("s2", "Roll-out", "")),
        ("tunnel plan", "", ("tunnel plan", "", "")),
        ("the sheet", "", ("the sheet", "", "")),
    ],
)
async def test_a_sheet_goes_by_its_name_and_its_tabs_together(wanted, tab, place):
    assert await place_of(wanted, tab, Shelf()) == place


@pytest.mark.parametrize(
    ("wanted", "tab", "words", "place"),
    [
        ("tunnel", "Oban", "a row to the roll-out tab of the Bridge plan", ("s2", "Roll-out")),
        ("money", "Oban", "a row to the Sites tab of Money, Oban", ("s1", "Sites")),
        ("money", "Sites", "the tab spend in Money needs a row for sites", ("s1", "Spend")),
        ("money", "Sites", "a row in Money, sites 5, spend 7", ("s1", "Sites")),
        ("money", "", "a row in Money, spend 7", ("s1", "")),
        ("money", "", "add to Money, spend: rent, 5", ("s1", "Spend")),
        ("money", "", "add to Money: rent, spend: 5", ("s1", "")),
    ],
)
async def test_all_words_of_a_command_may_tell_the_sheet_and_its_tab(wanted, tab, words, place):
    assert (await place_of(wanted, tab, Shelf(), words))[:2] == place
