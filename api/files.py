"""Files that people bring into their conversations."""

from collections.abc import Sequence
from typing import Annotated
from urllib.parse import quote

from azurefunctions.extensions.http.fastapi import Request, Response
from pydantic import Field

from api import links
from api.access import readable
from api.ids import path_id
from api.parsing import bounded, refuse
from api.shown import Shown, shown
from shared.conversation.uploads import brought, content, take_file
from shared.decisions import uploading
from shared.errors import NotFound, ToolFailed
from shared.models.base import PrintableId
from shared.models.principal import Principal
from shared.models.rows import UPLOAD
from shared.models.upload import Upload
from shared.ports import Engine
from shared.services import Services

FileIds = Annotated[
    list[PrintableId], Field(default_factory=list, max_length=uploading.MAX_IN_MESSAGE)
]


class FileLinks(Shown):
    """Where a file is fetched."""

    content: str


class FileView(Shown):
    """A file of a conversation; messages name it by its `id`."""

    id: str
    name: str
    type: str
    size: int
    links: FileLinks


def file_view(thread_id: str, upload: Upload) -> FileView:
    """Return a file as clients see it."""
    here = FileLinks(content=links.file(thread_id, upload.id))
    return FileView(**upload.model_dump(), links=here)


async def named(services: Services, key: str, ids: Sequence[str], field: str) -> tuple[Upload, ...]:
    """Return the files of a conversation that a message names; raise InvalidFields."""
    try:
        return await brought(services, key, ids)
    except NotFound as error:
        refuse(field, str(error))


async def post_file(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Take a file into a conversation, which may begin with it; the same one again is the same."""
    del engine
    thread_id = path_id(request, "thread_id")
    name = request.query_params.get("name") or ""
    data = await bounded(request, uploading.MAX_BYTES)
    upload = await take_file(services, caller, thread_id, name, data)
    return shown(file_view(thread_id, upload), 201)


async def get_file(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return what is in a file; browsers save it, they never show it as a page of this origin."""
    del engine
    key = (await readable(services, caller, path_id(request, "thread_id"))).value.key
    known = await services.threads.get(key, UPLOAD, path_id(request, "file_id"))
    if known is None:
        raise NotFound("There is no such file in this conversation.")
    try:
        data = await content(services, key, known.value)
    except ToolFailed as gone:
        raise NotFound(str(gone)) from gone
    name = quote(known.value.name, safe="")
    headers = {
        "Content-Disposition": f"attachment; filename*=UTF-8''{name}",
        "Content-Security-Policy": "sandbox; default-src 'none'",
    }
    return Response(data, media_type=known.value.type, headers=headers)
