"""Mails of several accounts put in order, each account by itself."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from shared.connectors.joined.members import Member
from shared.connectors.resorting import Became, sorted_of
from shared.errors import ToolFailed
from shared.models.base import Json
from shared.tools.effect import Effect, OutcomeUnknown, TakenOver
from shared.workspace.email.port import Mailbox, NotDone, Resorted, Sorted

Resort = Callable[[Mailbox, Sequence[str], Effect], Awaitable[Sorted]]


async def resorted_in_each(
    shared_out: Sequence[tuple[Member[Mailbox], list[str]]],
    order: Sequence[str],
    effect: Effect,
    resort: Resort,
) -> Sorted:
    """Have each account change its own; what one cannot do now is said of its mails alone.

    `order` are the ids of all of them, as they were named.
    Raises OutcomeUnknown in the first attempt when one account's answer is lost: the second finds
    what became of it.
    """
    handles = _Handles(effect)
    attempts = (resort(one.port, ids, handles.of(one.key)) for one, ids in shared_out)
    answers = await asyncio.gather(*attempts, return_exceptions=True)
    found: dict[str, Became] = {}
    for (one, ids), answer in zip(shared_out, answers, strict=True):
        if isinstance(answer, Sorted):
            found |= _outer(one, answer)
        elif isinstance(answer, ToolFailed) and not _ends_all(answer, effect):
            found |= {one.outer(known): answer for known in ids}
        else:
            raise answer
    return sorted_of(order, found)


def _ends_all(error: ToolFailed, effect: Effect) -> bool:
    lost = isinstance(error, OutcomeUnknown) and not effect.again
    return isinstance(error, TakenOver) or lost


def _outer(one: Member[Mailbox], answer: Sorted) -> dict[str, Became]:
    each: tuple[Resorted | NotDone, ...] = (*answer.done, *answer.failed)
    return {
        one.outer(became.id): became.model_copy(update={"id": one.outer(became.id)})
        for became in each
    }


class _Handles:
    """A handle of its own for each account, all kept as one."""

    def __init__(self, effect: Effect) -> None:
        self._effect = effect
        noted: Json = json.loads(effect.handle) if effect.again and effect.handle else {}
        self._noted: dict[str, Json] = dict(noted)
        self._turn = asyncio.Lock()

    def of(self, key: str) -> Effect:
        """Return the effect as one account is given it."""

        async def note(handle: str) -> None:
            async with self._turn:
                self._noted[key] = handle
                await self._effect.note(json.dumps(self._noted))

        handle = self._noted.get(key, "")
        return replace(self._effect, handle=handle if isinstance(handle, str) else "", note=note)
