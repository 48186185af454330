"""What cannot be right is refused at the edge: nothing is stored and nothing runs."""

import json
from dataclasses import dataclass

import httpx
import pytest

from api.links import thread as thread_path
from shared.conversation.doorbell import instance_id
from shared.naming import thread_key
from shared.security.identity import DEVELOPER
from tests.support.http import Conversation, assert_problem, interrupt, outcome

RUN = {"threadId": "t", "runId": "r", "messages": [{"id": "m", "role": "user", "content": "hi"}]}
SAYS = {"message": "hi"}


@dataclass(frozen=True)
class Bad:
    """A request to a thread (`{t}` in the path), and the problem it deserves."""

    path: str
    body: bytes
    status: int = 422
    code: str = "invalid_request"
    method: str = "POST"
    headers: tuple[tuple[str, bytes], ...] = ()

    async def send(self, client: httpx.AsyncClient, thread: str) -> httpx.Response:
        return await client.request(
            self.method,
            self.path.replace("{t}", thread_path(thread)),
            content=self.body.replace(b'"t"', json.dumps(thread).encode()),
            headers={"Content-Type": b"application/json", **dict(self.headers)},
        )


def message(**fields) -> Bad:
    return Bad("{t}/messages", json.dumps({**SAYS, **fields}).encode())


def chat(**fields) -> Bad:
    return Bad("/api/v1/chat", json.dumps({**RUN, **fields}).encode())


def spoken(**fields) -> Bad:
    return chat(messages=[{**RUN["messages"][0], **fields}])


def answer(**fields) -> Bad:
    return Bad("{t}/interrupts/q-1-1", json.dumps(fields).encode())


def raw(path: str, body: bytes, status: int = 400, code: str = "invalid_request", **headers) -> Bad:
    return Bad(path, body, status, code, headers=tuple(headers.items()))


MALFORMED = {
    "nothing": b"",
    "half an object": b'{"message": "hi"',
    "a list": b"[]",
    "a string": b'"hi"',
    "not a number": b'{"message": NaN}',
    "not utf-8": b'{"message": "\xff"}',
    "utf-16": '{"message": "hi"}'.encode("utf-16"),
    "nested beyond reason": b"[" * 100_000,
    "a form": b"message=hi",
}
WRONG = {
    "unknown field": message(colour="red"),
    "no message": Bad("{t}/messages", b"{}"),
    "message is a number": message(message=1),
    "message is null": message(message=None),
    "message is a list": message(message=["hi"]),
    "message is empty": message(message=""),
    "message is blank": message(message=" \n\t"),
    "message is too long": message(message="x" * 32_001),
    "message has a bell": message(message="ring \x07"),
    "message has half an emoji": message(message="\ud83d"),
    "debug is a word": message(debug="yes"),
    "on_busy is unknown": message(on_busy="wait"),
    "message_id is empty": message(message_id=""),
    "message_id is too long": message(message_id="x" * 256),
    "message_id has a newline": message(message_id="a\nb"),
    "message_id is a number": message(message_id=7),
    "reply_to is too long": message(reply_to="x" * 256),
    "two different keys": Bad(
        "{t}/messages",
        b'{"message": "hi", "message_id": "a"}',
        headers=(("Idempotency-Key", b"b"),),
    ),
    "a key that is too long": Bad(
        "{t}/messages", b'{"message": "hi"}', headers=(("Idempotency-Key", b"k" * 256),)
    ),
    "no thread id": chat(threadId=None),
    "run id is empty": chat(runId=""),
    "run id is too long": chat(runId="x" * 256),
    "run id has an escape": chat(runId="\x1b[31m"),
    "unknown part of a run": chat(colour="red"),
    "messages is an object": chat(messages={}),
    "no messages": chat(messages=[]),
    "only the assistant spoke": spoken(role="assistant"),
    "unknown role": spoken(role="robot"),
    "content is empty": spoken(content=""),
    "content is too long": spoken(content="x" * 32_001),
    "content is a picture": spoken(content=[{"type": "image", "url": "http://x/"}]),
    "content is a number": spoken(content=1),
    "a message without id": spoken(id=""),
    "resume of two questions": chat(
        resume=[{"interruptId": i, "status": "resolved"} for i in ("q-1-1", "q-1-2")]
    ),
    "resume of unknown status": chat(resume=[{"interruptId": "q-1-1", "status": "maybe"}]),
    "tools of no name": chat(tools=[{"description": "x"}]),
    "unknown wish": chat(forwardedProps={"on_busy": "wait"}),
    "no action": answer(option="1"),
    "unknown action": answer(action="guess"),
    "unknown field of an answer": answer(action="respond", option="1", colour="red"),
    "empty arguments": answer(action="edit", arguments={}),
    "thread id is too long": Bad(
        f"/api/v1/threads/{'x' * 256}/messages", json.dumps(SAYS).encode()
    ),
    "thread id is no base64": Bad("/api/v1/threads/~!!/messages", json.dumps(SAYS).encode()),
    "thread id has a newline": Bad("/api/v1/threads/a%0Ab/messages", json.dumps(SAYS).encode()),
}
UNKNOWN = {
    "thread": Bad("{t}", b"", 404, "not_found", "GET"),
    "messages": Bad("{t}/messages", b"", 404, "not_found", "GET"),
    "events": Bad("{t}/events", b"", 404, "not_found", "GET"),
    "turn": Bad("{t}/turns/1", b"", 404, "not_found", "GET"),
    "deleting": Bad("{t}", b"", 404, "not_found", "DELETE"),
    "cancelling": Bad("{t}/runs/r/cancel", b"", 404, "not_found"),
    "answering": Bad("{t}/interrupts/q-1-1", b'{"action": "reject"}', 404, "not_found"),
    "resuming": Bad(
        "/api/v1/chat",
        json.dumps({**RUN, "resume": [{"interruptId": "q-1-1", "status": "resolved"}]}).encode(),
        404,
        "not_found",
    ),
    "replying": Bad(
        "{t}/messages", b'{"message": "hi", "reply_to": "q-1-1"}', 409, "interrupt_closed"
    ),
}
LARGE = {
    "5 MB": raw("{t}/messages", b'{"message": "' + b"x" * 5_000_000 + b'"}', 413, "too_large"),
    "5 MB of a run": raw("/api/v1/chat", b" " * 5_000_000, 413, "too_large"),
}
TABLE = {
    **{f"messages: {what}": raw("{t}/messages", body) for what, body in MALFORMED.items()},
    **{f"chat: {what}": raw("/api/v1/chat", body) for what, body in MALFORMED.items()},
    **WRONG,
    **{f"unknown thread: {what}": bad for what, bad in UNKNOWN.items()},
    **LARGE,
}


@pytest.mark.parametrize("bad", TABLE.values(), ids=TABLE.keys())
async def test_it_is_a_problem_with_a_stable_code(client, bad):
    talk = Conversation(client)

    problem = assert_problem(await bad.send(client, talk.thread), bad.status, bad.code)

    if bad.status == 422:
        assert problem["errors"], "the wrong fields are named"
        assert all(error["field"] and error["message"] for error in problem["errors"])
    assert_problem(await client.get(talk.path), 404, "not_found")


async def test_nothing_of_it_reaches_the_engine(client, host):
    threads = []
    for bad in TABLE.values():
        talk = Conversation(client)
        assert 400 <= (await bad.send(client, talk.thread)).status_code < 500
        threads.append(talk.thread)
    good = Conversation(client)
    await good.ask("@nobody hello")

    host.wait_for_line(f"answer_turn {engine_id(good.thread)}")
    assert host.output.count(engine_id(good.thread)) > 0
    for thread in threads:
        assert engine_id(thread) not in host.output


def engine_id(thread: str) -> str:
    return instance_id(thread_key(DEVELOPER.tenant, DEVELOPER.user, thread))


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"action": "respond", "option": "9"}, 422),
        ({"action": "respond"}, 422),
        ({"action": "respond", "option": "1", "text": "x"}, 422),
        ({"action": "edit", "arguments": {"a": 1}}, 422),
        ({"action": "reject", "option": "1"}, 422),
    ],
)
async def test_an_answer_that_does_not_fit_leaves_the_question_open(conversation, wrong, status):
    question = interrupt(await conversation.ask("Show me emails from John"))["id"]

    answer = await conversation.client.post(
        f"{conversation.path}/interrupts/{question}", json=wrong
    )

    assert_problem(answer, status, "invalid_request")
    assert (await conversation.get())["question"]["id"] == question


async def test_a_question_that_never_was_is_not_found(conversation):
    await conversation.ask("Show me emails from John")

    answer = await conversation.client.post(
        f"{conversation.path}/interrupts/q-9-9", json={"action": "reject"}
    )

    assert_problem(answer, 404, "not_found")


@pytest.mark.parametrize("turn", ["2", "0", "-1", "x", "1" * 10])
async def test_a_turn_that_never_was_is_not_found(conversation, turn):
    await conversation.ask("@nobody hello")

    answer = await conversation.client.get(f"{conversation.path}/turns/{turn}")

    assert_problem(answer, 404, "not_found")


async def test_the_longest_message_and_ids_are_taken(conversation):
    text = f"@nobody {'é' * 31_992}"
    assert len(text) == 32_000

    frames = await conversation.chat(text, "r" * 255)

    assert outcome(frames) == {"type": "success"}
    assert (await conversation.transcript())[0] == ("user", text)


IDS = {
    "hash": "a#b",
    "slash": "a/b",
    "dots": "..",
    "dot": ".",
    "question mark": "a?b=c&d",
    "percent": "100%2F%",
    "space": "a b",
    "tilde": "~abc",
    "plus": "a+b",
    "quotes": "a'b\"c",
    "backslash": "a\\b",
    "emoji": "👩‍👩‍👧‍👦🎉",
    "family names": "山田太郎",
    "255 letters": "y" * 255,
    "255 emoji": "🎉" * 255,
}


@pytest.mark.parametrize("given", IDS.values(), ids=IDS.keys())
async def test_any_printable_id_works_through_the_links(client, given):
    talk = Conversation(client, given)

    receipt = await talk.say("@nobody hello", message_id=given)
    frames = await talk.follow(receipt["links"])
    run = await talk.chat("@nobody again", given)

    assert (receipt["thread_id"], receipt["message_id"]) == (given, given)
    assert outcome(frames) == outcome(run) == {"type": "success"}
    assert {frame.event.get("threadId", given) for frame in frames + run} == {given}
    assert await talk.log(run=given) == run
    links = (await client.get(receipt["links"]["thread"])).json()["links"]
    for link in links.values():
        assert (await client.get(link)).status_code == 200
    cancelled = await client.post(receipt["links"]["cancel"])
    assert (cancelled.status_code, cancelled.json()["state"]) == (200, "finished")
    assert (await client.delete(links["thread"])).status_code == 202
    assert_problem(await client.get(links["thread"]), 410, "thread_deleted")
