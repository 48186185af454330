"""Which cell of the table just shown a message changes."""

import pytest

from shared.understanding.shown_table import cell_change, found_in, shown_table
from shared.understanding.tables import Grid

SITES = """Here it is.

**Moves** (Sites (all)), about x:

| Site | Ready by | Seats (no.) | State |
| --- | --- | --- | --- |
| Oslo | 2027-01-10 | 48 | Open |
| Bergen | 2027-01-10 | 1,200 | Waits for paint |
| New Harbour |  | 22 | Boxes ordered |
| Old Harbour | 2027-02-01 | 27 | Boxes ordered |

... and 3 more rows"""
ASKED = "show me the sites tab of moves"


def change(text, before=ASKED, answer=SITES):
    table = shown_table(answer)
    assert table is not None
    found = cell_change(text, before, table)
    if found is None:
        return None
    return {span.kind: span.text for span in found.spans}, found.whole, found.own


def cell(row, column, value, *, own=True):
    return {"topic": row, "field": column, "value": value}, True, own


def test_a_table_is_read_as_it_was_shown():
    table = shown_table(SITES)
    assert table == Grid(
        "Moves",
        "Sites (all)",
        ("Site", "Ready by", "Seats (no.)", "State"),
        (
            ("Oslo", "2027-01-10", "48", "Open"),
            ("Bergen", "2027-01-10", "1,200", "Waits for paint"),
            ("New Harbour", "", "22", "Boxes ordered"),
            ("Old Harbour", "2027-02-01", "27", "Boxes ordered"),
        ),
    )
    assert shown_table("Set Seats of Oslo to 4 in **Moves** (Sites).") is None
    assert shown_table(f"{SITES}\n\n{SITES}") is None


def test_rows_that_were_found_tell_their_tab():
    row = "**Moves** (Sites): Site: Oslo, Seats: 48"
    assert found_in(f"Here:\n1. {row}\n2. {row}") == Grid("Moves", "Sites", (), ())
    assert found_in(f"1. {row}\n2. **Moves** (Log): Day: 3, Who: Bo") is None
    assert found_in(f"1. {row}\n2. **Sites**, email from Bo (Nov 3): Oslo is full") is None
    assert found_in("nothing") is None


def test_a_row_goes_by_words_of_its_own_before_a_date_or_number():
    dated = shown_table(
        "**Log**:\n\n| Day | Job | Who |\n| --- | --- | --- |\n| 2027-01-10 | Lift | Bo |"
    )
    assert dated is not None
    assert dated.name_of(dated.rows[0]) == "Lift"
    plain = Grid("Log", "", ("Day", "No."), (("2027-01-10", "1"), ("2027-01-10", "2")))
    assert plain.name_of(plain.rows[1]) == "2"


@pytest.mark.parametrize(
    "text",
    [
        "set the seats of oslo to 50",
        "put 50 for Oslo's seats",
        "for oslo, enter 50 under seats please",
        "oslo seats: 50",
        "oslo has 50 seats now",
        "Oslo's seats went up to 50",
        "seats of oslo should be 50, not 48",
        "the seats of oslo should be 50 and not 48",
        "make oslo's seats 50",
        "oslo's seats are wrong, it's 50",
        "they haven't left, so the seats in oslo are 50",
    ],
)
def test_a_cell_is_told_in_any_order_by_the_names_of_its_row_and_column(text):
    assert change(text) == cell("Oslo", "Seats (no.)", "50")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the state of new harbour becomes Boxes there", ("New Harbour", "State", "Boxes")),
        ("change bergen's ready by to 15 march", ("Bergen", "Ready by", "15 march")),
        ("set the state of oslo to ready to go", ("Oslo", "State", "ready to go")),
        ("bergen is painted. its state must read Open", ("Bergen", "State", "Open")),
        ("bergen is open now, please write that down", ("Bergen", "State", "open")),
        ("the old one has 23 seats", ("Old Harbour", "Seats (no.)", "23")),
    ],
)
def test_names_may_be_whole_or_words_of_one_row_and_a_value_may_tell_its_column(text, expected):
    assert change(text) == cell(*expected)


def test_what_is_named_by_no_word_is_what_was_asked_about():
    about = "how many seats does bergen have"
    assert change("make it 30", about) == cell("Bergen", "Seats (no.)", "30", own=False)
    assert change("that's outdated, they've got 30 now. fix it", about) == cell(
        "Bergen", "Seats (no.)", "30", own=False
    )
    assert change("write Open there", "what is bergen's state") == cell(
        "Bergen", "State", "Open", own=False
    )
    only = "\n".join(
        line for line in SITES.splitlines() if "Harbour" not in line and "Os" not in line
    )
    assert change("set the state to Open", answer=only) == cell("Bergen", "State", "Open")


def test_what_names_too_little_or_several_leaves_that_open():
    assert change("set the state to Done") == ({"field": "State", "value": "Done"}, False, True)
    assert change("set oslo to Done") == ({"topic": "Oslo", "value": "Done"}, False, True)
    assert change("the harbour's state is Done") == (
        {"field": "State", "value": "Done"},
        False,
        True,
    )


@pytest.mark.parametrize(
    "text",
    [
        "set oslo's seats to 50 and bergen's to 60",
        "set oslo's seats to 50 and state to Done",
        "set the state of the attic to Done",
        "don't set oslo's seats to 50",
        "please keep oslo's seats at 50",
        "if oslo is ready, set its state to Done",
        "when oslo has 50 seats let me know",
        "why is oslo's state Open",
        "thanks for the table",
        "what about oslo",
        "put it there",
    ],
)
def test_what_tells_several_cells_or_one_that_is_not_there_is_no_change_of_it(text):
    assert change(text) is None


def test_what_is_said_around_a_cell_is_told():
    assert change("tell ann that oslo's state is Done") == cell("Oslo", "State", "Done", own=False)
