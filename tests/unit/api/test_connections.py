"""Connecting accounts through the API, at a provider that is scripted."""

import re
from dataclasses import replace

import httpx
import pytest

from api.paths import CALLBACK, CONNECTIONS
from shared.models.principal import Principal
from shared.services import NothingKnown
from shared.workspace.registry import TOOLS
from tests.support.connecting import Connecting, query_of
from tests.support.wire.peer import Answer

START = f"{CONNECTIONS}/acme/start"
PUBLIC = "https://omniforge.example"
BOB = Principal(tenant="dev", user="bob")


class Forgetting(NothingKnown):
    """Notes whose things are forgotten."""

    def __init__(self):
        self.forgotten = []

    def forget(self, principal):
        self.forgotten.append((principal.tenant, principal.user))


@pytest.fixture
def acme(world):
    """The provider, on which accounts of `world` are connected."""
    made = Connecting(clock=world.clock)
    world.services = replace(
        world.services,
        accounts=made.accounts,
        workspaces=made.workspaces,
        tools=TOOLS,
        worlds=Forgetting(),
    )
    return made


async def start(world, method="POST", path=START, **options):
    """Begin a sign-in; return the answer, the provider's address and the cookie."""
    body = {"domains": ["email"]} if method == "POST" else None
    response = await world.call(method, path, options.pop("body", body), **options)
    url = response.json()["url"] if method == "POST" else response.headers["location"]
    [cookie] = response.headers.get_list("set-cookie")
    return response, query_of(url), cookie


async def come_back(world, query, *cookies, **answer):
    """Let a browser come back from the provider; nobody is signed in there."""
    params = answer or {"code": "c"}
    headers = {"cookie": "; ".join(cookie.partition(";")[0] for cookie in cookies)}
    path = str(httpx.URL(CALLBACK, params={"state": query["state"], **params}))
    world.peer = "203.0.113.9"
    response = await world.call("GET", path, headers=headers)
    world.peer = "127.0.0.1"
    return response


async def listed(world):
    return (await world.call("GET", CONNECTIONS)).json()


async def test_whoever_has_nothing_connected_is_shown_what_can_be(world, acme):
    named = {"id": "acme", "name": "Acme", "domains": ["calendar", "email"]}
    offer = {**named, "by_token": False, "start": START}
    assert await listed(world) == {"connections": [], "providers": [offer]}


async def test_an_account_is_connected_in_a_browser_from_end_to_end(world, acme):
    _, query, cookie = await start(world)

    page = await come_back(world, query, cookie)

    assert page.status_code == 200
    assert "ann@acme.example is connected" in page.text
    assert query["redirect_uri"] == f"http://localhost{CALLBACK}"
    [account] = (await listed(world))["connections"]
    assert account == {
        "id": account["id"],
        "provider": "acme",
        "email": "ann@acme.example",
        "name": "",
        "domains": ["email"],
        "state": "connected",
        "connected_at": "2026-11-21T09:00:00Z",
        "reconnect": None,
    }


async def test_a_link_sends_the_browser_to_the_provider(world, acme):
    response, query, cookie = await start(world, "GET", f"{START}?domains=email,calendar")
    assert response.status_code == 302
    assert response.headers["location"].startswith("https://acme.example/authorize?")
    assert query["scope"] == "mail events"
    assert (await come_back(world, query, cookie)).status_code == 200


async def test_the_cookie_is_for_these_pages_alone_and_not_for_scripts(world, acme):
    _, _, cookie = await start(world)
    attributes = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert attributes == {"httponly", "max-age=600", f"path={CONNECTIONS}", "samesite=lax"}


async def test_where_the_app_is_public_the_cookie_is_secure_and_hosts_are_not_believed(world, acme):
    world.services = replace(world.services, public_url=PUBLIC)
    _, query, cookie = await start(world)
    assert "secure" in cookie.lower().split("; ")
    assert query["redirect_uri"] == f"{PUBLIC}{CALLBACK}"


async def test_two_sign_ins_at_once_do_not_disturb_each_other(world, acme):
    _, first, one = await start(world)
    _, second, other = await start(world)
    assert (await come_back(world, first, one, other)).status_code == 200
    assert (await come_back(world, second, one, other)).status_code == 200


async def refused(world, query, cookie, status, said, **answer):
    page = await come_back(world, query, cookie, **answer)
    assert (page.status_code, page.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert said in page.text
    assert (await listed(world))["connections"] == []


async def test_another_browser_is_refused_and_the_sign_in_is_over(world, acme):
    _, query, cookie = await start(world)
    await refused(world, query, "", 403, "another browser")
    await refused(world, query, cookie, 400, "expired, or was finished before")


async def test_the_cookie_of_another_sign_in_is_none(world, acme):
    _, query, _ = await start(world)
    _, _, other = await start(world)
    await refused(world, query, other, 403, "another browser")


async def test_a_state_is_good_once(world, acme):
    _, query, cookie = await start(world)
    assert (await come_back(world, query, cookie)).status_code == 200
    assert (await come_back(world, query, cookie)).status_code == 400


async def test_a_sign_in_is_good_for_ten_minutes(world, acme):
    _, query, cookie = await start(world)
    world.clock.pass_by(minutes=10)
    await refused(world, query, cookie, 400, "expired")


@pytest.mark.parametrize("state", ["", "made-up"])
async def test_a_state_that_never_was_is_refused(world, acme, state):
    _, _, cookie = await start(world)
    await refused(world, {"state": state}, cookie, 400, "sign-in")


async def test_a_person_who_declines_is_told_so_and_nothing_is_repeated(world, acme):
    _, query, cookie = await start(world)
    said = {"error": "access_denied", "error_description": "<script>alert(1)</script>"}
    await refused(world, query, cookie, 400, "was not completed", **said)
    assert acme.peer.seen == []


async def test_a_provider_that_fails_is_told(world, acme):
    acme.peer.on("POST", "/token", Answer(503))
    _, query, cookie = await start(world)
    await refused(world, query, cookie, 502, "Acme cannot be reached")


async def test_what_is_ours_to_put_right_is_a_problem_like_any_other(world, acme):
    _, query, cookie = await start(world)
    world.services = replace(world.services, accounts=acme.keyed().accounts)
    page = await come_back(world, query, cookie)
    assert (page.status_code, page.json()["code"]) == (500, "misconfigured")


async def test_pages_have_no_scripts_and_what_is_in_them_is_escaped(world, acme):
    acme.peer.on("GET", "/me", {"email": "<img src=x onerror=alert(1)>"})
    _, query, cookie = await start(world)
    page = await come_back(world, query, cookie)
    assert "<img" not in page.text
    assert "&lt;img" in page.text
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    assert page.headers["referrer-policy"] == "no-referrer"


async def test_a_client_brings_back_the_code_of_its_own_caller_only(world, acme):
    _, query, _ = await start(world)
    somebody, world.caller = world.caller, BOB
    body = {"state": query["state"], "code": "c"}
    assert (await world.call("POST", CALLBACK, body)).status_code == 400

    world.caller = somebody
    _, query, _ = await start(world)
    response = await world.call("POST", CALLBACK, {"state": query["state"], "code": "c"})

    assert (response.status_code, response.json()["email"]) == (200, "ann@acme.example")
    assert "grant" not in response.json()


async def test_a_client_has_to_be_somebody(world, acme):
    _, query, _ = await start(world)
    world.peer = "203.0.113.9"
    response = await world.call("POST", CALLBACK, {"state": query["state"], "code": "c"})
    assert response.status_code == 401


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_strangers_begin_nothing(world, acme, method):
    world.peer = "203.0.113.9"
    body = {} if method == "POST" else None
    assert (await world.call(method, START, body)).status_code == 401


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        (f"{CONNECTIONS}/nobody/start", {}, 404),
        (START, {"account": "none"}, 404),
        (START, {"domains": ["slack"]}, 400),
        (START, {"domains": "email"}, 422),
        (START, {"redirect_uri": "https://evil.example"}, 422),
    ],
)
async def test_what_cannot_be_begun_is_a_problem(world, acme, path, body, status):
    response = await world.call("POST", path, body)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    assert "set-cookie" not in response.headers


async def test_without_an_address_of_its_own_the_app_sends_nobody_away_from_elsewhere(world, acme):
    world.edge = replace(world.edge, authenticator=Anybody())
    response = await world.call("POST", START, {}, headers={"host": "elsewhere.example"})
    assert (response.status_code, response.json()["code"]) == (500, "misconfigured")


class Anybody:
    """Takes everyone for the same person."""

    async def authenticate(self, call):
        return BOB


async def test_an_account_is_given_up_by_its_owner(world, acme):
    _, query, cookie = await start(world)
    await come_back(world, query, cookie)
    [account] = (await listed(world))["connections"]
    path = f"{CONNECTIONS}/{account['id']}"

    somebody, world.caller = world.caller, BOB
    assert (await listed(world))["connections"] == []
    assert (await world.call("DELETE", path)).status_code == 404
    world.caller = somebody
    gone = await world.call("DELETE", path)

    assert (gone.status_code, gone.json()) == (200, {"id": account["id"], "deleted": True})
    assert (await listed(world))["connections"] == []
    assert (await world.call("DELETE", path)).status_code == 404


async def test_a_lost_account_says_where_it_is_connected_anew(world, acme):
    await acme.connect(person=world.caller, domains=("email",))
    [stored] = await acme.connections.list(world.caller)
    lost = stored.value.model_copy(update={"state": "needs_reauth", "claims": "{}"})
    await acme.connections.put(world.caller, lost, stored.etag)

    [account] = (await listed(world))["connections"]
    again, query, cookie = await start(world, "GET", account["reconnect"])
    await come_back(world, query, cookie)

    assert (account["state"], again.status_code) == ("needs_reauth", 302)
    assert "claims" not in account
    assert query["login_hint"] == "ann@acme.example"
    [account] = (await listed(world))["connections"]
    assert account["state"] == "connected"


@pytest.mark.parametrize("ends", ["connect", "give up"])
async def test_what_was_found_before_is_forgotten_for_that_person_alone(world, acme, ends):
    found = world.services.results
    ttl = world.services.limits.retention
    made = await acme.connect(person=world.caller)
    _, query, cookie = await start(world)
    for person in (world.caller, BOB):
        for domain in ("email", "pages"):
            await found.keep(person, domain, "call", {"mails": []}, ttl)

    if ends == "connect":
        await come_back(world, query, cookie)
    else:
        await world.call("DELETE", f"{CONNECTIONS}/{made.id}")

    assert await found.get(world.caller, "email", "call") is None
    assert await found.get(world.caller, "pages", "call") is None
    assert await found.get(BOB, "email", "call") == ({"mails": []},)
    assert world.services.worlds.forgotten == [(world.caller.tenant, world.caller.user)]


async def test_no_answer_shows_a_token(world, acme):
    _, query, cookie = await start(world)
    page = await come_back(world, query, cookie)
    shown = page.text + (await world.call("GET", CONNECTIONS)).text
    assert not re.search(r"\b(a1|r1|grant)\b", shown)
