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
from shared.reasoning.openai_reasoner import openai_reasoner
from shared.tools.registry import DOMAINS
from tests.e2e.scripted_model import intent, tools
from tests.support.model_server import Answer, Fails, ModelCall, Says, model_server
from tests.support.simulation import embedded

Arguments = Mapping[str, Any]
Steps = Sequence[tuple[str, Arguments]]
Plan = Callable[[Mapping[str, Any]], Steps]
"""Returns what a model would plan for a request: tools with their arguments."""

UNLIMITED = 0
_CLOCK = SystemClock()


@dataclass(frozen=True)
class Conversation:
    """What a person says, and what a model makes of it.

    What is said in `before` is not counted. `commands` are what each message means: orders, each
    for an agent; `plans` are the calls each order takes. In the end every tool of `done` was called
    and `ends` was told last.
    """

    name: str
    limit: int
    said: tuple[str, ...]
    commands: Mapping[str, Sequence[tuple[str, str]]]
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


def _reply_to_first(body: str) -> Plan:
    def plan(request: Mapping[str, Any]) -> Steps:
        first = next(r for r in request["context"]["references"] if r["ordinal"] == 1)
        return (("gmail_reply_to_message", {"message_id": first["id"], "body": body}),)

    return plan


_SARAH = "Show me emails from Sarah about the budget"
_FIND_SARAH = {_SARAH: (("email", "Find emails from Sarah about the budget"),)}
_SEARCH_SARAH = {
    "Find emails from Sarah about the budget": _steps(
        ("contacts_search", {"name": "Sarah"}),
        ("gmail_search_messages", {"query": "from:{1.contacts.0.email} budget"}),
    )
}
_JOHN = "Show me emails from John"
_WAITING = "Which emails are still waiting for my answer?"
_REPLY = "Reply to the first one that Thursday works for me"
_BOTH = "Reply to the first one that Thursday works, and put a meeting with Sarah on it at 3 pm"
_WORKS = "Hi Sarah,\n\nThursday works for me."

CONVERSATIONS = (
    Conversation(
        name="simple_search",
        limit=2,
        said=(_SARAH,),
        commands=_FIND_SARAH,
        plans=_SEARCH_SARAH,
        done=frozenset({"contacts_search", "gmail_search_messages"}),
        ends="Budget Questions",
    ),
    Conversation(
        name="which_john",
        limit=3,
        said=(_JOHN, "the client"),
        commands={_JOHN: (("email", "Find emails from John"),)},
        plans={
            "Find emails from John": _steps(
                ("contacts_search", {"name": "John"}),
                ("gmail_search_messages", {"query": "from:{1.contacts.0.email}"}),
            )
        },
        done=frozenset({"contacts_search", "gmail_search_messages"}),
        ends="John Doe",
    ),
    Conversation(
        name="unanswered_mail",
        limit=3,
        said=(_WAITING,),
        commands={_WAITING: (("email", "Find emails that wait for an answer"),)},
        plans={
            "Find emails that wait for an answer": _steps(("gmail_find_unanswered", {"days": 7}))
        },
        done=frozenset({"gmail_find_unanswered"}),
        ends="1. ",
    ),
    Conversation(
        name="reply_with_preview",
        limit=2,
        before=(_SARAH,),
        said=(_REPLY,),
        commands={
            **_FIND_SARAH,
            _REPLY: (("email", "Reply to the first email that Thursday works"),),
        },
        plans={
            **_SEARCH_SARAH,
            "Reply to the first email that Thursday works": _reply_to_first(_WORKS),
        },
        done=frozenset({"contacts_search", "gmail_search_messages"}),
        ends="Shall I go ahead?",
    ),
    Conversation(
        name="reply_and_schedule",
        limit=4,
        before=(_SARAH,),
        said=(_BOTH, "yes", "yes"),
        commands={
            **_FIND_SARAH,
            _BOTH: (
                ("email", "Reply to the first email that Thursday works"),
                ("calendar", "Schedule a meeting with Sarah Chen on Thursday at 3 pm"),
            ),
        },
        plans={
            **_SEARCH_SARAH,
            "Reply to the first email that Thursday works": _reply_to_first(_WORKS),
            "Schedule a meeting with Sarah Chen on Thursday at 3 pm": _steps(
                (
                    "calendar_create_event",
                    {"title": "Budget", "start": "2026-03-05T15:00", "attendees": ["Sarah Chen"]},
                )
            ),
        },
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
            case "IntentWire" if call.data["text"] in self._known.commands:
                return intent("EXECUTE", *self._known.commands[call.data["text"]])
            case "PlanWire" if call.data["command"] in self._known.plans:
                steps = self._known.plans[call.data["command"]](call.data)
                return tools(*((tool, json.dumps(dict(given))) for tool, given in steps))
            case "ReplyWire":
                return Says({"meaning": "option", "option": _client(call), "confidence": 0.95})
            case _:
                return Fails(500)


def _client(call: ModelCall) -> str:
    """Return which of the people on offer is a client."""
    options = call.data["options"]
    return next(o["id"] for o in options if "client" in o["description"].casefold())


async def calls() -> list[Counted]:
    """Hold every conversation with a model of its own, and count what it is asked for."""
    return [await _held(conversation) for conversation in CONVERSATIONS]


async def _held(conversation: Conversation) -> Counted:
    with model_server(_Model(conversation)) as server:
        model = openai_reasoner(model="scripted", api_key="scripted", base_url=server.base_url)
        thinking = FallbackReasoner(model, embedded(), ModelBudget(UNLIMITED, _CLOCK))
        domains = frozenset(DOMAINS)
        async with MeteredWorld(
            {"reasoner": IntentCache(thinking, _CLOCK), "domains": domains}
        ) as world:
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
    "IntentWire": "intent",
    "PlanWire": "plan",
    "ReplyWire": "reply",
    "ReassessmentWire": "reassessment",
    "RevisionWire": "revision",
    "text": "wording",
}
"""What the shapes a model answers in are for."""
