import pytest

from tests.support.simulation import World


@pytest.fixture
async def world():
    async with World() as made:
        yield made
