"""What is entered in the list of things to look at later, and when."""

from datetime import UTC, datetime, timedelta

from shared.decisions.delegating import branches, instances
from shared.models.handoff import Handoff
from shared.models.thread import DueEntry, HumanRequest, Turn

EFFECTS = "effects"
"""What a retention entry is for that is about a person's changes, not about a thread."""
TABLES = "tables"
"""What a retention entry names in place of a thread that is about a table; its subject says which,
and from which partition on."""
GRACE = timedelta(seconds=15)
"""After the time of a handoff, or of a webhook: it has been written when it is looked at."""


def rescue(key: str, seq: int, at: datetime) -> DueEntry:
    """Return when to look after a message whose turn should be closed by then."""
    return DueEntry(id=f"{key}/message-{seq}", at=at, kind="rescue", thread=key, subject=str(seq))


def expiry(key: str, request: HumanRequest) -> DueEntry:
    """Return when to end a question nobody may have answered by then."""
    return DueEntry(
        id=f"{key}/{request.id}",
        at=request.expires_at,
        kind="expiry",
        thread=key,
        subject=request.id,
    )


def webhooks(key: str, seq: int, at: datetime) -> DueEntry:
    """Return when to see that a task's webhooks were told how it stands."""
    return DueEntry(
        id=f"{key}/webhooks-{seq}", at=at, kind="webhooks", thread=key, subject=str(seq)
    )


def retention(key: str, at: datetime) -> DueEntry:
    """Return when to look at a thread that may have had no news for long enough to be removed."""
    return DueEntry(id=f"{key}/retention", at=at, kind="retention", thread=key)


def effects(owner: str, begun: datetime, keep: timedelta) -> DueEntry:
    """Return when to let go of changes that are on record for long enough; one entry a day.

    `owner` names the person whose changes they are, as the ledger does.
    """
    day = (begun + keep).astimezone(UTC) + timedelta(days=1)
    at = day.replace(hour=0, minute=0, second=0, microsecond=0)
    return DueEntry(id=f"{owner}/effects", at=at, kind="retention", thread=owner, subject=EFFECTS)


def walk(table: str, start: str, at: datetime) -> DueEntry:
    """Return when to look for what is over in a table, from a partition on ("": from the first)."""
    subject = f"{table}|{start}"
    return DueEntry(
        id=f"{TABLES}/{subject}", at=at, kind="retention", thread=TABLES, subject=subject
    )


def purge(key: str, at: datetime) -> DueEntry:
    """Return when to clear up a deleted thread whose rows and history are to be removed."""
    return DueEntry(id=f"{key}/purge", at=at, kind="purge", thread=key)


def erasure(key: str, at: datetime) -> DueEntry:
    """Return when to see that a person's erasure goes on, or to clear up after it."""
    return DueEntry(id=f"{key}/erasure", at=at, kind="erasure", thread=key)


def handoff(key: str, held: Handoff) -> DueEntry:
    """Return when to give a conversation back that its agent may not have returned by then."""
    at = held.expires_at + GRACE
    return DueEntry(id=f"{key}/{held.id}", at=at, kind="handoff", thread=key, subject=held.id)


def purge_branches(key: str, turn: Turn, at: datetime) -> DueEntry:
    """Return when to clear up after the branches of a turn that this execution of it started.

    Its subject names their instances: it needs no rows, and outlives them.
    """
    doomed = instances(key, turn.number, turn.execution, len(branches(turn)))
    return DueEntry(
        id=f"{key}/branches-{turn.number}-{turn.execution}",
        at=at,
        kind="purge",
        thread=key,
        subject=" ".join(doomed),
    )


def schedule(key: str, planned: datetime) -> DueEntry:
    """Return when a schedule is to run; `key` is the schedule's."""
    subject = planned.astimezone(UTC).isoformat()
    return DueEntry(id=f"{key}/{subject}", at=planned, kind="schedule", thread=key, subject=subject)
