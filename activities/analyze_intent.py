"""Understand what a turn's message asks for."""

from shared.decisions import routing
from shared.errands import errand_for
from shared.errors import AgentDiscoveryError, MasterAgentError, Upstream
from shared.models.errand import Errand
from shared.models.intent import IntentAnalysis
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
    errand = await errand_for(services, opened.principal, routing.wanted(turn))
    if turn.intent is not None:
        return _told(turn.intent, errand)
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
    return _told(intent, errand)


def _told(intent: IntentAnalysis | None, errand: Errand | None) -> Analysis:
    return analysis_of(intent).model_copy(update={"errand": errand is not None})


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
