"""Each organisation's library of skills: one row a skill."""

from shared.errors import Conflict, NotFound
from shared.models.agent import Skill
from shared.storage.keys import digest, etag_of
from shared.storage.rows import Delete, Insert, Replace, Row, Rows, Write, prefixed

_SKILL = "skill-"


class StoredSkills:
    """The `Skills` port over one table. An etag stands for a skill's content."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def list(self, tenant: str) -> tuple[Skill, ...]:
        """Return the library's skills by id."""
        rows = await prefixed(self._rows, digest(tenant), _SKILL)
        return tuple(sorted(map(_skill, rows), key=lambda skill: skill.id))

    async def get(self, tenant: str, skill_id: str) -> tuple[Skill, str]:
        """Return a skill and its etag; raise NotFound."""
        row = await self._row(tenant, skill_id)
        return _skill(row), etag_of(row.body)

    async def save(self, tenant: str, skill: Skill, etag: str | None) -> str:
        """Create (etag None) or replace a skill and return its new etag; raise Conflict."""
        key, body = _key(skill.id), skill.model_dump_json()
        write: Write = Insert(key, body)
        if etag is not None:
            write = Replace(key, body, await self._guard(tenant, skill.id, etag))
        await self._rows.commit(digest(tenant), [write])
        return etag_of(body)

    async def delete(self, tenant: str, skill_id: str, etag: str) -> None:
        """Remove a skill; raise Conflict or NotFound."""
        guard = await self._guard(tenant, skill_id, etag)
        await self._rows.commit(digest(tenant), [Delete(_key(skill_id), guard)])

    async def _row(self, tenant: str, skill_id: str) -> Row:
        row = await self._rows.get(digest(tenant), _key(skill_id))
        if row is None:
            raise NotFound(f"There is no skill {skill_id!r} in the library.")
        return row

    async def _guard(self, tenant: str, skill_id: str, etag: str) -> str:
        """Return the row's own etag, if its content still is what `etag` stands for."""
        row = await self._row(tenant, skill_id)
        if etag_of(row.body) != etag:
            raise Conflict(f"The skill {skill_id!r} has changed.", row.key)
        return row.etag


def _key(skill_id: str) -> str:
    return _SKILL + digest(skill_id)


def _skill(row: Row) -> Skill:
    return Skill.stored(row.body)
