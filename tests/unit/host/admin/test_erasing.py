"""An operator has somebody erased, with a runtime that answers or without."""

import pytest

from host.admin.__main__ import erase
from shared.errors import StorageUnavailable
from shared.models.principal import Principal
from tests.support.engine import RecordingEngine
from tests.support.fakes import Conversation

ANN = Principal(tenant="acme", user="ann")


async def test_a_person_is_erased_and_the_id_of_the_receipt_is_printed():
    services, engine = Conversation().services, RecordingEngine()
    name = (await erase(services, engine, ANN)).splitlines()[0]
    found = await services.erasures.get("acme", name)
    assert (found.by, found.state) == ("operator", "running")
    assert [one for one, *_ in engine.started] == ["erase_v1"]


async def test_without_a_runtime_the_sweeper_begins_it():
    services = Conversation().services
    broken = RecordingEngine(broken=StorageUnavailable("no answer"))
    name = (await erase(services, broken, ANN)).splitlines()[0]
    assert (await services.erasures.get("acme", name)).state == "running"


@pytest.mark.parametrize("name", ["", "x", "../x", "a" * 32 + "-00000000"])
async def test_there_is_no_other_receipt(name):
    services = Conversation().services
    await erase(services, RecordingEngine(), ANN)
    assert await services.erasures.get("acme", name) is None
