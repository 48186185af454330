"""A person's connected accounts, by the port each service is reached through."""

from collections.abc import Mapping
from typing import Protocol, TypeVar, cast

from shared.errors import ToolFailed
from shared.models.principal import Principal
from shared.models.profile import Account

P = TypeVar("P")


class Workspace:
    """The ports that are connected. `accounts` are what they reach."""

    def __init__(self, ports: Mapping[type, object], accounts: tuple[Account, ...] = ()) -> None:
        self._ports = ports
        self.accounts = accounts

    def __getitem__(self, port: type[P]) -> P:
        """Return what serves a port; raise ToolFailed when nothing that does is connected."""
        found = self._ports.get(port)
        if found is None:
            name = port.__name__.lower() if port.__name__ != "AddressBook" else "address book"
            raise ToolFailed(f"Your {name} is not connected.", "auth", recoverable=True)
        return cast("P", found)

    def __contains__(self, port: type) -> bool:
        """Return whether a port is connected."""
        return port in self._ports


class Workspaces(Protocol):
    """Finds a person's workspace."""

    async def connected(self, principal: Principal) -> frozenset[str]:
        """Return the domains (email, calendar, ...) this person has connected."""
        ...

    async def open(self, principal: Principal) -> Workspace:
        """Return the person's workspace."""
        ...
