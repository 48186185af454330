"""What kind of values a column holds, and which column and value of that kind a text tells."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from shared.english import read_when
from shared.models.cell import Cell, typed, without_unit
from shared.understanding.numbers import SPOKEN, in_figures, ungrouped
from shared.words import fold, stem, stems

Kind = Literal["numbers", "dates", "words", ""]

_EMPTY = re.compile(
    r"(?:(?:and|or) [^\d,;:]{1,30}? )??"
    r"(?:(?:(?:please )?(?:leave|leaves|left|keep|kept|stays|is|as)\s+)?(?:it |that )?(?:is )?"
    r"(?:blank|empty)(?: for now| please)?(?:,? (?:because|as|since)\b.*)?"
    r"|so (?:do|does|is|are|will) [^\d]*|(?:leave|left) (?:it |that )?(?:out|free)"
    r"|nothing(?: yet)?|[-\u2013\u2014]+|no [^\d,;:]{1,30} yet|(?:not known |not decided )?yet"
    r"|(?:nobody|no ?one) knows(?: it| that| yet)*"
    r"|(?:i|we) (?:don['\u2019]?t|do not) (?:know|have)(?: it| that| yet)*"
    r"|(?:(?:i|we)(?:['\u2019]ll| will) )?(?:fill|add|comes?|follows?|give)\b[^,;\d]*\blater)",
    re.IGNORECASE,
)
"""How it is told that a cell has nothing in it, whatever its column holds."""
_UNKNOWN = re.compile(
    r"\b(?:(?:leave|keep|without)\b|to (?:follow|come|be \w+ed)\b|empty|blank"
    r"|un(?:known|decided|clear)|nothing|none"
    r"|(?:not|\w+n['\u2019]t) (?:yet |been )?(?:known?|decided|fixed|set|there|clear)|open yet"
    r"|no(?! \w+ than\b))\b",
    re.IGNORECASE,
)
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_DIGIT = re.compile(r"\d")
_MONEY = {"usd": r"\$|usd|dollars?|bucks", "eur": "€|eur|euros?", "gbp": "£|gbp|pounds?|quid"}
_AMOUNT = re.compile(
    rf"(?P<sign>[$€£])?\s*(?P<figures>-?\d[\d,]*(?:\.\d+)?|{'|'.join(SPOKEN)})"
    r"(?:\s*(?P<unit>[$€£]|\b[a-z]+))?",
    re.IGNORECASE,
)
_PIECES = frozenset({"people", "persons", "pieces", "pcs"})
_AROUND_DATE = re.compile(r"(?:\W|\b(?:on|at|the|of|by)\b)*", re.IGNORECASE)
_WORD_OR_SIGN = re.compile(r"\S*\w\S*")
_IS = r"(?:(?:is|are|should be|must be|to be|becomes?)(?: now)?\s+)?"
"""What may stand between a column and its value."""
_SMALL = frozenset({"so", "a", "an", "the", "of", "is", "at", "on", "and", "with", "for", "as"})
_FEW, _MOST_CHARACTERS = 2, 100
"""Cells that tell what a column holds, at least; and what is read of a cell at most."""


def kind_of(cells: Sequence[Cell]) -> Kind:
    """Return what all of a column's cells are that say something; "" for several kinds, or few."""
    kinds: set[Kind] = {_kind(cell) for cell in cells if cell not in (None, "")}
    told = sum(cell not in (None, "") for cell in cells)
    return kinds.pop() if told >= _FEW and len(kinds) == 1 else ""


def fitted(
    cell: Cell, head: str, others: Sequence[Cell], now: datetime, *, new: bool = True
) -> tuple[Cell, str]:
    """Return what a cell holds in a column with such other cells, and why that does not fit.

    A number or a date that is said becomes one; nothing, where a `new` row is told that none is
    known (elsewhere, "leave it" may as well be no change). What is of no such kind stays as it is
    said, with what the person is to be told.
    """
    kind = kind_of(others)
    if cell is None or cell == "" or not kind or _kind(cell) == kind:
        return cell, ""
    said = cell.strip() if isinstance(cell, str) and len(cell) <= _MOST_CHARACTERS else ""
    if kind != "words" and said:
        bare = re.sub(re.escape(head), "", said, flags=re.IGNORECASE)  # "week of 30 November"
        found = _number(said, head) if kind == "numbers" else _date(bare, now)
        if found is not None:
            return found, ""
        if new and " " in said and tells_nothing(said):
            return None, ""
    elif isinstance(cell, str):
        return cell, ""
    return cell, f"{head} holds {kind}; “{str(cell)[:_MOST_CHARACTERS]}” is none."


def is_empty(cell: Cell) -> bool:
    """Whether what is told of a cell is that nothing is in it: "leave blank"."""
    return isinstance(cell, str) and _EMPTY.fullmatch(cell) is not None


def tells_nothing(text: str) -> bool:
    """Whether a text says of a cell that nothing is known of it, or that it stays empty."""
    return _UNKNOWN.search(text) is not None and _DIGIT.search(text) is None


def _kind(cell: Cell) -> Kind:
    if isinstance(cell, str):
        if _DATE.fullmatch(cell.strip()):
            return "dates"
        return "" if _DIGIT.search(cell) else "words"
    return "" if cell is None or isinstance(cell, bool) else "numbers"


def _number(said: str, head: str) -> Cell:
    """Return the number of "nineteen", "9,650 pounds", "19 users"; None for no number.

    A unit is left out only where it is the column's own.
    """
    found = _AMOUNT.fullmatch(ungrouped(in_figures(said)))
    if found is None or not all(_own(one, head) for one in (found["sign"], found["unit"]) if one):
        return None
    number = SPOKEN.get(found["figures"].casefold(), typed(found["figures"]))
    return None if isinstance(number, str) else number


def _own(unit: str, head: str) -> bool:
    """Whether a unit is what a column counts: its own name, its currency, or any if it has none."""
    money = [code for code, forms in _MONEY.items() if re.fullmatch(forms, unit, re.IGNORECASE)]
    named = [code for code in _MONEY if code in head.casefold()]
    if money:
        return not named or money == named
    own = {*stems(without_unit(head)), *_PIECES}
    return unit.casefold() in own or bool(own & {*stems(unit)})


def _date(said: str, now: datetime) -> Cell:
    """Return the one day that all of a text names, as columns of dates write it; None for none."""
    when = read_when(said, now)
    left = list(said)
    for start, end in when.spans:
        left[start:end] = " " * (end - start)
    plain = when.day_named and not (when.at or when.minutes or when.recurrence)
    if not plain or not _AROUND_DATE.fullmatch("".join(left)) or when.first != when.last:
        return None
    return when.first.isoformat() if when.first else None


def column_said(text: str, heads: Sequence[str]) -> tuple[int, str]:
    """Return the column whose name a text begins or ends with, and the rest; 0 for none."""
    for name, at in sorted(
        ((name, at) for at, head in enumerate(heads, 1) for name in (head, without_unit(head))),
        key=lambda one: -len(one[0]),
    ):
        shown = re.escape(name).replace("\\ ", r"[\s-]").replace(r"\-", r"[\s-]?")
        form = rf"{shown}\s*[:=]?\s+{_IS}(?P<rest>\S.*)|(?P<value>.*\S)\s+{shown}"
        if found := re.fullmatch(form, text.strip(), re.IGNORECASE | re.DOTALL):
            return at, found["rest"] or found["value"]
    return _loosely(text, heads)


def _loosely(text: str, heads: Sequence[str]) -> tuple[int, str]:
    """Return likewise where the name is inflected, with small words: "5000 planned"."""
    told = [found for found in _WORD_OR_SIGN.finditer(text) if fold(found[0]) not in _SMALL]
    said_so = [stem(fold(found[0])) for found in told]
    for at, head in enumerate(heads, 1):
        name = stems(without_unit(head))
        count = len(name)
        if not name or count >= len(told):
            continue
        rest = text[told[count].start() :].strip()
        of = "of" in text[told[count - 1].end() : told[count].start()].split()
        if said_so[:count] == name and not (of and rest[0].isalpha()):  # "Plan of Bo" is no plan
            return at, rest
        if said_so[-count:] == name:
            return at, text[told[0].start() : told[-count - 1].end()].strip()
    return 0, text
