"""The keys that Microsoft Entra signs with, as it publishes them, held for a while.

Whoever needs keys while they are being asked for waits for that one answer. Held keys are asked
for again after hours, or at once when a token names a key that is not among them, but rarely enough
that made-up names are no way to make us call out. When Entra cannot be reached the held ones go on
for a day; after that nobody can be told apart from anybody, which is our failure and not the
caller's.
"""

import asyncio
import json
import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol, cast

import httpx2
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from jwt import InvalidKeyError
from jwt.algorithms import RSAAlgorithm

from shared.errors import UpstreamUnavailable
from shared.ports import Clock

REFRESH_AFTER = timedelta(hours=6)
STALE_AFTER = timedelta(hours=24)
PAUSE = timedelta(seconds=30)
"""Between two times that keys are asked for, as long as there are any."""
PAUSE_WITHOUT_KEYS = timedelta(seconds=1)
MOST_BYTES = 512 * 1024
SMALLEST_KEY_BITS = 2048

_TENANT = "{tenantid}"
"""What the issuer of a key says that signs for every tenant."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class SigningKey:
    """A key, and who issues what it signs."""

    public: RSAPublicKey
    issuer: str

    def signs_for(self, issuer: str, tenant: str) -> bool:
        """Return whether an issuer's tokens, of this tenant, may be signed with it."""
        return self.issuer.replace(_TENANT, tenant) == issuer


class Keys(Protocol):
    """Knows signing keys by name."""

    async def find(self, kid: str) -> SigningKey | None:
        """Return a key, None when there is none of that name.

        Raises UpstreamUnavailable when that cannot be known.
        """
        ...


class PublishedKeys:
    """The `Keys` at an address."""

    def __init__(self, url: str, client: httpx2.AsyncClient, clock: Clock) -> None:
        self._url = url
        self._client = client
        self._clock = clock
        self._held: dict[str, SigningKey] = {}
        self._fetched: datetime | None = None
        self._tried: datetime | None = None
        self._failing = False
        self._lock = asyncio.Lock()

    async def find(self, kid: str) -> SigningKey | None:
        """Return a key; see `Keys`."""
        held = self._known(kid)
        if held is not None and (self._fresh() or self._lock.locked()):
            return held
        async with self._lock:
            if self._wanted(kid):
                await self._fetch()
        held = self._known(kid)
        if held is None and self._failing:
            raise UpstreamUnavailable("the keys of the identity provider cannot be read")
        return held

    def _known(self, kid: str) -> SigningKey | None:
        return self._held.get(kid) if self._within(self._fetched, STALE_AFTER) else None

    def _fresh(self) -> bool:
        return self._within(self._fetched, REFRESH_AFTER)

    def _wanted(self, kid: str) -> bool:
        """Return whether to ask: for what is not known or old, and not just after the last time."""
        if self._known(kid) is not None and self._fresh():
            return False
        has_keys = self._within(self._fetched, STALE_AFTER)
        return not self._within(self._tried, PAUSE if has_keys else PAUSE_WITHOUT_KEYS)

    def _within(self, since: datetime | None, span: timedelta) -> bool:
        return since is not None and self._clock.now() - since < span

    async def _fetch(self) -> None:
        self._tried = self._clock.now()
        try:
            found = _read(await self._document())
        except (httpx2.HTTPError, ValueError) as error:
            self._failing = True
            _log.warning("signing keys cannot be read (%s)", type(error).__name__)
            return
        self._held, self._fetched, self._failing = found, self._clock.now(), False

    async def _document(self) -> bytes:
        async with self._client.stream("GET", self._url) as response:
            response.raise_for_status()
            body = bytearray()
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > MOST_BYTES:
                    raise ValueError("the document is too long")
        return bytes(body)


def _read(document: bytes) -> dict[str, SigningKey]:
    """Return the usable keys by name; raise ValueError when there is none."""
    try:
        content: Any = json.loads(document)
    except RecursionError as error:
        raise ValueError("the document is nested too deeply") from error
    listed = cast("dict[str, Any]", content).get("keys") if isinstance(content, dict) else None
    if not isinstance(listed, list):
        raise ValueError("there is no list of keys")  # noqa: TRY004 - of a document, as below
    found = {kid: key for kid, key in map(_key, cast("list[Any]", listed)) if key is not None}
    if not found:
        raise ValueError("none of the keys can be used")
    return found


def _key(value: Any) -> tuple[str, SigningKey | None]:
    """Return a key and its name; None for one that is not for checking what Entra signs."""
    if not isinstance(value, dict):
        return "", None
    fields = cast("dict[str, Any]", value)
    kid, issuer = fields.get("kid"), fields.get("issuer")
    named = isinstance(kid, str) and kid != "" and isinstance(issuer, str)
    if not named or fields.get("kty") != "RSA" or fields.get("use", "sig") != "sig":
        return "", None
    public = {name: fields[name] for name in ("kty", "n", "e") if name in fields}
    try:
        key = RSAAlgorithm.from_jwk(public)
    except (InvalidKeyError, ValueError, TypeError):
        return "", None
    if not isinstance(key, RSAPublicKey) or key.key_size < SMALLEST_KEY_BITS:
        return "", None
    return str(kid), SigningKey(key, str(issuer))
