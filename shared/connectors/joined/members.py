"""The accounts that are joined: ids that find their way back, and questions put to all of them."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from shared.errors import ToolFailed
from shared.tools.workspace import LeftOut

P_co = TypeVar("P_co", covariant=True)
P = TypeVar("P")
T = TypeVar("T")

_MARK = "~"


@dataclass(frozen=True)
class Member(Generic[P_co]):
    """One account. `key` is unique among a person's accounts, and has no `~`."""

    key: str
    email: str
    port: P_co

    def outer(self, inner: str) -> str:
        """Return an id of this account as it is known outside; "" stays."""
        return f"{self.key}{_MARK}{inner}" if inner else ""

    def inner(self, outer: str) -> str:
        """Return an id as this account knows it."""
        return outer.removeprefix(f"{self.key}{_MARK}")

    def outside(self, either: str) -> str:
        """Return an id of this account as it is known outside, whichever way it is written."""
        return self.outer(self.inner(either))


@dataclass(frozen=True)
class Answers(Generic[P, T]):
    """What the accounts answered, in their order, and those that could not be asked."""

    given: tuple[tuple[Member[P], T], ...]
    lost: tuple[Member[P], ...]


def owner(members: Sequence[Member[P]], outer: str) -> Member[P]:
    """Return whose id it is. One from before there were several accounts is of the first."""
    key, mark, _ = outer.partition(_MARK)
    named = (one for one in members if mark and one.key == key)
    return next(named, members[0])


async def ask(
    members: Sequence[Member[P]],
    left_out: list[LeftOut],
    question: Callable[[P], Awaitable[T]],
) -> Answers[P, T]:
    """Ask all accounts at once; raise what the first one says when not one of them can answer.

    Those that cannot are added to `left_out`: what they would have said might matter, so the person
    is told.
    """
    found = await asyncio.gather(*(question(one.port) for one in members), return_exceptions=True)
    given: list[tuple[Member[P], T]] = []
    lost: list[tuple[Member[P], ToolFailed]] = []
    for one, said in zip(members, found, strict=True):
        if isinstance(said, ToolFailed):
            lost.append((one, said))
        elif isinstance(said, BaseException):
            raise said
        else:
            given.append((one, said))
    if lost and not given:
        raise lost[0][1]
    left_out.extend(LeftOut(one.email, str(why)) for one, why in lost)
    return Answers(tuple(given), tuple(one for one, _ in lost))
