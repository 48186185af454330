"""Public agents: a card that anybody reads, and an address at which only this agent answers."""

from dataclasses import replace
from itertools import count

import pytest
from a2a.client.card_resolver import parse_agent_card

from shared.models.agent import Agent
from shared.models.principal import Principal
from shared.models.signing_in import SignInWith
from shared.naming import aside

HERE = "/a2a/agents/acme/weekly-report"
CARD = f"{HERE}/.well-known/agent-card.json"
AGENT = "/agents/weekly-report"
PROCEDURE = "1. Read the sheet Margins"
SKILL = {"id": "sum-up", "name": "Sum up", "description": "Sums up.", "instructions": PROCEDURE}
V1 = {"A2A-Version": "1.0"}


@pytest.fixture
def rpc(office):
    """Call a method of 1.0 at a public agent's address; return its result or its error."""
    numbers = count(1)

    async def call(method, params, path=HERE, who=None):
        body = {"jsonrpc": "2.0", "id": next(numbers), "method": method, "params": params}
        response = await office.call("POST", path, body, headers=V1, who=who)
        assert response.status_code == 200, response.text
        answer = response.json()
        return answer.get("error") or answer["result"]

    return call


def saying(text, name="m1", **message):
    given = {"messageId": name, "role": "ROLE_USER", "parts": [{"text": text}], **message}
    return {"message": given, "configuration": {"returnImmediately": True}}


async def published(office, **fields):
    return await office.make(public=True, skills=[SKILL], **fields)


# --- the card ---------------------------------------------------------------------------------


async def test_a_public_agent_says_at_its_address_what_it_can_do_and_how_to_reach_it(office):
    office.world.services = replace(
        office.world.services,
        public_url="https://forge.example",
        sign_in=SignInWith(mode="entra", authority="https://login.example/t", scope="api://x/all"),
    )
    agent, _ = await published(office, examples=["sum up my week"], tags=["reports"])
    where = agent["links"]["card"]

    response = await office.world.call("GET", where)

    assert where == f"/api/v1{CARD}"
    assert response.headers["cache-control"] == "public, max-age=60"
    told = response.json()
    card = parse_agent_card(response.json())
    assert (card.name, card.description, card.version) == (
        "Weekly report",
        "Sums up the week.",
        "1",
    )
    [skill] = card.skills
    assert (skill.id, skill.name, skill.description) == (
        "weekly-report.sum-up",
        "Sum up",
        "Sums up.",
    )
    assert list(skill.examples) == ["sum up my week"]
    assert list(skill.tags) == ["weekly-report", "reports"]
    here = f"https://forge.example/api/v1{HERE}"
    assert [(i.url, i.protocol_binding, i.protocol_version) for i in card.supported_interfaces] == [
        (here, binding, version)
        for version in ("1.0", "0.3")
        for binding in ("JSONRPC", "HTTP+JSON")
    ]
    assert (told["url"], told["protocolVersion"]) == (here, "0.3")
    assert not card.capabilities.extended_agent_card
    assert told["security"] == [{"signIn": []}]
    assert (await office.call("GET", HERE)).json() == told


async def test_a_card_tells_nothing_of_how_an_agent_works_or_whose_it_is(office):
    await published(
        office,
        tools=["sheets_read"],
        instructions="Be terse about margins.",
        editors=["bob"],
        hooks=[{"event": "pre", "matcher": "sheets_*", "max_calls": 1}],
    )

    text = (await office.call("GET", CARD)).text

    for inside in (PROCEDURE, "sheets_", "terse", '"ann"', '"bob"', "editors", "owner"):
        assert inside not in text


async def test_an_agent_without_skills_is_one_itself(office):
    await office.make(public=True, tags=["reports"])
    card = parse_agent_card((await office.call("GET", CARD)).json())
    assert [(one.id, one.description) for one in card.skills] == [
        ("weekly-report", "Sums up the week.")
    ]


async def test_whoever_is_not_signed_in_reads_the_card_and_no_more(office):
    await published(office)
    office.world.peer = "203.0.113.9"  # nobody known here

    assert (await office.call("GET", CARD)).status_code == 200
    said = await office.call("POST", HERE, {}, headers=V1)
    assert said.status_code in {401, 403}


async def hidden(office):
    await office.make()


async def off(office):
    _, etag = await published(office)
    await office.call("PATCH", AGENT, {"enabled": False}, etag=etag)


async def deleted(office):
    _, etag = await published(office)
    await office.call("DELETE", AGENT, etag=etag)


async def withdrawn(office):
    _, etag = await published(office)
    await office.call("PATCH", AGENT, {"public": False}, etag=etag)


async def absent(office):
    await office.make("another", public=True)


@pytest.mark.parametrize("made", [hidden, off, deleted, withdrawn, absent])
@pytest.mark.parametrize(
    ("method", "path"), [("GET", CARD), ("GET", HERE), ("POST", HERE), ("GET", f"{HERE}/tasks")]
)
async def test_an_agent_that_is_not_shown_is_not_there_whyever(office, made, method, path):
    await made(office)
    found = await office.call(method, path, {} if method == "POST" else None, headers=V1)
    nobody = await office.call("GET", "/a2a/agents/nobody/nothing")

    assert (found.status_code, found.json()["code"]) == (404, "not_found")
    assert found.json()["detail"] == nobody.json()["detail"]


async def test_a_card_leads_nobody_of_another_organisation_any_further(office):
    await published(office)

    read = await office.call("GET", CARD, who=office.eve)
    said = await office.call("POST", HERE, {}, headers=V1, who=office.eve)
    absent = await office.call("POST", "/a2a/agents/acme/nothing", {}, headers=V1, who=office.eve)

    assert read.status_code == 200
    assert (said.status_code, said.json()["detail"]) == (404, absent.json()["detail"])


async def test_one_that_stands_beside_a_hidden_one_is_found_by_the_id_people_know(office):
    hidden = Agent(id="weekly-report", name="Hers", description="Private", users=("ada",))
    await office.world.services.agents.save("acme", hidden, None)
    agent, _ = await published(office)

    card = (await office.world.call("GET", agent["links"]["card"])).json()
    exact = await office.call("GET", f"/a2a/agents/acme/{aside('weekly-report', 'ann')}")

    assert agent["links"]["card"] == f"/api/v1{CARD}"
    assert card["name"] == "Weekly report"
    assert exact.json() == card
    assert "__" not in exact.text


# --- who makes it public ----------------------------------------------------------------------


async def test_who_may_change_an_agent_makes_it_public_and_takes_that_back(office):
    before, etag = await office.make()
    refused = await office.call("PATCH", AGENT, {"public": True}, etag=etag, who=office.cy)
    shown = await office.call("PATCH", AGENT, {"public": True}, etag=etag)
    back = await office.call("PATCH", AGENT, {"public": None}, etag=shown.headers["etag"])

    assert (before["public"], before["links"]["card"]) == (False, "")
    assert refused.status_code == 403
    assert shown.json()["public"] is True
    assert back.json()["public"] is False


@pytest.mark.parametrize(
    ("there", "change"),
    [
        ({"users": ["ann"]}, {"public": True}),
        ({"public": True}, {"users": ["ann"]}),
        ({}, {"users": ["bob"], "public": True}),
    ],
)
async def test_what_is_only_for_some_is_not_for_everybody_to_read(office, there, change):
    _, etag = await office.make(**there)

    refused = await office.call("PATCH", AGENT, change, etag=etag)

    assert refused.headers["content-type"] == "application/problem+json"
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_request")
    assert "cannot be public" in refused.json()["detail"]


async def test_neither_a_copy_nor_an_earlier_version_makes_an_agent_public(office):
    _, etag = await published(office)
    copy = await office.call("POST", f"{AGENT}/clone", {"id": "copy"}, who=office.bob)
    hidden = await office.call("PATCH", AGENT, {"public": False}, etag=etag)
    back = await office.call(
        "POST", f"{AGENT}/rollback", {"version": 1}, etag=hidden.headers["etag"]
    )

    assert copy.json()["public"] is False
    assert back.json()["public"] is False


async def test_files_say_that_an_agent_is_public_and_whoever_takes_them_in_is_told(office):
    await published(office)
    folder = await office.call("GET", f"{AGENT}/export", headers={"Accept": "application/json"})
    again = await office.call("POST", "/agents/import?id=another", folder.json())

    assert "public: true" in folder.json()["files"]["AGENT.md"]
    assert again.json()["public"] is True
    assert any("anybody can read its card" in note for note in again.json()["notes"])


# --- speaking to it ---------------------------------------------------------------------------


async def test_what_is_said_at_its_address_is_said_to_it(office, rpc):
    await published(office)

    sent = (await rpc("SendMessage", saying("Sum up May")))["task"]
    again = (await rpc("SendMessage", saying("Sum up May")))["task"]
    there = {"contextId": sent["contextId"]}
    elsewhere = (await rpc("SendMessage", saying("Sum up May", **there), path="/a2a"))["code"]

    assert sent["history"][0]["parts"] == [{"text": "@weekly-report Sum up May"}]
    assert again["id"] == sent["id"]
    assert elsewhere == -32602, "the same message is another one for somebody else"


async def test_at_its_address_only_what_was_said_to_it_is_found(office, rpc):
    await published(office)
    other = (await rpc("SendMessage", saying("help", "m2"), path="/a2a"))["task"]
    sent = (await rpc("SendMessage", saying("Sum up May", contextId="t1")))["task"]

    listed = (await rpc("ListTasks", {}))["tasks"]
    everywhere = (await rpc("ListTasks", {}, path="/a2a"))["tasks"]
    strange = await rpc("GetTask", {"id": other["id"]})

    assert [one["id"] for one in listed] == [sent["id"]]
    assert {one["id"] for one in everywhere} == {sent["id"], other["id"]}
    assert strange["code"] == -32001
    assert (await rpc("GetTask", {"id": sent["id"]}))["id"] == sent["id"]


async def test_an_answer_to_its_question_is_said_as_it_is(office, rpc):
    await published(office)
    sent = (await rpc("SendMessage", saying("Sum up May", contextId="t1")))["task"]
    await office.world.ask()

    answered = await rpc("SendMessage", saying("The client", "m2", taskId=sent["id"]))

    assert answered["task"]["id"] == sent["id"]
    texts = [one["parts"][0]["text"] for one in answered["task"]["history"]]
    assert "@weekly-report The client" not in texts


async def test_rest_reaches_it_in_both_versions(office):
    await published(office)
    one = await office.call("POST", f"{HERE}/message:send", saying("Sum up May"), headers=V1)
    older = {
        "message": {
            "kind": "message",
            "messageId": "m3",
            "role": "ROLE_USER",
            "content": [{"text": "Sum up June"}],
        },
        "configuration": {"blocking": False},
    }
    two = await office.call("POST", f"{HERE}/v1/message:send", older)

    assert one.json()["task"]["history"][0]["parts"] == [{"text": "@weekly-report Sum up May"}]
    assert two.status_code == 200, two.text
    assert "@weekly-report Sum up June" in two.text


async def test_it_has_no_more_to_say_of_itself_to_those_who_signed_in(office, rpc):
    await published(office)
    assert (await rpc("GetExtendedAgentCard", {}))["code"] == -32004


async def test_whoever_has_another_one_of_that_id_is_told_and_not_taken_for_it(office):
    await published(office)
    own = Agent(id=aside("weekly-report", "bob"), name="Bob's", description="d", users=("bob",))
    await office.world.services.agents.save("acme", own, None)

    said = await office.call("POST", HERE, {}, headers=V1, who=office.bob)

    assert (said.status_code, said.json()["code"]) == (409, "conflict")
    assert "another agent called @weekly-report" in said.json()["detail"]


async def test_an_organisation_of_any_name_has_an_address(office):
    who = Principal(tenant="acme & sons", user="ann", roles=("builder",))
    made = await office.call(
        "POST",
        "/agents",
        {"id": "helper", "name": "H", "description": "d", "public": True},
        who=who,
    )
    where = made.json()["links"]["card"]

    card = (await office.world.call("GET", where)).json()

    assert "~" in where
    assert card["url"].endswith(where.removesuffix("/.well-known/agent-card.json"))
