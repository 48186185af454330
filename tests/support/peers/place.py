"""What a provider's account is to those who change it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from shared.tools.workspace import Workspace
from tests.support.peers.line import Line


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
