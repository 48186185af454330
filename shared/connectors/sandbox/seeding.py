"""Writes the demo organisation into a user's partition, once."""

import asyncio

from shared.backoff import pause
from shared.connectors.sandbox import organisation
from shared.errors import Conflict
from shared.storage.rows import MAX_WRITES, Insert, Rows, Upsert

SEEDED = "seeded-2"
"""The marker row of this edition of the organisation, written when everything else is there."""

_MANY = 10_000


async def seed(rows: Rows, partition: str) -> None:
    """Make the organisation complete unless it already was.

    Rows are only ever inserted, so neither a seeding that was cut off nor one that runs at the same
    time loses or overwrites anything.
    """
    if await rows.get(partition, SEEDED) is not None:
        return
    tried = 0
    while missing := await _missing(rows, partition):
        try:
            for start in range(0, len(missing), MAX_WRITES):
                await rows.commit(partition, missing[start : start + MAX_WRITES])
        except Conflict:  # another instance is seeding too: look again at what is left
            tried += 1
            await pause(tried)
    await rows.commit(partition, [Upsert(SEEDED, "{}")])


async def _missing(rows: Rows, partition: str) -> list[Insert]:
    wanted = await asyncio.to_thread(organisation.rows)
    found = await rows.range(partition, min(wanted), max(wanted) + "0", _MANY)
    present = {row.key for row in found}
    return [Insert(key, body) for key, body in wanted.items() if key not in present]
