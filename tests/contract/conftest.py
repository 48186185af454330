"""Every storage contract is kept twice: by memory and by a real table service."""

import uuid

import pytest

from shared.storage.memory import MemoryRows
from shared.storage.tables import Tables
from tests.support.azurite import azurite_tables

__all__ = ["azurite_tables", "rows", "tables"]


@pytest.fixture
def prefix():
    """Name tables of its own for each test; a module whose tests can share some overrides it."""
    return f"t{uuid.uuid4().hex}"


@pytest.fixture
async def tables(azurite_tables, prefix):
    tables = Tables.from_connection_string(azurite_tables.connection_string, prefix)
    yield tables
    await tables.aclose()


@pytest.fixture(params=["memory", "azurite"])
def rows(request):
    if request.param == "memory":
        return MemoryRows()
    return request.getfixturevalue("tables").rows("contract")
