"""What was changed for a person before, as the tools that tell of it and take it back see it."""

from collections.abc import Sequence
from typing import Protocol

from shared.models.effect import EffectRecord


class History(Protocol):
    """One person's changes; those of the conversation that asks come first in it."""

    async def recent(self) -> Sequence[EffectRecord]:
        """Return what was changed in this conversation lately, newest first, without results."""
        ...

    async def find(self, effect: str) -> EffectRecord | None:
        """Return one change, whatever conversation it was made in."""
        ...

    async def undone(self, effect: str) -> None:
        """Note that a change was taken back."""
        ...

    async def touched(self, domain: str) -> None:
        """Forget what was found in a domain: it may be otherwise now."""
        ...


class _Nothing:
    """Nothing was changed before."""

    async def recent(self) -> Sequence[EffectRecord]:
        return ()

    async def find(self, effect: str) -> EffectRecord | None:
        del effect

    async def undone(self, effect: str) -> None:
        """There is nothing to note it with."""

    async def touched(self, domain: str) -> None:
        """There is nothing to forget."""


NO_HISTORY: History = _Nothing()
"""What a call works with that nobody keeps a record of."""
