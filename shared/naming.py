"""Opaque names: what callers call a thing, hashed so that it is safe wherever a key is needed."""

import base64
import hashlib
import json
import re

_DIGEST_BYTES = 20
_ASIDE = "__2q7"
"""What no id that people choose has in it: they have dashes only."""
_MARK = re.compile(rf"(?<=[A-Za-z0-9]){_ASIDE}[a-z2-7]{{12}}(?![A-Za-z0-9_-])")


def digest(*parts: str) -> str:
    """Return 32 characters that stand for these parts; safe in keys, urls and instance ids."""
    text = "\x1f".join(f"{len(part)}:{part}" for part in parts)
    raw = hashlib.sha256(text.encode()).digest()[:_DIGEST_BYTES]
    return base64.b32encode(raw).decode().lower()


def fingerprint(value: object) -> str:
    """Return 32 characters that stand for what a JSON value says, however it is written."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


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


def voter(user: str) -> str:
    """Return what stands for a person among the votes for an agent."""
    return digest("voter", user)


def aside(agent_id: str, owner: str) -> str:
    """Return the id under which an agent stands beside a hidden one that has its own already.

    It differs from what the owner chose by a mark that clients do not see (`unmarked`).
    """
    return f"{agent_id}{_ASIDE}{digest('agent', owner)[:12]}"


def unmarked(text: str) -> str:
    """Return an id as people chose it; of a text, every id in it."""
    return _MARK.sub("", text) if _ASIDE in text else text
