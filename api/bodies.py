"""Bodies that are files, or values of ours (bounded, and as strict as JSON is), and their types."""

import json
from typing import TypeVar

from azurefunctions.extensions.http.fastapi import Request
from pydantic import BaseModel, RootModel, ValidationError

from api.parsing import MAX_BODY_BYTES, MAX_ERRORS, FieldError, InvalidFields, JsonObject, parse
from shared.errors import InvalidRequest, TooLarge
from shared.models.base import Json

M = TypeVar("M", bound=BaseModel)


class _Fields(RootModel[JsonObject]):
    """Any JSON object."""


async def fields(request: Request) -> dict[str, Json]:
    """Return the body, a JSON object; raise TooLarge, InvalidRequest or InvalidFields."""
    return (await parse(request, _Fields)).root


async def raw(request: Request) -> bytes:
    """Return the body as it came; raise TooLarge."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            raise TooLarge(f"The body must have at most {MAX_BODY_BYTES:,} bytes.")
    return bytes(body)


async def text(request: Request) -> str:
    """Return the body as text; raise TooLarge or InvalidRequest."""
    try:
        return (await raw(request)).decode()
    except UnicodeDecodeError:
        raise InvalidRequest("The body must be text in UTF-8.") from None


def is_of(request: Request, *media_types: str) -> bool:
    """Return whether the body is said to be of one of these types."""
    return _bare(request.headers.get("content-type", "")) in media_types


def is_wanted(request: Request, media_type: str) -> bool:
    """Return whether the client asks for an answer of this very type."""
    return media_type in map(_bare, request.headers.get("accept", "").split(","))


def _bare(media_type: str) -> str:
    return media_type.partition(";")[0].strip().lower()


def strictly(model: type[M], value: dict[str, Json]) -> M:
    """Check decoded JSON, converting nothing; raise InvalidFields.

    Values of ours hold tuples, which strict checks know only of JSON itself: hence the detour.
    """
    try:
        return model.model_validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)
        raise InvalidFields(
            [
                FieldError(
                    ".".join(map(str, each["loc"])) or "body",
                    each["msg"].removeprefix("Value error, "),
                )
                for each in found[:MAX_ERRORS]
            ]
        ) from None
