"""Finding agents over HTTP: by pages, and by what they are for."""

import pytest

from api.agents import MAX_PAGE
from shared.agents.domain import DOMAIN_AGENTS


def ids(response):
    assert response.status_code == 200, response.text
    return [agent["id"] for agent in response.json()["agents"] if agent["kind"] == "own"]


async def test_the_list_begins_with_the_agents_of_the_connected_workspace(office):
    await office.make()
    listed = (await office.call("GET", "/agents")).json()["agents"]
    connected = [agent.id for agent in DOMAIN_AGENTS if agent.domain in {"email", "contacts"}]
    assert [(agent["id"], agent["kind"]) for agent in listed] == [
        *((name, "workspace") for name in connected),
        ("weekly-report", "own"),
    ]
    assert "instructions" not in listed[-1]


async def test_agents_are_listed_by_pages_each_once(office):
    names = {f"agent-{number}" for number in range(7)}
    for name in names:
        await office.make(name)
    seen, after, pages = [], "", 0
    while True:
        page = await office.call("GET", f"/agents?limit=3&after={after}")
        seen += ids(page)
        pages += 1
        if not (after := page.json()["next"]):
            break
    assert (sorted(seen), pages) == (sorted(names), 3)


async def test_a_list_holds_what_the_caller_may_know_of_and_goes_on_where_others_are_between(
    office,
):
    for number in range(9):
        await office.make(f"agent-{number}", users=["ann", "bob"] if number == 4 else ["ann"])
    found, after = [], ""
    while True:
        page = await office.call("GET", f"/agents?limit=2&after={after}", who=office.bob)
        found += ids(page)
        if not (after := page.json()["next"]):
            break
    assert found == ["agent-4"]
    assert len(ids(await office.call("GET", "/agents", who=office.ada))) == 9
    assert ids(await office.call("GET", "/agents", who=office.eve)) == []


async def test_one_that_is_switched_off_is_listed_as_such(office):
    await office.make(enabled=False)
    [agent] = [
        agent
        for agent in (await office.call("GET", "/agents")).json()["agents"]
        if agent["kind"] == "own"
    ]
    assert agent["enabled"] is False


async def test_a_search_finds_what_fits_best_first_and_says_why(office):
    await office.make("invoices", name="Invoices", description="Files the supplier invoices.")
    await office.make("travel", name="Travel", description="Books trains and hotels.")
    found = await office.call("GET", "/agents?q=file%20supplier%20invoices&limit=5")
    best = found.json()["agents"][0]
    assert (best["id"], found.json()["next"]) == ("invoices", "")
    assert best["reasons"]
    assert "travel" not in ids(found)


async def test_a_search_finds_only_what_the_caller_may_know_of(office):
    await office.make("invoices", name="Invoices", description="Files the invoices.", users=["ann"])
    for who, found in (("ann", ["invoices"]), ("ada", ["invoices"]), ("bob", []), ("eve", [])):
        for words in ("invoices", "files%20invoices"):
            response = await office.call("GET", f"/agents?q={words}", who=getattr(office, who))
            assert ids(response) == found, who


async def test_one_that_is_switched_off_is_found_by_its_name(office):
    await office.make("invoices", name="Invoices", enabled=False)
    assert ids(await office.call("GET", "/agents?q=invoices")) == ["invoices"]


async def test_a_search_finds_no_workspace_agent_that_is_not_connected(office):
    found = (await office.call("GET", "/agents?q=email")).json()["agents"]
    assert found[0]["id"] == "email"
    found = (await office.call("GET", "/agents?q=calendar")).json()["agents"]
    assert "calendar" not in [agent["id"] for agent in found]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("limit=0", 422),
        (f"limit={MAX_PAGE + 1}", 422),
        ("limit=-1", 400),
        ("limit=x", 400),
        ("after=nowhere", 400),
        ("after=%00", 422),
        ("q=%00", 422),
        (f"q={'x' * 256}", 422),
        ("q=mail&after=x", 422),
    ],
)
async def test_parameters_that_mean_nothing_are_refused(office, query, status):
    assert (await office.call("GET", f"/agents?{query}")).status_code == status
