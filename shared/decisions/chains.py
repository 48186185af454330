"""The agents that a request came through, so that none is asked twice and no chain grows long.

Each is named by a mark of the address it is reached at. Whoever passes a request on adds the one
that it goes to; the chain goes along with the message.
"""

from collections.abc import Sequence

from shared.errors import ToolFailed
from shared.naming import digest

EXTENSION = "urn:omniforge:a2a:handed-on:1"
"""What our card promises to whoever reads it: chains are gone on with, repeats are taken once."""
MOST = 2
"""Agents that a request may have come through; the spec counts more as a loop."""
MARK_CHARACTERS = 32


def mark(address: str) -> str:
    """Return what stands for an agent: its address, unreadable."""
    return digest("agent", address)[:MARK_CHARACTERS]


def handed_on(before: Sequence[str], address: str, name: str) -> tuple[str, ...]:
    """Return the chain with the agent that a request goes to next; raise ToolFailed."""
    to = mark(address)
    if to in before:
        told = f"I did not ask {name}: this request has come through it already."
        raise ToolFailed(told, "permission")
    if len(before) >= MOST:
        told = f"I did not ask {name}: this request has come through {len(before)} agents already."
        raise ToolFailed(told, "permission")
    return (*before, to)
