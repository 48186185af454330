"""Bearer tokens of Microsoft Entra, checked here and by nobody else."""

import json
import re
from typing import Any, NoReturn, cast

import jwt

from shared.errors import TokenRefused
from shared.models.principal import Principal
from shared.ports import Clock
from shared.security.claims import Admission, Claims, admitted
from shared.security.identity import Call, bearer
from shared.security.keys import Keys, SigningKey

MOST_CHARACTERS = 16_384
_ALGORITHM = "RS256"
_KID = re.compile(r"[\x21-\x7e]{1,200}")


class BearerTokens:
    """Takes whoever an access token was given to for the caller."""

    def __init__(self, admission: Admission, keys: Keys, clock: Clock) -> None:
        self._admission = admission
        self._keys = keys
        self._clock = clock

    async def authenticate(self, call: Call) -> Principal:
        """Return the caller; raise Unauthenticated, NotAdmitted, or UpstreamUnavailable."""
        claims, key = await self._signed(bearer(call.authorization))
        who = admitted(claims, self._admission, self._clock.now().timestamp())
        if not key.signs_for(self._admission.issuer(who.tenant), who.tenant):
            raise TokenRefused("This token's key is not its issuer's.", "token_issuer")
        return who

    async def _signed(self, token: str) -> tuple[Claims, SigningKey]:
        """Return what a token says, and what it is signed with."""
        if len(token) > MOST_CHARACTERS:
            raise TokenRefused("This token is too long.", "token_too_long")
        key = await self._keys.find(_kid(_header(token)))
        if key is None:
            raise TokenRefused("This token's key is unknown.", "token_key_unknown")
        try:
            payload = jwt.PyJWS().decode(token, key.public, algorithms=[_ALGORITHM])
        except jwt.InvalidTokenError as error:
            raise TokenRefused("This token's signature is wrong.", "token_signature") from error
        return _object(payload), key


def _header(token: str) -> dict[str, Any]:
    """Return a token's header; keys in it, or where to find some, are not looked at."""
    try:
        header = jwt.get_unverified_header(token)
    except jwt.InvalidTokenError as error:
        raise _malformed() from error
    if header.get("alg") != _ALGORITHM:
        raise TokenRefused(f"Tokens must be signed with {_ALGORITHM}.", "token_algorithm")
    if "crit" in header:
        raise _malformed()
    return header


def _kid(header: dict[str, Any]) -> str:
    kid = header.get("kid")
    if not isinstance(kid, str) or not _KID.fullmatch(kid):
        raise TokenRefused("This token names no key.", "token_key_unknown")
    return kid


def _object(payload: bytes) -> dict[str, Any]:
    """Return strict JSON: no name twice, no number that is none."""
    try:
        found: Any = json.loads(payload, object_pairs_hook=_once, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise _malformed() from error
    if not isinstance(found, dict):
        raise _malformed()
    return cast("dict[str, Any]", found)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name is there twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _malformed() -> TokenRefused:
    return TokenRefused("This is not a token.", "token_malformed")
