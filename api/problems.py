"""Errors as problem documents (RFC 9457). The only place that knows a status for an error."""

import base64
import json
from http import HTTPStatus
from math import ceil
from typing import Any

from azurefunctions.extensions.http.fastapi import Response

from api.parsing import InvalidFields
from api.preconditions import Overtaken, PreconditionRequired, quoted
from api.unknown import MethodNotAllowed
from shared import activity, errors
from shared.agents.skillfiles.faults import SkillFileError
from shared.models.base import Payload

MEDIA_TYPE = "application/problem+json"

STATUS: dict[type[errors.OmniForgeError], HTTPStatus] = {
    errors.OmniForgeError: HTTPStatus.INTERNAL_SERVER_ERROR,
    errors.InvalidRequest: HTTPStatus.BAD_REQUEST,
    InvalidFields: HTTPStatus.UNPROCESSABLE_ENTITY,
    errors.TooLarge: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    errors.UnsupportedFile: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    SkillFileError: HTTPStatus.UNPROCESSABLE_ENTITY,
    MethodNotAllowed: HTTPStatus.METHOD_NOT_ALLOWED,
    PreconditionRequired: HTTPStatus.PRECONDITION_REQUIRED,
    activity.NotUndoable: HTTPStatus.UNPROCESSABLE_ENTITY,
    activity.AlreadyUndone: HTTPStatus.CONFLICT,
    activity.Underway: HTTPStatus.CONFLICT,
    activity.ConfirmationNeeded: HTTPStatus.CONFLICT,
    errors.MessageReused: HTTPStatus.UNPROCESSABLE_ENTITY,
    errors.Unauthenticated: HTTPStatus.UNAUTHORIZED,
    errors.TokenRefused: HTTPStatus.UNAUTHORIZED,
    errors.ClaimsNeeded: HTTPStatus.UNAUTHORIZED,
    errors.Forbidden: HTTPStatus.FORBIDDEN,
    errors.NotAdmitted: HTTPStatus.FORBIDDEN,
    errors.LimitReached: HTTPStatus.TOO_MANY_REQUESTS,
    errors.NotFound: HTTPStatus.NOT_FOUND,
    errors.Conflict: HTTPStatus.CONFLICT,
    errors.Stale: HTTPStatus.PRECONDITION_FAILED,
    Overtaken: HTTPStatus.PRECONDITION_FAILED,
    errors.ThreadBusy: HTTPStatus.CONFLICT,
    errors.RequestClosed: HTTPStatus.CONFLICT,
    errors.Gone: HTTPStatus.GONE,
    errors.Upstream: HTTPStatus.BAD_GATEWAY,
    errors.UpstreamUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    errors.UpstreamRejected: HTTPStatus.BAD_GATEWAY,
    errors.UpstreamMalformed: HTTPStatus.BAD_GATEWAY,
    errors.Fault: HTTPStatus.INTERNAL_SERVER_ERROR,
    errors.StorageFailed: HTTPStatus.BAD_GATEWAY,
    errors.StorageUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    errors.StorageRejected: HTTPStatus.BAD_GATEWAY,
    errors.ToolFailed: HTTPStatus.BAD_GATEWAY,
    errors.MasterAgentError: HTTPStatus.INTERNAL_SERVER_ERROR,
    errors.IntentAnalysisError: HTTPStatus.INTERNAL_SERVER_ERROR,
    errors.AgentDiscoveryError: HTTPStatus.INTERNAL_SERVER_ERROR,
    errors.RoutingError: HTTPStatus.INTERNAL_SERVER_ERROR,
    errors.ClarificationError: HTTPStatus.INTERNAL_SERVER_ERROR,
    errors.QueryHandlerError: HTTPStatus.INTERNAL_SERVER_ERROR,
    errors.CircularRoutingError: HTTPStatus.CONFLICT,
    errors.Misconfigured: HTTPStatus.INTERNAL_SERVER_ERROR,
}

_SENTENCES = {
    HTTPStatus.INTERNAL_SERVER_ERROR: "Something went wrong on our side. Please try again.",
    HTTPStatus.BAD_GATEWAY: "A service this one depends on failed. Please try again later.",
    HTTPStatus.SERVICE_UNAVAILABLE: (
        "A service this one depends on does not answer. Please try again in a moment."
    ),
}
"""What callers read instead of an operator's message."""

_HEADERS = {
    HTTPStatus.UNAUTHORIZED: {"WWW-Authenticate": "Bearer"},
    HTTPStatus.SERVICE_UNAVAILABLE: {"Retry-After": "1"},
}


def told(error: Exception) -> tuple[str, str]:
    """Return the code of an error, and a sentence that says nothing of our inner workings."""
    status = status_of(error)
    if not isinstance(error, errors.OmniForgeError):
        return errors.OmniForgeError.code, _SENTENCES[status]
    hidden = status in _SENTENCES and not isinstance(error, errors.ToolFailed)
    return error.code, _SENTENCES[status] if hidden else str(error)


def problem(error: Exception, trace_id: str) -> Response:
    """Answer with what went wrong; nothing of our inner workings is said."""
    status = status_of(error)
    code, detail = told(error)
    content: dict[str, Any] = {
        "type": "about:blank",
        "title": status.phrase,
        "status": status.value,
        "code": code,
        "detail": detail,
        "trace_id": trace_id,
        **_particulars(error),
    }
    # ASCII only: a field's name comes from the caller and may not be encodable
    headers = dict(_challenge(error) or _HEADERS.get(status, {}))
    if isinstance(error, MethodNotAllowed):
        headers["Allow"] = ", ".join(error.allowed)
    if isinstance(error, errors.LimitReached):
        headers["Retry-After"] = str(max(1, ceil(error.seconds)))
    return Response(json.dumps(content), status.value, headers, media_type=MEDIA_TYPE)


def _challenge(error: Exception) -> dict[str, str]:
    """Return what tells clients, in OAuth's own words, why their token did not do."""
    match error:
        case errors.ClaimsNeeded():
            claims = base64.b64encode(error.claims.encode()).decode()
            said = f'error="{error.code}", claims="{claims}"'
        case errors.TokenRefused():
            said = 'error="invalid_token"'
        case _:
            return {}
    return {"WWW-Authenticate": f"Bearer {said}"}


def _particulars(error: Exception) -> dict[str, Any]:
    """Return what some errors tell besides a sentence: each mistake, or both of two changes."""
    match error:
        case errors.ClaimsNeeded():
            return {"claims": error.claims}
        case InvalidFields():
            return {"errors": [{"field": e.field, "message": e.message} for e in error.errors]}
        case SkillFileError():
            return {"errors": [fault.model_dump(mode="json") for fault in error.faults]}
        case activity.ConfirmationNeeded():
            return {"card": error.card.model_dump(mode="json"), "agree": error.agree}
        case Overtaken(current=Payload() as current):
            there = {error.what: current.model_dump(mode="json"), "etag": quoted(error.etag)}
            return {"current": there, "yours": error.yours}
        case _:
            return {}


def status_of(error: Exception) -> HTTPStatus:
    """Return the status of an error: its own, or that of the class it derives from."""
    known = next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), None)
    return known or HTTPStatus.INTERNAL_SERVER_ERROR
