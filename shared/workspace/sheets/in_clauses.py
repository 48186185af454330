"""The cells of a new row where each clause tells one: "19 users, status Planned, no date yet".

Only where every clause is understood: it says where the row goes, what it is called, one column and
its cell, or that a column stays empty.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from shared.models.cell import Cell, typed, without_unit
from shared.understanding.numbers import in_figures, ungrouped
from shared.understanding.tables import Grid, Word, Words, keys
from shared.words import fold, words_of
from shared.workspace.sheets.kinds import Kind, tells_nothing

_SHEET = "\ufffc"
"""Stands in a text for the name of the sheet or of its tab."""
_NOUN = r"(?:tab|table|worksheet|sheet)"
_CLAUSES = re.compile(
    r"[,;:?!]+(?=\s|$)|\.(?=\s|$)|\s+(?:and|but|with)\s+|\s+[/|\u2013\u2014-]\s+"
    rf"|(?:(?<={_SHEET})|(?<= sheet)|(?<= table)|(?<= tab))\s+please\s+"
    r"|\s+(?:n|plus)\s+(?=\w)|\s*[\u2600-\u27bf\U0001f300-\U0001faff]+\s*"
    r"|\s+(?=there(?:['\u2019]?s| is) no\b|(?:leave|keep) (?:it|that|this)\b)",
    re.IGNORECASE,
)
_TO_SHEET = rf"(?:in|into|on|onto|to)\b[^{_SHEET}]*{_SHEET}"
_ROW_FOR = re.compile(
    r"\b(?:row|line|entry|record)\b(?: for| called| named)? "
    rf"(?!(?:in|to|on|at|of|with|into|onto|please|pls|more|there|here|is|are|missing|added)\b)"
    rf"(?P<row>[^{_SHEET}]+?)(?: {_TO_SHEET}.*)?$"
    r"|\b(?:add|put|enter|write|log|insert|append|stick|pop|note|list|needs?|wants?|lacks?) "
    r"(?P<first>(?!(?:in|into|on|to|at|an?|one|another|the|new|rows?|lines?|entry|it|th[ai][st]"
    r"|th[eo]se|him|her)\b)"
    rf"(?:(?! as )[^{_SHEET}])+?)(?: as (?:an?|the|another|one) [\w ]+?| as well| too)?"
    rf"(?: {_TO_SHEET}|$)",
    re.IGNORECASE,
)
"""What a row is called, where it is said that one is to be added."""
_LEADS = re.compile(
    rf"[^{_SHEET}]*{_SHEET}.*|.*\b(?:row|line|entry|record)\b.*"
    r"|(?:(?:and )?(?:one|another|a new one)(?: more)?(?: (?:new )?(?:one|please|there))*"
    r"|(?:so )?please|so|and|but|for now|so far|(?:can|could|would|will) (?:yo)?u\b.*"
    r"|(?:please )?(?:add|append|insert)(?: (?:it|this|please|there))*"
    r"|thanks|thank you|at the (?:very )?(?:bottom|end|top))"
    r"|(?:no )?(?:i|we|he|she|nobody)\b.*"
    r"|(?:leave|keep) (?:it|that|this)\b.*",
    re.IGNORECASE | re.DOTALL,
)
"""A clause that tells no cell."""
_ONE_MORE = re.compile(
    r".*\b(?:another|(?:one|an?|the|some) (?:more|new|further|additional|next)|new"
    r"|an? (?:second|third|fourth|fifth|sixth|last)"
    r"|(?:add|insert|append|need|want) (?:an?|one))\s+$",
    re.IGNORECASE | re.DOTALL,
)
"""What stands before the name of the first column where that is what is to be added."""
_PLACE = re.compile(
    r"\s*(?:(?:at|in|for|to|on|as|please|soon|now|t?here|coming)\b.*)?", re.IGNORECASE | re.DOTALL
)
AT_END = re.compile(
    r",? (?:at|on|in|to) (?:the|its) (?:very )?(?:bottom|end|foot)\b(?! of \w)"
    r"|,? (?:below|under|behind|after|with|to) the (?:other(?:s\b| \w+s\b)|rest\b|last(?: one)?\b)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"\u201c]([^\"\u201d]+)[\"\u201d]")
"""Where any row goes, what parts a large number, and all that a cell says: `write only "open"`."""
_AS_SAID = re.compile(
    r"\s*:?\s*(?!(?:is|are|has|to|stays|still|leave|keep|left|blank|empty|un\w+ed|unknown)\b)"
    r"\w+ [^,;]"
)
"""How what a column says is told right behind it, though it be that nothing is there yet."""
_WRITE = re.compile(
    r"\w\W+(?:so |just |please )*(?:write|put|say|enter) (?P<cell>\w+)(?: there| in)?$",
    re.IGNORECASE,
)
_INTO = re.compile(rf"\s+(?:to|in|into|on|onto|of)\s+[^{_SHEET}]{{0,40}}{_SHEET}.*$", re.DOTALL)
"""Where a row goes, behind one of its cells."""
_WHY = re.compile(r"\s+(?:since|because|as|so|until|for now|yet)\b.*$", re.IGNORECASE | re.DOTALL)
_AROUND = re.compile(
    r"^(?:(?:so|it['\u2019]s|it|its|they|that|this|there|the|our|an?|is|are|being|has|have|gets?|will|should|be"
    r"|says?|reads?|would|namely|to|of|as|at|on|for|under|also|please|column|called|named|put|set|write|add|enter|insert|log|append|note|then"
    r"|name(?= (?:is|of|will)\b|:))\b\s*"
    r"|[=:\u2192]\s*)+"
    r"|\s+(?:(?:is|are) (?:still )?missing|there|goes|comes|so far|for now|now|then|please|pls|as"
    r"|for|in|under|the|is|are|was|were|to)$",
    re.IGNORECASE,
)
"""What stands around a cell in its clause."""
_FIGURE = re.compile(r"(?<![\w.,-])-?\d+(?:\.\d+)?(?![\w%]|[.,-]\d)")
_SHARE, _DIGIT = re.compile(r"(?<![\w.,-])-?\d+(?:\.\d+)?\s?%"), re.compile(r"\d")
_DATE = re.compile(r"(?<![\w-])\d{4}-\d\d-\d\d(?![\w-])")
PRONOUNS = frozenset(["him", "his", "her", "hers", "he", "she", "them", "they", "me", "myself"])
"""Who is only pointed at: what a row says of them is told by whoever knows them."""
_POINTS = re.compile(r"(?:th[ai][st]|th[eo]se|it|them)\b", re.IGNORECASE)
_LONGEST, _MOST_CHARACTERS = 6, 1000
"""Words of a cell, and characters of a text, at most."""


def told_in_clauses(
    text: str, grid: Grid, aside: Sequence[str], kinds: Sequence[Kind] = ()
) -> Mapping[int, Cell]:
    """Return the cells of a row by the numbers of their columns; nothing where any is unclear.

    `aside` are other names of the sheet, `kinds` what its columns hold: one cell without a name is
    of the only column that holds such.
    """
    if len(text) > _MOST_CHARACTERS:
        return {}
    key = next((at for at, kind in enumerate(kinds, 1) if kind in {"words", ""}), 1)
    found: dict[int, Cell] = {}
    spare: list[str] = []
    plain = ungrouped(in_figures(AT_END.sub("", text)))
    clauses = [*_clauses(_placed(plain, grid, aside), grid)]
    for clause in (_without_place(one, grid) for one in _from_name(clauses, grid, key)):
        columns = _columns(clause, grid)
        again = [at for at in columns if found.get(at + 1) and kinds and kinds[at] != "words"]
        if again and not _DIGIT.search(clause):
            continue  # "the other shares stay"
        anew = fold(clause) == fold(f"{found.get(key)}")  # "a line for ink? Ink, 5"
        called = clause if anew else _called(clause, grid, key)
        if called and (anew or key not in found):
            found[key] = called
        elif len(columns) > 1 or (_SHEET in clause and _FIGURE.search(clause)):
            return {}
        elif _SHEET in clause or not (
            columns or _FIGURE.search(clause) or not _LEADS.fullmatch(clause)
        ):
            continue
        elif not columns and (key in found or clause[:1].isdigit()):
            spare += [] if tells_nothing(clause) else [clause]
        elif cell := _cell(clause, columns, key):
            at, told = cell
            if at in found:
                return {}
            found[at] = told
    fits = _fits(spare, found, kinds)
    found |= fits or {}
    found = {at: _of_kind(one, kinds[at - 1] if kinds else "") for at, one in found.items()}
    whole = all(
        one is None
        or (0 < len(words_of(str(one))) <= _LONGEST and not {*words_of(str(one))} & PRONOUNS)
        for one in found.values()
    )
    name = f"{found.get(key) or 'it'}"
    return {} if _POINTS.match(name) or not whole or len(found) == 1 or fits is None else found


def _called(clause: str, grid: Grid, key: int) -> str:
    """Return what a clause says a new row is called; "" for none, as in "insert a new site"."""
    row = _ROW_FOR.search(clause)
    name = _bare(row["row"] or row["first"]) if row else ""
    head = grid.names[key - 1]
    return "" if keys(name)[-len(head) :] == head or fold(name) in {"me", "us"} else name


def _cell(clause: str, columns: Mapping[int, Sequence[Word]], key: int) -> tuple[int, Cell] | None:
    """Return the number of a column and its cell; None where it only says what is to be added.

    A cell without a name is of the column that names the rows, which is `key`.
    """
    [(at, said)] = columns.items() or [(key - 1, ())]
    cell = clause
    before, behind = (clause[: said[0].start], clause[said[-1].end :]) if said else ("", "")
    if at == key - 1 and _ONE_MORE.fullmatch(before):  # "one more site at the bottom"
        if _PLACE.fullmatch(behind):
            return None
        cell = behind
    elif said:
        cell = f"{before} {behind}"
    quoted = _QUOTED.findall(cell)
    if len(quoted) == 1:
        return at + 1, quoted[0]
    if written := _WRITE.search(cell):  # "we don't know, so write open"
        return at + 1, written["cell"]
    empty = said and tells_nothing(cell)
    if empty and not before.strip() and _AS_SAID.match(behind):  # "status No keys so far"
        return at + 1, behind.strip(" :.\"'")
    return at + 1, None if empty else typed(_bare(_WHY.sub("", cell)))


def _of_kind(cell: Cell, kind: Kind) -> Cell:
    """Return the only date, or figure, of what is said of a cell that holds such."""
    form = {"dates": _DATE, "numbers": _FIGURE}.get(kind)
    told = form.findall(cell) if form and isinstance(cell, str) else []
    return typed(told[0]) if len(told) == 1 else cell


def _open(kinds: Sequence[Kind], found: Mapping[int, Cell]) -> bool:
    """Whether words may still be of some column: else they are said besides."""
    return not kinds or any(
        kind in {"words", ""} and at not in found for at, kind in enumerate(kinds, 1)
    )


def _fits(
    spare: Sequence[str], found: Mapping[int, Cell], kinds: Sequence[Kind]
) -> Mapping[int, Cell] | None:
    """Return the cells without a name, but for what is said besides; None where one is unclear."""
    told = [one for one in spare if _DIGIT.search(one)]
    if _open(kinds, {**found, **_fitting(told, found, kinds)}):
        told = spare
    fits = _fitting(told, found, kinds)
    return fits if len(fits) == len(told) else None


def _fitting(
    spare: Sequence[str], found: Mapping[int, Cell], kinds: Sequence[Kind]
) -> Mapping[int, Cell]:
    """Return the cells without a name by the free columns that hold such, or none.

    Words are of the only one, figures of as many as there are of them, in their order.
    """
    fits: dict[int, Cell] = {}
    told: dict[Kind, list[Cell]] = {}
    for cell in map(_bare, spare):
        figures = _SHARE.findall(cell) or _FIGURE.findall(cell)
        kind: Kind = "words" if not _DIGIT.search(cell) else "" if "%" in cell else "numbers"
        if kind != "words" and len(figures) != 1:
            return {}
        told.setdefault(kind, []).append(typed(figures[0]) if figures else cell)
    for kind, cells in told.items():
        free = [at for at, one in enumerate(kinds, 1) if one == kind and at not in found]
        if len(free) != len(cells) or (kind == "words" and len(cells) > 1):
            return {}
        fits |= zip(free, cells, strict=True)
    return fits


def _from_name(clauses: Sequence[str], grid: Grid, key: int) -> Sequence[str]:
    """Return the clauses of a row, from that which names it: what stands before its other cells.

    What is said before, "we bought a drill", is no cell; nor is what says where the row goes.
    """
    leads = [
        _SHEET in one or (_LEADS.fullmatch(one) is not None and not _FIGURE.search(one))
        for one in clauses
    ]
    others = [
        {*_columns(one, grid)} - {key - 1} and not lead
        for one, lead in zip(clauses, leads, strict=True)
    ]
    first = others.index(True) if True in others else 0
    named = [at for at in range(first) if _called(clauses[at], grid, key)]
    if named:
        return clauses[named[-1] :]
    last = max((at for at in range(first) if not leads[at]), default=0)
    begins = max((at + 1 for at in range(last) if leads[at]), default=0)
    return clauses[begins:]


def _without_place(clause: str, grid: Grid) -> str:
    """Return a clause without where the row goes, behind a cell: "31 as amount to the sheet"."""
    found = _INTO.search(clause)
    cell = clause[: found.start()] if found else ""
    return cell if _columns(cell, grid) else clause


def _columns(clause: str, grid: Grid) -> Mapping[int, Sequence[Word]]:
    words = Words(clause)
    return words.columns(grid) or words.columns_by_words(grid) or words.columns_alike(grid)


def _clauses(text: str, grid: Grid) -> Iterator[str]:
    """Yield the clauses of a text, and what tells two columns as two: "19 users status Planned"."""
    label = ""
    for one in filter(None, (one.strip() for one in _CLAUSES.split(" ".join(text.split())))):
        begun = 0
        clause = f"{label} {one}" if label else one
        only = [*_columns(clause, grid).values()]
        label = clause if only and keys(_bare(clause)) == tuple(o.key for o in only[0]) else ""
        if label:  # "Site: Oban"
            continue
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
    tab = re.escape(grid.tab)  # that is a column's name as well
    own = fold(grid.tab) not in {fold(without_unit(one)) for one in grid.heads}
    form = rf"\b{tab}\b(?: {_NOUN}\b)?" if own else rf"\b{tab} {_NOUN}\b"
    return re.sub(form, _SHEET, text, flags=re.IGNORECASE) if tab else text


def _bare(cell: str) -> str:
    while cell != (clean := _AROUND.sub("", cell.strip(" \"'\u201c\u201d.,;"))):
        cell = clean
    return cell
