"""A change of the outside world that must happen at most once, as connectors see it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from shared.errors import ToolFailed


class OutcomeUnknown(ToolFailed):
    """Whether the change was made cannot be found out; it is never tried again silently."""

    code = "outcome_unknown"

    def __init__(self, message: str) -> None:
        super().__init__(message, "network")


class TakenOver(ToolFailed):
    """Another attempt works on the change now: this one must do nothing more, and say nothing."""

    def __init__(self) -> None:
        super().__init__("Another attempt has taken this over.", "network")


async def _unnoted(_handle: str) -> None:
    """Keep nothing: there is no call that a handle could be needed after."""


@dataclass(frozen=True)
class Effect:
    """One change that must happen at most once, however often its call is attempted.

    `id` is the same in every attempt: 32 hexadecimal digits, made for ids that a client may choose.
    `again`: an earlier attempt may have got as far as calling the provider, so ask the provider
    before calling again. `handle` is what that attempt noted last. `note` keeps a handle (a draft's
    id, say) safe before the call that cannot be repeated.
    """

    id: str
    again: bool = False
    handle: str = ""
    note: Callable[[str], Awaitable[None]] = _unnoted


NO_EFFECT = Effect(id="")
"""What a tool that only reads is given."""
