"""A workspace of the sandbox, whose table is the provider."""

from datetime import timedelta

from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.errors import StorageUnavailable
from shared.models.principal import Principal
from shared.ports import Clock
from shared.storage.memory import MemoryRows
from shared.tools.effect import Effect
from shared.tools.workspace import Workspace
from shared.workspace.calendar.port import Calendar
from shared.workspace.contacts.port import AddressBook
from shared.workspace.email.port import Address, Mailbox, Outgoing
from shared.workspace.slack.port import Chat
from tests.support.peers import asks
from tests.support.peers.line import Line
from tests.support.peers.place import Place

DOMAINS = frozenset({"email", "calendar", "contacts", "slack", "sheets", "pages"})
_OWNER = Principal(tenant="acme", user="alex")


class LinedRows:
    """A table at the end of a line; `commits` counts what was stored."""

    def __init__(self, line):
        self._rows = MemoryRows()
        self._line = line
        self.commits = 0

    def __getattr__(self, name):
        return getattr(self._rows, name)

    async def commit(self, partition, writes):
        """Store a batch, as far as the line lets it through."""

        async def exchange():
            await self._rows.commit(partition, writes)
            self.commits += 1

        await self._line.through(exchange, StorageUnavailable("the connection was lost"))


async def sandbox(clock: Clock) -> Place:
    """Return a sandbox of its own."""
    line = Line()
    rows = LinedRows(line)
    workspaces = SandboxWorkspaces(rows, clock, DOMAINS)

    async def open_() -> Workspace:
        return await workspaces.open(_OWNER)

    workspace, now = await open_(), clock.now()
    mail = (await workspace[Mailbox].search("from:sarah is:unread in:inbox", 1)).mails[0]
    unread = (await workspace[Mailbox].search("is:unread in:inbox", 9)).mails
    second = next(one for one in unread if one.thread_id != mail.thread_id)
    written = Outgoing(to=(Address(email=mail.sender.email),), subject="Notes", body="As agreed.")
    draft = await workspace[Mailbox].draft(written, Effect("d" * 32))
    events = await workspace[Calendar].events(now, now + timedelta(days=21))
    own = next(e for e in events if e.mine and e.attendees and not e.all_day)
    invited = next(e for e in events if not e.mine and e.response != "accepted")
    contact = (await workspace[AddressBook].search("Sarah Chen", "", 1))[0]
    channel = next(c for c in await workspace[Chat].channels() if c.unread)
    return Place(
        provider="sandbox",
        domains=DOMAINS,
        line=line,
        open=open_,
        asks={
            **asks.mail(mail.id, second.id, draft.id, mail.sender.email),
            **asks.calendar(own.id, invited.id, mail.sender.email),
            **asks.contact(contact.id),
            **asks.chat(channel.name, "Sarah Chen"),
            **asks.page("Project Alpha", "1.0.4 is live"),
            **asks.sheet("Weekly Metrics", "Pilot guide", ("Task", "Tests"), ("Status", "Waits")),
        },
        seen=lambda _tool: rows.commits,
    )
