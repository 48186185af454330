"""Take a turn as far as it goes by itself, one step after another."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from functools import partial

from activities.ask import ask
from activities.converse import converse
from activities.execute_tool import execute_tool
from activities.follow_decision import follow_decision
from activities.plan_run import plan_run
from activities.prepare_step import prepare_step
from activities.reassess_run import reassess_run
from activities.steps.guard import perform
from shared import catalog
from shared.conversation.turns import load_turn
from shared.durable import Activity
from shared.models.steps import FollowRequest, GoneOn, GoOn, Move, Progress, TurnRef
from shared.services import Services

LONGEST = timedelta(seconds=20)
"""After that the activity ends, so that what a crash repeats, and what must not wait, is little."""
MOST = 40
"""Steps at a time: more than any run has between two people, effects or limits."""

_Step = tuple[Activity[TurnRef, Progress], Callable[[TurnRef, Services], Awaitable[Progress]]]
_STEPS: dict[Move, _Step] = {
    "converse": (catalog.CONVERSE, converse),
    "plan": (catalog.PLAN_RUN, plan_run),
    "prepare": (catalog.PREPARE_STEP, prepare_step),
    "execute": (catalog.EXECUTE_TOOL, execute_tool),
    "reassess": (catalog.REASSESS_RUN, reassess_run),
}


_COUNTED: Mapping[Move, str] = {move: activity.name for move, (activity, _) in _STEPS.items()}
"""The steps whose deliveries are counted, by the move that leads to them."""


async def go_on(request: GoOn, services: Services) -> GoneOn:
    """Follow a decision, plan, prepare, read, judge and ask, until something else is needed.

    That is an effect, which has an activity of its own, an answer to a question, several agents, or
    the turn's answer; or a person wants it to stop. Each step keeps its result in the rows as it
    ends, and a re-run goes on from there.
    """
    ref = TurnRef(thread=request.thread, turn=request.turn)
    until = services.clock.now() + LONGEST
    await services.ready()
    where = await _begun(request, ref, services)
    for _ in range(MOST):
        if where.stop is not None or services.clock.now() >= until:
            break
        if where.move == "ask":
            asked = await perform(catalog.ASK, ask, ref, services)
            if asked.progress is None:
                return GoneOn(progress=where, asked=asked)
            where = asked.progress
        elif where.move in _STEPS and not where.effect:
            where = await perform(*_STEPS[where.move], ref, services)
        else:
            break
    return GoneOn(progress=where)


async def _begun(request: GoOn, ref: TurnRef, services: Services) -> Progress:
    if request.decision is None:
        return (await load_turn(services.threads, ref)).progress
    follow = FollowRequest(thread=request.thread, turn=request.turn, decision=request.decision)
    following = partial(follow_decision, begins=_COUNTED)
    return await perform(catalog.FOLLOW_DECISION, following, follow, services)
