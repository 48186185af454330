"""A scripted Slack on loopback that holds every request against what Slack takes."""

import asyncio
import contextlib
import json as jsonlib
import re
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
from aiohttp import web

from shared.connectors.slack.calls import Slack
from tests.support.wire.peer import Peer, ScriptedTokens

METHODS = jsonlib.loads((Path(__file__).parent / "slack_methods.json").read_text())["methods"]


def held(seen, answer=None):
    """Fail unless a request is a call of a known method with arguments that Slack takes."""
    name = seen.path.removeprefix("/api/")
    assert name in METHODS, f"{name} is none of the methods described"
    method = METHODS[name]
    assert seen.method == method["verb"], f"{name} is called with {method['verb']}"
    given = _typed(method, seen.param) if method["verb"] == "GET" else seen.json
    assert set(given) <= set(method["arguments"]), f"{name} takes no {sorted(given)}"
    for argument, rule in method["arguments"].items():
        if argument in given:
            _fits(f"{name}: {argument}", given[argument], rule)
        else:
            assert not rule.get("required"), f"{name} needs {argument}"
    assert seen.token, "every method needs a token"
    if method["verb"] == "POST":
        assert seen.headers["content-type"].startswith("application/json")


def _typed(method, params):
    """Return query parameters as the values they stand for; those not described stay text."""
    return {name: _value(value, method["arguments"].get(name)) for name, value in params.items()}


def _value(text, rule):
    match (rule or {}).get("type"):
        case "boolean":
            return {"0": False, "1": True}[text]
        case "integer":
            return int(text)
        case _:
            return text


def _fits(what, value, rule):
    python_type = {"string": str, "boolean": bool, "integer": int, "object": dict}[rule["type"]]
    assert type(value) is python_type, f"{what} is no {rule['type']}"
    if "pattern" in rule:
        assert re.fullmatch(rule["pattern"], value), f"{what} may not be {value}"
    if rule["type"] == "string":
        assert rule.get("min_length", 0) <= len(value) <= rule.get("max_length", len(value)), what
    if rule["type"] == "integer":
        assert rule["minimum"] <= value <= rule["maximum"], f"{what} may not be {value}"
    if "keys" in rule:
        assert set(value) == set(rule["keys"]), f"{what} has {sorted(value)}"


class SlackServer:
    """A peer's answers, served. `account` is one person's account here."""

    def __init__(self, peer, base):
        self.peer = peer
        self.base = base
        self.pauses = []

    def account(self, tokens=None, timeout_seconds=10.0):
        """Return an account; pauses are kept, not waited."""

        async def pause(seconds):
            self.pauses.append(seconds)

        return Slack(self.base, tokens or ScriptedTokens("xoxp-1"), pause, timeout_seconds)


@asynccontextmanager
async def slack_server(peer=None):
    """Serve a peer on a free loopback port.

    Of its scripted errors a timeout is a request that is never answered, and any other a connection
    that breaks.
    """
    peer = peer or Peer(held)
    failures = []
    async with peer.client() as client:

        async def handle(request):
            sent = client.build_request(
                request.method,
                str(request.url),
                headers=request.headers,
                content=await request.read(),
            )
            try:
                answer = await client.send(sent)
            except httpx2.TimeoutException:
                await released.wait()
                return web.Response(status=504)
            except httpx2.HTTPError:
                if request.transport is not None:  # the client may be gone already
                    request.transport.abort()
                return web.Response(status=502)
            except AssertionError as error:
                failures.append(error)
                return web.json_response({"ok": False, "error": "invalid_arguments"})
            return web.Response(
                status=answer.status_code,
                body=answer.content,
                headers={k: v for k, v in answer.headers.items() if k != "content-length"},
            )

        released = asyncio.Event()
        app = web.Application()
        app.router.add_route("*", "/api/{method}", handle)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        try:
            yield SlackServer(peer, f"http://127.0.0.1:{port}/api/")
        finally:
            released.set()
            with contextlib.suppress(ConnectionError):
                await runner.cleanup()
    if failures:
        raise failures[0]
