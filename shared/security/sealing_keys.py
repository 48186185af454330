"""Keys that an operator sets, as they have to be; read apart from what is done with them."""

import base64
import binascii
from collections.abc import Sequence

from shared.errors import Misconfigured

KEY_BYTES = 32
FEWEST_DISTINCT_BYTES = 16
"""32 random bytes have about 30 different ones; fewer than 16 do not come from a random source."""


def secrets_of(keys: Sequence[str]) -> list[bytes]:
    """Return the bytes of keys, which are base64 of 32 each.

    Raises Misconfigured for keys that are malformed, repeated or not random.
    """
    secrets = [_secret(key, place) for place, key in enumerate(keys, start=1)]
    if len(set(secrets)) < len(secrets):
        raise Misconfigured("The same key to keep tokens with is set twice.")
    return secrets


def _secret(key: str, place: int) -> bytes:
    """Return a key's bytes; its `place` stands for it in messages, which never show a key."""
    try:
        secret = base64.b64decode(key.strip(), validate=True)
    except (binascii.Error, ValueError) as error:
        raise Misconfigured(f"Key {place} to keep tokens with is not base64.") from error
    if len(secret) != KEY_BYTES:
        raise Misconfigured(
            f"Key {place} to keep tokens with has {len(secret)} bytes instead of {KEY_BYTES}."
        )
    if len(set(secret)) < FEWEST_DISTINCT_BYTES or (secret.isascii() and _printable(secret)):
        raise Misconfigured(
            f"Key {place} to keep tokens with is not random: make one with "
            "`openssl rand -base64 32`."
        )
    return secret


def _printable(secret: bytes) -> bool:
    """Return whether this is words rather than random bytes (one key in 10^13 is by chance)."""
    return secret.decode("ascii").isprintable()
