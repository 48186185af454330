"""What it means that talking to an agent of another system failed, for the message and in words."""

import logging

import httpx
import httpx2

from shared.connectors.outward import OutOfBounds, causes
from shared.decisions.links import inert
from shared.errors import ToolErrorKind
from shared.tools.wording import one_line

_NOT_TAKEN = range(400, 500)
_SHUT_OUT = frozenset({401, 403})
_NOBODY_THERE = frozenset({502, 503, 504})
"""What stands before a host answers while the host starts."""

_LOG = logging.getLogger(__name__)


def quoted(text: str) -> str:
    """Return an agent's own words as the end of a sentence about it, if it said any."""
    said = inert(_said(text))
    return f" It says: {said}" if said else ""


def _said(text: str) -> str:
    return one_line(text, 300)


def passing(error: BaseException) -> bool:
    """Return whether nobody was there any more, as while a host starts again."""
    for one in causes(error):
        if isinstance(one, httpx.HTTPStatusError):
            return one.response.status_code in _NOBODY_THERE
        if isinstance(one, OutOfBounds | httpx2.TimeoutException):
            return False
        if isinstance(one, httpx2.NetworkError | httpx2.RemoteProtocolError):
            return True
    return False


def refused(error: BaseException) -> bool:
    """Return whether an agent said that it did not take a message."""
    from a2a.client.errors import A2AClientError  # noqa: PLC0415
    from a2a.utils.errors import (  # noqa: PLC0415
        A2AError,
        InternalError,
        InvalidAgentResponseError,
    )

    unclear = A2AClientError | InternalError | InvalidAgentResponseError
    for one in causes(error):
        if isinstance(one, httpx.HTTPStatusError):
            return one.response.status_code in _NOT_TAKEN
        if isinstance(one, A2AError) and not isinstance(one, unclear):
            return True
    return False


def failing(name: str, error: BaseException, seconds: float) -> tuple[str, ToolErrorKind]:
    """Return in words what went wrong on the way to an agent or back, and of what kind that is."""
    from a2a.client.errors import A2AClientError  # noqa: PLC0415
    from a2a.utils.errors import A2AError  # noqa: PLC0415

    led = causes(error)
    for one in led:
        if isinstance(one, OutOfBounds):
            return f"{name} could not be used: {_said(str(one))}.", "permission"
        if isinstance(one, httpx.HTTPStatusError) and one.response.status_code in _SHUT_OUT:
            told = f"{name} does not let us in. Whoever registered it can give a new credential."
            return told, "auth"
    _LOG.info("a remote agent failed: %s", ", ".join(type(one).__name__ for one in led))
    if any(isinstance(one, TimeoutError | httpx2.TimeoutException) for one in led):
        return f"{name} did not answer within {seconds:g} seconds.", "network"
    if passing(error) or any(isinstance(one, OSError) for one in led):
        return f"{name} cannot be reached.", "network"
    for one in led:
        if isinstance(one, A2AError) and not isinstance(one, A2AClientError):
            return f"{name} did not take the message.{quoted(str(one))}", "params"
    return f"{name} did not answer in a form that I understand.", "network"
