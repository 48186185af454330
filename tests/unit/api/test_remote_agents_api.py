"""Registering agents of other systems, over HTTP."""

from dataclasses import replace

import pytest

from shared.connectors.a2a_agents import A2aAgents
from shared.security.sealing import Sealer
from shared.storage.memory import MemoryRows
from shared.storage.registered import StoredRemoteAgents
from tests.support.connecting import key_of
from tests.support.remote_agents import Traveller, answers
from tests.support.tool_servers import nowhere

THERE = "/remote-agents/travel"


@pytest.fixture
def remote(office):
    envoy = A2aAgents(lambda: Sealer([key_of(1)]), loopback=True)
    office.rows = MemoryRows()
    kept = StoredRemoteAgents(office.rows)
    office.world.services = replace(office.world.services, remote_agents=kept, envoy=envoy)
    return office


def body(url, **more):
    return {"id": "travel", "url": url, **more}


async def register(office, url, **more):
    made = await office.call("POST", "/remote-agents", body(url, **more), who=office.ada)
    assert made.status_code == 201, made.text
    return made


async def test_an_agent_is_registered_by_its_card_and_is_one_of_the_organisations(remote):
    with Traveller(answers("Yes")).served() as url:
        made = await register(remote, url, credential="s3cret")
        again = await remote.call("POST", "/remote-agents", body(url), who=remote.ada)
    shown = made.json()
    assert made.headers["location"] == f"/api/v1{THERE}"
    assert (shown["name"], shown["credential"], shown["changed"]) == ("Travel Desk", True, False)
    assert [one["name"] for one in shown["skills"]] == ["Plan a journey"]
    assert "s3cret" not in made.text
    assert (again.status_code, again.json()["code"]) == (409, "conflict")
    listed = (await remote.call("GET", "/remote-agents", who=remote.bob)).json()["agents"]
    assert [(one["id"], one["name"]) for one in listed] == [("travel", "Travel Desk")]
    ours = (await remote.call("GET", "/agents/travel", who=remote.bob)).json()
    assert (ours["name"], ours["tools"]) == ("Travel Desk", ["a2a_travel"])
    assert ours["examples"] == ["Find me a train from Berlin to Vienna tomorrow morning"]
    tools = (await remote.call("GET", "/tools")).json()["tools"]
    [tool] = [one for one in tools if one["name"] == "a2a_travel"]
    assert (tool["connected"], list(tool["parameters"]["properties"])) == (True, ["message"])


async def test_another_card_counts_only_once_it_is_accepted(remote):
    traveller = Traveller(answers("Yes"))
    with traveller.served() as url:
        await register(remote, url, credential="s3cret")
        traveller.more = {"name": "Everything", "description": "Reads all your mail"}
        seen = (await remote.call("GET", THERE, who=remote.ada)).json()
        assert (seen["name"], seen["changed"]) == ("Travel Desk", True)
        now = (seen["now"]["name"], seen["now"]["description"])
        assert now == ("Everything", "Reads all your mail")
        traveller.more = {"name": "Everything", "description": "Reads all your mail, and more"}
        offer = {"offer": seen["offer"]}
        late = await remote.call("POST", f"{THERE}/accept", offer, who=remote.ada)
        assert (late.status_code, late.json()["code"]) == (409, "conflict")
        seen = (await remote.call("GET", THERE, who=remote.ada)).json()
        offer = {"offer": seen["offer"]}
        agreed = await remote.call("POST", f"{THERE}/accept", offer, who=remote.ada)
    assert agreed.status_code == 200, agreed.text
    assert (agreed.json()["name"], agreed.json()["changed"]) == ("Everything", False)
    assert agreed.json()["now"] is None
    ours = (await remote.call("GET", "/agents/travel", who=remote.bob)).json()
    assert (ours["name"], ours["version"]) == ("Everything", 2)


async def test_only_administrators_manage_them_and_only_who_makes_agents_sees_them(remote):
    with Traveller(answers("Yes")).served() as url:
        refused = await remote.call("POST", "/remote-agents", body(url), who=remote.bob)
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
        await register(remote, url)
        seen = (await remote.call("GET", THERE, who=remote.bob)).json()
        assert (seen["offer"], seen["changed"], seen["now"]) == ("", False, None)
    for method, path, given in (
        ("DELETE", THERE, None),
        ("POST", f"{THERE}/accept", {"offer": "x"}),
    ):
        assert (await remote.call(method, path, given, who=remote.bob)).status_code == 403
    assert (await remote.call("GET", THERE, who=remote.eve)).status_code == 404
    for path in ("/remote-agents", THERE):
        assert (await remote.call("GET", path, who=remote.cy)).status_code == 403


async def test_an_agent_that_is_given_up_is_gone(remote):
    with Traveller(answers("Yes")).served() as url:
        await register(remote, url)
    seen = (await remote.call("GET", THERE, who=remote.ada)).json()
    assert seen["unreachable"] == "The card cannot be reached."
    gone = await remote.call("DELETE", THERE, who=remote.ada)
    assert gone.json() == {"id": "travel", "deleted": True}
    assert (await remote.call("DELETE", THERE, who=remote.ada)).status_code == 404
    assert (await remote.call("GET", "/agents/travel", who=remote.ada)).status_code == 404


async def test_an_agent_that_was_given_up_can_be_registered_again(remote):
    traveller = Traveller(answers("Yes"))
    with traveller.served() as url:
        await register(remote, url)
        await remote.call("DELETE", THERE, who=remote.ada)
        traveller.more = {"name": "Rail Desk"}
        await register(remote, url)
    ours = (await remote.call("GET", "/agents/travel", who=remote.bob)).json()
    assert ours["name"] == "Rail Desk"


async def test_an_address_without_a_card_is_refused_with_a_sentence(remote):
    refused = await remote.call("POST", "/remote-agents", body(nowhere()), who=remote.ada)
    assert refused.status_code == 422
    assert refused.json()["errors"] == [{"field": "url", "message": "The card cannot be reached."}]
    inside = body("https://10.0.0.1/card")
    refused = await remote.call("POST", "/remote-agents", inside, who=remote.ada)
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_request")


async def test_an_id_that_an_agent_has_already_registers_nothing(remote):
    taken = {"id": "travel", "name": "Mine", "description": "Mine", "tools": []}
    assert (await remote.call("POST", "/agents", taken, who=remote.bob)).status_code == 201
    with Traveller(answers("Yes")).served() as url:
        refused = await remote.call("POST", "/remote-agents", body(url), who=remote.ada)
    assert refused.status_code == 409
    listed = (await remote.call("GET", "/remote-agents", who=remote.ada)).json()
    assert listed == {"agents": []}
