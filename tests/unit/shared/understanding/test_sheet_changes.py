"""What a change of a cell says, where no value is marked."""

import pytest

from shared.understanding.sheet_changes import with_value
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
        ("put {value:done} next to {topic:the gutters}", ["done"]),
        ("under {field:size} make that {value:medium} not large", ["medium"]),
        (
            "{topic:the gutters}: set {field:State} to {value:done}, leave the others there",
            ["done"],
        ),
        ("the {field:seats} of {topic:Oban} must be 34 please", ["34"]),
        ("I told {person:Ann} to go to {topic:Oban}", []),
        ("write that there", []),
        ("look at {topic:Oban}", []),
    ],
)
def test_a_value_is_told_by_an_order_or_by_the_last_statement(marked, values):
    assert [one.text for one in with_value(said("sheet_set", marked)).held("value")] == values
