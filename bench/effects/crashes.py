"""A change whose process dies at one of its boundaries, or whose answer is lost, and its repeat."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

from bench.effects.cases import Boundary, Case, judged, worse
from bench.effects.places import Opening
from shared.conversation.effects import Change, once
from shared.decisions.risk import argument_hash
from shared.errors import StorageFailed, ToolFailed
from shared.models.base import Json
from shared.models.effect import EffectRecord
from shared.models.principal import Principal
from shared.models.profile import Profile
from shared.models.rows import Stored
from shared.models.thread import DueEntry
from shared.services import Limits, Services
from shared.storage.ledger import StoredLedger
from shared.storage.memory import MemoryRows
from shared.tools.effect import Effect
from shared.tools.tool import Desk
from shared.workspace.registry import INVERSE, TOOLS
from tests.support.fakes import NOON
from tests.support.peers.line import Cut, Line, Way
from tests.support.peers.place import Place

_WAYS: dict[Boundary, Way] = {
    "dies before the call": "before",
    "dies during it": "during",
    "answer lost": "lost",
}
_OF_THE_RECORD: dict[Boundary, Way] = {
    "dies before the record": "before",
    "dies after the record": "during",
}
_PERSON = Principal(tenant="acme", user="ada")


class _Clock:
    """Stands still unless somebody waits."""

    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> datetime:
        """Return the time."""
        return self.time


class _LinedLedger(StoredLedger):
    """A ledger at the end of a line."""

    def __init__(self) -> None:
        super().__init__(MemoryRows())
        self.line = Line()

    async def put(
        self, principal: Principal, record: EffectRecord, etag: str | None
    ) -> Stored[EffectRecord]:
        """Write a record, as far as the line lets it through."""

        def write() -> Awaitable[Stored[EffectRecord]]:
            return StoredLedger.put(self, principal, record, etag)

        return await self.line.through(write, ConnectionError("lost"))


@dataclass(frozen=True)
class _Course:
    """What a change takes when nothing disturbs it: calls, records, and how much it changes.

    `report` says of each of several what became of it; None where only one is changed.
    """

    calls: int
    records: int
    whole: int
    report: Json


class _Work:
    """One change that is wanted, as an activity goes about it."""

    def __init__(self, place: Place, tool: str, clock: _Clock) -> None:
        self.ledger = _LinedLedger()
        self._place = place
        self._tool = {**TOOLS, **INVERSE}[tool]
        self._clock = clock
        self._profile = Profile()
        self._arguments: dict[str, Json] = {}

    async def prepare(self) -> None:
        """Have the call filled in, as the person is shown it."""
        workspace = await self._place.open()
        domains = tuple({account.email.rpartition("@")[2] for account in workspace.accounts})
        self._profile = Profile(accounts=workspace.accounts, domains=domains)
        desk = Desk(workspace, self._profile, self._clock.now())
        prepared = await self._tool.preview(desk, self._place.asks[self._tool.name])
        self._arguments = prepared.arguments

    async def deliver(self) -> Json:
        """Make the change once, with connectors that know of no earlier attempt."""

        async def attempt(effect: Effect) -> Json:
            workspace = await self._place.open()
            desk = Desk(workspace, self._profile, self._clock.now(), effect)
            return await self._tool.run(desk, self._arguments)

        hashed = argument_hash(self._tool.name, self._arguments)
        change = Change(_PERSON, "thread/call-1-1", self._tool.name, hashed)
        due = SimpleNamespace(add=_later)
        limits = Limits()
        ports = SimpleNamespace(
            clock=self._clock, ledger=self.ledger, pause=self._pause, due=due, limits=limits
        )
        return await once(cast("Services", ports), change, attempt)

    async def _pause(self, seconds: float) -> None:
        self._clock.time += timedelta(seconds=seconds)


async def _later(_entry: DueEntry) -> None:
    """Forget what is due one day: nothing here lives that long."""


async def crashes(opening: Opening, tool: str) -> list[Case]:
    """Disturb one tool at every boundary of every call its change takes; return what came of it."""
    course = await _undisturbed(opening, tool)
    last = course.records - 1  # the others say what is about to be called
    disturbed: list[tuple[Boundary, _Cuts]] = [
        *(
            (boundary, _Cuts(call=Cut(call, way)))
            for boundary, way in _WAYS.items()
            for call in range(course.calls)
        ),
        *(
            ("dies before the call", _Cuts(record=Cut(record, way)))
            for way in _OF_THE_RECORD.values()
            for record in range(last)
        ),
        *((boundary, _Cuts(record=Cut(last, way))) for boundary, way in _OF_THE_RECORD.items()),
    ]
    return [await _disturbed(opening, tool, boundary, course, cuts) for boundary, cuts in disturbed]


async def undisturbed(opening: Opening, tool: str) -> int:
    """Return how often what a tool changes becomes different when nothing disturbs it."""
    return (await _undisturbed(opening, tool)).whole


async def _undisturbed(opening: Opening, tool: str) -> _Course:
    clock = _Clock()
    async with opening(clock) as place:
        work = _Work(place, tool, clock)
        await work.prepare()
        place.line.begin(lambda: place.seen(tool))
        report = _report(await work.deliver())
        if not place.line.made:
            raise RuntimeError(f"{tool} changes nothing at {place.provider}")
        return _Course(place.line.asked, work.ledger.line.asked, place.line.made, report)


def _report(result: Json) -> Json:
    """Return what a result says of each of several."""
    if not isinstance(result, dict) or "items" not in result:
        return None
    held = cast("dict[str, Json]", result)
    return {name: held[name] for name in ("items", "failed")}


@dataclass(frozen=True)
class _Cuts:
    """Where the line to the provider is cut, or the one to the ledger."""

    call: Cut | None = None
    record: Cut | None = None


async def _disturbed(
    opening: Opening, tool: str, boundary: Boundary, course: _Course, cuts: _Cuts
) -> Case:
    clock = _Clock()
    async with opening(clock) as place:
        work = _Work(place, tool, clock)
        await work.prepare()
        place.line.begin(lambda: place.seen(tool), cuts.call)
        work.ledger.line.begin(lambda: None, cuts.record)
        whole = course.whole
        error = await _until_it_ends(work.deliver, (place.line, work.ledger.line))
        kind = judged(place.line.made, whole, error)
        await _until_it_ends(work.deliver, ())  # delivered once more, it changes nothing
        kind = worse(kind, judged(place.line.made, whole, error))
        if error is None and _report(await work.deliver()) != course.report:
            kind = worse(kind, "lost")  # it was done, but nobody is told of what
        return Case(tool, place.provider, boundary, kind, str(error or ""))


async def _until_it_ends(
    deliver: Callable[[], Awaitable[Json]], lines: tuple[Line, ...]
) -> Exception | None:
    """Deliver an activity until it ends, and return what the person is told went wrong.

    One that dies, or fails for reasons that are not the tool's, is delivered again.
    """
    while True:
        try:
            if await _died(deliver, lines):
                lines = ()
                continue
        except ToolFailed as error:
            return error
        except StorageFailed:
            continue
        return None


async def _died(deliver: Callable[[], Awaitable[Json]], lines: tuple[Line, ...]) -> bool:
    """Return whether an attempt came to where it dies; nothing it would do is done any more."""
    work = asyncio.ensure_future(deliver())
    deaths = [asyncio.ensure_future(line.reached.wait()) for line in lines]
    everything: list[asyncio.Future[Any]] = [work, *deaths]
    await asyncio.wait(everything, return_when=asyncio.FIRST_COMPLETED)
    if work.done():
        for death in deaths:
            death.cancel()
        await work
        return False
    for one in everything:
        one.cancel()
    await asyncio.gather(*everything, return_exceptions=True)
    return True
