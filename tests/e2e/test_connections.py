"""Connecting accounts over HTTP, in a browser with cookies, at a Google on this machine."""

import re
import shutil
from urllib.parse import urljoin

import httpx
import pytest
from a2a.types import TaskState

from tests.support.a2a_peer import peer, question, state, words
from tests.support.connecting import key_of
from tests.support.devhost import ROOT, RunningHost
from tests.support.google_server import google_server
from tests.support.http import Conversation, http_client, spoken

CONNECTIONS = "/api/v1/connections"
LATEST = "Show me my unread emails"


@pytest.fixture(scope="module")
def google():
    with google_server() as server:
        yield server


@pytest.fixture(scope="module")
def connecting_host(google, tmp_path_factory):
    """The product with that Google. Its host.json and its settings are the product's own."""
    app = tmp_path_factory.mktemp("app")
    (app / "function_app.py").write_text("from tests.support.app_with_google import app\n")
    for name in ("host.json", "local.settings.json.example"):
        shutil.copy(ROOT / name, app)
    environment = {
        "GOOGLE_SERVER": google.url,
        "GOOGLE_CLIENT_ID": "our-id",
        "GOOGLE_CLIENT_SECRET": "our-secret",
        "TOKEN_KEYS": key_of(1),
        "NO_PROXY": "127.0.0.1",
    }
    with RunningHost(app, tmp_path_factory.mktemp("connecting"), environment) as running:
        yield running


@pytest.fixture
async def browser(connecting_host):
    """A person's browser, which keeps cookies and follows where it is sent."""
    async with http_client(connecting_host.url) as client:
        client.follow_redirects = True
        yield client
        for account in (await client.get(CONNECTIONS)).json()["connections"]:
            assert (await client.delete(f"{CONNECTIONS}/{account['id']}")).is_success


async def connect(browser, google, person, path=f"{CONNECTIONS}/google/start?domains=email"):
    google.person = person
    page = await browser.get(path)
    assert (page.status_code, page.url.path) == (200, f"{CONNECTIONS}/callback"), page.text
    assert f"{person} is connected" in page.text


async def answer(browser):
    return spoken(await Conversation(browser).ask(LATEST))


async def accounts(browser):
    return (await browser.get(CONNECTIONS)).json()["connections"]


async def test_a_connected_account_takes_the_place_of_the_sandbox(browser, google):
    assert "ann@acme.example" not in await answer(browser)

    await connect(browser, google, "ann@acme.example")

    assert "Secret plan for ann@acme.example" in await answer(browser)
    [account] = await accounts(browser)
    assert (account["email"], account["domains"]) == ("ann@acme.example", ["email"])
    gone = await browser.delete(f"{CONNECTIONS}/{account['id']}")
    assert gone.json()["deleted"]
    assert google.revoked[-2:] == ["renewal-ann@acme.example", "token-ann@acme.example"]
    assert "Secret plan" not in await answer(browser)


async def test_mail_of_two_accounts_is_read_as_one(browser, google):
    for person in ("ann@acme.example", "ann@home.example"):
        await connect(browser, google, person)
    said = await answer(browser)
    assert "plan for ann@acme.example" in said
    assert "plan for ann@home.example" in said


async def test_a_lost_account_is_told_with_a_link_that_brings_it_back(browser, google):
    await connect(browser, google, "ann@acme.example")
    google.taken_back.add("ann@acme.example")

    said = await answer(browser)

    found = re.search(rf"{CONNECTIONS}/begin\?ticket=[\w-]+", said)
    assert found, said
    assert [one["state"] for one in await accounts(browser)] == ["needs_reauth"]
    asked = await browser.get(found[0])
    assert (asked.status_code, "Connect Google" in asked.text) == (200, True)
    origin = str(browser.base_url).rstrip("/")
    page = await browser.post(found[0], headers={"origin": origin})
    assert (page.status_code, page.url.path) == (200, f"{CONNECTIONS}/callback"), page.text
    assert "Secret plan for ann@acme.example" in await answer(browser)


@pytest.mark.parametrize("dialect", ["1.0", "0.3"])
@pytest.mark.parametrize("streaming", [False, True], ids=["whole", "streamed"])
async def test_another_agent_is_told_to_have_it_connected_and_goes_on_with_its_task(
    browser, google, dialect, streaming
):
    await connect(browser, google, "ann@acme.example")
    google.taken_back.add("ann@acme.example")

    async with peer(browser, dialect, streaming=streaming) as agent:
        waits = await agent.say(LATEST)
        asked = question(waits)
        origin = str(browser.base_url).rstrip("/")
        google.person = "ann@acme.example"
        page = await browser.post(asked["link"], headers={"origin": origin})
        done = await agent.say("Ann has signed in", waits.id)

    assert state(waits) == "AUTH_REQUIRED"
    assert asked["reason"] == "auth_required"
    assert asked["link"] in words(waits)
    assert "try again" in words(waits)
    assert page.is_success, page.text
    assert (done.id, state(done)) == (waits.id, "COMPLETED")
    assert "Secret plan for ann@acme.example" in words(done)
    if streaming:
        assert agent.told[-1].status_update.status.state == done.status.state


async def test_who_subscribes_to_what_needs_an_account_hears_on_once_it_is_connected(
    browser, google
):
    await connect(browser, google, "ann@acme.example")
    google.taken_back.add("ann@acme.example")

    async with peer(browser, streaming=True) as agent:
        waits = await agent.say(LATEST)
        news = agent.subscribe(waits.id)
        first = await anext(news)
        google.person = "ann@acme.example"
        origin = str(browser.base_url).rstrip("/")
        await browser.post(question(waits)["link"], headers={"origin": origin})
        await agent.say("Done", waits.id)
        told = [update async for update in news]

    assert first.task.status.state == TaskState.TASK_STATE_AUTH_REQUIRED
    assert told[-1].status_update.status.state == TaskState.TASK_STATE_COMPLETED


async def test_another_browser_cannot_finish_a_sign_in(browser, google, connecting_host):
    begun = await browser.post(f"{CONNECTIONS}/google/start", json={"domains": ["email"]})
    async with httpx.AsyncClient(trust_env=False) as stranger:
        sent = await stranger.get(begun.json()["url"])
        page = await stranger.get(urljoin(connecting_host.url, sent.headers["location"]))
    assert (page.status_code, "another browser" in page.text) == (403, True)
    assert await accounts(browser) == []


async def test_what_is_kept_and_what_is_logged_shows_no_token(browser, google, connecting_host):
    await connect(browser, google, "ann@acme.example")
    await answer(browser)
    for secret in ("token-ann", "renewal-ann", "our-secret", "code-ann"):
        assert secret not in connecting_host.output
