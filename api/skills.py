"""An organisation's library of skills, which its agents share."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Literal

from azurefunctions.extensions.http.fastapi import Request, Response
from pydantic import Field

from api import links
from api.agent_bodies import skill_of
from api.bodies import fields, is_of, is_wanted, text
from api.ids import path_id
from api.parsing import refuse
from api.preconditions import if_match, quoted, telling_both
from api.shown import Shown, shown
from shared.agents import registry
from shared.agents.lending import toolbox
from shared.agents.skillfiles import skill_md
from shared.models.agent import Skill
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services

_MARKDOWN = "text/markdown"


class SkillBrief(Shown):
    """What a list says of a skill of the library."""

    id: str
    name: str
    description: str
    tags: tuple[str, ...]
    tools: tuple[str, ...]
    priority: int
    links: links.SkillLinks


class SkillList(Shown):
    """The skills of a library, by id."""

    skills: list[SkillBrief]


class SkillView(Skill):
    """A skill of the library."""

    shared: str = Field(default="", exclude=True)
    links: links.SkillLinks


class SkillDeleted(Shown):
    """A skill that was taken out of the library."""

    id: str
    deleted: Literal[True] = True


async def get_skills(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the library's skills in brief, by id."""
    del request, engine
    skills = await services.skills.list(caller.tenant)
    return shown(SkillList(skills=[_brief(one) for one in skills]))


async def post_skill(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Put a skill into the library."""
    del engine
    skill = await _given(request, services, caller.tenant)
    saved, etag = await registry.skill_saved(services, caller, skill, None)
    headers = {"Location": links.skill(saved.id)}
    return _answer(saved, etag, HTTPStatus.CREATED, headers)


async def get_skill(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return a skill with its ETag, as JSON or as a SKILL.md."""
    del engine
    skill, etag = await services.skills.get(caller.tenant, path_id(request, "skill"))
    if not is_wanted(request, _MARKDOWN):
        return _answer(skill, etag)
    written = skill_md.written(skill)
    return Response(written, headers={"ETag": quoted(etag)}, media_type=_MARKDOWN)


async def put_skill(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Replace a skill, and with it its copies in the agents that share it."""
    del engine
    skill_id, etag = path_id(request, "skill"), if_match(request)
    skill = await _given(request, services, caller.tenant, skill_id)
    with telling_both("skill", skill.model_dump(mode="json"), etag):
        return _answer(*await registry.skill_saved(services, caller, skill, etag))


async def delete_skill(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Take a skill out of the library; agents that share it keep a copy of their own."""
    del engine
    skill_id, etag = path_id(request, "skill"), if_match(request)
    with telling_both("skill", {}, etag):
        await registry.skill_deleted(services, caller, skill_id, etag)
    return shown(SkillDeleted(id=skill_id))


async def _given(request: Request, services: Services, tenant: str, skill_id: str = "") -> Skill:
    """Return the skill in the body, to be saved as `skill_id` ("": its own).

    Raises InvalidFields, or SkillFileError for a SKILL.md.
    """
    tools = await toolbox(services, tenant)
    if is_of(request, _MARKDOWN):
        skill = skill_md.read_skill(await text(request), skill_md.FILE_NAME, tools)
        renamed = {"id": skill_id or skill.id}
        return skill_of(skill.model_copy(update=renamed).model_dump(mode="json"), tools)
    given = await fields(request)
    if skill_id and given.setdefault("id", skill_id) != skill_id:
        refuse("id", "cannot be changed; make another skill instead")
    return skill_of(given, tools)


def _answer(
    skill: Skill,
    etag: str,
    status: HTTPStatus = HTTPStatus.OK,
    headers: Mapping[str, str] | None = None,
) -> Response:
    whole = SkillView(**dict(skill), links=_links(skill))
    return shown(whole, status, {"ETag": quoted(etag), **(headers or {})})


def _brief(skill: Skill) -> SkillBrief:
    return SkillBrief(
        id=skill.id,
        name=skill.name,
        description=skill.description,
        tags=skill.tags,
        tools=skill.tools,
        priority=skill.priority,
        links=_links(skill),
    )


def _links(skill: Skill) -> links.SkillLinks:
    return links.SkillLinks(skill=links.skill(skill.id))
