"""Row keys: numbers padded to sort. The hashed names are re-exported from `shared.naming`."""

from shared.naming import digest, thread_key, user_key

__all__ = ["digest", "numbered", "span", "thread_key", "user_key"]

_WIDTH = 12


def numbered(prefix: str, number: int) -> str:
    """Return a row key that sorts by number."""
    return f"{prefix}-{number:0{_WIDTH}d}"


def span(prefix: str, first: int = 0) -> tuple[str, str]:
    """Return the half-open key range of a prefix's numbered rows, from `first` on."""
    return numbered(prefix, first), f"{prefix}."
