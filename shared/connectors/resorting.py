"""Several mails put in order: each is done or not by itself, and no attempt loses the report."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from shared.errors import ToolFailed
from shared.models.base import Json
from shared.tools.effect import Effect, OutcomeUnknown, TakenOver
from shared.workspace.email.port import Mail, NotDone, Resorted, Sorted

T = TypeVar("T")
Became = Resorted | NotDone | ToolFailed
"""What became of one mail."""

_OF_ALL = frozenset({"auth", "network", "rate_limit"})
"""What ails the account and not the item: nothing else would come through either."""
_DERIVED = frozenset({"snoozed"})
"""Labels that follow from others."""


class Before:
    """The labels mails had before the first attempt, kept in the effect's handle."""

    def __init__(self, effect: Effect) -> None:
        self._effect = effect
        noted: Json = json.loads(effect.handle) if effect.again and effect.handle else {}
        self._labels: dict[str, Sequence[str]] = dict(noted)

    async def note(self, mails: Mapping[str, Sequence[str]]) -> None:
        """Keep the labels of mails that are about to be changed; what is known of them stays."""
        new = {mail: labels for mail, labels in mails.items() if mail not in self._labels}
        if new:
            self._labels |= new
            await self._effect.note(json.dumps(self._labels, ensure_ascii=False))

    def resorted(self, mail: Mail, after: Sequence[str]) -> Resorted:
        """Return what was changed of a mail that has these labels now."""
        return resorted(mail, after, tuple(self._labels.get(mail.id, mail.labels)))


def resorted(mail: Mail, after: Sequence[str], before: tuple[str, ...] | None = None) -> Resorted:
    """Return what was changed of a mail that has these labels now, and had others `before`."""
    had = mail.labels if before is None else before
    return Resorted(
        id=mail.id,
        subject=mail.subject,
        sender=mail.sender,
        before=had,
        added=_besides(after, had),
        removed=_besides(had, after),
    )


async def each_alone(
    ids: Sequence[str], act: Callable[[str], Awaitable[T]], at_once: int
) -> dict[str, T | ToolFailed]:
    """Return what comes of each, a few at a time.

    Once one has failed for a reason that the others share, those not begun fail with it unasked.
    """
    gate, found = asyncio.Semaphore(at_once), dict[str, T | ToolFailed]()
    shared: list[ToolFailed] = []

    async def one(item: str) -> None:
        async with gate:
            if shared:
                found[item] = shared[0]
                return
            try:
                found[item] = await act(item)
            except TakenOver:
                raise
            except ToolFailed as error:
                found[item] = error
                shared.extend([error] if of_all(error) else [])

    await asyncio.gather(*map(one, ids))
    return found


def of_all(error: ToolFailed) -> bool:
    """Tell whether what failed one would fail the others too."""
    return error.kind in _OF_ALL


def judged(error: ToolFailed, effect: Effect) -> ToolFailed:
    """Return why a change was not made, or that this cannot be told.

    A change whose answer was lost is looked at once more: in the first attempt this raises
    OutcomeUnknown, so that there is a second, which finds what became of it.
    """
    if error.kind != "network":
        return error
    if not effect.again:
        raise OutcomeUnknown(str(error)) from error
    return OutcomeUnknown(f"It may have been done: {error}")


def sorted_of(
    ids: Sequence[str], found: Mapping[str, Became], mails: Mapping[str, Mail] | None = None
) -> Sorted:
    """Return what became of each; raise what kept the first from being done if none was.

    `mails` are those that could be read, to be named where they stay as they were.
    """
    in_order = [(item, found[item]) for item in dict.fromkeys(ids)]
    done = tuple(result for _, result in in_order if isinstance(result, Resorted))
    failed = [(item, why) for item, why in in_order if not isinstance(why, Resorted)]
    if failed and not done:
        raise _raised(failed[0][1])
    known = mails or {}
    return Sorted(done=done, failed=tuple(_not_done(i, why, known.get(i)) for i, why in failed))


def _raised(why: NotDone | ToolFailed) -> ToolFailed:
    return why if isinstance(why, ToolFailed) else ToolFailed(why.why, why.kind)


def _not_done(item: str, why: NotDone | ToolFailed, mail: Mail | None) -> NotDone:
    if isinstance(why, NotDone):
        return why
    known = {"subject": mail.subject, "sender": mail.sender} if mail is not None else {}
    return NotDone.model_validate({"id": item, "kind": why.kind, "why": str(why), **known})


def _besides(labels: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    known = {label.casefold() for label in (*others, *_DERIVED)}
    return tuple(label for label in labels if label.casefold() not in known)
