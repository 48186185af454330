"""The cells of a new row where each clause tells one: "19 users, status Planned, no date yet".

Only where every clause is understood: it says where the row goes, what it is called, one column and
its cell, or that a column stays empty.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from shared.models.cell import Cell, typed
from shared.understanding.tables import Grid, Word, Words, keys
from shared.workspace.sheets.kinds import tells_nothing

_SHEET = "\ufffc"
"""Stands in a text for the name of the sheet or of its tab."""
_CLAUSES = re.compile(
    r"[,;:?!]+(?=\s|$)|\.(?=\s|$)|\s+(?:and|but|with)\s+"
    rf"|(?:(?<={_SHEET})|(?<= sheet)|(?<= table)|(?<= tab))\s+please\s+"
    r"|\s+(?=there(?:['\u2019]?s| is) no\b|(?:leave|keep) (?:it|that|this)\b)",
    re.IGNORECASE,
)
_ROW_FOR = re.compile(
    rf"\b(?:row|line|entry|record)\b(?: for| called| named)? (?P<row>[^{_SHEET}]+)$"
    r"|\b(?:add|put|enter|write|log|insert|append) "
    rf"(?P<first>(?!(?:an?|one|another|the)\b)[^{_SHEET}]+?) (?:in|into|on|onto|to)\b"
    rf"[^{_SHEET}]*{_SHEET}",
    re.IGNORECASE,
)
"""What a row is called, where it is said that one is to be added."""
_LEADS = re.compile(
    rf"[^{_SHEET}]*{_SHEET}.*|.*\b(?:row|line|entry|record)\b.*"
    r"|(?:(?:so )?please|so|thanks|thank you|at the (?:very )?(?:bottom|end|top))"
    r"|(?:no )?(?:i|we|he|she|nobody)\b.*"
    r"|(?:leave|keep) (?:it|that|this)\b.*",
    re.IGNORECASE | re.DOTALL,
)
"""A clause that tells no cell."""
_ONE_MORE = re.compile(
    r".*\b(?:another|(?:one|an?|the|some) (?:more|new|further|additional|next)|new)\s+$",
    re.IGNORECASE | re.DOTALL,
)
"""What stands before the name of the first column where that is what is to be added."""
_PLACE = re.compile(r"\s*(?:(?:at|in|for|to|on|as|please)\b.*)?", re.IGNORECASE | re.DOTALL)
"""What may stand behind it where the row is not called anything yet."""
_WHY = re.compile(r"\s+(?:since|because|as|so|until|for now|yet)\b.*$", re.IGNORECASE | re.DOTALL)
_AROUND = re.compile(
    r"^(?:(?:it|its|it['\u2019]s|they|that|this|there|the|our|an?|is|are|has|have|gets?|will|should|be"
    r"|says?|reads?|to|of|as|at|on|for|under|also|please|column|called|named|put|set|write|then"
    r"|name(?= (?:is|of|will)\b|:))\b\s*"
    r"|[=:\u2192]\s*)+"
    r"|\s+(?:there|so far|for now|then|please|as|for|in|under|the|is|are|to)$",
    re.IGNORECASE,
)
"""What stands around a cell in its clause."""
_LONGEST = 6
"""Words of a cell at most."""


def told_in_clauses(text: str, grid: Grid, aside: Sequence[str]) -> Mapping[int, Cell]:
    """Return the cells of a row by the numbers of their columns; nothing where any is unclear.

    `aside` are other names of the sheet.
    """
    found: dict[int, Cell] = {}
    for clause in _clauses(_placed(text, grid, aside), grid):
        columns = _columns(clause, grid)
        called = _ROW_FOR.search(clause)
        if called and 1 not in found:
            name = _bare(called["row"] or called["first"])
            if keys(name)[-len(grid.names[0]) :] != grid.names[0]:  # "insert a new site in"
                found[1] = name
        elif _SHEET in clause or (not columns and _LEADS.fullmatch(clause)):
            continue
        elif len(columns) > 1 or (not columns and 1 in found):
            return {}
        else:
            [(at, said)] = columns.items() or [(0, ())]
            cell = clause
            before, behind = (clause[: said[0].start], clause[said[-1].end :]) if said else ("", "")
            if at == 0 and _ONE_MORE.fullmatch(before):  # "one more site at the bottom"
                if _PLACE.fullmatch(behind):
                    continue
                cell = behind
            elif said:
                cell = f"{before} {behind}"
            if at + 1 in found:
                return {}
            empty = said and tells_nothing(cell)
            found[at + 1] = None if empty else typed(_bare(_WHY.sub("", cell)))
    whole = all(one is None or 0 < len(str(one).split()) <= _LONGEST for one in found.values())
    return found if whole and found.get(1) and len(found) > 1 else {}


def _columns(clause: str, grid: Grid) -> Mapping[int, Sequence[Word]]:
    words = Words(clause)
    return words.columns(grid) or words.columns_by_words(grid)


def _clauses(text: str, grid: Grid) -> Iterator[str]:
    """Yield the clauses of a text, and what tells two columns as two: "19 users status Planned"."""
    for clause in filter(None, (one.strip() for one in _CLAUSES.split(" ".join(text.split())))):
        begun = 0
        told = sorted((said[0].start, said[-1].end) for said in _columns(clause, grid).values())
        for (start, end), (behind, _) in pairwise(told):
            if (
                clause[begun:start].strip()
                and _SHEET not in clause
                and not clause[end:behind].strip()
            ):
                yield clause[begun:end].strip()
                begun = end
        yield clause[begun:].strip()


def _placed(text: str, grid: Grid, aside: Sequence[str]) -> str:
    """Return a text in which a sign stands for each name of the sheet and of its tab."""
    for name in dict.fromkeys((*map(keys, (grid.tab, grid.sheet, *aside)),)):
        words = Words("" if name in grid.names else text)
        while here := words.take(name):
            start, end = words.said[here.start].start, words.said[here.stop - 1].end
            text = f"{text[:start]}{_SHEET}{text[end:]}"
            words = Words(text)
    return text


def _bare(cell: str) -> str:
    while cell != (clean := _AROUND.sub("", cell.strip(" \"'\u201c\u201d.,"))):
        cell = clean
    return cell
