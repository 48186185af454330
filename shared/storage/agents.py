"""The agents of each tenant, one row each."""

import hashlib

from shared.errors import Conflict, NotFound
from shared.models.agent import Agent
from shared.storage.keys import digest
from shared.storage.rows import Delete, Insert, Replace, Row, Rows

_FIRST, _LAST = "agent-", "agent."
_PAGE = 1000


class StoredAgents:
    """Agents over rows. An etag stands for an agent's content, so it can be told without a read."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def list(self, tenant: str) -> tuple[Agent, ...]:
        """Return the tenant's agents by id."""
        agents: list[Agent] = []
        first = _FIRST
        while True:
            page = await self._rows.range(digest(tenant), first, _LAST, _PAGE)
            agents += [_agent(row) for row in page]
            if len(page) < _PAGE:
                return tuple(sorted(agents, key=lambda agent: agent.id))
            first = f"{page[-1].key}-"  # keys have one length, so none lies between

    async def get(self, tenant: str, agent_id: str) -> tuple[Agent, str]:
        """Return an agent and its etag; raise NotFound."""
        row = await self._rows.get(digest(tenant), _key(agent_id))
        if row is None:
            raise _absent(agent_id)
        return _agent(row), _etag(row.body)

    async def save(self, tenant: str, agent: Agent, etag: str | None) -> str:
        """Create (etag None) or replace an agent and return its new etag; raise Conflict."""
        partition, key, body = digest(tenant), _key(agent.id), agent.model_dump_json()
        if etag is None:
            await self._rows.commit(partition, [Insert(key, body)])
            return _etag(body)
        row = await self._rows.get(partition, key)
        if row is None or _etag(row.body) != etag:
            raise _changed(agent.id, key)
        await self._rows.commit(partition, [Replace(key, body, row.etag)])
        return _etag(body)

    async def delete(self, tenant: str, agent_id: str, etag: str) -> None:
        """Remove an agent; raise Conflict or NotFound."""
        partition, key = digest(tenant), _key(agent_id)
        row = await self._rows.get(partition, key)
        if row is None:
            raise _absent(agent_id)
        if _etag(row.body) != etag:
            raise _changed(agent_id, key)
        await self._rows.commit(partition, [Delete(key, row.etag)])


def _key(agent_id: str) -> str:
    return _FIRST + digest(agent_id)


def _etag(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:32]


def _agent(row: Row) -> Agent:
    return Agent.model_validate_json(row.body)


def _absent(agent_id: str) -> NotFound:
    return NotFound(f"there is no agent {agent_id!r}")


def _changed(agent_id: str, key: str) -> Conflict:
    return Conflict(f"agent {agent_id!r} has changed", key)
