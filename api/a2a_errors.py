"""What goes wrong, as A2A tells it: in the words of the rest of the API."""

from http import HTTPStatus
from typing import Any

from a2a.utils.errors import (
    A2AError,
    ContentTypeNotSupportedError,
    InternalError,
    InvalidParamsError,
    TaskNotFoundError,
    UnsupportedOperationError,
)

from api.parsing import InvalidFields
from api.problems import status_of, told
from shared.errors import Gone, InvalidRequest, NotFound, OmniForgeError, UnsupportedFile

_KINDS: dict[type[OmniForgeError], type[A2AError]] = {
    NotFound: TaskNotFoundError,
    Gone: TaskNotFoundError,
    UnsupportedFile: ContentTypeNotSupportedError,
    InvalidRequest: InvalidParamsError,
}
"""What callers can put right; whatever else is refused cannot be done now."""


def ours(error: Exception) -> bool:
    """Return whether an error is for operators to hear of: callers cannot put it right."""
    return status_of(error) >= HTTPStatus.INTERNAL_SERVER_ERROR


def as_a2a(error: Exception) -> A2AError:
    """Return an error as the protocol has it, with the stable code of the API."""
    code, sentence = told(error)
    data: dict[str, Any] = {"code": code}
    if ours(error):
        return InternalError(message=sentence, data=data)
    if isinstance(error, InvalidFields):
        data["errors"] = [{"field": e.field, "message": e.message} for e in error.errors]
    kind = next((kind for known, kind in _KINDS.items() if isinstance(error, known)), None)
    return (kind or UnsupportedOperationError)(message=sentence, data=data)
