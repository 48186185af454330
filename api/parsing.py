"""Reading a request: a bounded body, strict JSON, and errors that name the field."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NoReturn, TypeVar, cast

from azurefunctions.extensions.http.fastapi import Request
from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from shared.errors import InvalidRequest, TooLarge
from shared.models.base import Json

MAX_BODY_BYTES = 1024 * 1024
MAX_DEPTH = 32
"""Levels of nesting in JSON that is kept."""
MAX_ERRORS = 20
"""Fields named in one answer."""

M = TypeVar("M", bound=BaseModel)


class Body(BaseModel):
    """A request body: closed, and nothing is converted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


@dataclass(frozen=True)
class FieldError:
    """What is wrong with one field; `field` is its path with dots."""

    field: str
    message: str


class InvalidFields(InvalidRequest):
    """Fields of the request are wrong; `errors` says which and why."""

    def __init__(self, errors: Sequence[FieldError]) -> None:
        super().__init__("; ".join(f"{e.field}: {e.message}" for e in errors))
        self.errors = tuple(errors)


def refuse(field: str, message: str) -> NoReturn:
    """Raise InvalidFields for one field."""
    raise InvalidFields((FieldError(field, message),))


def storable(value: dict[str, Json]) -> dict[str, Json]:
    """Return JSON unchanged; raise ValueError when it is nested too deeply or cannot be encoded."""
    level: list[Json] = [value]
    for _ in range(MAX_DEPTH):
        level = [inner for outer in level for inner in _inside(outer)]
    if level:
        raise ValueError(f"must not be nested more than {MAX_DEPTH} levels deep")
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        raise ValueError("must consist of valid Unicode text and finite numbers") from None
    return value


def _inside(value: Json) -> Iterable[Json]:
    if isinstance(value, dict):
        return cast("dict[str, Json]", value).values()
    return cast("list[Json]", value) if isinstance(value, list) else ()


JsonObject = Annotated[dict[str, Json], AfterValidator(storable)]


async def parse(request: Request, model: type[M], *, optional: bool = False) -> M:
    """Read and check the body; raise TooLarge, InvalidRequest or InvalidFields.

    Where it is `optional`, none at all is an empty one.
    """
    body = await bounded(request)
    value: Any = _decoded(body) if body or not optional else {}
    if not isinstance(value, dict):
        raise InvalidRequest("The body must be a JSON object.")
    return checked(model, value)


def checked(model: type[M], value: Any, within: str = "") -> M:
    """Check a value; raise InvalidFields, with paths that begin at `within`."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)
        raise InvalidFields(
            [FieldError(_path(within, e["loc"]), _sentence(e["msg"])) for e in found[:MAX_ERRORS]]
        ) from None


def _path(within: str, loc: tuple[int | str, ...]) -> str:
    return ".".join([*([within] if within else []), *map(str, loc)]) or "body"


def _sentence(message: str) -> str:
    return message.removeprefix("Value error, ")


async def bounded(request: Request, most: int = MAX_BODY_BYTES) -> bytes:
    """Return the body; raise TooLarge before more than `most` bytes of it are kept."""
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > most:
        raise _too_large(most)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise _too_large(most)
    return bytes(body)


def _too_large(most: int) -> TooLarge:
    return TooLarge(f"The body must have at most {most:,} bytes.")


def _decoded(body: bytes) -> Any:
    try:
        return json.loads(body.decode(), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise InvalidRequest("The body must be JSON in UTF-8.") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
