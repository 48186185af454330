"""Opaque names: what callers call a thing, hashed so that it is safe wherever a key is needed."""

import base64
import hashlib

_DIGEST_BYTES = 20


def digest(*parts: str) -> str:
    """Return 32 characters that stand for these parts; safe in keys, urls and instance ids."""
    text = "\x1f".join(f"{len(part)}:{part}" for part in parts)
    raw = hashlib.sha256(text.encode()).digest()[:_DIGEST_BYTES]
    return base64.b32encode(raw).decode().lower()


def thread_key(tenant: str, user: str, thread_id: str) -> str:
    """Return the partition of a person's thread; also what names it where ids must stay opaque.

    What somebody else calls a thread is never the same one, whatever they call it.
    """
    return f"{digest(tenant)}-{digest('thread', user, thread_id)}"


def former_thread_key(tenant: str, thread_id: str) -> str:
    """Return the partition of a thread that was begun when an organisation's shared their ids."""
    return f"{digest(tenant)}-{digest(thread_id)}"


def user_key(tenant: str, user: str) -> str:
    """Return the partition of what belongs to one user."""
    return f"{digest(tenant)}-{digest('user', user)}"
