"""Questions, approvals and what comes of them, in the client as a person uses it."""

import re

import httpx
from playwright.sync_api import expect

from tests.e2e.web.axe import serious
from tests.e2e.web.visitor import MEETINGS

JOHN = "Show me emails from John"
BUDGET = "Send an email to Sarah saying the budget is approved"
REPLY = "Reply to John Doe saying I will send it Friday"


def done(site) -> list[str]:
    """What was changed so far, in words."""
    effects = httpx.get(f"{site.url}/api/v1/effects").json()["effects"]
    return [effect["told"] for effect in effects]


def test_a_question_is_answered_by_picking_and_the_answer_goes_on(visit, site):
    person = visit(site)
    person.begin(JOHN)
    person.sees("I found 3 contacts named John. Which one?")

    person.page.get_by_role("button", name="John Doe client").click()

    person.sees("I found 9 emails from John Doe")
    person.settled()
    expect(person.page.get_by_text("1 step")).to_be_visible()
    person.press("Show me the first one")
    person.sees("Service hours after go-live")
    person.settled()
    assert person.talk.locator(".mine").all_inner_texts()[-1].endswith("Show me the first one")


def test_what_an_answer_lists_is_tapped(visit, site):
    person = visit(site)
    person.begin("Show me emails from Sarah about the budget")
    person.sees("I found 5 emails from Sarah Chen")
    person.settled()
    assert serious(person.page) == []
    person.talk.get_by_role("button", name="Contractor spend vs. budget").click()
    person.sees("The October invoices from Qualitest")

    person.settled()
    person.say("What's on my calendar next Wednesday?")
    person.sees("Alpha retrospective")
    person.settled()
    person.writing.fill("Move")
    person.talk.get_by_role("button", name="Alpha retrospective").click()
    expect(person.writing).to_have_value("Move “Alpha retrospective” ")
    expect(person.writing).to_be_focused()
    person.page.keyboard.type("to 4pm")
    person.page.keyboard.press("Enter")
    expect(person.card).to_contain_text("16:00")
    expect(person.talk.locator("button.reference")).to_have_count(0)


def test_a_question_is_answered_in_words(visit, site):
    person = visit(site)
    person.begin(JOHN)
    person.sees("Which one?")

    person.say("The client")

    person.sees("I found 9 emails from John Doe")


def test_a_new_request_takes_the_place_of_a_question(visit, site):
    person = visit(site)
    person.begin(BUDGET)
    expect(person.card).to_be_visible()

    person.page.get_by_role("radio", name="is a new request").click()
    person.say(MEETINGS)

    person.sees("events on")
    expect(person.card).to_have_count(0)
    person.settled()


def test_a_step_is_shown_edited_shown_again_and_done_as_it_was_shown(visit, site):
    person = visit(site)
    person.begin(BUDGET)
    expect(person.card.get_by_role("heading", name="Send this email")).to_be_visible()
    expect(person.card).to_contain_text("sarah.chen@company.com")

    person.press("Edit")
    person.page.get_by_label("Subject").fill("Budget for the fourth quarter")
    person.page.get_by_label("Body").fill("Hi Sarah,\n\nApproved as discussed.")
    person.press("Change and show again")

    expect(person.card).to_contain_text("Budget for the fourth quarter")
    expect(person.card).to_contain_text("Approved as discussed.")
    assert not any("fourth quarter" in told for told in done(site))
    person.card.get_by_role("button", name="Send", exact=True).click()
    person.sees("Sent to sarah.chen@company.com")
    person.settled()
    assert sum("Budget for the fourth quarter" in told for told in done(site)) == 1

    person.goes_to("Activity")
    row = person.page.locator(".row", has_text="Budget for the fourth quarter")
    expect(row).to_contain_text("Email · you agreed by button")
    expect(row).to_contain_text("can't be taken back")
    expect(row.get_by_role("button")).to_have_count(0)


def test_the_form_of_a_step_has_what_its_schema_describes(visit, site):
    refused = ("422 (Unprocessable Entity)",)
    person = visit(site, timezone_id="Asia/Tokyo", refused=refused)
    person.begin("Schedule a meeting with Grace next Tuesday at 2pm")
    expect(person.card).to_contain_text("14:00-14:30")

    person.press("Edit")
    form = person.card.locator("form")
    assert form.locator("label").all_inner_texts() == [
        *("Title", "Start", "End", "Minutes", "All day", "Attendees"),
        *("Location", "Notes", "Recurrence", "Time zone"),
    ]
    form.get_by_label("Title").fill("")
    person.press("Change and show again")
    expect(person.card.get_by_role("alert")).to_contain_text(re.compile("^Title: "))
    form.get_by_label("Title").fill("Plans")
    start = form.get_by_label("Start")
    expect(start).to_have_attribute("type", "datetime-local")
    start.fill(f"{start.input_value()[:10]}T16:00")
    form.get_by_label("Minutes").fill("45")
    person.press("Change and show again")

    expect(person.card).to_contain_text("16:00-16:45")


def test_a_row_of_a_sheet_is_changed_cell_by_cell(visit, site):
    person = visit(site)
    person.begin("Set the Status of Pilot guide to Done in the Weekly Metrics sheet")
    expect(person.card).to_contain_text("Change Pilot guide")
    person.press("Edit")
    field = person.card.get_by_label("Status")
    expect(field).to_have_value("Done")
    expect(field).to_be_focused()
    field.fill("Blocked")
    person.press("Change and show again")
    expect(person.card.get_by_role("table")).to_contain_text("Blocked")
    person.press("Leave it")
    person.settled()

    person.begin("Put a new row into the Weekly Metrics sheet: Task: Tests")
    expect(person.card).to_contain_text("Add a row")
    person.press("Edit")
    expect(person.card.get_by_label("Task")).to_have_value("Tests")
    person.card.get_by_label("Owner").fill("John Smith")
    person.press("Change and show again")
    expect(person.card.get_by_role("definition").filter(has_text="John Smith")).to_be_visible()
    person.press("Add")
    person.settled()
    expect(person.answers.last).to_contain_text("John Smith")


def test_a_step_whose_arguments_are_settled_has_no_form(visit, site):
    person = visit(site)
    person.begin("Archive all newsletters")
    expect(person.card).to_be_visible()

    expect(person.card.get_by_role("button", name="Say what to change")).to_be_visible()
    expect(person.card.get_by_role("button", name="Edit")).to_have_count(0)


def test_a_step_is_changed_in_words(visit, site):
    person = visit(site)
    person.begin("Send an email to Grace saying the room is free on Friday")
    expect(person.card).to_contain_text("Friday")

    person.press("Say what to change")
    person.page.get_by_label("What should be different?").fill("change Friday to Monday")
    person.press("Change and show again")

    expect(person.card).to_contain_text("Monday")
    expect(person.card).not_to_contain_text("Friday")


def test_a_step_that_is_left_is_not_done(visit, site):
    person = visit(site)
    before = done(site)
    person.begin(REPLY)
    expect(person.card).to_contain_text("Outside your organization")

    person.press("Leave it")

    expect(person.card).to_have_count(0)
    person.settled()
    assert done(site) == before


def test_a_risky_step_never_has_the_focus_on_doing_it(visit, site):
    person = visit(site)
    person.begin(REPLY)
    expect(person.card).to_have_class(re.compile("risk-high"))
    go = person.card.get_by_role("button", name="Send", exact=True)
    expect(go).not_to_be_focused()

    for way in ("Edit", "Say what to change"):
        person.press(way)
        person.press("Back")
        expect(go).to_be_visible()
        expect(go).not_to_be_focused()
        expect(person.card).to_be_focused()


def test_who_comes_second_is_told_that_it_was_answered_elsewhere(visit, site):
    first, second = visit(site), visit(site, lost=True)
    first.begin(REPLY)
    expect(first.card).to_be_visible()
    # a window that hears nothing new, as one on a train
    second.page.route("**/events", lambda route: route.abort())
    second.page.goto(first.page.url)
    expect(second.card).to_be_visible()

    first.press("Leave it")
    expect(first.card).to_have_count(0)
    with second.page.expect_response(
        lambda answer: "/interrupts/" in answer.url and answer.status == 409
    ):
        second.card.get_by_role("button", name="Send", exact=True).click()

    expect(second.card).to_have_count(0)
    second.settled()
    second.sees("This was answered elsewhere.")  # still, when what was asked is gone


def test_two_windows_show_the_same_conversation(visit, site):
    first, second = visit(site), visit(site)
    first.begin(JOHN)
    first.sees("Which one?")
    second.page.goto(first.page.url)
    second.sees("Which one?")

    second.page.get_by_role("button", name="John Smith colleague").click()

    for window in (first, second):
        window.sees("emails from John Smith")
        window.settled()
        expect(window.answers).to_have_count(2)


def test_what_waits_is_answered_where_it_is_listed(visit, site):
    person = visit(site)
    person.begin("Send an email to Sarah saying the hall is booked")
    expect(person.card).to_be_visible()
    person.goes_to("Waiting for you")
    waiting = person.page.locator(".approval", has_text="The hall is booked")
    expect(waiting).to_be_visible()

    waiting.get_by_role("button", name="Send", exact=True).click()

    expect(waiting).to_have_count(0)
    person.goes_to("Activity")
    expect(person.page.locator(".row", has_text="The hall is booked").first).to_be_visible()


def test_who_comes_second_is_told_where_all_that_waits_is_listed(visit, site):
    person = visit(site)
    person.begin("Send an email to Sarah saying the lift works")
    expect(person.card).to_be_visible()
    at = f"{site.url}/api/v1/threads/{person.page.url.rsplit('/', 1)[1]}"
    question = httpx.get(at).json()["question"]["id"]
    listed = httpx.get(f"{site.url}/api/v1/questions").text
    # a window that hears of nothing new until it answers
    person.page.route(
        "**/api/v1/questions",
        lambda route: route.fulfill(body=listed, content_type="application/json"),
    )
    person.goes_to("Waiting for you")
    waiting = person.page.locator(".approval", has_text="The lift works")
    expect(waiting).to_be_visible()
    httpx.post(f"{at}/interrupts/{question}", json={"action": "reject"}).raise_for_status()

    with person.page.expect_response(lambda answer: answer.status == 409):
        waiting.get_by_role("button", name="Send", exact=True).click()
    person.page.unroute("**/api/v1/questions")

    expect(waiting).to_have_count(0)
    person.sees("Send this email: This was answered elsewhere.")


def test_a_change_is_taken_back(visit, site):
    person = visit(site)
    person.begin("Star the latest email from John Doe")
    person.settled()
    person.goes_to("Activity")
    row = person.page.locator(".row.done", has_text="Starred").first
    told = row.locator("p").first.inner_text()

    row.get_by_role("button", name="Take back").click()

    undone = person.page.locator(".row.undone", has_text=told).first
    expect(undone).to_contain_text("Taken back")


def test_whoever_has_the_conversation_is_named_and_gives_it_back(visit, site):
    person = visit(site)
    person.begin("I want an agent that posts the Weekly Metrics sheet to #weekly-updates")
    person.sees("Agent builder has this conversation.")
    person.settled()

    person.press("Back to the assistant")

    expect(person.page.get_by_text("has this conversation")).to_have_count(0)
    person.settled()
    person.page.reload()
    person.settled()
    expect(person.page.get_by_text("has this conversation")).to_have_count(0)


def test_the_right_and_the_wrong_agent_are_told(visit, site):
    person = visit(site)
    person.begin(MEETINGS)
    person.sees("events on")
    person.settled()
    person.press("Right agent")
    person.sees("Thank you.")

    person.page.reload()
    person.press("Wrong agent")
    person.page.get_by_role("button", name="Slack", exact=True).click()
    person.sees("Noted: Slack was meant.")


def test_how_an_answer_came_about_is_told(visit, site):
    person = visit(site)
    person.begin("Show me emails from Sarah about the budget")
    person.sees("I found 5 emails from Sarah Chen")
    person.settled()

    person.page.get_by_role("link", name="How this came about").click()

    person.sees("What was understood")
    expect(person.page.locator(".candidates .chosen")).to_contain_text("Email")
    expect(person.page.locator(".timeline")).to_contain_text("Called a tool: Mail: search messages")
    person.sees("Answered in")


def test_each_part_of_a_message_is_told(visit, site):
    person = visit(site)
    person.begin(f"Show me emails from Sarah about the budget and {MEETINGS}")
    person.sees("events on")
    person.settled()

    person.page.get_by_role("link", name="How this came about").click()

    person.sees("What became of the other parts")
    person.sees("I found 5 emails from Sarah Chen about budget:")
    person.sees("What Calendar did")
    expect(person.page.locator(".candidates .chosen")).to_contain_text(["Email", "Calendar"])


def test_conversations_are_found_renamed_and_deleted(visit, site):
    person = visit(site)
    person.begin("What can you do about zebras?")
    person.settled()
    side = person.page.get_by_role("region", name="Conversations")
    search = side.get_by_role("searchbox", name="Search conversations")

    search.fill("zebras")
    expect(side.get_by_role("listitem")).to_have_count(1)
    side.get_by_role("button", name="More about").click()
    person.page.get_by_role("menuitem", name="Rename").click()
    person.page.get_by_role("textbox", name="What it is called").fill("Stripes")
    person.page.get_by_role("button", name="Rename", exact=True).click()
    expect(side.get_by_role("link", name="Stripes")).to_be_visible()

    more = side.get_by_role("button", name="More about Stripes")
    more.click()
    person.page.get_by_role("menuitem", name="Rename").click()
    person.page.keyboard.press("Escape")
    expect(more).to_be_focused()

    more.click()
    person.page.get_by_role("menuitem", name="Delete").click()
    person.page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(side.get_by_role("link", name="Stripes")).to_have_count(0)
    person.sees("What do you need?")


def test_what_was_written_and_not_sent_is_still_there_afterwards(visit, site):
    person = visit(site)
    person.page.goto("/")
    person.writing.fill("Half a thought")
    person.goes_to("Agents")
    person.goes_to("New conversation")
    expect(person.writing).to_have_value("Half a thought")

    person.say(BUDGET)
    person.page.wait_for_url("**/c/*")
    expect(person.card).to_be_visible()
    person.writing.fill("shorter, please")
    person.goes_to("New conversation")
    expect(person.writing).to_have_value("")
    person.page.go_back()
    expect(person.writing).to_have_value("shorter, please")


def test_on_a_telephone_agreeing_brings_up_no_keyboard(visit, site):
    small = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    person = visit(site, **small)
    person.begin("Add Cora Lane, cora@lane.example, to my contacts")

    person.card.get_by_role("button", name="Add", exact=True).click()

    person.sees("Cora Lane")
    person.settled()
    expect(person.talk).to_be_focused()
