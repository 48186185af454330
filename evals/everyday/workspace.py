"""A person's sandbox as its tables hold it: brought back to how it began, and looked at."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from shared.connectors.sandbox import organisation
from shared.connectors.sandbox.calendar import SandboxCalendar
from shared.connectors.sandbox.chat import SandboxChat
from shared.connectors.sandbox.days import dated
from shared.connectors.sandbox.pages import SandboxPages
from shared.connectors.sandbox.records import PageRecord, SheetRecord, ThreadRecord
from shared.connectors.sandbox.seeding import SEEDED
from shared.connectors.sandbox.store import SandboxStore
from shared.conversation.turns import branch_row
from shared.decisions.delegating import MAX_BRANCHES
from shared.models.cell import Cell
from shared.models.principal import Principal
from shared.models.rows import BRANCH
from shared.models.run import AgentRun
from shared.models.schedule import Schedule
from shared.naming import digest, thread_key
from shared.storage.keys import partition_of
from shared.storage.memory import MemoryRows
from shared.storage.rows import MAX_WRITES, Delete, Insert, Row, Rows, Upsert, Write
from shared.storage.schedules import StoredSchedules
from shared.storage.tables import Tables
from shared.storage.threads import StoredThreads
from shared.workspace.calendar.port import Event, FreeBusy
from shared.workspace.contacts.port import Contact
from shared.workspace.email.port import Mail
from shared.workspace.pages.port import Page
from shared.workspace.slack.port import ChatMessage, ChatUser

_MANY = 10_000
_FIRST, _LAST = " ", "~"
"""Every key lies between."""
_BACK, _AHEAD = timedelta(days=60), timedelta(days=60)
"""The part of the calendar that is looked at."""
_OF_THE_PERSON = ("effects", "results", "people")
_OF_THE_ORGANISATION = ("policies", "records", "routings", "schedules")
_LEARNED = "learned-"


class _At:
    """A clock that stands still."""

    def __init__(self, now: datetime) -> None:
        self._now = now

    def now(self) -> datetime:
        return self._now


@dataclass(frozen=True)
class Seen:
    """Everything in the workspace, by id."""

    mails: dict[str, Mail]
    threads: dict[str, ThreadRecord]
    events: dict[str, Event]
    contacts: dict[str, Contact]
    messages: dict[str, ChatMessage]
    sheets: dict[str, SheetRecord]
    pages: dict[str, Page] = field(default_factory=dict[str, Page])
    members: dict[str, ChatUser] = field(default_factory=dict[str, ChatUser])
    schedules: dict[str, Schedule] = field(default_factory=dict[str, Schedule])


class SandboxTables:
    """One person's sandbox in a running host's tables, and what is remembered of them."""

    def __init__(self, kept: Tables, principal: Principal) -> None:
        self._kept = kept
        self._person = partition_of(principal)
        self._who = principal
        self._organisation = digest(principal.tenant)

    async def begin(self) -> None:
        """Bring the sandbox back to how it began, and forget what was done and learned."""
        sandbox = self._kept.rows("sandbox")
        wanted = {**organisation.rows(), SEEDED: "{}"}
        found = {row.key: row.body for row in await _all(sandbox, self._person)}
        writes: list[Write] = [Delete(key) for key in found if key not in wanted]
        writes += [Upsert(key, body) for key, body in wanted.items() if found.get(key) != body]
        await _commit(sandbox, self._person, writes)
        for name in _OF_THE_PERSON:
            await _clear(self._kept.rows(name), self._person)
        for name in _OF_THE_ORGANISATION:
            await _clear(self._kept.rows(name), self._organisation)
        await _clear(self._kept.rows("agents"), self._organisation, _LEARNED)

    async def look(self, now: datetime) -> Seen:
        """Return what the sandbox holds, its relative dates counted from `now`."""
        rows = await _all(self._kept.rows("sandbox"), self._person)
        seen = await self._read({row.key: row.body for row in rows}, now)
        kept = await StoredSchedules(self._kept.rows("schedules")).of(self._who.tenant)
        return replace(seen, schedules={one.id: one for one in kept})

    async def beginning(self, now: datetime) -> Seen:
        """Return what an untouched sandbox holds."""
        return await self._read(organisation.rows(), now)

    async def branches(self, thread: str, turn: int) -> tuple[AgentRun, ...]:
        """Return the work of the agents that one message was divided among."""
        threads = StoredThreads(self._kept.rows("threads"))
        key = thread_key(self._who.tenant, self._who.user, thread)
        found = [
            await threads.get(key, BRANCH, branch_row(turn, number))
            for number in range(1, MAX_BRANCHES + 1)
        ]
        return tuple(one.value for one in found if one is not None)

    async def free_busy(self, people: Sequence[str], start: datetime, end: datetime) -> FreeBusy:
        """Return when the owner ("me") and others are busy in an untouched sandbox."""
        store = await self._store(organisation.rows(), start)
        return await SandboxCalendar(store).free_busy(people, start, end)

    async def _read(self, bodies: dict[str, str], now: datetime) -> Seen:
        store = await self._store(bodies, now)
        chat = SandboxChat(store)
        said = [
            message
            for channel in await chat.channels()
            for first in await chat.messages(channel.name, None, _MANY)
            for message in await chat.replies(channel.name, first.id)
        ]
        members = [one.record for one in await store.all("user", ChatUser)]
        for member in members:
            said += await chat.direct_messages(member.id, None, _MANY)
        pages = SandboxPages(store)
        events = await SandboxCalendar(store).events(now - _BACK, now + _AHEAD, "", _MANY)
        return Seen(
            mails={mail.id: mail for mail in await store.mails()},
            threads={one.record.id: one.record for one in await store.all("thread", ThreadRecord)},
            events={event.id: event for event in events},
            contacts={contact.id: contact for contact in await store.contacts()},
            messages={f"{message.channel}/{message.id}": message for message in said},
            sheets={
                one.record.id: _settled(one.record, now)
                for one in await store.all("sheet", SheetRecord)
            },
            pages={
                one.record.entry.id: await pages.read(one.record.entry.id)
                for one in await store.all("page", PageRecord)
            },
            members={member.id: member for member in members},
        )

    async def _store(self, bodies: dict[str, str], now: datetime) -> SandboxStore:
        copy = MemoryRows()
        await _commit(copy, self._person, [Insert(key, body) for key, body in bodies.items()])
        return SandboxStore(copy, _At(now), self._person)


def _settled(sheet: SheetRecord, now: datetime) -> SheetRecord:
    """Return a sheet with the dates its cells stand for."""
    tabs = (
        tab.model_copy(
            update={"rows": tuple(tuple(_cell(c, now) for c in row) for row in tab.rows)}
        )
        for tab in sheet.tabs
    )
    return sheet.model_copy(update={"tabs": tuple(tabs)})


def _cell(cell: Cell, now: datetime) -> Cell:
    return dated(cell, now) if isinstance(cell, str) else cell


async def _all(rows: Rows, partition: str, prefix: str = "") -> list[Row]:
    return await rows.range(partition, prefix or _FIRST, prefix + _LAST, _MANY)


async def _clear(rows: Rows, partition: str, prefix: str = "") -> None:
    found = await _all(rows, partition, prefix)
    await _commit(rows, partition, [Delete(row.key) for row in found])


async def _commit(rows: Rows, partition: str, writes: Sequence[Write]) -> None:
    for start in range(0, len(writes), MAX_WRITES):
        await rows.commit(partition, writes[start : start + MAX_WRITES])
