"""The answer to what no route is for."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence

from azurefunctions.extensions.http.fastapi import Request, Response

from shared.errors import InvalidRequest, NotFound
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services

Handler = Callable[[Request, Principal, Engine, Services], Awaitable[Response]]

_PARAMETER = re.compile(r"\{\w+\}")


class MethodNotAllowed(InvalidRequest):
    """The path is answered with other methods only."""

    code = "method_not_allowed"

    def __init__(self, message: str, allowed: Sequence[str]) -> None:
        super().__init__(message)
        self.allowed = tuple(allowed)


def refusing(routes: Mapping[str, Sequence[str]]) -> Handler:
    """Return what refuses a request, knowing each path's template and methods."""
    patterns = {re.compile(_PARAMETER.sub("[^/]+", path)): to for path, to in routes.items()}

    async def nothing_here(
        request: Request, caller: Principal, engine: Engine, services: Services
    ) -> Response:
        """Say that there is nothing, or what the path is answered with."""
        del caller, engine, services
        path = request.url.path.rstrip("/")
        for pattern, methods in patterns.items():
            if pattern.fullmatch(path):
                raise MethodNotAllowed(f"{path} is not answered with {request.method}.", methods)
        raise NotFound(f"There is nothing at {path or '/'}.")

    return nothing_here
