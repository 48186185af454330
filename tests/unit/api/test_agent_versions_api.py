"""What agents were before, over HTTP: going back, restoring, cloning."""

import pytest

from api.agent_bodies import handle
from api.ids import to_path
from shared.models.agent import UNDO, Agent

AGENT = "/agents/weekly-report"


def fields_of(response):
    assert (response.status_code, response.json()["code"]) == (422, "invalid_request")
    return [error["field"] for error in response.json()["errors"]]


async def test_versions_are_listed_shown_and_gone_back_to(office):
    _, etag = await office.make(instructions="1. Count")
    put = await office.call("PATCH", AGENT, {"instructions": "1. Guess"}, etag=etag)

    listed = (await office.call("GET", f"{AGENT}/versions")).json()["versions"]
    assert [one["version"] for one in listed] == [2, 1]
    first = await office.world.call("GET", listed[1]["links"]["version"])
    assert first.json()["instructions"] == "1. Count"
    assert (await office.call("GET", f"{AGENT}/versions/2")).json()["instructions"] == "1. Guess"

    back = await office.call("POST", f"{AGENT}/rollback", {"version": 1}, etag=put.headers["etag"])
    assert (back.status_code, back.json()["version"]) == (200, 3)
    assert back.json()["instructions"] == "1. Count"
    assert (await office.call("GET", AGENT)).headers["etag"] == back.headers["etag"]


@pytest.mark.parametrize("version", ["0", "3", "-1", "x", "9" * 12, "\u0661"])
async def test_a_version_that_never_was_is_absent(office, version):
    await office.make()
    assert (await office.call("GET", f"{AGENT}/versions/{version}")).status_code == 404


@pytest.mark.parametrize(("version", "status"), [(0, 422), ("1", 422), (None, 422), (7, 404)])
async def test_going_back_needs_a_version_there_is(office, version, status):
    _, etag = await office.make()
    response = await office.call("POST", f"{AGENT}/rollback", {"version": version}, etag=etag)
    assert response.status_code == status


@pytest.mark.parametrize(("late", "status"), [(0, 200), (1, 404)])
async def test_an_agent_is_restored_until_the_time_that_was_said(office, late, status):
    _, etag = await office.make()
    await office.call("DELETE", AGENT, etag=etag)
    office.world.clock.pass_by(seconds=UNDO.total_seconds() + late)
    assert (await office.call("POST", f"{AGENT}/restore")).status_code == status


@pytest.mark.parametrize(("who", "status"), [("bob", 403), ("eve", 404), ("ada", 200)])
async def test_only_those_who_may_change_an_agent_restore_it(office, who, status):
    _, etag = await office.make()
    await office.call("DELETE", AGENT, etag=etag)
    response = await office.call("POST", f"{AGENT}/restore", who=getattr(office, who))
    assert response.status_code == status


async def test_restoring_does_not_tell_who_may_not_know(office):
    _, etag = await office.make(users=["ann"])
    await office.call("DELETE", AGENT, etag=etag)
    assert (await office.call("POST", f"{AGENT}/restore", who=office.bob)).status_code == 404


async def test_a_clone_is_the_callers_own_under_an_id_of_its_own(office):
    await office.make(instructions="1. Count", editors=["ada"])
    body = {"id": "mine", "name": "My report"}
    made = await office.call("POST", f"{AGENT}/clone", body, who=office.bob)
    assert (made.status_code, made.headers["location"]) == (201, "/api/v1/agents/mine")
    agent = made.json()
    assert (agent["owner"], agent["editors"], agent["version"]) == ("bob", [], 1)
    assert (agent["name"], agent["instructions"]) == ("My report", "1. Count")
    taken = await office.call("POST", f"{AGENT}/clone", body)
    assert taken.status_code == 409


async def test_clones_get_names_of_their_own_without_being_given_any(office):
    await office.make()
    made = [(await office.call("POST", f"{AGENT}/clone", {})).json() for _ in range(3)]
    assert [agent["id"] for agent in made] == [
        "weekly-report-copy",
        "weekly-report-copy-2",
        "weekly-report-copy-3",
    ]
    assert made[0]["name"] == "Weekly report (copy)"


@pytest.mark.parametrize("old", ["Büro Bot", "x" * 255, "💬"])
async def test_an_agent_with_any_id_has_clones_that_can_be_mentioned(office, old):
    await office.world.services.agents.save(
        "acme", Agent(id=old, name="n" * 200, description="d", owner="ann"), None
    )
    path = f"/agents/{to_path(old)}"
    made = (await office.call("POST", f"{path}/clone", {})).json()
    assert handle(made["id"]) == made["id"]
    assert len(made["name"]) <= 100


@pytest.mark.parametrize("body", [{"id": "A b"}, {"name": ""}, {"name": "x" * 101}, {"other": 1}])
async def test_a_clone_needs_a_proper_name(office, body):
    await office.make()
    assert fields_of(await office.call("POST", f"{AGENT}/clone", body)) == [*body]


async def test_a_clone_of_something_cloned_too_often_must_be_named(office):
    await office.make()
    for number in range(1, 101):
        copy = "weekly-report-copy" + (f"-{number}" if number > 1 else "")
        taken = Agent(id=copy, name="C", description="d", owner="bob")
        await office.world.services.agents.save("acme", taken, None)
    refused = await office.call("POST", f"{AGENT}/clone", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert "choose an id" in refused.json()["detail"]
    assert (await office.call("POST", f"{AGENT}/clone", {"id": "mine"})).status_code == 201
