"""How the runs of each agent have ended: one row an agent, and a short memory of it."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from shared.matching import counted, without
from shared.models.agent import AgentRecord, RunOutcome
from shared.ports import Clock
from shared.storage.folding import FoldedRows
from shared.storage.keys import digest
from shared.storage.rows import FIRST, LAST, Row, Rows

FRESH = timedelta(seconds=30)
AT_ONCE = 50
"""Rows that are read in one page: where an organisation has no more, nobody is asked for alone."""
_COUNTED = timedelta(hours=1)
"""An organisation with more than that is not asked again so soon whether it has."""
_REMEMBERED = 10_000


class StoredRecords:
    """The `Records` port over one table; what is read is kept for `FRESH`."""

    def __init__(self, rows: Rows, clock: Clock) -> None:
        self._rows = rows
        self._folded = FoldedRows(rows)
        self._clock = clock
        self._known: OrderedDict[tuple[str, str], tuple[AgentRecord, datetime]] = OrderedDict()
        self._reading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._many: dict[str, datetime] = {}
        """Organisations that have more rows than one page, and since when that is known."""

    async def of(self, tenant: str, agents: Sequence[str]) -> Mapping[str, AgentRecord]:
        """Return the records of these agents; without runs, none."""
        async with self._reading.setdefault(tenant, asyncio.Lock()):
            known = {agent: self._fresh(tenant, agent) for agent in agents}
            stale = [agent for agent, record in known.items() if record is None]
            if stale:
                known.update(await self._read(tenant, stale))
        return {agent: record for agent, record in known.items() if record and record.outcomes}

    def _fresh(self, tenant: str, agent: str) -> AgentRecord | None:
        known = self._known.get((tenant, agent))
        if known is None or self._clock.now() - known[1] >= FRESH:
            return None
        return known[0]

    async def _read(self, tenant: str, agents: Sequence[str]) -> dict[str, AgentRecord]:
        rows = await self._few(tenant) if len(agents) > 1 else None
        if rows is None:
            keys = (digest(agent) for agent in agents)
            read = await asyncio.gather(*(self._rows.get(digest(tenant), key) for key in keys))
            rows = {row.key: row for row in read if row is not None}
        found = {agent: _record(agent, _body(rows.get(digest(agent)))) for agent in agents}
        for record in found.values():
            self._remember(tenant, record)
        return found

    async def _few(self, tenant: str) -> Mapping[str, Row] | None:
        """Return all rows of an organisation, or None where they are more than one page."""
        now = self._clock.now()
        if tenant in self._many and now - self._many[tenant] < _COUNTED:
            return None
        rows = await self._rows.range(digest(tenant), FIRST, LAST, AT_ONCE + 1)
        if len(rows) > AT_ONCE:
            self._many[tenant] = now
            return None
        self._many.pop(tenant, None)
        return {row.key: row for row in rows}

    async def count(self, tenant: str, agent_id: str, outcome: RunOutcome) -> None:
        """Add the outcome of a run, or replace what the same turn added before."""
        await self._change(tenant, agent_id, lambda record: counted(record, outcome))

    async def withdraw(self, tenant: str, agent_id: str, turn: str) -> None:
        """Take back what a turn added, if it did."""
        await self._change(tenant, agent_id, lambda record: without(record, turn))

    async def _change(
        self, tenant: str, agent_id: str, how: Callable[[AgentRecord], AgentRecord]
    ) -> None:

        def change(body: str | None) -> str | None:
            before = _record(agent_id, body)
            after = how(before)
            return body if after == before else after.model_dump_json()

        body = await self._folded.change(digest(tenant), digest(agent_id), change)
        self._remember(tenant, _record(agent_id, body))

    def _remember(self, tenant: str, record: AgentRecord) -> None:
        self._known[tenant, record.agent] = (record, self._clock.now())
        self._known.move_to_end((tenant, record.agent))
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)


def _body(row: Row | None) -> str | None:
    return None if row is None else row.body


def _record(agent: str, body: str | None) -> AgentRecord:
    return AgentRecord(agent=agent) if body is None else AgentRecord.stored(body)
