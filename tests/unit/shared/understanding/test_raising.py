"""By how much a number is ordered to become more or less."""

import pytest

from shared.understanding.raising import raised_by


@pytest.mark.parametrize(
    ("text", "amount", "told"),
    [
        ("Raise the hosting plan by 500.", 500, "500"),
        ("Bo found another 380 in tickets. Bump it up by that.", 380, "380"),
        ("I've a forgotten slip here, £1,340. Put that on top of the actual.", 1340, "£1,340"),
        ("knock 200 off the travel", -200, "200"),
        ("the users go down by 3", -3, "3"),
        ("add 15 to the tickets closed", 15, "15"),
    ],
)
def test_an_amount_is_told_with_where_it_stands(text, amount, told):
    found = raised_by(text)
    assert found is not None
    assert (found.amount, text[found.start : found.end]) == (amount, told)


@pytest.mark.parametrize(
    "text",
    [
        "move it up by 30 minutes",
        "raise the plan by 5%",
        "put it on top",
        "add 5 to the Stock sheet",
        "it went up to 500",
        "set the plan to 500",
    ],
)
def test_what_is_no_amount_raises_nothing(text):
    assert raised_by(text) is None
