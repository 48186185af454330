"""What was asked of tables just before, by what the person said, while an answer still shows it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from shared.models.cell import typed
from shared.models.reasoning import ConversationContext, IntentRequest, PlanRequest
from shared.models.world import KnownTable
from shared.understanding.folding import fold
from shared.understanding.heads import Sentence
from shared.understanding.linked import AGENTS
from shared.understanding.marking import Span
from shared.understanding.numbers import in_figures, ungrouped
from shared.understanding.pointing import points
from shared.understanding.revision import RevisionReader, side_by_side
from shared.understanding.said import Said
from shared.understanding.shown_table import last_answer, table_shown
from shared.understanding.tasks import REMOVE_ROW, service_of
from shared.workspace.sheets.asking.added import FEW, RowAdded, row_told
from shared.workspace.sheets.asking.asked import asked
from shared.workspace.sheets.asking.changed import CellMeant, cells_meant, column_open
from shared.workspace.sheets.asking.gone import RowsGone, changes, clauses_of, orders_out, rows_gone
from shared.workspace.sheets.asking.named import named
from shared.workspace.sheets.asking.query import Query, rows_of
from shared.workspace.sheets.asking.terms import ASKS
from shared.workspace.sheets.in_clauses import AT_END
from shared.workspace.sheets.kinds import kind_of

_FREE = frozenset({"other", "product", "activity", "smalltalk", "find", "create_agent"})
_READ = "sheets_read"
_ELSEWHERE = re.compile(
    r"\b(?:page|wiki|notion|channel|slack|e-?mails?|mailed|thread|inbox|calendar|csv|attach\w*|pdf)\b"
    r"|(?<!\w)#[a-z]",
    re.IGNORECASE,
)
"""What says that something stands in no sheet."""
_OURS = frozenset({"file", "tab", "organisation"})
"""Tasks that serve nothing of theirs, and kinds of thing that tables may be about."""
_SURELY, _PLAINLY, _TAKEN, _ORDERED = 0.8, 0.95, 0.95, 0.5
"""How sure another task has to be, by itself or while a table is shown; how sure this is; and how
likely something is to be done, or left."""
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_SHOWN = 400
"""So many characters of an answer tell what is said of it."""
_FURTHER = re.compile(r"^(?!1\.)\d+\. .*$", re.MULTILINE)
"""What is listed behind the first that was found: the rest only has some words of it."""
Request = IntentRequest | PlanRequest
_BACK = 5
"""So many messages are gone back."""


def asked_before(context: ConversationContext, tables: Sequence[KnownTable]) -> list[Query]:
    """Return what was asked, or changed, up to the last answer, if that shows a table."""
    answer = _FURTHER.sub("", last_answer(context))
    shown = [one for one in tables if title_of(one) in answer]
    if not shown:
        return []
    found: list[Query] = []
    told = [one.text for one in context.exchanges if one.role == "user"][-_BACK:]
    for said in told:
        changed = [one.told for one in cells_meant(said, tables, found)]
        found += changed or asked(said, tables, found, surely=True)
    if found and found[-1].table in shown:
        return found
    if len(shown) != 1:
        return []
    own = named(told[-1] if told else "", shown[0])
    rows = tuple(own.rows) if own.shape.key in own.by else ()
    return [Query(shown[0], "value", (), rows_of(own.shape, rows) if len(rows) == 1 else ())]


def _tables(request: Request) -> Sequence[KnownTable]:
    """Return the tables that are known, and one that was only just shown."""
    known, shown = request.tables, table_shown(request.context)
    answer = last_answer(request.context)
    if shown is None or any(title_of(one) in answer for one in known):
        return known
    rows = (tuple(map(typed, row)) for row in shown.rows)
    name = shown.sheet
    return (*known, KnownTable(sheet=name, name=name, tab=shown.tab, rows=(shown.heads, *rows)))


def title_of(table: KnownTable) -> str:
    """Return how answers call a tab."""
    return f"**{table.name}** ({table.tab})" if table.tab else f"**{table.name}**"


def asked_of_tables(request: Request, text: str) -> list[Query]:
    """Return what a message asks of the person's tables; nothing where that is unclear."""
    return asked(text, *_known(request, text), surely=True)


def cells_of_tables(request: Request, text: str) -> list[CellMeant]:
    """Return the cells of one of the person's tables that a message changes; nothing for none."""
    return cells_meant(_with_answers(request, text), *_known(request, text))


def column_of_tables(request: Request, text: str) -> str:
    """Return the question which column of a row a figure is for; "" where that is not open."""
    return column_open(_with_answers(request, text), *_known(request, text))


def row_for_tables(request: Request, text: str) -> RowAdded | None:
    """Return the row that a message adds to one of the person's tables; None for no such."""
    tables, before = _known(request, text)
    return row_told(text, tables, before, ordered=True)


def rows_out_of_tables(request: Request, said: Said) -> RowsGone | None:
    """Return the rows that a message takes out of one of the person's tables; None for none."""
    return rows_gone(said.one("which"), said.text, *_known(request, said.text))


def _known(request: Request, text: str) -> tuple[Sequence[KnownTable], Sequence[Query]]:
    """Return the tables a message may be about, and what was asked of them before."""
    kinds = {one.kind for one in request.links}
    tab = frozenset({"page"} if kinds & {"file", "tab"} and "page" not in kinds else ())
    if {one.casefold() for one in _ELSEWHERE.findall(text)} - tab:  # "on the page for spend"
        return (), ()
    tables = _tables(request)
    return tables, asked_before(request.context, tables)


def _with_answers(request: Request, text: str) -> str:
    """Return a message with what was answered, its numbers in figures: "from thirty to 82 500"."""
    answers = (one.answer for one in request.context.clarified if one.told)
    told = " ".join((text, *(one for one in answers if one not in text)))
    return ungrouped(in_figures(told))


def of_tables(
    said: Said, request: Request, revisions: RevisionReader, written: str = ""
) -> Said | None:
    """Return a message as one about the person's tables; None where it is about other things.

    What plainly orders or asks for something else stays that, whatever words it shares with them,
    unless the tables tell all of a question. `written` is the message as the person wrote it.
    """
    text = written or said.text
    offered = {one.name for one in request.tools}
    served = not offered or _READ in offered
    tables, before = _known(request, text) if served else ((), ())
    if not tables or (AGENTS.search(said.text) and said.task not in _FREE):
        return None
    ours = service_of(said.task) == "sheet" or said.task in _FREE
    free = ours or said.sure < (_PLAINLY if before else _SURELY)
    orders = any(map(revisions.orders, {text, _without(text, revisions, "aside")}))
    spans: tuple[Span, ...] = ()
    task = ""
    cells = cells_meant(_with_answers(request, text), tables, before) if free else []
    row = ""
    if (orders or service_of(said.task) == "sheet") and not _of_row_told(cells, before):
        row = _row_in(said, text, tables, before, revisions, free=free)
    if row:
        task, text = "sheet_append", row
    elif free and (clause := _row_out(text, tables, before, revisions)):
        task, spans = REMOVE_ROW, (Span("which", clause, 0, 0),)
    elif cells and (said.task == "sheet_set" or orders or _sets(text, cells[0], revisions)):
        task = "sheet_set"
    elif free and (found := _of_cell_told(text, before, revisions)):
        own, carried = found
        text = own[0].text if isinstance(request, PlanRequest) else text  # it names other rows
        told = replace(said, task="sheet_set", sure=_TAKEN, near=_TAKEN, text=text)
        return replace(told, spans=own, carried=carried)
    elif said.task not in {"sheet_set", "sheet_append"} or _wants_rows(text, revisions) >= _TAKEN:
        text = _without(text, revisions, "limit")
        queries = asked(text, tables, before, surely=free and _surely(text, request, revisions))
        task = "sheet_read" if queries and (free or _whole(text, queries, request)) else ""
    if not task:
        return None
    return replace(said, task=task, sure=_TAKEN, near=_TAKEN, text=text, spans=spans, carried=())


def _of_row_told(cells: Sequence[CellMeant], before: Sequence[Query]) -> bool:
    """Whether cells of the very row that was told before get new values."""
    here = [(one.table, one.found) for one in before[-1:]]
    return bool(cells) and all([(one.table, (one.row,))] == here for one in cells)


def _row_in(
    said: Said,
    text: str,
    tables: Sequence[KnownTable],
    before: Sequence[Query],
    revisions: RevisionReader,
    *,
    free: bool,
) -> str:
    """Return what of a message tells a row of one of the tables, without asides if it may be.

    A heading of the table that was shown is no sheet that nobody has; "" for no row.
    """
    heads = {fold(one) for query in before[-1:] for one in query.shape.heads}
    other = any(one.kind == "file" and fold(one.text) not in heads for one in said.spans)
    ordered = said.task == "sheet_append" or AT_END.search(text) is not None
    found: list[tuple[RowAdded, str]] = []
    for one in dict.fromkeys((_without(text, revisions, "limit", "aside"), text)):
        row = row_told(one, tables, before, ordered=ordered)
        if row is None and free and (shown := row_told(one, (), before, ordered=True)):
            told = len(shown.cells) > FEW and changes(one, shown.table, revisions)
            row = shown if told else None
        if row and (row.told or not other):
            found.append((row, one))
    return next((one for row, one in found if row.table == found[-1][0].table), "")


def _row_out(
    text: str, tables: Sequence[KnownTable], before: Sequence[Query], revisions: RevisionReader
) -> str:
    """Return the clause of a message that takes rows out of one of the tables; "" for none."""
    return next(
        (
            one
            for one in clauses_of(text)
            if (gone := rows_gone(one, text, tables, before)) and orders_out(one, gone, revisions)
        ),
        "",
    )


def _of_cell_told(
    text: str, before: Sequence[Query], revisions: RevisionReader
) -> tuple[tuple[Span, ...], tuple[Span, ...]] | None:
    """Return what the cell that was just told is to say instead, and which that is.

    What follows is read as a reply to a card of that cell; "as Ayr is" is what that row says.
    """
    last = before[-1] if before and len(before[-1].found) == 1 else None
    if last is None or not revisions.orders(text) or ASKS.search(text):
        return None
    shape, [row] = last.shape, last.found
    kinds = [kind_of(shape.cells(at)) for at in range(len(shape.heads))]
    worded = [at for at, kind in enumerate(kinds) if kind == "words" and at != shape.key]
    [column, *more] = last.columns or worded or [shape.key]
    cell = CellMeant(last.table, row, column, None)
    marks = side_by_side(text, revisions.read(_card(cell), text).all("value"))
    if more or column == shape.key or not (marks and _sets(text, cell, revisions)):
        return None
    others = [at for at in named(text, last.table).rows if at != row]
    value = marks[-1].text.strip(" \"'\u201c\u201d.!")
    if len(others) == 1 and any(shape.name(others[0]) in one.text for one in marks):
        value = str(shape.rows[others[0]][column])
    elif len(marks) > 1 or len(others) > 1 or points(value):
        return None
    place = (("file", last.table.name), ("place", last.table.tab), ("topic", shape.name(row)))
    carried = (*place, ("field", shape.titles[column]))
    return (
        (Span("value", value, 0, len(value)),),
        tuple(Span(kind, said, 0, 0) for kind, said in carried if said),
    )


def _card(cell: CellMeant) -> str:
    shape, table = cell.shape, cell.table
    head, now = shape.titles[cell.column], shape.rows[cell.row][cell.column]
    return f"cell: {table.name}, {table.tab}, {shape.name(cell.row)}: {head}={now}"


def _sets(text: str, cell: CellMeant, revisions: RevisionReader) -> bool:
    """Whether a message, as a reply to the card of a cell, gives it another value."""
    stance = revisions.stances(_card(cell), text)
    value = revisions.read(_card(cell), text).ops.get("value", 0.0)
    return max(stance, key=stance.__getitem__) == "change" and value >= _SURELY


def _wants_rows(text: str, revisions: RevisionReader) -> float:
    return revisions.alone(text).wants.get("sheet", 0.0)


def _surely(text: str, request: Request, revisions: RevisionReader) -> bool:
    """Whether a message asks for rows by itself, or goes on with those that were shown."""
    if revisions.orders(text):
        return False
    rows, answer = _wants_rows(text, revisions), last_answer(request.context)
    if table_shown(request.context) is not None:
        about = revisions.about("told", answer[:_SHOWN], text)
        rows += (1 - rows) * (about["same"] + about["part"])
    return rows >= _SURELY


def _without(text: str, revisions: RevisionReader, *roles: Sentence) -> str:
    """Return a message without its sentences of some roles: what is not to be done, and why."""
    parts = _SENTENCE.split(text)
    shares = revisions.sentences(parts) if len(parts) > 1 else ()
    kept = [
        one
        for one, share in zip(parts, shares, strict=False)
        if sum(share[role] for role in roles) < _ORDERED
    ]
    return " ".join(kept) or text


def _whole(text: str, queries: Sequence[Query], request: Request) -> bool:
    """Whether all that a question says names something of a table, and nothing else is named."""
    told = named(text, queries[-1].table)
    others = any(one.kind not in _OURS for one in request.links)
    cell = bool(told.columns and told.rows)
    return cell and told.explained == 1 and not others and ASKS.search(text) is not None
