"""Agents of other systems that an organisation's people may talk to (A2A)."""

from datetime import datetime
from http import HTTPStatus
from typing import Annotated, Any, Literal

from azurefunctions.extensions.http.fastapi import Request, Response
from pydantic import AfterValidator

from api import links
from api.ids import path_id
from api.parsing import Body, parse, refuse
from api.shown import Shown, shown
from api.tool_servers import credential_text, handle
from shared.agents import remotes
from shared.errors import ToolFailed
from shared.models.principal import Principal
from shared.models.remote import Interface, RemoteAgent, RemoteCard, RemoteSkill
from shared.ports import Engine
from shared.services import Services


class RemoteAgentBody(Body):
    """An agent to register: where its card is, and what it is shown as a bearer token."""

    id: Annotated[str, AfterValidator(handle)]
    url: str
    credential: Annotated[str, AfterValidator(credential_text)] = ""


class AcceptCardBody(Body):
    """What was looked at and is agreed to: the `offer` that the agent was shown with."""

    offer: str


class RemoteCardView(Shown):
    """What an agent's card says of it."""

    name: str
    description: str
    skills: list[RemoteSkill]
    interfaces: list[Interface]
    streaming: bool


class RemoteAgentView(RemoteCardView):
    """An agent as its card was when it was accepted: it is known by that until another is.

    `offer` stands for its card as it is now, and `changed`: that is another one, which says `now`.
    They say nothing to who may not accept it, and where the card cannot be read: then `unreachable`
    says why.
    """

    id: str
    url: str
    credential: bool
    accepted_at: datetime
    offer: str
    changed: bool
    now: RemoteCardView | None
    unreachable: str
    links: links.RemoteAgentLinks


class RemoteAgentBrief(Shown):
    """What a list says of an agent."""

    id: str
    name: str
    url: str
    accepted_at: datetime
    links: links.RemoteAgentLinks


class RemoteAgentList(Shown):
    """The remote agents of an organisation, by id."""

    agents: list[RemoteAgentBrief]


class RemoteAgentDeleted(Shown):
    """An agent that was given up."""

    id: str
    deleted: Literal[True] = True


async def get_remotes(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the organisation's remote agents in brief."""
    del request, engine
    known = await remotes.REMOTE.listed(services, caller)
    return shown(RemoteAgentList(agents=[_brief(one) for one in known]))


async def post_remote(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Register an agent: its card is read, and accepted as it is."""
    del engine
    body = await parse(request, RemoteAgentBody)
    try:
        kept = await remotes.registered(services, caller, body.id, body.url, body.credential)
    except ToolFailed as error:  # what was given leads to nobody who can be talked to
        refuse("url", str(error))
    location = {"Location": links.remote_agent(kept.id)}
    looked = remotes.Looked(kept, kept.card)
    return shown(_view(looked), HTTPStatus.CREATED, location)


async def get_remote(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return an agent and, for who may accept it, whether its card says something else by now."""
    del engine
    return shown(_view(await remotes.looked(services, caller, path_id(request, "remote"))))


async def post_accept_card(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Accept what an agent's card says now, as it was looked at."""
    del engine
    body = await parse(request, AcceptCardBody)
    kept = await remotes.accepted(services, caller, path_id(request, "remote"), body.offer)
    return shown(_view(remotes.Looked(kept, kept.card)))


async def delete_remote(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Give an agent up."""
    del engine
    name = path_id(request, "remote")
    await remotes.given_up(services, caller, name)
    return shown(RemoteAgentDeleted(id=name))


def _view(looked: remotes.Looked) -> RemoteAgentView:
    agent, now = looked.agent, looked.now
    changed = now is not None and now.digest != agent.card.digest
    return RemoteAgentView(
        **_said(agent.card),
        id=agent.id,
        url=agent.url,
        credential=bool(agent.sealed),
        accepted_at=agent.accepted_at,
        offer=now.digest if now is not None else "",
        changed=changed,
        now=RemoteCardView(**_said(now)) if now is not None and changed else None,
        unreachable=looked.why,
        links=_links(agent),
    )


def _said(card: RemoteCard) -> dict[str, Any]:
    return {name: getattr(card, name) for name in RemoteCardView.model_fields}


def _brief(agent: RemoteAgent) -> RemoteAgentBrief:
    return RemoteAgentBrief(
        id=agent.id,
        name=agent.card.name,
        url=agent.url,
        accepted_at=agent.accepted_at,
        links=_links(agent),
    )


def _links(agent: RemoteAgent) -> links.RemoteAgentLinks:
    return links.RemoteAgentLinks(remote=links.remote_agent(agent.id))
