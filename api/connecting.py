"""Connecting accounts where people sign in by token: by a link with a ticket, or by that token.

A browser that follows a link brings no token. So the link has a ticket, which says for whom: before
anything begins a page asks whether that is meant, because what is connected is that person's from
then on, whoever has followed the link.
"""

import secrets
from http import HTTPStatus

from azurefunctions.extensions.http.fastapi import Request, Response

from api import links
from api.connections import StartBody, back, forget_results, keep, origin, page, view
from api.parsing import parse
from api.problems import status_of
from api.shown import Shown, shown
from shared.errors import Forbidden, OmniForgeError
from shared.models.connection import Ticketed
from shared.models.principal import Principal
from shared.ports import Engine
from shared.security.identity import bearer
from shared.services import Services

_FORM = '<form method="post"><button>Go on</button></form>'


class LinkView(Shown):
    """A link that begins a sign-in."""

    link: str


async def post_link(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return a link that begins a sign-in in any browser, once, within two minutes."""
    del engine
    body = await parse(request, StartBody, optional=True)
    ticket = await services.accounts.ticket(caller, body.reach(request))
    return shown(LinkView(link=links.begin(origin(request, services), ticket)))


async def get_begin(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Ask whoever follows a link with a ticket whether to go on; the ticket stays good."""
    del caller, engine
    try:
        found = await services.accounts.ticketed(request.query_params.get("ticket", ""))
    except OmniForgeError as error:
        return _refused(error)
    return page(f"Connect {found.provider}", _asked(found), form=_FORM)


async def post_begin(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Begin the sign-in of a ticket and send the browser there."""
    del caller, engine
    here, cookie = origin(request, services), secrets.token_urlsafe(32)
    try:
        if request.headers.get("origin") != here:
            raise Forbidden("Please open the link itself and go on from there.")
        ticket = request.query_params.get("ticket", "")
        begun = await services.accounts.start_with(ticket, back(request, services), cookie)
    except OmniForgeError as error:
        return _refused(error)
    response = Response(status_code=HTTPStatus.SEE_OTHER, headers={"Location": begun.url})
    keep(response, begun, cookie, secure=here.startswith("https:"))
    return response


async def post_on_behalf_of(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Connect the account that the caller's own token opens; return it."""
    del engine
    body = await parse(request, StartBody, optional=True)
    token = bearer(request.headers.get("authorization"))
    connection = await services.accounts.on_behalf_of(caller, body.reach(request), token)
    await forget_results(services, caller)
    return shown(view(connection))


def _asked(found: Ticketed) -> str:
    whose = found.ticket.name or "the person this link was given to"
    return (
        f"The account you sign in to next will be used by the assistant for {whose}. Go on only if"
        " that is you and you asked for this link yourself."
    )


def _refused(error: OmniForgeError) -> Response:
    """Return a page that says what is wrong; what is ours to put right is no page."""
    status = status_of(error)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise error
    return page("Not connected", str(error), status)
