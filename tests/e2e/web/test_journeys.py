"""The eight journeys of spec 001 in the client, by writing and by pressing what is offered."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tests.e2e.web.visitor import Visitor
from tests.support.building import NOTION
from tests.support.devhost import ROOT, RunningHost
from tests.support.journeys import (
    BY_HANDLE,
    CLEAR,
    CREATING,
    FINANCE,
    NOBODY,
    ONCE_OR_FOR_GOOD,
    SALES,
    SEVERAL,
    TRACKERS,
    UPDATING,
    VAGUE,
    body_of,
)

MADE = "sheets-to-slack-reporter"
SETTINGS = {"REASONER": "embedded", "SANDBOX_DOMAINS": "sheets,pages,slack"}
"""Mail is not connected: journey 5 finds nobody for it."""


@contextmanager
def organisation(agents, data: Path) -> Iterator[RunningHost]:
    """The product where these agents were made."""
    with RunningHost(ROOT, data, SETTINGS) as running:
        for agent in agents:
            made = httpx.post(f"{running.url}/api/v1/agents", json=body_of(agent))
            assert made.status_code == 201, made.text
        yield running


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    with organisation((NOTION, FINANCE, SALES), tmp_path_factory.mktemp("office")) as running:
        yield running


@pytest.fixture(scope="module")
def learning(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    """Where an agent is changed, apart from those who want it as it is."""
    with organisation((NOTION,), tmp_path_factory.mktemp("learning")) as running:
        yield running


@pytest.fixture(scope="module")
def trackers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    with organisation(TRACKERS, tmp_path_factory.mktemp("trackers")) as running:
        yield running


def changes(host: RunningHost) -> list[str]:
    """What was changed so far, in words."""
    return [one["told"] for one in httpx.get(f"{host.url}/api/v1/effects").json()["effects"]]


def pick(person: Visitor, label: str) -> None:
    """Press the option that begins with these words."""
    person.page.get_by_role("main").get_by_role("button", name=re.compile(f"^{label}")).click()


def answered(person: Visitor, words: str) -> None:
    """Wait until the last answer says this."""
    expect(person.answers.last).to_contain_text(words)
    person.settled()


def test_1_a_clear_request_is_done_by_its_agent(visit, office):
    person = visit(office)
    person.begin(CLEAR)
    answered(person, "pages about projects by status")


def test_2_an_agent_is_made_scheduled_and_posts_once_it_is_agreed(visit, office):
    person = visit(office)
    person.begin(CREATING[0])
    answered(person, "What's the Google Sheet called?")
    for line in CREATING[1:]:
        person.say(line)
        person.settled()
    answered(person, "Done!")
    answered(person, MADE)

    person.say("Run it now to test")
    expect(person.card).to_contain_text("weekly-updates")
    assert changes(office) == []
    person.press("Post")
    answered(person, "Posted in #weekly-updates")
    (told,) = changes(office)
    assert told.startswith("Posted in #weekly-updates: Weekly Metrics")

    person.goes_to("Schedules")
    person.sees(MADE)
    person.goes_to("Agents")
    person.sees(MADE)


def test_3_a_reporter_learns_to_post_as_well(visit, learning):
    person = visit(learning)
    person.begin(UPDATING[0])
    answered(person, "Notion Reporter")

    person.say(UPDATING[1])

    answered(person, "Posts the result to #team-updates in Slack (NEW)")


def test_4_of_several_agents_the_one_that_is_pressed_does_it(visit, office):
    person = visit(office)
    person.begin(SEVERAL[0])
    person.sees("Which one would you like?")

    pick(person, "Notion Reporter")

    answered(person, "pages about projects by status")


def test_5_without_an_agent_making_one_is_offered(visit, office):
    person = visit(office)
    person.begin(NOBODY[0])
    person.sees("I don't have an email agent set up yet.")

    pick(person, "Create an agent for this")

    answered(person, "Here's the agent I'd create")
    expect(person.page.get_by_role("complementary", name="The agent so far")).to_contain_text(
        "email-sender"
    )


def test_6_an_agent_is_called_by_its_handle(visit, office):
    person = visit(office)
    person.begin(BY_HANDLE)
    answered(person, "1,200,000")


def test_7_once_or_for_good_is_asked_and_the_builder_begins(visit, office):
    person = visit(office)
    person.begin(ONCE_OR_FOR_GOOD[0])
    person.sees("Run your existing Notion Reporter")

    pick(person, "Create a new automated agent")

    answered(person, "On which day, and at what time?")


def test_8_several_questions_lead_to_the_agent(visit, trackers):
    person = visit(trackers)
    person.begin(VAGUE[0])
    person.sees("Which one would you like?")
    person.say(VAGUE[1])
    expect(person.answers).to_have_count(2)
    person.settled()

    pick(person, "Notion Summarizer")

    answered(person, "Notion Summarizer is the right agent for this")
