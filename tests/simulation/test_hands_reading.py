"""Reading from providers that fail: what a person is told, and how often was asked."""

import json

import httpx2
import pytest

from shared.connectors.microsoft.provider import PROVIDER as MICROSOFT
from shared.connectors.slack.chat import SlackChat
from shared.tools.workspace import Workspace
from shared.workspace.slack.port import Chat
from tests.support.accounts_world import ADDRESS, AccessTokens, AccountsWorld, account, opened
from tests.support.accounts_world import at_google as google
from tests.support.wire import graph
from tests.support.wire.gmail import USER, Gmail, failure, part
from tests.support.wire.graph_account import GraphAccount
from tests.support.wire.peer import Answer
from tests.support.wire.slack import slack_server
from tests.support.wire.slack_answers import limited, message, ok, refused, workspace

UNREAD = "show me my unread mail"
NEWS = "what's new in #general?"
AGAIN = "Please ask me again in a moment."
EXPIRED = failure(401, "Invalid Credentials", "authError")


@pytest.fixture
async def world():
    async with AccountsWorld() as made:
        yield made


@pytest.fixture
def gmail(world):
    box = Gmail()
    box.receive(From="Bo <bo@acme.example>", To=ADDRESS, Subject="Budget", labels=("UNREAD",))
    world.connect(google(box.peer, world.clock))
    return box


def fails(box, *answers):
    """Have every search answered like this."""
    box.peer.on("GET", f"{USER}/messages", *answers)


@pytest.mark.parametrize(
    ("answer", "says", "error", "requests"),
    [
        (failure(429, "Slow down", "rateLimitExceeded"), "in 2 seconds.", ("rate_limit", True), 3),
        (failure(403, "Slow down", "userRateLimitExceeded"), "in 2 s", ("rate_limit", True), 3),
        (failure(429, "x", **{"Retry-After": "3"}), "in 3 seconds.", ("rate_limit", True), 3),
        (failure(429, "x", **{"Retry-After": "900"}), "in 15 minutes.", ("rate_limit", True), 1),
        (failure(500, "Traceback: boom"), f"Google is having trouble (500). {AGAIN}",
         ("network", True), 3),
        (failure(503, "x"), f"Google is having trouble (503). {AGAIN}", ("network", True), 3),
        (Answer(error=httpx2.ReadTimeout), f"Google did not answer in time. {AGAIN}",
         ("network", True), 3),
        (Answer(error=httpx2.ConnectError), f"Google cannot be reached at the moment. {AGAIN}",
         ("network", True), 3),
        (Answer(content=b"<html>oops", odd=True), f"an unexpected form. {AGAIN}",
         ("tool_error", True), 1),
        (Answer(json={"messages": [{"no": "id"}]}, odd=True), f"an unexpected form. {AGAIN}",
         ("tool_error", True), 1),
        (Answer(content=b"x" * (41 << 20), odd=True), "more there than can be read here",
         ("tool_error", False), 1),
        (failure(400, "Bad query"), "refused the request (Bad query)", ("params", False), 1),
        (failure(403, "No scope", "insufficientPermissions"), "Connect Google again to give it.",
         ("permission", False), 1),
        (failure(403, "Off for ya29.secret-1"), "does not allow this (Off for [...])",
         ("permission", False), 1),
    ],
)  # fmt: skip
async def test_a_search_that_fails_says_who_failed_and_what_to_do(
    world, gmail, answer, says, error, requests
):
    fails(gmail, answer)

    said = await world.ask(UNREAD)

    assert said.startswith("Google ")
    assert says in said
    assert await world.error() == error
    assert len(gmail.peer.seen) == requests
    assert sum(gmail.peer.pauses) < 10


async def test_an_expired_token_is_renewed_once_and_nobody_notices(world, gmail):
    found = {"messages": [{"id": "m1", "threadId": "t1"}]}
    fails(gmail, EXPIRED, found)

    assert "**Budget**" in await world.ask(UNREAD)

    assert len({seen.token for seen in gmail.peer.seen[:2]}) == 2
    assert len(gmail.peer.calls("GET", f"{USER}/messages")) == 2


async def test_a_snippet_that_ends_within_a_character_is_shown(world, gmail):
    cut = json.dumps(gmail.messages["m1"] | {"snippet": "Party \ud83c"}).encode()
    gmail.peer.on("GET", f"{USER}/messages/[^/]+", Answer(content=cut, odd=True))

    assert "**Budget**" in await world.ask(UNREAD)

    assert (await world.run()).steps[0].result["mails"][0]["snippet"] == "Party ?"


@pytest.mark.parametrize("lives", [1, 2])
async def test_a_revoked_consent_asks_to_sign_in_again(world, gmail, lives):
    """Whether no new token is given, or a new one is refused as well."""
    world.connect(google(gmail.peer, world.clock, tokens=AccessTokens("Google", lives)))
    fails(gmail, EXPIRED)

    assert await world.ask(UNREAD) == "Google needs you to sign in again."

    assert await world.error() == ("auth", True)
    assert len(gmail.peer.seen) == lives


async def test_what_failed_works_again_when_the_provider_does(world, gmail):
    fails(gmail, failure(500, "x"), failure(500, "x"), failure(500, "x"), {})

    assert "having trouble" in await world.ask(UNREAD)
    (again,) = (await world.turn(1)).suggestions
    assert "no emails" in await world.ask(again)


async def test_without_contacts_mail_is_searched_by_the_name(world, gmail):
    gmail.found["from:Bo"] = ["m1"]

    assert "**Budget**" in await world.ask("show me emails from Bo")

    assert (await world.run()).steps[0].arguments["query"] == "from:Bo"


async def test_of_ten_thousand_hits_the_newest_are_listed_and_the_rest_is_counted(world, gmail):
    for number in range(60):
        gmail.receive(From="Bo <bo@acme.example>", Subject="Report " * 300 + str(number))
    ids = [{"id": f"m{number}", "threadId": "t"} for number in range(60, 0, -1)]
    pages = {"messages": ids, "resultSizeEstimate": 10_000, "nextPageToken": "more"}
    fails(gmail, lambda seen: pages | {"messages": ids[: int(seen.param["maxResults"])]})

    said = await world.ask(UNREAD)

    assert said.startswith("I found at least 10,000 emails:\n1. **Report")
    assert said.endswith("... and at least 9,990 more")
    assert len(said) < 5_000
    assert len((await world.run()).model_dump_json()) < 40_000
    assert len(gmail.peer.seen) < 15
    await world.ask("open the third one")
    assert (await world.run()).steps[0].arguments == {"message_id": "m58"}


async def test_a_search_of_fifty_is_kept_and_pointed_at(world, gmail):
    for number in range(60):
        gmail.receive(From="Bo <bo@acme.example>", Subject="Report " * 300 + str(number))

    await world.ask("show me the last 50 emails")
    assert len((await world.run()).steps[0].result["mails"]) == 50
    assert len((await world.run()).model_dump_json()) < 200_000

    await world.ask("open the last one")
    assert (await world.run()).steps[0].tool == "gmail_get_message"


async def test_a_mail_of_25_megabytes_is_read_cut_and_can_be_answered(world, gmail):
    text = "Grüße! " * 2_800_000
    assert len(text.encode()) > 25_000_000
    gmail.messages["m1"]["payload"] |= {"body": part(text)["body"]}
    await world.ask(UNREAD)

    said = await world.ask("open the first one")

    assert "(The rest is left out.)" in said
    assert len(said) < 5_000
    assert (await world.run()).steps[0].result["mail"]["body"].endswith("left out.)")
    assert len((await world.run()).model_dump_json()) < 100_000
    shown = await world.ask("reply to it saying thanks")
    assert "[The rest is left out.]" in shown
    assert len(shown) < 30_000
    assert len((await world.run()).model_dump_json()) < 100_000


@pytest.mark.parametrize(
    ("answer", "says", "error", "requests"),
    [
        (graph.failure(429, headers={"Retry-After": "2"}), "in 2 seconds.",
         ("rate_limit", True), 3),
        (graph.failure(500), f"having trouble (500). {AGAIN}", ("network", True), 3),
        (graph.failure(403, "ErrorAccessDenied", "Access is denied."), "(Access is denied)",
         ("permission", False), 1),
        (graph.failure(401), "needs you to sign in again", ("auth", True), 2),
        ({"content": b"oops", "odd": True}, f"unexpected form. {AGAIN}", ("tool_error", True), 1),
    ],
)  # fmt: skip
async def test_microsoft_fails_as_clearly(world, answer, says, error, requests):
    graphs = GraphAccount()
    graphs.peer.on("GET", "/v1.0/me/messages", Answer(**answer))
    world.connect(opened(MICROSOFT, graphs.peer, world.clock, ("email",)))

    said = await world.ask(UNREAD)

    assert said.startswith("Microsoft 365 ")
    assert says in said
    assert await world.error() == error
    assert len(graphs.peer.calls("GET", "/v1.0/me/messages")) == requests


@pytest.mark.parametrize(
    ("answer", "says", "error", "requests"),
    [
        (limited(600), "Please ask me again in 10 minutes.", ("rate_limit", True), 1),
        (Answer(500), f"Slack is having trouble. {AGAIN}", ("network", True), 3),
        (refused("token_revoked"), "Slack needs you to sign in again.", ("auth", True), 2),
        (refused("missing_scope", needed="channels:history"), "Connect Slack again to give it.",
         ("permission", False), 1),
        (Answer(content=b"<html>oops"), f"unexpected form. {AGAIN}", ("tool_error", True), 1),
    ],
)  # fmt: skip
async def test_slack_fails_as_clearly(world, answer, says, error, requests):
    async with slack_server() as slack:
        history = "/api/conversations.history"
        workspace(slack.peer).on("GET", history, answer)
        chat = SlackChat(slack.account(AccessTokens("Slack")), world.clock)
        world.connect(lambda: Workspace({Chat: chat}, (account("slack", "slack"),)))

        said = await world.ask(NEWS)

        assert says in said
        assert "Slack" in said
        assert await world.error() == error
        assert len(slack.peer.calls("GET", history)) == requests


async def test_fifty_long_slack_messages_are_all_kept_and_shortened(world):
    async with slack_server() as slack:
        said = [message(f"17950000{number:02}.1", "ü" * 4000) for number in range(60)]
        history = ok(messages=said, has_more=False)
        workspace(slack.peer).on("GET", "/api/conversations.history", history)
        chat = SlackChat(slack.account(AccessTokens("Slack")), world.clock)
        world.connect(lambda: Workspace({Chat: chat}, (account("slack", "slack"),)))

        assert (await world.ask(NEWS)).startswith("50 messages in #general")

        kept = (await world.run()).steps[0].result["messages"]
        assert {len(one["text"]) for one in kept} == {2000}
