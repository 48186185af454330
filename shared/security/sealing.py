"""Texts that nobody but this service may read, such as tokens, as they lie in storage.

A sealed text is `1.<key id>.<nonce, cipher text and tag>`: AES-256-GCM, a fresh nonce each time,
and the context (whose token it is) as associated data, so that it opens in no other place.
"""

import base64
import hashlib
import os
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from shared.errors import Misconfigured
from shared.security.sealing_keys import secrets_of

NONCE_BYTES = 12

_VERSION = "1"
_PARTS = 3


class NotOpened(ValueError):
    """A sealed text cannot be read: unknown key, another context, or changed since."""


class Sealer:
    """Seals with the newest key and opens with any; keys are base64 of 32 bytes, newest first.

    Raises Misconfigured for keys that are missing, malformed, repeated or not random.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        if not keys:
            raise Misconfigured("No key to keep tokens with is set.")
        secrets = secrets_of(keys)
        self._ciphers = {_key_id(secret): AESGCM(secret) for secret in secrets}
        self._newest = _key_id(secrets[0])

    def seal(self, text: str, context: str) -> str:
        """Return the text as only `open` with the same context reads it."""
        nonce = os.urandom(NONCE_BYTES)
        hidden = self._ciphers[self._newest].encrypt(nonce, text.encode(), context.encode())
        return f"{_VERSION}.{self._newest}.{_packed(nonce + hidden)}"

    def open(self, sealed: str, context: str) -> str:
        """Return the text that was sealed; raise NotOpened when no key fits."""
        parts = sealed.split(".")
        if len(parts) != _PARTS or parts[0] != _VERSION:
            raise NotOpened("This is not a sealed text.")
        cipher = self._ciphers.get(parts[1])
        if cipher is None:
            raise NotOpened("None of the keys is the one that this was sealed with.")
        try:
            packed = _unpacked(parts[2])
            shown = cipher.decrypt(packed[:NONCE_BYTES], packed[NONCE_BYTES:], context.encode())
        except (InvalidTag, ValueError) as error:
            raise NotOpened("This was changed, or belongs to another context.") from error
        return shown.decode()

    def stale(self, sealed: str) -> bool:
        """Return whether this should be sealed again, with the newest key."""
        return not sealed.startswith(f"{_VERSION}.{self._newest}.")


def _packed(sealed: bytes) -> str:
    return base64.urlsafe_b64encode(sealed).decode()


def _unpacked(packed: str) -> bytes:
    """Return the bytes; raise ValueError for any spelling of them but our own."""
    sealed = base64.urlsafe_b64decode(packed)
    if _packed(sealed) != packed:
        raise ValueError("this is spelt in another way")
    return sealed


def _key_id(secret: bytes) -> str:
    return hashlib.sha256(b"omniforge key id\0" + secret).hexdigest()[:12]
