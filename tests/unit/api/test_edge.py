import asyncio
import logging
import re

import pytest
from azurefunctions.extensions.http.fastapi import StreamingResponse
from starlette.requests import Request

from api.edge import Edge
from api.routes import ROUTES, Route
from shared.errors import Misconfigured, StorageUnavailable
from shared.security.identity import DEVELOPER, Nobody

PAGE = "https://chat.example"
TRACE = "0af7651916cd43dd8448eb211c80319c"


@pytest.fixture
def handle(world):
    """Send one request through an edge to a handler."""

    async def handle(handler, services=None, method="GET", edge=None, headers=()):
        scope = {
            "type": "http",
            "method": method,
            "path": "/x",
            "query_string": b"",
            "headers": [(b"host", b"localhost"), *headers],
            "client": ("127.0.0.1", 1),
        }
        route = Route("x", "/x", {"GET": handler})
        return await (edge or world.edge).handle(
            route, Request(scope), world.engine, services or (lambda: world.services)
        )

    return handle


async def test_every_answer_is_marked_and_not_to_be_kept(world):
    for response in (await world.call("GET", "/api/health"), await world.say(message=7)):
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert re.fullmatch("[0-9a-f]{32}", response.headers["x-trace-id"])


async def test_trace_of_the_caller_goes_on(world):
    headers = {"traceparent": f"00-{TRACE}-b7ad6b7169203331-01"}
    response = await world.call("GET", "/api/v1/threads/none", headers=headers)
    assert response.headers["x-trace-id"] == response.json()["trace_id"] == TRACE


async def test_preflight_of_any_route_is_answered_without_a_caller(world):
    world.peer = "203.0.113.9"
    for route in ROUTES:
        path = re.sub(r"\{.*?\}", "x", route.path)
        response = await world.call("OPTIONS", path, headers={"Origin": PAGE})
        assert response.status_code == 204
        assert response.headers["access-control-allow-origin"] == PAGE
        assert set(route.handlers) < set(
            response.headers["access-control-allow-methods"].split(", ")
        )


async def test_other_origins_get_no_permission(world):
    response = await world.call(
        "OPTIONS", "/api/v1/chat", headers={"Origin": "https://evil.example"}
    )
    assert "access-control-allow-origin" not in response.headers


async def test_errors_can_be_read_by_pages_that_may_call(world):
    response = await world.call("GET", "/api/v1/threads/none", headers={"Origin": PAGE})
    assert response.status_code == 404
    assert response.headers["access-control-allow-origin"] == PAGE


async def test_strangers_are_refused_before_anything_is_done(world):
    world.peer = "203.0.113.9"
    response = await world.say()
    assert (response.status_code, response.json()["code"]) == (401, "unauthenticated")
    assert not world.meter
    forwarded = {"X-Forwarded-For": "203.0.113.9:4711"}
    world.peer = "127.0.0.1"
    assert (await world.say(headers=forwarded)).status_code == 401
    assert (await world.say(headers={"Forwarded": 'For="[2001:db8::1]:9"'})).status_code == 401
    assert (await world.say(headers={"X-Forwarded-For": "127.0.0.1, ::1"})).status_code == 202


async def test_pages_of_other_sites_cannot_act_for_the_developer(world):
    response = await world.say(headers={"Origin": "https://evil.example"})
    assert response.status_code == 401
    assert not world.meter


@pytest.mark.parametrize("method", ["GET", "PUT"])
async def test_a_method_without_a_handler_is_refused_with_those_that_have_one(world, method):
    refused = await world.call(method, "/api/v1/chat")
    assert (refused.status_code, refused.json()["code"]) == (405, "method_not_allowed")
    assert refused.headers["allow"] == "POST, OPTIONS"


async def test_health_needs_no_caller(world):
    world.peer = "203.0.113.9"
    response = await world.call("GET", "/api/health")
    assert response.json() == {
        "status": "ok",
        "checks": {"storage": "ok", "engine": "ok"},
        "model": {"state": "none", "name": "", "reason": "", "seconds": 0},
    }


async def test_health_is_told_to_a_monitor_that_asks_for_the_head_alone(world):
    world.peer = "203.0.113.9"
    assert (await world.call("HEAD", "/api/health")).status_code == 200
    world.engine.broken = StorageUnavailable("down")
    assert (await world.call("HEAD", "/api/health")).status_code == 503


async def test_health_says_what_does_not_answer(world):
    world.engine.broken = StorageUnavailable("down")
    response = await world.call("GET", "/api/health")
    assert response.status_code == 503
    assert response.json()["checks"] == {"storage": "ok", "engine": "unavailable"}


async def test_caller_reaches_the_handler(world, handle):
    async def handler(request, caller, engine, services):
        assert (caller, engine, services) == (DEVELOPER, world.engine, world.services)
        raise KeyError("a secret")

    assert (await handle(handler)).status_code == 500


async def test_unknown_failure_is_logged_by_place_and_told_without_details(handle, caplog):
    async def handler(request, caller, engine, services):
        said = "a " + "secret"
        raise RuntimeError(said)

    response = await handle(handler)
    assert response.status_code == 500
    assert b"secret" not in response.body
    assert "x failed: RuntimeError" in caplog.text
    assert "test_edge.py" in caplog.text
    assert "secret" not in caplog.text


async def test_refusals_are_logged_quietly(world, caplog):
    caplog.set_level(logging.INFO, logger="api")
    await world.call("GET", "/api/v1/threads/none")
    [record] = [r for r in caplog.records if r.name == "api.edge"]
    assert record.levelno == logging.INFO
    assert record.message.startswith("thread: NotFound")


async def test_app_that_cannot_be_put_together_says_so(handle):
    def broken():
        raise Misconfigured("REASONER")

    async def handler(request, caller, engine, services):
        raise AssertionError

    response = await handle(handler, broken)
    assert response.status_code == 500
    assert b"misconfigured" in response.body


async def test_without_a_provider_nobody_comes_in(handle):
    async def handler(request, caller, engine, services):
        raise AssertionError

    assert (
        await handle(handler, edge=Edge(Nobody("Nobody can sign in here yet.")))
    ).status_code == 401


async def test_stream_that_breaks_off_is_logged_and_cut_short(handle, caplog):
    async def chunks():
        yield "one"
        raise ConnectionError("a secret")

    async def handler(request, caller, engine, services):
        return StreamingResponse(chunks())

    response = await handle(handler)
    assert response.status_code == 200
    assert await anext(response.body_iterator) == "one"
    with pytest.raises(ConnectionError):
        await anext(response.body_iterator)
    assert "x failed: ConnectionError" in caplog.text


async def test_client_that_leaves_ends_the_stream(handle, caplog):
    left = asyncio.Event()

    async def chunks():
        try:
            yield "one"
            await asyncio.Event().wait()
        finally:
            left.set()

    async def handler(request, caller, engine, services):
        return StreamingResponse(chunks())

    async def read():
        async for _ in (await handle(handler)).body_iterator:
            started.set()

    started = asyncio.Event()
    task = asyncio.create_task(read())
    await started.wait()
    task.cancel()
    await left.wait()
    assert "failed" not in caplog.text


def test_each_path_and_name_is_bound_once():
    assert len({route.path for route in ROUTES}) == len({route.name for route in ROUTES})
    assert len(ROUTES) == len({route.path for route in ROUTES})
