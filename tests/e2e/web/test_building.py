"""The agent that is made in conversation stands beside it, and follows what is said."""

import httpx
from playwright.sync_api import expect

from tests.e2e.web.axe import serious
from tests.support.building import SHEETS_TO_SLACK

WANTED, SHEET, DATA, WHEN = SHEETS_TO_SLACK
TELEPHONE = {"width": 390, "height": 844}
NAME = "sheets-to-slack-reporter"


def draft_of(person):
    """What stands beside the conversation."""
    return person.page.get_by_role("complementary", name="The agent so far")


def steps_of(draft):
    return draft.locator("section", has_text="Steps").get_by_role("listitem")


def test_the_draft_follows_each_answer_until_the_agent_is_there(visit, site):
    person = visit(site, reduced_motion="reduce")
    person.begin(WANTED)
    draft = draft_of(person)

    expect(draft.locator("summary")).to_contain_text(NAME)
    expect(draft.get_by_role("status")).to_have_text(f"{NAME}: 3 things missing")
    missing = draft.locator(".missing").get_by_role("listitem")
    expect(missing).to_have_count(3)
    expect(missing.first).to_have_text("Which sheet")
    expect(steps_of(draft)).to_have_text(
        ['Read the sheet "(which sheet?)"', "Post the result to the Slack channel #weekly-updates"]
    )
    expect(draft).to_contain_text("Weekly (what day/time?)")
    expect(draft).to_contain_text("Slack: post message")
    beside = draft.bounding_box()
    talk = person.talk.bounding_box()
    assert beside["x"] >= talk["x"] + talk["width"] - 1, "it stands beside the conversation"
    assert serious(person.page) == []

    person.settled()
    person.say(SHEET)
    expect(missing).to_have_count(2)
    expect(steps_of(draft).first).to_have_text('Read the sheet "Weekly Metrics"')
    person.settled()
    person.page.reload()
    expect(missing).to_have_count(2)
    person.say(DATA)
    expect(missing).to_have_text(["When it runs"])
    person.settled()
    person.say(WHEN)

    expect(draft.get_by_role("status")).to_have_text(f"{NAME}: Saved")
    expect(draft).to_contain_text("Scheduled (Mondays at 9am)")
    expect(missing).to_have_count(0)
    assert httpx.get(f"{site.url}/api/v1/agents/{NAME}").json()["name"] == NAME
    draft.get_by_role("link", name="Open its page").click()
    expect(person.page.get_by_role("heading", level=1, name=NAME)).to_be_visible()


def test_the_draft_goes_when_the_conversation_is_the_assistants_again(visit, site):
    person = visit(site)
    person.begin("I need an agent that summarizes my unread emails")
    expect(draft_of(person)).to_be_visible()
    person.settled()

    person.press("Back to the assistant")

    expect(draft_of(person)).to_have_count(0)


def test_what_the_builder_asks_is_answered_where_all_that_waits_is_listed(visit, site):
    person = visit(site)
    person.begin(WANTED)
    expect(draft_of(person).locator("summary")).to_contain_text(NAME)
    person.settled()
    expect(person.answers.last).to_contain_text("What's the Google Sheet called?")
    expect(person.talk.get_by_text("Weekly Metrics")).to_have_count(1)  # to be pressed, not told

    person.goes_to("Waiting for you")
    person.sees("What's the Google Sheet called?")
    expect(person.page.get_by_role("button", name="None of these")).to_have_count(0)
    person.press("Weekly Metrics")

    person.sees("What data should I extract?")
    expect(person.page.get_by_text("What's the Google Sheet called?")).to_have_count(0)


def test_on_a_telephone_the_draft_is_opened_above_the_conversation_by_keyboard(visit, site):
    person = visit(site, viewport=TELEPHONE)
    person.begin(WANTED)
    draft = draft_of(person)
    expect(draft.locator("summary")).to_contain_text("things missing")
    expect(draft.locator("ol")).to_be_hidden()

    draft.locator("summary").focus()
    person.page.keyboard.press("Enter")

    expect(draft.locator("ol")).to_be_visible()
    assert draft.bounding_box()["y"] < person.talk.bounding_box()["y"]
    expect(person.writing).to_be_in_viewport()
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert person.page.evaluate(wider) <= 0
    assert serious(person.page) == []
