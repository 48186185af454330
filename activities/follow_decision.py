"""Record where a turn goes, and set its agent run up if it goes to one."""

from collections.abc import Mapping
from types import MappingProxyType

from shared.activity import taking_back
from shared.agents.roster import reached
from shared.conversation.stopwatch import Stopwatch
from shared.conversation.turns import Advance, OpenTurn, advance, load_turn
from shared.decisions import lifecycle, undoing
from shared.decisions.delegating import branches, delegation
from shared.decisions.handoffs import takes_over
from shared.decisions.routing import new_run
from shared.models.intent import Decision
from shared.models.reasoning import Usage
from shared.models.steps import FollowRequest, Move, Progress, TurnRef
from shared.models.thread import Turn
from shared.queries import about_activity
from shared.services import Services

_NOTHING: Mapping[Move, str] = MappingProxyType({})


async def follow_decision(
    request: FollowRequest, services: Services, begins: Mapping[Move, str] = _NOTHING
) -> Progress:
    """Keep the decision with the turn; the first one stays.

    `begins` names the steps that the activity under way begins next, by the move to them.
    """
    watch = Stopwatch(services.clock)
    ref = TurnRef(thread=request.thread, turn=request.turn)
    opened = await load_turn(services.threads, ref)
    taken_back = await taking_back(request.decision, opened, services)
    decision = taken_back or _or_query(request.decision, opened.turn.value)
    decision = await _or_handoff(decision, opened, services)
    entry = watch.trace("decision", Usage(), decision.model_dump(mode="json"))

    def keep(current: OpenTurn) -> Advance | None:
        turn = current.turn.value
        if turn.decision is not None:
            return None
        run = new_run(turn, decision) if decision.kind == "run" else None
        begun = branches(turn) if decision.kind == "delegate" else ()
        decided = turn.model_copy(
            update={"decision": decision, "takes_back": taken_back is not None and run is not None}
        )
        entries = tuple(
            lifecycle.turn_entry(turn, f"branch/{branch.order}", delegation(branch, "started"))
            for branch in begun
        )
        return Advance(decided, run, entries, branches=begun, begins=begins).traced(entry)

    return await advance(services, ref, keep, opened)


def _or_query(decision: Decision, turn: Turn) -> Decision:
    """Return the decision, or that it is a question about what was done, or what waits.

    No agent can answer that; a message to one of them by `@name` stays theirs.
    """
    if turn.intent is None or not about_activity(undoing.said(turn)):
        return decision
    return Decision(kind="query", reasons=("asks what was done, or what waits",))


async def _or_handoff(decision: Decision, opened: OpenTurn, services: Services) -> Decision:
    """Return the decision, or that its agent is to have the conversation, where it takes it."""
    if decision.kind != "run" or decision.agent is None:
        return decision
    agent = await reached(services, opened.principal, decision.agent)
    if agent is None or not takes_over(agent, opened.turn.value.text):
        return decision
    reasons = (*decision.reasons, "it takes conversations, and this is one for it")
    return decision.model_copy(update={"kind": "handoff", "reasons": reasons})
