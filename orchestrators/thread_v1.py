"""One thread's conversation: answers its messages one after another, then lets go.

Nothing but ids rides in the history: each step leaves its result in the thread's rows and returns
what comes next, so a generation can end, or an execution be replaced, between any two steps.
"""

from orchestrators.delegation import delegate
from orchestrators.question import question
from shared import catalog
from shared.decisions import routing
from shared.durable import (
    Activity,
    Context,
    Steps,
    call,
    call_both,
    continue_as_new,
)
from shared.models.steps import (
    CloseTurn,
    DiscoverRequest,
    Done,
    FollowRequest,
    Move,
    OpenedTurn,
    ParkRequest,
    Progress,
    ThreadStart,
    TurnRef,
)

_STEPS: dict[Move, Activity[TurnRef, Progress]] = {
    "converse": catalog.CONVERSE,
    "apply": catalog.APPLY_DRAFT,
    "plan": catalog.PLAN_RUN,
    "prepare": catalog.PREPARE_STEP,
    "execute": catalog.EXECUTE_TOOL,
    "reassess": catalog.REASSESS_RUN,
    "compose": catalog.COMPOSE_REPLY,
}


def thread_v1(context: Context, start: ThreadStart) -> Steps[Done]:
    """Work through the inbox; park when it is empty."""
    while True:
        opened = yield from call(context, catalog.OPEN_TURN, start)
        if opened.status == "gone":
            return Done()
        if opened.status == "empty":
            wish = ParkRequest(thread=start.thread, etag=opened.etag)
            if (yield from call(context, catalog.PARK, wish)).parked:
                return Done()
        elif not (yield from _answer(context, start, opened)):
            continue_as_new(context, start)
            return Done()
        if context.near_limit:
            continue_as_new(context, start)
            return Done()


def _answer(context: Context, start: ThreadStart, opened: OpenedTurn) -> Steps[bool]:
    """Take a turn to its end; False when the generation should end first."""
    ref = TurnRef(thread=start.thread, turn=opened.turn)
    where, mention = opened.progress, opened.mention
    failed = opened.status == "exhausted"
    while where is not None and not failed and where.move != "close" and where.stop is None:
        if context.near_limit:
            return False
        if where.move == "route":
            where = yield from _route(context, ref, mention)
        elif where.move == "delegate":
            where = yield from delegate(context, ref, start.execution, where)
        elif where.move == "ask":
            where, mention = (yield from question(context, ref)), None
            if where is None:
                return False
        else:
            where = yield from call(context, _STEPS[where.move], ref)
    stop = where.stop if where is not None else None
    yield from call(
        context,
        catalog.CLOSE_TURN,
        CloseTurn(thread=ref.thread, turn=ref.turn, stop=stop, failed=failed),
    )
    return True


def _route(context: Context, ref: TurnRef, name: str | None) -> Steps[Progress]:
    """Find out where a message goes; an `@name` skips analysis."""
    search = DiscoverRequest(thread=ref.thread, turn=ref.turn, name=name)
    if name is not None:
        analysis, found = None, (yield from call(context, catalog.DISCOVER_AGENTS, search))
    else:
        analysis, found = yield from call_both(
            context, (catalog.ANALYZE_INTENT, ref), (catalog.DISCOVER_AGENTS, search)
        )
    decision = routing.decide(analysis, found, name)
    follow = FollowRequest(thread=ref.thread, turn=ref.turn, decision=decision)
    return (yield from call(context, catalog.FOLLOW_DECISION, follow))
