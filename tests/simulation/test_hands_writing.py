"""Writing to providers that fail: nothing without a yes, nothing twice, nothing said wrongly."""

import httpx2
import pytest

from shared.connectors.microsoft.provider import PROVIDER as MICROSOFT
from shared.connectors.slack.chat import SlackChat
from shared.tools.workspace import Workspace
from shared.workspace.slack.port import Chat
from tests.support.accounts_world import ADDRESS, AccessTokens, AccountsWorld, account, opened
from tests.support.accounts_world import at_google as google
from tests.support.wire.gmail import USER, Gmail, failure
from tests.support.wire.graph_account import GraphAccount
from tests.support.wire.peer import Answer
from tests.support.wire.slack import slack_server
from tests.support.wire.slack_answers import ok, workspace

WRITE = "send an email to bo@acme.example saying the report is ready"
SEND, DRAFTS = f"{USER}/drafts/send", f"{USER}/drafts"
UNKNOWN = "I don't know whether it was done: {} Please check before you ask me again."
CARD = "Shall I go ahead?"


@pytest.fixture
async def world():
    async with AccountsWorld() as made:
        yield made


@pytest.fixture
def gmail(world):
    box = Gmail()
    box.receive(From="Bo <bo@acme.example>", To=ADDRESS, Subject="Budget", labels=("INBOX",))
    world.connect(google(box.peer, world.clock))
    return box


def changes(peer):
    """Return the requests that change something."""
    return [seen.path for seen in peer.seen if seen.method != "GET"]


async def test_nothing_is_written_before_a_yes_and_it_is_written_once_after_it(world, gmail):
    shown = await world.ask(WRITE)

    assert CARD in shown
    assert "- To: bo@acme.example" in shown
    assert changes(gmail.peer) == []

    assert "accepted for delivery" in await world.ask("yes")
    assert changes(gmail.peer) == [DRAFTS, SEND]
    assert gmail.sendings == 1


async def test_without_contacts_a_name_is_no_address(world, gmail):
    said = await world.ask("send an email to Sarah saying the report is ready")

    assert "Say the address instead of the name" in said
    assert changes(gmail.peer) == []


@pytest.mark.parametrize("answer", ["no", "show me my unread mail", "stop"])
async def test_whatever_is_no_yes_writes_nothing(world, gmail, answer):
    await world.ask(WRITE)

    await world.ask(answer)

    assert changes(gmail.peer) == []


@pytest.mark.parametrize(
    ("answer", "says", "error", "requests"),
    [
        (failure(401, "Invalid Credentials"), "Google needs you to sign in again.",
         ("auth", True), 2),
        (failure(403, "Sending is off"), "Google does not allow this (Sending is off).",
         ("permission", False), 1),
        (failure(429, "x", **{"Retry-After": "1"}), "Please ask me again in 1 second.",
         ("rate_limit", True), 3),
        (failure(429, "x", **{"Retry-After": "7200"}), "Please ask me again in 2 hours.",
         ("rate_limit", True), 1),
        (Answer(error=httpx2.ConnectError),
         "Google cannot be reached at the moment. Please ask me again in a moment.",
         ("network", True), 3),
        (failure(400, "Invalid To header"), "Google refused the request (Invalid To header).",
         ("params", False), 1),
    ],
)  # fmt: skip
async def test_a_write_that_was_refused_says_so_and_can_be_asked_for_again(
    world, gmail, answer, says, error, requests
):
    gmail.peer.on("POST", DRAFTS, *[answer] * requests, gmail._create)
    await world.ask(WRITE)

    said = await world.ask("yes")

    assert says in said
    assert await world.error() == error
    assert changes(gmail.peer) == [DRAFTS] * requests
    assert gmail.sendings == 0
    await world.ask("yes")
    assert gmail.sendings == 0
    if error[0] != "auth":
        assert CARD in await world.ask(WRITE)
        assert "accepted for delivery" in await world.ask("yes")
        assert gmail.sendings == 1


@pytest.mark.parametrize(
    "answer",
    [
        Answer(error=httpx2.ReadTimeout),
        failure(500, "x"),
        Answer(content=b"<html>", odd=True),
        Answer(json={"surprise": 1}, odd=True),
    ],
    ids=["timeout", "failure", "malformed", "surprising"],
)
async def test_what_may_have_been_sent_is_said_to_be_unknown_and_not_sent_again(
    world, gmail, answer
):
    """Gmail took the draft away, and shows nothing that was sent."""
    gmail.peer.on("POST", SEND, lambda seen: gone(gmail, seen, answer))
    await world.ask(WRITE)

    said = await world.ask("yes")

    assert said == UNKNOWN.format("Google cannot tell whether the mail was sent.")
    assert await world.error() == ("network", False)
    assert len(gmail.peer.calls("POST", SEND)) == 1
    for again in ("send it", "yes", "send it again", "try again"):
        await world.ask(again)
    assert len(gmail.peer.calls("POST", SEND)) == 1
    assert len(gmail.peer.calls("POST", DRAFTS)) == 1


def gone(gmail, seen, answer):
    gmail.messages.pop(gmail.drafts.pop(seen.json["id"]))
    return answer


async def test_a_draft_is_changed_where_it_is_kept_and_put_back_and_sent(world, gmail):
    await world.ask("draft an email to bo@acme.example saying that we meet on Tuesday at 10")
    (draft,) = gmail.drafts

    assert "We meet on Thursday at 10." in await world.ask("make it Thursday instead")
    said = await world.ask("in the draft to bo@acme.example, put ann@acme.example in cc")
    assert "(Cc ann@acme.example)" in said
    assert "We meet on Thursday at 10." in await world.ask("undo that")
    assert list(gmail.drafts) == [draft]
    assert "- Cc" not in await world.ask("send it")
    await world.ask("yes")

    assert gmail.sendings == 1
    assert gmail.drafts == {}


async def test_a_wish_that_cannot_be_followed_leaves_the_draft(world, gmail):
    await world.ask("draft an email to bo@acme.example saying that we meet on Tuesday at 10")
    before = dict(gmail.drafts)

    said = await world.ask("in that draft, replace Vienna with Graz")

    assert "I don't know how to change it so" in said
    assert gmail.drafts == before


async def test_a_draft_that_is_left_of_a_failure_is_named(world, gmail):
    gmail.peer.on("POST", SEND, failure(403, "Sending is off"))
    shown = await world.ask(WRITE)
    subject = next(line for line in shown.splitlines() if line.startswith("- Subject: "))
    left = f"There is a draft “{subject.removeprefix('- Subject: ')}” in your drafts."

    said = await world.ask("yes")

    assert said == f"Google does not allow this (Sending is off). {left}"
    assert len(gmail.drafts) == 1


async def test_a_draft_that_is_left_of_an_open_outcome_is_named(world, gmail):
    gmail.peer.on("POST", SEND, Answer(error=httpx2.ReadTimeout))
    await world.ask(WRITE)

    said = await world.ask("yes")

    assert said.startswith("I don't know whether it was done: Google did not answer in time. There")
    assert "in your drafts. Please check before you ask me again." in said
    assert len(gmail.drafts) == 1


async def test_an_answer_that_got_lost_is_looked_for_and_what_was_sent_is_found(world, gmail):
    def sends_and_is_lost(seen):
        gmail._send(seen)
        return Answer(error=httpx2.ReadTimeout)

    gmail.peer.on("POST", SEND, sends_and_is_lost)
    await world.ask(WRITE)

    assert "accepted for delivery" in await world.ask("yes")

    assert gmail.sendings == 1


async def test_a_token_that_expired_before_the_yes_is_renewed_and_the_mail_sent_once(world, gmail):
    expired = failure(401, "Invalid Credentials")
    gmail.peer.on("POST", DRAFTS, expired, gmail._create)
    await world.ask(WRITE)

    assert "accepted for delivery" in await world.ask("yes")

    assert changes(gmail.peer) == [DRAFTS, DRAFTS, SEND]
    assert gmail.sendings == 1


async def test_a_card_that_cannot_be_prepared_writes_nothing(world, gmail):
    await world.ask("show me the emails from bo@acme.example")
    gmail.peer.on("GET", f"{USER}/messages/[^/]+", failure(503, "x"))

    said = await world.ask("reply to the first one saying thanks")

    assert said == "Google is having trouble (503). Please ask me again in a moment."
    await world.ask("yes")
    assert changes(gmail.peer) == []


async def test_microsoft_tells_an_unknown_outcome_too(world):
    graphs = GraphAccount()
    send = "/v1.0/me/messages/.+/send"
    world.connect(opened(MICROSOFT, graphs.peer, world.clock, ("email",)))
    graphs.peer.on("POST", send, lambda _seen: vanished(graphs))
    assert CARD in await world.ask(WRITE)
    assert changes(graphs.peer) == []

    said = await world.ask("yes")

    assert said.startswith("I don't know whether it was done: Microsoft 365 ")
    await world.ask("send it")
    await world.ask("yes")
    assert len(graphs.peer.calls("POST", send)) == 1


def vanished(graphs):
    graphs.messages.clear()
    return Answer(error=httpx2.ReadTimeout)


async def test_slack_tells_an_unknown_outcome_too(world):
    async with slack_server() as slack:
        workspace(slack.peer)
        slack.peer.on("GET", "/api/conversations.history", ok(messages=[], has_more=False))
        slack.peer.on("POST", "/api/chat.postMessage", Answer(500))
        chat = SlackChat(slack.account(AccessTokens("Slack")), world.clock)
        world.connect(lambda: Workspace({Chat: chat}, (account("slack", "slack"),)))
        assert CARD in await world.ask("post in #general: lunch is here")
        assert changes(slack.peer) == []

        said = await world.ask("yes")

        assert said.startswith("I don't know whether it was done: Slack ")
        await world.ask("yes")
        await world.ask("post it again")
        assert changes(slack.peer) == ["/api/chat.postMessage"]
