"""The Model Context Protocol over streamable HTTP: our agents as tools of anybody's client.

Each request is served by itself, so any instance may answer it. What a conversation asks goes to
the person by elicitation where the client can take the question with the result of the call, and
the answer comes back with the call made again; else the result says how to answer.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from azurefunctions.extensions.http.fastapi import Request, Response
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from api.answering import Given
from api.mcp_tools import ANSWER, LOOK, Desk, Offer, Outcome
from api.parsing import MAX_BODY_BYTES, Body, bounded, checked
from api.problems import told
from shared.errors import OmniForgeError
from shared.models.base import Json, PrintableId
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services

_NAME, _VERSION = "OmniForge Master Agent", "1"
_INSTRUCTIONS = (
    "Say what the person wants in their own words. A result with the status `waiting` has a "
    "question for the person: show it to them as it is, and answer with what they say."
)
_HOW = (
    "This waits for the person. When they have answered, call the tool `answer` with "
    "{example}. They may also say so in the conversation itself."
)
_WORKING = "It is still working on that. Call `look` with {example} in a while."
_DONE = "Done."


class _State(Body):
    """What a call that is made again goes on with."""

    thread: PrintableId
    question: PrintableId


async def post_mcp(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Answer one message of the protocol."""
    body = await bounded(request)
    server = _server(Desk(caller, engine, services))
    manager = StreamableHTTPSessionManager(
        server, json_response=True, stateless=True, max_request_body_size=MAX_BODY_BYTES
    )
    exchange = _Exchange(body)
    async with manager.run():
        await manager.handle_request(dict(request.scope), exchange.receive, exchange.send)
    return exchange.response()


def _server(desk: Desk) -> Server[Any]:
    async def list_tools(
        _context: ServerRequestContext[Any], _page: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=[_tool(one) for one in await desk.offers()])

    async def call_tool(
        context: ServerRequestContext[Any], params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        try:
            outcome = await _called(desk, params)
            asks = _asks(context) and not _left(params) and params.name != LOOK.name
        except LookupError as error:
            raise MCPError(INVALID_PARAMS, f"There is no tool {params.name!r}.") from error
        except OmniForgeError as error:
            code, said = told(error)
            return _result(f"{said}", {"status": "refused", "code": code}, failed=True)
        if outcome.question is not None and asks:
            return _elicited(outcome, outcome.question)
        return _shown(outcome)

    return Server(
        _NAME,
        version=_VERSION,
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def _called(desk: Desk, params: CallToolRequestParams) -> Outcome:
    """Make a call; one that is made again with an answer to its question answers that instead."""
    if params.request_state is None:
        return await desk.call(params.name, params.arguments or {})
    state = checked(_State, _decoded(params.request_state), "requestState")
    reply = (params.input_responses or {}).get(state.question)
    if not isinstance(reply, ElicitResult) or _left(params):
        return await desk.look(state.thread)
    if reply.action == "decline":
        return await desk.answer(state.thread, state.question, Given(action="reject"))
    given = _given(cast("Mapping[str, Json]", reply.content or {}))
    return await desk.answer(state.thread, state.question, given)


def _left(params: CallToolRequestParams) -> bool:
    """Return whether the person was asked, and let it be for now."""
    replies = (params.input_responses or {}).values()
    return any(isinstance(one, ElicitResult) and one.action == "cancel" for one in replies)


def _given(content: Mapping[str, Json]) -> Given:
    """Return the answer that a filled-in form is; raise InvalidFields."""
    words, choice = content.get("text"), content.get("choice")
    if words:
        return checked(Given, {"action": "respond", "text": words})
    if choice in {"accept", "reject"}:
        return Given(action="accept" if choice == "accept" else "reject")
    return checked(Given, {"action": "respond", "option": choice})


def _decoded(state: str) -> Json:
    try:
        return json.loads(state)
    except ValueError:
        return None


def _asks(context: ServerRequestContext[Any]) -> bool:
    """Return whether a client takes a question as the result of its call."""
    able = context.session.client_capabilities
    modern = context.protocol_version in MODERN_PROTOCOL_VERSIONS
    asked = able.elicitation if able is not None else None
    return modern and asked is not None and (asked.form is not None or asked.url is None)


def _elicited(outcome: Outcome, question: Mapping[str, Any]) -> InputRequiredResult:
    params = ElicitRequestFormParams(
        message=_said(outcome.text, str(question["message"])), requested_schema=_form(question)
    )
    state = {"thread": outcome.thread, "question": question["id"]}
    return InputRequiredResult(
        input_requests={str(question["id"]): ElicitRequest(params=params)},
        request_state=json.dumps(state),
    )


def _form(question: Mapping[str, Any]) -> dict[str, Json]:
    """Return the form that asks a question: something to choose, and words where they fit."""
    meta = question["metadata"]
    options = [(one["id"], one["label"]) for one in meta["options"]]
    approval = meta["kind"] == "approval"
    choices = [("accept", "Yes"), *options, ("reject", "No")] if approval else options
    properties: dict[str, Json] = {}
    if choices:
        among = [{"const": value, "title": label} for value, label in choices]
        properties["choice"] = {"type": "string", "title": "Answer", "oneOf": among}
    words = "Or what should be different" if approval else "In your own words"
    properties["text"] = {"type": "string", "title": words}
    return {"type": "object", "properties": properties}


def _shown(outcome: Outcome) -> CallToolResult:
    """Return how a conversation stands, in words and in structure."""
    structure: dict[str, Json] = {
        "status": outcome.status,
        "thread": outcome.thread,
        "text": outcome.text,
    }
    text = outcome.text or _DONE
    if outcome.status == "working":
        example = json.dumps({"thread": outcome.thread})
        text = _said(outcome.text, _WORKING.format(example=example))
    if outcome.question is not None:
        asked = outcome.question
        approval = asked["metadata"]["kind"] == "approval"
        example = {
            "thread": outcome.thread,
            "question": asked["id"],
            **({"action": "accept"} if approval else {"action": "respond", "text": "…"}),
        }
        how = _HOW.format(example=json.dumps(example, ensure_ascii=False))
        text = _said(outcome.text, str(asked["message"]), how)
        structure["question"] = {**asked, "answer_with": {"tool": ANSWER.name, "for": example}}
    return _result(text, structure, failed=outcome.status == "failed")


def _said(*parts: str) -> str:
    """Return what is said, one after the other, without what was said in it before."""
    told: list[str] = []
    for part in parts:
        if not any(part in one for one in told):
            told.append(part)
    return "\n\n".join(filter(None, told))


def _result(text: str, structure: dict[str, Json], *, failed: bool) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=text)],
        structured_content=structure,
        is_error=failed,
    )


def _tool(offer: Offer) -> Tool:
    return Tool(
        name=offer.name,
        title=offer.title,
        description=offer.description,
        input_schema=offer.takes.model_json_schema(),
        annotations=ToolAnnotations(read_only_hint=offer.reads, destructive_hint=offer.destroys),
    )


class _Exchange:
    """One request that was read already, and the answer that is given to it."""

    def __init__(self, body: bytes) -> None:
        self._body: bytes | None = body
        self._status = 500
        self._headers: Sequence[tuple[bytes, bytes]] = ()
        self._answer = bytearray()

    async def receive(self) -> dict[str, Any]:
        """Hand the body out, once; after that nothing more comes."""
        if self._body is None:
            await asyncio.Event().wait()
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(self, message: Mapping[str, Any]) -> None:
        """Take in a part of the answer."""
        if message["type"] == "http.response.start":
            self._status, self._headers = message["status"], message.get("headers", ())
        else:
            self._answer += message.get("body", b"")

    def response(self) -> Response:
        """Return the answer."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in self._headers}
        return Response(bytes(self._answer), status_code=self._status, headers=headers)
