"""When agents run by themselves: one row a schedule, in its tenant's partition."""

from shared.models.rows import Stored
from shared.models.schedule import Schedule
from shared.storage.keys import digest
from shared.storage.rows import Delete, Row, Rows, over, prefixed

_SCHEDULE = "schedule-"
_SEPARATOR = "."


class StoredSchedules:
    """The `Schedules` port over one table."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def key(self, tenant: str, schedule_id: str) -> str:
        """Return the opaque key that `find` takes."""
        return f"{digest(tenant)}{_SEPARATOR}{digest(schedule_id)}"

    async def of(self, tenant: str, owner: str | None = None) -> tuple[Schedule, ...]:
        """Return a tenant's schedules, or one person's, by id."""
        rows = await prefixed(self._rows, digest(tenant), _SCHEDULE)
        found = (_stored(row).value for row in rows)
        chosen = (one for one in found if owner is None or one.owner == owner)
        return tuple(sorted(chosen, key=lambda one: one.id))

    async def get(self, tenant: str, schedule_id: str) -> Stored[Schedule] | None:
        """Return one schedule, or None."""
        return await self.find(self.key(tenant, schedule_id))

    async def find(self, key: str) -> Stored[Schedule] | None:
        """Return the schedule of an opaque key, or None."""
        partition, _, name = key.partition(_SEPARATOR)
        row = await self._rows.get(partition, _SCHEDULE + name)
        return None if row is None else _stored(row)

    async def put(self, schedule: Schedule, etag: str | None) -> None:
        """Write a schedule: a new one (etag None), or over the one read; raise Conflict."""
        key, body = _SCHEDULE + digest(schedule.id), schedule.model_dump_json()
        await self._rows.commit(digest(schedule.tenant), [over(key, body, etag)])

    async def delete(self, tenant: str, schedule_id: str) -> None:
        """Remove a schedule, if it is there."""
        await self._rows.commit(digest(tenant), [Delete(_SCHEDULE + digest(schedule_id))])


def _stored(row: Row) -> Stored[Schedule]:
    return Stored(Schedule.stored(row.body), row.etag)
