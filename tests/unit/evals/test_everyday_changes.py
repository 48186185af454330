"""What is told of two looks at a workspace, service by service."""

from collections import defaultdict
from datetime import UTC, datetime

import pytest

from evals.everyday.changes import changes
from evals.everyday.workspace import SandboxTables
from shared.connectors.sandbox import organisation
from shared.connectors.sandbox.seeding import SEEDED
from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.models.principal import Principal
from shared.models.schedule import Recurrence, Schedule
from shared.storage.keys import partition_of
from shared.storage.memory import MemoryRows
from shared.storage.rows import Insert
from shared.storage.schedules import StoredSchedules
from shared.tools.effect import Effect
from shared.workspace.contacts.port import AddressBook, NewContact
from shared.workspace.pages.port import PageEntry, Pages
from shared.workspace.registry import DOMAINS
from shared.workspace.sheets.port import CellChange, RowChange, Sheets
from shared.workspace.slack.port import Chat
from tests.support.fakes import ManualClock

NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)
PERSON = Principal(tenant="t", user="u")


class Kept:
    """The tables of a host."""

    def __init__(self, sandbox):
        self._tables = defaultdict(MemoryRows, sandbox=sandbox)

    def rows(self, name):
        return self._tables[name]


@pytest.fixture
async def sandbox():
    rows = MemoryRows()
    body = {**organisation.rows(), SEEDED: "{}"}
    for key, value in body.items():
        await rows.commit(partition_of(PERSON), [Insert(key, value)])
    workspaces = SandboxWorkspaces(rows, ManualClock(NOW), frozenset(DOMAINS))
    kept = Kept(rows)
    return await workspaces.open(PERSON), SandboxTables(kept, PERSON), kept


async def told(tables):
    return changes(await tables.beginning(NOW), await tables.look(NOW))


async def test_nothing_is_told_of_a_workspace_nobody_touched(sandbox):
    _, tables, _ = sandbox

    assert await told(tables) == []


async def test_somebody_new_is_told_with_what_is_known_of_them(sandbox):
    workspace, tables, _ = sandbox
    new = NewContact(name="Bo Lund", email="bo@lund.se", company="Lund")
    await workspace[AddressBook].create(new, Effect(id="e1"))

    [fact] = await told(tables)

    assert fact["contact"] == "new"
    assert {"name": "Bo Lund", "email": "bo@lund.se", "company": "Lund"}.items() <= fact.items()
    assert not {"id", "own"} & fact.keys()


async def test_a_direct_message_is_told_with_whom_it_is_to(sandbox):
    workspace, tables, _ = sandbox
    chat = workspace[Chat]
    member = (await chat.users("Priya Patel"))[0]
    await chat.send(member.id, "Lunch?", Effect(id="e1"))

    to = f"{member.name} <{member.email}>"
    assert await told(tables) == [{"dm": to, "text": "Lunch?"}]


async def test_a_changed_cell_is_told_by_its_row_and_column(sandbox):
    workspace, tables, _ = sandbox
    cells = (CellChange(column=3, before="34%", after=35),)
    change = RowChange(number=2, key_column=1, key="Client Industries", cells=cells)
    effect = Effect(id="e1")
    await workspace[Sheets].update("finance", "Q4 by client", change, effect)

    place = {"cell": "finance", "tab": "Q4 by client"}
    cell = {"row": "Client Industries", "column": "Share", "value": "35"}
    assert await told(tables) == [{**place, **cell}]


async def test_pages_are_told_with_what_was_added(sandbox):
    workspace, tables, _ = sandbox
    pages = workspace[Pages]
    runbook = (await pages.search("Incident runbook", 1))[0]
    await pages.append(runbook.id, "6. Sleep", Effect(id="e1"))
    parent = PageEntry(id=runbook.id, title=runbook.title)
    await pages.create(parent, "Packing list", "Hat", Effect(id="e2"))

    added, made = sorted(await told(tables), key=lambda fact: fact["page"] == "new")

    assert (added["page"], added["text"].strip()) == (runbook.id, "6. Sleep")
    assert made == {"page": "new", "title": "Packing list", "in": runbook.title, "text": "Hat"}


async def test_a_reminder_is_told_with_its_time_and_gone_in_the_next_conversation(sandbox):
    _, tables, kept = sandbox
    once = Recurrence(once=NOW, zone="UTC")
    same = {"tenant": "t", "owner": "u", "agent": "reminder", "thread": "t1"}
    at = {"next_at": NOW, "created_at": NOW, "updated_at": NOW}
    reminder = Schedule(id="r", kind="reminder", request="Tea", recurrence=once, **same, **at)
    await StoredSchedules(kept.rows("schedules")).put(reminder, None)

    assert await told(tables) == [{"reminder": "new", "text": "Tea", "at": NOW.isoformat()}]

    await tables.begin()

    assert await told(tables) == []


async def test_a_row_that_is_gone_changes_no_cell_of_those_below_it(sandbox):
    workspace, tables, _ = sandbox
    sheets = workspace[Sheets]
    table = await sheets.read("finance", "Delivery spend", 10)

    await sheets.remove("finance", table.tab, 2, table.rows[1], Effect(id="g" * 32))

    assert await told(tables) == [{"sheet": "finance", "tab": table.tab, "rows_gone": 1}]
