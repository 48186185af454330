"""An unfinished instance in memory: its row, its history, and the messages it has not taken."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from devhost.engine.instance import Instance, Message, RuntimeStatus
from devhost.engine.turn import History
from devhost.history import EventType


@dataclass
class Live:
    """Mutable on purpose: the engine replaces its parts after each commit."""

    instance: Instance
    history: History | None = None
    """None: not read from the journal yet."""
    inbox: list[tuple[int, Message]] = field(default_factory=list[tuple[int, Message]])
    queued: bool = False

    def ready(self) -> int:
        """How many messages, from the front, the next turn takes."""
        kinds = [message.event["EventType"] for _, message in self.inbox]
        return next_batch(kinds, suspended=self.instance.status is RuntimeStatus.SUSPENDED)


def next_batch(kinds: Sequence[int], *, suspended: bool) -> int:
    """Count the messages one turn takes.

    A suspension is a turn of its own; a suspended instance takes nothing until it is resumed; a
    termination waits for nobody.
    """
    if EventType.EXECUTION_TERMINATED in kinds:
        return len(kinds)
    first = 0
    if suspended:
        if EventType.EXECUTION_RESUMED not in kinds:
            return 0
        first = kinds.index(EventType.EXECUTION_RESUMED)
    elif kinds and kinds[0] == EventType.EXECUTION_SUSPENDED:
        return 1
    later = kinds[first:]
    if EventType.EXECUTION_SUSPENDED in later:
        return first + later.index(EventType.EXECUTION_SUSPENDED)
    return len(kinds)
