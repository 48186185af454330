import pytest

from tests.support.simulation import World


@pytest.fixture(autouse=True)
def _not_measured(no_cover):
    """What whole turns run is covered by other tests; to measure it takes as long as to run it."""


@pytest.fixture
async def world():
    async with World() as made:
        yield made
