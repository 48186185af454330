"""What a token of Microsoft Entra has to say before its bearer is somebody here.

The checks come in a fixed order, each with a code of its own. A signature, audience and expiry that
are right say little by themselves: the issuer must be that of the very tenant the token names, the
version 2.0, the audience one text, scope and roles exactly the agreed words in the agreed types.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from shared.decisions.permissions import GRANTED, SERVICE
from shared.errors import NotAdmitted, TokenRefused
from shared.models.principal import Principal

SKEW_SECONDS = 60
"""Clocks may differ by that much."""
LONGEST_LIFE_SECONDS = 24 * 60 * 60
"""Entra gives tokens for an hour or so, and never for more than a day."""
SCOPE = "access_as_user"
CONSUMERS = "9188040d-6c67-4c5b-b112-36a304b66dad"
"""The tenant of everybody's private Microsoft accounts."""

GUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_MOST_NAME_CHARACTERS = 100
_NO_MOMENT = 1e12
"""Seconds that are no date any more."""

Claims = Mapping[str, Any]


@dataclass(frozen=True)
class Admission:
    """Whom we let in: the audience that is us, tenants by id, and the authority that issues.

    `guests` lets in those whose home is another tenant.
    """

    audience: str
    tenants: frozenset[str]
    authority: str
    guests: bool = False

    def issuer(self, tenant: str) -> str:
        """Return who issues the tokens of a tenant."""
        return f"{self.authority}/{tenant}/v2.0"


def admitted(claims: Claims, admission: Admission, now: float) -> Principal:
    """Return who a token is of, whose signature was found right; raise TokenRefused or NotAdmitted.

    `now` is in seconds since 1970.
    """
    if claims.get("ver") != "2.0":
        raise TokenRefused("Only tokens of version 2.0 are taken.", "token_version")
    if claims.get("aud") != admission.audience:
        raise TokenRefused("This token was given for another application.", "token_audience")
    tenant = _tenant(claims, admission)
    if claims.get("iss") != admission.issuer(tenant):
        raise TokenRefused("This token's issuer is not that of its tenant.", "token_issuer")
    _check_times(claims, now)
    user = claims.get("oid")
    if not isinstance(user, str) or not GUID.fullmatch(user):
        raise TokenRefused("This token does not say who it was given to.", "token_subject")
    if "scp" in claims:
        return _person(claims, admission, Principal(tenant=tenant, user=user))
    return _service(claims, Principal(tenant=tenant, user=user))


def _tenant(claims: Claims, admission: Admission) -> str:
    tenant = claims.get("tid")
    if not isinstance(tenant, str) or not GUID.fullmatch(tenant):
        raise TokenRefused("This token does not say which tenant it is of.", "token_tenant")
    if tenant not in admission.tenants:
        raise NotAdmitted("Your organisation is not admitted here.", "organisation_not_admitted")
    return tenant


def _check_times(claims: Claims, now: float) -> None:
    begins, issued, ends = (_moment(claims, name) for name in ("nbf", "iat", "exp"))
    if ends <= now - SKEW_SECONDS:
        raise TokenRefused("This token has expired. Please sign in again.", "token_expired")
    if max(begins, issued) > now + SKEW_SECONDS:
        raise TokenRefused("This token is not valid yet.", "token_not_yet_valid")
    if not 0 < ends - issued <= LONGEST_LIFE_SECONDS:
        raise TokenRefused("This token is valid for longer than a day.", "token_lifetime")


def _moment(claims: Claims, name: str) -> float:
    value = claims.get(name)
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < _NO_MOMENT:
        return value
    raise TokenRefused(f"This token's {name} is not a moment.", "token_times")


def _person(claims: Claims, admission: Admission, who: Principal) -> Principal:
    scope = claims["scp"]
    if not isinstance(scope, str) or SCOPE not in scope.split(" "):
        raise TokenRefused(f"This token lacks the scope {SCOPE}.", "token_scope")
    if claims.get("idtyp", "user") != "user":
        raise TokenRefused("This token is neither a person's nor a service's.", "token_kind")
    if not admission.guests and _is_guest(claims, admission):
        raise NotAdmitted("Guests of an organisation are not admitted here.", "guest_not_admitted")
    roles = _roles(claims) or ("member",)
    name = claims.get("name")
    shown = " ".join(name.split())[:_MOST_NAME_CHARACTERS] if isinstance(name, str) else ""
    return who.model_copy(update={"roles": roles, "name": shown})


def _is_guest(claims: Claims, admission: Admission) -> bool:
    """Return whether somebody's home is elsewhere; what cannot be told is taken for that."""
    home = (admission.issuer(claims["tid"]), f"https://sts.windows.net/{claims['tid']}/")
    account = claims.get("acct", 0)
    return claims.get("idp", home[0]) not in home or type(account) is not int or account != 0


def _service(claims: Claims, who: Principal) -> Principal:
    """Return a service: only its token says that it is one, an id token has roles as well."""
    if claims.get("idtyp") != "app":
        raise TokenRefused("This is no access token: it has no scope.", "token_kind")
    roles = _roles(claims)
    if not roles:
        raise TokenRefused("This service was given no role here.", "token_roles")
    return who.model_copy(update={"roles": (*roles, SERVICE)})


def _roles(claims: Claims) -> tuple[str, ...]:
    """Return the roles that are ours, as we name them; others mean nothing here."""
    given = claims.get("roles", [])
    if not isinstance(given, list):
        raise TokenRefused("This token's roles are not a list of texts.", "token_roles")
    names = cast("list[Any]", given)
    if not all(isinstance(name, str) for name in names):
        raise TokenRefused("This token's roles are not a list of texts.", "token_roles")
    return tuple(role for role in GRANTED if role.capitalize() in names)
