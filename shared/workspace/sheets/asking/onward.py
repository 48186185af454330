"""What was asked of tables just before, by what the person said, while an answer still shows it."""

from collections.abc import Sequence
from dataclasses import replace

from shared.models.reasoning import ConversationContext, IntentRequest, PlanRequest
from shared.models.world import KnownTable
from shared.understanding.said import Said
from shared.understanding.shown import last_answer
from shared.understanding.tasks import service_of
from shared.workspace.sheets.asking.asked import asked
from shared.workspace.sheets.asking.changed import CellMeant, cell_meant
from shared.workspace.sheets.asking.query import Query, rows_of

_FREE = frozenset({"other", "product", "activity", "smalltalk", "find"})
_SURELY, _PLAINLY, _TAKEN = 0.8, 0.95, 0.95
"""How sure another task has to be, by itself or while a table is shown; and how sure this is."""
_BACK = 5
"""So many messages are gone back."""


def asked_before(context: ConversationContext, tables: Sequence[KnownTable]) -> list[Query]:
    """Return what was asked, or changed, up to the last answer; nothing where that shows no table."""
    answer = last_answer(context)
    if not any(title_of(one) in answer for one in tables):
        return []
    found: list[Query] = []
    for said in [one.text for one in context.exchanges if one.role == "user"][-_BACK:]:
        change = cell_meant(said, tables, found)
        if change is not None:
            row = rows_of(change.shape, (change.row,))
            found.append(Query(change.table, "value", (change.column,), row))
        else:
            found += asked(said, tables, found)
    return found if found and title_of(found[-1].table) in answer else []


def title_of(table: KnownTable) -> str:
    """Return how answers call a tab."""
    return f"**{table.name}** ({table.tab})"


def asked_of_tables(request: IntentRequest | PlanRequest, text: str) -> list[Query]:
    """Return what a message asks of the person's tables; nothing where that is unclear."""
    return asked(text, request.tables, asked_before(request.context, request.tables))


def cell_of_tables(request: IntentRequest | PlanRequest, text: str) -> CellMeant | None:
    """Return the one cell of the person's tables that a message changes; None for no such."""
    return cell_meant(text, request.tables, asked_before(request.context, request.tables))


def of_tables(said: Said, request: IntentRequest | PlanRequest) -> Said | None:
    """Return a message as one about the person's tables; None where it is about other things.

    What plainly orders or asks for something else stays that, whatever words it shares with them.
    """
    if not request.tables:
        return None
    onward = bool(asked_before(request.context, request.tables))
    sure = _PLAINLY if onward else _SURELY
    ours = service_of(said.task) == "sheet" or said.task in _FREE
    if not ours and said.sure >= sure:
        return None
    if cell_of_tables(request, said.text):
        return replace(said, task="sheet_set", sure=_TAKEN, near=_TAKEN, spans=(), carried=())
    if said.task not in {"sheet_set", "sheet_append"} and asked_of_tables(request, said.text):
        return replace(said, task="sheet_read", sure=_TAKEN, near=_TAKEN, spans=(), carried=())
    return None
