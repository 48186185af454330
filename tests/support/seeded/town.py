"""One world under its weather: a host that dies and comes back, a sweep, and people."""

import asyncio
from contextlib import suppress
from dataclasses import replace

from devhost.engine import Engine, SimulatedCrash
from shared.errors import StorageUnavailable, ToolFailed, UpstreamUnavailable
from shared.models.intent import ActionType, Command, IntentAnalysis
from shared.models.reasoning import PlannedStep, ToolPlan
from shared.ports import Reasoned
from shared.storage.keys import thread_key
from shared.storage.threads import StoredThreads
from shared.tools.effect import OutcomeUnknown
from shared.workspace.registry import TOOLS
from tests.support.regions import region, saying, tool
from tests.support.scripted_reasoner import METHODS, ScriptedText, Text
from tests.support.simulation import (
    TENANT,
    LocalEngine,
    World,
    WorldClock,
    durable_functions,
    embedded,
)
from tests.support.troubled import TroubledRows

REGIONS = ("north", "south", "east")
ASK_REGIONS = "ask the regions about sales"
_SWEEPS_EVERY_S = 15
_AWAY_S = 5
"""Until a host that died is back."""
_EMBEDDED = embedded()
_TOOLS = {**TOOLS, **{f"{name}_sales": tool(name, saying(f"{name}: 7")) for name in REGIONS}}


class Town(World):
    """A world whose tables, engine, reasoner and tools are under one weather."""

    def __init__(self, weather, journal):
        self.weather = weather
        loop = asyncio.get_running_loop()
        super().__init__(
            journal=journal,
            reasoner=Moody(weather),
            tools={name: _moody(one, weather) for name, one in _TOOLS.items()},
            table=lambda meter=None: TroubledRows(weather, meter),
            clock=WorldClock(loop.time),
        )
        self.log = []
        """Every function run, with the time of the world."""

    def owner(self, thread):
        return f"user-of-{thread}"

    def key(self, thread="t"):
        return thread_key(TENANT, self.owner(thread), thread)

    async def pause(self, seconds):
        await asyncio.sleep(seconds)

    async def boot(self, fault=None):
        """Start the engine as a process that remembers nothing."""
        if self.engine is not None:
            with suppress(SimulatedCrash):
                await self.engine.stop()
            self.services = replace(self.services, threads=StoredThreads(self.rows))
        functions = durable_functions(self.services)
        slowed = {n: replace(a, run=self._slowed(a.run)) for n, a in functions.activities.items()}
        self.engine = Engine(
            replace(functions, activities=slowed),
            str(self.journal),
            fault=self.weather,
            observer=self._noted,
            clock=self.clock,
        )
        await self.engine.start()
        return self

    def _slowed(self, run):
        async def later(**arguments):
            await self.weather.slow()
            with self.weather.working():
                return await run(**arguments)

        return later

    def _noted(self, ran):
        self.log.append((f"{self.clock.now():%H:%M:%S.%f}", ran.name, ran.outcome))

    @property
    def port(self):
        return _Line(self)

    async def found(self):
        """Make what the organisation has of its own."""
        for name in REGIONS:
            await self.services.agents.save(TENANT, region(name), None)

    async def keep_up(self):
        """Bring the host back whenever it dies, for ever."""
        while True:
            await asyncio.sleep(_AWAY_S)
            try:
                await self.engine.query(("none",))
            except SimulatedCrash:
                await self.boot()

    async def keep_sweeping(self):
        """Look after what is due, for ever."""
        while True:
            await asyncio.sleep(_SWEEPS_EVERY_S)
            with suppress(Exception):  # a sweep that fails is run again when its time comes
                await self.sweep()


class _Line(LocalEngine):
    """The way to the runtime: while its host is away, nobody answers."""

    def __init__(self, town):
        super().__init__(_Reached(town))


class _Reached:
    """The engine that runs now; what it does not answer is a storage that does not."""

    def __init__(self, town):
        self._town = town

    def __getattr__(self, name):
        async def call(*arguments):
            try:
                return await getattr(self._town.engine, name)(*arguments)
            except SimulatedCrash as gone:
                raise StorageUnavailable("nobody is there") from gone

        return call


class Moody:
    """The embedded reasoner, which fails now and then, as a model does; it can ask the regions."""

    def __init__(self, weather):
        self._weather = weather
        for method in METHODS:
            make = self._text if method in {"synthesize", "answer"} else self._value
            setattr(self, method, make(method))

    def _value(self, method):
        async def asked(request):
            await self._weather.slow()
            if self._weather.strikes("model"):
                raise UpstreamUnavailable("the model is busy")
            known = _of_regions(method, request)
            return Reasoned(known) if known else await getattr(_EMBEDDED, method)(request)

        return asked

    def _text(self, method):
        def asked(request):
            if self._weather.strikes("model"):
                return ScriptedText(Text(("Well, ",), UpstreamUnavailable("it broke off")))
            return getattr(_EMBEDDED, method)(request)

        return asked


def _of_regions(method, request):
    if method == "analyze_intent" and request.text == ASK_REGIONS:
        commands = [Command(agent=n, command="sales", order=i) for i, n in enumerate(REGIONS, 1)]
        return IntentAnalysis(
            action=ActionType.EXECUTE,
            primary_intent=ASK_REGIONS,
            confidence=0.95,
            commands=tuple(commands),
            strategy="parallel",
        )
    if method == "plan_tools" and request.agent in REGIONS:
        return ToolPlan(steps=(PlannedStep(tool=f"{request.agent}_sales"),))
    return None


def _moody(tool_, weather):
    async def call(desk, arguments):
        await weather.slow()
        if weather.strikes("provider"):
            raise ToolFailed("The provider is busy.", "network")
        result = await tool_.call(desk, arguments)
        if tool_.rules.changes and weather.strikes("unsure"):
            raise OutcomeUnknown("The answer was lost.")
        return result

    return replace(tool_, call=call)
