"""What a provider's account is to those who change it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import httpx2

from shared.connectors.provider import Provider
from shared.connectors.rest import Rest
from shared.models.profile import Account
from shared.ports import Clock
from shared.tools.workspace import Workspace
from tests.support.peers.line import Line
from tests.support.wire.peer import ScriptedTokens


def opening(
    provider: Provider, account: Account, client: httpx2.AsyncClient, clock: Clock
) -> Callable[[], Awaitable[Workspace]]:
    """Return what opens an account, whose provider is reached with `client` alone."""

    async def pause(_seconds: float) -> None:
        """Nobody waits for a limit here: there are none."""

    def rest(base: str) -> Rest:
        return Rest(client, base, ScriptedTokens("token"), provider.name, pause)

    async def open_() -> Workspace:
        return Workspace(provider.open(account, rest, clock), (account,))

    return open_


@dataclass(frozen=True)
class Place:
    """An account with something in it.

    `asks` has, for each tool that changes something here, arguments a planner would give; `seen`
    returns what such a tool changes. `open` gives connectors that know nothing of earlier ones.
    """

    provider: str
    domains: frozenset[str]
    line: Line
    open: Callable[[], Awaitable[Workspace]]
    asks: Mapping[str, Mapping[str, Any]]
    seen: Callable[[str], object]
