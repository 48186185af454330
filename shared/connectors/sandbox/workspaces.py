"""Gives every person a sandbox of their own."""

from shared.connectors.sandbox.address_book import SandboxAddressBook
from shared.connectors.sandbox.calendar import SandboxCalendar
from shared.connectors.sandbox.chat import SandboxChat
from shared.connectors.sandbox.mailbox import SandboxMailbox
from shared.connectors.sandbox.pages import SandboxPages
from shared.connectors.sandbox.records import OWNER
from shared.connectors.sandbox.seeding import seed
from shared.connectors.sandbox.sheets import SandboxSheets
from shared.connectors.sandbox.store import SandboxStore
from shared.models.principal import Principal
from shared.models.profile import Account
from shared.ports import Clock
from shared.storage.keys import partition_of
from shared.storage.rows import Rows
from shared.tools.workspace import Workspace
from shared.workspace.calendar.port import Calendar
from shared.workspace.contacts.port import AddressBook
from shared.workspace.email.port import Mailbox
from shared.workspace.pages.port import Pages
from shared.workspace.sheets.port import Sheets
from shared.workspace.slack.port import Chat

_PORTS: dict[str, type] = {
    "email": Mailbox,
    "calendar": Calendar,
    "contacts": AddressBook,
    "slack": Chat,
    "sheets": Sheets,
    "pages": Pages,
}


class SandboxWorkspaces:
    """Workspaces in one table. `domains` are those connected, the same for everyone."""

    def __init__(self, rows: Rows, clock: Clock, domains: frozenset[str]) -> None:
        self._rows = rows
        self._clock = clock
        self._domains = domains

    async def connected(self, principal: Principal) -> frozenset[str]:  # noqa: ARG002
        """Return the domains this person has connected."""
        return self._domains

    async def open(self, principal: Principal) -> Workspace:
        """Return the person's workspace, filling it on first use."""
        partition = partition_of(principal)
        await seed(self._rows, partition)
        store = SandboxStore(self._rows, self._clock, partition)
        everything: dict[type, object] = {
            Mailbox: SandboxMailbox(store),
            Calendar: SandboxCalendar(store),
            AddressBook: SandboxAddressBook(store, has_mail="email" in self._domains),
            Chat: SandboxChat(store),
            Sheets: SandboxSheets(store),
            Pages: SandboxPages(store),
        }
        connected = [domain for domain in _PORTS if domain in self._domains]
        account = Account(
            id="sandbox", provider="sandbox", email=OWNER.email, domains=tuple(connected)
        )
        ports = {_PORTS[domain]: everything[_PORTS[domain]] for domain in connected}
        return Workspace(ports, accounts=(account,) if connected else ())
