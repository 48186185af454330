"""Google as a provider of accounts."""

from collections.abc import Mapping

from shared.connectors.google.address_book import GoogleAddressBook
from shared.connectors.google.answers import GOOGLE, Resource, taken
from shared.connectors.google.calendar import GoogleCalendar
from shared.connectors.google.mailbox import GmailMailbox
from shared.connectors.google.sheets import GoogleSheets
from shared.connectors.provider import Provider, RestFor
from shared.connectors.rest import Request
from shared.models.profile import Account
from shared.ports import Clock
from shared.workspace.calendar.port import Calendar
from shared.workspace.contacts.port import AddressBook
from shared.workspace.email.port import Mailbox
from shared.workspace.sheets.port import Sheets

APIS = {
    "gmail": "https://gmail.googleapis.com",
    "people": "https://people.googleapis.com",
    "sheets": "https://sheets.googleapis.com",
    "calendar": "https://www.googleapis.com",
    "drive": "https://www.googleapis.com",
    "identity": "https://www.googleapis.com",
}
_SCOPE = "https://www.googleapis.com/auth/"
_IDENTITY = ("openid", f"{_SCOPE}userinfo.email")


class _Userinfo(Resource):
    email: str


def _open(account: Account, rest_for: RestFor, clock: Clock) -> Mapping[type, object]:
    ports: dict[type, object] = {}
    if "email" in account.domains:
        ports[Mailbox] = GmailMailbox(rest_for(APIS["gmail"]), account.email, clock)
    if "calendar" in account.domains:
        ports[Calendar] = GoogleCalendar(rest_for(APIS["calendar"]), account.email)
    if "contacts" in account.domains:
        ports[AddressBook] = GoogleAddressBook(rest_for(APIS["people"]))
    if "sheets" in account.domains:
        ports[Sheets] = GoogleSheets(rest_for(APIS["sheets"]), rest_for(APIS["drive"]))
    return ports


async def _identity(rest_for: RestFor) -> str:
    answer = await rest_for(APIS["identity"]).read(Request("GET", "/oauth2/v2/userinfo"))
    return taken(_Userinfo, answer).email


PROVIDER = Provider(
    id="google",
    name=GOOGLE,
    domains=frozenset({"email", "calendar", "contacts", "sheets"}),
    authorize_url="https://accounts.google.com/o/oauth2/v2/auth",
    token_url="https://oauth2.googleapis.com/token",  # noqa: S106 - an address, no token
    revoke_url="https://oauth2.googleapis.com/revoke",
    scopes={
        "email": (*_IDENTITY, f"{_SCOPE}gmail.modify"),
        "calendar": (*_IDENTITY, f"{_SCOPE}calendar.events", f"{_SCOPE}calendar.freebusy"),
        "contacts": (*_IDENTITY, f"{_SCOPE}contacts"),
        "sheets": (*_IDENTITY, f"{_SCOPE}spreadsheets", f"{_SCOPE}drive.metadata.readonly"),
    },
    apis=APIS,
    open=_open,
    identity=_identity,
    authorize={
        "access_type": "offline",  # a refresh token
        "prompt": "consent",  # and one each time
        "include_granted_scopes": "true",
    },
)
