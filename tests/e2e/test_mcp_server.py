"""Our agents as tools of other people's programs: the protocol's own client against the product."""

import json
from contextlib import asynccontextmanager

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitResult

from tests.support.agui_client import run_script
from tests.support.devhost import ROOT, RunningHost
from tests.support.http import Conversation, http_client, spoken

PATIENCE_S = 60


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """A host of its own: what its tools are is asserted whole."""
    with RunningHost(ROOT, tmp_path_factory.mktemp("mcp"), {"REASONER": "embedded"}) as host:
        yield host.url


@pytest.fixture(params=["auto", "legacy"])
def mode(request):
    """How a client agrees on a version: the newest, or by the handshake of before."""
    return request.param


@asynccontextmanager
async def connected(url, mode="auto", **more):
    async with httpx2.AsyncClient(timeout=PATIENCE_S, trust_env=False) as http:
        transport = streamable_http_client(f"{url}/api/v1/mcp", http_client=http)
        async with Client(transport, mode=mode, **more) as client:
            yield client


def state(result):
    assert not result.is_error, result
    return result.structured_content


async def test_the_master_agent_and_the_agents_one_may_run_are_tools(url, mode):
    async with connected(url, mode) as client:
        tools = {one.name: one for one in (await client.list_tools()).tools}
    assert {"ask", "answer", "look", "agent_email", "agent_calendar"} <= tools.keys()
    assert tools["look"].annotations.read_only_hint is True
    assert tools["answer"].annotations.destructive_hint is True
    assert tools["ask"].input_schema["required"] == ["message"]


async def test_a_question_is_answered_and_the_conversation_goes_on(url, mode):
    async with connected(url, mode) as client:
        said = await client.call_tool("ask", {"message": "Show me emails from Sarah"})
        first = state(said)
        assert (first["status"], said.content[0].text) == ("done", first["text"])
        assert "Sarah" in first["text"]
        more = {"message": "show me the first one", "thread": first["thread"]}
        second = state(await client.call_tool("agent_email", more))
        assert (second["status"], second["thread"]) == ("done", first["thread"])
        looked = state(await client.call_tool("look", {"thread": first["thread"]}))
        assert (looked["status"], looked["text"]) == ("done", second["text"])
    async with http_client(url) as http:  # it is a conversation as any other
        transcript = await Conversation(http, first["thread"]).transcript()
    assert transcript[0] == ("user", "Show me emails from Sarah")


SEND = "Send an email to tom@elsewhere.example saying I am on my way"


async def test_an_approval_is_told_with_how_to_answer_and_happens_once_it_is(url, mode):
    async with connected(url, mode) as client:
        asked = await client.call_tool("ask", {"message": SEND})
        waiting = state(asked)
        assert waiting["status"] == "waiting"
        assert "tom@elsewhere.example" in asked.content[0].text
        how = waiting["question"]["answer_with"]
        assert json.dumps(how["for"], ensure_ascii=False) in asked.content[0].text
        looked = state(await client.call_tool("look", {"thread": waiting["thread"]}))
        assert looked["question"]["id"] == waiting["question"]["id"]
        done = state(await client.call_tool(how["tool"], how["for"]))
        assert done["status"] == "done"
        again = state(await client.call_tool(how["tool"], how["for"]))
        assert again == done
        late = {**how["for"], "action": "reject"}
        refused = await client.call_tool(how["tool"], late)
        assert refused.is_error
        assert refused.structured_content["code"] == "interrupt_closed"
    async with http_client(url) as http:
        changes = (await http.get("/api/v1/effects")).json()["effects"]
    assert [one["state"] for one in changes if one["thread_id"] == done["thread"]] == ["done"]


@pytest.mark.parametrize(
    ("reply", "status", "sent"),
    [
        (ElicitResult(action="accept", content={"choice": "accept"}), "done", 1),
        (ElicitResult(action="accept", content={"choice": "reject"}), "done", 0),
        (ElicitResult(action="decline"), "done", 0),
        (ElicitResult(action="cancel"), "waiting", 0),
    ],
    ids=["yes", "no", "declined", "left"],
)
async def test_a_client_that_can_asks_the_person_itself(url, reply, status, sent):
    forms = []

    async def ask(_context, params):
        forms.append(params)
        return reply

    async with connected(url, elicitation_callback=ask) as client:
        done = state(await client.call_tool("ask", {"message": SEND}))
    [form] = forms
    assert "tom@elsewhere.example" in form.message
    choices = form.requested_schema["properties"]["choice"]["oneOf"]
    assert [one["const"] for one in choices] == ["accept", "reject"]
    assert done["status"] == status
    async with http_client(url) as http:
        changes = (await http.get("/api/v1/effects")).json()["effects"]
    assert len([one for one in changes if one["thread_id"] == done["thread"]]) == sent


async def test_a_choice_is_asked_once_in_words_and_answered_by_the_form(url):
    forms = []

    async def ask(_context, params):
        forms.append(params)
        return ElicitResult(action="accept", content={"choice": "1"})

    async with connected(url, elicitation_callback=ask) as client:
        done = state(await client.call_tool("ask", {"message": "Show me emails from John"}))
    async with connected(url) as client:
        told = (await client.call_tool("ask", {"message": "Show me emails from John"})).content[0]
    [form] = forms
    assert form.message.count("Which one?") == told.text.count("Which one?") == 1
    options = form.requested_schema["properties"]["choice"]["oneOf"]
    assert [one["title"] for one in options] == ["John Doe", "John Smith", "John Lee"]
    assert (done["status"], "John Doe" in done["text"]) == ("done", True)


async def test_what_should_be_different_is_shown_again_before_it_happens(url):
    replies = [{"text": "change on my way to late"}, {"choice": "accept"}]
    shown = []

    async def ask(_context, params):
        shown.append(params.message)
        return ElicitResult(action="accept", content=replies[len(shown) - 1])

    async with connected(url, elicitation_callback=ask) as client:
        done = state(await client.call_tool("ask", {"message": SEND}))
    assert done["status"] == "done"
    assert "late" in shown[1]
    assert len(shown) == 2


async def test_a_client_of_others_making_asks_and_agrees(url, node):
    calls = [
        ["ask", {"message": "Show me emails from Sarah"}],
        ["ask", {"message": SEND, "thread": "$thread"}],
        "answer",
    ]
    given = json.dumps({"url": f"{url}/api/v1/mcp", "calls": calls})
    said = json.loads(await run_script(node, ROOT / "tests/e2e/mcp/call.mjs", given))
    assert {"ask", "answer", "look"} <= set(said["tools"])
    found, asked, done = (one["structuredContent"] for one in said["results"])
    assert "Sarah" in found["text"]
    assert (asked["status"], asked["thread"]) == ("waiting", found["thread"])
    assert done["status"] == "done"
    async with http_client(url) as http:
        changes = (await http.get("/api/v1/effects")).json()["effects"]
    assert [one["state"] for one in changes if one["thread_id"] == done["thread"]] == ["done"]


async def test_what_is_wrong_is_told_in_a_sentence_and_changes_nothing(url, mode):
    async with connected(url, mode) as client:
        for tool, given, code in (
            ("ask", {}, "invalid_request"),
            ("ask", {"message": "hi", "who": "ada"}, "invalid_request"),
            ("look", {"thread": "nobody's"}, "not_found"),
            ("agent_nobody", {"message": "hi"}, "not_found"),
            ("answer", {"thread": "x", "question": "q", "action": "accept"}, "not_found"),
        ):
            refused = await client.call_tool(tool, given)
            assert refused.is_error
            assert refused.structured_content["code"] == code
            assert refused.content[0].text
        with pytest.raises(Exception, match="There is no tool 'rm'"):
            await client.call_tool("rm", {})


async def test_nobody_gets_in_who_does_not_get_in_elsewhere(url):
    async with http_client(url, Origin="https://evil.example") as http:
        refused = await http.post("/api/v1/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"})
        assert refused.status_code in {401, 403}
    async with http_client(url) as http:
        assert (await http.get("/api/v1/mcp")).status_code == 405
        ordinary = await Conversation(http).ask("help")
        assert spoken(ordinary)
