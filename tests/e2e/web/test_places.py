"""Every place of the client: by keyboard alone, on a telephone, for screen readers, in pictures."""

import gzip

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.web.axe import serious
from tests.e2e.web.visitor import MEETINGS
from tests.support.building import SHEETS_TO_SLACK
from tests.support.tool_servers import Tracker

MOST_SCRIPT_BYTES = 300_000
TELEPHONE = {"width": 390, "height": 844}
REPLY = "Reply to John Doe saying I will send it Friday"
BUILD = SHEETS_TO_SLACK[0]
PLACES = {
    "Waiting for you": "Waiting for you",
    "Activity": "Activity",
    "Agents": "Agents",
    "Schedules": "Schedules",
    "Accounts and profile": "Accounts and profile",
    "Operator": "Operator",
}
AGENT = {
    "id": "weekly-report",
    "name": "Weekly report",
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
    "examples": ["post the weekly report"],
}


@pytest.fixture(scope="module")
def furnished(site):
    """The product with something to see in every place; the conversation with an open step."""
    with httpx.Client(base_url=site.url, timeout=60) as http, Tracker().served() as address:
        server = {"id": "tracker", "name": "Issue Tracker", "url": address}
        assert http.post("/api/v1/tool-servers", json=server).status_code == 201
        assert http.post("/api/v1/agents", json=AGENT).status_code == 201
        schedule = {
            "agent": "weekly-report",
            "request": "Post the weekly report",
            "when": "every Monday at 9am",
        }
        assert http.post("/api/v1/schedules", json=schedule).status_code == 201
        yield site


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    return page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )


def open_places(person, contact):
    """Yield the name of each place, with the window there; `contact` is somebody to be added."""
    person.begin(MEETINGS)
    person.sees("events on")
    person.settled()
    yield "answer"
    person.page.get_by_role("link", name="How this came about").click()
    person.sees("Answered in")
    yield "trace"
    person.begin(f"Add {contact} Roe, {contact.lower()}@roe.example, to my contacts")
    person.press("Add")
    person.settled()
    person.begin("Show me emails from John")
    person.sees("Which one?")
    person.settled()
    yield "question"
    person.begin(REPLY)
    expect(person.card).to_be_visible()
    yield "approval"
    person.press("Edit")
    yield "edit"
    person.begin(BUILD)
    expect(person.page.get_by_role("complementary", name="The agent so far")).to_be_visible()
    person.settled()
    yield "building"
    for place, heading in PLACES.items():
        menu = person.page.get_by_role("button", name="Menu")
        if menu.is_visible():
            menu.click()
        person.goes_to(place)
        expect(person.page.get_by_role("heading", level=1, name=heading)).to_be_visible()
        expect(person.page.get_by_text("Loading")).to_have_count(0)
        yield place.lower().replace(" ", "-")
    person.page.goto("/agents/weekly-report")
    person.sees("What it does, in order")
    expect(person.page.get_by_text("Loading")).to_have_count(0)
    yield "agent"
    person.page.goto("/policy")
    person.sees("A second person")
    expect(person.page.get_by_text("Loading")).to_have_count(0)
    yield "policy"
    person.page.goto("/systems")
    person.page.get_by_role("button", name="Look at it").click()
    person.sees("Open a new issue in the tracker.")
    yield "systems"


@pytest.mark.parametrize(("colours", "contact"), [("light", "Jane"), ("dark", "Joan")])
def test_nothing_keeps_people_out(visit, furnished, picture, colours, contact):
    person = visit(furnished, reduced_motion="reduce", color_scheme=colours)

    found = {}
    for place in open_places(person, contact):
        found[place] = serious(person.page)
        picture(person.page, place if colours == "light" else f"{place}-dark")

    assert {place: faults for place, faults in found.items() if faults} == {}


def test_everything_fits_on_a_telephone(visit, furnished, picture):
    person = visit(
        furnished, viewport=TELEPHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )

    wide = {}
    for place in open_places(person, "Jim"):
        wide[place] = overflow(person.page)
        picture(person.page, f"{place}-telephone")

    assert {place: by for place, by in wide.items() if by > 0} == {}


def test_a_risky_step_is_shown_from_its_warning_however_small_the_window(visit, furnished):
    person = visit(furnished, viewport={"width": 390, "height": 560}, reduced_motion="reduce")
    warning = person.card.get_by_text("Outside your organization")

    person.begin(REPLY)
    expect(warning).to_be_in_viewport()
    expect(person.card.get_by_role("button", name="Send")).not_to_be_in_viewport()

    person.press("Edit")
    first = person.card.get_by_label("To", exact=True)
    expect(first).to_be_focused()
    expect(person.card.get_by_text("To", exact=True)).to_be_in_viewport(ratio=1)


def test_a_step_is_agreed_to_by_keyboard_alone(visit, furnished):
    person = visit(furnished)
    keys = person.page.keyboard
    person.page.goto("/")
    expect(person.writing).to_be_focused()
    keys.type("Add Ann Bloom, ann@bloom.example, to my contacts")
    keys.press("Enter")
    expect(person.card).to_be_visible()
    expect(person.writing).to_be_focused()

    go = person.card.get_by_role("button", name="Add", exact=True)
    for _ in range(6):  # back over what lies between: the switch, and at last the card's own
        keys.press("Shift+Tab")
        if go.evaluate("button => button === document.activeElement"):
            break
    expect(go).to_be_focused()
    assert go.evaluate("button => button.matches(':focus-visible')")
    keys.press("Enter")

    expect(person.card).to_have_count(0)
    person.sees("Ann Bloom")
    person.settled()
    expect(person.writing).to_be_focused()


def test_the_first_stop_leads_past_the_menu(visit, furnished):
    person = visit(furnished)
    person.page.goto("/activity")
    expect(person.page.get_by_role("heading", name="Activity")).to_be_visible()

    person.page.keyboard.press("Tab")
    expect(person.page.get_by_role("link", name="Skip to the page")).to_be_focused()
    person.page.keyboard.press("Enter")

    expect(person.page.get_by_role("main")).to_be_focused()


def test_the_first_page_needs_little_script(visit, furnished):
    person = visit(furnished)
    scripts: dict[str, bytes] = {}
    person.page.on(
        "response",
        lambda answer: (
            scripts.update({answer.url: answer.body()})
            if answer.request.resource_type == "script"
            else None
        ),
    )

    person.page.goto("/")
    person.sees("What do you need?")
    person.page.wait_for_load_state("networkidle")

    packed = sum(len(gzip.compress(body)) for body in scripts.values())
    assert 0 < packed < MOST_SCRIPT_BYTES
