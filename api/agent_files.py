"""Agents as folders of files: handed out, and taken in."""

import asyncio

from azurefunctions.extensions.http.fastapi import Request, Response

from api import agent_views
from api.agent_bodies import Handle, check, settable
from api.agent_views import Seen
from api.bodies import fields, is_of, is_wanted, raw
from api.ids import path_id, to_path
from api.parsing import Body, checked, refuse
from api.preconditions import if_match, quoted, telling_both
from api.shown import Shown, shown
from shared.agents import registry
from shared.agents.lending import toolbox
from shared.agents.skillfiles.archive import MAX_FILES, packed, unpacked
from shared.agents.skillfiles.folder import read_folder, written_folder
from shared.agents.skillfiles.notes import notes
from shared.models.principal import Principal
from shared.naming import unmarked
from shared.ports import Engine
from shared.services import Services

ZIP = "application/zip"
_ZIPS = (ZIP, "application/x-zip-compressed")
_JSON = "application/json"
_FLAGS = {"": False, "false": False, "true": True}


class FolderBody(Body):
    """The texts of a folder by path."""

    files: dict[str, str]


class Folder(Shown):
    """An agent's files: the texts by path."""

    files: dict[str, str]


class _Chosen(Body):
    id: Handle | None = None


async def get_export(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return an agent as a zip archive of its files, or as JSON with `Accept: application/json`."""
    del engine
    found = await agent_views.seen(services, caller, path_id(request, "agent"))
    named = found.agent.model_copy(update={"id": unmarked(found.agent.id)})
    files, headers = written_folder(named), {"ETag": quoted(found.etag)}
    if is_wanted(request, _JSON):
        return shown(Folder(files=files), headers=headers)
    name = f"{to_path(named.id)}.zip"
    headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return Response(packed(files), headers=headers, media_type=ZIP)


async def post_import(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Make an agent of files or, with `replace=true` and If-Match, put it in another's place."""
    del engine
    given = request.query_params
    replace = _FLAGS.get(given.get("replace", ""))
    if replace is None:
        refuse("replace", "must be true or false")
    etag = if_match(request) if replace else ""
    chosen = checked(_Chosen, {"id": given.get("id")}).id
    files = await _files(request)
    tools = await toolbox(services, caller.tenant)
    agent = await asyncio.to_thread(read_folder, files, tools)
    agent = check(agent.model_copy(update={"id": chosen or agent.id}), tools)
    told = notes(agent, files)
    if not replace:
        return agent_views.made(
            caller, Seen(*await registry.created(services, caller, agent)), told
        )
    with telling_both("agent", settable(agent), etag):
        saved = Seen(*await registry.replaced(services, caller, agent, etag))
        return agent_views.answer(caller, saved, notes=told)


async def _files(request: Request) -> dict[str, str]:
    """Return the texts in the body by path; raise SkillFileError, TooLarge or InvalidFields."""
    if is_of(request, *_ZIPS):
        return await asyncio.to_thread(unpacked, await raw(request))
    files = checked(FolderBody, await fields(request)).files
    if len(files) > MAX_FILES:
        refuse("files", f"must be at most {MAX_FILES}")
    return files
