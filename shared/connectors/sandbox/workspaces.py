"""Gives every person a sandbox of their own."""

from shared.connectors.sandbox.address_book import SandboxAddressBook
from shared.connectors.sandbox.mailbox import SandboxMailbox
from shared.connectors.sandbox.seeding import partition_of, seed
from shared.connectors.sandbox.store import SandboxStore
from shared.models.principal import Principal
from shared.ports import Clock, Workspace
from shared.storage.rows import Rows


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
        has_mail = "email" in self._domains
        return Workspace(
            mail=SandboxMailbox(store) if has_mail else None,
            contacts=SandboxAddressBook(store, has_mail=has_mail)
            if "contacts" in self._domains
            else None,
        )
