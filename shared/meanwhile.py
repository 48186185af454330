"""What is asked for while a card waits for an answer, found out before anything comes of it."""

from shared.agents.lending import equipped_for
from shared.conversation.stopwatch import Stopwatch
from shared.conversation.turns import OpenTurn, read_context
from shared.conversation.working import reading
from shared.decisions import about, between, routing, undoing
from shared.decisions.between import Orders
from shared.errors import MasterAgentError, Upstream
from shared.intents import analysed, request_for, understand
from shared.models.reasoning import ReplyReading
from shared.models.run import Card
from shared.models.steps import TurnRef
from shared.models.thread import HumanRequest, InboxMessage, TraceEntry
from shared.queries import about_activity
from shared.services import Services
from shared.tools.tool import rules_of


async def orders(
    services: Services,
    opened: OpenTurn,
    asked: HumanRequest,
    message: InboxMessage,
    read: ReplyReading,
) -> tuple[Orders, TraceEntry] | None:
    """Return what a message orders besides a card, and what the trace keeps of finding that out.

    `read` is what it is read as; None where it is about the card. What only a turn of its own can
    do is none: what is taken back, is about what was done, names an agent, or belongs to one that
    has the conversation.
    """
    text, turn = message.text, opened.turn.value
    own = message.anew or turn.handoff is not None or routing.mention(text) is not None
    own = own or undoing.asked(text) is not None or about_activity(text)
    if own or opened.run is None or not _elsewhere(services, opened, asked, text, read):
        return None
    watch, head = Stopwatch(services.clock), opened.head.value
    known = await equipped_for(services, opened.principal.tenant, opened.run.value)
    listed = between.pointed_at(opened.run.value, rules_of(known.tools)) or turn.references
    context = await read_context(services, opened, within=True)
    context = context.model_copy(update={"references": listed})
    request = await request_for(text, opened, context, services)
    try:
        async with reading(
            services, TurnRef(thread=head.key, turn=asked.turn), asked.id, message.run_id
        ):
            reasoned = await understand(request, services)
    except (Upstream, MasterAgentError):
        return None
    intent = reasoned.value
    said = turn.model_copy(update={"text": text, "files": ()})
    analysis = await analysed(said, intent, opened, services)
    detail = intent.model_dump(mode="json")
    found = between.commands(intent, analysis, request.agents)
    entry = watch.trace("intent", reasoned.usage, detail, reasoned.fallback)
    return Orders(found, listed, intent.reading, between.doubtful(intent)), entry


def _elsewhere(
    services: Services, opened: OpenTurn, asked: HumanRequest, text: str, read: ReplyReading
) -> bool:
    """Return whether a reply to a card may be about something else."""
    card, tool = asked.card or Card(title=""), services.tools.get(asked.tool)
    if asked.kind != "approval":
        return False
    if read.meaning == "text" and tool is not None:
        links = services.worlds.links(opened.principal, text)
        return between.names_another(card, tool.domain, text, links)
    return read.meaning == "new" or (read.meaning == "aside" and not about.knows(card, text))
