"""Signing in with an organisation's account, in the client as a person does, at an Entra here."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.e2e.web.visitor import MEETINGS
from tests.support.entra_host import host_with_entra
from tests.support.entra_server import CLAIMS, entra_server
from tests.support.issuer import ANN
from tests.support.loopback import certificate

TOKEN = re.compile(r"eyJ[\w-]+\.eyJ")
SIGN_IN = "Sign in with your work account"
OVER = "Your sign-in is over. Sign in again to go on; nothing was lost."


@pytest.fixture(scope="module")
def pem(tmp_path_factory):
    return certificate(tmp_path_factory.mktemp("pem"))


@pytest.fixture(scope="module")
def server(pem):
    with entra_server(pem) as running:
        yield running


@pytest.fixture(scope="module")
def gated(server, pem, tmp_path_factory):
    """The product, as an organisation signs in to it."""
    app, data = tmp_path_factory.mktemp("app"), tmp_path_factory.mktemp("entra")
    demo = {"SSL_CERT_FILE": str(pem), "SANDBOX_DOMAINS": "email,calendar,contacts,slack"}
    with host_with_entra(server, app, data, {**demo, "REASONER": "embedded"}) as running:
        yield running


@pytest.fixture
def entra(server):
    """The Entra, where everything is as usual again."""
    pages = server.pages
    pages.roles, pages.lives, pages.refuses = ["Member"], 3600, ""
    pages.changes, pages.ends = {}, {}
    pages.given.clear()
    pages.wanted.clear()
    server.more_proof.clear()
    return server


@pytest.fixture
def arrive(visit, gated, entra):
    """Opens the client in a window of somebody who is not signed in yet."""
    refusals = ("400 (Bad Request)", "401 (Unauthorized)", "403 (Forbidden)")

    def arrive():
        person = visit(gated, also=entra.url, refused=refusals, ignore_https_errors=True)
        person.page.goto("/")
        return person

    return arrive


def sign_in(person, name="Ann Byron"):
    choose(person, name)
    expect(who(person)).to_contain_text(name)


def choose(person, name="Ann Byron"):
    person.press(SIGN_IN)
    person.page.get_by_role("link", name=name).click()


def who(person):
    return person.page.locator(".signed-in")


def kept(person) -> list[str]:
    """Return the places where anything that looks like a token stands, but for MSAL's own."""
    return person.page.evaluate(
        """() => [
            ...Object.entries(localStorage).filter(([, value]) => /eyJ[\\w-]+\\.eyJ/.test(value)),
            ...Object.entries(sessionStorage).filter(([key, value]) =>
                /eyJ[\\w-]+\\.eyJ/.test(value) && !/^msal/.test(key)),
            ...performance.getEntries().filter(({ name }) => /eyJ[\\w-]+\\.eyJ/.test(name)),
            ...(/eyJ[\\w-]+\\.eyJ/.test(location.href + document.cookie) ? [location.href] : []),
        ].map(String)"""
    )


def test_a_person_signs_in_talks_and_signs_out(arrive, gated, entra):
    person = arrive()
    urls = []
    person.page.on("request", lambda request: urls.append(request.url))
    expect(person.page.get_by_role("heading", name="Sign in")).to_be_visible()

    sign_in(person)
    person.begin(MEETINGS)
    person.sees("events on")
    person.settled()

    assert entra.pages.given == ["authorization_code"]
    assert kept(person) == []
    assert "code=" not in person.page.url
    policy = person.page.request.get(f"{gated.url}/").headers["content-security-policy"]
    assert f"connect-src 'self' {entra.url}" in policy
    assert "frame-src" not in policy

    person.page.get_by_role("button", name="Sign out").click()
    expect(person.page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert not [url for url in urls if TOKEN.search(url)]
    assert person.page.evaluate(
        "Object.keys(sessionStorage).some(k => /accesstoken/i.test(k))"
    ) is (False)


def test_a_reload_stays_signed_in_where_it_was(arrive, entra):
    person = arrive()
    person.page.goto("/agents")
    sign_in(person)
    person.page.wait_for_url("**/agents")

    person.page.reload()

    expect(person.page.get_by_role("heading", name="Agents")).to_be_visible()
    expect(who(person)).to_contain_text("Ann Byron")
    assert entra.pages.given == ["authorization_code"]


def test_what_one_person_said_is_not_anothers(arrive):
    ann, bob = arrive(), arrive()
    sign_in(ann)
    ann.begin("What can you do about giraffes?")
    ann.settled()
    sign_in(bob, "Bob Cole")

    bob.page.goto(ann.page.url)

    bob.sees("There is no such conversation.")
    expect(bob.page.get_by_text("giraffes")).to_have_count(0)


def test_a_token_that_is_over_is_renewed_unseen(arrive, entra):
    entra.pages.lives = 1
    person = arrive()
    sign_in(person)

    person.begin(MEETINGS)
    person.sees("events on")

    assert set(entra.pages.given) == {"authorization_code", "refresh_token"}
    assert len(entra.pages.given) > 1


def test_what_the_server_takes_no_longer_is_renewed_once(arrive, entra):
    entra.pages.changes = {"exp": 1}  # as if this clock and the server's disagreed
    person = arrive()
    choose(person)  # who that is may be seen for a moment
    person.sees("This token has expired")
    given = len(entra.pages.given)
    entra.pages.changes = {}

    sign_in(person)
    person.goes_to("Schedules")

    person.sees("Nothing runs by itself")
    assert given > 1, "it was tried once more with a new one before the person was asked"


def test_whoever_cannot_renew_is_asked_to_sign_in_and_goes_on(arrive, entra):
    entra.pages.lives = 1
    person = arrive()
    sign_in(person)
    entra.pages.ends[ANN] = "invalid_grant"

    person.page.goto("/schedules")

    expect(person.page.get_by_role("alert")).to_have_text(OVER)
    entra.pages.lives = 3600
    sign_in(person)
    person.page.wait_for_url("**/schedules")


def test_a_role_that_was_taken_away_is_told_where_it_is_missed(arrive, entra):
    entra.pages.roles, entra.pages.lives = ["Admin"], 1
    person = arrive()
    sign_in(person)
    person.goes_to("Operator")
    expect(person.page.get_by_role("heading", name="Usage")).to_be_visible()
    person.sees("Tool calls")
    expect(person.page.get_by_role("alert")).to_have_count(0)

    entra.pages.roles = ["Member"]
    person.page.reload()

    expect(person.page.get_by_role("alert").first).to_contain_text(
        re.compile("administrator|owner")
    )


def test_a_member_reads_the_policy_and_is_offered_nothing_they_may_not_do(arrive, entra):
    person = arrive()
    sign_in(person)
    places = person.page.get_by_role("navigation", name="Places")
    expect(places.get_by_role("link", name="Operator")).to_have_count(0)

    person.goes_to("Agents")
    expect(person.page.get_by_role("searchbox", name="Search agents")).to_be_visible()
    expect(person.page.get_by_role("link", name="Make an agent")).to_have_count(0)
    person.page.goto("/policy")

    person.sees("Only an administrator of your organisation can change it.")
    expect(person.page.get_by_role("radio").first).to_be_disabled()
    expect(person.page.get_by_role("button", name="Save the policy")).to_have_count(0)


def test_whom_the_organisation_does_not_admit_is_told_why(arrive, entra):
    entra.pages.refuses = "AADSTS50105: You are not assigned to a role for this application."
    person = arrive()
    person.press(SIGN_IN)
    expect(person.page.get_by_role("alert")).to_contain_text("You are not assigned to a role")


def test_more_proof_is_asked_for_where_a_step_needs_it(arrive, entra):
    person = arrive()
    sign_in(person)
    entra.more_proof.add(ANN)
    entra.pages.ends[ANN] = "interaction_required"
    person.goes_to("Accounts and profile")

    person.press("Connect Microsoft 365")
    person.page.get_by_role("link", name="Ann Byron").click()
    entra.more_proof.clear()
    person.page.wait_for_url("**/settings")

    person.press("Connect Microsoft 365")

    expect(person.page.get_by_role("strong").get_by_text(f"{ANN}@contoso.example")).to_be_visible()
    asked = json.loads(entra.pages.wanted[-1])
    assert asked["access_token"] == json.loads(CLAIMS)["access_token"]
