"""Understand what a turn's message asks for."""

from shared.decisions import routing
from shared.errors import AgentDiscoveryError, MasterAgentError, Upstream
from shared.models.reasoning import IntentRequest, Usage
from shared.models.steps import Analysis, TurnRef
from shared.roster import analysis_of, candidates_for
from shared.services import Services
from shared.stopwatch import Stopwatch
from shared.turns import Advance, OpenTurn, advance, load_turn, read_context


async def analyze_intent(ref: TurnRef, services: Services) -> Analysis:
    """Analyse the message and keep the result with the turn; a failure is a value."""
    opened = await load_turn(services.threads, ref)
    turn = opened.turn.value
    if turn.intent is not None:
        return analysis_of(turn.intent)
    request, intent = await _request(opened, services), None
    watch = Stopwatch(services.clock)
    try:
        reasoned = await services.reasoner.analyze_intent(request)
    except (Upstream, MasterAgentError) as error:
        entry = watch.trace("intent", Usage(), {"error": str(error)})
    else:
        intent = reasoned.value
        detail = intent.model_dump(mode="json")
        entry = watch.trace("intent", reasoned.usage, detail, reasoned.fallback)

    def keep(current: OpenTurn) -> Advance | None:
        turn = current.turn.value
        if turn.intent is not None:
            return None
        return Advance(turn.model_copy(update={"intent": intent})).traced(entry)

    await advance(services, ref, keep, opened)
    return analysis_of(intent)


async def _request(opened: OpenTurn, services: Services) -> IntentRequest:
    turn = opened.turn.value
    text = routing.wanted(turn)
    try:
        agents = await candidates_for(services, opened.principal, text, turn.memory)
    except AgentDiscoveryError:
        agents = ()  # discovery, which runs beside this, says so
    return IntentRequest(
        text=text,
        today=services.clock.now().date().isoformat(),
        context=await read_context(services, opened),
        agents=agents,
    )
