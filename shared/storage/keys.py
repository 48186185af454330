"""Row keys: numbers and times that sort. Hashed names are re-exported from `shared.naming`."""

import hashlib
from datetime import UTC, datetime

from shared.models.principal import Principal
from shared.naming import digest, thread_key, user_key

__all__ = [
    "digest",
    "etag_of",
    "numbered",
    "partition_of",
    "span",
    "thread_key",
    "timed",
    "user_key",
]

_WIDTH = 12


def numbered(prefix: str, number: int) -> str:
    """Return a row key that sorts by number."""
    return f"{prefix}-{number:0{_WIDTH}d}"


def etag_of(body: str) -> str:
    """Return an etag that stands for what a row holds, so that it can be told without a read."""
    return hashlib.sha256(body.encode()).hexdigest()[:32]


def timed(at: datetime) -> str:
    """Return a time, to the microsecond, as text that sorts."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def partition_of(principal: Principal) -> str:
    """Return the partition of what belongs to a person."""
    return user_key(principal.tenant, principal.user)


def span(prefix: str, first: int = 0) -> tuple[str, str]:
    """Return the half-open key range of a prefix's numbered rows, from `first` on."""
    return numbered(prefix, first), f"{prefix}."
