"""Every change that can be taken back, taken back while it is disturbed at every boundary."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

from bench.effects.cases import Case
from bench.effects.crashes import crashes
from bench.effects.places import PLACES, Opening
from shared.models.effect import Undo
from shared.models.profile import Profile
from shared.ports import Clock
from shared.tools.effect import Effect
from shared.tools.tool import Desk, Made
from shared.workspace.registry import TOOLS
from tests.support.fakes import ManualClock
from tests.support.peers.place import Place

_DEED = Effect(id="5" * 32)


async def undoings() -> list[Case]:
    """Disturb whatever takes something back, at every provider."""
    found: list[Case] = []
    for opening in PLACES.values():
        async with opening(ManualClock()) as place:
            tools = tuple(place.asks)
        for tool in tools:
            found += await undoing(opening, tool)
    return found


async def undoing(opening: Opening, tool: str) -> list[Case]:
    """Disturb what takes back one tool's change; nothing, if nothing does."""
    async with opening(ManualClock()) as place:
        undo = await _done(place, tool, ManualClock())
    if isinstance(undo, str):
        return []
    cases = await crashes(_after(opening, tool), undo.tool)
    return [replace(case, tool=f"undo of {tool}") for case in cases]


def _after(opening: Opening, tool: str) -> Opening:
    """Return an account in which a tool has made its change, which is there to be taken back."""

    @asynccontextmanager
    async def opened(clock: Clock) -> AsyncGenerator[Place]:
        async with opening(clock) as place:
            undo = await _done(place, tool, clock)
            asks = {undo.tool: undo.arguments} if isinstance(undo, Undo) else {}

            def seen(_inverse: str) -> object:
                return place.seen(tool)

            yield replace(place, asks=asks, seen=seen)

    return opened


async def _done(place: Place, tool: str, clock: Clock) -> Undo | str:
    """Make a change, and return what reverses it."""
    workspace = await place.open()
    desk = Desk(workspace, Profile(accounts=workspace.accounts), clock.now(), _DEED)
    shown = await TOOLS[tool].preview(desk, place.asks[tool])
    result = await TOOLS[tool].run(desk, shown.arguments)
    return TOOLS[tool].undo(Made(shown.arguments, result, shown.before))
