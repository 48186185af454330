"""Requests to a provider's REST API: tokens, repeats, limits, and what each failure means.

What only reads is repeated where that can help. A change is repeated only when the provider surely
did nothing; when that cannot be known, `OutcomeUnknown` says so and the caller asks the provider.
"""

import asyncio
import json as jsonlib
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from math import ceil
from typing import Any, Protocol, cast

import httpx2

from shared.errors import ToolErrorKind, ToolFailed
from shared.models.base import Json
from shared.tools.effect import OutcomeUnknown

REPEATS = 2
"""Spec 003: a limited or failing call is repeated up to twice."""
LONGEST_WAIT_SECONDS = 10
"""A provider that wants a longer pause is not waited for."""
_LARGER = 2
"""So many minutes, or hours, are said as such."""
MAX_ANSWER_BYTES = 40 * 1024 * 1024
"""Room for a mail of 25 MB, which is a third larger in base64."""

_NEVER_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)
_LIMITS = ("rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded", "RATE_LIMIT_EXCEEDED")
_SCOPES = ("insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT")

Params = Mapping[str, str | int | bool | list[str]]


class Tokens(Protocol):
    """The access tokens of one account."""

    async def token(self, *, refused: str = "") -> str:
        """Return a token other than `refused`, the one a provider no longer takes.

        Raises ReauthNeeded when the person must connect the account again.
        """
        ...


class ReauthNeeded(ToolFailed):
    """The person must connect the account again. `claims` is what Entra wants to be asked with."""

    def __init__(self, message: str, provider: str, claims: str = "") -> None:
        super().__init__(message, "auth", recoverable=True)
        self.provider = provider
        self.claims = claims


class ConsentNeeded(ToolFailed):
    """The account is good, but the person has not allowed this: they connect it again to do so."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "permission")


class NotThere(ToolFailed):
    """What was asked for does not exist (any more)."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "params")


class AlreadyThere(ToolFailed):
    """Something with this id exists already (409), or has changed since it was read (412)."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "params", recoverable=True)


class _TooMuch(Exception):
    """An answer is longer than may be taken in."""


@dataclass(frozen=True)
class _Answer:
    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def json(self) -> Json:
        """The decoded content; raises ValueError unless it is JSON."""
        try:
            return well_formed(jsonlib.loads(self.content))
        except RecursionError as error:
            raise ValueError from error


@dataclass(frozen=True)
class Request:
    """One request; `path` is appended to the API's base address."""

    method: str
    path: str
    params: Params = field(default_factory=dict[str, "str | int | bool | list[str]"])
    json: Json = None
    content: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


class Rest:
    """One account at one provider. `name` is what the provider is called in messages.

    `base` and `tokens` are for a client of the provider's own, where there is one.
    """

    def __init__(
        self,
        client: httpx2.AsyncClient,
        base: str,
        tokens: Tokens,
        name: str,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._client = client
        self.base = base.rstrip("/")
        self.tokens = tokens
        self._name = name
        self._pause = pause

    async def read(self, request: Request) -> Json:
        """Return a JSON answer (None for an empty one), repeating what can be repeated.

        Raises ToolFailed: NotThere, AlreadyThere, ReauthNeeded, or of kind permission, rate_limit,
        network, params or tool_error.
        """
        return self._decoded(await self._repeated(request, changes=False))

    async def change(self, request: Request) -> Json:
        """Make a change and return the JSON answer; raise as `read` does, or OutcomeUnknown."""
        answer = await self._repeated(request, changes=True)
        try:
            return self._decoded(answer)
        except ToolFailed as error:
            raise OutcomeUnknown(f"{self._name} answered in an unexpected form.") from error

    def part(self, status: int, headers: Mapping[str, str], body: Json, *, last: bool) -> float:
        """Return how long to wait before one request of a batch is repeated.

        Raises what its refusal means, as `read` does; a limit when this was the `last` attempt or
        the provider wants a longer pause than is waited for.
        """
        answer = _Answer(status, httpx2.Headers(dict(headers)), jsonlib.dumps(body).encode())
        wait = self._judged(answer, changes=False, last=last) or _backoff(0)
        if last or wait > LONGEST_WAIT_SECONDS:
            raise self._limited(wait)
        return wait

    async def pause(self, seconds: float) -> None:
        """Wait as between repeats."""
        await self._pause(seconds)

    async def _repeated(self, request: Request, *, changes: bool) -> _Answer:
        for attempt in range(REPEATS + 1):
            last = attempt == REPEATS
            answer = await self._attempted(request, changes=changes, last=last)
            if answer is None:
                wait = _backoff(attempt)
            elif answer.status < HTTPStatus.MULTIPLE_CHOICES:
                return answer
            else:
                wait = self._judged(answer, changes=changes, last=last) or _backoff(attempt)
                if last or wait > LONGEST_WAIT_SECONDS:
                    raise self._limited(wait)
            await self._pause(wait)
        raise AssertionError  # every last attempt returns or raises

    async def _attempted(self, request: Request, *, changes: bool, last: bool) -> _Answer | None:
        """Return the answer; None when there was none and it may be asked for again."""
        try:
            return await self._authorised(request)
        except _NEVER_SENT as error:
            if last:
                raise self._failed("cannot be reached at the moment", "network") from error
        except httpx2.HTTPError as error:
            if changes:
                raise OutcomeUnknown(f"{self._name} did not answer in time.") from error
            if last:
                raise self._failed("did not answer in time", "network") from error
        except _TooMuch as error:
            if changes:
                raise OutcomeUnknown(f"{self._name} answered in an unexpected form.") from error
            raise self._failed(
                "has more there than can be read here", "tool_error", recoverable=False
            ) from error
        return None

    async def _authorised(self, request: Request) -> _Answer:
        token = await self.tokens.token()
        answer = await self._sent(request, token)
        if answer.status == HTTPStatus.UNAUTHORIZED:
            token = await self.tokens.token(refused=token)
            answer = await self._sent(request, token)
        return answer

    async def _sent(self, request: Request, token: str) -> _Answer:
        async with self._client.stream(
            request.method,
            self.base + request.path,
            params=request.params or None,
            json=request.json,
            content=request.content,
            headers={**request.headers, "Authorization": f"Bearer {token}"},
        ) as response:
            content = bytearray()
            async for chunk in response.aiter_bytes():
                content += chunk
                if len(content) > MAX_ANSWER_BYTES:
                    raise _TooMuch
            said = bytes(content)
            if response.is_error:  # what is wrong is shown to people
                said = said.replace(token.encode(), b"[...]")
            return _Answer(response.status_code, response.headers, said)

    def _judged(self, answer: _Answer, *, changes: bool, last: bool) -> float | None:
        """Return how long it wants to be left alone (None: it does not say) before a repeat.

        Raises what a refusal means.
        """
        status = answer.status
        if status == HTTPStatus.TOO_MANY_REQUESTS or _rate_limited(answer):
            return _retry_after(answer)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            if changes:
                raise OutcomeUnknown(f"{self._name} failed while doing it ({status}).")
            if last:
                raise self._failed(f"is having trouble ({status})", "network")
            return None
        if status == HTTPStatus.FORBIDDEN and _because(answer, _SCOPES):
            needs = f"needs another permission for this. Connect {self._name} again to give it."
            raise ConsentNeeded(f"{self._name} {needs}")
        raise self._refused(status, _reason(answer))

    def _refused(self, status: int, said: str) -> ToolFailed:
        if status == HTTPStatus.UNAUTHORIZED:
            return ReauthNeeded(f"{self._name} needs you to sign in again.", self._name)
        if status == HTTPStatus.FORBIDDEN:
            return self._failed(f"does not allow this{said}", "permission", recoverable=False)
        if status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
            return NotThere(f"{self._name} does not have this, or no longer has it{said}.")
        if status in (HTTPStatus.CONFLICT, HTTPStatus.PRECONDITION_FAILED):
            return AlreadyThere(f"{self._name} says that this has changed meanwhile{said}.")
        if status < HTTPStatus.BAD_REQUEST:
            return self._failed("answered in an unexpected form", "tool_error")
        return self._failed(f"refused the request{said}", "params", recoverable=False)

    def _limited(self, wait: float) -> ToolFailed:
        pause = f"Please ask me again in {in_words(wait)}."
        return self._failed(f"allows no more requests at the moment. {pause}", "rate_limit")

    def _failed(self, what: str, kind: ToolErrorKind, *, recoverable: bool = True) -> ToolFailed:
        return ToolFailed(f"{self._name} {what.rstrip('.')}.", kind, recoverable=recoverable)

    def _decoded(self, answer: _Answer) -> Json:
        if not answer.content:
            return None
        try:
            return answer.json
        except ValueError as error:
            raise self._failed("answered in an unexpected form", "tool_error") from error


def in_words(seconds: float) -> str:
    """Return how long a pause is: "3 seconds", "10 minutes", "5 hours"; never less than it is."""
    amount, unit = max(1, ceil(seconds)), "second"
    for size, larger in ((60, "minute"), (60, "hour")):
        if amount < _LARGER * size:
            break
        amount, unit = ceil(amount / size), larger
    return f"{amount} {unit}{'s' if amount > 1 else ''}"


def well_formed(value: Json) -> Json:
    """Return a value whose texts can be stored: providers cut some within a character."""
    text = jsonlib.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return jsonlib.loads(text.encode("utf-8", "replace"))
    return value


def as_object(value: Json) -> dict[str, Any]:
    """Return a JSON object; an empty one for anything else."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def as_list(value: Json) -> list[Any]:
    """Return a JSON array; an empty one for anything else."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def _backoff(attempt: int) -> float:
    return 0.5 * 2**attempt


def _reason(answer: _Answer) -> str:
    """Return what the provider says is wrong, in one line."""
    message = _error(answer).get("message") or _body(answer).get("message")
    if not isinstance(message, str) or not message.strip():
        return ""
    return f" ({' '.join(message.split())[:200].rstrip('. ')})"


def _error(answer: _Answer) -> dict[str, Any]:
    return as_object(_body(answer).get("error"))


def _body(answer: _Answer) -> dict[str, Any]:
    try:
        return as_object(answer.json)
    except ValueError:
        return {}


def _retry_after(answer: _Answer) -> float | None:
    value = answer.headers.get("Retry-After", "")
    if value.isdecimal():
        return float(value)
    try:
        when = parsedate_to_datetime(value)
    except ValueError:
        return None
    if when.tzinfo is None:  # "-0000": a time in UTC, of no particular place
        when = when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


def _rate_limited(answer: _Answer) -> bool:
    """Return whether a 403 is Google's way of saying 429."""
    return answer.status == HTTPStatus.FORBIDDEN and _because(answer, _LIMITS)


def _because(answer: _Answer, reasons: Collection[str]) -> bool:
    """Return whether Google gives one of these reasons."""
    error = _error(answer)
    entries = [*as_list(error.get("errors")), *as_list(error.get("details"))]
    return any(as_object(entry).get("reason") in reasons for entry in entries)
