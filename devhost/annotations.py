"""Which type annotations the Python worker accepts, by the same questions the worker asks."""

import types
import typing
from collections.abc import Callable, Mapping
from typing import Any

import azure.functions as func
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

_UNSUPPORTED_ORIGINS = ("tuple", "Callable")
_STREAMING_ANSWERS = (Response, BaseModel, str, dict, list, bool, int, float)


def hints(code: Callable[..., Any]) -> Mapping[str, Any]:
    """Return the annotations as the worker sees them; raise NameError for one it cannot resolve."""
    return typing.get_type_hints(code)


def is_worker_type(annotation: Any) -> bool:
    """Whether it is a class or a generic of `typing`: `Dict[str, int]`, not `dict[str, int]`."""
    if isinstance(annotation, types.GenericAlias | types.UnionType):
        return False
    origin = typing.get_origin(annotation)
    generic = isinstance(origin, type) and origin.__name__ not in _UNSUPPORTED_ORIGINS
    return isinstance(annotation, type) or annotation is Any or generic


def is_http_request(annotation: Any, *, streaming: bool) -> bool:
    """Whether a handler's request parameter may be annotated like this."""
    return _is_class_of(annotation, (Request,) if streaming else (func.HttpRequest,))


def is_http_answer(annotation: Any, *, streaming: bool) -> bool:
    """Whether a handler's return may be annotated like this."""
    return _is_class_of(annotation, _STREAMING_ANSWERS if streaming else (func.HttpResponse, str))


def is_timer_request(annotation: Any) -> bool:
    """Whether a timer's parameter may be annotated like this."""
    return _is_class_of(annotation, (func.TimerRequest,))


def is_context(annotation: Any) -> bool:
    """Whether a parameter named `context` may be annotated like this."""
    return isinstance(annotation, type) and annotation.__name__ == "Context"


def _is_class_of(annotation: Any, allowed: tuple[type, ...]) -> bool:
    plain = isinstance(annotation, type) and not isinstance(annotation, types.GenericAlias)
    return plain and issubclass(annotation, allowed)
