"""What holds for tools: for the whole organisation, and for one agent, as a person sets it."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.e2e.web.axe import serious

AGENT = {
    "id": "weekly-post",
    "name": "Weekly post",
    "description": "Posts what was completed.",
    "tools": ["sheets_read", "slack_post_message"],
    "skills": [
        {
            "id": "post",
            "name": "Post it",
            "description": "Reads the sheet and posts it.",
            "instructions": '1. Read the sheet "Weekly Metrics"\n2. Post the result to #weekly',
        }
    ],
}
FREE = {"refused": [], "confirmed": [], "at_least": "low", "recipients": [], "approver": ""}


@pytest.fixture
def api(site):
    with httpx.Client(base_url=f"{site.url}/api/v1", timeout=60) as client:
        yield client
        client.put("/policy", json=FREE)


def test_the_organisations_policy_is_read_and_changed(visit, site, api):
    api.put("/policy", json=FREE | {"confirmed": ["gmail_archive"]})
    person = visit(site, reduced_motion="reduce", refused=("422 (Unprocessable Entity)",))
    page = person.page
    page.goto("/operator")
    page.get_by_role("link", name="What the organisation wants").click()
    rules = page.get_by_role("list", name="Tools with a rule").get_by_role("listitem")
    expect(rules).to_have_count(1)
    expect(rules.first).to_contain_text("Mail: archive")

    page.get_by_label("A rule for a tool").select_option("pages_create")
    person.press("Add the rule")
    page.get_by_label("What holds for Pages: create").select_option("refused")
    rules.filter(has_text="Mail: archive").get_by_role("button", name="Remove").click()
    page.get_by_role("radio", name="Every change is shown").check()
    page.get_by_label("Domains, besides your own").fill("@Partner.example")
    page.get_by_label("Who agrees to what has a high risk").select_option("admin")
    person.sees("at least two people need this role")
    assert serious(page) == []
    assert api.get("/policy").json()["refused"] == [], "nothing holds before it is saved"
    person.press("Save the policy")

    expect(page.get_by_role("status")).to_have_text("Saved.")
    expect(page.get_by_label("Domains, besides your own")).to_have_value("partner.example")
    assert api.get("/policy").json() == {
        "refused": ["pages_create"],
        "confirmed": [],
        "at_least": "medium",
        "recipients": ["partner.example"],
        "approver": "admin",
    }
    page.reload()
    expect(page.get_by_label("What holds for Pages: create")).to_have_value("refused")
    expect(page.get_by_role("radio", name="Every change is shown")).to_be_checked()
    assert serious(page) == []


def test_an_agents_policies_are_added_and_removed_one_by_one(visit, site, api):
    assert api.post("/agents", json=AGENT).status_code == 201
    person = visit(site, reduced_motion="reduce")
    page = person.page
    page.goto(f"/agents/{AGENT['id']}")
    rules = page.get_by_role("list", name="Its policies").get_by_role("listitem")

    person.press("Add a policy")
    page.get_by_label("What should hold?").select_option("most")
    page.get_by_label("For which tool?").select_option("slack_post_message")
    expect(page.get_by_role("button", name="Add it")).to_be_disabled()
    page.get_by_label("How often at most?").fill("1")
    assert serious(page) == []
    person.press("Add it")
    expect(rules).to_have_count(1)
    expect(rules.first).to_contain_text("At most 1 call of “Slack: post message” in a run")
    person.press("Add a policy")
    page.get_by_label("What should hold?").select_option("only")
    page.get_by_label("Whom may it reach?").fill("#weekly, @company.com")
    page.get_by_label("Whom may it reach?").press("Enter")
    expect(rules).to_have_count(2)
    hooks = api.get(f"/agents/{AGENT['id']}").json()["hooks"]
    assert [(one["max_calls"], one["recipients"]) for one in hooks] == [
        (1, []),
        (None, ["#weekly", "@company.com"]),
    ]

    page.get_by_role("button", name="Remove the policy: At most 1 call").click()

    expect(rules).to_have_count(1)
    assert len(api.get(f"/agents/{AGENT['id']}").json()["hooks"]) == 1
    assert serious(page) == []


def test_an_agent_is_begun_and_changed_from_its_pages_in_conversation(visit, site, api):
    api.post("/agents", json=AGENT)
    person = visit(site)
    page = person.page
    page.goto("/agents")
    page.get_by_role("main").get_by_role("link", name="Make an agent").click()
    page.wait_for_url("**/c/*")
    draft = page.get_by_role("complementary", name="The agent so far")
    expect(draft).to_contain_text("What it should do")

    page.goto(f"/agents/{AGENT['id']}")
    page.get_by_role("link", name="Change it in conversation").click()

    expect(draft.locator("summary")).to_contain_text(AGENT["name"])
    expect(draft).to_contain_text("Post the result to #weekly")
    expect(person.talk.locator(".mine")).to_have_count(1)


def test_an_agent_that_was_deleted_is_brought_back(visit, site, api):
    api.post("/agents", json=AGENT)
    person = visit(site)
    page = person.page
    page.goto(f"/agents/{AGENT['id']}")
    person.press("Delete")
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    person.sees(f"{AGENT['name']} was deleted.")
    assert api.get(f"/agents/{AGENT['id']}").status_code == 404

    person.press("Bring it back")

    expect(page.get_by_role("heading", level=1, name=AGENT["name"])).to_be_visible()
    assert api.get(f"/agents/{AGENT['id']}").status_code == 200


def test_the_operator_picks_a_period_and_a_profile_says_that_it_was_saved(visit, site):
    person = visit(site)
    page = person.page
    page.goto("/operator")
    days = page.get_by_role("list", name="Messages by day").get_by_role("listitem")
    expect(days).to_have_count(30)
    page.get_by_label("Of the last").select_option("7 days")
    expect(days).to_have_count(7)
    assert serious(page) == []

    person.goes_to("Accounts and profile")
    page.get_by_label("Answer briefly").check()
    person.press("Save")
    expect(page.get_by_role("status")).to_have_text("Saved.")
    page.get_by_label("Answer briefly").uncheck()
    expect(page.get_by_role("status")).to_have_count(0)
    person.press("Save")
    expect(page.get_by_role("status")).to_have_text("Saved.")
