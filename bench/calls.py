"""How often a language model is asked for what people ask most, counted at a model's own door."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.world import THREAD, MeteredWorld
from evals.report import table
from host.wiring import SystemClock
from shared.models.rows import TURN
from shared.reasoning.budget import ModelBudget
from shared.reasoning.fallback import FallbackReasoner
from shared.reasoning.intent_cache import IntentCache
from shared.reasoning.model.connecting import connected
from shared.reasoning.narrowing import Narrowing
from shared.reasoning.openai_reasoner import OpenAIReasoner
from shared.understanding.reader import Reader
from shared.workspace.registry import DOMAINS
from tests.support.model_server import (
    PLANNING,
    REASSESSING,
    REVISING,
    UNDERSTANDING,
    Answer,
    Fails,
    ModelCall,
    Says,
    calls,
    model_server,
)
from tests.support.simulation import embedded

Arguments = Mapping[str, Any]
Steps = Sequence[tuple[str, Arguments]]
Plan = Callable[[Mapping[str, Any]], Steps]
"""Returns what a model would call for a message: tools with their arguments."""

UNLIMITED = 0
_CLOCK = SystemClock()


@dataclass(frozen=True)
class Conversation:
    """What a person says, and what a model makes of it.

    What is said in `before` is not counted. `plans` are the calls each message takes. In the end
    every tool of `done` was called and `ends` was told last.
    """

    name: str
    limit: int
    said: tuple[str, ...]
    plans: Mapping[str, Plan]
    done: frozenset[str]
    ends: str
    before: tuple[str, ...] = ()


@dataclass(frozen=True)
class Counted:
    """The calls of one conversation, each by what the model was asked for."""

    conversation: Conversation
    calls: tuple[str, ...]


def _steps(*steps: tuple[str, Arguments]) -> Plan:
    return lambda _request: steps


def _reply_to_first(data: Mapping[str, Any]) -> tuple[str, Arguments]:
    first = next(one for one in data["listed"] if one["number"] == 1)
    return ("gmail_reply_to_message", {"message_id": first["id"], "body": _WORKS})


_SARAH = "Show me emails from Sarah about the budget"
_SEARCH_SARAH = {
    _SARAH: _steps(
        ("contacts_search", {"name": "Sarah"}),
        ("gmail_search_messages", {"query": "from:{1.contacts.0.email} budget"}),
    )
}
_JOHN = "Show me emails from John"
_WAITING = "Which emails are still waiting for my answer?"
_REPLY = "Reply to the first one that Thursday works for me"
_BOTH = "Reply to the first one that Thursday works, and put a meeting with Sarah on it at 3 pm"
_WORKS = "Hi Sarah,\n\nThursday works for me."
_MEETING = (
    "calendar_create_event",
    {"title": "Budget", "start": "2026-03-05T15:00", "attendees": ["Sarah Chen"]},
)

CONVERSATIONS = (
    Conversation(
        name="simple_search",
        limit=1,
        said=(_SARAH,),
        plans=_SEARCH_SARAH,
        done=frozenset({"contacts_search", "gmail_search_messages"}),
        ends="Budget Questions",
    ),
    Conversation(
        name="which_john",
        limit=2,
        said=(_JOHN, "the client"),
        plans={
            _JOHN: _steps(
                ("contacts_search", {"name": "John"}),
                ("gmail_search_messages", {"query": "from:{1.contacts.0.email}"}),
            )
        },
        done=frozenset({"contacts_search", "gmail_search_messages"}),
        ends="John Doe",
    ),
    Conversation(
        name="unanswered_mail",
        limit=1,
        said=(_WAITING,),
        plans={_WAITING: _steps(("gmail_find_unanswered", {"days": 7}))},
        done=frozenset({"gmail_find_unanswered"}),
        ends="1. ",
    ),
    Conversation(
        name="reply_with_preview",
        limit=1,
        before=(_SARAH,),
        said=(_REPLY,),
        plans={**_SEARCH_SARAH, _REPLY: lambda data: (_reply_to_first(data),)},
        done=frozenset({"contacts_search", "gmail_search_messages"}),
        ends="Shall I go ahead?",
    ),
    Conversation(
        name="reply_and_schedule",
        limit=2,
        before=(_SARAH,),
        said=(_BOTH, "yes", "yes"),
        plans={**_SEARCH_SARAH, _BOTH: lambda data: (_reply_to_first(data), _MEETING)},
        done=frozenset({"gmail_reply_to_message", "calendar_create_event"}),
        ends="It's in your calendar",
    ),
)


class _Model:
    """A model that knows one conversation."""

    def __init__(self, conversation: Conversation) -> None:
        self._known = conversation

    def __call__(self, call: ModelCall) -> Answer:
        """Answer as a good model would; what it has no answer for fails."""
        match call.schema:
            case "understanding" if call.said in self._known.plans:
                return calls(*self._known.plans[call.said](call.data))
            case "ReplyWire":
                return Says({"meaning": "option", "option": _client(call), "confidence": 0.95})
            case _:
                return Fails(500)


def _client(call: ModelCall) -> str:
    """Return which of the people on offer is a client."""
    options = call.data["options"]
    return next(o["id"] for o in options if "client" in o["description"].casefold())


async def counted_calls() -> list[Counted]:
    """Hold every conversation with a model of its own, and count what it is asked for."""
    return [await _held(conversation) for conversation in CONVERSATIONS]


async def _held(conversation: Conversation) -> Counted:
    with model_server(_Model(conversation)) as server:
        model = connected("scripted", base_url=server.base_url)
        thinking = FallbackReasoner(
            OpenAIReasoner(model, Narrowing(Reader())), embedded(), ModelBudget(UNLIMITED, _CLOCK)
        )
        domains = frozenset(DOMAINS)
        options = {"reasoner": IntentCache(thinking, _CLOCK), "domains": domains}
        async with MeteredWorld({**options, "plans_at_once": True}) as world:
            for number, text in enumerate(conversation.before):
                await world.ask(text, f"before-{number}")
            server.calls.clear()
            for number, text in enumerate(conversation.said):
                await world.ask(text, f"said-{number}")
            await _check(world, conversation)
        await model.close()
    return Counted(conversation, tuple(call.schema for call in server.calls))


async def _check(world: MeteredWorld, conversation: Conversation) -> None:
    """Raise RuntimeError unless all was done, and the model had a hand in every step of it."""
    _, told = (await world.transcript())[-1]
    events = [entry.event for entry in await world.events()]
    called = {e["toolCallId"]: e["toolCallName"] for e in events if e["type"] == "TOOL_CALL_START"}
    results = {
        called[e["toolCallId"]]: json.loads(e["content"])
        for e in events
        if e["type"] == "TOOL_CALL_RESULT"
    }
    done = {tool for tool, result in results.items() if "error" not in result}
    if conversation.ends not in told or not conversation.done <= done:
        raise RuntimeError(f"{conversation.name} came to {sorted(done)} and this: {told}")
    threads, key = world.services.threads, world.key(THREAD)
    for number in range(1, (await world.head()).turns + 1):
        turn = await threads.get(key, TURN, number)
        for entry in turn.value.trace if turn is not None else ():
            if "fallback" in entry.detail:
                raise RuntimeError(f"{conversation.name}, {entry.name}: {entry.detail}")


def report(counted: Sequence[Counted]) -> str:
    """Return the calls of each conversation as a table."""
    rows = [
        (
            one.conversation.name.replace("_", " "),
            len(one.conversation.said),
            len(one.calls),
            one.conversation.limit,
            ", ".join(_WORDS.get(schema, schema) for schema in one.calls),
        )
        for one in counted
    ]
    return table(("conversation", "messages", "model calls", "at most", "asked for"), rows)


def summary(counted: Sequence[Counted]) -> dict[str, int]:
    """Return the number of calls by conversation."""
    return {one.conversation.name: len(one.calls) for one in counted}


_WORDS = {
    UNDERSTANDING: "intent and plan",
    PLANNING: "plan",
    REASSESSING: "reassessment",
    REVISING: "revision",
    "ReplyWire": "reply",
    "text": "wording",
}
"""What the shapes a model answers in are for."""
