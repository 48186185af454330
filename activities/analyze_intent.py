"""Understand what a turn's message asks for."""

from shared.decisions import errands, routing
from shared.errands import errand_for
from shared.errors import AgentDiscoveryError, MasterAgentError, Upstream
from shared.models.intent import IntentAnalysis
from shared.models.reasoning import IntentRequest, Usage
from shared.models.steps import Analysis, TurnRef
from shared.models.thread import Turn
from shared.roster import analysis_of, candidates_for
from shared.services import Services
from shared.stopwatch import Stopwatch
from shared.turns import Advance, OpenTurn, advance, load_turn, mentioned_in, read_context


async def analyze_intent(ref: TurnRef, services: Services) -> Analysis:
    """Analyse the message and keep the result with the turn; a failure is a value."""
    opened = await load_turn(services.threads, ref)
    turn = opened.turn.value
    if turn.intent is not None:
        return await _told(turn, turn.intent, opened, services)
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
    return await _told(turn, intent, opened, services)


async def _told(
    turn: Turn, intent: IntentAnalysis | None, opened: OpenTurn, services: Services
) -> Analysis:
    understood = turn.model_copy(update={"intent": intent})
    errand = await errand_for(services, opened.principal, errands.wanted(understood))
    return analysis_of(intent).model_copy(update={"errand": errand is not None})


async def _request(opened: OpenTurn, services: Services) -> IntentRequest:
    turn = opened.turn.value
    text = routing.wanted(turn)
    try:
        agents = await candidates_for(services, opened.principal, text, turn.memory)
    except AgentDiscoveryError:
        agents = ()  # discovery, which runs beside this, says so
    context = await read_context(services, opened)
    return IntentRequest(
        text=text,
        today=services.clock.now().date().isoformat(),
        context=context,
        agents=agents,
        links=services.worlds.links(opened.principal, text),
        mentioned=mentioned_in(services, opened.principal, context),
    )
