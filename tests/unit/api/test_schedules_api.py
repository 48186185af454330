"""Schedules over HTTP."""

import json
from dataclasses import replace

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route as StarletteRoute

from api import schedules
from api.routes import Route
from shared.decisions.risk import argument_hash
from shared.models.agent import Agent
from shared.models.principal import Principal
from shared.models.rows import INBOX
from shared.models.schedule import ScheduledRun
from shared.naming import thread_key

ROUTES = (
    Route(
        "schedules",
        "/api/v1/schedules",
        {"GET": schedules.get_schedules, "POST": schedules.post_schedule},
    ),
    Route(
        "schedule",
        "/api/v1/schedules/{schedule}",
        {
            "GET": schedules.get_schedule,
            "PATCH": schedules.patch_schedule,
            "DELETE": schedules.delete_schedule,
        },
    ),
    Route("run", "/api/v1/schedules/{schedule}/run", {"POST": schedules.post_schedule_run}),
    Route("leave", "/api/v1/schedules/{schedule}/approvals", {"POST": schedules.post_approval}),
)
WISH = {"agent": "reporter", "request": "report the week", "when": "every Monday at 9am"}


class Desk:
    def __init__(self, world):
        self.world = world
        self.services = replace(world.services, tools={"slack_post": None})

    async def call(self, method, path="", body=None, **options):
        def bound(route):
            async def endpoint(request):
                edge, engine = self.world.edge, self.world.engine
                return await edge.handle(route, request, engine, lambda: self.services)

            return StarletteRoute(route.path, endpoint, methods=[*route.methods])

        if body is not None:
            options["content"] = json.dumps(body)
        app = Starlette(routes=[bound(route) for route in ROUTES])
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 50_000))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, f"/api/v1/schedules{path}", **options)

    async def make(self, **more):
        response = await self.call("POST", "", {**WISH, **more})
        assert response.status_code == 201, response.text
        return response.json()


@pytest.fixture
async def desk(world):
    agent = Agent(id="reporter", name="Reporter", description="Reports")
    await world.services.agents.save(world.caller.tenant, agent, None)
    return Desk(world)


async def test_a_schedule_is_made_and_shown(desk):
    made = await desk.make()
    assert made["told"] == "every Monday at 9:00, UTC"
    assert made["recurrence"]["rrule"] == "RRULE:FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0"
    assert made["next_at"] == "2026-11-23T09:00:00Z"
    assert made["thread_id"] == f"schedule-{made['id']}"
    assert {"tenant", "owner", "roles", "origin"}.isdisjoint(made)
    assert (await desk.call("GET", f"/{made['id']}")).json() == made
    assert (await desk.call("GET")).json() == {"schedules": [made]}


async def test_times_are_local_too(desk):
    def in_kolkata(person):
        preferred = person.preferred.model_copy(update={"time_zone": "Asia/Kolkata"})
        return person.model_copy(update={"preferred": preferred})

    await desk.services.people.change(desk.world.caller, in_kolkata)
    made = await desk.make()
    assert made["next_local"] == "2026-11-23T09:00:00+05:30"
    assert made["next_at"] == "2026-11-23T03:30:00Z"


async def test_a_repeat_makes_no_second_one(desk):
    headers = {"Idempotency-Key": "k1"}
    first = await desk.call("POST", "", WISH, headers=headers)
    again = await desk.call("POST", "", WISH, headers=headers)
    assert first.json() == again.json()
    assert len((await desk.call("GET")).json()["schedules"]) == 1


@pytest.mark.parametrize(
    ("body", "status", "word"),
    [
        ({**WISH, "when": "every other week"}, 400, "every Monday at 9:00"),
        ({**WISH, "when": "* * * * *"}, 400, "5 minutes"),
        ({**WISH, "agent": "nobody"}, 404, "no such agent"),
        ({**WISH, "missed": "retry"}, 422, "missed"),
        ({**WISH, "request": ""}, 422, "request"),
        ({**WISH, "zone": "UTC"}, 422, "zone"),
        ({"agent": "reporter"}, 422, "when"),
    ],
)
async def test_what_cannot_be_scheduled_is_refused(desk, body, status, word):
    response = await desk.call("POST", "", body)
    assert response.status_code == status
    assert word in response.text


async def test_a_schedule_is_changed_paused_and_resumed(desk):
    made = await desk.make()
    path = f"/{made['id']}"
    changed = (await desk.call("PATCH", path, {"when": "daily at 7pm", "overlap": "queue"})).json()
    assert (changed["told"], changed["overlap"]) == ("every day at 19:00, UTC", "queue")
    paused = (await desk.call("PATCH", path, {"paused": True})).json()
    assert (paused["paused"], paused["next_at"], paused["next_local"]) == (True, None, None)
    resumed = (await desk.call("PATCH", path, {"paused": False})).json()
    assert resumed["next_at"] == "2026-11-21T19:00:00Z"


async def test_a_deleted_schedule_is_gone(desk):
    path = f"/{(await desk.make())['id']}"
    assert (await desk.call("DELETE", path)).status_code == 204
    assert (await desk.call("GET", path)).status_code == 404
    assert (await desk.call("DELETE", path)).status_code == 404


async def test_nobody_else_learns_of_it(desk):
    path = f"/{(await desk.make())['id']}"
    desk.world.caller = Principal(tenant=desk.world.caller.tenant, user="bob")
    assert (await desk.call("GET")).json() == {"schedules": []}
    for method, more, body in (
        ("GET", "", None),
        ("PATCH", "", {"paused": True}),
        ("DELETE", "", None),
        ("POST", "/run", {}),
        ("POST", "/approvals", {"tool": "slack_post", "arguments": {}, "told": "x"}),
    ):
        assert (await desk.call(method, path + more, body)).status_code == 404


async def test_it_runs_now_once_a_key(desk):
    made = await desk.make()
    path = f"/{made['id']}/run"
    ran = await desk.call("POST", path, {"key": "k"})
    assert ran.status_code == 202
    assert (await desk.call("POST", path, {"key": "k"})).json() == ran.json()
    key = thread_key(desk.world.caller.tenant, desk.world.caller.user, made["thread_id"])
    [said] = await desk.services.threads.page(key, INBOX, 1, 10)
    assert (said.run_id, said.text) == (ran.json()["run_id"], "@reporter report the week")
    busy = await desk.call("POST", path, {})
    assert (busy.status_code, busy.json()["code"]) == (409, "thread_busy")


async def test_its_runs_are_listed_with_how_they_went_and_where(desk):
    made = await desk.make()
    path = f"/{made['id']}"
    assert (made["runs"], made["last_run"], made["failures"]) == ([], None, 0)
    started = (await desk.call("POST", f"{path}/run", {"key": "k"})).json()
    [run] = (shown := (await desk.call("GET", path)).json())["runs"]
    assert (run["state"], run["run_id"], run["thread_id"]) == (
        "delivered",
        started["run_id"],
        made["thread_id"],
    )
    assert run["links"] == started["links"]
    assert run["result"] == {
        "state": "running",
        "why": "",
        "turn": None,
        "waits_for": "",
        "question": None,
    }
    assert shown["last_run"] == run
    assert (await desk.call("GET")).json() == {"schedules": [shown]}


async def test_runs_that_failed_show_on_the_schedule(desk):
    made = await desk.make()
    stored = await desk.services.schedules.get(desk.world.caller.tenant, made["id"])
    states = ("delivered", "failed", "failed", "skipped")
    runs = tuple(
        ScheduledRun(
            planned=stored.value.created_at,
            at=stored.value.created_at,
            state=state,
            run="run-purged" if state == "delivered" else "",
            reason="it is switched off" if state == "failed" else "",
        )
        for state in states
    )
    failed = stored.value.model_copy(update={"runs": (*runs[:1], *runs)})
    await desk.services.schedules.put(failed, stored.etag)
    shown = (await desk.call("GET", f"/{made['id']}")).json()
    assert shown["failures"] == 2
    results = [run["result"] for run in shown["runs"]]
    assert [one["state"] for one in results] == [
        "unknown",
        "unknown",
        "failed",
        "failed",
        "skipped",
    ]
    assert results[2]["why"] == "it is switched off"
    assert (shown["runs"][2]["thread_id"], shown["runs"][2]["links"]) == (None, None)
    [listed] = (await desk.call("GET")).json()["schedules"]
    assert (listed["failures"], listed["last_run"]) == (2, shown["last_run"])
    assert [run["result"] for run in listed["runs"]] == [None, *results[1:]]


async def test_leave_is_given_and_taken_back(desk):
    path = f"/{(await desk.make())['id']}"
    arguments = {"channel": "#team", "text": "{1}"}
    wish = {"tool": "slack_post", "arguments": arguments, "told": "Post it to #team"}
    given = await desk.call("POST", f"{path}/approvals", wish)
    assert given.status_code == 201
    [approval] = given.json()["approvals"]
    action = argument_hash("slack_post", arguments)
    assert (approval["action"], approval["told"]) == (action, "Post it to #team")
    same = {"tool": "slack_post", "action": action, "told": "again"}
    assert (await desk.call("POST", f"{path}/approvals", same)).json() == given.json()
    assert (await desk.call("PATCH", path, {"withdraw": [action]})).json()["approvals"] == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"tool": "format_disk", "arguments": {}, "told": "x"}, "tool"),
        ({"tool": "slack_post", "told": "x"}, "action"),
        ({"tool": "slack_post", "arguments": {}, "action": "0" * 64, "told": "x"}, "action"),
        ({"tool": "slack_post", "action": "short", "told": "x"}, "action"),
        ({"tool": "slack_post", "arguments": {}, "told": ""}, "told"),
    ],
)
async def test_leave_for_something_unclear_is_refused(desk, body, field):
    path = f"/{(await desk.make())['id']}/approvals"
    response = await desk.call("POST", path, body)
    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == field
