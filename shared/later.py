"""What is entered in the list of things to look at later, and when."""

from datetime import UTC, datetime

from shared.models.thread import DueEntry, HumanRequest


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


def retention(key: str, at: datetime) -> DueEntry:
    """Return when to look at a thread that may have had no news for long enough to be removed."""
    return DueEntry(id=f"{key}/retention", at=at, kind="retention", thread=key)


def purge(key: str, at: datetime) -> DueEntry:
    """Return when to clear up a deleted thread whose rows and history are to be removed."""
    return DueEntry(id=f"{key}/purge", at=at, kind="purge", thread=key)


def schedule(key: str, planned: datetime) -> DueEntry:
    """Return when a schedule is to run; `key` is the schedule's."""
    subject = planned.astimezone(UTC).isoformat()
    return DueEntry(id=f"{key}/{subject}", at=planned, kind="schedule", thread=key, subject=subject)
