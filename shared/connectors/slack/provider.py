"""How a person connects their Slack."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from shared.connectors.provider import Provider, RestFor
from shared.connectors.rest import Rest
from shared.connectors.slack.wire import Caller, OneUser
from shared.errors import ToolFailed
from shared.models.profile import Account
from shared.ports import Clock
from shared.workspace.slack.port import Chat

if TYPE_CHECKING:
    from shared.connectors.slack.calls import Slack

API = "https://slack.com/api/"


def _slack(rest: Rest) -> "Slack":
    """Return Slack's own client for the account that these requests are for."""
    from shared.connectors.slack.calls import Slack  # noqa: PLC0415 - 0.3 s to import

    return Slack(rest.base, rest.tokens)


def _open(account: Account, rest_for: RestFor, clock: Clock) -> Mapping[type, object]:
    if "slack" not in account.domains:
        return {}
    from shared.connectors.slack.chat import SlackChat  # noqa: PLC0415 - imports the SDK

    return {Chat: SlackChat(_slack(rest_for(API)), clock)}


async def _identity(rest_for: RestFor) -> str:
    """Return the person's address, or their handle and team where Slack does not tell it."""
    async with _slack(rest_for(API)).connected() as calls:
        caller = await calls.get(Caller, "auth.test")
        try:
            found = await calls.get(OneUser, "users.info", user=caller.user_id)
        except ToolFailed:  # the scope for it was not given
            return f"{caller.user}@{caller.team}"
        return found.user.profile.email or f"{caller.user}@{caller.team}"


PROVIDER = Provider(
    id="slack",
    name="Slack",
    domains=frozenset({"slack"}),
    authorize_url="https://slack.com/oauth/v2_user/authorize",
    token_url="https://slack.com/api/oauth.v2.user.access",  # noqa: S106 - an address
    revoke_url="https://slack.com/api/auth.revoke",
    scopes={
        "slack": (
            "channels:history",
            "channels:read",
            "channels:write",
            "chat:write",
            "groups:history",
            "groups:read",
            "groups:write",
            "im:history",
            "im:read",
            "im:write",
            "search:read",
            "users:read",
            "users:read.email",
        )
    },
    apis={"slack": API},
    open=_open,
    identity=_identity,
    place=("team", "id"),
)
