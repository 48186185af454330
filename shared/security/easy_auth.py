"""Callers that Azure's built-in authentication has signed in before the app is reached.

It tells who that is in a header, which anybody could send where it is switched off. So it counts
only where the platform itself says that it is on, and from the Functions host, which is on the same
machine; and what it says has to pass the same checks as a token would.
"""

import base64
import json
from collections.abc import Iterable, Mapping
from typing import Any, cast

from shared.errors import TokenRefused, Unauthenticated
from shared.models.principal import Principal
from shared.ports import Clock
from shared.security.claims import Admission, admitted
from shared.security.identity import Call, is_loopback

MOST_CHARACTERS = 65_536
_MICROSOFT = "http://schemas.microsoft.com/identity/claims/"
_NAMES = {
    f"{_MICROSOFT}tenantid": "tid",
    f"{_MICROSOFT}objectidentifier": "oid",
    f"{_MICROSOFT}scope": "scp",
    f"{_MICROSOFT}identityprovider": "idp",
    "http://schemas.microsoft.com/ws/2008/06/identity/claims/role": "roles",
}
"""What it calls some claims, besides their own names."""
_NUMBERS = frozenset({"exp", "iat", "nbf", "acct"})


class PlatformTold:
    """Takes whoever the platform says has signed in for the caller.

    `switched_on` is what the platform says of its authentication.
    """

    def __init__(self, admission: Admission, clock: Clock, *, switched_on: bool) -> None:
        self._admission = admission
        self._clock = clock
        self._switched_on = switched_on

    async def authenticate(self, call: Call) -> Principal:
        """Return the caller; raise Unauthenticated or NotAdmitted."""
        if not self._switched_on:
            raise Unauthenticated(
                "AUTH_MODE=easyauth works only on Azure, with its authentication switched on."
            )
        if call.peer is None or not is_loopback(call.peer):
            raise Unauthenticated("This call did not come through the platform.")
        if call.platform is None:
            raise Unauthenticated("Please sign in: the platform names nobody.")
        told = _told(call.platform)
        if told.get("auth_typ") != "aad":
            raise TokenRefused("This sign-in is not one with Microsoft Entra.", "token_issuer")
        return admitted(_claims(told), self._admission, self._clock.now().timestamp())


def _told(header: str) -> Mapping[str, Any]:
    malformed = TokenRefused(
        "What the platform says of the caller is malformed.", "token_malformed"
    )
    if len(header) > MOST_CHARACTERS:
        raise malformed
    try:
        found: Any = json.loads(base64.b64decode(header, validate=True))
    except (ValueError, RecursionError) as error:
        raise malformed from error
    if not isinstance(found, dict):
        raise malformed
    return cast("dict[str, Any]", found)


def _claims(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return the claims as a token has them: each once and of its type, roles as a list."""
    found: dict[str, Any] = {}
    roles: list[str] = []
    twice: set[str] = set()
    for name, value in _pairs(told):
        if name == "roles":
            roles.append(value)
        elif name in found:
            twice.add(name)
        else:
            found[name] = _typed(name, value)
    once = {name: value for name, value in found.items() if name not in twice}
    return {**once, "roles": roles}


def _pairs(told: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    listed, role = told.get("claims"), told.get("role_typ")
    for each in cast("list[Any]", listed) if isinstance(listed, list) else []:
        pair = cast("dict[str, Any]", each) if isinstance(each, dict) else {}
        name, value = pair.get("typ"), pair.get("val")
        if isinstance(name, str) and isinstance(value, str):
            yield ("roles" if name == role else _NAMES.get(name, name)), value


def _typed(name: str, value: str) -> str | int:
    return int(value) if name in _NUMBERS and value.isascii() and value.isdecimal() else value
