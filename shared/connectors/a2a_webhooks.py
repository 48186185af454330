"""The `Notifier` port: a task as it stands, sent to the webhooks that A2A clients have set for it.

Each notification is signed: a token of ours names the task, the address and the hash of the body,
and is checked with the keys at `/.well-known/jwks.json` below the issuer that it names. It is the
bearer token where the client gave no credentials of its own, and stands beside them where it did.
"""

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import httpx2

from shared.connectors.outward import Outward, Resolve, fault, resolved
from shared.errors import InvalidRequest
from shared.models.base import Json
from shared.models.webhook import Secrets, Webhook
from shared.naming import digest
from shared.ports import Clock
from shared.security.sealing import NotOpened, Sealer

if TYPE_CHECKING:
    from shared.security.signing import Signer

SECONDS = 5.0
"""A webhook has this long: the step that tells it holds its conversation up meanwhile."""
_LIFETIME = 300
"""Seconds until a signature is out of date."""
_MOST_BYTES = 64_000
"""Of its answer, which says nothing but that it came."""
TOKEN = "X-A2A-Notification-Token"  # noqa: S105 - the name of a header
SIGNATURE = "X-A2A-Notification-Signature"

_LOG = logging.getLogger(__name__)


class A2aWebhooks:
    """Tells webhooks; `sealer` and `keys` are looked at when first needed.

    `loopback`: those on this machine may be reached.
    """

    def __init__(
        self,
        sealer: Callable[[], Sealer],
        keys: Sequence[str],
        clock: Clock,
        *,
        loopback: bool,
        resolve: Resolve = resolved,
        seconds: float = SECONDS,
    ) -> None:
        self._sealer = sealer
        self._keys = keys
        self._clock = clock
        self._loopback = loopback
        self._resolve = resolve
        self._seconds = seconds

    @property
    def offered(self) -> bool:
        """Whether there is a key to sign and to seal with."""
        return bool(self._keys)

    def check(self, url: str) -> None:
        """Raise InvalidRequest for an address that may not be reached."""
        if wrong := fault(url, loopback=self._loopback):
            raise InvalidRequest(f"The url of the webhook {wrong}.")

    def seal(self, whose: str, secrets: Secrets) -> str:
        """Return what is shown to a webhook, sealed; "" if nothing is."""
        if secrets == Secrets():
            return ""
        return self._sealer().seal(secrets.model_dump_json(), whose)

    async def notify(self, whose: str, hook: Webhook, mark: str, task: Mapping[str, Json]) -> bool:
        """Send a task as it stands, once; return whether it was taken."""
        try:
            secrets, body = self._opened(whose, hook), _body(hook, task)
            shown = _headers(hook, secrets, self._signed(hook, str(task["id"]), mark, body))
            outward = Outward(loopback=self._loopback, most=_MOST_BYTES, resolve=self._resolve)
            async with (
                asyncio.timeout(self._seconds),
                httpx2.AsyncClient(
                    transport=outward, timeout=self._seconds, trust_env=False
                ) as http,
            ):
                answer = await http.post(hook.url, content=body, headers=shown)
        except (httpx2.HTTPError, TimeoutError, OSError, NotOpened) as error:
            _LOG.warning("a webhook was not told: %s", type(error).__name__)
            return False
        if not answer.is_success:
            _LOG.warning("a webhook did not take what it was told: %s", answer.status_code)
        return answer.is_success

    def keys(self) -> dict[str, Json]:
        """Return what signatures are checked with."""
        return self._signer.keys() if self._keys else {"keys": []}

    @cached_property
    def _signer(self) -> "Signer":
        from shared.security.signing import Signer  # noqa: PLC0415 - only where something is signed

        return Signer(self._keys)

    def _opened(self, whose: str, hook: Webhook) -> Secrets:
        """Return what a webhook is shown; raise NotOpened."""
        return Secrets.stored(self._sealer().open(hook.sealed, whose)) if hook.sealed else Secrets()

    def _signed(self, hook: Webhook, task: str, mark: str, body: bytes) -> str:
        now = int(self._clock.now().timestamp())
        return self._signer.sign(
            {
                "iss": hook.issuer,
                "aud": hook.url,
                "iat": now,
                "exp": now + _LIFETIME,
                "jti": digest(task, hook.id, mark),
                "taskId": task,
                "request_body_sha256": hashlib.sha256(body).hexdigest(),
            }
        )


def _headers(hook: Webhook, secrets: Secrets, signature: str) -> dict[str, str]:
    headers = {"Content-Type": "application/json"}
    if secrets.token:
        headers[TOKEN] = secrets.token
    if hook.scheme and secrets.credentials:
        headers["Authorization"] = f"{hook.scheme} {secrets.credentials}"
        return headers | {SIGNATURE: signature}
    return headers | {"Authorization": f"Bearer {signature}"}


def _body(hook: Webhook, task: Mapping[str, Json]) -> bytes:
    """Return a task as the version of the protocol that the client speaks has it."""
    # 0.5 s to import
    from a2a.compat.v0_3.conversions import to_compat_task  # noqa: PLC0415
    from a2a.types import StreamResponse, Task  # noqa: PLC0415
    from google.protobuf.json_format import MessageToDict, ParseDict  # noqa: PLC0415

    known = ParseDict(dict(task), Task())
    if hook.dialect == "0.3":
        said = to_compat_task(known).model_dump(mode="json", by_alias=True, exclude_none=True)
    else:
        said = MessageToDict(StreamResponse(task=known))
    return json.dumps(said, ensure_ascii=False).encode()
