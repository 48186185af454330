"""What a conversation remembers from turn to turn (spec 001, context management)."""

from datetime import datetime, timedelta

from shared.models.intent import Entities
from shared.models.reasoning import Memory
from shared.models.thread import Turn

TTL = timedelta(hours=1)
KEPT = 10


def after(turn: Turn, now: datetime) -> Memory:
    """Return what the turn after this one starts with; nothing once an hour has passed."""
    if now - (turn.closed_at or turn.opened_at) > TTL:
        return Memory()
    known = turn.memory
    routes = (*known.routes, turn.sent_to) if turn.sent_to else known.routes
    named = turn.intent.entities if turn.intent is not None else Entities()
    drafts = [one for one in turn.references if one.text]
    return Memory(
        entities=merged(known.entities, named),
        routes=routes[-KEPT:],
        clarified=(*known.clarified, *turn.clarified)[-KEPT:],
        contexts=known.contexts,
        draft=drafts[-1] if drafts else known.draft,
    )


def gone_on_with(known: Memory, tool: str, context: str) -> Memory:
    """Return a memory with what the next calls of a tool go on with; "" is nothing new."""
    if not context or known.contexts.get(tool) == context:
        return known
    others = [(name, one) for name, one in known.contexts.items() if name != tool]
    latest = dict([*others, (tool, context)][-KEPT:])
    return known.model_copy(update={"contexts": latest})


def merged(known: Entities, named: Entities) -> Entities:
    """Return what is known with what was named last in its place."""
    newer = {name: value for name, value in named.model_dump().items() if value}
    return known.model_copy(update=newer)
