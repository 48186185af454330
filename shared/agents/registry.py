"""What people may do with the agents of their organisation, and with the skills these share."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import suppress

from shared.agents.lending import is_others, toolbox
from shared.backoff import pause
from shared.decisions import wording
from shared.decisions.handoffs import BUILDER, MASTER
from shared.decisions.permissions import may
from shared.errors import Conflict, Forbidden, InvalidRequest, NotFound, Stale
from shared.models.agent import Agent, AgentRecord, Skill
from shared.models.base import printable
from shared.models.principal import Principal
from shared.naming import aside, unmarked
from shared.services import Services, records_of

MAX_TRIES = 100
"""Far more than people who change one agent at a time."""
_ONLY_FOR_SOME = (
    "An agent that only some may run cannot be public. Share it with everybody in the organisation"
    " (users: []), or keep its card to yourselves (public: false)."
)


def may_change(who: Principal, agent: Agent) -> bool:
    """Let an agent's owner, its editors and administrators change it."""
    return who.user in (agent.owner, *agent.editors) or may(who.roles, "administer")


def may_read(services: Services, who: Principal, agent: Agent) -> bool:
    """Let those see an agent who may run it, or change it."""
    return services.may_run(who, agent) or may_change(who, agent)


async def readable(services: Services, who: Principal, agent_id: str) -> tuple[Agent, str]:
    """Return the agent that a person knows by an id, and its etag.

    Raises NotFound, also where it is only hidden. One's own comes first, then the one that was
    there first, then what others made beside that.
    """
    for name in (aside(agent_id, who.user), agent_id):
        if found := await _readable(services, who, name):
            return found
    index = await services.catalogue.index(who.tenant, fresh=True)
    for entry in index.entries:
        if unmarked(entry.agent.id) == agent_id != entry.agent.id and (
            found := await _readable(services, who, entry.agent.id)
        ):
            return found
    raise _absent(agent_id)


async def _readable(services: Services, who: Principal, agent_id: str) -> tuple[Agent, str] | None:
    try:
        agent, etag = await services.agents.get(who.tenant, agent_id)
    except NotFound:
        return None
    return (agent, etag) if may_read(services, who, agent) else None


async def created(services: Services, who: Principal, agent: Agent) -> tuple[Agent, str]:
    """Make an agent, owned by who asks.

    Raises Forbidden, InvalidRequest, or Conflict when its id is taken: by an agent that the person
    can see, or could before it was deleted. One that is hidden from them takes no id from them;
    theirs stands beside it, and nothing tells them so. Made again by the same person with the same
    `origin`, it is found as it is by now.
    """
    _check_may_build(who)
    await _check(services, who.tenant, agent)
    now = services.clock.now()
    update = {"owner": who.user, "version": 1, "created_at": now, "updated_at": now}
    made = await _with_library(services, who.tenant, agent.model_copy(update=update))
    try:
        there, etag = await readable(services, who, agent.id)
    except NotFound:
        return await _added(services, who, made)
    return _own_work(who, made, there), etag


async def _added(services: Services, who: Principal, made: Agent) -> tuple[Agent, str]:
    """Save a new agent under its id or, where a hidden one has that, beside it."""
    for name in (made.id, aside(made.id, who.user)):
        named = made.model_copy(update={"id": name})
        try:
            etag = await services.agents.save(who.tenant, named, None)
        except Conflict:
            if there := await _readable(services, who, name):
                return _own_work(who, made, there[0]), there[1]
            last = await services.agents.versions(who.tenant, name, 1)
            if last and may_read(services, who, last[0]):
                raise Conflict(
                    f"An agent {made.id!r} was deleted lately and can still be restored;"
                    " choose another id."
                ) from None
            continue
        services.catalogue.outdate(who.tenant)
        return named, etag
    raise _taken(made.id)


def _own_work(who: Principal, wanted: Agent, there: Agent) -> Agent:
    """Return what is there if it is what was wanted, made before; raise Conflict otherwise."""
    if wanted.origin and (there.origin, there.owner) == (wanted.origin, who.user):
        return there
    raise _taken(wanted.id)


async def replaced(
    services: Services, who: Principal, agent: Agent, etag: str
) -> tuple[Agent, str]:
    """Change an agent: a new version, whose owner and origin stay.

    Raises Stale, Forbidden, NotFound or InvalidRequest.
    """
    before = await _changeable(services, who, agent.id, etag)
    await _check(services, who.tenant, agent)
    kept = ("id", "owner", "origin", "created_at")
    lasting = {field: getattr(before, field) for field in kept}
    return await _saved(services, who, before, agent.model_copy(update=lasting), etag)


async def rolled_back(
    services: Services, who: Principal, agent_id: str, number: int, etag: str
) -> tuple[Agent, str]:
    """Make an agent again, as a new version, what it was in an earlier one.

    Who may change it, who may run it, whether it is on and whether its card is public stay as they
    are: somebody who was shut out is not let in again. Raises Stale, Forbidden or NotFound.
    """
    before = await _changeable(services, who, agent_id, etag)
    earlier = await services.agents.version(who.tenant, before.id, number)
    lasting = ("owner", "editors", "users", "enabled", "public", "origin", "created_at")
    update = {field: getattr(before, field) for field in lasting}
    return await _saved(services, who, before, earlier.model_copy(update=update), etag)


async def switched(
    services: Services,
    who: Principal,
    agent_id: str,
    enabled: bool,  # noqa: FBT001 - one place of a list of facts
    etag: str,
) -> tuple[Agent, str]:
    """Turn an agent on or off; raise Stale, Forbidden or NotFound."""
    before = await _changeable(services, who, agent_id, etag)
    if before.enabled == enabled:
        return before, etag
    after = before.model_copy(update={"enabled": enabled})
    return await _saved(services, who, before, after, etag)


async def cloned(
    services: Services, who: Principal, agent_id: str, new_id: str, name: str
) -> tuple[Agent, str]:
    """Make an agent that does the same, owned by who asks.

    Nobody is told what they could not read before: the clone of an agent that is only for some is
    its new owner's alone at first. Raises NotFound, Conflict or InvalidRequest.
    """
    _check_id(new_id)
    original, _ = await readable(services, who, agent_id)
    fresh = {"id": new_id, "name": name, "enabled": True, "public": False, "editors": ()}
    update = {**fresh, "origin": "", "users": (who.user,) if original.users else ()}
    return await created(services, who, original.model_copy(update=update))


async def deleted(services: Services, who: Principal, agent_id: str, etag: str) -> None:
    """Delete an agent, so that it can be restored for a while.

    Raises Stale, Forbidden or NotFound.
    """
    agent = await _changeable(services, who, agent_id, etag)
    try:
        await services.agents.delete(who.tenant, agent.id, etag, services.clock.now())
    except Conflict:
        raise await _stale(services, who, agent.id) from None


async def restored(services: Services, who: Principal, agent_id: str) -> tuple[Agent, str]:
    """Bring a deleted agent back; raise NotFound, Forbidden, or Conflict when it is not deleted."""
    last = await deleted_one(services, who, agent_id)
    if last is None:
        last, _ = await readable(services, who, agent_id)
    _check_may_change(who, last)
    await services.agents.restore(who.tenant, last.id, services.clock.now())
    return await _brought_up_to_date(services, who.tenant, last.id)


async def deleted_one(services: Services, who: Principal, agent_id: str) -> Agent | None:
    """Return what an agent was before, or was last, by the id a person knows it by; or None."""
    for name in (aside(agent_id, who.user), agent_id):
        past = await services.agents.versions(who.tenant, name, 1)
        if past and may_read(services, who, past[0]):
            return past[0]
    return None


async def statistics(services: Services, who: Principal, agent_id: str) -> AgentRecord | None:
    """Return how an agent's runs ended, if there were any; raise NotFound.

    Runs of another agent that had its id before do not count.
    """
    agent, _ = await readable(services, who, agent_id)
    return (await records_of(services, who.tenant, [agent])).get(agent.id)


async def skill_saved(
    services: Services, who: Principal, skill: Skill, etag: str | None
) -> tuple[Skill, str]:
    """Save a skill of the library (etag None: a new one), then its copies in the agents.

    The library is everybody's, so nothing here may depend on agents that are hidden from whoever
    changes it: these keep what they have, as skills of their own. Saving what is there already
    changes only the copies that are behind, whatever the etag: so what broke off half-way is
    finished by doing it again. Raises Stale, Conflict when there is one already, NotFound,
    InvalidRequest, or Forbidden to those who may not change all the agents they see that share it.
    """
    _check_may_build(who)
    _check_id(skill.id)
    await _check_tools(services, who.tenant, skill.tools)
    hidden = await _hidden_sharing(services, who, skill.id)
    saved = skill.model_copy(update={"shared": ""})
    await _check_replaces(services, who.tenant, saved, etag)
    await _made_own(services, who.tenant, skill.id, hidden)
    try:
        kept = await services.skills.save(who.tenant, saved, etag)
    except Conflict:
        there, kept = await services.skills.get(who.tenant, skill.id)
        if there != saved and etag is None:
            raise _in_library(skill.id) from None
        if there != saved:
            raise _stale_skill(there, kept) from None
    await _copied_to_agents(services, who.tenant, skill.id)
    return saved, kept


async def skill_deleted(services: Services, who: Principal, skill_id: str, etag: str) -> None:
    """Remove a skill from the library; its copies become skills of their agents' own.

    Raises Stale, NotFound, or Forbidden to those who may not change all these agents.
    """
    _check_may_build(who)
    hidden = await _hidden_sharing(services, who, skill_id)
    sharing = {agent.id for agent in await _sharing(services, who.tenant, skill_id)}
    try:
        await services.skills.delete(who.tenant, skill_id, etag)
    except NotFound:
        if not sharing - hidden:  # otherwise it broke off before the copies knew
            raise
    except Conflict:
        raise _stale_skill(*await services.skills.get(who.tenant, skill_id)) from None
    await _copied_to_agents(services, who.tenant, skill_id)


async def _changeable(services: Services, who: Principal, agent_id: str, etag: str) -> Agent:
    agent, current = await readable(services, who, agent_id)
    _check_may_change(who, agent)
    if current != etag:
        raise _changed(agent, current)
    return agent


async def _saved(
    services: Services, who: Principal, before: Agent, after: Agent, etag: str
) -> tuple[Agent, str]:
    new = await _with_library(services, who.tenant, _next(services, before, after))
    try:
        return new, await services.agents.save(who.tenant, new, etag)
    except Conflict:
        raise await _stale(services, who, before.id) from None


def _next(services: Services, before: Agent, after: Agent) -> Agent:
    update = {"version": before.version + 1, "updated_at": services.clock.now()}
    return after.model_copy(update=update)


async def _copied_to_agents(services: Services, tenant: str, skill_id: str) -> None:
    for agent in await _sharing(services, tenant, skill_id):
        try:
            await _brought_up_to_date(services, tenant, agent.id)
        except NotFound:
            continue  # deleted meanwhile; a restored agent is brought up to date then


async def _brought_up_to_date(services: Services, tenant: str, agent_id: str) -> tuple[Agent, str]:
    """Save an agent with its copies as the library has them now, unless it is so already.

    The agent is read before the library, so that of two who do this for two changes of a skill
    the later change is what stays. Raises NotFound.
    """

    async def newer(agent: Agent) -> Agent:
        return await _with_library(services, tenant, agent)

    return await _rewritten(services, tenant, agent_id, newer)


async def _rewritten(
    services: Services, tenant: str, agent_id: str, how: Callable[[Agent], Awaitable[Agent]]
) -> tuple[Agent, str]:
    """Save an agent as `how` makes it, unless that is what it is; raise NotFound."""
    for tried in range(1, MAX_TRIES + 1):
        agent, etag = await services.agents.get(tenant, agent_id)
        after = await how(agent)
        if after == agent:
            return agent, etag
        after = _next(services, agent, after)
        try:
            return after, await services.agents.save(tenant, after, etag)
        except Conflict:
            await pause(tried)
    raise Conflict(f"The agent {agent_id!r} kept changing; try again.")


async def _with_library(services: Services, tenant: str, agent: Agent) -> Agent:
    """Return an agent with its copies as the library has them; what it lacks is the agent's own."""
    library: dict[str, Skill] = {}
    for skill_id in {skill.shared for skill in agent.skills if skill.shared}:
        try:
            library[skill_id], _ = await services.skills.get(tenant, skill_id)
        except NotFound:
            continue
    skills = tuple(_copy(skill, library) for skill in agent.skills)
    return agent.model_copy(update={"skills": skills})


def _copy(skill: Skill, library: Mapping[str, Skill]) -> Skill:
    original = library.get(skill.shared)
    if original is None:
        return skill.model_copy(update={"shared": ""})
    return original.model_copy(update={"id": skill.id, "shared": original.id})


async def _sharing(services: Services, tenant: str, skill_id: str) -> list[Agent]:
    agents = await services.agents.list(tenant)
    return [a for a in agents if any(skill.shared == skill_id for skill in a.skills)]


async def _check(services: Services, tenant: str, agent: Agent) -> None:
    product = {BUILDER, MASTER, *(ours.id for ours in services.domain_agents)}
    if agent.id.casefold() in product:
        raise InvalidRequest(f"The id {agent.id!r} is taken by the product; choose another one.")
    domains = {ours.domain for ours in services.domain_agents}
    if agent.domain and agent.domain not in domains:
        offered = ", ".join(sorted(domains))
        raise InvalidRequest(f"There is no domain {agent.domain!r}; there are {offered}.")
    if agent.public and agent.users:
        raise InvalidRequest(_ONLY_FOR_SOME)
    named = (*agent.tools, *(tool for s in agent.skills for tool in s.tools))
    await _check_tools(services, tenant, named)


def _check_id(value: str) -> None:
    try:
        printable(value)
    except ValueError as error:
        raise InvalidRequest(f"An id {error}.") from error


async def _check_tools(services: Services, tenant: str, tools: Collection[str]) -> None:
    lent = any(map(is_others, tools))
    known = await toolbox(services, tenant) if lent else services.tools
    for tool in tools:
        if tool not in known:
            raise InvalidRequest(f"There is no tool {tool!r}.")


def _check_may_build(who: Principal) -> None:
    if not may(who.roles, "build"):
        raise Forbidden(wording.MAY_NOT_BUILD)


def _check_may_change(who: Principal, agent: Agent) -> None:
    if not may_change(who, agent):
        raise Forbidden("Only its owner, its editors and administrators can change this agent.")


async def _hidden_sharing(services: Services, who: Principal, skill_id: str) -> frozenset[str]:
    """Return the agents sharing a skill that somebody must not learn of.

    Raises Forbidden where they see one that they may not change.
    """
    sharing = await _sharing(services, who.tenant, skill_id)
    seen = [agent for agent in sharing if may_read(services, who, agent)]
    if not all(may_change(who, agent) for agent in seen):
        raise Forbidden(
            "Agents that you can't change use this skill; ask an administrator to change it."
        )
    return frozenset(agent.id for agent in sharing) - {agent.id for agent in seen}


async def _check_replaces(services: Services, tenant: str, skill: Skill, etag: str | None) -> None:
    """Raise what saving a skill would, while nothing has been done for it yet."""
    try:
        there, current = await services.skills.get(tenant, skill.id)
    except NotFound:
        if etag is not None:
            raise
        return
    if there != skill and etag is None:
        raise _in_library(skill.id)
    if there != skill and current != etag:
        raise _stale_skill(there, current)


async def _made_own(services: Services, tenant: str, skill_id: str, agents: Iterable[str]) -> None:
    """Have agents keep their copies of a skill as skills of their own."""

    async def own(agent: Agent) -> Agent:
        copies = (
            skill.model_copy(update={"shared": ""}) if skill.shared == skill_id else skill
            for skill in agent.skills
        )
        return agent.model_copy(update={"skills": tuple(copies)})

    for name in agents:
        with suppress(NotFound):  # deleted meanwhile
            await _rewritten(services, tenant, name, own)


async def _stale(services: Services, who: Principal, agent_id: str) -> Stale:
    """Return what tells that somebody was faster; raise NotFound if they deleted the agent."""
    return _changed(*await readable(services, who, agent_id))


def _changed(current: Agent, etag: str) -> Stale:
    return Stale("Somebody has changed this agent since you read it.", current, etag)


def _stale_skill(current: Skill, etag: str) -> Stale:
    return Stale("Somebody has changed this skill since you read it.", current, etag)


def _in_library(skill_id: str) -> Conflict:
    return Conflict(f"There is a skill {skill_id!r} in the library already.")


def _taken(agent_id: str) -> Conflict:
    return Conflict(f"There is an agent {agent_id!r} already; choose another id.")


def _absent(agent_id: str) -> NotFound:
    return NotFound(f"There is no agent {agent_id!r}.")
