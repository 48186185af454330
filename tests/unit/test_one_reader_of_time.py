"""Times are read in one place: what reads them elsewhere would soon read them otherwise."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLOCK = re.compile(r"o'\?clock|\[ap\]\\?\.?\\?\??m|\(\?:am\|pm\)|half past\b.*\|", re.IGNORECASE)
"""Patterns for times of day, in their usual spellings."""
APART = {"shared/reasoning/embedded/entities.py"}
"""Keeps the words of a time apart from those of a topic, and means nothing by them."""


def test_only_the_reader_of_english_knows_how_a_clock_is_written():
    found = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "shared").rglob("*.py"))
        if CLOCK.search(path.read_text(encoding="utf-8"))
    ]
    assert {Path(one).parent.name for one in found if one not in APART} == {"english"}
