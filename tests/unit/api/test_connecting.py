"""Connecting accounts where people sign in by token: links with tickets, and the token itself."""

import re
from dataclasses import replace
from urllib.parse import urlsplit

import httpx
import pytest

from api.paths import BEGIN, CALLBACK, CONNECTIONS
from shared.connectors.oauth import Granted, Registration
from shared.connectors.rest import ReauthNeeded
from shared.models.principal import Principal
from shared.workspace.registry import TOOLS
from tests.support.connecting import ACME, TOKEN, Connecting, query_of

LINK = f"{CONNECTIONS}/acme/link"
BEHALF = f"{CONNECTIONS}/acme/on-behalf-of"
HERE = "http://localhost"
PUBLIC = "https://omniforge.example"
CLAIMS = '{"access_token":{"acrs":{"essential":true,"value":"c1"}}}'
ROBOT = Principal(tenant="dev", user="robot", roles=("owner", "service"))


class Exchange:
    """A flow that takes callers' tokens, or says what `error` is."""

    def __init__(self):
        self.asked, self.error = [], None

    async def on_behalf_of(self, token, tenant, domains):
        self.asked.append((token, tenant, domains))
        if self.error is not None:
            raise self.error
        return Granted("a cache", domains)

    def tokens(self, kept):
        return self

    async def token(self, *, refused=""):
        return "a1"


def connecting(world, **options):
    made = Connecting(clock=world.clock, **options)
    world.services = replace(
        world.services, accounts=made.accounts, workspaces=made.workspaces, tools=TOOLS
    )
    return made


@pytest.fixture
def acme(world):
    """The provider, on which accounts of `world` are connected."""
    return connecting(world)


@pytest.fixture
def exchange(world):
    """A provider that takes callers' tokens."""
    made = Exchange()
    world.acme = connecting(world, providers=(replace(ACME, flow=lambda *_: made),))
    return made


class Browser:
    """Somebody's browser: cookies, and nobody who is signed in."""

    def __init__(self, world):
        self._world = world
        self._cookies = {}

    async def go(self, method, url, **headers):
        before, self._world.peer = self._world.peer, "203.0.113.9"
        sent = {"cookie": "; ".join(f"{k}={v}" for k, v in self._cookies.items())} | headers
        response = await self._world.call(method, url, headers=sent)
        self._world.peer = before
        for cookie in response.headers.get_list("set-cookie"):
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        return response

    async def press(self, link, origin=HERE):
        return await self.go("POST", link, origin=origin)

    async def come_back(self, query):
        url = httpx.URL(CALLBACK, params={"state": query["state"], "code": "c"})
        return await self.go("GET", str(url))


@pytest.fixture
def browser(world):
    return Browser(world)


async def link(world, body=None, path=LINK):
    response = await world.call("POST", path, {} if body is None else body)
    assert response.status_code == 200, response.text
    url = response.json()["link"]
    assert re.fullmatch(rf"{HERE}{BEGIN}\?ticket=[\w-]{{43}}", url)
    return url.removeprefix(HERE)


async def connected(world):
    accounts = (await world.call("GET", CONNECTIONS)).json()["connections"]
    return [one["email"] for one in accounts]


async def test_a_link_connects_an_account_in_a_browser_where_nobody_is_signed_in(
    world, acme, browser
):
    world.caller = world.caller.model_copy(update={"name": "Ann <Byron>"})
    followed = await link(world, {"domains": ["email"]})

    page = await browser.go("GET", followed)
    sent = await browser.press(followed)
    done = await browser.come_back(query_of(sent.headers["location"]))

    assert page.status_code == 200
    assert "Connect Acme" in page.text
    assert "for Ann &lt;Byron&gt;" in page.text
    assert sent.status_code == 303
    assert sent.headers["location"].startswith("https://acme.example/authorize?")
    query = query_of(sent.headers["location"])
    assert (query["scope"], query["redirect_uri"]) == ("mail", f"{HERE}{CALLBACK}")
    assert query["code_challenge_method"] == "S256"
    assert done.status_code == 200, done.text
    assert await connected(world) == ["ann@acme.example"]


async def test_looking_at_a_link_does_not_use_it_up_but_going_on_does(world, acme, browser):
    followed = await link(world)
    for _ in range(3):
        assert (await browser.go("GET", followed)).status_code == 200
    assert (await browser.press(followed)).status_code == 303

    for again in (await browser.go("GET", followed), await browser.press(followed)):
        assert again.status_code == 400
        assert "was used before" in again.text
        assert "set-cookie" not in again.headers


async def test_a_link_is_good_for_two_minutes(world, acme, browser):
    followed = await link(world)
    world.clock.pass_by(seconds=119)
    assert (await browser.go("GET", followed)).status_code == 200
    world.clock.pass_by(seconds=1)
    assert (await browser.go("GET", followed)).status_code == 400
    assert (await browser.press(followed)).status_code == 400


@pytest.mark.parametrize("ticket", ["", "?ticket=", "?ticket=made-up", "?state=x"])
async def test_a_ticket_that_never_was_begins_nothing(world, acme, browser, ticket):
    for page in (await browser.go("GET", BEGIN + ticket), await browser.press(BEGIN + ticket)):
        assert (page.status_code, page.headers["content-type"]) == (400, "text/html; charset=utf-8")


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:1"])
async def test_a_page_of_another_site_cannot_go_on_for_somebody(world, acme, browser, origin):
    followed = await link(world)
    assert (await browser.press(followed, origin)).status_code == 403
    assert (await browser.go("POST", followed)).status_code == 403
    assert (await browser.press(followed)).status_code == 303


async def test_where_the_app_is_public_links_lead_there_whatever_the_host(world, acme, browser):
    world.services = replace(world.services, public_url=PUBLIC)
    made = (await world.call("POST", LINK, {})).json()["link"]
    assert made.startswith(f"{PUBLIC}{BEGIN}?ticket=")
    path = made.removeprefix(PUBLIC)
    assert (await browser.press(path)).status_code == 403
    sent = await browser.press(path, PUBLIC)
    assert "Secure" in sent.headers["set-cookie"]


async def test_the_page_has_no_scripts_cannot_be_framed_and_tells_no_site_where_it_is(
    world, acme, browser
):
    page = await browser.go("GET", await link(world))
    policy = page.headers["content-security-policy"]
    assert policy == "default-src 'none'; frame-ancestors 'none'"
    assert page.headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        (f"{CONNECTIONS}/nobody/link", {}, 404),
        (LINK, {"account": "none"}, 404),
        (LINK, {"domains": ["slack"]}, 400),
        (LINK, {"back": "https://evil.example"}, 422),
        (f"{CONNECTIONS}/nobody/on-behalf-of", {}, 404),
        (BEHALF, {"domains": ["slack"]}, 400),
    ],
)
async def test_what_cannot_be_connected_gets_no_link(world, acme, path, body, status):
    headers = {"authorization": "Bearer t"}
    assert (await world.call("POST", path, body, headers=headers)).status_code == status


async def test_strangers_get_no_link(world, acme):
    world.peer = "203.0.113.9"
    assert (await world.call("POST", LINK, {})).status_code == 401
    assert (await world.call("POST", BEHALF, {})).status_code == 401


@pytest.mark.parametrize("path", [LINK, BEHALF, f"{CONNECTIONS}/acme/start"])
async def test_a_service_has_no_accounts(world, exchange, path):
    world.caller = ROBOT
    response = await world.call("POST", path, {}, headers={"authorization": "Bearer t"})
    assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    assert exchange.asked == []


async def test_a_lost_account_in_an_answer_is_connected_anew_by_its_ticket(world, acme, browser):
    made = await acme.connect(person=world.caller, domains=("email",))
    followed = await link(world, {"account": made.id})
    sent = await browser.press(followed)
    assert query_of(sent.headers["location"])["login_hint"] == "ann@acme.example"


async def test_what_lies_in_storage_is_no_ticket(world, acme):
    ticket = urlsplit(await link(world)).query.removeprefix("ticket=")
    rows = await acme.rows.range("tickets", "", "~", 10)
    assert len(rows) == 1
    assert ticket not in str(rows)


# --- by the caller's own token --------------------------------------------------------------------


async def behalf(world, body=None):
    headers = {"authorization": "Bearer callers-token"}
    return await world.call("POST", BEHALF, body or {}, headers=headers)


async def test_the_callers_own_token_connects_their_account(world, exchange):
    response = await behalf(world, {"domains": ["email"]})

    assert (response.status_code, response.json()["email"]) == (200, "ann@acme.example")
    assert exchange.asked == [("callers-token", "dev", ("email",))]
    assert await connected(world) == ["ann@acme.example"]
    [stored] = await world.acme.stored(world.caller)
    assert "a cache" not in stored.grant
    assert "callers-token" not in str(world.acme.rows.__dict__)
    assert not {"grant", "claims"} & response.json().keys()


async def test_more_proof_that_is_wanted_is_passed_to_the_client(world, exchange):
    exchange.error = ReauthNeeded("sign in", "Acme", CLAIMS)
    response = await behalf(world)
    assert (response.status_code, response.json()["code"]) == (401, "insufficient_claims")
    assert response.json()["claims"] == CLAIMS
    assert 'error="insufficient_claims", claims="' in response.headers["www-authenticate"]
    assert await connected(world) == []


async def test_without_consent_nothing_is_connected(world, exchange):
    exchange.error = ReauthNeeded("sign in", "Acme")
    response = await behalf(world)
    assert (response.status_code, response.json()["code"]) == (403, "consent_required")


async def test_a_provider_that_takes_no_callers_tokens_is_connected_by_signing_in(world, acme):
    assert (await behalf(world)).status_code == 404
    assert TOKEN["access_token"] not in str(acme.peer.seen)


async def test_without_a_token_there_is_nothing_to_exchange(world, exchange):
    assert (await world.call("POST", BEHALF, {})).status_code == 401
    assert exchange.asked == []


def test_registrations_do_not_take_callers_tokens_unless_they_are_theirs():
    assert not Registration("us").signs_in
