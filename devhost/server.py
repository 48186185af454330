"""Puts the dev host together: HTTP front, durable engine and timers on one loop, ended in order."""

import asyncio
import contextlib
import json
import signal
import socket
from collections.abc import AsyncGenerator, Generator
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from starlette.routing import Router

from devhost.client_binding import client_binding
from devhost.console import Console
from devhost.durable_api import routes as durable_routes
from devhost.engine import Engine, Fault
from devhost.failures import StartRefused
from devhost.front import Front
from devhost.functions import Functions
from devhost.timers import SystemClock, TimerLog, Timers

LOOPBACK = "127.0.0.1"
_GRACE_S = 3
_ENGINE_STOP_S = 10


@dataclass(frozen=True)
class Plan:
    """Everything decided before the loop starts."""

    functions: Functions
    prefix: str
    data: Path
    storage: str
    """What to call the app's storage on the ready line."""
    ready_file: Path | None = None
    fault: Fault | None = None


def listen(port: int) -> socket.socket:
    """Bind the loopback port, 0 for any free one; raise StartRefused when it is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((LOOPBACK, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise StartRefused(
            f"Port {port} cannot be used ({error.strerror}); choose another with --port."
        ) from error
    return listener


async def serve(plan: Plan, listener: socket.socket, console: Console) -> None:
    """Run the host until SIGINT or SIGTERM, then end streams, timers and engine in that order."""
    stop = _stop_event()
    url = f"http://{LOOPBACK}:{listener.getsockname()[1]}"
    binding = client_binding(url)
    front = Front(plan.functions, plan.prefix, binding, console.ran)
    engine = Engine(
        plan.functions,
        str(plan.data / "journal.sqlite"),
        client_binding=binding,
        observer=console.ran,
        fault=plan.fault,
    )
    server = _Server(
        uvicorn.Config(
            Router(
                routes=durable_routes(lambda: engine, url), default=front, redirect_slashes=False
            ),
            lifespan="off",
            ws="none",
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=_GRACE_S,
        )
    )
    async with _running(engine), _ticking(plan, binding, console):
        serving = asyncio.create_task(server.serve(sockets=[listener]), name="http server")
        await server.listening.wait()
        if plan.ready_file is not None:
            _announce(plan.ready_file, url)
        console.ready(url, plan.storage)
        await stop.wait()
        console.stopping()
        server.should_exit = True
        front.end_streams()
        await serving


class _Server(uvicorn.Server):
    """Uvicorn that says when it listens and leaves signals to the host."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


@contextlib.asynccontextmanager
async def _running(engine: Engine) -> AsyncGenerator[None]:
    await engine.start()
    try:
        yield
    finally:
        # An activity that never returns must not keep the host alive; the journal runs it again.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(engine.stop(), _ENGINE_STOP_S)


@contextlib.asynccontextmanager
async def _ticking(plan: Plan, binding: str, console: Console) -> AsyncGenerator[None]:
    log = TimerLog(plan.data / "timers.json")
    timers = Timers(plan.functions.timers, log, binding, console.ran, SystemClock())
    running = asyncio.create_task(timers.run(), name="timers")
    try:
        yield
    finally:
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running


def _stop_event() -> asyncio.Event:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    return stop


def _announce(path: Path, url: str) -> None:
    """Write the ready file at once, so a reader never sees half of it."""
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps({"url": url}), encoding="utf-8")
    fresh.replace(path)
