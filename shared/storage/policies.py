"""Each organisation's policy: one row a tenant."""

from shared.models.profile import Policy
from shared.naming import digest
from shared.storage.rows import Rows, Upsert

_ROW = "policy"


class StoredPolicies:
    """The `Policies` port over one table."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def get(self, tenant: str) -> Policy:
        """Return a tenant's policy; without one, nothing is tightened."""
        row = await self._rows.get(digest(tenant), _ROW)
        return Policy() if row is None else Policy.stored(row.body)

    async def put(self, tenant: str, policy: Policy) -> None:
        """Replace a tenant's policy."""
        await self._rows.commit(digest(tenant), [Upsert(_ROW, policy.model_dump_json())])
