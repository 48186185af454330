"""Spreadsheets: from what a command says to the calls that do it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from shared.models.base import Json
from shared.understanding.files import (
    Sort,
    bare,
    file_meant,
    known_alone,
    mended,
    named,
    part_of,
)
from shared.understanding.folding import content_words, fold
from shared.understanding.marking import Span
from shared.understanding.numbers import number_in
from shared.understanding.pointing import points
from shared.understanding.said import Said
from shared.understanding.shown_table import table_shown
from shared.understanding.work import Asked, Work
from shared.workspace.sheets.asking.answering import ask_of
from shared.workspace.sheets.asking.changed import CellMeant
from shared.workspace.sheets.asking.onward import (
    asked_of_tables,
    cells_of_tables,
    column_of_tables,
    row_for_tables,
    rows_out_of_tables,
)
from shared.workspace.sheets.asking.shape import shape_of
from shared.workspace.sheets.asking.terms import ASKS, FILLERS, of_figures
from shared.workspace.sheets.frames.cells import place_of, unquoted
from shared.workspace.sheets.frames.changes import (
    changes_in,
    new_in,
    raised,
    rows_named,
    rows_removed,
    with_value,
)
from shared.workspace.sheets.frames.rows import (
    KINDS,
    cells_apart,
    row_words,
    rows_in,
    somebody,
)

SEARCH = "sheets_search"
READ = "sheets_read"
APPEND = "sheets_append_row"
UPDATE = "sheets_update_row"
REMOVE = "sheets_remove_row"

SHEET = Sort(
    "sheet",
    r"(?:(?:google|excel) )?(?:spread ?sheets?|sheets?|tables?|workbooks?|excel(?: files?)?)",
    "I can't tell which sheet you mean. What is it called?",
)

_WORD = (
    r"(?!(?:the|this|that|same|in|on|from|to|of|add|and|with|please|spread ?sheets?|sheets?|table"
    r"|workbook)\b)"
    r"[\w&.\"'-]+"
)
_NAME = rf"(?P<name>{_WORD}(?: {_WORD}){{0,4}})"
_TABS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\b(?:the|in|on|from|to|of|me|my|our) {_NAME} (?:tab|worksheet)\b",
        rf"\b(?:tab|worksheet) (?:called |named )?{_NAME}",
        rf"(?:^|, ){_NAME} (?:tab|worksheet)\b",
    )
)
_MARKED = (
    r"(?:\b(?:the|in|on|from|to|of|at|my|our|tab|worksheet|called|named) ){{0,5}}"
    r"(?P<name>{0})(?: (?:tab|worksheet)\b)?"
)
"""The words for a tab that is marked."""
_OTHER_THAN = re.compile(
    r"\bnot\b|(?:n['\u2019]|\b(?:is|are|was|were|has|have|do|does|did)n)t\b"
    r"|\b(?:no|without|except|over|under|above|below|more|less|fewer|than|before|after|between"
    r"|least|most|since|until|later)\b|[<>]"
)
"""What makes a condition something else than that a column says a value."""
_NAMED = frozenset({"topic", "organisation", "person"})
"""What the name of a sheet may be marked as."""
_SHOWN = r"open|show|read|display|see|view|what's in|pull up|contents?"
_LONGEST_QUESTION = 500
_CELLS = tuple(kind for kind in KINDS if kind not in {"time", "count"})


class Place(NamedTuple):
    """The sheet (its id or name) and tab meant, and the command without the words for the tab."""

    sheet: str
    tab: str
    said: Said


def find_sheets(work: Work) -> None:
    """Look for spreadsheets; open the one that is pointed at."""
    said = named(mended(work.said), SHEET)
    shown = said.says(_SHOWN) and said.has("file") and not said.says(r"\w*sheets|tables")
    if shown or (said.has("which") and work.known(SHEET.kinds)):
        read_sheet(work)
        return
    query = bare(said.one("topic") or said.one("file"), SHEET)
    work.add(SEARCH, "Look for sheets", query=query)


def read_sheet(work: Work) -> None:
    """Read a sheet, or those of its rows and columns that are asked for."""
    if queries := asked_of_tables(work.request, work.said.text):
        for table in dict.fromkeys(one.table for one in queries):
            asks = [ask_of(o).model_dump(mode="json") for o in queries if o.table == table]
            work.add(READ, "Look it up", sheet=table.sheet, tab=table.tab, asks=list[Json](asks))
        return
    question = mended(work.said)
    place = _place(work, question)
    named_tab = any(one.kind == "tab" for one in work.request.links)
    compared = of_figures(place.said.text)  # what is compared are all of the rows
    count = number_in(place.said.one("count")) if place.said.says("first|top") else None
    work.add(
        READ,
        "Read the sheet",
        sheet=place.sheet,
        tab=place.tab,
        near="" if place.tab or named_tab else _tab_shown(work, place.sheet),
        about="" if compared else _about(work, place.said, place.sheet),
        question=question.text[:_LONGEST_QUESTION],
        limit=count + 1 if count else None,  # the first row names the columns
    )


def _tab_shown(work: Work, sheet: str) -> str:
    """Return the tab of a sheet that was shown last; "" for none."""
    context = work.request.context
    shown = table_shown(context)
    known = {fold(one.label) for one in context.references} | {one.id for one in context.references}
    return shown.tab if shown and fold(sheet) in {*known, fold(shown.sheet)} else ""


def append_row(work: Work) -> None:
    """Add a row, or several, at the end of a sheet."""
    added = row_for_tables(work.request, work.said.text)
    heads = {fold(one) for one in added.shape.heads} if added else set[str]()
    other = any(fold(one.text) not in heads for one in work.said.held("file"))
    if added and (added.told or not other):
        cells = [{"column": added.shape.titles[at], "value": cell} for at, cell in added.cells]
        where = {"sheet": added.table.sheet, "tab": added.table.tab}
        work.add(APPEND, "Add the row", **where, values=list[Json](cells))
        return
    whole = mended(work.said)
    place = _place(work, cells_apart(whole))
    rows = rows_in(work, place.said)
    if not rows:
        raise Asked(
            "What should be in the row? Say for example “Acme, 12, open”, or with the columns "
            "“Name: Acme, Stage: open”.",
            "value",
        )
    words = row_words(work, whole.text) if len(rows) == 1 else ""
    for values, row in rows:
        told: dict[str, Json] = {"values": values, "row": row, "words": words}
        work.add(APPEND, "Add the row", sheet=place.sheet, tab=place.tab, **told)


def change_cells(work: Work) -> None:
    """Change cells of a row, or the same cells of several rows."""
    if cells := cells_of_tables(work.request, work.said.text):
        _change_known(work, cells)
        return
    if question := column_of_tables(work.request, work.said.text):
        raise Asked(question, "field")
    place = _place(work, rows_named(mended(work.said)))
    said, amount = raised(place.said)
    said = said if amount else with_value(said)
    if gone := rows_removed(said):
        for row in gone:
            work.add(REMOVE, "Remove the row", sheet=place.sheet, tab=place.tab, **row)
        return
    try:
        changes = changes_in(said)
    except Asked:
        changes = [new] if (new := new_in(said)) else []
        if not changes:
            raise
    words = _words(said) if len(changes) == 1 else ""
    more: dict[str, Json] = {"adds": amount} if amount else {}
    where: dict[str, Json] = {"sheet": place.sheet, "tab": place.tab, "words": words, **more}
    for change in changes:
        work.add(UPDATE, "Change the row", **where, **change)


def remove_rows(work: Work) -> None:
    """Take rows out of a table that is known, the last of them first: those below move up."""
    gone = rows_out_of_tables(work.request, work.said)
    if gone is None:
        change_cells(work)
        return
    table, shape = gone.table, shape_of(gone.table)
    for at in sorted(gone.rows, reverse=True):
        where = {"sheet": table.sheet, "tab": table.tab, "named": shape.name(at)}
        work.add(REMOVE, "Remove the row", **where)


def _change_known(work: Work, cells: Sequence[CellMeant]) -> None:
    """Change cells of a table that is known, those of a row together."""
    values: dict[str, list[Json]] = {}
    for cell in cells:
        column, row = cell.shape.titles[cell.column], cell.shape.name(cell.row)
        if cell.value is None:
            raise Asked(f"What should {column} of {row} say?", "value")
        values.setdefault(row, []).append({"column": column, "value": cell.value})
    table = cells[0].table
    for row, each in values.items():
        work.add(UPDATE, "Change it", sheet=table.sheet, tab=table.tab, row=row, values=each)


def _words(said: Said) -> str:
    """Return all that is said of a change, and on a line of its own what it goes on from."""
    before = " ".join(one.text for one in said.carried if one.kind in {"field", *_NAMED})
    return f"{said.text}\n{before}".strip()


def _place(work: Work, said: Said | None = None) -> Place:
    said = known_alone(work, said or mended(work.said), SHEET)
    tab, said = _without_tab(_without_name(work, named(said, SHEET)))
    return Place(file_meant(work, said, SHEET), tab, said)


def _without_name(work: Work, said: Said) -> Said:
    """Return a command in which the name of a sheet is no row's: "in Finance, hosting is 5".

    Nor is whose sheet it is: "Ann's Finance", here or in what was said before.
    """
    links = (thing for link in work.request.links for thing in link.things)
    names = {fold(one.name) for one in links if one.kind == "file"}
    names |= {fold(told) for one in work.known(SHEET.kinds) for told in (one.label, one.id)}
    own = "|".join(re.escape(one) for one in names if one)
    owner = re.compile(rf"(?P<who>[\w-]+)(?:['\u2019]s|s['\u2019]) (?={own}\b)", re.IGNORECASE)
    before = [one.text for one in work.request.context.exchanges if one.role == "user"]
    told = [one for text in (said.text, *before) for one in owner.finditer(text)] if own else []
    names |= {fold(one["who"]) for one in told} | {fold(one[0].strip()) for one in told}
    kept = [
        tuple(one for one in spans if one.kind not in _NAMED or fold(one.text) not in names)
        for spans in (said.spans, said.carried)
    ]
    text = owner.sub(lambda one: " " * len(one[0]), said.text) if own else said.text
    return replace(said, text=text, spans=kept[0], carried=kept[1])


def _without_tab(said: Said) -> tuple[str, Said]:
    """Return the tab that is marked or else named, and the command without the words for it."""
    [place] = [one for one in said.spans if one.kind == "place"][-1:] or [None]
    marked = _MARKED.format(re.escape(place.text)) if place else ""
    forms = [re.compile(marked, re.IGNORECASE)] if place else _TABS
    every = (found for form in forms for found in form.finditer(said.text))
    found = next((one for one in every if not place or one.start("name") == place.start), None)
    if found is None or any(
        span.kind == "value" and span.start <= found.start() and found.end() <= span.end
        for span in said.spans
    ):
        return said.one("place"), said
    start, end = found.span()
    kept = [span for span in said.spans if span.end <= start or span.start >= end]
    text = f"{said.text[:start]}{' ' * (end - start)}{said.text[end:]}"
    return unquoted(found["name"]), replace(said, text=text, spans=tuple(kept))


def _about(work: Work, said: Said, sheet: str) -> str:
    """Return what rows are about: what is marked, or else was, or the words of a question."""
    about: list[str] = []
    at = 0
    for span in said.held("which", *KINDS):
        between, at = fold(said.text[at : span.start]), span.end
        if span.kind == "field":
            about += [span.text] if re.fullmatch(r"q[1-4]", fold(span.text)) else []
        elif not (
            span.kind in {"time", "count"}
            or place_of(span.text)
            or _in_file(span, said)
            or _OTHER_THAN.search(between)
            or fold(span.text) in {"i", "me", "we", "us", "my team"}
        ):
            about.append(somebody(work, span.text) if span.kind == "person" else span.text)
    about = about or [one.text for one in said.carried if one.kind in _NAMED]
    if not about and not said.has("which", *_CELLS) and ASKS.search(said.unmarked):
        of_none = FILLERS.union({"read"}, content_words(sheet))
        about = [one for one in content_words(said.unmarked) if one not in of_none]
    clean = [re.sub(r"^the |['\u2019]s$", "", unquoted(one), flags=re.IGNORECASE) for one in about]
    return " ".join(clean)[:200]


def _in_file(span: Span, said: Said) -> bool:
    """Whether a piece points at a sheet, or at a row by its place, rather than naming one."""
    pointed = points(span.text) or part_of(span.text) or not said.all("file")
    return span.kind == "which" and pointed


FRAMES: Mapping[str, Callable[[Work], None]] = {
    "sheet_find": find_sheets,
    "sheet_read": read_sheet,
    "sheet_append": append_row,
    "sheet_set": change_cells,
    "sheet_remove": remove_rows,
}
"""How each task about spreadsheets is done."""
