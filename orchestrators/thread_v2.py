"""One thread's conversation: answers its messages one after another, then lets go.

Nothing but ids rides in the history: each step leaves its result in the thread's rows and returns
what comes next, so a generation can end, or an execution be replaced, between any two steps. What
needs no person, no effect and no partner beside it goes on within one activity.
"""

from orchestrators.delegation import delegate
from shared import catalog
from shared.decisions import routing
from shared.durable import (
    Activity,
    Context,
    Steps,
    call,
    call_both,
    continue_as_new,
    event,
)
from shared.models.steps import (
    AskedQuestion,
    CloseTurn,
    DiscoverRequest,
    Done,
    Found,
    GoneOn,
    GoOn,
    Move,
    Progress,
    TakeReply,
    ThreadStart,
    TurnRef,
    Understood,
)

_ALONE: dict[Move, Activity[TurnRef, Progress]] = {
    "execute": catalog.EXECUTE_TOOL,
    "apply": catalog.APPLY_DRAFT,
}
"""What changes something has an activity of its own."""


def thread_v2(context: Context, start: ThreadStart) -> Steps[Done]:
    """Work through the inbox; closing the last turn parks the thread, so nobody looks again."""
    while not context.near_limit:
        begun, found = yield from call_both(
            context, (catalog.UNDERSTAND_TURN, start), (catalog.SEARCH_AGENTS, start)
        )
        if begun.opened.status in {"gone", "empty"}:
            return Done()
        more = yield from _answer(context, start, begun, found)
        if more is None:
            break
        if not more:
            return Done()
    continue_as_new(context, start)
    return Done()


def _answer(
    context: Context, start: ThreadStart, begun: Understood, found: Found
) -> Steps[bool | None]:
    """Take a turn to its end and return whether more is to be done; None: in a fresh generation.

    More is also a message that has to be understood anew.
    """
    ref = TurnRef(thread=start.thread, turn=begun.opened.turn)
    where, failed = begun.opened.progress, begun.opened.status == "exhausted"
    if begun.opened.routes:
        where = yield from _follow(context, ref, begun, found)
    while where is not None:
        if failed or where.stop is not None or where.move in {"compose", "close"}:
            closing = CloseTurn(thread=ref.thread, turn=ref.turn, stop=where.stop, failed=failed)
            answered = yield from call(context, catalog.ANSWER_TURN, closing)
            if answered.progress is None:
                return answered.more
            where = answered.progress
        elif context.near_limit:
            return None
        elif where.move == "route":
            return True
        elif where.move == "delegate":
            where = yield from delegate(context, ref, start.execution, where)
        elif where.move in _ALONE and (where.effect or where.move == "apply"):
            where = yield from call(context, _ALONE[where.move], ref)
        else:
            gone_on = yield from call(
                context, catalog.GO_ON, GoOn(thread=ref.thread, turn=ref.turn)
            )
            where = yield from _replied(context, ref, gone_on)
    return None


def _follow(
    context: Context, ref: TurnRef, begun: Understood, found: Found
) -> Steps[Progress | None]:
    """Find out where a message goes, and go on from there; an `@name` is not analysed."""
    name, discovery = begun.opened.mention, found.discovery
    if found.seq != begun.opened.seq:  # another message was looked at, whose run was cancelled
        search = DiscoverRequest(thread=ref.thread, turn=ref.turn, name=name)
        discovery = yield from call(context, catalog.DISCOVER_AGENTS, search)
    decision = routing.decide(begun.analysis, discovery, name)
    follow = GoOn(thread=ref.thread, turn=ref.turn, decision=decision)
    return (yield from _replied(context, ref, (yield from call(context, catalog.GO_ON, follow))))


def _replied(context: Context, ref: TurnRef, gone_on: GoneOn) -> Steps[Progress | None]:
    """Return where the turn stands, after the reply where it has asked something.

    None means that the wait ended early and must be taken up in a fresh generation, where the
    event can be waited for again. A question that nobody answers is expired by `due`.
    """
    asked: AskedQuestion | None = gone_on.asked
    if asked is None:
        return gone_on.progress
    if asked.status == "open":
        yield from event(context, asked.event)
    taken = yield from call(
        context,
        catalog.TAKE_REPLY,
        TakeReply(thread=ref.thread, turn=ref.turn, request=asked.request, timed_out=False),
    )
    return None if taken.woken_early else taken.progress
