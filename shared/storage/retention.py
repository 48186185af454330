"""What is over in each table, found by a walk through it and taken away.

No row says so to anybody by itself: a table of which nothing is read any more would keep its last
rows for ever. So each is walked once a day, some seconds at a time.
"""

import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from shared.conversation import later
from shared.errors import Conflict
from shared.models.agent import AgentRecord
from shared.models.budget import Bucket
from shared.models.conversation import Conversation
from shared.models.erasure import Erasure
from shared.models.principal import Met, Principal
from shared.models.retention import Walked
from shared.models.schedule import Schedule
from shared.models.thread import DueEntry
from shared.models.waiting import Waiting
from shared.ports import Clock
from shared.storage.agents import BIN, StoredAgents
from shared.storage.connections import SIGNING_IN
from shared.storage.erasures import RECEIPT
from shared.storage.keys import timed
from shared.storage.rows import FIRST, LAST, MAX_WRITES, Delete, Row, Scanned

LONGEST = timedelta(seconds=20)
"""After that a walk goes on with the next sweep, from the partition it has come to."""
SPENDING = timedelta(days=31)
"""How long what is taken of a limit is told day by day."""
_OPEN = timedelta(days=7)
"""No question can be open for longer, however short conversations are kept."""
_HEAD = "thread"


@dataclass(frozen=True)
class _Rule:
    """Which rows to look at, first and last key, and which of them are over."""

    over: Callable[[str, Row], Awaitable[bool]]
    first: str = FIRST
    last: str = LAST


class StoredRetention:
    """The `Retention` port. `kept` is how long conversations are, `memory` what outlives them."""

    def __init__(
        self,
        tables: Callable[[str], Scanned],
        agents: StoredAgents,
        clock: Clock,
        *,
        kept: timedelta,
        memory: timedelta,
    ) -> None:
        self._table = tables
        self._agents = agents
        self._clock = clock
        self._kept = kept
        self._memory = memory
        self._planned: date | None = None

    def plan(self) -> tuple[DueEntry, ...]:
        """Return the next walk of each table, unless this process planned it before."""
        now = self._clock.now()
        if self._planned == now.date():
            return ()
        self._planned = now.date()
        return tuple(later.walk(table, "", _midnight(now)) for table in (*self._rules(now), *_OWN))

    async def walk(self, table: str, start: str) -> Walked:
        """Take away what is over, from a partition on; return where to go on, or nothing."""
        began = self._clock.now()
        if table == "directory":
            return Walked(again=_midnight(began), absent=await self._absent(began))
        over = self._binned(began, start) if table == "agents" else self._over(table, began, start)
        doomed: dict[str, list[Row]] = {}
        async for partition, row in over:
            if partition not in doomed:
                await self._remove(table, doomed)
                doomed = {}
                if self._clock.now() - began > LONGEST:
                    return Walked(start=partition, again=began)
            doomed.setdefault(partition, []).append(row)
        await self._remove(table, doomed)
        return Walked(again=_midnight(began))

    async def _over(
        self, table: str, now: datetime, start: str
    ) -> AsyncGenerator[tuple[str, Row], None]:
        rule = self._rules(now)[table]
        async for partition, row in self._table(table).scan(rule.first, rule.last, start):
            if await rule.over(partition, row):
                yield partition, row

    async def _remove(self, table: str, doomed: Mapping[str, list[Row]]) -> None:
        for partition, rows in doomed.items():
            for first in range(0, len(rows), MAX_WRITES):
                some = rows[first : first + MAX_WRITES]
                try:
                    await self._table(table).commit(
                        partition, [Delete(row.key, row.etag) for row in some]
                    )
                except Conflict:
                    continue  # one is not what it was: tomorrow is early enough

    def _rules(self, now: datetime) -> dict[str, _Rule]:
        kept, memory = now - self._kept, now - self._memory
        waiting = now - max(self._kept, _OPEN)

        async def always(_: str, __: Row) -> bool:
            return True

        async def unused(_: str, row: Row) -> bool:
            return datetime.fromisoformat(json.loads(row.body)["until"]) <= now

        async def run_out(_: str, row: Row) -> bool:
            one = Schedule.stored(row.body)
            return one.next_at is None and not one.paused and one.updated_at < kept

        async def not_run(_: str, row: Row) -> bool:
            return all(one.at < memory for one in AgentRecord.stored(row.body).outcomes)

        async def refilled(_: str, row: Row) -> bool:
            return Bucket.stored(row.body).at < now - SPENDING

        async def settled(_: str, row: Row) -> bool:
            return Waiting.stored(row.body).at < waiting

        async def gone(_: str, row: Row) -> bool:
            one = Conversation.stored(row.body)
            there = one.at >= kept or await self._table("threads").get(one.thread, _HEAD)
            return not there

        async def lapsed(partition: str, row: Row) -> bool:
            model = SIGNING_IN.get(partition)
            return model is not None and model.stored(row.body).until <= now

        async def old(_: str, row: Row) -> bool:
            done = Erasure.stored(row.body).done_at
            return done is not None and done < memory

        by_time = _Rule(always, last=timed(kept))
        return {
            "routings": by_time,
            "gaps": by_time,
            "results": _Rule(unused),
            "schedules": _Rule(run_out),
            "records": _Rule(not_run),
            "budgets": _Rule(refilled),
            "waiting": _Rule(settled),
            "conversations": _Rule(gone),
            "connections": _Rule(lapsed),
            "erasures": _Rule(old, RECEIPT, f"{RECEIPT[:-1]}."),
        }

    async def _binned(self, now: datetime, start: str) -> AsyncGenerator[tuple[str, Row], None]:
        """Take away deleted agents that cannot be restored any more; yield nothing to remove."""
        partitions = {
            partition
            async for partition, _ in self._table("agents").scan(BIN, f"{BIN[:-1]}.", start)
        }
        for partition in sorted(partitions):
            while await self._agents.sweep(partition, now):
                pass
        for nothing in ():
            yield nothing

    async def _absent(self, now: datetime) -> tuple[Principal, ...]:
        """Return who was not here for as long as things are remembered."""
        last = (now - self._memory).date()
        rows = self._table("directory").scan(FIRST, LAST)
        met = [Met.stored(row.body) async for _, row in rows]
        return tuple(
            Principal(tenant=one.tenant, user=one.id)
            for one in met
            if one.tenant and one.on is not None and one.on < last
        )


_OWN = ("agents", "directory")
"""Tables that are walked in a way of their own."""


def _midnight(now: datetime) -> datetime:
    """Return when the day (UTC) after this one begins."""
    day = now.astimezone(UTC).date() + timedelta(days=1)
    return datetime.combine(day, time(), UTC)
