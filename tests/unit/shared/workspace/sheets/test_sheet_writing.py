"""Rows added by the names of their columns, and cells changed: shown first, then exactly that."""

from dataclasses import replace

import pytest

from shared.errors import ToolFailed
from shared.tools.effect import Effect, OutcomeUnknown
from shared.tools.tool import Made
from shared.workspace.sheets.cells import changed, column_of, is_made, letters
from shared.workspace.sheets.places import MAX_ROWS
from shared.workspace.sheets.port import Sheet, Sheets, Table
from tests.unit.shared.tools.accounts import desk, profile, said
from tests.unit.shared.tools.test_tools import TOOLS

TASKS = (
    ("Task", "Owner", "Status"),
    ("Website", "Bo", "In progress"),
    ("Website texts", "Ann", "Blocked"),
    ("Pilot guide", "Bo"),
)
MONEY = (("Item", "Sum (USD)"), ("Taxi", 40), ("Hotel", None))
APPEND, UPDATE = TOOLS["sheets_append_row"], TOOLS["sheets_update_row"]
REMOVE = TOOLS["sheets_remove_row"]


class Workbook:
    """A spreadsheet by tabs; looking for it by name counts."""

    def __init__(self, *, cut=False, **tabs):
        self.tabs = {name: [*rows] for name, rows in (tabs or {"Tasks": TASKS}).items()}
        self.sheet = Sheet(id="s1", name="Plan", tabs=tuple(self.tabs))
        self.cut, self.searched = cut, 0

    async def search(self, text, limit):
        self.searched += 1
        return (self.sheet,) if text in {"Plan", "s1"} else ()

    async def read(self, sheet_id, tab, limit):
        assert sheet_id == "s1"
        name = tab or next(iter(self.tabs))
        rows = tuple(self.tabs[name][:limit])
        return Table(sheet=self.sheet, tab=name, rows=rows, cut=self.cut)

    async def append(self, sheet_id, tab, row, effect):
        self.tabs[tab].append(row)
        return Table(sheet=self.sheet, tab=tab, rows=(row,), first=len(self.tabs[tab]))

    async def update(self, sheet_id, tab, change, effect):
        rows, at = self.tabs[tab], change.number - 1
        is_made(rows[at], change)
        rows[at] = changed(rows[at], change)
        return Table(sheet=self.sheet, tab=tab, rows=(rows[at],), first=change.number)

    async def remove(self, sheet_id, tab, row, cells, effect):
        assert tuple(self.tabs[tab].pop(row - 1)) == cells


def at(book, *, again=False):
    return replace(desk(ports={Sheets: book}), effect=Effect(id="e" * 32, again=again))


def values(**columns):
    return [{"column": name.replace("_", " "), "value": value} for name, value in columns.items()]


async def shown(tool, book, **arguments):
    """Prepare a call; preparing what was shown gives the same again."""
    prepared = await tool.preview(at(book), {"sheet": "Plan", **arguments})
    assert await tool.preview(at(book), prepared.arguments) == prepared
    return prepared


async def done(tool, book, prepared):
    """Do what was shown; nothing is looked for any more."""
    before = book.searched
    result = await tool.run(at(book), prepared.arguments)
    assert book.searched == before
    return result, tool.say(said(result, **prepared.arguments))


async def refused(tool, book, why, **arguments):
    with pytest.raises(ToolFailed, match=why) as failed:
        await tool.preview(at(book), {"sheet": "Plan", **arguments})
    assert failed.value.kind == "params"


async def test_a_row_is_added_by_the_names_of_its_columns_whatever_their_order():
    book = Workbook()
    prepared = await shown(APPEND, book, values=values(status="Open", TASK="Tests"))
    assert prepared.arguments == {
        "sheet": "s1",
        "tab": "Tasks",
        "row": ["Tests", None, "Open"],
        "columns": ["Task", "Owner", "Status"],
    }
    assert prepared.card.fields == (
        ("Spreadsheet", "Plan"),
        ("Tab", "Tasks"),
        ("Task", "Tests"),
        ("Status", "Open"),
    )

    result, words = await done(APPEND, book, prepared)

    assert words == "Added a row to **Plan** (Tasks): Task Tests, Status Open."
    assert result["table"]["first"] == 5
    assert book.tabs["Tasks"][-1] == ("Tests", None, "Open")


async def test_a_whole_row_may_be_given_in_the_order_of_the_columns():
    prepared = await shown(APPEND, Workbook(), row=["Tests", "Ann", "=A1"])
    assert prepared.card.fields[2:] == (("Task", "Tests"), ("Owner", "Ann"), ("Status", "=A1"))
    assert prepared.card.warnings[0].startswith("A cell begins with =")
    empty = await shown(APPEND, Workbook(Log=()), row=["a", 1])
    assert empty.card.fields[2:] == (("Column A", "a"), ("Column B", "1"))
    lettered = await shown(APPEND, Workbook(Log=()), values=values(B=1))
    assert lettered.arguments["row"] == [None, 1]


@pytest.mark.parametrize(
    ("row", "added"),
    [
        (["item Bus", "sum 12"], ["Bus", 12]),
        (["sum: 40", "Bus"], ["Bus", 40]),
        (["Item of Bo", "twelve"], ["Item of Bo", "twelve"]),  # not all begin with a column
        (["Item Bus", "Item Taxi"], ["Item Bus", "Item Taxi"]),
        (["Item", "Sum"], ["Item", "Sum"]),
        (["item Bus", "sum leave empty"], ["Bus", None]),
        (["Bus", "left blank for now"], ["Bus", None]),
        (["Bus", "open"], ["Bus", "open"]),
        (["Bus", "-"], ["Bus", None]),
        (["Bus", "no sum yet"], ["Bus", None]),
        (["Bus", "we don't have it yet"], ["Bus", None]),
        (["Bus", "the sum I'll fill in later"], ["Bus", None]),
        (["Bus", "stays empty because nobody knows"], ["Bus", None]),
        (["Bus", "unknown"], ["Bus", "unknown"]),
        (["item", "Bus", "12 sum"], ["Bus", 12]),
    ],
)
async def test_cells_that_begin_with_their_columns_names_go_there_without_them(row, added):
    book = Workbook(Money=MONEY)
    prepared = await shown(APPEND, book, row=row)

    assert prepared.arguments["row"] == added


@pytest.mark.parametrize(
    "row",
    [
        ["Dallas", "2026-12-20"],
        ["Dallas", 40],
        ["Dallas", "Open"],
        ["Dallas"],
    ],
)
async def test_fewer_cells_than_columns_are_asked_about(row):
    sites = (("Site", "Go-live", "Users", "Status"), ("Toledo", "2026-12-11", 31, "Waits"))
    await refused(APPEND, Workbook(Sites=sites), "Which value belongs", row=row)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"row": ["Tests"]}, "Which value belongs in which column.*Task, Owner, Status"),
        ({"row": ["a", "b", "c", "d"]}, "Which value belongs"),
        ({"values": values(Due="x")}, "Plan has no column Due; it has Task, Owner, Status"),
        ({"values": values(D="x")}, "no column D"),
        ({"values": values(Task="x", task="y")}, "named twice"),
        ({"values": values(Task="")}, "What should be in the row"),
        ({}, "Which value belongs"),
    ],
)
async def test_the_order_of_columns_is_never_guessed(arguments, why):
    await refused(APPEND, Workbook(), why, **arguments)


async def test_columns_of_one_name_are_told_apart_by_their_letters():
    book = Workbook(Log=(("Note", "Note", None),))
    await refused(
        APPEND,
        book,
        "several columns called Note. Say its letter, such as A",
        values=values(Note=1),
    )
    prepared = await shown(APPEND, book, values=values(B=1))
    assert prepared.card.fields[2:] == (("Note", "1"),)


async def test_a_row_is_not_added_once_the_columns_are_others():
    book = Workbook()
    prepared = await shown(APPEND, book, values=values(Task="Tests"))
    book.tabs["Tasks"][0] = ("Owner", "Task", "Status")
    with pytest.raises(ToolFailed, match="columns have changed since"):
        await APPEND.run(at(book), prepared.arguments)
    with pytest.raises(OutcomeUnknown):
        await APPEND.run(at(book, again=True), prepared.arguments)
    assert len(book.tabs["Tasks"]) == 4
    edited = await APPEND.preview(at(book), prepared.arguments)
    assert edited.arguments["row"] == [None, "Tests", None]


@pytest.mark.parametrize(
    ("arguments", "cell"),
    [
        ({"row": "website"}, "C2"),
        ({"row": "guide"}, "C4"),
        ({"where": [{"column": "Task", "value": "Website"}]}, "C2"),
        ({"number": 3}, "C3"),
    ],
)
async def test_a_cell_is_changed_in_the_row_that_is_meant(arguments, cell):
    book = Workbook(Money=MONEY, Tasks=TASKS)
    tab = {"tab": "Tasks"} if "number" in arguments else {}
    prepared = await shown(UPDATE, book, **arguments, **tab, values=values(status="Done"))
    result, _ = await done(UPDATE, book, prepared)
    assert [one["cell"] for one in result["cells"]] == [cell]
    assert book.tabs["Tasks"][int(cell[1:]) - 1][2] == "Done"


async def test_what_a_cell_said_is_shown_and_what_it_says_is_told():
    book = Workbook()
    prepared = await shown(UPDATE, book, row="Website", values=values(Status="Done", B="Ann"))

    card = prepared.card
    assert card.title == "Change Website"
    assert card.fields == (("Spreadsheet", "Plan"), ("Tab", "Tasks"), ("Row", "2"))
    assert [(one.label, one.before, one.after) for one in card.differences] == [
        ("Owner", "Bo", "Ann"),
        ("Status", "In progress", "Done"),
    ]
    result, words = await done(UPDATE, book, prepared)
    assert words == (
        "Set Owner of Website to Ann (was Bo), Status of Website to Done (was In progress)"
        " in **Plan** (Tasks)."
    )
    assert (result["row"], result["key"]) == (2, "Website")
    assert result["cells"][1] == {
        "cell": "C2",
        "column": "Status",
        "before": "In progress",
        "after": "Done",
    }


async def test_a_cell_by_its_letters_needs_no_names():
    book = Workbook(Log=((), (1,)))
    prepared = await shown(UPDATE, book, number=2, values=values(C=4))
    _, words = await done(UPDATE, book, prepared)
    assert words == "Set C2 to 4 (was empty) in **Plan** (Log)."
    prepared = await shown(UPDATE, book, number=9, values=values(A="x"))
    assert (prepared.card.title, prepared.arguments["key_column"]) == ("Change row 9", 0)


async def test_a_column_may_be_named_without_its_unit():
    prepared = await shown(UPDATE, Workbook(Money=MONEY), row="Taxi", values=values(sum=41))
    assert prepared.card.differences[0].label == "Sum (USD)"


@pytest.mark.parametrize(
    ("row", "adds", "after"), [("Taxi", 2.5, 42.5), ("Taxi", -10, 30), ("Taxi", 0, 41)]
)
async def test_what_is_added_to_a_cell_is_shown_with_what_it_comes_to(row, adds, after):
    book = Workbook(Money=MONEY)
    prepared = await shown(UPDATE, book, row=row, values=values(sum=41), adds=adds)
    assert prepared.arguments["cells"][0]["after"] == after
    await done(UPDATE, book, prepared)
    assert book.tabs["Money"][1] == ("Taxi", after)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"row": "Website", "adds": 2}, "Status says no number that 2 can be added to"),
        ({"row": "Bo"}, r"Several rows fit Bo: row 2 \(Website, .*\); row 4 \(Pilot guide, Bo\)"),
        ({"row": "Zebra"}, "Plan has no row that says Zebra"),
        ({"row": "Website", "values": values(Due="x")}, "Plan has no column Due"),
        ({"where": [{"column": "Due", "value": "x"}]}, "Plan has no row that says Due x"),
        ({}, "Which row do you mean"),
        ({"row": "Website", "values": values(Status="In progress")}, "already so for Website"),
        ({"number": MAX_ROWS + 1}, "only change the first"),
        ({"number": 2, "key_column": 1, "key": "Other"}, "Row 2 is another one by now"),
        ({"number": 2, "values": values(Due="x")}, "Plan has no column Due"),
        ({"row": "Website", "values": values(Task=12460)}, "Task holds words.* Which column"),
    ],
)
async def test_a_row_that_is_not_clear_is_asked_for(arguments, why):
    await refused(UPDATE, Workbook(), why, **{"values": values(Status="Done"), **arguments})


async def test_of_a_long_sheet_it_is_said_how_far_was_looked():
    await refused(
        UPDATE,
        Workbook(cut=True),
        "no row that says Zebra in its first 2,000 rows",
        row="Zebra",
        values=values(Status="Done"),
    )


async def test_a_row_that_has_moved_or_changed_since_is_left_alone():
    book = Workbook()
    prepared = await shown(UPDATE, book, row="Website", values=values(Status="Done"))
    book.tabs["Tasks"].insert(1, ("New", "Ann", "In progress"))
    with pytest.raises(ToolFailed, match="Row 2 no longer says Website"):
        await UPDATE.run(at(book), prepared.arguments)
    book.tabs["Tasks"][1] = ("Website", "Bo", "Cancelled")
    with pytest.raises(ToolFailed, match="C2 says Cancelled by now"):
        await UPDATE.run(at(book), prepared.arguments)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [(APPEND, {"values": values(Task="x")}), (UPDATE, {"row": "x", "values": values(Task="x")})],
)
async def test_what_was_not_shown_is_not_done(tool, arguments):
    with pytest.raises(ToolFailed, match="not worked out"):
        await tool.run(at(Workbook()), {"sheet": "s1", **arguments})
    assert tool.rules.assess({}, profile()) == "medium"


@pytest.mark.parametrize(
    ("number", "name"), [(1, "A"), (26, "Z"), (27, "AA"), (52, "AZ"), (702, "ZZ")]
)
def test_columns_have_letters(number, name):
    assert letters(number) == name
    assert column_of(name.lower()) == number


@pytest.mark.parametrize("text", ["", "AAA", "A1", "Ä", "1"])
def test_not_every_text_is_a_column(text):
    assert column_of(text) == 0


@pytest.mark.parametrize(
    ("row", "added"),
    [
        (["Bus", "40 sums"], ["Bus", 40]),
        (["Bus", "so a sum of 40"], ["Bus", 40]),
        (["sum 40", 7], ["sum 40", 7]),  # the columns are in another order
    ],
)
async def test_cells_in_their_places_lose_what_says_so(row, added):
    shown_row = await shown(APPEND, Workbook(Money=MONEY), row=row)
    assert shown_row.arguments["row"] == added


async def test_what_begins_as_its_column_is_called_is_whole_where_that_is_said_before_it():
    said = {"row": ["Item Bus", "sum: 40"], "words": "a new line: item Item Bus, sum: 40"}
    prepared = await shown(APPEND, Workbook(Money=MONEY), **said)
    assert prepared.arguments["row"] == ["Item Bus", 40]


@pytest.mark.parametrize("row", [["Bus", "item: x"], ["sum: 40", "7", "x"]])
async def test_the_order_of_cells_that_are_labelled_otherwise_is_asked(row):
    with pytest.raises(ToolFailed, match="Which value belongs in which column"):
        await shown(APPEND, Workbook(Money=MONEY), row=row)


async def test_a_tab_is_told_by_its_words_with_whose_it_is():
    book = Workbook(**{"Log": MONEY, "Tool hire": MONEY})
    prepared = await shown(APPEND, book, tab="Tool's hire", row=["Saw", 5])
    assert prepared.arguments["tab"] == "Tool hire"


async def test_what_a_change_goes_on_from_counts_where_its_words_tell_nothing():
    words = "they are done, put Completed there\nstatus Pilot guide"
    prepared = await shown(UPDATE, Workbook(), values=values(Status="Completed"), words=words)
    assert prepared.arguments["key"] == "Pilot guide"

    own = words.replace("they are", "the Website texts are")
    prepared = await shown(UPDATE, Workbook(), values=values(Status="Completed"), words=own)
    assert prepared.arguments["key"] == "Website texts"


@pytest.mark.parametrize(
    ("told", "row"),
    [
        ({"row": ["Oban as", "task"]}, ["Oban", None, "Open"]),
        ({"values": values(Company="Oban")}, ["Oban", None, "Open"]),
        ({"tab": "Oban", "row": ["Open"]}, ["Oban", None, "Open"]),
        ({"row": ["Oban", "Ann", "Open"]}, ["Oban", "Ann", "Open"]),
    ],
)
async def test_columns_that_are_named_tell_a_row_that_was_told_worse(told, row):
    words = "Oban as the task in Plan, and Open as status"
    ready = await shown(APPEND, Workbook(), **told, words=words)
    assert ready.arguments["row"] == row
    assert "words" not in ready.arguments


SITES = (("Site", "Go-live", "Users"), ("Ayr", "2026-12-11", 4), ("Oban", "2026-12-25", 9))


async def test_a_row_says_in_each_column_what_that_holds():
    told = [{"column": "Go-live", "value": "no date yet"}, *values(Site=19, Users="nineteen")]
    prepared = await shown(APPEND, Workbook(Sites=SITES), values=told)
    assert prepared.arguments["row"] == [19, None, 19]
    assert prepared.card.warnings == ("Site holds words; “19” is none.",)


@pytest.mark.parametrize(
    ("value", "after", "warnings"),
    [
        ("twelve users", 12, ()),
        ("leave it as it is", "leave it as it is", ("Users",)),
        ("some", "some", ("Users",)),
    ],
)
async def test_a_changed_cell_says_what_its_column_holds(value, after, warnings):
    sites = Workbook(Sites=(*SITES, ("Leith", "2027-01-05", 7)))
    prepared = await shown(UPDATE, sites, row="Ayr", values=values(Users=value))
    assert prepared.arguments["cells"][0]["after"] == after
    assert tuple(one.split()[0] for one in prepared.card.warnings) == warnings


@pytest.mark.parametrize(
    ("words", "added"),
    [
        ("Plan lacks a line. Training: sum 6,000. Add it at the bottom, exactly so.", 6000),
        ("Plan wants a line for Training at the end. Spent four and a half thousand.", 4500),
    ],
)
async def test_a_row_is_dictated_with_what_its_columns_hold(words, added):
    money = (("Item", "Sum (USD)"), ("Taxi", 40), ("Hotel", 12))
    prepared = await shown(APPEND, Workbook(Money=money), words=words)
    assert prepared.arguments["row"] == ["Training", added]


async def test_a_cell_that_holds_more_than_its_column_is_asked_about():
    money = (("Item", "Sum (USD)"), ("Taxi", 40), ("Hotel", 12))
    why = "Which value belongs in which column"
    await refused(APPEND, Workbook(Money=money), why, row=["Bus, weekly", "about forty"])


@pytest.mark.parametrize("wanted", [{"named": "pilot guide"}, {"row": 4}])
async def test_a_row_is_shown_and_goes_and_can_be_added_again(wanted):
    book = Workbook()
    shown = await REMOVE.prepare(at(book), REMOVE.parameters(sheet="Plan", **wanted))
    assert shown.card.title == "Delete a row"
    assert shown.card.fields[-1] == ("Row", "4: Pilot guide, Bo")

    exact = REMOVE.parameters.model_validate(shown.arguments)
    again = await REMOVE.prepare(at(book), exact)
    result = await REMOVE.run(at(book), exact)

    assert again.arguments == shown.arguments
    assert [row[0] for row in book.tabs["Tasks"]] == ["Task", "Website", "Website texts"]
    assert REMOVE.say(said(result)) == "The row is gone from **Plan**: Pilot guide, Bo."
    undo = REMOVE.undo(Made(shown.arguments, result))
    assert undo.told == "Add the row again at the end of Plan"
    back = await APPEND.prepare(at(book), APPEND.parameters.model_validate(undo.arguments))
    await APPEND.run(at(book), APPEND.parameters.model_validate(back.arguments))
    assert book.tabs["Tasks"][-1] == ("Pilot guide", "Bo", None)


def test_a_row_whose_columns_are_not_on_record_is_not_added_again():
    gone = {"removed": {"sheet": "s1", "name": "Plan", "tab": "Tasks", "cells": ["Taxi", 2]}}
    assert "add it again" in REMOVE.undo(Made({}, gone))


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"named": "website"}, ""),
        ({"named": "bo"}, "Several rows fit bo"),
        ({"named": "boat"}, "Plan has no row that says boat"),
        ({"row": 1}, "Plan has no row that says number 1"),
        ({"row": 9}, "Plan has no row that says number 9"),
        ({}, "Which row do you mean"),
    ],
)
async def test_only_one_row_that_is_there_is_shown_to_go(wanted, why):
    showing = REMOVE.prepare(at(Workbook()), REMOVE.parameters(sheet="Plan", **wanted))
    if not why:
        assert (await showing).arguments["row"] == 2
        return
    with pytest.raises(ToolFailed, match=why):
        await showing


async def test_a_row_that_was_not_shown_does_not_go():
    with pytest.raises(ToolFailed, match="removed nothing"):
        await REMOVE.run(at(Workbook()), REMOVE.parameters(sheet="s1", row=2))


async def test_a_row_is_shown_under_the_name_its_sheet_has_whatever_it_was_called():
    told = {"sheet": "s1", "name": "Scratch", "row": 4, "cells": TASKS[3], "columns": ("x",)}

    shown = await REMOVE.prepare(at(Workbook()), REMOVE.parameters(**told))

    assert shown.card.fields[0] == ("Spreadsheet", "Plan")
    assert (shown.arguments["name"], shown.arguments["tab"]) == ("Plan", "Tasks")
    assert shown.arguments["columns"] == ["Task", "Owner", "Status"]
