"""What commands about spreadsheets come down to, from what is marked in them."""

from dataclasses import replace

import pytest

from shared.errors import ToolFailed
from shared.models.profile import Profile
from shared.models.reasoning import Reference
from shared.models.world import Link, Thing
from shared.understanding.work import Asked, Work
from shared.workspace.sheets.frames import FRAMES
from tests.support.marked import request, said
from tests.unit.shared.workspace.sheets.test_sheet_writing import APPEND, UPDATE, Workbook, at


def calls(task, marked, *references, carried="", profile=None):
    command = said(task, marked, carried)
    work = Work(command, request("sheets", command.text, references, profile=profile))
    FRAMES[task](work)
    steps = [(step.tool.removeprefix("sheets_"), step.arguments) for step in work.plan().steps]
    aside = {"words", "question"}
    return [(tool, {n: one for n, one in told.items() if n not in aside}) for tool, told in steps]


def asked(task, marked, *references, carried=""):
    with pytest.raises(Asked) as question:
        calls(task, marked, *references, carried=carried)
    return question.value.kind, str(question.value)


def sheet(ordinal, label="Leads", kind="sheet"):
    return Reference(kind=kind, id=f"s{ordinal}", label=label, ordinal=ordinal)


def held(**values):
    return [{"column": name.replace("_", " "), "value": value} for name, value in values.items()]


@pytest.mark.parametrize(
    ("marked", "arguments"),
    [
        ("list my sheets", {}),
        ("find sheets about {topic:the budget}", {"query": "budget"}),
        ("where's the {topic:van costs} sheet", {"query": "van costs"}),
        ("find {file:the rent spreadsheet}", {"query": "rent"}),
    ],
)
def test_sheets_are_looked_for(marked, arguments):
    assert calls("sheet_find", marked) == [("search", arguments)]


def test_a_sheet_that_is_named_or_pointed_at_is_opened():
    assert calls("sheet_find", "show me the {topic:Weekly Metrics} sheet") == [
        ("read", {"sheet": "Weekly Metrics"})
    ]
    two = sheet(1), sheet(2, "Plan")
    assert calls("sheet_find", "{which:the second one}", *two) == [("read", {"sheet": "s2"})]


@pytest.mark.parametrize(
    ("marked", "arguments"),
    [
        ("what does the {file:Budget} sheet say", {"sheet": "Budget"}),
        ("open {file:the table of rents}", {"sheet": "rents"}),
        ("open {file:the} {file:petty cash sheet}", {"sheet": "petty cash"}),
        ("open {file:A}, no, {file:B}: all of it", {"sheet": "B"}),
        ("with {file:drills} in {file:the tool sheet}", {"sheet": "tool"}),
        ("what's in the Weekly {file:Metrics} sheet", {"sheet": "Weekly Metrics"}),
        ("read the Q3 tab of {file:the Budget sheet}", {"sheet": "Budget", "tab": "Q3"}),
        ("in {file:Budget}, {file:May} tab, please", {"sheet": "Budget", "tab": "May"}),
        ("{file:Finance} sheet, tab Q4 by client", {"sheet": "Finance", "tab": "Q4 by client"}),
        ("Numbers tab of {file:Budget}", {"sheet": "Budget", "tab": "Numbers"}),
        ("read the uh {place:May} tab of {file:Budget}", {"sheet": "Budget", "tab": "May"}),
        ("{file:Budget} tab {place:May} please", {"sheet": "Budget", "tab": "May"}),
        (
            "the {field:Q4} by {file:client tab of the Finance sheet}",
            {"sheet": "Finance", "tab": "Q4 by client"},
        ),
        ("{field:Q3} of {file:Budget}", {"sheet": "Budget", "about": "Q3"}),
        ("{person:Tom}'s {field:hours} in {file:Budget}", {"sheet": "Budget", "about": "Tom"}),
        ("{file:Budget} on {topic:the red paint}", {"sheet": "Budget", "about": "red paint"}),
        ("what do {person:I} owe in {file:Budget}", {"sheet": "Budget"}),
        ("{field:status} of {which:order 3318} in {file:B}", {"sheet": "B", "about": "order 3318"}),
        ("{field:B7} and {which:row 12} in {file:Budget}", {"sheet": "Budget"}),
        ("who in {file:Budget} hasn't {value:paid}", {"sheet": "Budget"}),
        ("which are {value:late} in {file:Budget}", {"sheet": "Budget", "about": "late"}),
        ("{file:Budget} where {field:sum} is over {value:20}", {"sheet": "Budget"}),
        ("first {count:ten} rows of {file:Budget}", {"sheet": "Budget", "limit": 11}),
        ("{file:Budget} for {time:March}", {"sheet": "Budget"}),
        ("just {field:name} and {field:phone} from {file:Plan}", {"sheet": "Plan"}),
        ("total of {field:hours} in {file:Plan}", {"sheet": "Plan"}),
        (
            "{file:Plan} where {field:Owner} is {person:Nina}, {field:status} = {value:open}",
            {"sheet": "Plan", "about": "Nina open"},
        ),
    ],
)
def test_a_sheet_is_read(marked, arguments):
    assert calls("sheet_read", marked) == [("read", arguments)]


@pytest.mark.parametrize(
    ("marked", "references", "carried", "expected"),
    [
        ("read {which:it}", [sheet(0)], "", "s0"),
        ("what's in there", [sheet(1)], "", "s1"),
        ("open {file:the second sheet}", [sheet(1), sheet(2, "Plan")], "", "s2"),
        ("open {file:leads}", [sheet(1), sheet(2, "Plan")], "", "s1"),
        ("{which:the plan one}", [sheet(1), sheet(2, "Project Plan")], "", "s2"),
        ("{which:row 9}", [sheet(0)], "", "s0"),
        ("and {person:Tom}", [], "read {file:Budget} for {person:Ann}", "Budget"),
        ("what does {file:that sheet} say", [sheet(0)], "", "s0"),
        ("what is in the petty cash sheet", [], "", "petty cash"),
    ],
)
def test_the_sheet_talked_about_last_is_meant(marked, references, carried, expected):
    ((_, arguments),) = calls("sheet_read", marked, *references, carried=carried)
    assert arguments["sheet"] == expected


def test_a_follow_up_is_about_the_same_rows():
    ((_, arguments),) = calls("sheet_read", "{time:for May}", carried="{person:Ann} in {file:B}")
    assert arguments == {"sheet": "B", "about": "Ann"}


@pytest.mark.parametrize(
    ("marked", "references"),
    [
        ("what does it say", []),
        ("what does it say", [sheet(1), sheet(2, "Plan")]),
        ("open {which:the seventh one}", [sheet(1)]),
        ("{field:Status} of {topic:order 4471}", []),
    ],
)
def test_a_sheet_is_never_guessed(marked, references):
    assert asked("sheet_read", marked, *references) == (
        "file",
        "I can't tell which sheet you mean. What is it called?",
    )


@pytest.mark.parametrize(
    ("marked", "row"),
    [
        ("add a row to {file:Leads}: {value:Acme, 12, open}", ["Acme", 12, "open"]),
        ("add {value:Bob, 12.5}, {value:yes} to {file:Leads}", ["Bob", 12.5, "yes"]),
        ('append "{value:Acme, Inc", 007} to {file:Leads}', ["Acme, Inc", "007"]),
        ('add "{value:Acme, Inc}" to {file:Leads}', ["Acme, Inc"]),
        ("{file:Leads}: new row, {value:Rs 18,500; paid}", ["Rs 18,500", "paid"]),
        ("add row to {file:Leads}: 2026-11-20, 41, 0 please", ["2026-11-20", 41, 0]),
        ("add row to {file:Leads}: {value:2026-11}-20, {value:41}, 52", ["2026-11-20", 41, 52]),
        ("{file:Leads}: add {value:Ann, 3}", ["Ann", 3]),
        ("Expense: {value:taxi, 18}. Sheet: {file:Leads}.", ["taxi", 18]),
        ("log {time:12 Nov}, {value:300} in {file:Leads}", ["12 Nov", 300]),
        ("log {time:yesterday}, {value:3h} in {file:Leads}", ["2026-11-25", "3h"]),
        ("add {value:3h} for {time:today} to {file:Leads}", ["3h", "2026-11-26"]),
        ("put {person:Ann} on {file:Leads} as {value:reserve}", ["Ann", "reserve"]),
        ("log {value:3h} for {value:today} in {file:Leads}", ["3h", "2026-11-26"]),
        ("add {value:12}, no, {value:14 eggs} to {file:Leads}", ["14 eggs"]),
        ("she began {time:today}, so {file:Leads} gets a row: {value:Ann, 20}", ["Ann", 20]),
    ],
)
def test_a_row_is_added(marked, row):
    assert calls("sheet_append", marked) == [("append_row", {"sheet": "Leads", "row": row})]


@pytest.mark.parametrize(
    ("marked", "values"),
    [
        ("add to {file:Leads}: {value:Task: X, Owner: Y}", held(Task="X", Owner="Y")),
        (
            "add a row to {file:Leads}: {file:Task}: {value:Site}, {field:Status}: In {value:hand}",
            held(Task="Site", Status="In hand"),
        ),
        (
            "new in {file:Leads} with {field:name} {value:Ann} and {field:paid} {value:50}",
            held(name="Ann", paid=50),
        ),
        (
            "put {value:Ann} as {field:name} in {file:Leads}, {value:alto} as {field:voice}",
            held(name="Ann", voice="alto"),
        ),
    ],
)
def test_a_row_is_added_by_the_names_of_its_columns(marked, values):
    assert calls("sheet_append", marked) == [("append_row", {"sheet": "Leads", "values": values})]


@pytest.mark.parametrize(
    ("marked", "rows"),
    [
        ("to {file:B}: {value:Mon}, {value:Tue} as two rows", [["Mon"], ["Tue"]]),
        ("these to {file:B}: {value:Ann, 1} and {value:Bob, 2}", [["Ann", 1], ["Bob", 2]]),
        ("{value:a} to {file:B}. Then a second row: {value:b}", [["a"], ["b"]]),
    ],
)
def test_several_rows_are_added(marked, rows):
    assert [one["row"] for _, one in calls("sheet_append", marked)] == rows


def test_a_row_is_added_to_the_tab_and_not_to_it():
    assert calls(
        "sheet_append", "add {value:4, 2} to the {field:Numbers} tab of {file:Budget}"
    ) == [("append_row", {"sheet": "Budget", "tab": "Numbers", "row": [4, 2]})]
    assert calls("sheet_append", "add {value:paid the bar tab, 40} to {file:Budget}") == [
        ("append_row", {"sheet": "Budget", "row": ["paid the bar tab", 40]})
    ]


def test_a_row_says_who_is_meant():
    ann = Reference(kind="contact", id="c1", label="Ann Lee", ordinal=1)
    for marked in ("add {person:her} to {file:B}", "add {value:her} to {file:B}"):
        assert calls("sheet_append", marked, ann)[0][1]["row"] == ["Ann Lee"]
    assert asked("sheet_append", "add {person:her} to {file:B}")[0] == "person"
    me = calls("sheet_append", "add {person:me} to {file:B}", profile=Profile(name="Jo Ray"))
    assert me[0][1]["row"] == ["Jo Ray"]


@pytest.mark.parametrize(
    ("marked", "row"),
    [
        ("{value:x} to {file:Leads}, {field:stage} {value:won}", ["x", "stage: won"]),
        (
            "{organisation:Acme} in {file:Leads}, {value:won} as {field:stage}",
            ["Acme", "stage: won"],
        ),
        (
            "put {person:Ann} in {file:Leads} for {time:today}, {value:alto} as {field:voice}",
            ["Ann", "2026-11-26", "voice: alto"],
        ),
    ],
)
def test_where_a_value_without_a_column_goes_is_left_to_the_sheet(marked, row):
    assert calls("sheet_append", marked) == [("append_row", {"sheet": "Leads", "row": row})]


def test_a_row_follows_up():
    before = "add {value:diesel, 62} to {file:the van costs sheet}"
    assert calls("sheet_append", "and {value:wash, 12}", carried=before)[0][1] == {
        "sheet": "van costs",
        "row": ["wash", 12],
    }
    moved = calls("sheet_append", "not there, in {file:Trips}", carried=before)
    assert moved == [("append_row", {"sheet": "Trips", "row": ["diesel", 62]})]


@pytest.mark.parametrize(
    ("marked", "kind", "why"),
    [
        ("add a row", "file", "which sheet"),
        ("add a row to {file:Leads}", "value", "What should be in the row?"),
        ("{person:Ann} to {file:Leads} with {field:stage}", "value", "What should stage say?"),
    ],
)
def test_a_row_lacks_something(marked, kind, why):
    told = asked("sheet_append", marked)
    assert told[0] == kind
    assert why in told[1]


@pytest.mark.parametrize(
    ("marked", "arguments"),
    [
        (
            "set {field:Status} of '{topic:Website'} to {value:Done} in {file:Plan}",
            {"row": "Website", "values": held(Status="Done")},
        ),
        (
            "{person:Ann}'s {field:shift} in {file:Plan} is {value:early}",
            {"row": "Ann", "values": held(shift="early")},
        ),
        (
            "set {field:sum} of {which:row 5} to {value:12.50} in {file:Plan}",
            {"number": 5, "values": held(sum=12.5)},
        ),
        (
            "{which:line twenty two}, {field:column k}: {value:x}, {file:Plan}",
            {"number": 22, "values": held(K="x")},
        ),
        ("set {field:B4} to {value:12} in {file:Plan}", {"number": 4, "values": held(B=12)}),
        (
            "{value:007} in {field:cell aa12} of {file:Plan}",
            {"number": 12, "values": held(AA="007")},
        ),
        ("clear {field:G ten} in {file:Plan}", {"number": 10, "values": held(G="")}),
        (
            "{file:Plan}, {which:row 22}: clear {field:sum}",
            {"number": 22, "values": held(sum="")},
        ),
        (
            "set {field:sum} of {topic:Travel} to {value:4}, {place:Travel} tab of {file:Plan}",
            {"tab": "Travel", "row": "Travel", "values": held(sum=4)},
        ),
        (
            "{person:Ann}'s {field:size} in {file:Plan} isn't {value:14}, it's {value:4}",
            {"row": "Ann", "values": held(size=4)},
        ),
        (
            "set {field:hours} of {person:Ann} to {value:7}, no, {value:8} in {file:Plan}",
            {"row": "Ann", "values": held(hours=8)},
        ),
        (
            "make {field:B2}, no, {field:B3} say {value:1} in {file:Plan}",
            {"number": 3, "values": held(B=1)},
        ),
        (
            "set {field:Q3} of {topic:travel} to {value:5} in {file:Plan}",
            {"row": "travel", "values": held(Q3=5)},
        ),
        (
            "set {field:due} of {which:the row about the lift} to {time:3 May} in {file:Plan}",
            {"row": "lift", "values": [{"column": "due", "value": "3 May"}]},
        ),
        (
            "mark {topic:the logo} as {value:done} in {file:Plan}",
            {"row": "logo", "values": held(Status="done")},
        ),
        (
            "{topic:van 4} {value:sold} in the {field:State} column of {file:Plan}",
            {"row": "van 4", "values": held(State="sold")},
        ),
        (
            "{value:sold} {topic:van 4} in {field:State} of {file:Plan}",
            {"row": "van 4", "values": held(State="sold")},
        ),
        (
            "set the {field:Owner} of {topic:X} to {person:Nina} in {file:Plan}",
            {"row": "X", "values": held(Owner="Nina")},
        ),
        (
            "set {field:Sum} for {topic:Taxi} to {value:3} in the Q3 tab of {file:Plan}",
            {"tab": "Q3", "row": "Taxi", "values": held(Sum=3)},
        ),
        (
            "the {field:status} of {topic:Ayr} in {file:Plan} {value:sent}",
            {"row": "Ayr", "values": held(status="sent")},
        ),
        (
            "to {file:Plan} {value:sent} as the {field:status} of {topic:Ayr}",
            {"row": "Ayr", "values": held(status="sent")},
        ),
    ],
)
def test_a_cell_is_changed(marked, arguments):
    expected = ("update_row", {"sheet": "Plan", **arguments})
    assert calls("sheet_set", marked) == [expected]


def test_what_comes_after_the_value_says_why():
    said = (
        "{field:Status} of {topic:Site} to {value:Ready} in {file:P}, {value:lids} are {value:in}"
    )
    assert calls("sheet_set", said) == [
        ("update_row", {"sheet": "P", "row": "Site", "values": held(Status="Ready")})
    ]


def test_several_rows_and_cells_are_changed():
    both = calls("sheet_set", "{person:Ann} and {person:Bob} are {value:open} in {file:Plan}")
    assert [one["row"] for _, one in both] == ["Ann", "Bob"]
    cells = calls("sheet_set", "set {field:B2} and {field:C3} to {value:5} in {file:Plan}")
    assert [(one["number"], one["values"]) for _, one in cells] == [(2, held(B=5)), (3, held(C=5))]


@pytest.mark.parametrize(
    ("marked", "carried", "arguments"),
    [
        (
            "no, {value:9}",
            "set {field:B2} to {value:8} in {file:P}",
            {"number": 2, "values": held(B=9)},
        ),
        ("{field:C3} too", "{field:C2} of {topic:X} to {value:1} in {file:P}", None),
        (
            "make {which:it} {value:2}",
            "{field:Sum} of {topic:Taxi} in {file:P}",
            {"row": "Taxi", "values": held(Sum=2)},
        ),
        (
            "n {person:Bob}",
            "{person:Ann}'s {field:fee} in {file:P} is {value:2}",
            {"row": "Bob", "values": held(fee=2)},
        ),
    ],
)
def test_a_change_follows_up(marked, carried, arguments):
    arguments = arguments or {"number": 3, "values": held(C=1)}
    assert calls("sheet_set", marked, carried=carried) == [
        ("update_row", {"sheet": "P", **arguments})
    ]


@pytest.mark.parametrize(
    ("marked", "arguments"),
    [
        ("remove {which:row 14} from {file:P}", {"row": 14}),
        ("delete {value:line 3} in {file:P}", {"row": 3}),
        ("get rid of {topic:Taxi} in {file:P}", {"named": "Taxi"}),
    ],
)
def test_a_row_goes_that_only_the_sheet_knows(marked, arguments):
    assert calls("sheet_set", marked) == [("remove_row", {"sheet": "P", **arguments})]


@pytest.mark.parametrize(
    ("marked", "kind", "why"),
    [
        ("set {field:B2} to {value:1}", "file", "which sheet"),
        ("set {field:fee} of {topic:X} in {file:P}", "value", "What should the cell say?"),
        ("clear {which:row 14} from {file:P}", "field", "Which cell should I empty"),
        ("set {which:the first two} to {value:done} in {file:P}", "which", "which row"),
        ("{which:last row} of {file:P}: {field:fee} {value:2}", "which", "which row"),
    ],
)
def test_a_change_lacks_something(marked, kind, why):
    told = asked("sheet_set", marked)
    assert told[0] == kind
    assert why in told[1]


@pytest.mark.parametrize(
    ("marked", "new"),
    [
        ("mark {person:Ann} {value:paid} in {file:P}", ["paid"]),
        ("{field:fee} of {topic:X} for {person:Y} to {value:2} in {file:P}", [2]),
        ("{file:P}: {topic:Y} has {count:29} users, not {value:27}", [29]),
        ("the {field:travel actual} in {file:P} should be {value:8} now", [8]),
        ("{topic:X} is at {value:32}, was {value:31}, in {file:P}", [32]),
        ("Chicago -> {value:Live}, {file:P}", ["Live"]),
        (
            "Ayr upgraded, so put {value:Live} to {which:its} {field:state} row in {file:P}",
            ["Live"],
        ),
        ("Ayr has {value:5} users in {file:P}, mend {which:that cell}", [5]),
    ],
)
def test_what_only_the_sheet_can_tell_goes_there_in_words(marked, new):
    command = said("sheet_set", marked, "")
    work = Work(command, request("sheets", command.text))
    FRAMES["sheet_set"](work)
    (step,) = work.plan().steps
    values = [{"column": "?", "value": one} for one in new]
    assert step.arguments == {"sheet": "P", "values": values, "words": command.text}


def test_a_row_of_a_list_is_not_the_one_said_before():
    before = "{person:Ann}'s {field:fee} in {file:P} is {value:2}"
    assert asked("sheet_set", "and {which:the second one} {value:3}", carried=before)[0] == "which"


@pytest.mark.parametrize(
    ("marked", "arguments"),
    [
        (
            "in {file:Stock}, tab {place:Tools}: {value:Saw, plan 10}, spent {value:12, rest 2}",
            {"sheet": "Stock", "tab": "Tools", "row": ["Saw", "plan 10", "spent 12", "rest 2"]},
        ),
    ],
)
def test_a_row_is_whole_and_goes_on_the_tab_that_is_named(marked, arguments):
    assert calls("sheet_append", marked) == [("append_row", arguments)]


LINES = (
    ("Line", "target", "Friday", "Owner", "Stage", "Sum", "stock", "fee"),
    ("April", 2, "on", "Bo", 1, 7, 1, 2),
    ("Ann", 2, "on", "Bo", 1, 7, 1, 2),
    ("X", 2, "on", "Bo", 1, 7, 1, 2),
    ("Taxi", 2, "on", "Bo", 1, 7, 1, 2),
    ("red paint", 2, "on", "Bo", 1, 7, 1, 2),
    ("blue paint", 2, "on", "Bo", 1, 7, 1, 2),
    ("Henderson job", 2, "on", "Bo", 1, 7, 1, 2),
)
TOOL_LINES = (("Thing", "unit price"), ("saws", 12), ("Red paint", 5))


async def changed(marked):
    """Return the tab, row and cells that the change of a sheet shows."""
    ((tool, _),) = calls("sheet_set", marked, sheet(1))
    assert tool == "update_row"
    command = said("sheet_set", marked)
    work = Work(command, request("sheets", command.text, [sheet(1)]))
    FRAMES["sheet_set"](work)
    book = Workbook(**{"Lines": LINES, "Hand tools": TOOL_LINES})
    shown = await UPDATE.preview(at(book), work.plan().steps[0].arguments)
    told = shown.arguments
    return told["tab"], told["key"], told["values"]


@pytest.mark.parametrize(
    ("marked", "arguments"),
    [
        (
            "{field:target} for {time:April} in {file:Plan} to {value:3}",
            {"row": "April", "values": held(target=3)},
        ),
        (
            "{person:Ann} is {value:off} on {time:Friday} in {file:Plan}",
            {"row": "Ann", "values": held(Friday="off")},
        ),
        (
            "{value:Owner} to {value:Nina}, {field:Stage} {value:2} for {topic:X} in {file:Plan}",
            {"row": "X", "values": held(Owner="Nina", Stage=2)},
        ),
        (
            "change {field:Sum} for {value:Taxi} to {value:3} in {file:Plan}",
            {"row": "Taxi", "values": held(Sum=3)},
        ),
        (
            "set the {field:stock} of {value:red} {topic:paint} to {value:4} in {file:Plan}",
            {"row": "red paint", "values": held(stock=4)},
        ),
        (
            "set the {field:stock} of {field:Taxi} to {value:3} in {file:Plan}",
            {"row": "Taxi", "values": held(stock=3)},
        ),
        (
            "{file:Plan}, {topic:Spend}: the {field:Sum} of {field:Ann} to {value:12600}",
            {"row": "Ann", "values": held(Sum=12600)},
        ),
        (
            "{topic:Taxi} {field:stock} in {file:Plan} is {value:14}, correct that {field:cell}",
            {"row": "Taxi", "values": held(stock=14)},
        ),
        (
            "set {field:fee} of {topic:the} {which:Henderson job} to {value:4} in {file:Plan}",
            {"row": "Henderson job", "values": held(fee=4)},
        ),
    ],
)
async def test_the_sheet_tells_what_is_not_marked_as_it_is_meant(marked, arguments):
    assert await changed(marked) == ("Lines", arguments["row"], arguments["values"])


@pytest.mark.parametrize(
    "marked",
    [
        "{field:fee} and {field:Sum} of {topic:X} to {value:2} in {file:Plan}",
        "{field:B2} and {field:fee} are {value:2} in {file:Plan}",
        "every {field:fee} in {file:Plan} is {value:2}",
        "set the {field:fee} to {value:2} in {file:Plan}",
    ],
)
async def test_what_its_words_tell_no_cell_of_is_asked_about(marked):
    with pytest.raises(ToolFailed, match="which cell should say “2”"):
        await changed(marked)


@pytest.mark.parametrize(
    ("marked", "row"),
    [
        ("a row in {file:Leads}. Task: {value:X}, {value:Owner: Y}", ["X", "Y", None, None]),
        (
            "a row in {file:Leads}: {value:task Paint, deals} 4, {field:status} {value:Not begun}",
            ["Paint", None, 4, "Not begun"],
        ),
    ],
)
async def test_the_sheet_tells_cells_that_stand_beside_the_names_of_columns(marked, row):
    command = said("sheet_append", marked)
    work = Work(command, request("sheets", command.text))
    FRAMES["sheet_append"](work)
    book = Workbook(Leads=(("Task", "Owner", "Deals", "Status"),))
    told = {**work.plan().steps[0].arguments, "sheet": "s1"}
    shown = await APPEND.preview(at(book), told)
    assert shown.arguments["row"] == row


@pytest.mark.parametrize(
    ("marked", "row"),
    [
        (
            "in {file:Plan}, {topic:Hand tools}, set the price for {value:saws} to {value:14}",
            "saws",
        ),
        ("Red paint is wrong, the price should be {value:14}", "Red paint"),
        ("in {file:Plan}: {topic:saws}, the price should be {value:14}", "saws"),
        ("{file:Plan}: change the unit price of {topic:saws} to {value:14}", "saws"),
    ],
)
async def test_a_column_before_its_row_or_value_needs_no_mark(marked, row):
    assert await changed(marked) == ("Hand tools", row, held(unit_price=14))


def test_thanks_are_in_no_cell():
    marked = "{file:P}, one line: {value:Ann}, {value:5}, {value:Many} thanks."
    assert calls("sheet_append", marked) == [("append_row", {"sheet": "P", "row": ["Ann", 5]})]


@pytest.mark.parametrize(
    ("marked", "links", "sheet"),
    [
        ("set {field:fee} of {topic:X} to {value:2} in Costs", {"Costs": "s9"}, "s9"),
        ("in the Trips tab {topic:X} has {field:fee} {value:2}", {"Trips": "s8"}, "s8"),
        ("{file:Costs}, {file:plan} {topic:X}: {field:fee} {value:2}", {"Costs": "s9"}, "s9"),
        ("{file:Rents}: {field:fee} of {topic:X} is {value:2}", {"Costs": "s9"}, "Rents"),
        ("Trips, {file:X}, {field:fee}: {value:2}", {"Trips": "s8"}, "s8"),
    ],
)
def test_a_sheet_that_is_known_needs_no_mark(marked, links, sheet):
    command = said("sheet_set", marked, "")
    asked_for = request("sheets", command.text).model_copy(
        update={"links": tuple(linked(command.text, name, id_) for name, id_ in links.items())}
    )
    work = Work(command, asked_for)
    FRAMES["sheet_set"](work)
    assert work.plan().steps[0].arguments["sheet"] == sheet


def linked(text, name, ident):
    kind = "tab" if f"{name} tab" in text else "file"
    at = max(text.find(name), 0)
    thing = Thing(kind=kind, name=name, id=ident)
    return Link(kind=kind, start=at, end=at + len(name), things=(thing,))


@pytest.mark.parametrize(
    "marked",
    [
        "{file:P}: {value:Ann}, {field:plan} {value:6}, {value:rest 5%}",
        "{file:P}, one line: {value:Ann}, {field:plan} {value:6}, {value:rest} 5%",
    ],
)
def test_the_sheet_tells_the_columns_of_a_row_that_names_only_some(marked):
    row = ["Ann", "plan 6", "rest 5%"]
    assert calls("sheet_append", marked) == [("append_row", {"sheet": "P", "row": row})]


@pytest.mark.parametrize(
    ("marked", "name"),
    [
        (
            "new line in {file:Leads}, please. task {topic:x}, {file:project Alpha}, {value:Open}",
            "Leads",
        ),
        ("new line in {file:Leads}; {file:project} {value:Alpha}, {value:Open}", "Leads"),
        ("new line in {file:Leads}, please. No, in {file:Trips}: {value:Oban, 5}", "Trips"),
        ("add {value:Oban, 5}. It goes in {file:Trips}", "Trips"),
    ],
)
def test_no_cell_of_a_row_in_a_sentence_of_its_own_is_the_sheet(marked, name):
    ((_, told),) = calls("sheet_append", marked)
    assert told["sheet"] == name


def test_the_name_of_a_sheet_is_no_row():
    earlier = "in {person:Leads} the {field:fee} of {topic:X} is {value:2}"
    assert calls("sheet_set", "no, {value:3}", sheet(0), carried=earlier) == [
        ("update_row", {"sheet": "s0", "row": "X", "values": held(fee=3)})
    ]


def test_whose_a_sheet_is_is_no_row_of_it():
    first = "{person:Ann's} {file:Plan}: which are {value:ready}?"
    assert calls("sheet_read", first, sheet(0, "Plan"))[0][1]["about"] == "ready"
    command = said("sheet_read", "and how many are {value:open}?")
    command = replace(command, carried=said("sheet_read", first).spans[:1])
    told = [("user", "Ann's Plan: which are ready?"), ("assistant", "2 rows")]
    work = Work(command, request("sheets", command.text, [sheet(0, "Plan")], exchanges=told))
    FRAMES["sheet_read"](work)
    assert work.plan().steps[0].arguments["about"] == "open"


@pytest.mark.parametrize(
    ("marked", "about"),
    [
        ("which tools are ready in {file:Stock}?", "tools ready"),
        ("how many saws are there in {file:Stock}", "saws"),
        ("how many saws went {time:last week} in {file:Stock}?", "saws went"),
        ("what's in the {file:Stock} sheet", None),
        ("show the {file:Stock} sheet again", None),
        ("what does {person:Ann} have in {file:Stock}", "Ann"),
    ],
)
def test_a_question_is_about_its_words_where_nothing_is_marked(marked, about):
    assert calls("sheet_read", marked)[0][1].get("about") == about


def test_a_change_tells_what_it_goes_on_from_on_a_line_of_its_own():
    command = said(
        "sheet_set",
        "they are done. {value:Put Ready} there.",
        "what is the {field:state} of {topic:Oban} in {file:Plan}",
    )
    work = Work(command, request("sheets", command.text))
    FRAMES["sheet_set"](work)

    (step,) = work.plan().steps

    assert step.arguments == {
        "sheet": "Plan",
        "words": "they are done. Put Ready there.\nstate Oban",
        "values": held(Status="Ready"),
    }


@pytest.mark.parametrize(
    ("marked", "row"),
    [
        ("add to {file:Stock}: {value:Saw, 5}, in the {file:Stock} sheet", ["Saw", 5]),
        ("add a row: {value:Saw, 5} to the {file:Stock} sheet", ["Saw", 5]),
        ("{file:Stock} sheet, {file:hire}: new line {value:Saw}, {value:5}", ["Saw", 5]),
    ],
)
def test_a_row_stands_behind_what_says_where_it_goes(marked, row):
    ((tool, told),) = calls("sheet_append", marked)
    assert (tool, told["row"]) == ("append_row", row)


def test_the_name_of_a_file_within_what_is_marked_tells_which_it_is():
    command = said("sheet_append", "a line to {file:hire in the Stock}: {value:Saw, 5}")
    at = command.text.index("Stock")
    thing = Thing(kind="file", id="s7", name="Stock")
    link = Link(kind="file", start=at, end=at + 5, things=(thing,))
    wanted = request("sheets", command.text).model_copy(update={"links": (link,)})
    work = Work(command, wanted)
    FRAMES["sheet_append"](work)

    told = work.plan().steps[0].arguments
    assert told == {"sheet": "s7", "row": ["Saw", 5], "words": command.text}


@pytest.mark.parametrize(
    ("marked", "words"),
    [
        ("{value:Oban, 5} to {file:Stock} for me", "Oban, 5 to Stock for me"),
        ("{value:Oban} to {file:Stock}, date today", "Oban to Stock, date 2026-11-26"),
        ("{value:Oban} to {file:Stock}, seen by her", "Oban to Stock, seen by her"),
    ],
)
def test_a_row_goes_with_its_words_with_what_day_it_is(marked, words):
    command = said("sheet_append", marked)
    work = Work(command, request("sheets", command.text))
    FRAMES["sheet_append"](work)
    assert work.plan().steps[0].arguments.get("words") == words


TABLE = (
    "**Leads** (May):\n\n| Lead | Stage | Plan | Paid |\n| --- | --- | --- | --- |"
    "\n| Acme | Won | 4 | 2 |\n| Bo | Open | 5 | 1 |"
)


@pytest.mark.parametrize(
    ("marked", "kind", "question"),
    [
        (
            "set {topic:Acme} to {value:6}",
            "field",
            "Which column of Acme should say “6”: Plan or Paid?",
        ),
    ],
)
def test_of_a_table_just_shown_it_is_asked_which_row_or_column_is_meant(marked, kind, question):
    command = said("sheet_set", f"{marked} {{file:Leads}} {{place:May}}")
    shown = [("user", "show me the leads"), ("assistant", TABLE)]
    with pytest.raises(Asked) as found:
        FRAMES["sheet_set"](Work(command, request("sheets", command.text, exchanges=shown)))
    assert (found.value.kind, str(found.value)) == (kind, question)


@pytest.mark.parametrize(
    ("marked", "arguments"),
    [
        ("what of the lift?", {"near": "Spend"}),
        ("what about {topic:hosting}?", {"tab": "Spend"}),
        ("what does the {place:Quarters} tab say of the lift?", {"tab": "Quarters"}),
    ],
)
def test_a_question_about_a_tab_that_was_shown_stays_on_it(marked, arguments):
    table = "**Leads** (Spend):\n\n| Line | Plan |\n| --- | --- |\n| Hosting | 5 |"
    command = said("sheet_read", marked)
    told = (("user", "open it"), ("assistant", table))
    work = Work(command, request("sheets", command.text, [sheet(0)], exchanges=told))
    FRAMES["sheet_read"](work)
    [step] = work.plan().steps
    read = {name: step.arguments.get(name) for name in ("tab", "near", "about")}
    assert read == {"tab": None, "near": None, "about": read["about"], **arguments}


def test_a_row_whose_columns_are_named_is_one_though_its_entries_are_spoken_of():
    marked = (
        "a row in {file:Plan}, the entries are: {value:Oban}, {field:users} {value:4}, "
        "{field:seats} {value:5}"
    )
    assert len(calls("sheet_append", marked)) == 1


def test_what_is_the_most_is_told_by_all_rows():
    largest = "which {topic:client} has the largest share in the {place:Q4} tab of {file:Leads}?"
    assert calls("sheet_read", largest) == [("read", {"sheet": "Leads", "tab": "Q4"})]
