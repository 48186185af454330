"""Which version of A2A a request is of, by its header or its parameter (1.0, section 3.6)."""

from a2a.server.context import ServerCallContext
from a2a.utils.constants import VERSION_HEADER
from azurefunctions.extensions.http.fastapi import Request


def asked(request: Request) -> str:
    """Return the version that a request names; "" for none, which is 0.3."""
    return request.headers.get(VERSION_HEADER, request.query_params.get(VERSION_HEADER, ""))


def headed(request: Request) -> list[tuple[bytes, bytes]]:
    """Return a request's headers and its version among them, where alone the SDK looks for it."""
    own: list[tuple[bytes, bytes]] = list(request.scope["headers"])
    if VERSION_HEADER in request.headers or not asked(request):
        return own
    return [*own, (VERSION_HEADER.lower().encode(), asked(request).encode())]


def older(context: ServerCallContext) -> bool:
    """Return whether a call is of 0.3: it names no version, or that one."""
    return context.state["headers"].get(VERSION_HEADER.lower(), "0").startswith("0")
