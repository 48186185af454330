"""What there is of one person, table by table, so that it can be counted and taken away.

Each method finds the same rows whether it only counts them or removes them (`wet`), and finds none
once they are gone: so each may run again, from wherever it broke off.
"""

import json
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from shared.backoff import pause
from shared.decisions.leaving import left, unnamed, unsaid
from shared.errors import Conflict
from shared.models.agent import Agent, AgentRecord
from shared.models.gap import Gap
from shared.models.person import Person
from shared.models.principal import Principal
from shared.models.routed import Routed
from shared.models.thread import DueEntry, Thread
from shared.models.votes import Votes
from shared.models.waiting import Waiting
from shared.naming import voter
from shared.storage.agents import AGENT, BIN, LEARNED, PAST, POINTS, VERSION, VOTES
from shared.storage.codec import batches
from shared.storage.connections import SIGNING_IN
from shared.storage.due import SHARDS, shard
from shared.storage.inventory import OF_PEOPLE, reasons
from shared.storage.keys import digest, partition_of
from shared.storage.points import Points
from shared.storage.rows import Delete, Replace, Row, Rows, Scanned, Upsert, Write, every
from shared.storage.waiting import StoredWaitingList

_HEAD, _AFTER_HEAD = "thread", "thread "
_TRIES = 100


class StoredTraces:
    """The `Traces` port over every table, by name."""

    def __init__(self, tables: Callable[[str], Scanned]) -> None:
        self._table = tables

    def reasons(self) -> Mapping[str, str]:
        """Return what stays of a person, and why, by table."""
        return reasons()

    async def threads(self, who: Principal) -> list[Thread]:
        """Return the heads of a person's conversations: all there are, listed anywhere or not."""
        tenant = digest(who.tenant)
        rows = self._table("threads").scan(_HEAD, _AFTER_HEAD, f"{tenant}-", f"{tenant}.")
        heads = (Thread.stored(row.body) async for _, row in rows)
        return [head async for head in heads if head.owner == who.user]

    async def own(self, who: Principal, *, wet: bool) -> Counter[str]:
        """Go through the tables that have a partition for each person."""
        partition, found = partition_of(who), Counter[str]()
        if wet:  # what others with a role were asked stands in their partitions as well
            waiting = StoredWaitingList(self._table("waiting"))
            async for row in every(self._table("waiting"), partition):
                await waiting.remove(who, Waiting.stored(row.body))
        signing_in, begun = self._table("connections"), 0
        for place, model in SIGNING_IN.items():
            rows = [row async for row in every(signing_in, place)]
            held = [(row.key, model.stored(row.body)) for row in rows]
            theirs = [key for key, one in held if (one.tenant, one.user) == (who.tenant, who.user)]
            begun += len(theirs)
            if wet:
                await removed(signing_in, place, theirs)
        found["connections"] += begun
        for name in OF_PEOPLE:
            keys = [row.key async for row in every(self._table(name), partition)]
            found[name] += len(keys)
            if wet:
                await removed(self._table(name), partition, keys)
        return found

    async def organisation(
        self, who: Principal, threads: Collection[str], *, wet: bool
    ) -> Counter[str]:
        """Go through what an organisation has of its people, agents aside."""
        tenant, user = digest(who.tenant), digest("user", who.user)
        found = Counter[str]()

        async def go(name: str, is_theirs: Callable[[Row], bool]) -> None:
            table = self._table(name)
            keys = [row.key async for row in every(table, tenant) if is_theirs(row)]
            found[name] += len(keys)
            if wet:
                await removed(table, tenant, keys)

        await go("directory", lambda row: row.key == user)
        await go("budgets", lambda row: row.key.endswith(f"-{user}"))
        await go("routings", lambda row: Routed.stored(row.body).user == who.user)
        await go("gaps", lambda row: Gap.stored(row.body).id.rpartition("/")[0] in threads)
        found["records"] += await self._unname(tenant, threads, wet=wet)
        return found

    async def _unname(self, tenant: str, threads: Collection[str], *, wet: bool) -> int:
        table, changed = self._table("records"), 0

        def bare(row: Row) -> Row:
            record = AgentRecord.stored(row.body)
            after = unnamed(record, threads)
            body = row.body if after == record else after.model_dump_json()
            return Row(row.key, body, row.etag)

        async for row in every(table, tenant):
            if bare(row).body != row.body:
                changed += 1
                if wet:
                    await _changed(table, tenant, row.key, bare)
        return changed

    async def agents(self, who: Principal, *, wet: bool) -> Counter[str]:
        """Go through the organisation's agents, and what people say these are for."""
        partition, found = digest(who.tenant), Counter[str]()
        words, agents = await self._words(who), await self._each(partition, who.user)
        for name, rows in sorted(agents.items()):
            writes = _without(who.user, rows, words)
            found["agents"] += len(writes)
            if any(isinstance(write, Delete) for write in writes if write.key == rows.itself):
                ran = await self._table("records").get(partition, name)
                found["records"] += 1 if ran else 0
                if wet:
                    await removed(self._table("records"), partition, [name])
            if wet and writes:
                await self._write(partition, writes)
        return found

    async def _each(self, partition: str, user: str) -> dict[str, "_OfAgent"]:
        """Return the rows of each agent by its hashed id, as many bodies as are needed."""
        agents, named = defaultdict[str, _OfAgent](_OfAgent), json.dumps(user, ensure_ascii=False)
        async for row in every(self._table("agents"), partition):
            prefix, _, name = row.key.partition("-")
            if f"{prefix}-" == PAST:
                was = row if named in row.body else Row(row.key, "", row.etag)
                agents[name.partition("-")[0]].past.append(was)
            elif f"{prefix}-" == POINTS:
                agents[name].single[POINTS] = Row(row.key, "", row.etag)
            elif name:
                agents[name].single[f"{prefix}-"] = row
        return agents

    async def _words(self, who: Principal) -> frozenset[str]:
        """Return what a person said agents are for."""
        row = await self._table("people").get(partition_of(who), "person")
        known = Person() if row is None else Person.stored(row.body)
        return frozenset(one.text for one in (*known.taught, *known.preferences))

    async def _write(self, partition: str, writes: Sequence[Write]) -> None:
        """Write one agent's changes; whoever changed it meanwhile makes this step run again."""
        changed = Upsert(VERSION, digest(*(write.key for write in writes)))
        for batch in batches([*writes, changed]):
            await self._table("agents").commit(partition, batch)

    async def due(self, names: Collection[str], *, wet: bool) -> Counter[str]:
        """Go through what is to be looked at later, of these conversations, schedules or people."""
        table, found = self._table("due"), 0
        for partition in {shard(zlib.crc32(name.encode()) % SHARDS) for name in names}:
            keys: list[str] = []
            async for row in every(table, partition):
                entry = DueEntry.stored(row.body)
                branches = entry.kind == "purge" and entry.subject
                if entry.thread in names and not branches:
                    keys.append(row.key)
            found += len(keys)
            if wet:
                await removed(table, partition, keys)
        return Counter({"due": found})


@dataclass
class _OfAgent:
    """The rows of one agent: one a prefix, and its versions, without those that name nobody."""

    single: dict[str, Row] = field(default_factory=dict[str, Row])
    past: list[Row] = field(default_factory=list[Row])

    @property
    def itself(self) -> str:
        """The key of what says that it is there, or was and can be restored."""
        row = self.single.get(AGENT) or self.single.get(BIN)
        return "" if row is None else row.key


def _without(user: str, rows: _OfAgent, words: frozenset[str]) -> list[Write]:
    """Return the writes that take a person out of one agent: what it is, was, and is said to be."""
    last = rows.past[-1] if BIN in rows.single and rows.past else None
    there = rows.single.get(AGENT) or last
    agent = Agent.stored(there.body) if there is not None and there.body else None
    after = None if agent is None else left(agent, user)
    if agent is not None and after is None:
        doomed = sorted((*rows.single.values(), *rows.past), key=lambda row: row.key == rows.itself)
        return [Delete(row.key, row.etag) for row in doomed]  # itself last: the others hang on it
    writes: list[Write] = []
    for row in (*rows.past, *([rows.single[AGENT]] if AGENT in rows.single else ())):
        was = Agent.stored(row.body) if row.body else None
        now = None if was is None else left(was, user)
        if was is not None and now is None:  # it was for the person alone then
            writes.append(_heired(row, was, after))
        elif was is not None and now is not None and now != was:
            writes.append(Replace(row.key, now.model_dump_json(), row.etag))
    return [*writes, *_unsaid(user, rows, words)]


def _heired(row: Row, was: Agent, after: Agent | None) -> Write:
    """Return the write of a version for those that have the agent now; without any, it goes."""
    if after is None:
        return Delete(row.key, row.etag)
    heirs = {name: getattr(after, name) for name in ("owner", "editors", "users", "origin")}
    return Replace(row.key, was.model_copy(update=heirs).model_dump_json(), row.etag)


def _unsaid(user: str, rows: _OfAgent, words: frozenset[str]) -> list[Write]:
    writes: list[Write] = []
    cast, learned = rows.single.get(VOTES), rows.single.get(LEARNED)
    before = Votes() if cast is None else Votes.stored(cast.body)
    own = words | {vote.text for vote in before.votes if vote.by == voter(user)}
    after = unsaid(before, voter(user), own)
    if cast is not None and after != before:
        writes.append(Replace(cast.key, after.model_dump_json(), cast.etag))
    if learned is not None:
        agreed, known = {one.text for one in after.agreed}, Points.stored(learned.body)
        stay = [place for place, text in enumerate(known.texts) if text in agreed]
        if len(stay) < len(known.texts):
            writes.append(Replace(learned.key, known.only(stay).model_dump_json(), learned.etag))
    return writes


async def removed(rows: Rows, partition: str, keys: Sequence[str]) -> None:
    """Remove rows, however many."""
    for batch in batches(map(Delete, keys)):
        await rows.commit(partition, batch)


async def _changed(rows: Rows, partition: str, key: str, how: Callable[[Row], Row]) -> None:
    """Replace a row by what `how` makes of it as it is now."""
    for tried in range(1, _TRIES + 1):
        row = await rows.get(partition, key)
        if row is None or (after := how(row)).body == row.body:
            return
        try:
            await rows.commit(partition, [Replace(key, after.body, row.etag)])
        except Conflict:
            await pause(tried)
        else:
            return
    raise Conflict("The row kept changing; try again.", key)
