"""The agents of each tenant: a row each, and beside it what they mean and what they were."""

import asyncio
import re
from datetime import datetime

import numpy as np

from shared.errors import Conflict, InvalidRequest, NotFound
from shared.matching import texts_of
from shared.models.agent import UNDO, Agent, AgentPage
from shared.models.base import Payload
from shared.ports import Encoder
from shared.storage.keys import digest, etag_of, numbered
from shared.storage.points import Points, points, vectors_of
from shared.storage.rows import Delete, Insert, Replace, Row, Rows, Upsert, Write, prefixed

AGENT, POINTS, LEARNED, VOTES = "agent-", "points-", "learned-", "votes-"
"""Prefixes of the rows of one agent: itself, its texts as points, the examples it learned, and what
people say it is for."""
PAST, BIN = "past-", "bin-"
"""Prefixes of what an agent was, one row a version, and of the note that it was deleted."""
VERSION = "version"
"""The row that changes, in the same batch, with every change of a tenant's agents."""
KEPT_VERSIONS = 50
_SWEPT = 5
"""Agents deleted too long ago that a deletion takes along, so that nothing else has to."""
_CURSOR = re.compile(r"[a-z2-7]{32}")


class _Binned(Payload):
    """When an agent was deleted, and the version that is to be restored."""

    deleted_at: datetime
    version: int


class StoredAgents:
    """Agents over rows. An etag stands for an agent's content, so it can be told without a read.

    A deleted agent's row is gone, and what it was is all in its versions. Its id is free again once
    it cannot be restored any more; then a new agent that takes it removes what is left. A note in
    the bin means that no agent has this id.
    """

    def __init__(self, rows: Rows, encoder: Encoder) -> None:
        self._rows = rows
        self._encoder = encoder

    async def list(self, tenant: str) -> tuple[Agent, ...]:
        """Return the tenant's agents by id."""
        rows = await prefixed(self._rows, digest(tenant), AGENT)
        return tuple(sorted(map(_agent, rows), key=lambda agent: agent.id))

    async def page(self, tenant: str, after: str, limit: int) -> AgentPage:
        """Return at most `limit` (1 or more) agents in the order of their hashed ids.

        Raises InvalidRequest when `after` is not the `next` of a page.
        """
        if after and not _CURSOR.fullmatch(after):
            raise InvalidRequest("There is no such page of agents.")
        first = f"{AGENT}{after}-" if after else AGENT
        rows = await self._rows.range(digest(tenant), first, f"{AGENT[:-1]}.", limit + 1)
        shown = rows[:limit]
        more = shown[-1].key.removeprefix(AGENT) if len(rows) > limit else ""
        return AgentPage(agents=tuple(map(_agent, shown)), next=more)

    async def get(self, tenant: str, agent_id: str) -> tuple[Agent, str]:
        """Return an agent and its etag; raise NotFound."""
        row = await self._rows.get(digest(tenant), AGENT + digest(agent_id))
        if row is None:
            raise _absent(agent_id)
        return _agent(row), etag_of(row.body)

    async def save(self, tenant: str, agent: Agent, etag: str | None) -> str:
        """Create (etag None) or replace an agent and return its new etag; raise Conflict."""
        partition, name, body = digest(tenant), digest(agent.id), agent.model_dump_json()
        before: Agent | None = None
        if etag is None:
            binned = await self._rows.get(partition, BIN + name)
            if binned is not None and _restorable(binned, agent.created_at):
                raise _changed(agent.id, binned.key)
            remains = () if binned is None else await self._remains(partition, binned)
            writes = [Insert(AGENT + name, body), *remains]
        else:
            row = await self._rows.get(partition, AGENT + name)
            if row is None or etag_of(row.body) != etag:
                raise _changed(agent.id, AGENT + name)
            before = _agent(row)
            writes = [Replace(row.key, body, row.etag), *_kept(name, before.version, row.body)]
        if before is None or texts_of(before) != texts_of(agent):
            writes.append(await self._meant(partition, agent, new=before is None))
        await self._rows.commit(partition, [*writes, Upsert(VERSION, etag_of(body))])
        return etag_of(body)

    async def delete(self, tenant: str, agent_id: str, etag: str, now: datetime) -> None:
        """Take an agent away, into its versions; raise Conflict or NotFound."""
        partition, name = digest(tenant), digest(agent_id)
        row = await self._rows.get(partition, AGENT + name)
        if row is None:
            raise _absent(agent_id)
        if etag_of(row.body) != etag:
            raise _changed(agent_id, row.key)
        await self.sweep(partition, now)
        note = _Binned(deleted_at=now, version=_agent(row).version)
        gone: list[Write] = [Delete(row.key, row.etag), *_kept(name, note.version, row.body)]
        binned = Upsert(BIN + name, note.model_dump_json())
        await self._rows.commit(partition, [*gone, binned, Upsert(VERSION, etag)])

    async def restore(self, tenant: str, agent_id: str, now: datetime) -> tuple[Agent, str]:
        """Bring a deleted agent back, with its etag; raise NotFound or Conflict."""
        partition, name = digest(tenant), digest(agent_id)
        binned = await self._rows.get(partition, BIN + name)
        if binned is None:
            if await self._rows.get(partition, AGENT + name) is not None:
                raise Conflict(f"There is an agent {agent_id!r}.", AGENT + name)
            raise _absent(agent_id)
        note = _note(binned)
        if not _restorable(binned, now):
            raise _absent(agent_id)
        last = await self._rows.get(partition, numbered(PAST + name, note.version))
        if last is None:  # somebody else has just restored it
            raise _changed(agent_id, binned.key)
        etag = etag_of(last.body)
        back = [Insert(AGENT + name, last.body), Delete(binned.key, binned.etag), Delete(last.key)]
        await self._rows.commit(partition, [*back, Upsert(VERSION, etag)])
        return _agent(last), etag

    async def versions(self, tenant: str, agent_id: str, limit: int) -> tuple[Agent, ...]:
        """Return what an agent was before, newest first; of a deleted one, the last one too."""
        past = await prefixed(self._rows, digest(tenant), f"{PAST}{digest(agent_id)}-")
        return tuple(_agent(row) for row in past[::-1][:limit])

    async def version(self, tenant: str, agent_id: str, number: int) -> Agent:
        """Return an agent as it was, or is, in one of its versions; raise NotFound."""
        partition, name = digest(tenant), digest(agent_id)
        row = await self._rows.get(partition, AGENT + name)
        if row is not None and (agent := _agent(row)).version == number:
            return agent
        past = (
            None if number < 1 else await self._rows.get(partition, numbered(PAST + name, number))
        )
        if past is None:
            raise NotFound(f"There is no version {number} of agent {agent_id!r}.")
        return _agent(past)

    async def _meant(self, partition: str, agent: Agent, *, new: bool) -> Write:
        """Return the write of what an agent's texts mean; those it had before are known."""
        key, texts = POINTS + digest(agent.id), texts_of(agent)
        row = None if new else await self._rows.get(partition, key)
        stored = Points() if row is None else Points.stored(row.body)
        before = await asyncio.to_thread(vectors_of, stored, self._encoder)
        known = dict(zip(stored.texts, before, strict=True))
        unknown = [text for text in dict.fromkeys(t.text for t in texts) if text not in known]
        if unknown:
            vectors = await asyncio.to_thread(self._encoder.encode, unknown)
            known.update(zip(unknown, vectors, strict=True))
        meant = points(texts, np.stack([known[text.text] for text in texts]), self._encoder.space)
        return Upsert(key, meant.model_dump_json())

    async def _remains(self, partition: str, binned: Row) -> tuple[Write, ...]:
        """Return the writes that remove what is left of a deleted agent, but for its points."""
        name = binned.key.removeprefix(BIN)
        past = await prefixed(self._rows, partition, f"{PAST}{name}-")
        left = (LEARNED + name, VOTES + name, *(row.key for row in past[:KEPT_VERSIONS]))
        return (Delete(binned.key, binned.etag), *map(Delete, left))

    async def sweep(self, partition: str, now: datetime) -> int:
        """Take away some agents that cannot be restored any more; return how many."""
        binned, swept = await prefixed(self._rows, partition, BIN), 0
        ripe = [row for row in binned if not _restorable(row, now)]
        for row in ripe[:_SWEPT]:
            gone = Delete(POINTS + row.key.removeprefix(BIN))
            try:
                await self._rows.commit(partition, [gone, *await self._remains(partition, row)])
            except Conflict:
                continue  # somebody else swept it, or its id is taken again
            swept += 1
        return swept


def _kept(name: str, number: int, body: str) -> tuple[Write, ...]:
    """Return the writes that keep a version, and let go of the one that is too old."""
    kept = Upsert(numbered(PAST + name, number), body)
    if number <= KEPT_VERSIONS:
        return (kept,)
    return (kept, Delete(numbered(PAST + name, number - KEPT_VERSIONS)))


def _agent(row: Row) -> Agent:
    return Agent.stored(row.body)


def _note(row: Row) -> _Binned:
    return _Binned.stored(row.body)


def _restorable(binned: Row, now: datetime | None) -> bool:
    """Tell whether a deleted agent can still come back, so that nobody else gets its id."""
    return now is not None and now - _note(binned).deleted_at <= UNDO


def _absent(agent_id: str) -> NotFound:
    return NotFound(f"There is no agent {agent_id!r}.")


def _changed(agent_id: str, key: str) -> Conflict:
    return Conflict(f"The agent {agent_id!r} has changed.", key)
