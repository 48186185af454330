"""The web client as it was built, and the answer to whatever no route is for."""

import asyncio
import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from urllib.parse import urlsplit

from azurefunctions.extensions.http.fastapi import Request, Response

from api.unknown import Handler
from shared.errors import NotFound
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services

BUILT = Path(__file__).parent.parent / "web" / "dist"

_PAGE = "index.html"
_HASHED = "assets/"
"""Whatever is in there has a name made of its content (Vite's default), so it never changes."""
_FOREVER = "public, max-age=31536000, immutable"
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " font-src 'self'; manifest-src 'self'; frame-ancestors 'self'; form-action 'self';"
    " base-uri 'none'; connect-src 'self'"
)
"""Nothing runs in the page but its own files, and nothing is framed. Styles may stand inline:
widgets place themselves. Whoever signs people in is asked for tokens, and nobody else."""
_PAGE_HEADERS = {"Referrer-Policy": "no-referrer", "Cache-Control": "no-cache"}
_NOT_BUILT = (
    "The web client is not built here. `npm --prefix web ci` and `npm --prefix web run build` do"
    " that. The API answers without it; /api/health says how it is.\n"
)
_TEXTS = ("text/", "application/json", "application/javascript", "image/svg+xml")
_WORTH_PACKING = 1024
"""Bytes: what is smaller travels in one packet anyway."""


@dataclass(frozen=True)
class _File:
    body: bytes
    packed: bytes | None
    media_type: str
    etag: str


def serving(folder: Path) -> Handler:
    """Return what answers a GET with a file of the client built into a folder, or its page.

    A path without a dot is a place in the client, and so its page; one with a dot is a file. To a
    HEAD the host sends the head alone.
    """

    async def get_client(
        request: Request, caller: Principal, engine: Engine, services: Services
    ) -> Response:
        """Return a file of the web client, or its page."""
        del caller, engine
        path = str(request.path_params.get("path") or "").strip("/")
        name = path if "." in path.rpartition("/")[2] else _PAGE
        found = await asyncio.to_thread(_read, folder, name)
        if found is not None:
            return _answer(request, found, _headers(name, services))
        if name == _PAGE:
            return Response(_NOT_BUILT, 404, media_type="text/plain")
        raise NotFound(f"There is nothing at /{path}.")

    return get_client


def _headers(name: str, services: Services) -> dict[str, str]:
    if name.startswith(_HASHED):
        return {"Cache-Control": _FOREVER}
    if name != _PAGE:
        return {"Cache-Control": "no-cache"}
    there = urlsplit(services.sign_in.authority)
    signs_in = f" {there.scheme}://{there.netloc}" if there.netloc else ""
    return {**_PAGE_HEADERS, "Content-Security-Policy": f"{_POLICY}{signs_in}"}


def _answer(request: Request, file: _File, headers: Mapping[str, str]) -> Response:
    headers = {"ETag": file.etag, "Vary": "Accept-Encoding", **headers}
    if file.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        packed = {**headers, "Content-Encoding": "gzip"}
        return Response(file.packed, headers=packed, media_type=file.media_type)
    return Response(file.body, headers=headers, media_type=file.media_type)


def _read(folder: Path, name: str) -> _File | None:
    """Return a file of the folder; None when there is none, or it is not inside."""
    try:
        path = (folder / name).resolve()
        if not path.is_relative_to(folder.resolve()) or not path.is_file():
            return None
        return _load(path, path.stat().st_mtime_ns)
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=256)
def _load(path: Path, changed: int) -> _File:
    """Read a file, and pack it if that helps; again only when it was `changed`."""
    del changed
    body = path.read_bytes()
    media_type = guess_type(path.name)[0] or "application/octet-stream"
    worth = len(body) >= _WORTH_PACKING and media_type.startswith(_TEXTS)
    packed = gzip.compress(body, mtime=0) if worth else None
    return _File(body, packed, media_type, f'"{hashlib.sha256(body).hexdigest()[:32]}"')
