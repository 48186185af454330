"""The agents of each tenant: a row each, and beside it what they mean as points."""

import asyncio
import hashlib

from shared.errors import Conflict, NotFound
from shared.matching import texts_of
from shared.models.agent import Agent
from shared.ports import Encoder
from shared.storage.keys import digest
from shared.storage.points import points
from shared.storage.rows import Delete, Insert, Replace, Row, Rows, Upsert, Write

AGENT, POINTS, LEARNED = "agent-", "points-", "learned-"
"""Prefixes of the rows of one agent: itself, its texts as points, the examples it learned."""
VERSION = "version"
"""The row that changes, in the same batch, with every change of a tenant's agents."""
_PAGE = 1000


class StoredAgents:
    """Agents over rows. An etag stands for an agent's content, so it can be told without a read."""

    def __init__(self, rows: Rows, encoder: Encoder) -> None:
        self._rows = rows
        self._encoder = encoder

    async def list(self, tenant: str) -> tuple[Agent, ...]:
        """Return the tenant's agents by id."""
        rows = await every(self._rows, digest(tenant), AGENT)
        return tuple(sorted(map(_agent, rows), key=lambda agent: agent.id))

    async def get(self, tenant: str, agent_id: str) -> tuple[Agent, str]:
        """Return an agent and its etag; raise NotFound."""
        row = await self._rows.get(digest(tenant), _key(agent_id))
        if row is None:
            raise _absent(agent_id)
        return _agent(row), _etag(row.body)

    async def save(self, tenant: str, agent: Agent, etag: str | None) -> str:
        """Create (etag None) or replace an agent and return its new etag; raise Conflict."""
        partition, key, body = digest(tenant), _key(agent.id), agent.model_dump_json()
        write: Write = Insert(key, body)
        if etag is not None:
            row = await self._rows.get(partition, key)
            if row is None or _etag(row.body) != etag:
                raise _changed(agent.id, key)
            write = Replace(key, body, row.etag)
        texts = texts_of(agent)
        vectors = await asyncio.to_thread(self._encoder.encode, [text.text for text in texts])
        meant = Upsert(POINTS + digest(agent.id), points(texts, vectors).model_dump_json())
        await self._rows.commit(partition, [write, meant, Upsert(VERSION, _etag(body))])
        return _etag(body)

    async def delete(self, tenant: str, agent_id: str, etag: str) -> None:
        """Remove an agent; raise Conflict or NotFound."""
        partition, key = digest(tenant), _key(agent_id)
        row = await self._rows.get(partition, key)
        if row is None:
            raise _absent(agent_id)
        if _etag(row.body) != etag:
            raise _changed(agent_id, key)
        name = digest(agent_id)
        gone: list[Write] = [Delete(key, row.etag), Delete(POINTS + name), Delete(LEARNED + name)]
        await self._rows.commit(partition, [*gone, Upsert(VERSION, _etag(row.body))])


async def every(rows: Rows, partition: str, prefix: str) -> list[Row]:
    """Return all rows of a prefix that ends in a dash; their keys have one length."""
    found: list[Row] = []
    first, last = prefix, f"{prefix[:-1]}."
    while True:
        page = await rows.range(partition, first, last, _PAGE)
        found += page
        if len(page) < _PAGE:
            return found
        first = f"{page[-1].key}-"  # keys have one length, so none lies between


def _key(agent_id: str) -> str:
    return AGENT + digest(agent_id)


def _etag(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:32]


def _agent(row: Row) -> Agent:
    return Agent.model_validate_json(row.body)


def _absent(agent_id: str) -> NotFound:
    return NotFound(f"there is no agent {agent_id!r}")


def _changed(agent_id: str, key: str) -> Conflict:
    return Conflict(f"agent {agent_id!r} has changed", key)
