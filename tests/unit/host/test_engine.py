"""The Engine port over the SDK's real client, which talks to the dev host over loopback."""

import asyncio
import socket
from datetime import UTC, datetime, timedelta

import pytest
import uvicorn
from azure.durable_functions import DurableOrchestrationClient
from azure.durable_functions.models.utils import http_utils
from starlette.applications import Starlette

from devhost.client_binding import client_binding
from devhost.durable_api import routes
from devhost.engine import Engine
from host.engine import DurableEngine
from shared.errors import StorageUnavailable
from shared.models.steps import ThreadStart
from tests.unit.devhost.engine.durable_app import build_functions

START = ThreadStart(thread="t", execution="e")


@pytest.fixture
async def runtime():
    engine = Engine(build_functions(), ":memory:")
    await engine.start()
    yield engine
    await engine.stop()


@pytest.fixture
async def client(runtime):
    listening = socket.create_server(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    app = Starlette(routes=routes(lambda: runtime, url))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off", ws="none"))
    server.install_signal_handlers = lambda: None
    serving = asyncio.create_task(server.serve([listening]))
    yield DurableOrchestrationClient(client_binding(url))
    await http_utils._close_session()
    server.should_exit = True
    await serving
    listening.close()


@pytest.fixture
def port(client):
    return DurableEngine(client)


async def waiting(runtime, port, instance="thread-1"):
    """Start an instance that waits for an event named `go`."""
    assert await port.start("status", instance, START)
    await runtime.idle()


async def test_an_instance_is_started_with_its_input(runtime, port):
    assert await port.start("one", "thread-1", START)
    assert (await runtime.wait_for("thread-1", 10)).output == START.model_dump()


async def test_an_instance_that_runs_is_not_started_again(runtime, port):
    await waiting(runtime, port)
    assert not await port.start("status", "thread-1", START)


async def test_an_instance_that_has_ended_is_started_again(runtime, port):
    for _ in range(2):
        assert await port.start("one", "thread-1", START)
        await runtime.wait_for("thread-1", 10)


async def test_an_orchestrator_nobody_knows_is_a_failure(port):
    with pytest.raises(StorageUnavailable):
        await port.start("nope", "thread-1", START)


async def test_an_event_reaches_who_runs_and_nobody_else(runtime, port):
    assert not await port.raise_event("thread-1", "go")
    await waiting(runtime, port)
    assert await port.raise_event("thread-1", "go")
    await runtime.terminate("thread-1", "")
    await runtime.idle()
    assert not await port.raise_event("thread-1", "go")


async def test_only_what_runs_or_is_held_is_alive(runtime, port, client):
    assert not await port.alive("thread-1")
    await waiting(runtime, port)
    assert await port.alive("thread-1")
    await client.suspend("thread-1", "hold it")
    await runtime.idle()
    assert await port.alive("thread-1")
    await runtime.terminate("thread-1", "")
    await runtime.idle()
    assert not await port.alive("thread-1")


async def test_what_runs_and_has_not_moved_on_is_stalled_until_it_is_ended(runtime, port):
    soon = datetime.now(UTC) + timedelta(minutes=1)
    assert not await port.stalled("thread-1", soon)
    await waiting(runtime, port)
    assert await port.stalled("thread-1", soon)
    assert not await port.stalled("thread-1", datetime.now(UTC) - timedelta(minutes=1))
    await port.terminate("thread-1")
    await runtime.idle()
    assert not await port.stalled("thread-1", soon)


async def test_what_has_ended_is_purged_and_may_be_purged_again(runtime, port):
    await port.start("one", "thread-1", START)
    await runtime.wait_for("thread-1", 10)
    await port.purge("thread-1")
    assert await runtime.status("thread-1") is None
    await port.purge("thread-1")


async def test_a_runtime_that_answers_is_well(port):
    await port.ping()


CALLS = {
    "start": lambda port: port.start("one", "thread-1", START),
    "raise_event": lambda port: port.raise_event("thread-1", "go"),
    "alive": lambda port: port.alive("thread-1"),
    "stalled": lambda port: port.stalled("thread-1", datetime.now(UTC)),
    "terminate": lambda port: port.terminate("thread-1"),
    "purge": lambda port: port.purge("thread-1"),
    "ping": lambda port: port.ping(),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
async def test_a_runtime_that_does_not_answer_is_unavailable(call):
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    nobody = DurableOrchestrationClient(client_binding(f"http://127.0.0.1:{port}"))
    with pytest.raises(StorageUnavailable):
        await call(DurableEngine(nobody))
    await http_utils._close_session()


class Refusing:
    """A client whose start fails with a text."""

    def __init__(self, text):
        self._text = text

    async def start_new(self, name, instance, payload):
        raise Exception(self._text)  # noqa: TRY002 - as the SDK does


@pytest.mark.parametrize(
    "text",
    [
        "An Orchestration instance with the status Pending already exists.",
        "{'Type': 'DurableTask.Core.Exceptions.OrchestrationAlreadyExistsException'}",
    ],
)
async def test_every_wording_of_an_id_that_is_taken_is_understood(text):
    assert not await DurableEngine(Refusing(text)).start("one", "thread-1", START)
