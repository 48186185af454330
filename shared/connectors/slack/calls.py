"""Calls of Slack's methods: tokens, repeats, limits, and what each failure means.

The SDK repeats nothing itself. What only reads is repeated where that can help; what must happen at
most once is repeated only when Slack surely did nothing, and else ends in `OutcomeUnknown`.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, TypeVar

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from shared.connectors.rest import Tokens, as_object, well_formed
from shared.connectors.slack.answers import Answer, pause_after
from shared.connectors.slack.refusals import SIGNED_OUT
from shared.connectors.slack.wire import Listed, Wire, parsed
from shared.errors import ToolFailed
from shared.tools.effect import OutcomeUnknown

TIMEOUT_SECONDS = 30.0

SDK_LOG = logging.getLogger(f"{__name__}.sdk")
SDK_LOG.setLevel(logging.INFO)  # below it, the SDK logs whole messages

Pause = Callable[[float], Awaitable[None]]
Arguments = str | int | bool | Mapping[str, Any]
W = TypeVar("W", bound=Wire)
L = TypeVar("L", bound=Listed)


class Slack:
    """One account at one Slack."""

    def __init__(
        self,
        base: str,
        tokens: Tokens,
        pause: Pause = asyncio.sleep,
        timeout_seconds: float = TIMEOUT_SECONDS,
    ) -> None:
        self._base = base
        self._tokens = tokens
        self._pause = pause
        self._timeout = aiohttp.ClientTimeout(total=timeout_seconds)

    @asynccontextmanager
    async def connected(self) -> AsyncGenerator["Calls", None]:
        """Give what calls Slack over connections that last as long as this context."""
        async with aiohttp.ClientSession(timeout=self._timeout) as session:
            web = AsyncWebClient(
                base_url=self._base, session=session, retry_handlers=[], logger=SDK_LOG
            )
            yield Calls(web, self._tokens, self._pause)


class Calls:
    """Calls methods by name with keyword arguments, and returns answers as a model of them.

    Raises ToolFailed: NotThere, ReauthNeeded, or of kind permission, rate_limit, network, params or
    tool_error.
    """

    def __init__(self, web: AsyncWebClient, tokens: Tokens, pause: Pause) -> None:
        self._web = web
        self._tokens = tokens
        self._pause = pause

    async def get(self, model: type[W], method: str, **arguments: Arguments) -> W:
        """Read something, repeating what can be repeated."""
        return parsed(model, await self._called("GET", method, arguments, once=False))

    async def pages(
        self, model: type[L], method: str, most: int, **arguments: Arguments
    ) -> AsyncIterator[L]:
        """Read a list in parts, at most so many of them."""
        cursor: dict[str, str] = {}
        for _ in range(most):
            page = await self.get(model, method, **arguments, **cursor)
            yield page
            if not page.response_metadata.next_cursor:
                return
            cursor = {"cursor": page.response_metadata.next_cursor}

    async def put(self, method: str, **arguments: Arguments) -> None:
        """Make a change that comes to the same however often it is made."""
        await self._called("POST", method, arguments, once=False)

    async def ensure(self, model: type[W], method: str, **arguments: Arguments) -> W:
        """Make a change as `put` does, and return the answer."""
        return parsed(model, await self._called("POST", method, arguments, once=False))

    async def post(self, model: type[W], method: str, **arguments: Arguments) -> W:
        """Make a change that is made at most once; raise OutcomeUnknown when nobody can tell."""
        answer = await self._called("POST", method, arguments, once=True)
        try:
            return parsed(model, answer)
        except ToolFailed as error:
            raise OutcomeUnknown(str(error)) from error

    async def _called(
        self, verb: str, method: str, arguments: Mapping[str, Arguments], *, once: bool
    ) -> dict[str, Any]:
        attempt = 0
        while not (answer := await self._authorised(verb, method, arguments)).done:
            await self._pause(pause_after(answer, attempt, once=once))
            attempt += 1
        return answer.data

    async def _authorised(
        self, verb: str, method: str, arguments: Mapping[str, Arguments]
    ) -> Answer:
        token = await self._tokens.token()
        answer = await self._sent(verb, method, arguments, token)
        if answer.code in SIGNED_OUT:
            token = await self._tokens.token(refused=token)
            answer = await self._sent(verb, method, arguments, token)
        return answer

    async def _sent(
        self, verb: str, method: str, arguments: Mapping[str, Arguments], token: str
    ) -> Answer:
        headers = {"Authorization": f"Bearer {token}"}
        given = {"params" if verb == "GET" else "json": dict(arguments)}
        try:
            response: Any = await self._web.api_call(  # pyright: ignore[reportUnknownMemberType]
                method, http_verb=verb, headers=headers, **given
            )
        except SlackApiError as error:
            response = error.response
        except aiohttp.ClientConnectorError:
            return Answer(fault="unreached")
        except (aiohttp.ClientError, TimeoutError):
            return Answer(fault="unanswered")
        except (AttributeError, ValueError):  # how the SDK meets an answer that is no JSON object
            return Answer(HTTPStatus.OK)
        retry_after = response.headers.get("Retry-After", "")
        if isinstance(response, aiohttp.ClientResponse):  # the SDK's for an answer that is no JSON
            return Answer(response.status, {}, retry_after)
        return Answer(response.status_code, as_object(well_formed(response.data)), retry_after)
