"""A local server that speaks the OpenAI chat completions protocol from a script."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from shared.reasoning.model.probing import PROBE
from tests.support.loopback import listening, served

TEXT = "text"
"""What a call without a response schema is called in a script."""
UNDERSTANDING, PLANNING, REASSESSING, REVISING = (
    "understanding",
    "planning",
    "reassessing",
    "revising",
)
"""What a call is called that is answered by calls of tools, by the tools that are its own."""
_TELLING = (
    ("answer_question", UNDERSTANDING),
    ("finish", REASSESSING),
    ("cannot", PLANNING),
    (PROBE, PROBE),
)


@dataclass(frozen=True)
class ModelCall:
    """One request as the model would see it.

    `schema` is the response schema's name, what is wanted by tools, or "text".
    """

    schema: str
    messages: Sequence[Mapping[str, Any]]
    body: Mapping[str, Any]

    @property
    def data(self) -> Any:
        """The JSON document between <data> and </data> in the first user message."""
        if not self._user.startswith("<data>\n"):
            return {}
        return json.loads(self._user.removeprefix("<data>\n").partition("\n</data>")[0])

    @property
    def asked(self) -> str:
        """What stands after the data."""
        fenced = self._user.startswith("<data>\n")
        return self._user.partition("\n</data>")[2].strip() if fenced else self._user

    @property
    def said(self) -> str:
        """The person's own words, or the command, at the end."""
        last = _LAST.search(self.asked)
        assert last is not None, self.asked
        return last[1]

    @property
    def tools(self) -> dict[str, Any]:
        """The tools on offer, by name."""
        return {t["function"]["name"]: t["function"] for t in self.body.get("tools", ())}

    @property
    def _user(self) -> str:
        return next(m["content"] for m in self.messages if m["role"] == "user")


@dataclass(frozen=True)
class Says:
    """A completion: a JSON value, or text in pieces. `finish` is its finish reason.

    `thoughts` are streamed before the text, under the name that servers have for them.
    """

    value: Any = None
    pieces: tuple[str, ...] = ()
    finish: str = "stop"
    refusal: str | None = None
    thoughts: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The whole content."""
        return "".join(self.pieces) if self.pieces else json.dumps(self.value)


@dataclass(frozen=True)
class Calls:
    """A completion that calls tools: names and arguments, in order."""

    calls: tuple[tuple[str, Any], ...]

    @property
    def text(self) -> str:
        """What it costs to say."""
        return json.dumps(self.calls)


def calls(*made: tuple[str, Mapping[str, Any]]) -> Calls:
    """Return a completion that calls tools; each says as its reason what a script says."""
    return Calls(tuple((name, {"reason": "as scripted", **given}) for name, given in made))


@dataclass(frozen=True)
class Fails:
    """An HTTP error, with what the server says of it."""

    status: int
    message: str = "scripted"


@dataclass(frozen=True)
class BreaksOff:
    """A stream that ends after these pieces without a finish reason, or with an error event."""

    pieces: tuple[str, ...]
    error_event: bool = False


Answer = Says | Calls | Fails | BreaksOff
_LAST = re.compile(r"(?:^|\n)(?:Message|Command|Wish|Reply): ([\s\S]*)\Z")
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
        call = ModelCall(_wanted(body), body["messages"], body)
        self.calls.append(call)
        answer = self.respond(call)
        if isinstance(answer, Fails):
            error = {"message": answer.message, "type": "error", "code": None}
            return JSONResponse({"error": error}, answer.status)
        if body.get("stream"):
            return StreamingResponse(_events(answer, body), media_type="text/event-stream")
        if isinstance(answer, BreaksOff):
            return Response(
                json.dumps(_completion(Says(""), body))[:20], media_type="application/json"
            )
        return JSONResponse(_completion(answer, body))


def _wanted(body: Mapping[str, Any]) -> str:
    shape = (body.get("response_format") or {}).get("json_schema") or {}
    names = {tool["function"]["name"] for tool in body.get("tools", ())}
    if names and len(names - {"cannot"}) == 1 and "cannot" in names:
        return REVISING if "Wish: " in body["messages"][1]["content"] else PLANNING
    wanted = next((what for name, what in _TELLING if name in names), TEXT)
    return shape.get("name", wanted)


@contextmanager
def model_server(respond: Responder) -> Iterator[ModelServer]:
    """Serve on a free loopback port, from a thread of its own."""
    server = ModelServer(respond)
    with listening() as (listener, url):
        server.base_url = f"{url}/v1/"
        with served(server.app, listener):
            yield server


def _completion(answer: Says | Calls, body: Mapping[str, Any]) -> dict[str, Any]:
    message, finish = _message(answer)
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "choices": [{"index": 0, "finish_reason": finish, "message": message}],
        "usage": _usage(body, answer.text),
    }


def _message(answer: Says | Calls) -> tuple[dict[str, Any], str]:
    if isinstance(answer, Calls):
        made = [
            {
                "id": f"call_{place}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(given)},
            }
            for place, (name, given) in enumerate(answer.calls, 1)
        ]
        return {"role": "assistant", "content": None, "tool_calls": made}, "tool_calls"
    content = None if answer.refusal else answer.text
    return {"role": "assistant", "content": content, "refusal": answer.refusal}, answer.finish


def _events(answer: Says | BreaksOff, body: Mapping[str, Any]) -> Iterator[str]:
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1} | {
        "model": body["model"]
    }
    pieces = answer.pieces or (answer.text,) if isinstance(answer, Says) else answer.pieces

    def event(delta: Mapping[str, Any], finish: str | None = None) -> str:
        choices = [{"index": 0, "delta": delta, "finish_reason": finish}]
        return f"data: {json.dumps({**head, 'choices': choices})}\n\n"

    for thought in answer.thoughts if isinstance(answer, Says) else ():
        yield event({"role": "assistant", "content": None, "reasoning_content": thought})
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
