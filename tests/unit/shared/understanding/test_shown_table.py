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
