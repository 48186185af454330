"""What happens when an activity breaks in itself: said at once, and never tried again.

The runtime's retries are for the world outside (storage, providers). An error of our own would
only break again, while the person waits for a word.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from activities.close_turn import close_turn
from activities.open_turn import open_turn
from shared import catalog
from shared.conversation.stopwatch import Stopwatch
from shared.conversation.turns import Advance, OpenTurn, advance
from shared.decisions import breaking, lifecycle
from shared.deliveries import noting, survived
from shared.durable import Activity
from shared.errors import Fault
from shared.faults import WORLD, noted, within
from shared.knowing import Part, knowing
from shared.models.base import Json, Payload
from shared.models.reasoning import Usage
from shared.models.rows import Entry
from shared.models.steps import (
    Analysis,
    Answered,
    AskedQuestion,
    Closed,
    CloseTurn,
    DiscoverRequest,
    Discovery,
    FollowRequest,
    Found,
    GoneOn,
    GoOn,
    Progress,
    TakenReply,
    TakeReply,
    ThreadStart,
    TurnRef,
)
from shared.services import Services
from shared.telemetry import measured

In = TypeVar("In", bound=Payload)
Out = TypeVar("Out", bound=Payload)
_PARTS: dict[str, Part] = {
    catalog.UNDERSTAND_TURN.name: "within",
    catalog.SEARCH_AGENTS.name: "within",
    catalog.GO_ON.name: "within",
    catalog.ANSWER_TURN.name: "last",
}
"""The activities that share what they read. What changes something, or reads what a person said
after a while, looks for itself.
"""
_Instead = Callable[[Any, str, Fault, Services], Awaitable[Payload]]


async def perform(
    activity: Activity[In, Out],
    body: Callable[[In, Services], Awaitable[Out]],
    request: In,
    services: Services,
) -> Out:
    """Do an activity's work; where it breaks in itself, return what the turn goes on with.

    Within an activity that holds several steps each of them is done this way, as if it were one.
    """
    name = activity.name
    where = f"{name} of {getattr(request, 'thread', '')}/{getattr(request, 'turn', '')}"
    known = knowing(getattr(request, "thread", ""), _PARTS.get(name, "alone"), services.clock.now())
    with within(where), measured(f"activity {name}"), known, noting() as begun:
        try:
            return await body(request, services)
        except Exception as error:
            if isinstance(error, WORLD) and not isinstance(error, Fault):
                await survived(services.threads, begun)
                raise error from None  # the host logs what leaves here, with all that led to it
            fault = error if isinstance(error, Fault) else noted(error, name)
            instead = _INSTEAD.get(name, _broken)
            if instead is None:
                raise fault from None
            return cast("Out", await instead(request, name, fault, services))


async def _broken(
    request: TurnRef | FollowRequest | TakeReply | DiscoverRequest | GoOn,
    name: str,
    fault: Fault,
    services: Services,
) -> Progress:
    """Keep with the turn that one of its steps broke, and return how it goes on."""
    branch = request.branch if isinstance(request, TurnRef) else 0
    ref = TurnRef(thread=request.thread, turn=request.turn, branch=branch)
    noticed = breaking.detail(name, str(fault))
    entry = Stopwatch(services.clock).trace(breaking.TRACED, Usage(), noticed)

    def keep(current: OpenTurn) -> Advance | None:
        if current.progress.move == "close":
            return None
        turn, moved = current.turn.value, current.run.value if current.run is not None else None
        ended: list[Entry] = []
        if moved is not None and current.progress.move == "execute" and name == "execute_tool":
            error: Json = {"error": breaking.error(moved).model_dump(mode="json")}
            call = lifecycle.call_id(turn, moved)
            ended = [*lifecycle.call_begun(turn, moved), *lifecycle.call_ended(turn, call, error)]
        if branch == 0:
            turn, moved = breaking.broken_off(turn, moved, current.progress.move, name)
        elif moved is not None:
            moved = breaking.broken(moved)
        return Advance(turn, moved, tuple(ended)).traced(entry)

    return await advance(services, ref, keep)


async def _not_analysed(ref: TurnRef, name: str, fault: Fault, services: Services) -> Analysis:
    await _broken(ref, name, fault, services)
    return Analysis(failed=True)


async def _not_discovered(
    request: DiscoverRequest, name: str, fault: Fault, services: Services
) -> Discovery:
    await _broken(request, name, fault, services)
    return Discovery(failed=True)


async def _not_searched(start: ThreadStart, name: str, fault: Fault, services: Services) -> Found:
    """Open the turn, whoever was to do that, so that what broke is kept with it."""
    opened = await open_turn(start, services)
    if opened.status not in {"open", "exhausted"}:
        return Found()
    request = DiscoverRequest(thread=start.thread, turn=opened.turn)
    return Found(seq=opened.seq, discovery=await _not_discovered(request, name, fault, services))


async def _not_gone_on(request: GoOn, name: str, fault: Fault, services: Services) -> GoneOn:
    return GoneOn(progress=await _broken(request, name, fault, services))


async def _not_asked(ref: TurnRef, name: str, fault: Fault, services: Services) -> AskedQuestion:
    where = await _broken(ref, name, fault, services)
    return AskedQuestion(
        status="moved_on", progress=where, request="", event="", deadline=services.clock.now()
    )


async def _not_taken(request: TakeReply, name: str, fault: Fault, services: Services) -> TakenReply:
    return TakenReply(progress=await _broken(request, name, fault, services))


async def _not_closed(request: CloseTurn, name: str, fault: Fault, services: Services) -> Closed:
    """Close the turn without what it may have been that broke: its own last words."""
    del name, fault
    return await close_turn(request.model_copy(update={"failed": True}), services)


async def _not_answered(
    request: CloseTurn, name: str, fault: Fault, services: Services
) -> Answered:
    return Answered(more=(await _not_closed(request, name, fault, services)).more)


_INSTEAD: dict[str, _Instead | None] = {
    catalog.OPEN_TURN.name: None,
    catalog.PARK.name: None,
    catalog.ANALYZE_INTENT.name: _not_analysed,
    catalog.DISCOVER_AGENTS.name: _not_discovered,
    catalog.ASK.name: _not_asked,
    catalog.TAKE_REPLY.name: _not_taken,
    catalog.CLOSE_TURN.name: _not_closed,
    catalog.UNDERSTAND_TURN.name: None,
    catalog.SEARCH_AGENTS.name: _not_searched,
    catalog.GO_ON.name: _not_gone_on,
    catalog.ANSWER_TURN.name: _not_answered,
    catalog.ERASE.name: None,
}
"""What an activity gives where it broke; None: there is no turn yet, or any more, to say it in."""
