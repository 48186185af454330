"""What a change of a cell says, where no value is marked."""

import pytest

from shared.workspace.sheets.frames.cells import without_left
from shared.workspace.sheets.frames.changes import changes_in, rows_named, with_value
from tests.support.marked import said


@pytest.mark.parametrize(
    ("marked", "values"),
    [
        ("Oban is over, so its status is Ready now", ["Ready"]),
        ("Oban's finally Ready, would you put that as its {field:status}", ["Ready"]),
        ("they are done. {value:Put Ready} there.", ["Ready"]),
        ("no, write {topic:Paint} {value:ordered} instead", ["Paint ordered"]),
        ("the lift isn't blocked any more, make it In progress in {file:Tasks}", ["In progress"]),
        ("Oban's state should now read On its way", ["On its way"]),
        ("the {field:state} of {topic:Oban} is {value:Here}", ["Here"]),
        ("put {value:Ready} as the {field:state} of {topic:Oban}", ["Ready"]),
        ("make it {field:Status} {value:Ready}", ["Ready"]),
        ("Row: {topic:Oban}. {field:Status}: {value:Boxes} are here", ["Boxes are here"]),
        ("{topic:Oban}, {field:Status}: {value:Ready} please", ["Ready"]),
        ("put {value:done} next to {topic:the gutters}", ["done"]),
        ("under {field:size} make that {value:medium} not large", ["medium"]),
        (
            "{topic:the gutters}: set {field:State} to {value:done}, leave the others there",
            ["done"],
        ),
        ("the {field:seats} of {topic:Oban} must be 34 please", ["34"]),
        (
            "The {field:state} of {topic:Oban} should read: {topic:Boxes} {value:there}",
            ["Boxes there"],
        ),
        (
            "The {field:state} of {topic:Oban} must now say {person:Ann} {value:waits}",
            ["Ann waits"],
        ),
        (
            (
                "the {field:state} of {topic:Oban} should henceforth read: {value:Test} {file:file}"
                " {value:accepted}."
            ),
            ["Test file accepted"],
        ),
        ("the {field:state} of {topic:Oban} is to read {value:Gone} home, please", ["Gone home"]),
        ("It is in. {field:State} for it: {topic:Boxes} {value:there}", ["Boxes there"]),
        ("In {file:the plan}: {topic:Oban} {value:there}", ["there"]),
        ("{field:State} in {place:Sites}: {topic:Oban} {value:there}", ["there"]),
        ("The {field:state} should be of {topic:Oban}: {value:Here}", ["Here"]),
        ("I told {person:Ann} to go to {topic:Oban}", []),
        ("write that there", []),
        ("look at {topic:Oban}", []),
    ],
)
def test_a_value_is_told_by_an_order_or_by_the_last_statement(marked, values):
    assert [one.text for one in with_value(said("sheet_set", marked)).held("value")] == values


def test_what_stands_beside_a_tab_is_no_tab():
    tab = rows_named(said("sheet_set", "in {place:Sites}: set {field:Seats} to {value:4}"))
    assert tab.has("place")
    both = rows_named(said("sheet_set", "{place:Sites} tab, {place:Oban}: {field:Seats} {value:4}"))
    assert [one.kind for one in both.spans] == ["place", "topic", "field", "value"]


@pytest.mark.parametrize(
    ("marked", "kept"),
    [
        ("{topic:Rent}: {field:Plan} to {value:9}. The {field:Gap} I'll do myself.", ["Plan"]),
        ("{topic:Rent}: {field:Plan} to {value:9}, but leave the {field:Gap} alone", ["Plan"]),
        ("{topic:Rent}: {field:Plan} to {value:9}. Don't touch {field:Gap}, Bo does", ["Plan"]),
        ("{topic:Rent}: {field:Plan} to {value:9}, the {field:Gap} stays as it is", ["Plan"]),
        ("{topic:Rent}, {field:Plan} {value:9}. Leave the {field:Gap} blank.", ["Plan"]),
        ("{topic:Rent}: {field:Plan} to {value:9} and {field:Gap} to {value:8}", ["Plan", "Gap"]),
        (
            "{topic:Rent}: {field:Plan} is {value:9}. Leave the {field:Gap} column, Bo does",
            ["Plan"],
        ),
        ("{topic:Rent}: {field:Plan} is {value:9}; alter nothing else of {field:Gap}", ["Plan"]),
        ("Leave the {field:Gap} alone", ["Gap"]),
    ],
)
def test_a_column_that_is_left_alone_is_not_changed(marked, kept):
    assert [one.text for one in without_left(said("sheet_set", marked)).held("field")] == kept


@pytest.mark.parametrize(
    ("marked", "row", "column"),
    [
        (
            "in {file:the plan}, tab {place:Sites}, {field:status} of {field:Oban} to {value:Live}",
            "Oban",
            "status",
        ),
        (
            "{file:Costs}, {topic:Spend}: the {field:Actual} of {field:Travel} to {value:12600}",
            "Travel",
            "Actual",
        ),
        ("set the {field:seats} for the {field:Lift} to {value:3}", "Lift", "seats"),
        ("set the {field:seats} of {topic:Oban} to {value:3}", "Oban", "seats"),
    ],
)
def test_what_looks_like_a_column_of_a_column_is_a_row(marked, row, column):
    [change] = changes_in(said("sheet_set", marked))

    assert change["row"] == row
    assert [one["column"] for one in change["values"]] == [column]
