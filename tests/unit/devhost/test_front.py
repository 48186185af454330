"""The HTTP front answers as the Functions host does."""

import asyncio
import contextlib

import azure.functions as func
import httpx
import pytest
from pydantic import BaseModel
from starlette.responses import JSONResponse, StreamingResponse

from devhost.front import Front
from devhost.functions import Functions, HttpFunction

EVERY = ("GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS")


class Told(list):
    """Collects the runs the front reports."""

    @property
    def outcomes(self):
        return [(run.name, run.outcome, run.detail) for run in self]


@pytest.fixture
def told():
    return Told()


def http(run, route="r", methods=EVERY, clients=()):
    return HttpFunction(run.__name__, run, "req", route, methods, clients)


def front(told, *functions, prefix="", streaming=True):
    app = Functions({}, {}, http=functions, streaming=streaming)
    return Front(app, prefix, '{"taskHubName": "hub"}', told.append)


async def ask(app, path="/r", method="GET", **options):
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:1") as client:
        return await client.request(method, path, **options)


async def test_a_handler_gets_the_request_and_its_response_goes_out_as_it_is(told):
    async def echo(req):
        return JSONResponse(
            [req.path_params["id"], req.query_params["q"], await req.json()], 207, {"x-a": "1"}
        )

    answer = await ask(front(told, http(echo, "a/{id}")), "/a/7%20b?q=1", "POST", json={"b": 2})
    assert (answer.status_code, answer.headers["x-a"]) == (207, "1")
    assert answer.json() == ["7 b", "1", {"b": 2}]
    assert [(run.kind, run.occasion) for run in told] == [("http", "POST /a/7 b")]


@pytest.mark.parametrize(("prefix", "path"), [("", "/a"), ("api", "/api/a"), ("v1/x", "/v1/x/a")])
async def test_routes_stand_below_the_prefix(told, prefix, path):
    async def a(req):
        return JSONResponse(1)

    app = front(told, http(a, "a"), prefix=prefix)
    assert (await ask(app, path)).status_code == 200
    assert (await ask(app, f"/other{path}")).status_code == 404


async def test_an_unknown_path_and_a_wrong_method_are_not_found(told):
    async def a(req): ...

    app = front(told, http(a, "a", methods=("GET",)))
    answers = [await ask(app, "/b"), await ask(app, "/a", "POST")]
    assert [(one.status_code, one.content) for one in answers] == [(404, b"")] * 2
    assert told == []


async def test_a_handler_that_raises_is_an_empty_500_and_is_reported(told):
    async def broken(req):
        raise ValueError("no such thread")

    answer = await ask(front(told, http(broken)))
    assert (answer.status_code, answer.content) == (500, b"")
    assert told.outcomes == [("broken", "failed", "ValueError: no such thread")]


@pytest.mark.parametrize(("status", "outcome"), [(404, "ok"), (499, "ok"), (503, "failed")])
async def test_an_answer_of_500_and_above_is_reported_as_a_failure(told, status, outcome):
    async def answers(req):
        return JSONResponse({}, status)

    assert (await ask(front(told, http(answers)))).status_code == status
    detail = f"it answered {status}" if outcome == "failed" else ""
    assert told.outcomes == [("answers", outcome, detail)]


async def test_sync_handlers_run_beside_the_loop(told):
    loop = asyncio.get_running_loop()

    def sync(req):
        with contextlib.suppress(RuntimeError):
            assert asyncio.get_running_loop() is not loop
        return JSONResponse("done")

    assert (await ask(front(told, http(sync)))).json() == "done"


async def test_a_coroutine_from_a_sync_handler_is_a_failure(told):
    async def work(): ...

    def sync(req):
        return work()

    assert (await ask(front(told, http(sync)))).status_code == 500
    assert "make it `async def`" in told[0].detail


async def test_durable_client_parameters_receive_the_binding(told):
    async def start(req, client):
        return JSONResponse(client)

    answer = await ask(front(told, http(start, clients=("client",))))
    assert answer.json() == '{"taskHubName": "hub"}'


class Note(BaseModel):
    text: str


@pytest.mark.parametrize(
    ("result", "body"),
    [({"a": 1}, b'{"a":1}'), ("text", b'"text"'), (Note(text="x"), b'{"text":"x"}')],
)
async def test_plain_results_of_streaming_apps_become_json(told, result, body):
    async def plain(req):
        return result

    assert (await ask(front(told, http(plain)))).content == body


async def test_plain_apps_take_and_return_the_functions_types(told):
    def plain(req):
        assert isinstance(req, func.HttpRequest)
        said = f"{req.route_params['id']} {req.params['q']} {req.get_json()['b']}"
        return func.HttpResponse(said, status_code=201, headers={"X-A": "1"})

    app = front(told, http(plain, "a/{id}"), streaming=False)
    answer = await ask(app, "/a/7?q=1", "POST", json={"b": 2})
    assert (answer.status_code, answer.text, answer.headers["x-a"]) == (201, "7 1 2", "1")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"


@pytest.mark.parametrize(
    ("result", "status", "body"), [(None, 204, b""), ("hi", 200, b"hi"), ({}, 500, b"")]
)
async def test_other_results_of_plain_apps(told, result, status, body):
    def plain(req):
        return result

    answer = await ask(front(told, http(plain), streaming=False))
    assert (answer.status_code, answer.content) == (status, body)


class Connection:
    """One request driven by hand, so that a test sees each chunk as it is sent."""

    def __init__(self, app):
        self.app = app
        self.chunks = asyncio.Queue()
        self.gone = asyncio.Event()
        self.asked = False

    async def receive(self):
        if not self.asked:
            self.asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        if message["type"] == "http.response.body" and message["body"]:
            self.chunks.put_nowait(message["body"])

    def open(self):
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "method": "GET",
            "path": "/r",
            "raw_path": b"/r",
            "query_string": b"",
            "headers": [],
            "root_path": "",
        }
        return asyncio.create_task(self.app(scope, self.receive, self.send))


class Ticker:
    """A handler whose stream waits between chunks and says when it is cleaned up."""

    def __init__(self):
        self.more = asyncio.Event()
        self.cleaned = asyncio.Event()

    async def handle(self, req):
        return StreamingResponse(self.chunks(), media_type="text/event-stream")

    async def chunks(self):
        try:
            yield "data: 1\n\n"
            await self.more.wait()
            yield "data: 2\n\n"
        finally:
            self.cleaned.set()


async def test_chunks_go_out_as_they_are_made(told):
    ticker = Ticker()
    connection = Connection(front(told, http(ticker.handle)))
    request = connection.open()
    assert await connection.chunks.get() == b"data: 1\n\n"
    assert told.outcomes == [("handle", "ok", "")]
    ticker.more.set()
    assert await connection.chunks.get() == b"data: 2\n\n"
    await request


async def test_a_disconnect_cancels_the_stream_and_runs_its_finally(told):
    ticker = Ticker()
    connection = Connection(front(told, http(ticker.handle)))
    request = connection.open()
    await connection.chunks.get()
    connection.gone.set()
    await request
    assert ticker.cleaned.is_set()


async def test_the_end_of_the_host_cancels_open_streams(told):
    ticker = Ticker()
    app = front(told, http(ticker.handle))
    connection = Connection(app)
    request = connection.open()
    await connection.chunks.get()
    app.end_streams()
    with pytest.raises(asyncio.CancelledError):
        await request
    assert ticker.cleaned.is_set()


async def test_a_stream_that_breaks_is_reported_after_its_success(told):
    async def broken(req):
        async def chunks():
            yield b"1"
            raise ValueError("cut")

        return StreamingResponse(chunks())

    connection = Connection(front(told, http(broken)))
    with pytest.raises(ValueError, match="cut"):
        await connection.open()
    assert told.outcomes == [("broken", "ok", ""), ("broken", "failed", "ValueError: cut")]
