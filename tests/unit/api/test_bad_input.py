"""Whatever is wrong with a request is refused before anything is written or started."""

import json

import httpx
import pytest

MESSAGES = "/api/v1/threads/t1/messages"
CHAT = "/api/v1/chat"


def chat(**changes):
    user = {"id": "m1", "role": "user", "content": "Hello"}
    return {"threadId": "t1", "runId": "r1", "messages": [user], **changes}


def user(content, id_="m1"):
    return chat(messages=[{"id": id_, "role": "user", "content": content}])


BODIES = [
    (MESSAGES, b"", None),
    (MESSAGES, b"{", None),
    (MESSAGES, b"\xff\xfe", None),
    (MESSAGES, b'{"message": NaN}', None),
    (MESSAGES, b"[" * 100_000, None),
    (MESSAGES, b"[]", None),
    (MESSAGES, b"null", None),
    (MESSAGES, b'"Hello"', None),
    (MESSAGES, {}, "message"),
    (MESSAGES, {"message": ""}, "message"),
    (MESSAGES, {"message": " \n\t"}, "message"),
    (MESSAGES, {"message": 7}, "message"),
    (MESSAGES, {"message": None}, "message"),
    (MESSAGES, {"message": ["Hello"]}, "message"),
    (MESSAGES, {"message": "a\x00b"}, "message"),
    (MESSAGES, {"message": "a\x1bb"}, "message"),
    (MESSAGES, {"message": "x" * 32_001}, "message"),
    (MESSAGES, b'{"message": "\\ud800"}', "message"),
    (MESSAGES, {"message": "Hello", "mesage_id": "m1"}, "mesage_id"),
    (MESSAGES, b'{"message": "Hello", "\\ud800": 1}', "?"),
    (MESSAGES, {"message": "Hello", "message_id": ""}, "message_id"),
    (MESSAGES, {"message": "Hello", "message_id": "x" * 256}, "message_id"),
    (MESSAGES, {"message": "Hello", "message_id": "a\nb"}, "message_id"),
    (MESSAGES, {"message": "Hello", "message_id": 1}, "message_id"),
    (MESSAGES, b'{"message": "Hello", "message_id": "\\udfff"}', "message_id"),
    (MESSAGES, {"message": "Hello", "on_busy": "wait"}, "on_busy"),
    (MESSAGES, {"message": "Hello", "debug": "true"}, "debug"),
    (MESSAGES, {"message": "Hello", "debug": 1}, "debug"),
    (MESSAGES, {"message": "Hello", "reply_to": ""}, "reply_to"),
    (MESSAGES, {"message": "Hello", "routing_depth": -1}, "routing_depth"),
    (MESSAGES, {"message": "Hello", "routing_depth": "1"}, "routing_depth"),
    (MESSAGES, {"message": "Hello", "routing_depth": True}, "routing_depth"),
    ("/api/v1/threads/" + "x" * 256 + "/messages", {"message": "Hello"}, "thread_id"),
    ("/api/v1/threads/%00/messages", {"message": "Hello"}, "thread_id"),
    ("/api/v1/threads/~/messages", {"message": "Hello"}, "thread_id"),
    ("/api/v1/threads/~a/messages", {"message": "Hello"}, "thread_id"),
    ("/api/v1/threads/~%25/messages", {"message": "Hello"}, "thread_id"),
    ("/api/v1/threads/~gA/messages", {"message": "Hello"}, "thread_id"),
    (CHAT, {}, "threadId"),
    (CHAT, chat(runId=""), "runId"),
    (CHAT, chat(runId="x" * 256), "runId"),
    (CHAT, chat(threadId=5), "threadId"),
    (CHAT, chat(run_id="r1"), "run_id"),
    (CHAT, chat(thread="t1"), "thread"),
    (CHAT, chat(messages={}), "messages"),
    (CHAT, chat(messages=[]), "messages"),
    (CHAT, chat(messages=[{"id": "a", "role": "assistant", "content": "x"}]), "messages"),
    (CHAT, chat(messages=[{"id": "m1", "role": "friend", "content": "x"}]), "messages.0.role"),
    (CHAT, user(""), "messages.0.content"),
    (CHAT, user("x" * 32_001), "messages.0.content"),
    (CHAT, user(None), "messages.0.content"),
    (CHAT, user([{"type": "text"}]), "messages.0.content.0"),
    (CHAT, user([{"type": "image", "source": {}}]), "messages.0.content.0"),
    (CHAT, user([]), "messages.0.content"),
    (CHAT, user("Hello", ""), "messages.0.id"),
    (CHAT, user("Hello", 1), "messages.0.id"),
    (CHAT, chat(tools="none"), "tools"),
    (CHAT, chat(context=[{"description": "x"}]), "context.0.value"),
    (CHAT, chat(forwardedProps={"debug": "yes"}), "forwardedProps.debug"),
    (CHAT, chat(forwardedProps={"on_busy": "never"}), "forwardedProps.on_busy"),
    (CHAT, chat(forwardedProps={"routing_depth": -1}), "forwardedProps.routing_depth"),
    (CHAT, chat(resume=[{"interruptId": "q"}]), "resume.0.status"),
    (CHAT, chat(resume=[{"interruptId": "q", "status": "resolved"}] * 2), "resume"),
    ("/api/v1/threads/t1/interrupts/q", {}, "action"),
    ("/api/v1/threads/t1/interrupts/q", {"action": "perhaps"}, "action"),
    ("/api/v1/threads/t1/interrupts/q", {"action": "edit", "arguments": {}}, "arguments"),
    ("/api/v1/threads/t1/interrupts/q", {"action": "edit", "arguments": 1}, "arguments"),
    (
        "/api/v1/threads/t1/interrupts/q",
        b'{"action": "edit", "arguments": {"a": "\\ud800"}}',
        "arguments",
    ),
    (
        "/api/v1/threads/t1/interrupts/q",
        b'{"action": "edit", "arguments": {"a": 1e999}}',
        "arguments",
    ),
    (
        "/api/v1/threads/t1/interrupts/q",
        b'{"action": "edit", "arguments": {"a": ' + b"[" * 40 + b"]" * 40 + b"}}",
        "arguments",
    ),
]


@pytest.mark.parametrize(("path", "body", "field"), BODIES)
async def test_a_bad_body_is_refused_and_leaves_no_trace(world, path, body, field):
    response = await world.call("POST", path, body)
    problem = response.json()
    assert 400 <= response.status_code < 500
    assert response.headers["content-type"] == "application/problem+json"
    assert {"type", "title", "status", "code", "detail", "trace_id"} <= problem.keys()
    assert problem["status"] == response.status_code
    if field is not None:
        assert response.status_code == 422
        names = [e["field"] for e in problem["errors"]]
        assert field in names or (field == "?" and len(names) == 1)
        assert all(e["message"] for e in problem["errors"])
    assert world.meter["commit"] == 0
    assert not world.engine.started


@pytest.mark.parametrize("path", ["/events", "/messages"])
@pytest.mark.parametrize("position", ["x", "-1", "1.5", "٣", "9" * 13, " 1"])
async def test_a_position_must_be_a_number(world, path, position):
    await world.say()
    response = await world.call("GET", f"/api/v1/threads/t1{path}", params={"after": position})
    assert (response.status_code, response.json()["code"]) == (400, "invalid_request")


@pytest.mark.parametrize("path", [MESSAGES, CHAT, "/api/v1/threads/t1/interrupts/q"])
async def test_a_bad_last_event_id_is_refused_before_anything_is_written(world, path):
    headers = {"Last-Event-ID": "abc", "Accept": "text/event-stream"}
    response = await world.call("POST", path, chat(), headers=headers)
    assert response.status_code == 400
    assert world.meter["commit"] == 0


async def test_a_declared_body_that_is_too_large_is_not_read(world):
    async def endless():
        raise AssertionError("the body was read")
        yield b""  # a generator

    response = await world.call(
        "POST", MESSAGES, content=endless(), headers={"Content-Length": "5000000"}
    )
    assert (response.status_code, response.json()["code"]) == (413, "too_large")


async def test_an_undeclared_body_is_read_no_further_than_the_limit(world):
    served = []

    async def chunks():
        for _ in range(80):
            served.append(65_536)
            yield b" " * 65_536

    response = await world.call("POST", MESSAGES, content=chunks())
    assert response.status_code == 413
    assert world.meter["commit"] == 0


async def test_many_errors_are_answered_with_a_few(world):
    body = chat(messages=[{"role": "user"}] * 1000)
    response = await world.call("POST", CHAT, body)
    assert len(response.json()["errors"]) == 20


async def test_ids_and_text_at_the_limit_are_taken(world):
    response = await world.say("x" * 32_000, message_id="i" * 255)
    assert response.status_code == 202
    emoji = await world.say("👩‍🚀" * 100, thread="t2", message_id="👩‍🚀 äöü")
    assert emoji.status_code == 202


async def test_text_is_never_quoted_back(world):
    secret = "my secret " * 5
    response = await world.call("POST", MESSAGES, json.dumps({"message": [secret]}).encode())
    assert secret.strip() not in response.text
    assert isinstance(response, httpx.Response)
