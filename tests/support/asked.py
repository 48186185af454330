"""This product as the agent that is asked: a world served by A2A, whose process may die.

A process that dies takes its connections and what it was at along. Until another one has started,
callers are told that nobody is there; the time that passes is that of the world's own clock.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute

from api.edge import Edge
from api.paths import A2A, CARD
from api.routes import ROUTES
from devhost.engine import Fault, SimulatedCrash, simulate_crash
from shared.security.identity import DEVELOPER, LoopbackDeveloper
from tests.support.disturbed import go_quiet, outcome_of
from tests.support.loopback import listening
from tests.support.simulation import World

NOBODY_THERE = 2
"""Requests that are made in vain before a process has started again."""


class Asked:
    """An address at which one world after another is asked; `url` is where its card is."""

    def __init__(self):
        self.world = World()
        self.down = 0
        """Requests yet to be made in vain; nobody is there while it is more than 0."""
        self.url = ""
        developer = LoopbackDeveloper(in_azure=False, origins=(), peer_shown=True)
        self._edge = Edge(developer)
        app = Starlette(
            routes=[
                StarletteRoute(
                    route.path.replace("{*path}", "{path:path}"),
                    self._answering(route),
                    methods=[*route.methods],
                )
                for route in ROUTES
                if route.path == CARD or route.path.startswith(A2A)
            ]
        )
        config = uvicorn.Config(app, log_level="critical", ws="none", lifespan="off")
        self._server = uvicorn.Server(config)

    @asynccontextmanager
    async def served(self) -> AsyncGenerator["Asked"]:
        """Serve what is asked on this machine, from the loop that asks."""
        with listening() as (listener, address):
            self.url = f"{address}{CARD}"
            serving = asyncio.create_task(self._server.serve(sockets=[listener]))
            try:
                yield self
            finally:
                self._server.should_exit = True
                await serving

    @asynccontextmanager
    async def of(self, world: World, disturbance: Fault | None = None) -> AsyncGenerator[World]:
        """Be a world, in which the fault strikes."""
        self.world, self.down = world, 0
        if disturbance is not None and disturbance.how in {"call", "drop"}:
            disturbance = replace(disturbance, call=self._dies)
        await world.boot(disturbance)
        try:
            yield world
        finally:
            await world.engine.stop()

    async def passes(self, _seconds: float) -> None:
        """Let time pass, for who waits: until nobody works here, and then to the timer's tick."""
        await asyncio.sleep(0)
        if not self.down and await self.world.settle():
            self.world.clock.advance(seconds=61)
            with suppress(SimulatedCrash):
                await self.world.sweep()

    async def left(self):
        """Return what is left of every conversation, by its name, once all have gone quiet."""
        if self.down:
            await self._starts()
        known = await self.world.services.conversations.of(DEVELOPER)
        heads = [await self.world.services.threads.head(one.thread) for one in known]
        threads = sorted(head.value.id for head in heads)
        for thread in threads:
            await go_quiet(self.world, thread)
        return {thread: await outcome_of(self.world, thread) for thread in threads}

    def _dies(self):
        self.down = NOBODY_THERE
        for connection in self._server.server_state.connections:
            connection.transport.abort()
        for request in self._server.server_state.tasks:
            request.cancel()
        simulate_crash()

    async def _starts(self):
        self.down = 0
        await self.world.boot()

    def _answering(self, route):
        async def answer(request):
            if self.down:
                self.down -= 1
                if not self.down:
                    await self._starts()
                return Response(status_code=503)
            services = replace(self.world.services, pause=self.passes)
            return await self._edge.handle(route, request, self.world.port, lambda: services)

        return answer
