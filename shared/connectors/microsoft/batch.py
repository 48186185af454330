"""Several requests to Graph in one: each has an answer of its own, and a limit of its own."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from shared.connectors.microsoft.graph import PREFER, Shape, shaped
from shared.connectors.rest import REPEATS, Request, Rest
from shared.errors import ToolFailed
from shared.models.base import Json

MOST = 20
"""Requests that Graph takes in one batch."""
_REFUSED = 400


class _Part(Shape):
    id: str
    status: int
    headers: Mapping[str, str] = Field(default_factory=dict)
    body: Any = None


class _Parts(Shape):
    responses: tuple[_Part, ...]


async def batch(rest: Rest, requests: Mapping[str, Request]) -> dict[str, Json | ToolFailed]:
    """Return what each request answers, or why it was refused, by the name it was given.

    What is limited is asked for again, and nothing else of its batch. So these are requests that
    may be made twice. Raises as `Rest.read` does when the batch itself has no answer.
    """
    found: dict[str, Json | ToolFailed] = {}
    left = dict(requests)
    for attempt in range(REPEATS + 1):
        last, wait = attempt == REPEATS, 0.0
        for part in await _asked(rest, left):
            if part.id not in left:
                continue
            if part.status < _REFUSED:
                found[part.id] = part.body
                del left[part.id]
                continue
            try:
                wait = max(wait, rest.part(part.status, part.headers, part.body, last=last))
            except ToolFailed as error:
                found[part.id] = error
                del left[part.id]
        if not left:
            break
        await rest.pause(wait)
    unanswered = ToolFailed("Microsoft 365 did not answer this.", "network", recoverable=True)
    return {name: found.get(name, unanswered) for name in requests}


async def _asked(rest: Rest, requests: Mapping[str, Request]) -> tuple[_Part, ...]:
    body = {"requests": [_part(name, request) for name, request in requests.items()]}
    answer = await rest.read(Request("POST", "/$batch", json=body, headers=PREFER))
    return shaped(_Parts, answer).responses


def _part(name: str, request: Request) -> dict[str, Any]:
    query = "&".join(f"{key}={value}" for key, value in request.params.items())
    part: dict[str, Any] = {
        "id": name,
        "method": request.method,
        "url": f"{request.path}?{query}" if query else request.path,
        "headers": dict(request.headers),
    }
    if request.json is None:
        return part
    headers = {**part["headers"], "Content-Type": "application/json"}
    return {**part, "headers": headers, "body": request.json}
