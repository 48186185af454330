"""An agent of another system, built with the A2A SDK, to be reached on this machine; and liars."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCard, Message, Part, Task, TaskState, TaskStatus
from google.protobuf.json_format import MessageToDict, ParseDict
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from shared.decisions.chains import EXTENSION
from tests.support.loopback import listening, served

CARD = "/.well-known/agent-card.json"
Dialect = Literal["1.0", "0.3"]


class Work:
    """What an agent is at work on: the message it was sent, and ways to say something to it."""

    def __init__(self, context: RequestContext, queue: EventQueue) -> None:
        self.context = context
        self.queue = queue
        self.told = TaskUpdater(queue, str(context.task_id), str(context.context_id))

    @property
    def text(self) -> str:
        return self.context.get_user_input()

    def says(self, text: str) -> Message:
        return self.told.new_agent_message([Part(text=text)])

    async def answers(self, *pieces: str) -> None:
        for number, piece in enumerate(pieces):
            await self.told.add_artifact(
                [Part(text=piece)], artifact_id="answer", append=number > 0
            )
        await self.told.complete()

    async def ends(self, state: str, text: str) -> None:
        await self.told.update_status(TaskState.Value(f"TASK_STATE_{state}"), self.says(text))


Does = Callable[[Work], Awaitable[None]]


class Traveller(AgentExecutor):
    """An agent that does what a test says, and remembers all it was sent.

    `does` are what it does with one message after another, the last for all that follow.
    """

    def __init__(self, *does: Does, **card: Any) -> None:
        self.does = list(does)
        self.more = card
        self.dialect: Dialect = "1.0"
        self.binding = "JSONRPC"
        self.sent: list[Message] = []
        self.headers: list[dict[str, str]] = []
        self.looked = threading.Event()
        """Set once somebody looks at a task by REST."""
        self.respond: Callable[[Request], Response] | None = None
        """Answers a request in the place of the SDK."""

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        assert context.message is not None
        self.sent.append(context.message)
        work = Work(context, event_queue)
        if context.current_task is None:
            status = TaskStatus(state=TaskState.TASK_STATE_SUBMITTED)
            names = {"id": context.task_id, "context_id": context.context_id}
            task = Task(**names, status=status, history=[context.message])
            await event_queue.enqueue_event(task)
        await (self.does.pop(0) if len(self.does) > 1 else self.does[0])(work)

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        await Work(context, event_queue).told.cancel()

    @property
    def chains(self) -> list[list[str]]:
        """The chains that the messages came with."""
        said = (MessageToDict(one.metadata) for one in self.sent)
        return [one[EXTENSION]["chain"] for one in said]

    def card(self, address: str) -> dict[str, Any]:
        """Return its card, as the dialect it speaks has it."""
        told = {
            "name": "Travel Desk",
            "description": "Plans journeys by train and books them.",
            "version": "1",
            "defaultInputModes": ["text/plain"],
            "defaultOutputModes": ["text/plain"],
            "skills": [
                {
                    "id": "trains",
                    "name": "Plan a journey",
                    "description": "Finds trains between two cities.",
                    "tags": ["train", "journey"],
                    "examples": ["Find me a train from Berlin to Vienna tomorrow morning"],
                }
            ],
            "capabilities": {"streaming": True},
        }
        if self.dialect == "0.3":
            told |= {
                "url": address,
                "preferredTransport": self.binding,
                "protocolVersion": "0.3.0",
            }
        else:
            told["supportedInterfaces"] = [
                {"url": address, "protocolBinding": self.binding, "protocolVersion": "1.0"}
            ]
        return told | self.more

    @contextmanager
    def served(self) -> Iterator[str]:
        """Serve it on this machine; yield where its card is."""
        with listening() as (listener, address):
            known = ParseDict(
                {
                    "name": "Travel Desk",
                    "capabilities": {"streaming": True},
                    "supportedInterfaces": [
                        {
                            "url": address,
                            "protocolBinding": "JSONRPC",
                            "protocolVersion": "1.0",
                        }
                    ],
                },
                AgentCard(),
            )
            handler = DefaultRequestHandler(self, InMemoryTaskStore(), known)

            async def card(_request: Request) -> Response:
                return JSONResponse(self.card(address))

            routes = [
                Route(CARD, card),
                *create_jsonrpc_routes(handler, "/", enable_v0_3_compat=True),
                *create_rest_routes(handler, enable_v0_3_compat=True),
            ]
            with served(self._noting(Starlette(routes=routes)), listener):
                yield f"{address}{CARD}"

    def _noting(self, app: Any) -> Any:
        async def noted(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] == "http":
                request = Request(scope, receive)
                self.headers.append(dict(request.headers))
                if "/tasks/" in request.url.path:
                    self.looked.set()
                if self.respond is not None and request.url.path != CARD:
                    await self.respond(request)(scope, receive, send)
                    return
            await app(scope, receive, send)

        return noted


def answers(*pieces: str) -> Does:
    """Return what says a text, in pieces."""

    async def does(work: Work) -> None:
        await work.answers(*pieces)

    return does


def asks(question: str) -> Does:
    """Return what asks something."""
    return ends("INPUT_REQUIRED", question)


def ends(state: str, text: str = "") -> Does:
    """Return what leaves a task in a state, with words about it."""

    async def does(work: Work) -> None:
        await work.ends(state, text)

    return does


async def hangs(work: Work) -> None:
    """Begin, and never go on."""
    await work.told.start_work()
    await asyncio.Event().wait()
