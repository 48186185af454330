"""Where changes are made: an account of its own at each provider."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from shared.ports import Clock
from tests.support.peers.google import google
from tests.support.peers.graph import graph
from tests.support.peers.place import Place
from tests.support.peers.sandbox import sandbox
from tests.support.peers.slack import slack

Opening = Callable[[Clock], AbstractAsyncContextManager[Place]]


@asynccontextmanager
async def _sandbox(clock: Clock) -> AsyncGenerator[Place]:
    yield await sandbox(clock)


@asynccontextmanager
async def _google(clock: Clock) -> AsyncGenerator[Place]:
    yield google(clock)


@asynccontextmanager
async def _microsoft(clock: Clock) -> AsyncGenerator[Place]:
    yield graph(clock)


PLACES: dict[str, Opening] = {
    "sandbox": _sandbox,
    "google": _google,
    "microsoft": _microsoft,
    "slack": slack,
}
