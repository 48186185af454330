"""Nobody keeps rows of which it is not said when they go."""

import re
from pathlib import Path

import pytest

from host.admin.__main__ import main
from host.settings import SETTINGS_READ
from shared.storage.inventory import FILES, INVENTORY, Inventoried, as_markdown
from tests.support.whole import MemoryTables

ROOT = Path(__file__).parents[3]
OPERATIONS = ROOT / "docs" / "operations.md"


@pytest.mark.parametrize("table", [*INVENTORY, FILES], ids=lambda table: table.name)
def test_every_table_says_how_long_its_rows_stay_and_what_becomes_of_a_persons(table):
    assert table.holds
    assert table.until
    assert table.swept
    assert table.erased or table.of == "organisation"
    assert table.setting in {"", *SETTINGS_READ}


def test_a_table_that_is_not_listed_cannot_be_opened():
    with pytest.raises(LookupError, match="inventory"):
        Inventoried(MemoryTables()).rows("new")


def test_the_documentation_has_the_inventory_as_it_is(capsys):
    text = OPERATIONS.read_text(encoding="utf-8")
    written = text.partition("<!-- tables -->\n")[2].partition("<!-- /tables -->")[0]
    assert written == as_markdown()
    assert main(["tables"]) == 0
    assert capsys.readouterr().out == written


def test_the_tables_that_a_prefix_names_are_all_there_are():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    [row] = [line for line in text.splitlines() if line.startswith("| `TABLE_PREFIX`")]
    _, *named = re.findall(r"`(\w+)`", row.partition("|")[2].partition("|")[2])
    assert named == [one.name for one in INVENTORY]
