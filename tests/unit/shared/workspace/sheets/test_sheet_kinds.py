"""A cell holds what its column holds: a number, a date, or nothing where none is known."""

from datetime import UTC, datetime

import pytest

from shared.workspace.sheets.kinds import fitted, kind_of

NOW = datetime(2026, 11, 2, 12, tzinfo=UTC)
NUMBERS, DATES, NAMES = (4, 12.5), ("2026-12-11", "2026-12-25"), ("Ayr", "Oban")


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (NUMBERS, "numbers"),
        ((4, None, "", 5), "numbers"),
        (DATES, "dates"),
        (NAMES, "words"),
        ((4, "open"), ""),
        ((4, True), ""),
        (("2%", "3%"), ""),
        ((4,), ""),
        ((), ""),
    ],
)
def test_all_cells_of_a_column_tell_what_it_holds(cells, kind):
    assert kind_of(cells) == kind


@pytest.mark.parametrize(
    ("said", "head", "cell"),
    [
        ("nineteen", "Users", 19),
        ("twenty-one users", "Users", 21),
        ("two thousand five hundred and six", "Plan", 2506),
        ("a hundred", "Plan", 100),
        ("9,650 pounds", "Plan (GBP)", 9650),
        ("£9,650", "Plan", 9650),
        ("12k", "Plan", 12000),
        ("not decided, so", "Users", None),
        ("leave that blank", "Users", None),
    ],
)
def test_a_number_that_is_said_becomes_one(said, head, cell):
    assert fitted(said, head, NUMBERS, NOW) == (cell, "")


@pytest.mark.parametrize(
    ("said", "cell"),
    [
        ("Jan 15", "2027-01-15"),
        ("on the 5th of March", "2027-03-05"),
        ("date yet leave that blank", None),
        ("no go live", None),
        ("2027-01-05", "2027-01-05"),
    ],
)
def test_a_date_that_is_said_is_written_as_the_column_has_them(said, cell):
    assert fitted(said, "Go-live", DATES, NOW) == (cell, "")


@pytest.mark.parametrize(
    ("cell", "others", "kind"),
    [
        ("9,650 dollars", NUMBERS, "numbers"),  # the column is in pounds
        ("3 weeks", NUMBERS, "numbers"),
        ("five six", NUMBERS, "numbers"),
        ("no more than forty", NUMBERS, "numbers"),
        ("007", NUMBERS, "numbers"),
        ("TBD", DATES, "dates"),
        ("mid January", DATES, "dates"),
        ("tomorrow at 9", DATES, "dates"),
        ("Friday or Monday", DATES, "dates"),
        (19, DATES, "dates"),
        (19, NAMES, "words"),
    ],
)
def test_what_does_not_fit_stays_as_said_and_is_told(cell, others, kind):
    why = f"Plan (GBP) holds {kind}; “{cell}” is none."
    assert fitted(cell, "Plan (GBP)", others, NOW) == (cell, why)


@pytest.mark.parametrize("cell", ["Area 51", "at the end", "leave it", None, ""])
def test_words_may_say_anything(cell):
    assert fitted(cell, "Site", NAMES, NOW) == (cell, "")
