"""Each tenant's agents as points to search among, kept in memory for a short while."""

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from shared.errors import AgentDiscoveryError, Conflict
from shared.matching import AgentIndex, AgentText, Entry, learn, texts_of
from shared.models.agent import Agent
from shared.ports import Clock, Encoder
from shared.storage.agents import AGENT, LEARNED, POINTS, VERSION, every
from shared.storage.keys import digest
from shared.storage.points import Points, points, vectors_of
from shared.storage.rows import Insert, Replace, Row, Rows, Upsert, Write

FRESH = timedelta(seconds=30)
"""How long an index is used before its version is looked at (spec 000, agent cache)."""
_TENANTS = 100


@dataclass(frozen=True)
class _Known:
    index: AgentIndex
    version: str | None
    looked_at: datetime


_Key = tuple[str, bool]
"""A tenant, and whether the workspace's agents are among its agents."""


class StoredCatalogue:
    """The `Catalogue` port over the agents' table.

    An index is built when a tenant is first asked for, and again when the version row has changed.
    """

    def __init__(
        self, rows: Rows, encoder: Encoder, clock: Clock, domain_agents: Sequence[Agent]
    ) -> None:
        self._rows = rows
        self._encoder = encoder
        self._clock = clock
        self._domain_agents = tuple(domain_agents)
        self._domain: tuple[Entry, ...] | None = None
        self._known: OrderedDict[_Key, _Known] = OrderedDict()
        self._locks: defaultdict[_Key, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def index(
        self, tenant: str, *, workspace: bool = True, fresh: bool = False
    ) -> AgentIndex:
        """Return the tenant's agents as they were at most 30 seconds ago; `fresh`: as they are."""
        key = (tenant, workspace)
        if not fresh and (known := self._recent(key)) is not None:
            return known.index
        async with self._locks[key]:
            known = None if fresh else self._recent(key)
            return (known or await self._look(key)).index

    def _recent(self, key: _Key) -> _Known | None:
        known = self._known.get(key)
        if known is None or self._clock.now() - known.looked_at >= FRESH:
            return None
        return known

    async def _look(self, key: _Key) -> _Known:
        tenant, workspace = key
        known, now = self._known.get(key), self._clock.now()
        version = await self._rows.get(digest(tenant), VERSION)
        etag = None if version is None else version.etag
        if known is None or known.version != etag:
            entries = await self._entries(tenant, workspace=workspace)
            index = await asyncio.to_thread(AgentIndex.build, entries)
        else:
            index = known.index
        self._known[key] = looked = _Known(index, etag, now)
        self._known.move_to_end(key)
        while len(self._known) > _TENANTS:
            dropped, _ = self._known.popitem(last=False)
            self._locks.pop(dropped, None)
        return looked

    async def _entries(self, tenant: str, *, workspace: bool) -> tuple[Entry, ...]:
        partition = digest(tenant)
        agents, own, more = await asyncio.gather(
            *(every(self._rows, partition, prefix) for prefix in (AGENT, POINTS, LEARNED))
        )
        meant, taught = _by_name(own, POINTS), _by_name(more, LEARNED)
        entries: list[Entry] = []
        for row in agents:
            agent, name = Agent.model_validate_json(row.body), row.key.removeprefix(AGENT)
            known = meant.get(name)
            entry = await self._encoded(agent) if known is None else _entry(agent, known)
            entries.append(_taught(entry, taught.get(name)))
        domain = await self._domain_entries() if workspace else ()
        return (*entries, *(_taught(e, taught.get(digest(e.agent.id))) for e in domain))

    async def _domain_entries(self) -> tuple[Entry, ...]:
        if self._domain is None:
            self._domain = tuple([await self._encoded(agent) for agent in self._domain_agents])
        return self._domain

    async def _encoded(self, agent: Agent) -> Entry:
        texts = texts_of(agent)
        return Entry(agent, texts, await self._encode([text.text for text in texts]))

    async def _encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        try:
            return await asyncio.to_thread(self._encoder.encode, texts)
        except (OSError, RuntimeError) as error:
            raise AgentDiscoveryError("the sentence encoder does not work") from error

    async def learn(self, tenant: str, agent_id: str, text: str) -> None:
        """Add a request that was rightly sent to an agent to its examples; once, and capped."""
        vector = (await self._encode([text]))[0]

        def add(known: Points) -> Points:
            kept = learn(known.texts, vectors_of(known), text, vector)
            return points([AgentText("learned", one) for one in kept.examples], kept.vectors)

        await self._change(tenant, agent_id, add)

    async def unlearn(self, tenant: str, agent_id: str, text: str) -> None:
        """Take a learned example back."""

        def drop(known: Points) -> Points:
            kept = [place for place, other in enumerate(known.texts) if other != text]
            texts = [AgentText("learned", known.texts[place]) for place in kept]
            return points(texts, vectors_of(known)[kept])

        await self._change(tenant, agent_id, drop)

    def _forget(self, tenant: str) -> None:
        for workspace in (True, False):
            self._known.pop((tenant, workspace), None)

    async def _change(self, tenant: str, agent_id: str, how: Callable[[Points], Points]) -> None:
        partition, key = digest(tenant), LEARNED + digest(agent_id)
        while True:
            row = await self._rows.get(partition, key)
            before = Points() if row is None else Points.model_validate_json(row.body)
            after = how(before)
            if after == before:
                self._forget(tenant)  # another process may have been first
                return
            body = after.model_dump_json()
            write: Write = Insert(key, body) if row is None else Replace(key, body, row.etag)
            try:
                await self._rows.commit(partition, [write, Upsert(VERSION, digest(body))])
            except Conflict:
                continue
            self._forget(tenant)
            return


def _by_name(rows: Sequence[Row], prefix: str) -> dict[str, Points]:
    return {row.key.removeprefix(prefix): Points.model_validate_json(row.body) for row in rows}


def _entry(agent: Agent, stored: Points) -> Entry:
    texts = tuple(map(AgentText, stored.kinds, stored.texts))
    return Entry(agent, texts, vectors_of(stored))


def _taught(entry: Entry, learned: Points | None) -> Entry:
    """Return an entry with the examples its agent learned."""
    if learned is None or not learned.texts:
        return entry
    texts = (*entry.texts, *(AgentText("learned", text) for text in learned.texts))
    return Entry(entry.agent, texts, np.concatenate([entry.vectors, vectors_of(learned)]))
