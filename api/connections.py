"""Connecting accounts: which there are, signing in at a provider and coming back, giving one up.

A sign-in belongs to who began it. The provider sends a browser back without saying who that is, so
the browser keeps a secret of its own in a cookie, and the state leads to the person.
"""

import html
import secrets
from collections.abc import Mapping
from http import HTTPStatus
from typing import Literal

from azurefunctions.extensions.http.fastapi import Request, Response
from pydantic import Field

from api import links, paths
from api.ids import path_id
from api.parsing import Body, parse
from api.problems import status_of
from api.shown import Shown, shown
from shared.errors import InvalidRequest, Misconfigured, OmniForgeError, ToolFailed
from shared.models.base import PrintableId
from shared.models.connection import Begun, Connection, Finished, Offer, Reach, Wish
from shared.models.principal import Principal
from shared.naming import digest
from shared.ports import Engine
from shared.security.identity import is_loopback
from shared.services import Services

COOKIE_SECONDS = 600

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>
<body><h1>{title}</h1><p>{text}</p>{form}</body></html>
"""
_POLICY = "default-src 'none'; frame-ancestors 'none'"


class StartBody(Body):
    """What is to be connected, and for what; without either, anything for everything."""

    domains: list[PrintableId] | None = None
    account: PrintableId | None = None

    def reach(self, request: Request) -> Reach:
        """Return it, of the provider in the request's path."""
        provider, domains = path_id(request, "provider"), tuple(self.domains or ())
        return Reach(provider=provider, domains=domains, account=self.account or "")


class CallbackBody(Body):
    """What the provider added to the address it sent a person's browser back to."""

    state: PrintableId
    code: str


class ConnectionView(Connection):
    """An account without its secrets; `reconnect` is where to sign in anew, if it needs that."""

    grant: str = Field(exclude=True)
    claims: str = Field(default="", exclude=True)
    reconnect: str | None


class ProviderView(Offer):
    """A provider whose accounts can be connected, and where that begins."""

    start: str


class ConnectionList(Shown):
    """A person's accounts, and the providers that can be connected."""

    connections: list[ConnectionView]
    providers: list[ProviderView]


class Begins(Shown):
    """Where to send the person."""

    url: str


class Revoked(Shown):
    """An account that was given up."""

    id: str
    deleted: Literal[True] = True


async def get_connections(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the caller's accounts, and the providers that can be connected."""
    del request, engine
    connections = await services.accounts.list(caller)
    offers = services.accounts.offers()
    providers = [ProviderView(**dict(one), start=links.start(one.id)) for one in offers]
    return shown(
        ConnectionList(connections=[view(one) for one in connections], providers=providers)
    )


async def post_start(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Begin a sign-in; return where to send the person."""
    del engine
    body = await parse(request, StartBody)
    begun, cookie = await _begun(request, caller, services, body.reach(request))
    response = shown(Begins(url=begun.url))
    keep(response, begun, cookie, secure=origin(request, services).startswith("https:"))
    return response


async def get_start(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Begin a sign-in and send the browser there: what a link in an answer leads to."""
    del engine
    given = request.query_params
    domains = tuple(filter(None, given.get("domains", "").split(",")))
    reach = Reach(
        provider=path_id(request, "provider"), domains=domains, account=given.get("account", "")
    )
    begun, cookie = await _begun(request, caller, services, reach)
    response = Response(status_code=HTTPStatus.FOUND, headers={"Location": begun.url})
    keep(response, begun, cookie, secure=origin(request, services).startswith("https:"))
    return response


async def get_callback(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Take a browser back from a provider; answer with a page that says what came of it."""
    del caller, engine  # the browser says nothing of who is calling: cookie and state do
    answer = dict(request.query_params)
    state = answer.get("state", "")
    cookie = request.cookies.get(_cookie_name(state), "")
    try:
        finished = await _finished(services, state, answer, caller=None, browser=cookie)
    except OmniForgeError as error:
        status = status_of(error)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR and not isinstance(error, ToolFailed):
            raise
        return page("Not connected", str(error), status)
    one = finished.connection
    response = page("Connected", f"{one.email} is connected. You can close this page.")
    response.delete_cookie(_cookie_name(state), path=paths.CONNECTIONS)
    return response


async def post_callback(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Take back what a client of the caller was sent back with; return the account."""
    del engine
    body = await parse(request, CallbackBody)
    answer = {"code": body.code}
    finished = await _finished(services, body.state, answer, caller=caller, browser="")
    return shown(view(finished.connection))


async def delete_connection(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Give an account up, at its provider too where that has a way to say so."""
    del engine
    gone = await services.accounts.revoke(caller, path_id(request, "connection"))
    await forget_results(services, caller)
    return shown(Revoked(id=gone.id))


async def _begun(
    request: Request, caller: Principal, services: Services, reach: Reach
) -> tuple[Begun, str]:
    cookie = secrets.token_urlsafe(32)
    wish = Wish(**reach.model_dump(), back=back(request, services), browser=cookie)
    return await services.accounts.start(caller, wish), cookie


async def _finished(
    services: Services,
    state: str,
    answer: Mapping[str, str],
    *,
    caller: Principal | None,
    browser: str,
) -> Finished:
    if not state:
        raise InvalidRequest("There is no sign-in that this belongs to.")
    finished = await services.accounts.finish(state, answer, caller=caller, browser=browser)
    await forget_results(services, finished.person)
    return finished


async def forget_results(services: Services, person: Principal) -> None:
    """Forget what was found in the accounts there were before."""
    for domain in sorted({tool.domain for tool in services.tools.values()}):
        await services.results.drop(person, domain)
    services.worlds.forget(person)


def origin(request: Request, services: Services) -> str:
    """Return where browsers reach this app: as set or, on this machine alone, as they just did."""
    if services.public_url:
        return services.public_url
    host = request.headers.get("host", "")
    if not is_loopback(host):
        raise Misconfigured("PUBLIC_URL is not set, so nobody can come back from signing in.")
    return f"{request.url.scheme}://{host}"


def back(request: Request, services: Services) -> str:
    """Return where providers send a browser back to."""
    return f"{origin(request, services)}{paths.CALLBACK}"


def keep(response: Response, begun: Begun, cookie: str, *, secure: bool) -> None:
    """Let the browser keep its secret until it is back; one for each sign-in it has begun."""
    response.set_cookie(
        _cookie_name(begun.state),
        cookie,
        max_age=COOKIE_SECONDS,
        path=paths.CONNECTIONS,
        secure=secure,
        httponly=True,
        samesite="lax",
    )


def _cookie_name(state: str) -> str:
    return f"connect-{digest(state)}"


def view(connection: Connection) -> ConnectionView:
    """Return an account without its secrets, and where to connect it anew if it needs that."""
    anew = connection.state == "needs_reauth"
    there = links.reconnect(connection.provider, connection.id) if anew else None
    return ConnectionView(**dict(connection), reconnect=there)


def page(title: str, text: str, status: HTTPStatus = HTTPStatus.OK, form: str = "") -> Response:
    """Return a page for a browser; `form` is HTML of ours, everything else is escaped.

    The address of a page has a code or a ticket in it, so no other site is told it. A form's is
    told to ourselves, since browsers say where a form comes from only then.
    """
    content = _PAGE.format(title=html.escape(title), text=html.escape(text), form=form)
    referrer = "same-origin" if form else "no-referrer"
    headers = {"Content-Security-Policy": _POLICY, "Referrer-Policy": referrer}
    return Response(content, status, headers, media_type="text/html")
