"""The whole API over memory, with an engine that only remembers; turns are played by hand."""

import json
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route as StarletteRoute

from api.edge import Edge
from api.routes import ROUTES
from shared.agents.domain import DOMAIN_AGENTS
from shared.decisions import lifecycle
from shared.models.intent import Option
from shared.models.principal import Principal
from shared.models.rows import INBOX, REQUEST, RUN_TICKET, TURN
from shared.models.thread import Question
from shared.naming import thread_key
from shared.security.identity import DEVELOPER, Call, LoopbackDeveloper
from shared.services import Limits, Services
from shared.storage.due import StoredDue
from shared.storage.memory import MemoryRows
from shared.storage.threads import StoredThreads
from shared.workspace.registry import TOOLS
from tests.support.engine import RecordingEngine
from tests.support.fakes import OneWorkspace, remembering

OPTIONS = (
    Option(id="john-smith", label="John Smith (colleague)", value="1"),
    Option(id="john-doe", label="John Doe (client)", value="2"),
)

V1 = {"A2A-Version": "1.0"}


@dataclass
class Clock:
    time: datetime = datetime(2026, 11, 21, 9, tzinfo=UTC)

    def now(self):
        return self.time

    def pass_by(self, **duration):
        self.time += timedelta(**duration)


@dataclass
class World:
    """The API, what is behind it, and the work that an orchestrator would do."""

    clock: Clock = field(default_factory=Clock)
    engine: RecordingEngine = field(default_factory=RecordingEngine)
    meter: Counter = field(default_factory=Counter)
    caller: Principal = DEVELOPER
    peer: str = "127.0.0.1"

    def __post_init__(self):
        def count(operation, rows):
            self.meter[operation] += 1

        self.rows, self.due_rows = MemoryRows(count), MemoryRows(count)
        self.threads = StoredThreads(self.rows)
        self.services = Services(
            threads=self.threads,
            due=StoredDue(self.due_rows),
            **remembering(MemoryRows, self.clock, ()),
            workspaces=OneWorkspace(),
            reasoner=None,
            clock=self.clock,
            tools={},
            domain_agents=(),
            limits=Limits(),
        )
        developer = LoopbackDeveloper(
            in_azure=False, origins=("https://chat.example",), peer_shown=True
        )

        class Somebody:
            async def authenticate(somebody, call: Call):  # noqa: N805
                await developer.authenticate(call)
                return self.caller

        self.edge = Edge(Somebody(), ("https://chat.example",))

    # --- calling ------------------------------------------------------------------------------

    async def call(self, method, path, body: Any = None, **options):
        if body is not None:
            options["content"] = json.dumps(body) if not isinstance(body, bytes) else body
        transport = httpx.ASGITransport(self._app(), client=(self.peer, 50_000))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, path, **options)

    async def accept(self, body, **headers):
        """Post a run to chat without reading its stream, which ends only when the run does."""
        sent = json.dumps(body).encode()

        async def receive():
            return {"type": "http.request", "body": sent, "more_body": False}

        scope = {
            "type": "http",
            "method": "POST",
            "path": "/api/v1/chat",
            "query_string": b"",
            "headers": [
                (b"host", b"localhost"),
                *((name.encode(), value.encode()) for name, value in headers.items()),
            ],
            "client": (self.peer, 50_000),
            "path_params": {},
        }
        [route] = [route for route in ROUTES if route.name == "chat"]
        request = Request(scope, receive)
        response = await self.edge.handle(route, request, self.engine, lambda: self.services)
        assert response.status_code == 200, response.body

    def _app(self):
        def bound(route):
            async def endpoint(request):
                return await self.edge.handle(route, request, self.engine, lambda: self.services)

            path = route.path.replace("{*path}", "{path:path}")
            return StarletteRoute(path, endpoint, methods=[*route.methods])

        return Starlette(routes=[bound(route) for route in ROUTES])

    async def say(self, text="Show me emails from John", thread="t1", headers=None, **more):
        path = f"/api/v1/threads/{thread}/messages"
        return await self.call("POST", path, {"message": text, **more}, headers=headers)

    async def due(self):
        return await self.services.due.ripe(self.clock.now() + timedelta(days=365), 1000)

    # --- what an orchestrator does ------------------------------------------------------------

    def key(self, thread="t1"):
        return thread_key(self.caller.tenant, self.caller.user, thread)

    async def head(self, thread="t1"):
        return await self.threads.head(self.key(thread))

    async def open(self, thread="t1"):
        head = await self.head(thread)
        message = await self.threads.get(head.value.key, INBOX, head.value.claimed + 1)
        ticket = await self.threads.get(head.value.key, RUN_TICKET, message.value.run_id)
        change, _ = lifecycle.open_turn(
            head.value, message.value, ticket, "x", before=None, now=self.clock.now()
        )
        await self.threads.commit(head, change)

    async def close(self, text="Found 5 emails.", thread="t1"):
        head, turn, ticket = await self._turn(thread)
        change, _ = lifecycle.close_turn(
            head.value, turn, ticket, outcome="answered", text=text, now=self.clock.now()
        )
        await self.threads.commit(head, change)
        head = await self.head(thread)
        await self.threads.commit(head, lifecycle.park(head.value, self.clock.now()))

    async def answer(self, text="Found 5 emails.", thread="t1"):
        await self.open(thread)
        await self.close(text, thread)

    async def ask(self, kind="clarification", thread="t1", **changes):
        """Open a turn that asks, an approval with these changes; return the question's id."""
        await self.open(thread)
        head, turn, ticket = await self._turn(thread)
        question = (
            Question(kind=kind, text="Which John?", options=OPTIONS)
            if kind == "clarification"
            else Question(
                **{"kind": kind, "text": "Send it?", "arguments": {"to": "a@b.example"}, **changes}
            )
        )
        request = lifecycle.new_request(
            turn.value, question, now=self.clock.now(), ttl=timedelta(days=1)
        )
        change, asked = lifecycle.ask(head.value, turn, ticket, request, self.clock.now())
        await self.threads.commit(head, change)
        return asked.id

    async def question(self, request, thread="t1"):
        return (await self.threads.get(self.key(thread), REQUEST, request)).value

    async def _turn(self, thread):
        head = await self.head(thread)
        turn = await self.threads.get(head.value.key, TURN, head.value.open_turn)
        ticket = await self.threads.get(head.value.key, RUN_TICKET, turn.value.run_id)
        return head, turn, ticket


@pytest.fixture
def world():
    return World()


@pytest.fixture
def rpc(world):
    """Call a method of A2A 1.0, or with no headers of 0.3, and return its result or its error."""

    async def call(method, params, headers=V1):
        body = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
        response = await world.call("POST", "/api/v1/a2a", body, headers=headers)
        assert response.status_code == 200, response.text
        answer = response.json()
        assert answer["id"] == 7
        return answer.get("error") or answer["result"]

    return call


@pytest.fixture
def events_of():
    """Read the events of a stream, and whatever else is in it, as (id, event) pairs.

    What is told beside the log is left out, unless `whole`.
    """

    def read(text, *, whole=False):
        found = []
        for frame in text.split("\n\n")[:-1]:
            lines = dict(line.split(": ", 1) for line in frame.split("\n"))
            if "data" in lines:
                found.append(
                    (int(lines["id"]) if "id" in lines else None, json.loads(lines["data"]))
                )
        beside = ("STATE_", "ACTIVITY_", "SUBAGENT_", "MESSAGES_")
        return [
            (id_, event)
            for id_, event in found
            if whole or id_ is not None or not event["type"].startswith(beside)
        ]

    return read


class Office:
    """The API of agents, over all tools and workspace agents, for whoever is the caller by turns.

    Ann owns what is made here, Bob is a colleague, Ada administers, and Eve is somewhere
    else. Cy is a member, who makes none.
    """

    ann = Principal(tenant="acme", user="ann", roles=("builder",))
    bob = Principal(tenant="acme", user="bob", roles=("builder",))
    cy = Principal(tenant="acme", user="cy", roles=("member",))
    ada = Principal(tenant="acme", user="ada", roles=("admin",))
    eve = Principal(tenant="evil", user="ann", roles=("owner", "admin"))

    def __init__(self, world):
        self.world = world
        ports = remembering(MemoryRows, world.clock, DOMAIN_AGENTS)
        world.services = replace(world.services, **ports, tools=TOOLS, domain_agents=DOMAIN_AGENTS)
        world.caller = self.ann

    async def call(self, method, path, body=None, *, etag=None, who=None, **options):
        """Call as somebody, for the version of an etag; as text, a body is sent as it is."""
        headers = {**options.pop("headers", {}), **({"If-Match": etag} if etag else {})}
        before, self.world.caller = self.world.caller, who or self.world.caller
        try:
            return await self.world.call(method, f"/api/v1{path}", body, headers=headers, **options)
        finally:
            self.world.caller = before

    async def make(self, agent_id="weekly-report", **fields):
        """Make an agent of Ann's; return it and its etag."""
        body = {"id": agent_id, "name": "Weekly report", "description": "Sums up the week."}
        response = await self.call("POST", "/agents", {**body, **fields}, who=self.ann)
        assert response.status_code == 201, response.text
        return response.json(), response.headers["etag"]


@pytest.fixture
def office(world):
    return Office(world)
