"""How a person connects their Notion."""

from collections.abc import Mapping

from shared.connectors.notion.client import VERSION, Notion
from shared.connectors.notion.pages import NotionPages
from shared.connectors.provider import Provider, RestFor
from shared.models.profile import Account
from shared.ports import Clock
from shared.workspace.pages.port import Pages

API = "https://api.notion.com"


def _open(account: Account, rest_for: RestFor, _clock: Clock) -> Mapping[type, object]:
    return {Pages: NotionPages(Notion(rest_for(API)))} if "pages" in account.domains else {}


async def _identity(rest_for: RestFor) -> str:
    """Return the person's address, or the workspace's name where Notion does not tell it."""
    me = await Notion(rest_for(API)).me()
    return me.bot.owner.user.person.email or me.bot.workspace_name or me.name


PROVIDER = Provider(
    id="notion",
    name="Notion",
    domains=frozenset({"pages"}),
    authorize_url=f"{API}/v1/oauth/authorize",
    token_url=f"{API}/v1/oauth/token",
    revoke_url=f"{API}/v1/oauth/revoke",
    scopes={"pages": ()},
    apis={"pages": API},
    open=_open,
    identity=_identity,
    authorize={"owner": "user"},
    basic=True,
    pkce=False,  # Notion documents none
    headers={"Notion-Version": VERSION},
    place=("workspace_id",),
)
