"""How many rows there are of a kind, and what the numbers in a column of theirs come to.

Whatever may leave out some of the rows has to be understood: words beside a column that no row
says, a name, a place or a time. What is said in a clause of its own only leads up to the question.
"""

import re
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from shared.english.spelled import CARDINALS
from shared.tools.wording import count
from shared.understanding.tables import LEFT_OUT, ORDERING, Columns, Grid, Keys, Words, keys, words
from shared.words import similar, stem
from shared.workspace.sheets.cells import cell_of
from shared.workspace.sheets.figuring import FIGURE, Figure, asks_figures, figure, kind_for
from shared.workspace.sheets.port import Table
from shared.workspace.sheets.selecting import Rows, said

_ASKING = """
how many much add sum count total altogether together combined number if each every both there say
said according currently look see tell give show row rows line lines ones entrie cells me us exactly
plus only just alone come comes overall grand acros over taken looking amount reach arrive recorded
listed given shown noted entered got between them lot average averaged averaging mean avg arithmetic
highest lowest biggest largest smallest greatest fewest most least maximum minimum max min
single per calculate spend spent make made earn cost compute work kindly one any ever so now summed
added same whole belong bring decimal decimals place rounded roughly weekly monthly
quarterly yearly daily best told r n u
"""
_NO_ROW = ORDERING | frozenset(_ASKING.split()) | frozenset(CARDINALS)
"""Words of a question that tell no row."""
_TOLD = re.compile(r"[^\W_]+(?:[-./:,'\u2019][^\W_]+)*")
"""A word, a date or a number."""
_COUNTED = re.compile(
    r"\b(?:how many|(?:the )?number of|count)(?: of)?(?: all)?(?: (?:the|our|my|those|these))?\s*",
    re.IGNORECASE,
)
"""What stands before what is to be counted."""
_CLAUSE = re.compile(r"[^,;:.?!\u2013\u2014]+|[.,](?=\d)")
_IN_ALL = re.compile(
    r"\b(?:al+ ?together|all (?:\w+ ){0,4}together|(?:in|over|across) all|all (?:told|in)|overall"
    r"|total|sum(?:med)?|(?:add|tally)(?:s|ed|ing)? (?:up|together)|combined"
    r"|(?:com(?:e|es|ing)|amounts?) to|between (?:them|all of them|the lot))\b",
    re.IGNORECASE,
)
"""How it is said that nothing is left out."""
_NARROWS = (
    r"\b(?:in|at|for|from|of|with|without|on|by|since|until|before|after|under|than|not|no|except"
    r"|but)\b"
)
_BEHIND = r"(?=((?:\s[^\s,.;:?!()]+){1,4}))"
_LED = re.compile(rf"{_NARROWS}{_BEHIND}", re.IGNORECASE)
_SUBJECT = re.compile(rf"\b(?:has|have|had|does|did|do|was|were|is|are)\b{_BEHIND}", re.IGNORECASE)
"""What may leave out rows, for what it stands behind; the second where a column is named."""
_OF_THE = re.compile(r"\b(?:of|for|with) (?:all|the|our|my|both|every|each)\b", re.IGNORECASE)
"""What leaves out nothing in a clause that only leads up: "taking the pulse of the desk: ..."."""
_SIDE_BY_SIDE = re.compile(r"(?=\b(\w[\w-]*) (\w[\w-]*))")
_NUMBER_OF_ALL = re.compile(r"\ball (?:the )?(\d{1,3})\b|\b(4) me\b")
"""A number that leaves out nothing: "all 4 sites", and "4 me" as it is thumbed."""
FOR_WHOM = re.compile(r"\bfor (?:me|us|my(?: own)? \w+|an? \w+(?: \w+)?)\b", re.IGNORECASE)
"""For whom or what a number is asked, which leaves out nothing."""
_WHEN = re.compile(
    r"\b(?:last|next|first|previous|latest|recent(?:ly)?|yesterday|today|tomorrow|who|whose|whom"
    r"|only|just|ones|worst)\b",
    re.IGNORECASE,
)
"""What leaves out rows wherever it stands."""
_WHICH = re.compile(
    r"\b(?:which|what|whose|how many|by|per|each)\s+(?:of (?:the|our|my)\s+)?", re.IGNORECASE
)
"""What stands before the thing that is asked for."""
_SHOWN = "are shown"
_MOST_FIGURES = 4
_SHORT = 3
"""Letters of a word cut short: "tix closed"."""
_SUMS = frozenset({("total",), ("sum",), ("subtotal",), ("grand", "total"), ("all",)})
"""What a row is called that adds up the others."""


def without_names(asked: str, table: Table, sheet: str) -> str:
    """Return a question without the names of its sheet and tab; `sheet` is another of it."""
    heads = _grid(table, table.rows).names
    if table.tab:  # "total expenses in the Revenue tab" names one column
        tab = re.escape(table.tab)
        called = rf"\b{tab} (?:tab|worksheet)\b|\b(?:tab|worksheet) {tab}\b"
        asked = re.sub(called, lambda one: " " * len(one[0]), asked, flags=re.IGNORECASE)
    told = Words(asked)
    for name in (table.sheet.name, sheet, table.tab):
        exact = re.search(rf"\b{re.escape(name)}\b", asked, re.IGNORECASE) if name else None
        if exact and keys(name) not in heads:  # "the number of calls, by the tab Numbers"
            asked = f"{asked[: exact.start()]}{' ' * len(exact[0])}{asked[exact.end() :]}"
        elif keys(name) not in heads and (here := told.take(keys(name))):
            start, end = told.said[here.start].start, told.said[here.stop - 1].end
            asked = f"{asked[:start]}{' ' * (end - start)}{asked[end:]}"
    return asked


def rows_asked(asked: str, about: str, table: Table) -> str:
    """Return the words of a question, and of what it is about, that are of rows.

    None is that a column is called by, or that only says how it is asked for.
    """
    grid = _grid(table, table.rows)
    of_columns = {word for name in grid.names for word in name}
    aside = {*of_columns, *_NO_ROW, *_of_none(asked, table)}
    told = {keys(one): one for one in _TOLD.findall(f"{about} {asked}")}
    aside |= _like_columns({word for key in told for word in key}, table)
    aside |= {word for one in _columns(asked, grid).values() for word, *_ in one}
    return " ".join(one for key, one in told.items() if not {*key} <= aside)


def _of_none(asked: str, table: Table) -> set[str]:
    """Return the words of a question for all there is that no row says, and that name nothing.

    "All the sites added up" is of every row, and so is a mean; a name that no row says may leave
    out all of them, and so may any word where something stands that does: "in lyon", "lyon's".
    """
    names = {*keys(table.sheet.name), *keys(table.tab)}
    grid = _grid(table, table.rows)
    columns = {word for name in grid.names for word in name}
    clauses = _CLAUSE.findall(asked)
    asking = [one for one in clauses if _COUNTED.search(one) or _columns(one, grid)]
    in_all = _IN_ALL.search(asked) or FIGURE.search(asked)
    parts = [one if one in asking else _OF_THE.sub(" ", one) for one in clauses]
    behind = _LED.findall(FOR_WHOM.sub(" ", " . ".join(parts)))
    behind += _SUBJECT.findall(" . ".join(asking)) if in_all else map(_counted, asking)
    led = {one for found in behind for one in _TOLD.findall(found)}
    led |= {one for one, behind in _SIDE_BY_SIDE.findall(asked) if {*keys(behind)} & columns}
    led |= {one[0] for one in _WHEN.finditer(asked)}
    told = [one for one in _TOLD.findall(asked) if one[:1].islower() and one not in led]
    plain = {word for one in told for word in keys(one) if "'" not in one and "\u2019" not in one}
    first = {*keys(next((one for one in _TOLD.findall(asked)[:1] if one not in led), ""))}
    numbers = {one for found in _NUMBER_OF_ALL.findall(asked) for one in found}
    numbers |= {str(len(table.rows) - 1)}
    return ((names | plain | first) - _said_by_rows(table)) | numbers


def _counted(clause: str) -> str:
    """Return a clause from where it tells what is to be counted."""
    found = _COUNTED.search(clause)
    return clause[found.end() :] if found else clause


def _said_by_rows(table: Table) -> set[str]:
    return {word for row in table.rows[1:] for cell in row for word in keys(said(cell))}


def _like_columns(told: AbstractSet[str], table: Table) -> set[str]:
    """Return the words that are those of columns, inflected or with a slip: "closing", "weks"."""
    of_columns = {word for name in _grid(table, table.rows).names for word in name}
    like = {one for one in told if any(_alike(one, other) for other in of_columns)}
    return like - _said_by_rows(table)


def _alike(told: str, name: str) -> bool:
    return stem(told) == stem(name) or similar(told, name)


def rows_named(asked: str, about: str, table: Table) -> tuple[tuple[str, ...], Rows]:
    """Return what several rows are called that a question names, and the heading and those rows.

    Those that it leaves out name all of the others. Nothing where it says anything else of rows, or
    a column has the same name more than once.
    """
    left_out = LEFT_OUT.search(asked)
    within = next(filter(None, left_out.groups())) if left_out else asked
    if left_out:
        asked = f"{asked[: left_out.start()]} {asked[left_out.end() :]}"
        about = " ".join(one for one in about.split() if not {*keys(one)} <= {*keys(left_out[0])})
    of_rows = rows_asked(f"{asked} {within}" if left_out else asked, about, table)
    for at in range(1, max(map(len, table.rows), default=0) + 1):
        called = {keys(name): name for row in table.rows[1:] if (name := said(cell_of(row, at)))}
        if len(called) < len(table.rows[1:]):
            continue
        told = Words(within)
        named = [one for one in sorted(called, key=len, reverse=True) if told.take(one)]
        whole = {*keys(of_rows)} <= {word for one in named for word in one}
        if named and left_out:
            named = [one for one in called if one not in named]
        if len(named) > 1 and whole:
            rows = [row for row in table.rows[1:] if keys(said(cell_of(row, at))) in named]
            names = tuple(said(cell_of(row, at)) for row in rows)
            return names, (table.rows[0], *rows)
    return (), ()


def columns_named(asked: str, table: Table) -> tuple[bool, int]:
    """Return whether a column is what is asked for ("which client"), and how many are named."""
    columns = _columns(asked, _grid(table, table.rows))
    things = {one.end() for one in _WHICH.finditer(asked)}
    return any(words[0].start in things for words in columns.values()), len(columns)


def without_columns(about: str, table: Table) -> str:
    """Return what rows are about without the words that columns are called by."""
    of_columns = {word for name in _grid(table, table.rows).names for word in name}
    return " ".join(one for one in _TOLD.findall(about) if not {*keys(one)} <= of_columns)


def beside_rows(asked: str, table: Table, found: Rows) -> tuple[str, tuple[Figure, ...]]:
    """Return what is told of the rows that are shown where it is unclear which are asked for.

    It says that it is of all of them: how many say what the question says, or else what the columns
    of numbers come to, those that are named or all. "" for one row, or where nothing is a number.
    """
    rows, grid = found[1:], _grid(table, found)
    counts = _COUNTED.search(asked) is not None
    adds_up = any(keys(said(cell_of(row, 1))) in _SUMS for row in rows)
    if len(rows) <= 1 or adds_up or not (counts or asks_figures(asked)):
        return "", ()
    counted = _counts_of(asked, rows) if counts else []
    named = _columns(asked, grid)
    names = [said(cell_of(row, 1)) for row in rows]
    every = {
        at: one
        for at, head in enumerate(grid.heads)
        if head and (cells := [cell_of(row, at + 1) for row in rows])
        if (one := figure(head, kind_for(asked, named.get(at, ())), cells, names))
    }
    of_named = [one for at, one in every.items() if at in named]
    figures = () if counted else (*of_named[:_MOST_FIGURES],) or (*every.values(),)[:_MOST_FIGURES]
    told = counted or [one.told for one in figures]
    return " ".join((f"{count(len(rows), 'row')} {_SHOWN}.", *told)) if told else "", figures


def _counts_of(asked: str, rows: Rows) -> list[str]:
    """Return how many rows have a cell that a question says, for each that several rows may."""
    cells = [said(cell) for row in rows for cell in row[1:] if isinstance(cell, str)]
    names = {keys(one): one.strip() for one in reversed(cells)}
    many = Counter(keys(one) for one in cells)
    told = Words(asked)
    found = [one for one in sorted(many, key=len, reverse=True) if told.take(one)]
    several = any(many[one] > 1 for one in found)
    return [f"{names[one]}: {many[one]}." for one in found] if several else []


def tally(
    asked: str, of_rows: str, table: Table, found: Rows, named: Sequence[str] = ()
) -> tuple[str, tuple[Figure, ...]]:
    """Return the number that is asked for, of the rows that were found; "" where it is unclear.

    Where a column of numbers is named, it is of these. `of_rows` is what every row has to say; or
    else the rows are what is `named`.
    """
    rows = found[1:]
    wanted = frozenset[str]() if named else {*keys(of_rows)}
    each = [{word for cell in row for word in keys(said(cell))} for row in rows]
    adds_up = any(keys(said(cell_of(row, 1))) in _SUMS for row in rows)
    if not rows or adds_up or any(not wanted <= one for one in each):
        return "", ()
    grid = _grid(table, found)
    columns = _columns(asked, grid)
    says = " and ".join(named) or of_rows
    about = f" {'says' if len(rows) == 1 else 'say'} {says}" if says else ""
    counted = f"{count(len(rows), 'row')}{about}."
    names = [said(cell_of(row, 1)) for row in rows]
    figures = tuple(
        one
        for at, told in sorted(columns.items())
        if (cells := [cell_of(row, at + 1) for row in rows])
        and (one := figure(grid.heads[at], kind_for(asked, told), cells, names))
    )
    if figures:
        told = " ".join((counted, *(one.told for one in figures)))
        return (told, figures) if len(rows) > 1 else ("", ())
    figured = FIGURE.search(asked) is not None
    counts = not named and not figured and _counts_rows(asked, wanted, columns, rows, grid.names)
    return counted if counts else "", ()


def _columns(asked: str, grid: Grid) -> Columns:
    """Return the columns that are named, some with words between: "tickets were opened".

    Their words may be inflected, and one of several cut short: "tix closed".
    """
    told, keyed = Words(asked), {*keys(asked)}
    named = told.columns(grid)
    apart = told.columns_by_words(grid)
    found = {**named, **{at: one for at, one in apart.items() if {*grid.names[at]} <= keyed}}
    left = [one for one in told.said if not any(one in words for words in found.values())]
    for at, name in enumerate(grid.names):
        if at in found or not name or any(name == grid.names[one] for one in found):
            continue
        like = [next((one for one in left if _alike(one.key, word)), None) for word in name]
        own = [word for word in name if sum(word in other for other in grid.names) == 1]
        known = [one for one, word in zip(like, name, strict=True) if one and word in own]
        near = (one for one in told.said if len(one.key) == _SHORT)
        cut = next((one for one in near if one.key[:2] == name[0][:2]), None)
        whole = all(like) or (known and cut and len(name) > 1)
        if whole and known:
            found[at] = tuple(one for one in (*like, None if all(like) else cut) if one)
    return found


def _counts_rows(
    asked: str, of_rows: AbstractSet[str], columns: Columns, rows: Rows, names: Sequence[Keys]
) -> bool:
    """Whether as many things are to be counted as there are rows.

    Of "owners" there are only if all differ, and of "saws" a row may tell how many there are, or of
    "tickets" a column "tickets closed".
    """
    found = _COUNTED.search(asked)
    if found is None:
        return False
    first, *_ = [*words(asked[found.end() :]), None]
    start = found.end() + (first.end + 1 if first and first.key in of_rows else 0)
    things = [at for at, name in columns.items() if name[0].start == start]
    told = [[said(cell_of(row, at + 1)) for row in rows] for at in things]
    partly = first and any(first.key in name for name in names)
    plain = bool(things) or (start == found.end() and not partly)
    return plain and all(len({*one}) == len(one) for one in told)


def _grid(table: Table, found: Rows) -> Grid:
    return Grid(table.sheet.name, table.tab, tuple(said(head) for head in [*found[:1], ()][0]), ())
