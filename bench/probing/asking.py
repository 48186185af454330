"""What is asked of the app: every operation of its description, and what A2A and MCP describe.

Where something is named (in a path, a query or a body) stands `NAME`, or `TASK` for the first task
of the conversation of that name; what a prober puts there is spelled in many ways.
"""

import base64
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, cast
from urllib.parse import quote

from api.description import describe
from api.ids import to_path
from api.operations import JSON, SSE
from api.routes import KNOWN, NAMED, Route

THERE, ABSENT = "salary-talks", "cinema-plans"
COMMON = "house-rules"
"""What is the organisation's, and of no other."""
USED, FREE = "sums-of-some", "sums-of-none"
NAME, TASK = "\u00abname\u00bb", "\u00abtask\u00bb"

SPELLINGS: Mapping[str, Callable[[str], str]] = {
    "plain": lambda name: name,
    "encoded": lambda name: "~" + base64.urlsafe_b64encode(name.encode()).decode().rstrip("="),
    "percent": lambda name: "".join(f"%{ord(letter):02X}" for letter in name),
    "percent twice": lambda name: quote(quote(f"{name}/")),
    "capitals": str.upper,
    "space": lambda name: f"{name}%20",
    "slash": lambda name: f"{name}%2F",
    "null": lambda name: f"{name}%00",
}

_FIELDS: Mapping[str, frozenset[str]] = {
    "thread_id": frozenset({"threadId", "thread"}),
    "agent": frozenset({"agent", "id", "target"}),
    "skill": frozenset({"id"}),
    "server": frozenset({"id"}),
    "remote": frozenset({"id"}),
    "effect": frozenset({"effect"}),
    "connection": frozenset({"account"}),
}
"""The fields of bodies that name such a thing, by what paths call it."""
_FOLDER = {"AGENT.md": f"---\nname: {NAME}\ndescription: Something else\n---\n"}
_AGENT = {"id": NAME, "name": "Other", "description": "Something else"}
_MORE: Mapping[tuple[str, str], Mapping[str, Any]] = {
    ("post_import", "agent"): {"files": _FOLDER},
    ("post_agent", "skill"): {**_AGENT, "skills": [{**_AGENT, "shared": NAME}]},
    ("post_agent", "server"): {**_AGENT, "tools": [f"lent:{NAME}:search"]},
    ("post_agent", "remote"): {**_AGENT, "tools": [f"remote:{NAME}"]},
}
"""Bodies that name something deeper within, by operation and by what."""
_MAKING = frozenset(
    {"post_chat", "post_message", "post_file", "post_agent", "post_import", "post_clone"}
    | {"post_skill", "mcp ask"}
)
_GIVEN = {"confirm": "everything", "replace": "true", "name": "a.txt"}
"""Parameters of queries without which nothing would be done."""
_REFUSED: tuple[Mapping[str, Any], ...] = ({"unheard": "of"}, {"": []})
_JSON_TYPE = {"content-type": JSON}
_V1 = {**_JSON_TYPE, "a2a-version": "1.0"}
_MCP = {**_JSON_TYPE, "accept": f"{JSON}, {SSE}"}


@dataclass(frozen=True)
class Asked:
    """One request, `NAME` and `TASK` standing in it for what it names."""

    what: str
    route: Route
    method: str
    path: Mapping[str, str] = field(default_factory=dict[str, str])
    query: Mapping[str, str] = field(default_factory=dict[str, str])
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def makes(self) -> bool:
        """Whether something of the caller's own may have that name afterwards."""
        return self.what in _MAKING or "Send" in self.what or "message" in self.what

    def of(self, name: str) -> "Asked":
        """Return the request about something of this name."""
        return replace(
            self,
            path={part: _put(value, name) for part, value in self.path.items()},
            query={part: _put(value, name) for part, value in self.query.items()},
            body=_within(self.body, name),
        )


def about(parameter: str, others: Mapping[str, str]) -> Iterator[Asked]:
    """Yield every request that can name such a thing; `others` are what else paths name."""
    for route, method, told in _operations():
        here = f"{{{parameter}}}" in route.path
        path = {**others, parameter: NAME} if here else dict(others)
        query = {name: _GIVEN[name] for name in _queries(told) if name in _GIVEN}
        plain = Asked(told["operationId"], route, method, path, query)
        named = list(_bodies(told, parameter))
        if here:
            yield from _variants(plain, told, [*(named or [_example(told)]), *_REFUSED])
        else:
            yield from _variants(plain, told, named)
            if parameter == "agent" and "id" in _queries(told):
                yield replace(plain, query={**query, "id": NAME}, body={"files": _FOLDER})
    yield from _protocols(parameter)


def overviews(words: Sequence[str]) -> Iterator[Asked]:
    """Yield every request that tells of many things, and searches for each of the words."""
    for route, method, told in _operations():
        if method == "GET" and "{" not in route.path and method not in route.public:
            yield Asked(told["operationId"], route, method)
            for word in words:
                for name in _queries(told):
                    yield Asked(told["operationId"], route, method, query={name: word})
    yield _rpc("ListTasks", {})
    yield _rpc("ListTasks", {"pageSize": 1})
    yield _rpc("GetExtendedAgentCard", {})
    yield _rest("GET", "tasks")
    yield _mcp("tools/list", {})


@cache
def _operations() -> tuple[tuple[Route, str, Mapping[str, Any]], ...]:
    """Return every operation of the app's own description, with its route."""
    routes = {route.path: route for route in NAMED}
    paths: Mapping[str, Mapping[str, Any]] = describe(NAMED)["paths"]
    return tuple(
        (routes[path], method.upper(), told)
        for path, methods in paths.items()
        for method, told in methods.items()
    )


@cache
def _schemas() -> Mapping[str, Any]:
    return describe(NAMED)["components"]["schemas"]


def _queries(told: Mapping[str, Any]) -> list[str]:
    return [one["name"] for one in told["parameters"] if one["in"] == "query"]


def _content(told: Mapping[str, Any]) -> Mapping[str, Any]:
    return told.get("requestBody", {}).get("content", {}).get(JSON, {})


def _example(told: Mapping[str, Any]) -> Any:
    return _content(told).get("example")


def _bodies(told: Mapping[str, Any], parameter: str) -> Iterator[Any]:
    """Yield the example of a body with each field filled that can name such a thing."""
    reference = str(_content(told).get("schema", {}).get("$ref", ""))
    fields = _schemas().get(reference.rpartition("/")[2], {}).get("properties", {})
    for name in sorted(_FIELDS.get(parameter, frozenset()) & set(fields)):
        yield {**(_example(told) or {}), name: NAME}
    if more := _MORE.get((told["operationId"], parameter)):
        yield more


def _variants(plain: Asked, told: Mapping[str, Any], bodies: Sequence[Any]) -> Iterator[Asked]:
    """Yield a request with each body, and as a stream where it can be answered with one."""
    for body in bodies:
        yield replace(plain, body=body)
    if bodies and SSE in str(told["responses"]):
        yield replace(plain, body=bodies[0], headers={"accept": SSE})


def _protocols(parameter: str) -> Iterator[Asked]:
    if parameter == "thread_id":
        yield from _a2a()
        yield from (_mcp("tools/call", params) for params in _TOOLS)
    if parameter == "agent":
        yield _mcp("tools/call", {"name": f"agent_{NAME}", "arguments": {"message": "Hi"}})
        yield _mcp("tools/call", {"name": f"agent_{NAME}", "arguments": {}})


_TOOLS: tuple[Mapping[str, Any], ...] = (
    {"name": "look", "arguments": {"thread": NAME}},
    {"name": "ask", "arguments": {"thread": NAME, "message": "Hi"}},
    {"name": "answer", "arguments": {"thread": NAME, "question": "q-1-1", "action": "accept"}},
    {
        "name": "ask",
        "arguments": {"message": "Hi"},
        "requestState": json.dumps({"thread": NAME, "question": "q-1-1"}, ensure_ascii=False),
        "inputResponses": {"q-1-1": {"action": "accept", "content": {"choice": "accept"}}},
    },
)


def _message(**more: Any) -> dict[str, Any]:
    return {"messageId": "m7", "role": "ROLE_USER", "parts": [{"text": "Hi"}], **more}


def _older(**more: Any) -> dict[str, Any]:
    """Return a message as 0.3 has it."""
    said = {"kind": "message", "messageId": "m7", "role": "user"}
    return {**said, "parts": [{"kind": "text", "text": "Hi"}], **more}


def _a2a() -> Iterator[Asked]:
    at_once = {"configuration": {"returnImmediately": True}}
    for method in ("GetTask", "CancelTask", "SubscribeToTask"):
        yield _rpc(method, {"id": TASK})
    yield _rpc("ListTasks", {"contextId": NAME})
    answer = {"interruptId": "q-1-1", "status": "resolved", "payload": {"action": "accept"}}
    for message in (
        _message(contextId=NAME),
        _message(taskId=TASK),
        _message(contextId=NAME, taskId=TASK),
        _message(taskId=TASK, parts=[{"data": answer}]),
    ):
        yield _rpc("SendMessage", {"message": message, **at_once})
        yield _rpc("SendStreamingMessage", {"message": message})
    for method in ("CreateTaskPushNotificationConfig", "ListTaskPushNotificationConfigs"):
        yield _rpc(method, {"taskId": TASK})
    for method in ("tasks/get", "tasks/cancel", "tasks/resubscribe"):
        yield _rpc(method, {"id": TASK}, _JSON_TYPE)
    for message in (_older(contextId=NAME), _older(taskId=TASK)):
        now = {"configuration": {"blocking": False}}
        yield _rpc("message/send", {"message": message, **now}, _JSON_TYPE)
        yield _rpc("message/stream", {"message": message}, _JSON_TYPE)
    for headers, under in ((_V1, ""), (_JSON_TYPE, "v1/")):
        yield _rest("GET", f"{under}tasks/{TASK}", headers=headers)
        yield _rest("POST", f"{under}tasks/{TASK}:cancel", {}, headers)
        yield _rest("GET", f"{under}tasks/{TASK}:subscribe", headers=headers)
    body = {"message": _message(taskId=TASK), **at_once}
    yield _rest("POST", "message:send", body)
    yield replace(_rest("GET", "tasks"), query={"contextId": NAME})


def _rpc(method: str, params: Mapping[str, Any], headers: Mapping[str, str] = _V1) -> Asked:
    body = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
    return Asked(f"a2a {method}", _route("a2a"), "POST", body=body, headers=headers)


def _rest(method: str, path: str, body: Any = None, headers: Mapping[str, str] = _V1) -> Asked:
    return Asked(
        f"a2a {method} {path}",
        _route("a2a_rest"),
        method,
        {"path": path},
        body=body,
        headers=headers,
    )


def _mcp(method: str, params: Mapping[str, Any]) -> Asked:
    body = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
    what = f"mcp {params.get('name', method)}"
    return Asked(what, _route("mcp"), "POST", body=body, headers=_MCP)


def _route(name: str) -> Route:
    return next(route for route in KNOWN if route.name == name)


def _within(value: Any, name: str) -> Any:
    match value:
        case str():
            return _put(value, name)
        case dict():
            inner = cast("dict[str, Any]", value)
            return {_put(key, name): _within(one, name) for key, one in inner.items()}
        case list():
            return [_within(one, name) for one in cast("list[Any]", value)]
        case _:
            return value


def _put(text: str, name: str) -> str:
    return text.replace(NAME, name).replace(TASK, f"{_segment(name)}.1")


def _segment(name: str) -> str:
    """Return an id as tasks have it, unless it is spelled for a path already."""
    return name if name.startswith("~") or "%" in name else to_path(name)
