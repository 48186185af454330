"""Registering servers that lend tools, over HTTP."""

from dataclasses import replace

import pytest

from shared.connectors.mcp_servers import McpServers
from shared.security.sealing import Sealer
from shared.storage.memory import MemoryRows
from shared.storage.registered import StoredToolServers
from tests.support.connecting import key_of
from tests.support.tool_servers import Peer, Tracker, nowhere, tool

OPEN, FIND = "mcp_tracker_open_issue", "mcp_tracker_find_issues"
THERE = "/tool-servers/tracker"


@pytest.fixture
def lending(office):
    lender = McpServers(lambda: Sealer([key_of(1)]), loopback=True, stdio=False)
    rows = MemoryRows()
    office.world.services = replace(
        office.world.services, tool_servers=StoredToolServers(rows), lender=lender
    )
    office.rows = rows
    return office


def body(url, **more):
    return {"id": "tracker", "name": "Tracker", "url": url, **more}


async def register(office, url, **more):
    made = await office.call("POST", "/tool-servers", body(url, **more), who=office.ada)
    assert made.status_code == 201, made.text
    return made


async def test_a_server_is_registered_with_what_it_offers_and_its_tools_can_be_given_to_agents(
    lending,
):
    with Tracker().served() as url:
        made = await register(lending, url, credential="s3cret")
        again = await lending.call("POST", "/tool-servers", body(url), who=lending.ada)
    shown = made.json()
    assert made.headers["location"] == f"/api/v1{THERE}"
    assert [(one["name"], one["risk"], one["changes"]) for one in shown["tools"]] == [
        (FIND, "low", False),
        (OPEN, "high", True),
        ("mcp_tracker_comment", "medium", True),
    ]
    assert shown["credential"] is True
    assert "s3cret" not in made.text
    assert (again.status_code, again.json()["code"]) == (409, "conflict")
    listed = (await lending.call("GET", "/tool-servers", who=lending.bob)).json()["servers"]
    assert [(one["id"], one["tools"][0]) for one in listed] == [("tracker", FIND)]
    tools = (await lending.call("GET", "/tools")).json()["tools"]
    known = {one["name"]: (one["connected"], one["changes"]) for one in tools}
    assert (known[OPEN], known[FIND]) == ((True, True), (True, False))
    agent, _ = await lending.make(tools=[OPEN])
    assert agent["tools"] == [OPEN]
    elsewhere = {"id": "x", "name": "X", "description": "X", "tools": [OPEN]}
    refused = await lending.call("POST", "/agents", elsewhere, who=lending.eve)
    assert refused.status_code == 422
    policy = await lending.call("PUT", "/policy", {"confirmed": [FIND]}, who=lending.ada)
    assert policy.status_code == 200


async def test_what_changed_is_seen_and_takes_a_leave_of_its_own(lending):
    peer = Peer(tool("find_issues"), tool("open_issue"))
    with peer.served() as url:
        await register(lending, url)
        same = (await lending.call("GET", THERE, who=lending.ada)).json()
        assert same["changes"] == []
        peer.tools = [tool("find_issues", "Finds more"), tool("close_issue")]
        seen = (await lending.call("GET", THERE, who=lending.ada)).json()
        assert [(one["lent"], one["change"]) for one in seen["changes"]] == [
            ("close_issue", "new"),
            ("find_issues", "changed"),
            ("open_issue", "gone"),
        ]
        now = [one["now"] and one["now"]["description"] for one in seen["changes"]]
        assert now == ["Acts", "Finds more", None]
        assert [one["lent"] for one in seen["tools"]] == ["find_issues", "open_issue"]
        peer.tools = [tool("find_issues", "Finds more, and tells me")]
        late = await lending.call(
            "POST", f"{THERE}/accept", {"offer": seen["offer"]}, who=lending.ada
        )
        assert (late.status_code, late.json()["code"]) == (409, "conflict")
        seen = (await lending.call("GET", THERE, who=lending.ada)).json()
        agreed = await lending.call(
            "POST", f"{THERE}/accept", {"offer": seen["offer"]}, who=lending.ada
        )
    assert agreed.status_code == 200
    assert [one["lent"] for one in agreed.json()["tools"]] == ["find_issues"]
    assert agreed.json()["changes"] == []


async def test_why_a_tool_that_changed_could_not_be_used_is_seen_before_it_is_accepted(lending):
    peer = Peer(tool("find_issues"), tool("open_issue"))
    with peer.served() as url:
        await register(lending, url)
        peer.tools[1] = tool("open_issue", takes={"type": "object", "allOf": []})
        seen = (await lending.call("GET", THERE, who=lending.ada)).json()
        [change] = seen["changes"]
        offer = {"offer": seen["offer"]}
        agreed = await lending.call("POST", f"{THERE}/accept", offer, who=lending.ada)
    assert (change["lent"], change["change"], change["now"]) == ("open_issue", "changed", None)
    [unusable] = agreed.json()["unusable"]
    assert change["why"] == unusable["why"] != ""


async def test_only_administrators_manage_them_and_only_who_makes_agents_sees_them(lending):
    with Peer().served() as url:
        refused = await lending.call("POST", "/tool-servers", body(url), who=lending.bob)
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
        await register(lending, url)
        seen = (await lending.call("GET", THERE, who=lending.bob)).json()
        assert (seen["offer"], seen["changes"]) == ("", [])
        for method, path, given in (
            ("DELETE", THERE, None),
            ("POST", f"{THERE}/accept", {"offer": "x"}),
        ):
            refused = await lending.call(method, path, given, who=lending.bob)
            assert refused.status_code == 403
        assert (await lending.call("GET", THERE, who=lending.eve)).status_code == 404
    for path in ("/tool-servers", THERE):
        assert (await lending.call("GET", path, who=lending.cy)).status_code == 403


async def test_a_server_that_is_given_up_is_gone(lending):
    with Peer().served() as url:
        await register(lending, url)
    gone = await lending.call("DELETE", THERE, who=lending.ada)
    assert gone.json() == {"id": "tracker", "deleted": True}
    assert (await lending.call("DELETE", THERE, who=lending.ada)).status_code == 404
    assert (await lending.call("GET", "/tool-servers")).json() == {"servers": []}


async def test_a_server_that_does_not_answer_is_not_registered_and_one_that_stopped_says_so(
    lending,
):
    refused = await lending.call("POST", "/tool-servers", body(nowhere()), who=lending.ada)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_request")
    assert refused.json()["errors"] == [{"field": "url", "message": "Tracker cannot be reached."}]
    with Peer().served() as url:
        await register(lending, url)
    seen = (await lending.call("GET", THERE, who=lending.ada)).json()
    assert seen["unreachable"] == "Tracker cannot be reached."


async def test_tools_that_cannot_be_checked_are_named_and_a_server_of_nothing_else_is_refused(
    lending,
):
    odd = tool("odd", takes={"type": "object", "properties": {"a": {"type": "object"}}})
    with Peer(odd, tool("act")).served() as url:
        made = await register(lending, url)
    assert made.json()["unusable"] == [{"name": "odd", "why": "a takes arguments of any name."}]
    with Peer(odd).served() as url:
        refused = await lending.call(
            "POST", "/tool-servers", body(url, id="other"), who=lending.ada
        )
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_request")
    assert "no tool that can be used" in refused.json()["detail"]


@pytest.mark.parametrize(
    ("change", "status", "told"),
    [
        ({"url": "http://tools.example.com/mcp"}, 400, "must begin with https://"),
        ({"url": "https://192.168.0.1/mcp"}, 400, "private network"),
        ({"url": ""}, 422, "give either this or a command"),
        ({"command": ["ls"]}, 422, "give either this or a command"),
        ({"url": "", "command": ["ls"]}, 400, "not allowed here"),
        ({"url": "", "command": ["ls"], "credential": "x"}, 422, "goes with a url"),
        ({"id": "Not OK"}, 422, "lowercase letters"),
        ({"id": "x" * 21}, 422, "at most 20"),
        ({"name": ""}, 422, "must not be empty"),
        ({"credential": "a\nb"}, 422, "printable ASCII"),
    ],
)
async def test_what_may_not_be_registered_is_refused_with_a_sentence(lending, change, status, told):
    given = {**body("https://tools.example.com/mcp"), **change}
    refused = await lending.call("POST", "/tool-servers", given, who=lending.ada)
    assert refused.status_code == status, refused.text
    assert told in refused.text
