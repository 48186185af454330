"""Another agent, which talks to a host with the SDK's own client in one of the two dialects."""

import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Literal

import httpx
from a2a.client import A2ACardResolver, Client, ClientConfig, ClientFactory
from a2a.types import (
    CancelTaskRequest,
    GetTaskRequest,
    ListTasksRequest,
    SendMessageRequest,
    StreamResponse,
    SubscribeToTaskRequest,
    Task,
    TaskState,
)
from google.protobuf.json_format import MessageToDict, ParseDict

Dialect = Literal["1.0", "0.3"]


class Peer:
    """An agent with one context: it remembers what its last message came to."""

    def __init__(self, client: Client, *, streaming: bool) -> None:
        self._client = client
        self.streaming = streaming
        self.context = f"ctx-{uuid.uuid4().hex}"
        self.told: list[StreamResponse] = []
        """Everything that came of the last message, in order."""

    async def say(
        self, text: str, task: str = "", webhook: Mapping[str, str] | None = None
    ) -> Task:
        """Say something, in words; return the task as it stands once nobody works on it."""
        return await self._send([{"text": text}], task, webhook)

    async def bring(self, text: str, *files: dict[str, Any]) -> Task:
        """Say something with files; return the task."""
        return await self._send([{"text": text}, *files], "")

    async def answer(self, task: Task, payload: Any, status: str = "resolved") -> Task:
        """Answer what a task asks, as data that names the question."""
        data = {"interruptId": question(task)["id"], "status": status, "payload": payload}
        return await self._send([{"data": data}], task.id)

    async def stream(self, text: str) -> AsyncIterator[StreamResponse]:
        """Say something, and yield what comes of it as it comes."""
        async for update in self._client.send_message(self._request([{"text": text}], "")):
            yield update

    async def get(self, task: str) -> Task:
        return await self._client.get_task(GetTaskRequest(id=task))

    async def cancel(self, task: str) -> Task:
        return await self._client.cancel_task(CancelTaskRequest(id=task))

    async def listed(self) -> list[Task]:
        found = await self._client.list_tasks(ListTasksRequest(context_id=self.context))
        return list(found.tasks)

    async def subscribe(self, task: str) -> AsyncIterator[StreamResponse]:
        async for update in self._client.subscribe(SubscribeToTaskRequest(id=task)):
            yield update

    async def _send(
        self, parts: list[dict[str, Any]], task: str, webhook: Mapping[str, str] | None = None
    ) -> Task:
        sent = self._client.send_message(self._request(parts, task, webhook))
        self.told = [update async for update in sent]
        first = self.told[0].task
        return first if not self.streaming else await self.get(first.id)

    def _request(
        self, parts: list[dict[str, Any]], task: str, webhook: Mapping[str, str] | None = None
    ) -> SendMessageRequest:
        message = {
            "messageId": uuid.uuid4().hex,
            "role": "ROLE_USER",
            "parts": parts,
            "contextId": self.context,
            **({"taskId": task} if task else {}),
        }
        given: dict[str, Any] = {"message": message}
        if webhook is not None:
            given["configuration"] = {"taskPushNotificationConfig": dict(webhook)}
        return ParseDict(given, SendMessageRequest())


@asynccontextmanager
async def peer(
    http: httpx.AsyncClient,
    dialect: Dialect = "1.0",
    *,
    streaming: bool = False,
    binding: Literal["JSONRPC", "HTTP+JSON"] = "JSONRPC",
    at: str = "",
    takes: Sequence[str] = (),
) -> AsyncGenerator[Peer]:
    """An agent that has read the card of the host that `http` reaches, or of an agent `at` it.

    `takes` are the types of answers that it says it takes; none says nothing of that.
    """
    card = await A2ACardResolver(http, f"{str(http.base_url).rstrip('/')}{at}").get_agent_card()
    spoken = [one for one in card.supported_interfaces if one.protocol_version == dialect]
    del card.supported_interfaces[:]
    card.supported_interfaces.extend(spoken)
    config = ClientConfig(
        httpx_client=http,
        streaming=streaming,
        supported_protocol_bindings=[binding],
        accepted_output_modes=list(takes),
    )
    yield Peer(ClientFactory(config).create(card), streaming=streaming)


def state(task: Task) -> str:
    """Return how a task stands."""
    return TaskState.Name(task.status.state).removeprefix("TASK_STATE_")


def words(task: Task) -> str:
    """Return what a task says last."""
    return task.status.message.parts[0].text


def question(task: Task) -> dict[str, Any]:
    """Return what a task asks, as data."""
    return MessageToDict(task.status.message.parts[1].data)
