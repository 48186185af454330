"""Entity tags: which version of a thing an answer shows, and which one a change is meant for."""

import re
from collections.abc import Generator
from contextlib import contextmanager

from azurefunctions.extensions.http.fastapi import Request

from shared.errors import InvalidRequest, Stale
from shared.models.base import Json

_STRONG = re.compile(r'"([\x21\x23-\x7e]{1,200})"')


class PreconditionRequired(InvalidRequest):
    """A change must say which version it is meant for."""

    code = "precondition_required"


def quoted(etag: str) -> str:
    """Return an etag as headers have it."""
    return f'"{etag}"'


def if_match(request: Request) -> str:
    """Return the etag that a change is meant for; raise PreconditionRequired or InvalidRequest."""
    given = request.headers.getlist("if-match")
    if not given:
        raise PreconditionRequired(
            "Say which version you are changing: send If-Match with the ETag it was read with."
        )
    found = _STRONG.fullmatch(given[0].strip()) if len(given) == 1 else None
    if found is None:
        raise InvalidRequest('If-Match must be one ETag as it was answered, e.g. "3f2a".')
    return found[1]


class Overtaken(Stale):
    """Somebody else's change was first; `yours` is the one that came too late.

    `what` names the kind of thing in the answer.
    """

    def __init__(self, stale: Stale, what: str, yours: dict[str, Json]) -> None:
        super().__init__(str(stale), stale.current, stale.etag)
        self.what = what
        self.yours = yours


@contextmanager
def telling_both(what: str, given: dict[str, Json], etag: str) -> Generator[None, None, None]:
    """Let a change that comes too late say what it was, and of which version."""
    try:
        yield
    except Stale as stale:
        raise Overtaken(stale, what, {what: given, "etag": quoted(etag)}) from stale
