"""A person's connected accounts, by the port each service is reached through."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar, cast

from shared.errors import ToolFailed
from shared.models.principal import Principal
from shared.models.profile import Account

P = TypeVar("P")


@dataclass(frozen=True)
class LeftOut:
    """An account, by its address, that could not be asked where all of them were."""

    account: str
    why: str


class Workspace:
    """The ports that are connected. `accounts` are what they reach.

    `left_out` grows with the accounts that answered nothing where several were asked.
    """

    def __init__(
        self,
        ports: Mapping[type, object],
        accounts: tuple[Account, ...] = (),
        left_out: list[LeftOut] | None = None,
    ) -> None:
        self._ports = ports
        self.accounts = accounts
        self.left_out: list[LeftOut] = [] if left_out is None else left_out

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
