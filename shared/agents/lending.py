"""Servers whose tools an organisation's agents may use: registered, looked at again, given up."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from shared.agents.registering import Register
from shared.decisions.permissions import may
from shared.errors import Conflict, InvalidRequest, ToolFailed
from shared.models.lent import LentTool, Offered, ToolServer
from shared.models.principal import Principal
from shared.models.run import AgentRun
from shared.services import Services
from shared.tools.lent.offers import Change, changes, is_lent, looked_at, offer_of
from shared.tools.lent.tools import absent, tools_of
from shared.tools.remote import called, is_remote
from shared.tools.remote import tools_of as remote_tools
from shared.tools.tool import Toolbox

_DROPPED = "I can't do this any more: the tool {name}, which does it, is gone."
SERVERS = Register[ToolServer]("tool server", 20, lambda services: services.tool_servers)


@dataclass(frozen=True)
class Changed:
    """A tool that is not as it was accepted, by its name there; `now` is as which it would be.

    None where there is none that could be used: `why` says why of one that is there.
    """

    name: str
    change: Change
    now: LentTool | None = None
    why: str = ""


@dataclass(frozen=True)
class Looked:
    """A server as it was accepted, and what is not like that any more.

    `offer` stands for what it offers now; "" where it does not answer, and `why` says why.
    """

    server: ToolServer
    offer: str = ""
    changes: tuple[Changed, ...] = ()
    why: str = ""


async def toolbox(services: Services, tenant: str, only: Collection[str] | None = None) -> Toolbox:
    """Return all tools there are for an organisation's agents: ours, and those lent to it.

    With `only`, of the lent ones no others than those. Agents of other systems are tools, too.
    """
    tools = dict(services.tools)
    if only is None or any(map(is_lent, only)):
        for server in await services.tool_servers.list(tenant):
            tools |= tools_of(services.lender, tenant, server, only)
    if only is None or any(map(is_remote, only)):
        known = await services.remote_agents.list(tenant)
        wanted = [one for one in known if only is None or called(one.id) in only]
        tools |= remote_tools(services.envoy, tenant, wanted)
    return tools


async def equipped(services: Services, tenant: str, names: Iterable[str]) -> Services:
    """Return services that have those of some tools, too, that others lend to an organisation.

    One that is not lent any more is there as well, and says so. Where none is lent nothing is read.
    """
    lent = {name for name in names if is_others(name)}
    if not lent:
        return services
    tools = await toolbox(services, tenant, lent)
    gone = {name: absent(name) for name in lent - tools.keys()}
    return replace(services, tools={**tools, **gone})


async def equipped_for(services: Services, tenant: str, run: AgentRun | None) -> Services:
    """Return services for the calls that a run has planned, each of which has its tool.

    A call can wait for days: what is gone by then is there as well, and says so.
    """
    if run is None:
        return services
    steps = {step.tool for step in run.steps}
    there = await equipped(services, tenant, {*run.tools, *steps})
    gone = {name: absent(name, _DROPPED) for name in steps - there.tools.keys()}
    return replace(there, tools={**there.tools, **gone}) if gone else there


def is_others(tool: str) -> bool:
    """Return whether a name is that of a tool by which others are reached."""
    return is_lent(tool) or is_remote(tool)


async def registered(
    services: Services, who: Principal, server: ToolServer, credential: str
) -> ToolServer:
    """Look at what a new server offers, and keep it.

    Raises Forbidden, InvalidRequest, Conflict, TooLarge, or ToolFailed where it does not answer.
    """
    SERVERS.check_may(who)
    services.lender.check(server.url, server.command)
    await SERVERS.check_new(services, who, server.id)
    sealed = services.lender.seal(who.tenant, server, credential)
    wanted = server.model_copy(update={"sealed": sealed})
    kept = _accepting(services, wanted, await services.lender.offers(who.tenant, wanted))
    await SERVERS.add(services, who, kept)
    return kept


async def looked(services: Services, who: Principal, server_id: str) -> Looked:
    """Return a server and, for who may accept it, how what it offers now differs.

    Raises Forbidden or NotFound.
    """
    server = await SERVERS.seen(services, who, server_id)
    if not may(who.roles, "administer"):
        return Looked(server)
    try:
        offers = await services.lender.offers(who.tenant, server)
    except ToolFailed as error:
        return Looked(server, why=str(error))
    return Looked(server, offer_of(offers), _changed(server, offers))


async def accepted(services: Services, who: Principal, server_id: str, offer: str) -> ToolServer:
    """Take over what a server offers now, if that is the `offer` that was looked at.

    Raises Forbidden, NotFound, Conflict where it offers something else by now, or ToolFailed.
    """
    stored = await SERVERS.held(services, who, server_id)
    offers = await services.lender.offers(who.tenant, stored.value)
    if offer_of(offers) != offer:
        raise Conflict("This is not what the server offers now. Look at it again before you agree.")
    sealed = services.lender.sealed_anew(who.tenant, stored.value)
    kept = _accepting(services, stored.value.model_copy(update={"sealed": sealed}), offers)
    await services.tool_servers.put(who.tenant, kept, stored.etag)
    return kept


async def given_up(services: Services, who: Principal, server_id: str) -> None:
    """Forget a server; agents that had its tools are told that they are gone."""
    await SERVERS.held(services, who, server_id)
    await services.tool_servers.delete(who.tenant, server_id)


def _changed(server: ToolServer, offers: Sequence[Offered]) -> tuple[Changed, ...]:
    """Return how what a server offers differs, each as it would be accepted."""
    usable, unusable = looked_at(offers)
    tools = {one.name: one for one in usable}
    why = {one.name: one.why for one in unusable if one.name not in tools}
    return tuple(
        Changed(name, change, tools.get(name), why.get(name, ""))
        for name, change in sorted(changes(server, offers).items())
    )


def _accepting(services: Services, server: ToolServer, offers: Sequence[Offered]) -> ToolServer:
    tools, unusable = looked_at(offers)
    if not tools:
        why = f" {unusable[0].name}: {unusable[0].why}" if unusable else ""
        raise InvalidRequest(f"The server offers no tool that can be used here.{why}")
    now: dict[str, object] = {
        "tools": tools,
        "unusable": unusable,
        "offer": offer_of(offers),
        "accepted_at": services.clock.now(),
    }
    return server.model_copy(update=now)
