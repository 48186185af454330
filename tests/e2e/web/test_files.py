"""Files chosen, shown, refused, read and sent along, in the client as a person uses it."""

from contextlib import contextmanager

from playwright.sync_api import expect

PLAN = {"name": "plan.csv", "mimeType": "text/csv", "buffer": b"Task,Owner\nLaunch,Ann\n"}
FAKE = {"name": "photo.png", "mimeType": "image/png", "buffer": b"no picture at all"}
EMPTY = {"name": "empty.txt", "mimeType": "text/plain", "buffer": b""}
SEND = "Send an email to Sarah saying here is the plan"


def attach(person, *files):
    with person.page.expect_file_chooser() as choosing:
        person.page.get_by_role("button", name="Attach files").click()
    choosing.value.set_files(list(files))


def chosen(person):
    return person.page.get_by_role("list", name="Files to send").get_by_role("listitem")


def test_a_file_goes_along_with_a_mail_as_the_card_shows_it(visit, site):
    person = visit(site)
    person.page.goto("/")
    attach(person, PLAN)
    expect(chosen(person)).to_contain_text(["plan.csv 22 bytes"])

    person.say(SEND)
    person.page.wait_for_url("**/c/*")

    expect(person.card).to_contain_text("plan.csv (22 bytes)")
    expect(person.talk.locator(".mine").first).to_contain_text("plan.csv")
    expect(chosen(person)).to_have_count(0)
    person.card.get_by_role("button", name="Send").click()
    person.sees("accepted for delivery")
    person.settled()
    person.page.reload()
    expect(person.talk.locator(".mine").first).to_contain_text("plan.csv")
    expect(person.page.get_by_text("step").first).to_be_visible()
    with person.page.expect_download() as saving:
        person.press("Save plan.csv")
    assert saving.value.suggested_filename == "plan.csv"
    assert saving.value.path().read_bytes() == PLAN["buffer"]


def test_a_file_is_left_out_of_a_mail_where_it_is_edited(visit, site):
    person = visit(site)
    person.page.goto("/")
    attach(person, PLAN, {**PLAN, "name": "other.csv", "buffer": b"Task,Owner\nRest,Bob\n"})
    expect(chosen(person)).to_contain_text(["plan.csv 22 bytes", "other.csv 20 bytes"])
    person.say(SEND)
    expect(person.card).to_contain_text("other.csv")

    person.press("Edit")
    person.card.get_by_role("checkbox", name="other.csv").uncheck()
    person.press("Change and show again")

    expect(person.card).not_to_contain_text("other.csv")
    expect(person.card).to_contain_text("plan.csv (22 bytes)")


def test_a_refused_file_says_why_and_the_others_are_sent(visit, site):
    person = visit(site)
    person.page.goto("/")
    attach(person, PLAN, FAKE, EMPTY)

    expect(person.page.get_by_text("photo.png is not what its name says")).to_be_visible()
    expect(person.page.get_by_text("This file is empty.")).to_be_visible()
    for name in ("photo.png", "empty.txt"):
        person.page.get_by_role("button", name=f"Remove {name}").click()
    expect(chosen(person)).to_have_count(1)
    person.say("What does this say?")

    person.sees("Launch,Ann")


@contextmanager
def held_back(page):
    """Let no file arrive until this ends."""
    held = []

    def hold(route):
        held.append(route)

    page.route("**/files?*", hold)
    try:
        yield
    finally:
        for route in held:
            route.continue_()
        page.unroute("**/files?*")


def test_what_is_said_while_a_file_is_on_its_way_is_sent_with_it_once_it_is_there(visit, site):
    person = visit(site)
    page = person.page
    page.goto("/")
    with held_back(page):
        attach(person, PLAN)
        person.writing.press("Enter")
        expect(page.get_by_role("status")).to_contain_text(["Say what to do with the files."])
        person.say(SEND)
        expect(page.get_by_role("status")).to_contain_text(["is sent as soon as the files"])
        expect(person.writing).to_have_value(SEND)
    page.wait_for_url("**/c/*")

    expect(person.card).to_contain_text("plan.csv (22 bytes)")
    expect(person.writing).to_have_value("")


def test_what_is_gone_on_with_or_has_a_refused_file_is_not_sent_by_itself(visit, site):
    person = visit(site)
    page = person.page
    page.goto("/")
    with held_back(page):
        attach(person, PLAN, FAKE)
        person.say(SEND)
    expect(page.get_by_text("photo.png is not what its name says")).to_be_visible()
    expect(chosen(person).first).to_contain_text("22 bytes")
    expect(page.get_by_text("is sent as soon as")).to_have_count(0)
    expect(person.writing).to_have_value(SEND)

    page.get_by_role("button", name="Remove photo.png").click()
    with held_back(page):
        attach(person, {**PLAN, "name": "other.csv"})
        person.writing.press("Enter")
        person.writing.press("End")
        person.writing.press_sequentially(" and more")
        expect(page.get_by_text("is sent as soon as")).to_have_count(0)
    expect(chosen(person).last).to_contain_text("22 bytes")
    expect(person.writing).to_have_value(f"{SEND} and more")


def test_what_waits_for_a_file_answers_nothing_that_was_asked_since(visit, site):
    person = visit(site)
    page = person.page
    person.begin("Show me emails from John")
    person.sees("Which one?")
    with held_back(page):
        attach(person, PLAN)
        person.say("the one at the client")
        expect(page.get_by_text("is sent as soon as")).to_be_visible()
        person.press("None of these")
        expect(page.get_by_text("is sent as soon as")).to_have_count(0)
    expect(chosen(person)).to_contain_text(["22 bytes"])

    expect(person.writing).to_have_value("the one at the client")


def test_a_file_that_was_removed_again_is_not_sent(visit, site):
    person = visit(site)
    person.page.goto("/")
    attach(person, PLAN)
    person.page.get_by_role("button", name="Remove plan.csv").click()

    person.say(SEND)

    expect(person.card).to_be_visible()
    expect(person.card).not_to_contain_text("plan.csv")
