"""What a change of a cell says: as it is marked, and as the networks mark it."""

import pytest

from shared.reasoning.embedded.planning.command import plan_command, said_for
from shared.understanding.reader import Reader
from shared.workspace.sheets.frames import change_cells
from shared.workspace.sheets.frames.changes import rows_named, with_value
from tests.support.marked import request, said

READER = Reader()


@pytest.mark.parametrize(
    ("marked", "values"),
    [
        ("they are done. {value:Put Ready} there.", ["Ready"]),
        ("no, write {topic:Paint} {value:ordered} instead", ["Paint ordered"]),
        ("the {field:state} of {topic:Oban} is {value:Here}", ["Here"]),
        ("put {value:Ready} as the {field:state} of {topic:Oban}", ["Ready"]),
        ("make it {field:Status} {value:Ready}", ["Ready"]),
        ("{topic:Oban}, {field:Status}: {value:Ready} please", ["Ready"]),
        ("put {value:done} next to {topic:the gutters}", ["done"]),
        ("under {field:size} make that {value:medium} not large", ["medium"]),
        (
            "{topic:the gutters}: set {field:State} to {value:done}, leave the others there",
            ["done"],
        ),
        ("In {file:the plan}: {topic:Oban} {value:there}", ["there"]),
        ("{field:State} in {place:Sites}: {topic:Oban} {value:there}", ["there"]),
        ("The {field:state} should be of {topic:Oban}: {value:Here}", ["Here"]),
        ("I told {person:Ann} to go to {topic:Oban}", []),
        ("write that there", []),
        ("look at {topic:Oban}", []),
    ],
)
def test_a_value_is_what_is_marked_or_put_there(marked, values):
    assert [one.text for one in with_value(said("sheet_set", marked)).held("value")] == values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("in Tasks, Oban is over, so its status is Ready now", "Ready"),
        ("Oban is over, so its status is Ready now", "Ready"),
        ("the lift isn't blocked any more, make it In progress in Tasks", "In progress"),
        ("In Tasks, row: Oban. Status: Boxes are here", "Boxes are here"),
        ("in the Tasks sheet the seats of Oban must be 34 please", "34"),
        ("In the Tasks sheet the state of Oban should read: Boxes there", "Boxes there"),
        ("In Tasks the state of Oban must now say Ann waits", "Ann waits"),
        (
            "in the Tasks sheet the state of Oban should henceforth read: Test file accepted.",
            "Test file accepted.",
        ),
        ("in Tasks the state of Oban is to read Gone home, please", "Gone home"),
        ("In Tasks, it is in. State for it: Boxes there", "Boxes there"),
    ],
)
def test_a_value_is_what_the_network_marks_in_a_change(text, value):
    change = said_for(request("sheets", text), READER, {"sheet_set": change_cells})
    assert [one.text for one in with_value(change).held("value")] == [value]


@pytest.mark.parametrize(
    ("text", "row", "column", "value"),
    [
        ("in Tasks, Oban is over, so its status is Ready now", "Oban", "status", "Ready"),
        (
            "the lift isn't blocked any more, make it In progress in Tasks",
            "lift",
            "Status",
            "In progress",
        ),
    ],
)
def test_a_sheet_named_and_what_was_until_now_are_not_of_the_value(text, row, column, value):
    [step] = plan_command(request("sheets", text), READER).steps

    assert (step.tool, step.arguments["sheet"]) == ("sheets_update_row", "Tasks")
    assert step.arguments["row"] == row
    assert step.arguments["values"] == [{"column": column, "value": value}]


def test_what_stands_beside_a_tab_is_no_tab():
    tab = rows_named(said("sheet_set", "in {place:Sites}: set {field:Seats} to {value:4}"))
    assert tab.has("place")
    both = rows_named(said("sheet_set", "{place:Sites} tab, {place:Oban}: {field:Seats} {value:4}"))
    assert [one.kind for one in both.spans] == ["place", "topic", "field", "value"]


@pytest.mark.parametrize(
    "left",
    [
        ". The Gap I'll do myself.",
        ", but leave the Gap alone",
        ". Don't touch Gap, Bo does",
        ", the Gap stays as it is",
        ". Leave the Gap blank.",
        ". Leave the Gap column, Bo does",
    ],
)
def test_a_column_that_is_left_alone_is_not_changed(left):
    text = f"In Costs, set the Plan of Rent to 9{left}"
    [step] = plan_command(request("sheets", text), READER).steps

    assert step.arguments["values"] == [{"column": "Plan", "value": 9}]
