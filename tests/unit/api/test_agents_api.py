"""Agents over HTTP: who finds, makes, changes, runs and restores which."""

import asyncio
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.agent_bodies import MAX_HANDLE, handle
from shared.decisions.routing import mention
from shared.models.agent import UNDO, Agent

AGENT = "/agents/weekly-report"
WORDS = {"name": "Weekly report", "description": "Sums up the week."}
CHANGES = (
    ("PUT", AGENT, WORDS),
    ("PATCH", AGENT, {"enabled": False}),
    ("PATCH", AGENT, {"name": "Mine"}),
    ("DELETE", AGENT, None),
    ("POST", f"{AGENT}/rollback", {"version": 1}),
)
"""What needs If-Match."""
READINGS = (
    ("GET", AGENT, None),
    ("GET", f"{AGENT}/statistics", None),
    ("GET", f"{AGENT}/export", None),
)
PAST = (("GET", f"{AGENT}/versions", None), ("GET", f"{AGENT}/versions/1", None))
USES = (("POST", f"{AGENT}/clone", {}), ("POST", f"{AGENT}/run", {}))


def fields_of(response):
    assert (response.status_code, response.json()["code"]) == (422, "invalid_request")
    return [error["field"] for error in response.json()["errors"]]


# --- making and reading -----------------------------------------------------------------------


async def test_an_agent_belongs_to_who_made_it_and_is_where_its_location_says(office):
    body = {"id": "weekly-report", **WORDS, "tools": ["gmail_search_messages"], "tags": ["weekly"]}

    made = await office.call("POST", "/agents", body)

    assert (made.status_code, made.headers["location"]) == (201, f"/api/v1{AGENT}")
    agent = made.json()
    assert (agent["owner"], agent["version"], agent["kind"]) == ("ann", 1, "own")
    assert agent["tools"] == ["gmail_search_messages"]
    found = await office.call("GET", AGENT)
    assert found.json() == agent
    assert found.headers["etag"] == made.headers["etag"]
    assert found.headers["etag"].startswith('"')
    assert {link.removeprefix(f"/api/v1{AGENT}") for link in agent["links"].values()} == {
        "",
        "/run",
        "/versions",
        "/statistics",
        "/export",
    }


async def test_an_id_is_taken_once(office):
    await office.make()
    again = await office.call("POST", "/agents", {"id": "weekly-report", **WORDS}, who=office.bob)
    assert (again.status_code, again.json()["code"]) == (409, "conflict")


async def test_an_idempotency_key_makes_a_repeat_harmless_and_nothing_else(office):
    body, headers = {"id": "weekly-report", **WORDS}, {"Idempotency-Key": "k1"}
    first = await office.call("POST", "/agents", body, headers=headers)
    again = await office.call("POST", "/agents", body, headers=headers)
    assert (again.status_code, again.json()) == (201, first.json())
    other = {**body, "name": "Another"}
    for refused in (
        await office.call("POST", "/agents", other, headers=headers),
        await office.call("POST", "/agents", body, headers=headers, who=office.bob),
        await office.call("POST", "/agents", body),
    ):
        assert refused.status_code == 409


@pytest.mark.parametrize("agent", ["email", "agent-builder"])
async def test_ids_of_the_product_are_reserved(office, agent):
    made = await office.call("POST", "/agents", {"id": agent, **WORDS})
    assert (made.status_code, made.json()["code"]) == (400, "invalid_request")


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"id": "Weekly Report"}, "id"),
        ({"id": "a--b"}, "id"),
        ({"id": "x" * 65}, "id"),
        ({"id": "import"}, "id"),
        ({"id": 7}, "id"),
        ({"id": None}, "id"),
        ({"name": ""}, "name"),
        ({"name": "two\nlines"}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"description": " "}, "description"),
        ({"description": "bell \a"}, "description"),
        ({"description": "x" * 1025}, "description"),
        ({"instructions": "bell \a"}, "instructions"),
        ({"tags": ["fine", "two\nlines"]}, "tags.1"),
        ({"tags": ["t"] * 51}, "tags"),
        ({"examples": ["x" * 501]}, "examples.0"),
        ({"enabled": "yes"}, "enabled"),
        ({"tools": ["gmail_search_messages", "teleport"]}, "tools.1"),
        ({"tools": "gmail_search_messages"}, "tools"),
        ({"surprise": 1}, "surprise"),
        ({"hooks": [{"event": "pre", "matcher": ""}]}, "hooks.0.matcher"),
        ({"skills": [{"id": "s", "name": "S"}]}, "skills.0.description"),
        (
            {"skills": [{"id": "s", "name": "S", "description": "d", "tools": ["teleport"]}]},
            "skills.0.tools.0",
        ),
        ({"skills": [{"id": "s", "name": "S", "description": "d"}] * 2}, "skills.1.id"),
        (
            {"skills": [{"id": "s", "name": "S", "description": "d", "priority": "3"}]},
            "skills.0.priority",
        ),
        (
            {"capabilities": {"handoff": {"max_session_duration_seconds": 0}}},
            "capabilities.handoff.max_session_duration_seconds",
        ),
    ],
)
async def test_what_is_wrong_with_an_agent_is_said_by_field(office, wrong, field):
    response = await office.call("POST", "/agents", {"id": "fine", **WORDS, **wrong})
    assert fields_of(response) == [field]
    assert (await office.call("GET", "/agents/fine")).status_code == 404


@pytest.mark.parametrize("field", ["owner", "origin", "version", "created_at", "updated_at"])
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH"])
async def test_what_the_service_keeps_cannot_be_set(office, method, field):
    agent, etag = await office.make()
    path = "/agents" if method == "POST" else AGENT
    body = {"id": "weekly-report", **WORDS, field: agent[field]}
    response = await office.call(method, path, body, etag=etag)
    assert fields_of(response) == [field]
    assert "kept by the service" in response.json()["detail"]


async def test_what_only_answers_say_is_refused_as_such(office):
    agent, etag = await office.make()
    body = {**WORDS, "kind": agent["kind"], "links": agent["links"]}
    assert fields_of(await office.call("PUT", AGENT, body, etag=etag)) == ["kind", "links"]


@given(st.text("abcABC019-_. ", min_size=1, max_size=70))
def test_every_id_that_may_be_given_can_be_mentioned(text):
    try:
        handle(text)
    except ValueError:
        return
    assert mention(f"@{text} do it") == text
    assert len(text) <= MAX_HANDLE


# --- changing ---------------------------------------------------------------------------------


async def test_replacing_leaves_what_is_not_said_at_its_default(office):
    agent, etag = await office.make(tags=["weekly"], instructions="1. Count")
    put = await office.call("PUT", AGENT, {**WORDS, "name": "Report"}, etag=etag)
    assert put.status_code == 200
    after = put.json()
    assert (after["name"], after["tags"], after["instructions"]) == ("Report", [], "")
    assert (after["owner"], after["created_at"], after["version"]) == (
        agent["owner"],
        agent["created_at"],
        2,
    )
    assert put.headers["etag"] != etag
    assert (await office.call("GET", AGENT)).json() == after


async def test_an_agent_that_was_read_can_be_put_back(office):
    agent, etag = await office.make(tools=["gmail_search_messages"], users=["ann", "bob"])
    kept = {"owner", "origin", "version", "created_at", "updated_at", "kind", "links"}
    body = {name: value for name, value in agent.items() if name not in kept}
    put = await office.call("PUT", AGENT, body, etag=etag)
    assert {**put.json(), "version": 1} == agent


async def test_a_patch_changes_what_it_names_and_null_is_the_default(office):
    _, etag = await office.make(tags=["weekly"], instructions="1. Count")
    patch = await office.call("PATCH", AGENT, {"tags": None, "name": "Report"}, etag=etag)
    after = patch.json()
    assert (after["name"], after["tags"], after["instructions"]) == ("Report", [], "1. Count")
    assert after["version"] == 2


async def test_an_agent_is_switched_off_and_on(office):
    _, etag = await office.make()
    off = await office.call("PATCH", AGENT, {"enabled": False}, etag=etag)
    assert off.json()["enabled"] is False
    on = await office.call("PATCH", AGENT, {"enabled": True}, etag=off.headers["etag"])
    assert on.json()["enabled"] is True


async def test_a_patch_does_not_judge_what_it_leaves_alone(office):
    old = Agent(id="weekly-report", name="R", description="d", owner="ann", tools=("retired",))
    etag = await office.world.services.agents.save("acme", old, None)
    patch = await office.call("PATCH", AGENT, {"tools": ["retired"]}, etag=f'"{etag}"')
    assert fields_of(patch) == ["tools.0"]
    off = await office.call("PATCH", AGENT, {"enabled": False}, etag=f'"{etag}"')
    assert off.status_code == 200


@pytest.mark.parametrize("method", ["PUT", "PATCH"])
async def test_an_id_stays(office, method):
    _, etag = await office.make()
    response = await office.call(method, AGENT, {**WORDS, "id": "other"}, etag=etag)
    assert fields_of(response) == ["id"]
    same = await office.call(method, AGENT, {**WORDS, "id": "weekly-report"}, etag=etag)
    assert same.status_code == 200


@pytest.mark.parametrize(("method", "path", "body"), CHANGES)
async def test_a_change_must_say_which_version_it_is_for(office, method, path, body):
    _, etag = await office.make()
    bare = await office.call(method, path, body)
    assert (bare.status_code, bare.json()["code"]) == (428, "precondition_required")
    for malformed in ("*", etag.strip('"'), f"W/{etag}", f"{etag}, {etag}", '""', '"ä"'.encode()):
        refused = await office.call(method, path, body, etag=malformed)
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid_request")
    assert (await office.call("GET", AGENT)).headers["etag"] == etag


@pytest.mark.parametrize(("method", "path", "body"), CHANGES)
async def test_who_comes_second_gets_both_versions(office, method, path, body):
    _, etag = await office.make()
    first = await office.call("PATCH", AGENT, {"name": "First"}, etag=etag)

    second = await office.call(method, path, body, etag=etag)

    assert (second.status_code, second.json()["code"]) == (412, "stale")
    problem = second.json()
    assert problem["current"]["etag"] == first.headers["etag"]
    assert problem["current"]["agent"]["name"] == "First"
    assert problem["yours"] == {"agent": body or {}, "etag": etag}
    again = await office.call(method, path, body, etag=problem["current"]["etag"])
    assert again.status_code == 200, again.text


async def test_of_two_people_who_change_an_agent_at_once_one_is_told(office):
    _, etag = await office.make(editors=["bob"])
    both = await asyncio.gather(
        office.call("PATCH", AGENT, {"name": "Ann's"}, etag=etag),
        office.call("PATCH", AGENT, {"name": "Bob's"}, etag=etag),
    )
    assert sorted(response.status_code for response in both) == [200, 412]
    [won] = [response for response in both if response.status_code == 200]
    [lost] = [response for response in both if response.status_code == 412]
    assert lost.json()["current"]["agent"]["name"] == won.json()["name"]


# --- who may ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("method", "path", "body"), [*CHANGES, *READINGS, *PAST, *USES])
@pytest.mark.parametrize("who", ["eve", "bob"])
async def test_nobody_learns_of_agents_of_others(office, who, method, path, body):
    _, etag = await office.make(users=["ann"])
    other = getattr(office, who)

    response = await office.call(method, path, body, etag=etag, who=other)

    never = path.replace("weekly-report", "never-was")
    absent = await office.call(method, never, body, etag=etag, who=other)
    assert (response.status_code, absent.status_code) == (404, 404)
    said, told = (one.json()["detail"] for one in (response, absent))
    assert said.replace("weekly-report", "never-was") == told
    assert (await office.call("GET", AGENT)).headers["etag"] == etag


@pytest.mark.parametrize("deleted", [False, True])
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/agents", {"id": "{id}", **WORDS}),
        ("/agents/import?id={id}", {"files": {"AGENT.md": "---\nname: x\ndescription: y\n---\n"}}),
        ("/agents/mine/clone", {"id": "{id}"}),
    ],
)
async def test_the_id_of_an_agent_of_others_is_as_free_as_any(office, path, body, deleted):
    _, etag = await office.make(users=["ann"])
    if deleted:
        await office.call("DELETE", AGENT, etag=etag)
    await office.call("POST", "/agents", {"id": "mine", **WORDS}, who=office.bob)

    async def told(agent_id):
        given = json.loads(json.dumps(body).replace("{id}", agent_id))
        made = await office.call("POST", path.format(id=agent_id), given, who=office.bob)
        seen = [
            await office.call(method, f"/agents/{agent_id}{more}", sent, who=office.bob)
            for method, more, sent in (
                ("GET", "", None),
                ("GET", "/versions", None),
                ("GET", "/statistics", None),
                ("POST", "/run", {"message_id": agent_id}),
                ("POST", "/restore", None),
            )
        ]
        again = await office.call("POST", path.format(id=agent_id), given, who=office.bob)
        listed = await office.call("GET", "/agents", who=office.bob)
        found = [a for a in listed.json()["agents"] if a["id"] == agent_id]
        answers = [(r.status_code, r.text, sorted(r.headers.items())) for r in (made, *seen, again)]
        said = re.sub("[0-9a-f]{32}|[a-z2-7]{32}", "NEW", str((answers, found)))
        return made.status_code, said.replace(agent_id, "ID")

    free = await told("monday-report")
    assert free[0] == 201
    assert await told("weekly-report") == free
    if not deleted:
        assert (await office.call("GET", AGENT)).json()["owner"] == "ann"


async def test_an_administrator_tells_agents_of_one_id_apart(office):
    await office.make(users=["ann"])
    await office.call("POST", "/agents", {"id": "weekly-report", **WORDS}, who=office.bob)

    listed = (await office.call("GET", "/agents", who=office.ada)).json()["agents"]

    own = {agent["id"]: agent["owner"] for agent in listed if agent["kind"] == "own"}
    assert len(own) == 2
    for agent_id, owner in own.items():
        found = await office.call("GET", f"/agents/{agent_id}", who=office.ada)
        assert found.json()["owner"] == owner


@pytest.mark.parametrize(("method", "path", "body"), [*CHANGES, *PAST])
async def test_who_may_only_run_an_agent_changes_nothing_and_sees_nothing_of_its_past(
    office, method, path, body
):
    _, etag = await office.make()
    for version in (etag, '"old"'):
        response = await office.call(method, path, body, etag=version, who=office.bob)
        assert (response.status_code, response.json()["code"]) == (403, "forbidden")
        assert "current" not in response.json()
    assert (await office.call("GET", AGENT)).headers["etag"] == etag


@pytest.mark.parametrize("who", ["bob", "ada"])
@pytest.mark.parametrize(("method", "path", "body"), CHANGES)
async def test_editors_and_administrators_may_change_it(office, who, method, path, body):
    _, etag = await office.make(editors=["bob"], users=["ann"])
    response = await office.call(method, path, body, etag=etag, who=getattr(office, who))
    assert response.status_code == 200


async def test_the_same_id_elsewhere_is_another_agent(office):
    await office.make()
    made = await office.call("POST", "/agents", {"id": "weekly-report", **WORDS}, who=office.eve)
    assert (made.status_code, made.json()["owner"]) == (201, "ann")
    gone = await office.call("DELETE", AGENT, etag=made.headers["etag"], who=office.eve)
    assert gone.status_code == 200
    assert (await office.call("GET", AGENT)).status_code == 200


async def test_workspace_agents_are_shown_run_and_counted_but_not_changed(office):
    found = await office.call("GET", "/agents/email")
    assert (found.status_code, found.json()["kind"]) == (200, "workspace")
    assert (await office.call("GET", "/agents/email/statistics")).json()["runs"] == 0
    assert (await office.call("POST", "/agents/email/run", {})).status_code == 202
    for method, path, body in (*CHANGES, *PAST):
        workspace = path.replace("weekly-report", "email")
        response = await office.call(
            method, workspace, body, etag=found.headers["etag"], who=office.ada
        )
        assert response.status_code == 404
    assert (await office.call("GET", "/agents/calendar")).status_code == 404
    assert (await office.call("POST", "/agents/calendar/run", {})).status_code == 404


async def test_a_deleted_agent_is_gone_until_it_is_restored(office):
    agent, etag = await office.make()

    gone = await office.call("DELETE", AGENT, etag=etag)

    assert gone.json() == {
        "id": "weekly-report",
        "deleted": True,
        "restorable_until": f"{office.world.clock.now() + UNDO:%Y-%m-%dT%H:%M:%SZ}",
    }
    for method, path, body in (*CHANGES, *READINGS, *PAST, *USES):
        assert (await office.call(method, path, body, etag=etag)).status_code == 404
    back = await office.call("POST", f"{AGENT}/restore")
    assert (back.status_code, back.json()) == (200, agent)
    assert (await office.call("GET", AGENT)).headers["etag"] == back.headers["etag"]
    assert (await office.call("POST", f"{AGENT}/restore")).status_code == 409
