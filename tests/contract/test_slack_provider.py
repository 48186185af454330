"""Slack as the registry of connections sees it."""

from datetime import UTC, datetime

import pytest

from shared.connectors.rest import Rest
from shared.connectors.slack.chat import SlackChat
from shared.connectors.slack.provider import API, PROVIDER
from shared.models.profile import Account
from shared.workspace.slack.port import Chat
from tests.support.fakes import ManualClock
from tests.support.wire.peer import ScriptedTokens
from tests.support.wire.slack import slack_server
from tests.support.wire.slack_answers import ME, ok, refused, workspace

TODAY = datetime(2026, 11, 25, 12, tzinfo=UTC)


@pytest.fixture
async def server():
    async with slack_server() as server:
        workspace(server.peer)
        yield server


@pytest.fixture
def rest_for(server):
    def rest_for(base):
        assert base == API
        return Rest(server.peer.client(), server.base, ScriptedTokens("xoxp-7"), "Slack")

    return rest_for


async def test_an_account_is_opened_with_its_own_token(server, rest_for):
    ports = PROVIDER.open(
        Account(id="1", provider="slack", domains=("slack",)), rest_for, ManualClock(TODAY)
    )

    assert [c.name for c in await ports[Chat].channels()] == ["general", "sales-emea"]
    assert isinstance(ports[Chat], SlackChat)
    assert {seen.token for seen in server.peer.seen} == {"xoxp-7"}


def test_an_account_not_used_for_it_opens_nothing(rest_for):
    assert PROVIDER.open(Account(id="1", provider="slack"), rest_for, ManualClock(TODAY)) == {}


@pytest.mark.parametrize(
    ("answer", "identity"),
    [
        (ok(user=ME), "alex@acme.com"),
        (ok(user={**ME, "profile": {}}), "alex@Acme"),
        (refused("missing_scope", needed="users:read"), "alex@Acme"),
    ],
)
async def test_an_account_goes_by_the_persons_address(server, rest_for, answer, identity):
    server.peer.on("GET", "/api/users.info", answer)

    assert await PROVIDER.identity(rest_for) == identity


def test_every_domain_says_what_it_may_do():
    assert set(PROVIDER.scopes) == PROVIDER.domains
    assert PROVIDER.apis["slack"] == API
