import datetime as dt

import pytest

from devhost.engine import Engine, ManualClock
from tests.unit.devhost.engine.durable_app import build_functions


@pytest.fixture
def functions():
    return build_functions()


@pytest.fixture
def clock():
    return ManualClock(dt.datetime(2026, 11, 1, tzinfo=dt.UTC))


@pytest.fixture
def ran():
    """Every function run the engine reports."""
    return []


@pytest.fixture
async def engine(functions, clock, ran):
    engine = Engine(functions, ":memory:", clock=clock, observer=ran.append)
    await engine.start()
    yield engine
    await engine.stop()
