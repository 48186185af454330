"""What the tools of our MCP endpoint do: say something, answer what is asked, look how it stands.

Nothing here knows the protocol. What is said and answered is taken in as everywhere else, by the
same functions: who may agree to what, and how often an answer counts, is decided there.
"""

import asyncio
import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from pydantic import Field

from api import agent_views, answering
from api.access import readable
from api.agent_runs import said_to
from api.intake import Receipt, take_answer, take_message
from api.limiting import TURN, holding, waiting
from api.messages import fingerprint
from api.parsing import Body, checked
from api.replying import wake
from api.tail import Event, Watch, follow
from shared.agents import registry
from shared.decisions import agui
from shared.models.agent import Agent
from shared.models.base import Json, MessageText, PrintableId
from shared.models.principal import Principal
from shared.models.rows import REQUEST, TRANSCRIPT
from shared.models.threads_in import NewMessage
from shared.naming import digest, unmarked
from shared.ports import Engine
from shared.services import Services
from shared.tools.wording import one_line

PATIENCE_SECONDS = 90.0
"""A call waits so long for a turn to end; whoever asked can look again. Azure ends at 230 s."""
MOST_AGENTS = 100
_PAGE = 100
_AGENT = "agent_"
_TOLD = 300

Status = Literal["done", "failed", "waiting", "working"]


class AskBody(Body):
    """Something said to the master agent, or to one agent."""

    message: MessageText = Field(description="What the person wants, in their own words")
    thread: PrintableId | None = Field(
        default=None, description="The conversation to go on with; leave out to begin one"
    )


class AnswerBody(answering.Given):
    """An answer to a question or an approval that a conversation waits for."""

    thread: PrintableId = Field(description="The conversation that waits")
    question: PrintableId = Field(description="The id of the question, as its result says it")


class LookBody(Body):
    """The conversation to look at."""

    thread: PrintableId


@dataclass(frozen=True)
class Outcome:
    """How a conversation stands after a call. `question` is what it waits for, as AG-UI has it."""

    thread: str
    status: Status
    text: str = ""
    question: Mapping[str, Json] | None = None


@dataclass(frozen=True)
class Offer:
    """One tool as clients are told of it."""

    name: str
    title: str
    description: str
    takes: type[Body]
    reads: bool = False
    destroys: bool = False


ASK = Offer(
    "ask",
    "Ask the master agent",
    "Say something to the organisation's assistant: it answers, works with the person's mail, "
    "calendar, contacts and other accounts, and asks before it changes anything that matters.",
    AskBody,
)
ANSWER = Offer(
    "answer",
    "Answer a question",
    "Answer a question or an approval that a conversation waits for. Only with what the person "
    "themselves has said to it: agreeing makes the change that the card shows.",
    AnswerBody,
    destroys=True,
)
LOOK = Offer(
    "look",
    "Look at a conversation",
    "Say how a conversation stands: what was said last, and what it waits for.",
    LookBody,
    reads=True,
)


@dataclass(frozen=True)
class Desk:
    """One caller's tools."""

    caller: Principal
    engine: Engine
    services: Services
    patience: float = PATIENCE_SECONDS

    async def offers(self) -> Sequence[Offer]:
        """Return the tools of a caller: ours, and one for each agent they may run."""
        return (ASK, ANSWER, LOOK, *map(_offer, await self._agents()))

    async def call(self, tool: str, given: Mapping[str, Json]) -> Outcome:
        """Call a tool; raises what the same request raises elsewhere, and LookupError for none."""
        if tool == ANSWER.name:
            body = checked(AnswerBody, dict(given))
            said = answering.Given(**body.model_dump(exclude={"thread", "question"}))
            return await self.answer(body.thread, body.question, said)
        if tool == LOOK.name:
            return await self.look(checked(LookBody, dict(given)).thread)
        if tool != ASK.name and not tool.startswith(_AGENT):
            raise LookupError(tool)
        body = checked(AskBody, dict(given))
        text: str = body.message
        if tool != ASK.name:
            name = tool.removeprefix(_AGENT)
            agent = (await agent_views.seen(self.services, self.caller, name)).agent
            text = said_to(self.services, self.caller, agent, body.message)
        return await self._say(text, body.thread or f"mcp-{uuid.uuid4().hex}")

    async def answer(self, thread: str, question: str, given: answering.Given) -> Outcome:
        """Answer what a conversation waits for, and return what came of it."""
        same = digest("mcp", thread, question, json.dumps(given.model_dump(), sort_keys=True))
        async with waiting(self.services, self.caller):
            receipt = await take_answer(
                self.services,
                self.caller,
                thread,
                question,
                run_id=f"run-{same}",
                digest=fingerprint("answer", {"interrupt": question, **given.model_dump()}),
                read=lambda request: answering.read(given, request),
            )
            return await self._followed(receipt)

    async def look(self, thread: str) -> Outcome:
        """Return how a conversation stands."""
        head = await readable(self.services, self.caller, thread)
        key, known = head.value.key, head.value
        last = known.messages
        said = await self.services.threads.page(key, TRANSCRIPT, last, 1) if last else []
        text = said[-1].text if said and said[-1].role == "assistant" else ""
        if known.request is not None:
            asked = await self.services.threads.get(key, REQUEST, known.request)
            if asked is not None and asked.value.takes_answers:
                return Outcome(thread, "waiting", text, _question(thread, asked.value))
        busy = known.phase == "running" or known.pending > 0
        return Outcome(thread, "working" if busy else "done", text)

    async def _say(self, text: str, thread: str) -> Outcome:
        message_id = f"msg-{uuid.uuid4().hex}"
        message = NewMessage(
            text=text,
            message_id=message_id,
            run_id=f"run-{digest('run', message_id)}",
            digest=fingerprint("message", {"message": text}),
            due_at=self.services.clock.now() + self.services.limits.rescue,
        )
        async with waiting(self.services, self.caller):
            async with holding(self.services, self.caller, TURN):
                receipt = await take_message(self.services, self.caller, thread, message)
            return await self._followed(receipt)

    async def _followed(self, receipt: Receipt) -> Outcome:
        """Ring, and follow a run to its end, or for as long as a call may wait."""
        services = self.services
        await wake(self.engine, services, receipt.key, written=receipt.written)
        watch = Watch(key=receipt.key, first=receipt.first_event, run=receipt.run_id)
        told = Told(receipt.thread_id)
        try:
            async with asyncio.timeout(self.patience):
                async for event in follow(services.threads, watch, services.pause):
                    if event is not None:
                        told.take(event.event)
        except TimeoutError:
            return replace(told.outcome, status="working")
        return told.outcome

    async def _agents(self) -> list[Agent]:
        services, caller = self.services, self.caller
        found = [*await agent_views.workspace_agents(services, caller)]
        after = ""
        while len(found) < MOST_AGENTS:
            page = await services.agents.page(caller.tenant, after, _PAGE)
            found += [
                agent
                for agent in page.agents
                if agent.enabled
                and registry.may_read(services, caller, agent)
                and services.may_run(caller, agent)
            ]
            after = page.next
            if not after:
                break
        return found[:MOST_AGENTS]


class Told:
    """What the events of a run come to."""

    def __init__(self, thread: str) -> None:
        self._texts: dict[str, str] = {}
        self.outcome = Outcome(thread, "working")

    def take(self, event: Event) -> None:
        """Take in one more event."""
        match event:
            case {"type": "TEXT_MESSAGE_START", "messageId": str(name)}:
                self._texts[name] = ""
            case {"type": "TEXT_MESSAGE_CONTENT", "messageId": str(name), "delta": str(delta)}:
                self._texts[name] = self._texts.get(name, "") + delta
            case {"type": "MESSAGES_SNAPSHOT"}:
                left = {one["id"] for one in cast("list[dict[str, Any]]", event["messages"])}
                self._texts = {name: text for name, text in self._texts.items() if name in left}
            case {
                "type": "RUN_FINISHED",
                "outcome": {"type": "interrupt", "interrupts": [asked, *_]},
            }:
                self._end("waiting", cast("Mapping[str, Json]", asked))
            case {"type": "RUN_FINISHED", "outcome": {"type": "cancelled"}}:
                self._end("failed")
            case {"type": "RUN_FINISHED"}:
                self._end("done")
            case {"type": "RUN_ERROR"}:
                self._texts.setdefault("", str(event.get("message") or ""))
                self._end("failed")
            case _:
                return
        text = "\n\n".join(filter(None, self._texts.values()))
        self.outcome = replace(self.outcome, text=text)

    def _end(self, status: Status, question: Mapping[str, Json] | None = None) -> None:
        self.outcome = replace(self.outcome, status=status, question=question)


def _question(thread: str, request: Any) -> Mapping[str, Json]:
    return agui.run_interrupted(thread, request)["outcome"]["interrupts"][0]


def _offer(agent: Agent) -> Offer:
    name = unmarked(agent.id)
    about = one_line(agent.description, _TOLD)
    return Offer(f"{_AGENT}{name}", one_line(agent.name, 80), f"{agent.name}: {about}", AskBody)
