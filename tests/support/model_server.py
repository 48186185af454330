"""A local server that speaks the OpenAI chat completions protocol from a script."""

import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

TEXT = "text"
"""What a call without a response schema is called in a script."""


@dataclass(frozen=True)
class ModelCall:
    """One request as the model would see it. `schema` is the response schema's name, or "text"."""

    schema: str
    messages: Sequence[Mapping[str, Any]]
    body: Mapping[str, Any]

    @property
    def data(self) -> Any:
        """The JSON document between <data> and </data> in the first user message."""
        said = next(m["content"] for m in self.messages if m["role"] == "user")
        return json.loads(said.removeprefix("<data>\n").removesuffix("\n</data>"))


@dataclass(frozen=True)
class Says:
    """A completion: a JSON value, or text in pieces. `finish` is its finish reason."""

    value: Any = None
    pieces: tuple[str, ...] = ()
    finish: str = "stop"
    refusal: str | None = None

    @property
    def text(self) -> str:
        """The whole content."""
        return "".join(self.pieces) if self.pieces else json.dumps(self.value)


@dataclass(frozen=True)
class Fails:
    """An HTTP error."""

    status: int


@dataclass(frozen=True)
class BreaksOff:
    """A stream that ends after these pieces without a finish reason, or with an error event."""

    pieces: tuple[str, ...]
    error_event: bool = False


Answer = Says | Fails | BreaksOff
Responder = Callable[[ModelCall], Answer]


def by_schema(script: Mapping[str, Sequence[Answer]]) -> Responder:
    """Return a responder that plays one script per response schema; a call beyond it gets a 500."""
    left = {schema: list(answers) for schema, answers in script.items()}

    def respond(call: ModelCall) -> Answer:
        answers = left.get(call.schema)
        return answers.pop(0) if answers else Fails(500)

    return respond


class ModelServer:
    """The protocol in front of a responder. `calls` are the requests received, in order."""

    def __init__(self, respond: Responder) -> None:
        self.respond = respond
        self.calls: list[ModelCall] = []
        self.base_url = ""
        self.app = Starlette(
            routes=[Route("/v1/chat/completions", self._completions, methods=["POST"])]
        )

    async def _completions(self, request: Request) -> Response:
        body = await request.json()
        wanted = (body.get("response_format") or {}).get("json_schema") or {}
        call = ModelCall(wanted.get("name", TEXT), body["messages"], body)
        self.calls.append(call)
        answer = self.respond(call)
        if isinstance(answer, Fails):
            error = {"message": "scripted", "type": "error", "code": None}
            return JSONResponse({"error": error}, answer.status)
        if body.get("stream"):
            return StreamingResponse(_events(answer, body), media_type="text/event-stream")
        if isinstance(answer, BreaksOff):
            return Response(
                json.dumps(_completion(Says(""), body))[:20], media_type="application/json"
            )
        return JSONResponse(_completion(answer, body))


@contextmanager
def model_server(respond: Responder) -> Iterator[ModelServer]:
    """Serve on a free loopback port, from a thread of its own."""
    server = ModelServer(respond)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server.base_url = f"http://127.0.0.1:{listener.getsockname()[1]}/v1/"
        runner = uvicorn.Server(
            uvicorn.Config(server.app, log_level="critical", ws="none", lifespan="off")
        )
        thread = threading.Thread(target=runner.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            runner.should_exit = True
            thread.join()


def _completion(answer: Says, body: Mapping[str, Any]) -> dict[str, Any]:
    message = {
        "role": "assistant",
        "content": None if answer.refusal else answer.text,
        "refusal": answer.refusal,
    }
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "choices": [{"index": 0, "finish_reason": answer.finish, "message": message}],
        "usage": _usage(body, answer.text),
    }


def _events(answer: Says | BreaksOff, body: Mapping[str, Any]) -> Iterator[str]:
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1} | {
        "model": body["model"]
    }
    pieces = answer.pieces or (answer.text,) if isinstance(answer, Says) else answer.pieces

    def event(delta: Mapping[str, Any], finish: str | None = None) -> str:
        choices = [{"index": 0, "delta": delta, "finish_reason": finish}]
        return f"data: {json.dumps({**head, 'choices': choices})}\n\n"

    if isinstance(answer, Says) and answer.refusal:
        yield event({"role": "assistant", "refusal": answer.refusal})
        pieces = ()
    for piece in pieces:
        yield event({"role": "assistant", "content": piece})
    if isinstance(answer, BreaksOff):
        if answer.error_event:
            yield 'data: {"error": {"message": "overloaded", "type": "server_error"}}\n\n'
        return
    yield event({}, answer.finish)
    if (body.get("stream_options") or {}).get("include_usage"):
        usage = _usage(body, "".join(pieces))
        yield f"data: {json.dumps({**head, 'choices': [], 'usage': usage})}\n\n"
    yield "data: [DONE]\n\n"


def _usage(body: Mapping[str, Any], text: str) -> dict[str, int]:
    """Count words as tokens: small numbers a test can state."""
    spent = sum(len(str(message["content"]).split()) for message in body["messages"])
    written = len(text.split())
    return {"prompt_tokens": spent, "completion_tokens": written, "total_tokens": spent + written}
