"""What is done on the pages of agents and schedules, as a person does it; nothing keeps one out."""

import io
import json
import zipfile

import httpx
import pytest
from playwright.sync_api import expect

from tests.e2e.web.axe import serious

AGENT = {
    "id": "status-report",
    "name": "Status report",
    "description": "Posts how it stands.",
    "tools": ["sheets_read", "slack_post_message"],
    "skills": [
        {
            "id": "post",
            "name": "Post it",
            "description": "Reads the sheet and posts it.",
            "instructions": '1. Read the sheet "Weekly Metrics"\n2. Post the result to #weekly',
        }
    ],
    "examples": ["post how it stands"],
}
SKILL = """---
name: Count mail
description: Counts the mail of a day.
allowed-tools: Bash Read
---
1. Show me the emails of today
"""


@pytest.fixture
def api(site):
    with httpx.Client(base_url=f"{site.url}/api/v1", timeout=60) as client:
        yield client


@pytest.fixture
def agent(api):
    """An agent of one's own, as new."""
    etag = api.get(f"/agents/{AGENT['id']}").headers.get("etag")
    if etag is None:
        made = api.post("/agents", json=AGENT)
    else:
        made = api.put(f"/agents/{AGENT['id']}", json=AGENT, headers={"If-Match": etag})
    assert made.status_code in {200, 201}, made.text
    return made.json()


@pytest.fixture
def opened(visit, site, agent):
    """The agent's page, which axe finds nothing serious in when all is done."""
    person = visit(site, reduced_motion="reduce", refused=("412 (Precondition Failed)",))
    person.page.goto(f"/agents/{agent['id']}")
    expect(person.page.get_by_role("heading", name=agent["name"])).to_be_visible()
    yield person
    assert serious(person.page) == []


def now(api):
    return api.get(f"/agents/{AGENT['id']}").json()


def test_steps_are_edited_as_a_list(opened, api, agent):
    page = opened.page
    opened.press("Edit the steps of Post it")
    expect(page.get_by_role("button", name="Move step 1 up")).to_be_disabled()
    opened.press("Move step 2 up")
    page.get_by_role("textbox", name="Step 2").fill('Read the sheet "Roadmap"')
    opened.press("Add a step")
    page.get_by_role("textbox", name="Step 3").fill("Post it to #general")
    opened.press("Add a step")
    opened.press("Remove step 4")
    assert serious(page) == []

    opened.press("Save the steps")

    expect(page.get_by_role("button", name="Edit the steps of Post it")).to_be_visible()
    assert now(api)["skills"][0]["instructions"].split("\n") == [
        "1. Post the result to #weekly",
        '2. Read the sheet "Roadmap"',
        "3. Post it to #general",
    ]
    assert now(api)["version"] == agent["version"] + 1


def test_who_comes_second_is_told_and_nothing_is_lost(opened, api, agent):
    page = opened.page
    opened.press("Edit the steps of Post it")
    etag = api.get(f"/agents/{agent['id']}").headers["etag"]
    api.patch(f"/agents/{agent['id']}", json={"name": "Other"}, headers={"If-Match": etag})
    page.get_by_role("textbox", name="Step 1").fill("Read nothing")

    with page.expect_response(lambda answer: answer.request.method == "PATCH") as answered:
        opened.press("Save the steps")

    assert answered.value.status == 412
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("heading", name="Other")).to_be_visible()
    assert "Read nothing" not in now(api)["skills"][0]["instructions"]
    expect(page.get_by_role("textbox", name="Step 1")).to_have_value("Read nothing")

    opened.press("Save the steps")

    expect(page.get_by_role("button", name="Edit the steps of Post it")).to_be_visible()
    assert (now(api)["name"], "Read nothing" in now(api)["skills"][0]["instructions"]) == (
        "Other",
        True,
    )


def test_versions_are_compared_and_gone_back_to(opened, api, agent):
    etag = api.get(f"/agents/{agent['id']}").headers["etag"]
    api.patch(
        f"/agents/{agent['id']}", json={"description": "Says it all."}, headers={"If-Match": etag}
    )
    opened.page.reload()
    versions = opened.page.get_by_role("list", name="Versions")
    before = versions.get_by_role("listitem").filter(has_text=f"Version {agent['version']}:")
    before.get_by_role("button", name="What is different").click()
    expect(before.locator("del")).to_have_text([AGENT["description"]])
    expect(before.locator("ins")).to_have_text(["Says it all."])
    assert serious(opened.page) == []

    before.get_by_role("button", name="Go back to this").click()

    newest = versions.get_by_role("listitem").first
    expect(newest).to_contain_text(f"Version {agent['version'] + 2}: {AGENT['description']}")
    expect(newest).to_contain_text("Now")
    assert now(api)["description"] == AGENT["description"]


def test_a_policy_is_switched_on_and_off(opened, api):
    switch = opened.page.get_by_role("switch", name="Ask before every call it makes")
    expect(switch).not_to_be_checked()

    switch.click()
    opened.sees("Asks before each call of any tool")
    expect(switch).to_be_checked()
    assert now(api)["hooks"][0]["require_approval"]

    switch.click()
    expect(switch).not_to_be_checked()
    opened.sees("own rules and the organisation")
    assert now(api)["hooks"] == []


def test_an_agent_is_switched_off_and_on(opened, api):
    switch = opened.page.get_by_role("switch", name="Switched on")
    switch.click()
    off = opened.page.get_by_role("switch", name="Switched off")
    expect(off).to_be_visible()
    expect(opened.page.get_by_role("button", name="Run it now")).to_be_disabled()
    assert not now(api)["enabled"]
    off.click()
    expect(switch).to_be_visible()


def test_an_agent_is_made_public_and_its_card_is_where_the_page_says(opened, api, site):
    switch = opened.page.get_by_role("switch", name="Public card")
    switch.click()
    card = opened.page.get_by_role("link", name="card")
    expect(card).to_be_visible()
    told = httpx.get(f"{site.url}{card.get_attribute('href')}", trust_env=False).json()
    assert told["name"] == AGENT["name"]
    switch.click()
    expect(card).not_to_be_visible()
    assert not now(api)["public"]


def test_an_agent_is_kept_as_files_and_made_of_them_again(
    opened, visit, site, api, agent, tmp_path
):
    with opened.page.expect_download() as saving:
        opened.press("Export")
    kept = tmp_path / "agent.zip"
    saving.value.save_as(kept)
    assert "AGENT.md" in zipfile.ZipFile(io.BytesIO(kept.read_bytes())).namelist()
    etag = api.get(f"/agents/{agent['id']}").headers["etag"]
    api.delete(f"/agents/{agent['id']}", headers={"If-Match": etag})

    person = visit(site)
    person.page.goto("/")
    person.goes_to("Agents")
    folder = tmp_path / "again.json"
    names = zipfile.ZipFile(kept)
    texts = {name: names.read(name).decode() for name in names.namelist()}
    texts["AGENT.md"] = texts["AGENT.md"].replace("Status report", "Report again")
    folder.write_text(json.dumps({"files": texts}).replace("status-report", "report-again"))
    person.page.get_by_label("Import an agent").set_input_files(folder)

    person.page.wait_for_url("**/agents/report-again")
    expect(person.page.get_by_role("heading", name="Report again")).to_be_visible()
    expect(person.page.get_by_text("Post the result to #weekly")).to_be_visible()
    assert api.post(f"/agents/{agent['id']}/restore").status_code == 200


def test_what_a_file_asks_for_and_is_not_had_is_told(visit, site, tmp_path):
    person = visit(site, refused=("422 (Unprocessable Entity)",))
    person.page.goto("/agents")
    skill = tmp_path / "SKILL.md"
    skill.write_text(SKILL)
    person.page.get_by_label("Import an agent").set_input_files(skill)
    person.sees("What to know")
    person.sees("There are no such tools here, so it works without: ")

    person.page.goto("/agents")
    skill.write_text("no front matter at all")
    person.page.get_by_label("Import an agent").set_input_files(skill)
    expect(person.page.get_by_role("alert")).to_be_visible()
    assert serious(person.page) == []


def test_a_schedule_is_run_paused_resumed_and_deleted(visit, site, api, agent):
    wanted = {"agent": agent["id"], "request": "Show me new mail", "when": "every Monday at 9am"}
    made = api.post("/schedules", json=wanted).json()
    leave = {"tool": "slack_post_message", "action": "a" * 64, "told": "Post it to #weekly"}
    assert api.post(f"/schedules/{made['id']}/approvals", json=leave).status_code == 201
    person = visit(site, reduced_motion="reduce", refused=("400 (Bad Request)",))
    person.page.goto("/schedules")
    row = (
        person.page.get_by_role("main").get_by_role("listitem").filter(has_text="Show me new mail")
    )
    expect(row).to_contain_text("Every Monday at 9:00")
    expect(row).to_contain_text("Next: Monday")

    row.get_by_role("button", name="Pause").click()
    expect(row).to_contain_text("Paused")
    assert api.get(f"/schedules/{made['id']}").json()["next_at"] is None
    row.get_by_role("button", name="Resume").click()
    expect(row).to_contain_text("Next: Monday")

    expect(row).to_contain_text("Leave given: Post it to #weekly")
    assert serious(person.page) == []
    row.get_by_role("button", name="Take it back").click()
    expect(row).not_to_contain_text("Leave given")
    assert api.get(f"/schedules/{made['id']}").json()["approvals"] == []

    row.get_by_role("button", name="Run now").click()
    person.page.wait_for_url("**/c/*")
    person.settled()
    person.goes_to("Schedules")
    expect(row).to_contain_text("Last: ")

    row.get_by_role("button", name="Change").click()
    person.page.get_by_label("When", exact=True).fill("sometimes")
    person.press("Save the change")
    expect(row.get_by_role("alert")).to_be_visible()
    person.page.get_by_label("When", exact=True).fill("every Friday at 4pm")
    expect(person.page.get_by_role("button", name="Save the change")).to_be_enabled()
    assert serious(person.page) == []
    person.press("Save the change")
    expect(row).to_contain_text("Every Friday at 16:00")
    expect(row.get_by_role("alert")).to_have_count(0)
    assert api.get(f"/schedules/{made['id']}").json()["request"] == "Show me new mail"

    row.get_by_role("button", name="Run now").click()
    person.page.wait_for_url("**/c/*")
    person.settled()
    person.goes_to("Schedules")
    row.get_by_text("1 earlier run").click()
    expect(row.locator("details").get_by_role("listitem")).to_have_count(1)

    row.get_by_role("button", name="Delete").click()
    dialog = person.page.get_by_role("dialog")
    assert serious(person.page) == []
    dialog.get_by_role("button", name="Delete", exact=True).click()
    expect(dialog).to_have_count(0)  # while it is open, nothing behind it has a role
    expect(row).to_have_count(0)
    assert api.get(f"/schedules/{made['id']}").status_code == 404
