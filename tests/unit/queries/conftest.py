"""A company to ask about."""

import pytest

from tests.unit.queries.company import AGENTS, OTHERS, HashedWords, World, indexed


@pytest.fixture(scope="session")
def tenants():
    encoder = HashedWords()
    return {
        "acme": indexed(AGENTS, encoder),
        "rival": indexed(OTHERS, encoder),
        "empty": indexed((), encoder),
    }


@pytest.fixture
def world(tenants):
    return World(tenants, HashedWords())
