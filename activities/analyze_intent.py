"""Understand what a turn's message asks for."""

from shared.decisions import discovery
from shared.errors import Upstream
from shared.models.intent import IntentAnalysis
from shared.models.reasoning import IntentRequest, Usage
from shared.models.steps import Analysis, TurnRef
from shared.roster import agents_of
from shared.services import Services
from shared.stopwatch import Stopwatch
from shared.turns import Advance, OpenTurn, advance, load_turn, read_context


async def analyze_intent(ref: TurnRef, services: Services) -> Analysis:
    """Analyse the message and keep the result with the turn; a failure is a value."""
    opened = await load_turn(services.threads, ref)
    text = opened.turn.value.text
    if opened.turn.value.intent is not None:
        return _analysis(opened.turn.value.intent)
    request = IntentRequest(
        text=text,
        today=services.clock.now().date().isoformat(),
        context=await read_context(services.threads, opened),
        agents=discovery.rank(text, await agents_of(services, opened.principal)),
    )
    watch, intent, failure, usage = Stopwatch(services.clock), None, "", Usage()
    try:
        reasoned = await services.reasoner.analyze_intent(request)
        intent, usage = reasoned.value, reasoned.usage
    except Upstream as error:
        failure = str(error)
    detail = intent.model_dump(mode="json") if intent is not None else {"error": failure}
    entry = watch.trace("intent", usage, detail)

    def keep(current: OpenTurn) -> Advance | None:
        turn = current.turn.value
        if turn.intent is not None:
            return None
        return Advance(turn.model_copy(update={"intent": intent})).traced(entry)

    await advance(services, ref, keep, opened)
    return _analysis(intent)


def _analysis(intent: IntentAnalysis | None) -> Analysis:
    if intent is None:
        return Analysis(failed=True)
    return Analysis(
        action=intent.action,
        confidence=intent.confidence,
        ambiguity_reason=intent.ambiguity_reason or "",
        agents=tuple(dict.fromkeys(command.agent for command in intent.commands)),
    )
