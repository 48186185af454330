"""Agents of other systems that an organisation's people may talk to: registered, looked at again.

Each is one of the organisation's agents, too, with one tool: passing a message on. Who may run it,
and whether it is on, is said there.
"""

from contextlib import suppress
from dataclasses import dataclass

from shared.agents import registry
from shared.agents.registering import Register
from shared.decisions.permissions import may
from shared.errors import Conflict, InvalidRequest, NotFound, OmniForgeError, ToolFailed
from shared.models.agent import Agent
from shared.models.principal import Principal
from shared.models.remote import RemoteAgent, RemoteCard
from shared.services import Services
from shared.tools.remote import agent_of, origin_of

REMOTE = Register[RemoteAgent]("remote agent", 50, lambda services: services.remote_agents)


@dataclass(frozen=True)
class Looked:
    """A remote agent as it was accepted, and its card as it is now.

    `now` is None where that was not looked at, or cannot be read: then `why` says why.
    """

    agent: RemoteAgent
    now: RemoteCard | None = None
    why: str = ""


async def registered(
    services: Services, who: Principal, name: str, url: str, credential: str
) -> RemoteAgent:
    """Read a card, and keep what it says as one of the organisation's agents.

    Raises Forbidden, InvalidRequest, Conflict, or ToolFailed where there is no card.
    """
    await REMOTE.check_new(services, who, name)
    card = await services.envoy.card(url)
    wanted = RemoteAgent(id=name, url=url, card=card, accepted_at=services.clock.now())
    sealed = services.envoy.seal(who.tenant, wanted, credential)
    kept = wanted.model_copy(update={"sealed": sealed})
    await REMOTE.add(services, who, kept)
    try:
        await _made_ours(services, who, kept)
    except OmniForgeError:
        await services.remote_agents.delete(who.tenant, name)
        raise
    return kept


async def looked(services: Services, who: Principal, name: str) -> Looked:
    """Return a remote agent and, for who may accept it, its card as it is now.

    Raises Forbidden or NotFound.
    """
    agent = await REMOTE.seen(services, who, name)
    if not may(who.roles, "administer"):
        return Looked(agent)
    try:
        return Looked(agent, await services.envoy.card(agent.url))
    except (ToolFailed, InvalidRequest) as error:
        return Looked(agent, why=str(error))


async def accepted(services: Services, who: Principal, name: str, digest: str) -> RemoteAgent:
    """Take over what a card says now, if that is the card that was looked at.

    Raises Forbidden, NotFound, Conflict where it says something else by now, or ToolFailed.
    """
    stored = await REMOTE.held(services, who, name)
    card = await services.envoy.card(stored.value.url)
    if card.digest != digest:
        raise Conflict("This is not what the card says now. Look at it again before you agree.")
    now = {"card": card, "accepted_at": services.clock.now()}
    kept = stored.value.model_copy(update=now)
    sealed = services.envoy.sealed_anew(who.tenant, stored.value, kept)
    kept = kept.model_copy(update={"sealed": sealed})
    await services.remote_agents.put(who.tenant, kept, stored.etag)
    with suppress(NotFound):  # somebody has deleted the agent: then it stays so
        await _reworded(services, who, kept, *await services.agents.get(who.tenant, name))
    return kept


async def given_up(services: Services, who: Principal, name: str) -> None:
    """Forget a remote agent, and delete ours that stands for it."""
    await REMOTE.held(services, who, name)
    with suppress(NotFound):
        agent, etag = await services.agents.get(who.tenant, name)
        if agent.origin == origin_of(name):
            await registry.deleted(services, who, name, etag)
    await services.remote_agents.delete(who.tenant, name)


async def _made_ours(services: Services, who: Principal, remote: RemoteAgent) -> None:
    """Make the agent that stands for a remote one; what was deleted with it comes back."""
    last = await registry.deleted_one(services, who, remote.id)
    if last is None or last.origin != origin_of(remote.id):
        await registry.created(services, who, agent_of(remote))
        return
    await _reworded(services, who, remote, *await registry.restored(services, who, remote.id))


async def _reworded(
    services: Services, who: Principal, remote: RemoteAgent, agent: Agent, etag: str
) -> None:
    """Have our agent say of itself what the card says."""
    told = agent_of(remote)
    words = {name: getattr(told, name) for name in ("name", "description", "skills", "examples")}
    await registry.replaced(services, who, agent.model_copy(update=words), etag)
