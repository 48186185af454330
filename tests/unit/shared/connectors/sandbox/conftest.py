"""The demo organisation as it looks at noon on a Wednesday."""

import asyncio
from datetime import UTC, datetime

import pytest

from shared.connectors.gmail_query import parse
from shared.connectors.sandbox.gmail_match import matches
from shared.connectors.sandbox.records import OWNER
from shared.connectors.sandbox.seeding import seed
from shared.connectors.sandbox.store import SandboxStore
from shared.storage.memory import MemoryRows
from tests.support.fakes import ManualClock

WEDNESDAY = datetime(2026, 7, 15, 12, tzinfo=UTC)


async def _filled():
    rows = MemoryRows()
    await seed(rows, "p")
    return rows


@pytest.fixture(scope="session")
def store_at():
    rows = asyncio.run(_filled())
    return lambda time: SandboxStore(rows, ManualClock(time), "p")


@pytest.fixture(scope="session")
def find(store_at):
    mails = asyncio.run(store_at(WEDNESDAY).mails())

    def find(query):
        condition = parse(query)
        return [mail.id for mail in mails if matches(condition, mail, WEDNESDAY, OWNER.email)]

    return find
