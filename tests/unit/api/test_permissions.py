"""What takes a role, and what takes a person, through the API."""

import pytest

from shared.models.principal import Principal

AGENT = {"id": "weekly", "name": "Weekly", "description": "Sums up the week."}
SKILL = {"id": "sums", "name": "Sums", "description": "Sums up."}
BUILDS = [("/agents", AGENT), ("/skills", SKILL)]
ROBOT = Principal(tenant="acme", user="robot", roles=("builder", "approver", "service"))


@pytest.mark.parametrize(("path", "body"), BUILDS)
async def test_making_agents_and_skills_takes_the_role(office, path, body):
    refused = await office.call("POST", path, body, who=office.cy)
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert "Builder" in refused.json()["detail"]
    assert (await office.call("POST", path, body, who=office.bob)).status_code == 201


async def test_a_clone_and_an_import_are_agents_made(office):
    await office.make()
    cloned = await office.call(
        "POST", "/agents/weekly-report/clone", {"id": "mine", "name": "Mine"}, who=office.cy
    )
    assert cloned.status_code == 403


async def test_whoever_an_agent_is_shared_with_may_change_it_without_the_role(office):
    _, etag = await office.make(editors=["cy"])
    change = {"description": "Sums up the week, briefly."}
    patched = await office.call("PATCH", "/agents/weekly-report", change, etag=etag, who=office.cy)
    assert patched.status_code == 200


async def test_a_service_has_no_schedules(office):
    body = {"agent": "email", "request": "show my mail", "when": "every day at 9:00"}
    refused = await office.call("POST", "/schedules", body, who=ROBOT)
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")


async def test_a_service_agrees_to_nothing_and_the_question_stays(world):
    await world.say()
    question = await world.ask("approval")
    person = world.caller
    world.caller = person.model_copy(update={"roles": ("owner", "service")})
    path = f"/api/v1/threads/t1/interrupts/{question}"
    refused = await world.call("POST", path, {"action": "accept"})
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert "person" in refused.json()["detail"]
    world.caller = person
    assert (await world.call("POST", path, {"action": "accept"})).status_code == 202
