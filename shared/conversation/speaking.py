"""What an agent that has the conversation makes of a message, and what that changes in its rows."""

from dataclasses import dataclass
from datetime import datetime

from shared.conversation.turns import Advance, OpenTurn, read_context
from shared.decisions import handoffs, routing, sanitizing
from shared.decisions.lifecycle.handovers import told
from shared.models.agent import HandoffCapability
from shared.models.building import BuildSession, Response
from shared.models.handoff import Handoff
from shared.models.thread import TraceEntry, Turn
from shared.services import Services


@dataclass(frozen=True)
class Spoken:
    """The turn and the handoff after a message, and what was spent on it.

    Where an agent is to run, `request` is what it is asked for ("": what the person said).
    """

    turn: Turn
    handoff: Handoff
    entry: TraceEntry | None = None
    request: str = ""


async def taking(
    opened: OpenTurn, target: str, can: HandoffCapability, wanted: str, services: Services
) -> Handoff:
    """Return the handoff that begins where a target takes a conversation for what is wanted."""
    context = await read_context(services, opened)
    return handoffs.begun(
        opened.head.value.handoffs + 1,
        target,
        reason=sanitizing.sanitized(wanted, 500),
        summary=sanitizing.summary_of(context.exchanges, wanted),
        recent=sanitizing.recent(context.exchanges),
        seconds=can.max_session_duration_seconds,
        now=services.clock.now(),
    )


def responded(
    turn: Turn, handoff: Handoff, response: Response, entry: TraceEntry | None = None
) -> Spoken:
    """Return what the agent builder says, with the deed that is to follow, if one is."""
    act = response.act if response.act in {"create", "update"} else ""
    said = {"reply": response.text, "suggestions": response.suggestions, "act": act}
    return Spoken(turn.model_copy(update=said), with_session(handoff, response.session), entry)


def refused(turn: Turn, handoff: Handoff, why: str, now: datetime) -> Spoken:
    """Return what is said when a conversation cannot be handed over."""
    over = handoffs.rejected(handoff, why, now)
    return Spoken(turn.model_copy(update={"reply": why}), over)


def with_session(handoff: Handoff, session: BuildSession) -> Handoff:
    """Return a handoff to the agent builder with its conversation as it stands now."""
    return handoff.model_copy(update={"building": session, "workflow_state": session.state})


def moved_on(current: OpenTurn, spoken: Spoken) -> Advance:
    """Return the turn's rows after what was spoken; clients are told how the handoff stands."""
    turn, decision, handoff = spoken.turn, spoken.turn.decision, spoken.handoff
    running = decision is not None and decision.kind == "run"
    run = routing.new_run(turn, decision) if running and decision is not None else None
    if run is not None and spoken.request:
        run = run.model_copy(update={"request": spoken.request, "queue": ()})
    before = current.handoff.value if current.handoff is not None else None
    made = Advance(turn, run, told(turn, before, handoff), handoff=handoff)
    return made.traced(spoken.entry) if spoken.entry is not None else made
