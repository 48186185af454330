"""What a cell of a table holds, and how it is written."""

import re

Cell = str | int | float | bool | None
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,6})?")
_GROUPED = re.compile(r"-?[1-9]\d{0,2}(?:,\d{3}){1,4}(?:\.\d{1,6})?")
"""A number as people write a large one: "12,900"."""
_UNIT = re.compile(r"(?<!\s)\s*\([^()]*\)$")


def typed(written: str) -> Cell:
    """Return what a cell is to hold: a number where it is written as one."""
    if _GROUPED.fullmatch(written):
        written = written.replace(",", "")
    if not _NUMBER.fullmatch(written) or (written[0] == "0" and written[1:2].isdigit()):
        return written
    return float(written) if "." in written else int(written)


def without_unit(head: str) -> str:
    """Return the name of a column without a unit in brackets."""
    return _UNIT.sub("", head)
