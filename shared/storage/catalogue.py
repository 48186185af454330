"""Each tenant's agents as points to search among, kept in memory for a short while."""

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shared.decisions import voting
from shared.errors import AgentDiscoveryError
from shared.matching import AgentIndex, AgentText, Entry, learn, texts_of
from shared.models.agent import Agent
from shared.models.votes import Vote, Votes
from shared.ports import Clock, Encoder
from shared.storage.agents import AGENT, LEARNED, POINTS, VERSION, VOTES
from shared.storage.folding import FoldedRows
from shared.storage.keys import digest
from shared.storage.points import Points, points, vectors_of
from shared.storage.rows import Row, Rows, Upsert, prefixed

FRESH = timedelta(seconds=30)
"""How long an index is used before its version is looked at (spec 000, agent cache)."""
_TENANTS = 100
_SINGLY = 100
"""Points are read one by one where at most one agent in so many has changed."""

_Etags = tuple[str, str | None]
"""Of an agent's row, and of what it learned. Its points change with its row only."""


class _Kept(NamedTuple):
    """An entry of an index, and what it was read from."""

    etags: _Etags
    entry: Entry


@dataclass(frozen=True)
class _Known:
    """An index, and by the agents' hashed ids the entries that the next can take over.

    Those encoded on reading are not among them: they are not exact in half precision.
    """

    index: AgentIndex
    version: str | None
    looked_at: datetime | None
    """None: somebody here has changed what is indexed."""
    kept: Mapping[str, _Kept]


class _Rows(NamedTuple):
    """A tenant's agents by hashed id, what they learned, and the points of those that changed."""

    agents: Mapping[str, Row]
    learned: Mapping[str, Row]
    points: Mapping[str, Row]

    def etags(self, name: str) -> _Etags:
        """Return what the entry of an agent depends on."""
        learned = self.learned.get(name)
        return self.agents[name].etag, None if learned is None else learned.etag

    def unchanged(self, name: str, kept: Mapping[str, _Kept]) -> Entry | None:
        """Return the entry of an agent if it is still right."""
        known = kept.get(name)
        return known.entry if known is not None and known.etags == self.etags(name) else None


_Key = tuple[str, bool]
"""A tenant, and whether the workspace's agents are among its agents."""


class StoredCatalogue:
    """The `Catalogue` port over the agents' table.

    An index is built when a tenant is first asked for, and again when the version row has changed:
    then of the agents that changed only, and the others are taken over.
    """

    def __init__(
        self, rows: Rows, encoder: Encoder, clock: Clock, domain_agents: Sequence[Agent]
    ) -> None:
        self._rows = rows
        self._folded = FoldedRows(rows)
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
        if known is None or known.looked_at is None:
            return None
        return known if self._clock.now() - known.looked_at < FRESH else None

    async def _look(self, key: _Key) -> _Known:
        tenant, workspace = key
        known, now = self._known.get(key), self._clock.now()
        version = await self._rows.get(digest(tenant), VERSION)
        etag = None if version is None else version.etag
        if known is None or known.version != etag:
            before = known or self._known.get((tenant, not workspace))
            rows = await self._read(digest(tenant), {} if before is None else before.kept)
            index, kept = await asyncio.to_thread(self._built, rows, before, workspace=workspace)
            looked = _Known(index, etag, now, kept)
        else:
            looked = replace(known, looked_at=now)
        self._known[key] = looked
        self._known.move_to_end(key)
        while len(self._known) > _TENANTS:
            dropped, _ = self._known.popitem(last=False)
            self._locks.pop(dropped, None)
        return looked

    async def _read(self, partition: str, kept: Mapping[str, _Kept]) -> _Rows:
        agents, learned = await asyncio.gather(
            *(prefixed(self._rows, partition, prefix) for prefix in (AGENT, LEARNED))
        )
        rows = _Rows(_by_name(agents, AGENT), _by_name(learned, LEARNED), {})
        changed = [name for name in rows.agents if rows.unchanged(name, kept) is None]
        # after the agents: should points be newer than their agent, its row has changed by now
        if len(changed) * _SINGLY > len(agents):
            points = await prefixed(self._rows, partition, POINTS)
        else:
            read = (self._rows.get(partition, POINTS + name) for name in changed)
            points = [row for row in await asyncio.gather(*read) if row is not None]
        return rows._replace(points=_by_name(points, POINTS))

    def _built(
        self, rows: _Rows, before: _Known | None, *, workspace: bool
    ) -> tuple[AgentIndex, dict[str, _Kept]]:
        """Return the index, and what the next can take over of it; for a thread of its own."""
        entries: list[Entry] = []
        exact: list[str | None] = []
        for name in rows.agents:
            known = None if before is None else rows.unchanged(name, before.kept)
            entries.append(known or self._entry(rows, name))
            exact.append(name if known or name in rows.points else None)
        if workspace:
            domain = ((entry, digest(entry.agent.id)) for entry in self._domain_entries())
            entries.extend(self._taught(entry, rows.learned.get(name)) for entry, name in domain)
        index = AgentIndex.build(entries, before=None if before is None else before.index)
        of_tenant = zip(exact, index.entries, strict=False)  # the workspace's agents come last
        kept = {name: _Kept(rows.etags(name), entry) for name, entry in of_tenant if name}
        return index, kept

    def _entry(self, rows: _Rows, name: str) -> Entry:
        agent, row = Agent.stored(rows.agents[name].body), rows.points.get(name)
        if row is None:
            return self._taught(self._encoded(agent), rows.learned.get(name))
        stored = Points.stored(row.body)
        texts = tuple(map(AgentText, stored.kinds, stored.texts))
        entry = Entry(agent, texts, self._vectors_of(stored))
        return self._taught(entry, rows.learned.get(name))

    def _taught(self, entry: Entry, row: Row | None) -> Entry:
        """Return an entry with the examples its agent learned."""
        learned = Points() if row is None else Points.stored(row.body)
        if not learned.texts:
            return entry
        texts = (*entry.texts, *(AgentText("learned", text) for text in learned.texts))
        return Entry(entry.agent, texts, np.concatenate([entry.vectors, self._vectors_of(learned)]))

    def _domain_entries(self) -> tuple[Entry, ...]:
        if self._domain is None:
            self._domain = tuple(map(self._encoded, self._domain_agents))
        return self._domain

    def _encoded(self, agent: Agent) -> Entry:
        texts = texts_of(agent)
        return Entry(agent, texts, self._encode([text.text for text in texts]))

    def _encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        with _encoding():
            return self._encoder.encode(texts)

    def _vectors_of(self, stored: Points) -> NDArray[np.float32]:
        with _encoding():
            return vectors_of(stored, self._encoder)

    async def learn(self, tenant: str, agent_id: str, text: str) -> None:
        """Add a request that was rightly sent to an agent to its examples; once, and capped."""
        vector = (await asyncio.to_thread(self._encode, [text]))[0]

        def add(known: Points) -> Points:
            kept = learn(known.texts, self._vectors_of(known), text, vector)
            texts = [AgentText("learned", one) for one in kept.examples]
            return points(texts, kept.vectors, self._encoder.space)

        await self._change(tenant, agent_id, add)

    async def unlearn(self, tenant: str, agent_id: str, text: str) -> None:
        """Take a learned example back."""

        def drop(known: Points) -> Points:
            return known.only([at for at, other in enumerate(known.texts) if other != text])

        await self._change(tenant, agent_id, drop)

    async def vote(self, tenant: str, agent_id: str, vote: Vote) -> None:
        """Count a person's vote; what a quorum agrees on is learned."""
        await self._voted(tenant, agent_id, lambda votes: voting.cast(votes, vote))

    async def withdraw(self, tenant: str, agent_id: str, by: str, point: str = "") -> None:
        """Take a person's vote back; what lacks a quorum then is learned no more."""
        await self._voted(tenant, agent_id, lambda votes: voting.withdrawn(votes, by, point))

    async def _voted(self, tenant: str, agent_id: str, how: Callable[[Votes], Votes]) -> None:
        before = after = Votes()

        def change(body: str | None) -> str | None:
            nonlocal before, after
            before = Votes() if body is None else Votes.stored(body)
            after = how(before)
            return body if after == before else after.model_dump_json()

        await self._folded.change(digest(tenant), VOTES + digest(agent_id), change)
        agreed = {one.text for one in after.agreed}
        for text in sorted({one.text for one in before.agreed} - agreed):
            await self.unlearn(tenant, agent_id, text)
        for text in sorted(agreed):  # those of before too: they may have been cut off here
            await self.learn(tenant, agent_id, text)

    def outdate(self, tenant: str) -> None:
        """Have the tenant's agents looked at anew: this process has just changed them."""
        for workspace in (True, False):
            if known := self._known.get((tenant, workspace)):
                self._known[tenant, workspace] = replace(known, looked_at=None)

    async def _change(self, tenant: str, agent_id: str, how: Callable[[Points], Points]) -> None:

        def change(body: str | None) -> str | None:
            before = Points() if body is None else Points.stored(body)
            after = how(before)
            return body if after == before else after.model_dump_json()

        await self._folded.change(
            digest(tenant),
            LEARNED + digest(agent_id),
            change,
            lambda body: [Upsert(VERSION, digest(body))],
        )
        self.outdate(tenant)  # also where another process was first


def _by_name(rows: Sequence[Row], prefix: str) -> dict[str, Row]:
    return {row.key.removeprefix(prefix): row for row in rows}


@contextmanager
def _encoding() -> Generator[None]:
    try:
        yield
    except (OSError, RuntimeError) as error:
        raise AgentDiscoveryError("the sentence encoder does not work") from error
