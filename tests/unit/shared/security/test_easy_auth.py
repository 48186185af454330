"""Callers whom Azure's own authentication signed in, told in a header."""

import base64
import json

import pytest

from shared.errors import NotAdmitted, TokenRefused, Unauthenticated
from shared.security.claims import Admission
from shared.security.easy_auth import PlatformTold
from shared.security.identity import Call
from tests.support.fakes import ManualClock
from tests.support.issuer import ANN, API, AUTHORITY, CONTOSO, FABRIKAM, Issuer

ADMISSION = Admission(audience=API, tenants=frozenset({CONTOSO}), authority=AUTHORITY)
ROLE = "http://schemas.microsoft.com/ws/2008/06/identity/claims/role"
LONG = {
    "tid": "http://schemas.microsoft.com/identity/claims/tenantid",
    "oid": "http://schemas.microsoft.com/identity/claims/objectidentifier",
    "scp": "http://schemas.microsoft.com/identity/claims/scope",
    "roles": ROLE,
}


def header(*more, auth_typ="aad", names=LONG, **changes):
    """Return what the platform says, in its own spelling of the claims."""
    claims = Issuer().claims(ManualClock().now().timestamp(), **changes)
    pairs = [
        {"typ": names.get(name, name), "val": str(each)}
        for name, value in claims.items()
        for each in (value if isinstance(value, list) else [value])
    ]
    told = {"auth_typ": auth_typ, "name_typ": "n", "role_typ": ROLE, "claims": [*pairs, *more]}
    return base64.b64encode(json.dumps(told).encode()).decode()


async def who(platform, *, switched_on=True, peer="127.0.0.1"):
    door = PlatformTold(ADMISSION, ManualClock(), switched_on=switched_on)
    return await door.authenticate(Call(peer=peer, platform=platform))


@pytest.mark.parametrize("names", [LONG, {}, {"roles": ROLE}])
async def test_who_signed_in_to_the_platform_is_the_caller(names):
    found = await who(header(names=names, roles=["Admin", "Member"]))
    assert (found.tenant, found.user, found.roles) == (CONTOSO, ANN, ("admin", "member"))


async def test_where_the_platform_does_not_sign_in_the_header_is_worth_nothing():
    with pytest.raises(Unauthenticated, match="switched on"):
        await who(header(), switched_on=False)


@pytest.mark.parametrize("peer", [None, "10.0.0.5", "203.0.113.9"])
async def test_what_did_not_come_through_the_platform_is_worth_nothing(peer):
    with pytest.raises(Unauthenticated, match="platform"):
        await who(header(), peer=peer)


async def test_without_the_header_nobody_is_known():
    with pytest.raises(Unauthenticated, match="sign in"):
        await who(None)


@pytest.mark.parametrize(
    ("platform", "code"),
    [
        ("", "token_malformed"),
        ("not base64!", "token_malformed"),
        (base64.b64encode(b"[]").decode(), "token_malformed"),
        (base64.b64encode(b"[" * 40_000).decode(), "token_malformed"),
        ("A" * 65_540, "token_malformed"),
        (base64.b64encode(b'{"auth_typ": "aad"}').decode(), "token_version"),
        (base64.b64encode(b'{"auth_typ": "aad", "claims": [1]}').decode(), "token_version"),
        (header(auth_typ="google"), "token_issuer"),
        (header(tenant=FABRIKAM), "organisation_not_admitted"),
        (header(iss=f"{AUTHORITY}/{FABRIKAM}/v2.0"), "token_issuer"),
        (header(aud="another"), "token_audience"),
        (header(exp=1_000), "token_expired"),
        (header(exp="soon"), "token_times"),
        (header(scp=None), "token_kind"),
        (header(acct=1), "guest_not_admitted"),
        (header({"typ": "oid", "val": "x"}), "token_subject"),
    ],
)
async def test_what_the_platform_says_is_checked_as_a_token_is(platform, code):
    with pytest.raises((TokenRefused, NotAdmitted)) as refused:
        await who(platform)
    assert refused.value.code == code
