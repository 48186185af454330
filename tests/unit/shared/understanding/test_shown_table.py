"""The table just shown."""

from shared.understanding.shown_table import shown_table
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


def test_a_row_goes_by_words_of_its_own_before_a_date_or_number():
    dated = shown_table(
        "**Log**:\n\n| Day | Job | Who |\n| --- | --- | --- |\n| 2027-01-10 | Lift | Bo |"
    )
    assert dated is not None
    assert dated.name_of(dated.rows[0]) == "Lift"
    plain = Grid("Log", "", ("Day", "No."), (("2027-01-10", "1"), ("2027-01-10", "2")))
    assert plain.name_of(plain.rows[1]) == "2"
