"""Understand what a turn's message asks for."""

from shared.conversation.stopwatch import Stopwatch
from shared.conversation.turns import Advance, OpenTurn, advance, load_turn, read_context
from shared.conversation.working import working
from shared.decisions import routing
from shared.deliveries import begin
from shared.errors import MasterAgentError, Upstream
from shared.intents import analysed, request_for, understand
from shared.models.reasoning import Usage
from shared.models.steps import Analysis, TurnRef
from shared.services import Services


async def analyze_intent(ref: TurnRef, services: Services) -> Analysis:
    """Analyse the message and keep the result with the turn; a failure is a value."""
    opened = await load_turn(services.threads, ref)
    turn = opened.turn.value
    if turn.intent is not None:
        return await analysed(turn, turn.intent, opened, services)
    await begin(services, opened, "analyze_intent")
    context = await read_context(services, opened)
    request = await request_for(routing.wanted(turn), opened, context, services)
    intent = None
    watch = Stopwatch(services.clock)
    try:
        async with working(services, ref, "understanding"):
            reasoned = await understand(request, services)
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
    return await analysed(turn, intent, opened, services)
