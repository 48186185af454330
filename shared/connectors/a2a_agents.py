"""The `Envoy` port over A2A: agents of other systems, talked to with the SDK's client.

A message is sent once. What became of it is asked for by the task that it was told of, also where
the agent's host falls over and starts again meanwhile; nothing an agent sends is redirected,
packed, or looked up elsewhere for it.
"""

import asyncio
import json
from base64 import b64encode
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from typing import TYPE_CHECKING, Any, cast

import httpx

from shared.connectors.a2a_cards import NotACard, as_message, card_of
from shared.connectors.a2a_failures import failing, passing, quoted, refused
from shared.connectors.a2a_http import Through
from shared.connectors.outward import Resolve, causes, fault, resolved
from shared.connectors.rest import well_formed
from shared.decisions.a2a import whole
from shared.decisions.chains import EXTENSION
from shared.errors import InvalidRequest, ToolFailed
from shared.models.base import Json
from shared.models.given import Given, Sent
from shared.models.remote import Letter, RemoteAgent, RemoteCard, Reply
from shared.naming import digest
from shared.security.sealing import NotOpened, Sealer
from shared.tools.effect import OutcomeUnknown, TakenOver

if TYPE_CHECKING:
    from a2a.client import Client
    from a2a.types import Message, SendMessageRequest, StreamResponse, Task

SECONDS = 20.0
"""An agent has this long for one look at it: what takes longer is looked at again."""
MOST_BYTES = 1_000_000
"""Of one answer, or of one stream."""
MOST_CARD_BYTES = 200_000
MAX_TEXT_CHARACTERS = 50_000
MAX_DATA_CHARACTERS = 20_000
MAX_NAME_CHARACTERS = 150
_POLL_SECONDS = 1.0
_TRIES = 10
"""Seconds that a host may take to start again: so often is tried what may be done twice."""
_MAX_ID = 255


class A2aAgents:
    """Reaches agents of other systems.

    `loopback`: agents on this machine may be reached. `sealer` is looked at when a credential is
    first needed.
    """

    def __init__(
        self,
        sealer: Callable[[], Sealer],
        *,
        loopback: bool,
        resolve: Resolve = resolved,
        seconds: float = SECONDS,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._sealer = sealer
        self._loopback = loopback
        self._resolve = resolve
        self._seconds = seconds
        self._pause = pause

    def seal(self, tenant: str, agent: RemoteAgent, credential: str) -> str:
        """Return a credential as only messages to this very agent can bring it."""
        return self._sealer().seal(credential, _context(tenant, agent)) if credential else ""

    def sealed_anew(self, tenant: str, before: RemoteAgent, now: RemoteAgent) -> str:
        """Return the credential of an agent for what it is now; raise ToolFailed."""
        return self.seal(tenant, now, self._opened(tenant, before))

    async def card(self, url: str) -> RemoteCard:
        """Return what a card says; raise InvalidRequest, or ToolFailed.

        Nobody is shown a credential for it: who lies about where a card is learns none.
        """
        if wrong := fault(url, loopback=self._loopback):
            raise InvalidRequest(f"The url {wrong}.")
        try:
            async with asyncio.timeout(self._seconds), self._http(MOST_CARD_BYTES, {}) as (http, _):
                answer = await http.get(url, headers={"Accept": "application/json"})
            if answer.is_success:
                return card_of(answer.json(), loopback=self._loopback)
        except NotACard as error:
            raise ToolFailed(f"There is no card that can be used: {error}.", "params") from error
        except Exception as error:
            raise ToolFailed(*failing("The card", error, self._seconds)) from error
        raise ToolFailed(f"There is no card there: the answer is {answer.status_code}.", "params")

    async def say(self, tenant: str, agent: RemoteAgent, letter: Letter) -> Reply:
        """Send a message, or look what became of it, and return what the agent has come to.

        Raises ToolFailed where nothing was taken, or the agent says that it failed; OutcomeUnknown
        where nobody can tell.
        """
        name, so_far = agent.card.name, _SoFar(letter)
        looks = (letter.noted if letter.again else "") or ("" if letter.text else letter.task)
        if letter.again and not looks and not agent.card.repeatable:
            raise ToolFailed(f"{name} cannot be asked what became of it.", "network")
        headers, sent = self._headers(tenant, agent), False
        try:
            async with self._http(MOST_BYTES, headers) as (http, through):
                try:
                    async with asyncio.timeout(self._seconds):
                        await self._reached(
                            _client(agent, http), letter, looks, so_far, lambda: through.sent
                        )
                finally:
                    sent = through.sent
        except (ToolFailed, TakenOver):
            raise
        except Exception as error:
            if so_far.task.id and any(isinstance(one, TimeoutError) for one in causes(error)):
                return so_far.reply(name)
            why, kind = failing(name, error, self._seconds)
            if sent and so_far.sending and (so_far.task.id or not refused(error)):
                raise OutcomeUnknown(why) from error
            raise ToolFailed(why, kind, recoverable=kind != "auth") from error
        return so_far.reply(name)

    async def _reached(
        self,
        client: "Client",
        letter: Letter,
        looks: str,
        so_far: "_SoFar",
        sent: Callable[[], bool],
    ) -> None:
        """Send a message, or look for the task `looks`, until there is nothing to wait for.

        `sent` tells whether somebody may have taken the message.
        """
        from a2a.types import GetTaskRequest  # noqa: PLC0415

        if letter.signed_in and not looks:  # it may have seen so by itself, and have gone on
            task = await client.get_task(GetTaskRequest(id=letter.task), context=_headed())
            if _state(task) != "AUTH_REQUIRED":
                await so_far.found(task)
                looks = task.id
        if not looks:
            so_far.sending = True
            await self._tried(
                lambda: _send(client, letter, so_far), lambda: letter.again or not sent()
            )
        while not so_far.settled:
            if so_far.task.id:
                await self._pause(_POLL_SECONDS)
            await self._tried(lambda: _look(client, so_far.task.id or looks, so_far), lambda: True)

    async def _tried(self, call: Callable[[], Awaitable[None]], may: Callable[[], bool]) -> None:
        """Call, and call again while nobody is there and it may be done twice."""
        for tried in range(1, _TRIES + 1):
            try:
                return await call()
            except Exception as error:
                if tried == _TRIES or not (passing(error) and may()):
                    raise
            await self._pause(_POLL_SECONDS)
        return None

    @asynccontextmanager
    async def _http(
        self, most: int, headers: dict[str, str]
    ) -> AsyncGenerator[tuple[httpx.AsyncClient, Through], None]:
        through = Through(loopback=self._loopback, most=most, resolve=self._resolve)
        async with httpx.AsyncClient(
            transport=through, headers=headers, timeout=self._seconds, trust_env=False
        ) as http:
            yield http, through

    def _headers(self, tenant: str, agent: RemoteAgent) -> dict[str, str]:
        opened = self._opened(tenant, agent)
        return {"Authorization": f"Bearer {opened}"} if opened else {}

    def _opened(self, tenant: str, agent: RemoteAgent) -> str:
        if not agent.sealed:
            return ""
        try:
            return self._sealer().open(agent.sealed, _context(tenant, agent))
        except NotOpened as error:
            told = f"What opens {agent.card.name} cannot be read any more: register it again."
            raise ToolFailed(told, "auth") from error


class _SoFar:
    """What an agent has said of a message until now."""

    def __init__(self, letter: Letter) -> None:
        from a2a.types import Task  # noqa: PLC0415

        self._letter = letter
        self.task: Task = Task()
        self.message: Message | None = None
        self.sending = False
        """Whether a message was about to be sent, and not only looked what became of one."""

    @property
    def settled(self) -> bool:
        """Whether there is nothing to wait for."""
        return self.message is not None or _state(self.task) not in {"", "SUBMITTED", "WORKING"}

    async def found(self, task: "Task") -> None:
        """Take a task as it stands; raise ValueError for one that has no name."""
        if not task.id or len(task.id) > _MAX_ID:
            raise ValueError("a task without a name that could be kept")
        if task.id != self.task.id:
            await self._letter.note(task.id)
        self.task = task

    async def take(self, update: "StreamResponse") -> None:
        """Take what came."""
        from a2a.server.tasks.task_manager import append_artifact_to_task  # noqa: PLC0415
        from a2a.types import Task  # noqa: PLC0415

        match update.WhichOneof("payload"):
            case "message":
                self.message = update.message
            case "task":
                await self.found(update.task)
            case "status_update":
                event = update.status_update
                if not self.task.id:
                    await self.found(Task(id=event.task_id, context_id=event.context_id))
                self.task.status.CopyFrom(event.status)
            case "artifact_update":
                event = update.artifact_update
                if not self.task.id:
                    await self.found(Task(id=event.task_id, context_id=event.context_id))
                append_artifact_to_task(self.task, event)
                await self._letter.told(_text(event.artifact.parts))
            case _:
                pass

    def reply(self, name: str) -> Reply:
        """Return what it has come to; raise ToolFailed where the agent says that it failed."""
        if self.message is not None:
            message = self.message
            reply = _reply("answered", [message.parts], "", message.context_id)
            return _giving(reply, name, [("", message.parts)])
        task, state = self.task, _state(self.task)
        said = _text(task.status.message.parts)
        names = (task.id, task.context_id)
        match state:
            case "" | "SUBMITTED" | "WORKING":
                return _reply("working", [], *names)
            case "INPUT_REQUIRED":
                return _reply("asks", [task.status.message.parts], *names)
            case "COMPLETED":
                parts = [one.parts for one in task.artifacts]
                if not any(map(_text, parts)):
                    parts = [task.status.message.parts, *parts]
                found = [(one.name, one.parts) for one in task.artifacts]
                reply = _reply("answered", parts, *names)
                return _giving(reply, name, [*found, ("", task.status.message.parts)])
            case "AUTH_REQUIRED":
                return _reply("signs_in", [task.status.message.parts], *names)
            case "CANCELED":
                raise ToolFailed(f"{name} says that it was stopped.{quoted(said)}", "tool_error")
            case _:
                told = f"{name} says that it could not do it.{quoted(said)}"
                raise ToolFailed(told, "tool_error")


def _reply(state: Any, parts: Sequence[Any], task: str, context: str) -> Reply:
    text = "\n\n".join(filter(None, map(_text, parts))).strip() or _data(parts)
    return Reply(
        state=state,
        text=str(well_formed(text[:MAX_TEXT_CHARACTERS])),
        task=task,
        context=context[:_MAX_ID],
        cut=len(text) > MAX_TEXT_CHARACTERS,
    )


def _giving(reply: Reply, agent: str, found: Sequence[tuple[str, Any]]) -> Reply:
    """Return a reply with the files and the data that came with it, each once."""
    every = [(name, part, part.WhichOneof("content")) for name, parts in found for part in parts]
    sent = dict.fromkeys(_sent(name, part) for name, part, kind in every if kind in {"raw", "url"})
    data = [
        Given(source=agent, name=name[:MAX_NAME_CHARACTERS], data=_value(part))
        for name, part, kind in every
        if kind == "data" and len(_written(part)) <= MAX_DATA_CHARACTERS
    ]
    update = {"sent": tuple(sent), "given": tuple(data)}
    return Reply.recorded(well_formed(reply.model_copy(update=update).model_dump(mode="json")))


def _sent(name: str, part: Any) -> Sent:
    content = b64encode(part.raw).decode()
    named = part.filename or name
    return Sent(name=named, type=part.media_type, content=content, url=part.url)


def _text(parts: Any) -> str:
    return "".join(part.text for part in parts if part.WhichOneof("content") == "text")


def _data(parts: Sequence[Any]) -> str:
    """Return what was sent as data, in words: JSON, which whoever says nothing else answers in."""
    found = (part for each in parts for part in each if part.WhichOneof("content") == "data")
    return "\n\n".join(map(_written, found))


def _written(part: Any) -> str:
    # Protobuf tells the names of a map in any order, another one each time.
    return json.dumps(_value(part), ensure_ascii=False, indent=2, sort_keys=True)


def _value(part: Any) -> Json:
    from google.protobuf.json_format import MessageToDict  # noqa: PLC0415

    return whole(MessageToDict(part.data))


def _state(task: "Task") -> str:
    from a2a.types import TaskState  # noqa: PLC0415

    state = TaskState.Name(task.status.state).removeprefix("TASK_STATE_")
    return "" if state == "UNSPECIFIED" else state


def _context(tenant: str, agent: RemoteAgent) -> str:
    where = [f"{one.binding} {one.url}" for one in agent.card.interfaces]
    return f"remote-agent/{digest(tenant, agent.id, *where)}"


def _client(agent: RemoteAgent, http: httpx.AsyncClient) -> "Client":
    from a2a.client import ClientConfig, ClientFactory  # noqa: PLC0415

    streams = agent.card.streaming
    config = ClientConfig(
        httpx_client=http,
        streaming=streams,
        polling=not streams,
        supported_protocol_bindings=["JSONRPC", "HTTP+JSON"],
    )
    return ClientFactory(config).create(as_message(agent.card))


async def _send(client: "Client", letter: Letter, so_far: _SoFar) -> None:
    """Send a message and take what comes; where that breaks off, its task can be looked for."""
    sending = client.send_message(_request(letter), context=_headed())
    try:
        async with aclosing(cast("AsyncGenerator[StreamResponse, None]", sending)) as updates:
            async for update in updates:
                await so_far.take(update)
                if _state(so_far.task) == "AUTH_REQUIRED":
                    break  # a person is waited for, and the stream may stay open that long
    except Exception as error:
        if not (so_far.task.id and passing(error)):
            raise


async def _look(client: "Client", task: str, so_far: _SoFar) -> None:
    """Take how a task stands."""
    from a2a.types import GetTaskRequest  # noqa: PLC0415

    await so_far.found(await client.get_task(GetTaskRequest(id=task), context=_headed()))


def _request(letter: Letter) -> "SendMessageRequest":
    from a2a.types import SendMessageRequest  # noqa: PLC0415
    from google.protobuf.json_format import ParseDict  # noqa: PLC0415

    message = {
        "messageId": letter.id,
        "role": "ROLE_USER",
        "parts": [{"text": letter.text}],
        "metadata": {EXTENSION: {"chain": list(letter.chain)}},
        "extensions": [EXTENSION],
        **({"taskId": letter.task} if letter.task else {}),
        **({"contextId": letter.context} if letter.context else {}),
    }
    return ParseDict({"message": message}, SendMessageRequest())


def _headed() -> Any:
    from a2a.client import ClientCallContext  # noqa: PLC0415
    from a2a.client.service_parameters import (  # noqa: PLC0415
        ServiceParametersFactory,
        with_a2a_extensions,
    )

    return ClientCallContext(
        service_parameters=ServiceParametersFactory.create([with_a2a_extensions([EXTENSION])])
    )
