"""How a person connects Microsoft 365, and what serves an account of it."""

from collections.abc import Mapping

from shared.connectors.microsoft.address_book import GraphAddressBook
from shared.connectors.microsoft.calendar import GraphCalendar
from shared.connectors.microsoft.flow import microsoft_flow
from shared.connectors.microsoft.graph import API, NAME, Shape, Text, selected, shaped
from shared.connectors.microsoft.mailbox import GraphMailbox
from shared.connectors.provider import Provider, RestFor
from shared.connectors.rest import Request
from shared.models.profile import Account
from shared.ports import Clock
from shared.workspace.calendar.port import Calendar
from shared.workspace.contacts.port import AddressBook
from shared.workspace.email.port import Mailbox

_OAUTH = "https://login.microsoftonline.com/common/oauth2/v2.0"
_ALWAYS = ("offline_access", "User.Read")


class _User(Shape):
    mail: Text = ""
    user_principal_name: str


def _open(account: Account, rest_for: RestFor, clock: Clock) -> Mapping[type, object]:
    """Return the account's ports; a contact's mails are counted where mail may be read."""
    rest, has_mail = rest_for(API), "email" in account.domains
    ports: dict[str, tuple[type, object]] = {
        "email": (Mailbox, GraphMailbox(rest, account.email, clock)),
        "calendar": (Calendar, GraphCalendar(rest, account.email)),
        "contacts": (
            AddressBook,
            GraphAddressBook(rest, account.email, clock, has_mail=has_mail),
        ),
    }
    return dict(ports[domain] for domain in account.domains if domain in ports)


async def _identity(rest_for: RestFor) -> str:
    """Return the account's address; its sign-in name where it has no mailbox."""
    request = Request("GET", "/me", selected(("mail", "userPrincipalName")))
    user = shaped(_User, await rest_for(API).read(request))
    return user.mail or user.user_principal_name


PROVIDER = Provider(
    id="microsoft",
    name=NAME,
    domains=frozenset({"email", "calendar", "contacts"}),
    authorize_url=f"{_OAUTH}/authorize",
    token_url=f"{_OAUTH}/token",
    revoke_url="",  # Entra has none: a person revokes at myapps.microsoft.com
    scopes={
        "email": (*_ALWAYS, "Mail.ReadWrite", "Mail.Send", "MailboxSettings.Read"),
        "calendar": (*_ALWAYS, "Calendars.ReadWrite"),
        "contacts": (*_ALWAYS, "Contacts.ReadWrite", "People.Read"),
    },
    apis={"email": API, "calendar": API, "contacts": API},
    open=_open,
    identity=_identity,
    authorize={"prompt": "select_account"},
    flow=microsoft_flow,
)
