"""What surrounds every answer: CORS, who may call, trace ids, health."""

from contextlib import ExitStack

import pytest

from devhost.azurite import Azurite
from tests.support.devhost import ROOT, RunningHost
from tests.support.http import Conversation, assert_problem, http_client, outcome

TRACE = "0af7651916cd43dd8448eb211c80319c"


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/api/v1/chat", "POST, OPTIONS"),
        ("/api/v1/threads/t", "GET, PATCH, DELETE, OPTIONS"),
        ("/api/v1/threads/t/messages", "GET, POST, OPTIONS"),
        ("/api/v1/threads/t/events", "GET, OPTIONS"),
        ("/api/v1/threads/t/interrupts/q", "POST, OPTIONS"),
        ("/api/v1/threads/t/runs/r/cancel", "POST, OPTIONS"),
    ],
)
async def test_a_browser_is_told_what_a_page_of_ours_may_do(client, web_origin, path, methods):
    asked = {"Origin": web_origin, "Access-Control-Request-Method": "POST"}

    answer = await client.options(path, headers=asked)

    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == web_origin
    assert answer.headers["access-control-allow-methods"] == methods
    for header in ("Content-Type", "Last-Event-ID", "Idempotency-Key", "Authorization"):
        assert header in answer.headers["access-control-allow-headers"]
    assert answer.headers["vary"] == "Origin"


async def test_a_page_of_ours_may_read_answers_problems_and_streams(conversation, web_origin):
    conversation.client.headers["Origin"] = web_origin
    body = conversation.run_input("@nobody hello", "run")

    async with conversation.client.stream("POST", "/api/v1/chat", json=body) as stream:
        assert b"RUN_FINISHED" in await stream.aread()
    page = await conversation.client.get(conversation.path)
    problem = await conversation.client.get(f"{conversation.path}-not")

    assert [answer.status_code for answer in (stream, page, problem)] == [200, 200, 404]
    for answer in (stream, page, problem):
        assert answer.headers["access-control-allow-origin"] == web_origin
        exposed = answer.headers["access-control-expose-headers"].split(", ")
        assert exposed == [
            "X-Trace-Id",
            "ETag",
            "Location",
            "Content-Disposition",
            "WWW-Authenticate",
        ]


async def test_a_page_of_anybody_else_may_not_call(conversation):
    conversation.client.headers["Origin"] = "https://elsewhere.example"

    preflight = await conversation.client.options("/api/v1/chat")
    answer = await conversation.post("@nobody hello")

    assert_problem(answer, 401, "unauthenticated")
    for refused in (preflight, answer):
        assert "access-control-allow-origin" not in refused.headers
    del conversation.client.headers["Origin"]
    assert_problem(await conversation.client.get(conversation.path), 404, "not_found")


async def test_a_page_that_reaches_us_under_a_name_of_its_own_may_not_call(client):
    answer = await client.get("/api/v1/threads/t", headers={"Host": "rebound.example"})

    assert_problem(answer, 401, "unauthenticated")


async def test_answers_carry_the_callers_trace_id_and_are_not_cached(conversation):
    conversation.client.headers["traceparent"] = f"00-{TRACE}-b7ad6b7169203331-01"

    answer = await conversation.post("@nobody hello")
    problem = await conversation.client.get(f"{conversation.path}-not")

    for each in (answer, problem):
        assert each.headers["x-trace-id"] == TRACE
        assert each.headers["cache-control"] == "no-store"
    assert problem.json()["trace_id"] == TRACE


async def test_a_well_host_says_so_to_anybody(client):
    answer = await client.get("/api/health", headers={"Origin": "https://elsewhere.example"})
    head = await client.head("/api/health")

    assert answer.status_code == 200
    assert (head.status_code, head.content) == (200, b"")
    assert answer.json() == {
        "status": "ok",
        "checks": {"storage": "ok", "engine": "ok"},
        "model": {"state": "none", "name": "", "reason": "", "seconds": 0},
    }


async def test_a_host_whose_storage_is_gone_says_so_and_takes_nothing(tmp_path):
    storage = Azurite(tmp_path / "storage")
    with ExitStack() as stack:
        stack.callback(storage.stop)
        storage.start()
        settings = {"AzureWebJobsStorage": storage.connection_string, "REASONER": "embedded"}
        host = stack.enter_context(RunningHost(ROOT, tmp_path / "host", settings))
        async with http_client(host.url) as client:
            talk = Conversation(client)
            well = await client.get("/api/health")
            answered = await talk.ask("@nobody hello")

            assert storage.stop()
            ill = await client.get("/api/health")
            refused = await talk.post("@nobody hello")

    assert well.status_code == 200
    assert outcome(answered) == {"type": "success"}
    assert ill.status_code == 503
    assert ill.json()["status"] == "failing"
    assert ill.json()["checks"] == {"storage": "unavailable", "engine": "ok"}
    assert_problem(refused, 503, "upstream_unavailable")
    assert refused.headers["retry-after"] == "1"


async def test_who_asks_for_a_head_gets_what_a_get_would_say_and_no_body(client):
    got, asked = await client.get("/"), await client.head("/")
    below = await client.head("/api/v1/threads")

    assert (asked.status_code, asked.content) == (200, b"")
    for name in ("content-type", "etag", "content-security-policy"):
        assert asked.headers[name] == got.headers[name]
    assert (below.status_code, below.headers["allow"]) == (405, "GET, OPTIONS")


async def test_ones_own_terminal_has_where_to_look_and_nothing_of_who_was_refused(tmp_path):
    settings = {"REASONER": "embedded"}
    with RunningHost(ROOT, tmp_path, settings, verbose=False) as host:
        async with http_client(host.url) as client:
            talk = Conversation(client)
            assert_problem(await client.get(talk.path), 404, "not_found")
            assert outcome(await talk.ask("What can you do?")) == {"type": "success"}
        assert host.stop() == 0

        said = [line.partition(" ")[0] for line in host.lines]
    assert said == ["Loaded", "Ready:", "Open", "Stopping"], host.output
