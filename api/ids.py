"""Ids in paths: any printable id has a form that survives urls, proxies and routers."""

import base64
import binascii
import re

from azurefunctions.extensions.http.fastapi import Request

from api.parsing import FieldError, InvalidFields
from shared.models.base import printable

_PLAIN = re.compile(r"[A-Za-z0-9_-]+")
_SLASH = re.compile("%2F", re.IGNORECASE)
_ENCODED = re.compile(r"~[A-Za-z0-9_-]+")


def to_path(given: str) -> str:
    """Return an id as a path segment: itself if that is safe, else `~` and its base64url."""
    if _PLAIN.fullmatch(given):
        return given
    return "~" + base64.urlsafe_b64encode(given.encode()).decode().rstrip("=")


def from_path(segment: str) -> str:
    """Return the id a decoded path segment stands for, be it encoded by `to_path` or by percent.

    Hosts decode everything in a path but the slash, so that is done here. Raises ValueError when
    it is no id.
    """
    if not segment.startswith("~"):
        return printable(_SLASH.sub("/", segment))
    if not _ENCODED.fullmatch(segment):
        raise ValueError("must be base64url after the ~")
    try:
        raw = base64.urlsafe_b64decode(segment[1:] + "=" * (-len(segment[1:]) % 4))
        return printable(raw.decode())
    except (binascii.Error, UnicodeDecodeError):
        raise ValueError("must be base64url after the ~") from None


def path_id(request: Request, name: str) -> str:
    """Return the id a request's path names; raise InvalidFields."""
    try:
        return from_path(str(request.path_params.get(name, "")))
    except ValueError as error:
        raise InvalidFields((FieldError(name, str(error)),)) from None
