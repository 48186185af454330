import importlib
from datetime import datetime

import pytest

from tests.support.simulation import World


@pytest.fixture(scope="package", autouse=True)
def quick_timestamps():
    """Let the SDK read its histories' timestamps in no time.

    Its own reader takes 0.2 ms for each, at each replay: a third of what these thousands of turns
    cost. The formats that histories have read the same; the end-to-end tests use the SDK as it is.
    """
    sdk = importlib.import_module("azure.durable_functions.models.history.HistoryEvent")
    own, sdk.dt_parse = sdk.dt_parse, datetime.fromisoformat
    yield
    sdk.dt_parse = own


@pytest.fixture
async def world():
    async with World() as made:
        yield made
