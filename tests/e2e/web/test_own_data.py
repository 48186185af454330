"""A person takes a copy of what is kept of them, and has it erased, in the client."""

import json

import pytest
from playwright.sync_api import expect

from tests.e2e.web.axe import serious
from tests.support.devhost import ROOT, RunningHost


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    environment = {"REASONER": "embedded", "DUE_SCHEDULE": "*/2 * * * * *"}
    with RunningHost(ROOT, tmp_path_factory.mktemp("own-data"), environment) as running:
        yield running


def test_a_copy_is_taken_and_everything_is_erased_once_that_is_typed(visit, site):
    person = visit(site)
    page = person.page
    person.begin("help")
    person.settled()
    person.goes_to("Accounts and profile")

    with page.expect_download() as downloading:
        person.press("Download a copy")
    lines = [json.loads(line) for line in downloading.value.path().read_text().splitlines()]
    assert downloading.value.suggested_filename == "my-data.jsonl"
    assert len(lines) > 1

    person.press("Erase everything")
    erase = page.get_by_role("button", name="Erase for good")
    expect(erase).to_be_disabled()
    assert serious(page) == []
    typed = page.get_by_label("Type “everything” to confirm")
    typed.fill("every")
    expect(erase).to_be_disabled()
    typed.fill("everything")
    erase.click()

    expect(page.get_by_role("status")).to_contain_text("Erased: ")
    page.goto("/")
    expect(page.get_by_role("link", name="help")).to_have_count(0)


def test_whoever_looks_at_their_profile_first_finds_it_in_the_browsers_time_zone(visit, site):
    person = visit(site, timezone_id="Asia/Tokyo")
    person.page.goto("/settings")

    expect(person.page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    expect(person.page.get_by_role("button", name="This computer is in")).to_have_count(0)


def test_what_a_person_does_not_choose_stays_what_was_found_out_when_they_save(visit, site):
    person = visit(site, timezone_id="Asia/Tokyo")
    page = person.page
    page.goto("/settings")
    page.get_by_label("Answer briefly").check()
    person.press("Save")
    expect(page.get_by_role("status")).to_have_text("Saved.")

    refused = ("422 (Unprocessable Entity)",)
    elsewhere = visit(site, timezone_id="Europe/Lisbon", refused=refused).page
    elsewhere.goto("/settings")
    zone = elsewhere.get_by_label("Time zone")
    expect(zone).to_have_value("Europe/Lisbon")
    zone.fill("Europe/Berlin")
    elsewhere.get_by_role("button", name="Save").click()
    expect(elsewhere.get_by_role("status")).to_have_text("Saved.")
    elsewhere.reload()
    expect(zone).to_have_value("Europe/Berlin")

    zone.fill("Mars/Olympus")
    elsewhere.get_by_role("button", name="Save").click()
    expect(elsewhere.get_by_role("alert")).to_contain_text("Time zone: must be the name of a time")
    elsewhere.get_by_role("button", name="Take it from your calendar or this browser").click()
    elsewhere.get_by_role("button", name="Save").click()
    expect(zone).to_have_value("Europe/Lisbon")
