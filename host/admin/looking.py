"""What is stuck, what fails, what nobody knows of and what was spent, read from the tables.

No text of anybody is in it: keys, kinds, times and figures.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.models.budget import Bucket
from shared.models.effect import EffectRecord
from shared.models.thread import DueEntry, Thread
from shared.services import Services
from shared.storage.rows import Scanned

ALL = 100_000
"""Entries looked at; far more than wait at any time."""
_FOREVER = timedelta(days=36_500)


@dataclass(frozen=True)
class Stuck:
    """A conversation in which somebody waits, and for how long nothing has happened."""

    thread: Thread
    minutes: int


async def stuck(services: Services, minutes: int) -> list[Stuck]:
    """Return the conversations with unanswered messages and no news for so long, longest first.

    One that waits for a person is not stuck.
    """
    now, found = services.clock.now(), dict[str, Stuck]()
    for entry in await services.due.ripe(now + _FOREVER, ALL):
        if entry.kind != "rescue" or entry.thread in found:
            continue
        head = await services.threads.head(entry.thread)
        if head is None or head.value.deleted or head.value.phase == "waiting":
            continue
        quiet = int((now - head.value.updated_at).total_seconds() // 60)
        if quiet >= minutes and (head.value.pending or head.value.open_turn is not None):
            found[entry.thread] = Stuck(head.value, quiet)
    return sorted(found.values(), key=lambda one: -one.minutes)


async def failing(services: Services, late: timedelta) -> list[DueEntry]:
    """Return what is due and failed before, or should have been dealt with so long ago."""
    now = services.clock.now()
    entries = await services.due.ripe(now + _FOREVER, ALL)
    return [one for one in entries if one.failed or one.at < now - late]


@dataclass(frozen=True)
class Unknown:
    """A change of which nobody knows whether it was made, or that was never finished."""

    owner: str
    record: EffectRecord


async def unknown(effects: Scanned, now: datetime) -> list[Unknown]:
    """Return the changes whose outcome is unknown, or whose lease ended without one; oldest first.

    They are told of without their arguments and results; the ledger keeps none in its list.
    """
    found: list[Unknown] = []
    async for owner, row in effects.scan("at-", "at."):
        record = EffectRecord.stored(row.body)
        if record.state == "unknown" or (record.state == "intended" and record.until < now):
            found.append(Unknown(owner, record))
    return sorted(found, key=lambda one: one.record.begun_at)


@dataclass(frozen=True)
class Spent:
    """What an organisation, named by its digest, took of a limit in a day."""

    tenant: str
    kind: str
    day: str
    amount: float


async def spent(budgets: Scanned, is_of: Callable[[str], bool]) -> list[Spent]:
    """Return what organisations took of those kinds, by day; people's own rows are left out."""
    found = [
        Spent(tenant, row.key, day, amount)
        async for tenant, row in budgets.scan("a", "{")
        if "-" not in row.key and is_of(row.key)
        for day, amount in Bucket.stored(row.body).spent.items()
    ]
    return sorted(found, key=lambda one: (one.day, one.tenant, one.kind))
