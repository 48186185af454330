"""Bearer tokens: whose they are, and every kind that is refused."""

import json
from dataclasses import replace

import jwt
import pytest
from cryptography.hazmat.primitives import serialization

from shared.errors import NotAdmitted, TokenRefused, Unauthenticated
from shared.security.claims import CONSUMERS, Admission
from shared.security.identity import Call
from shared.security.keys import PublishedKeys
from shared.security.tokens import MOST_CHARACTERS, BearerTokens
from tests.support.fakes import ManualClock
from tests.support.issuer import (
    ANN,
    API,
    AUTHORITY,
    CONTOSO,
    FABRIKAM,
    ROBOT,
    SPA,
    Issuer,
    by_hand,
    private_key,
    signed,
)

ADMISSION = Admission(audience=API, tenants=frozenset({CONTOSO, CONSUMERS}), authority=AUTHORITY)
NOW = ManualClock().now().timestamp()


class Door:
    """An issuer, and who is let in by its tokens."""

    def __init__(self, **changes):
        self.clock, self.issuer = ManualClock(), Issuer()
        keys = PublishedKeys(
            f"{AUTHORITY}/common/discovery/v2.0/keys", self.issuer.client(), self.clock
        )
        self.tokens = BearerTokens(replace(ADMISSION, **changes), keys, self.clock)

    async def enter(self, token, scheme="Bearer"):
        return await self.tokens.authenticate(Call(peer=None, authorization=f"{scheme} {token}"))


@pytest.fixture
def door():
    return Door()


def claims(**changes):
    return Issuer().claims(NOW, **changes)


def token(**changes):
    return Issuer().sign(claims(**changes))


async def test_a_person_is_known_by_tenant_and_object_id_and_has_their_roles(door):
    who = await door.enter(token(roles=["Builder", "Approver", "Other.Role"]))
    assert (who.tenant, who.user) == (CONTOSO, ANN)
    assert who.roles == ("builder", "approver")
    assert who.name == "Ann Byron"


async def test_names_decide_nothing(door):
    one = await door.enter(token(name="Ann", preferred_username="ann@contoso.example"))
    other = await door.enter(token(name="Eve", preferred_username="eve@contoso.example"))
    assert (one.tenant, one.user, one.roles) == (other.tenant, other.user, other.roles)


@pytest.mark.parametrize("roles", [None, [], ["Unheard.Of"]])
async def test_a_person_without_a_role_is_a_member(door, roles):
    assert (await door.enter(token(roles=roles))).roles == ("member",)


async def test_a_name_is_shown_on_one_line_and_not_without_end(door):
    assert (await door.enter(token(name=" Ann\n\tByron " + "x" * 500))).name.startswith("Ann Byron")
    assert len((await door.enter(token(name="x" * 500))).name) == 100
    assert (await door.enter(token(name=["Ann"]))).name == ""


async def test_a_service_has_its_roles_and_is_marked_as_one(door):
    given = Issuer().service_claims(NOW, roles=["Admin"])
    who = await door.enter(Issuer().sign(given))
    assert (who.tenant, who.user, who.roles) == (CONTOSO, ROBOT, ("admin", "service"))


@pytest.mark.parametrize(
    "good",
    [
        {"exp": NOW - 59, "iat": NOW - 3600, "nbf": NOW - 3600},
        {"nbf": NOW + 59, "iat": NOW + 59},
        {"exp": NOW + 86_390, "iat": NOW - 10},
        {"scp": "openid access_as_user profile"},
        {"idtyp": None},
        {"acct": None},
        {"idp": f"https://sts.windows.net/{CONTOSO}/"},
        {"idp": f"{AUTHORITY}/{CONTOSO}/v2.0"},
    ],
)
async def test_what_is_within_the_rules_is_taken(door, good):
    assert (await door.enter(token(**good))).user == ANN


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER  "])
async def test_the_scheme_is_spelt_as_anyone_likes(door, scheme):
    assert (await door.enter(token(), scheme)).user == ANN


async def test_where_to_find_a_key_is_not_taken_from_the_token(door):
    theirs = private_key("attacker")
    public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(theirs.public_key()))
    lure = {"jku": "https://evil.example", "x5u": "https://evil.example", "jwk": public}
    assert (await door.enter(Issuer().sign(claims(), **lure))).user == ANN
    with pytest.raises(TokenRefused):
        await door.enter(Issuer().sign(claims(), key=theirs, **lure))
    assert door.issuer.asked == 1


def _public_as_secret():
    """The public key, as the secret of a symmetric signature."""
    pem = (
        private_key("key-1")
        .public_key()
        .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    )
    body = by_hand({"alg": "HS256", "kid": "key-1"}, claims()).rpartition(".")[0]
    made = jwt.algorithms.HMACAlgorithm(jwt.algorithms.HMACAlgorithm.SHA256)
    signature = made.sign(body.encode(), pem)
    return f"{body}.{jwt.utils.base64url_encode(signature).decode()}"


def _tampered():
    head, _, signature = token(roles=["Member"]).split(".")
    forged = jwt.utils.base64url_encode(json.dumps(claims(roles=["Owner"])).encode()).decode()
    return f"{head}.{forged}.{signature}"


def _sign(**header):
    return lambda: Issuer().sign(claims(), **header)


def _said(**changes):
    return lambda: token(**changes)


def _raw(payload):
    return lambda: signed(payload, private_key("key-1"), header={"kid": "key-1"})


def _service(**changes):
    return lambda: Issuer().sign(Issuer().service_claims(NOW, **changes))


BAD = {
    # the form
    "longer than any": (lambda: token(pad="x" * MOST_CHARACTERS), "token_too_long"),
    "no token at all": (lambda: "hello", "token_malformed"),
    "two parts": (lambda: token().rpartition(".")[0], "token_malformed"),
    "a header that is no object": (lambda: by_hand([], claims()), "token_malformed"),
    "claims that are no object": (_raw([claims()]), "token_malformed"),
    "claims that are no JSON": (_raw(b"{'aud': 1}"), "token_malformed"),
    "a claim said twice": (
        _raw(json.dumps(claims())[:-1].encode() + b', "tid": "x"}'),
        "token_malformed",
    ),
    "a number that is none": (
        _raw(json.dumps(claims(exp=float("inf"))).encode()),
        "token_malformed",
    ),
    "a critical extension": (_sign(crit=["exp"], exp=1), "token_malformed"),
    # the algorithm
    "signed by nobody": (lambda: by_hand({"alg": "none"}, claims()), "token_algorithm"),
    "signed with the public key as a secret": (_public_as_secret, "token_algorithm"),
    "another algorithm of the same key": (
        lambda: Issuer().sign(claims(), algorithm="RS512"),
        "token_algorithm",
    ),
    "a padding of another kind": (
        lambda: Issuer().sign(claims(), algorithm="PS256"),
        "token_algorithm",
    ),
    # the key
    "no key named": (_sign(kid=None), "token_key_unknown"),
    "a key nobody published": (_sign(kid="nobody's"), "token_key_unknown"),
    "a key named without end": (_sign(kid="k" * 201), "token_key_unknown"),
    "a key by its path": (_sign(kid="../../key 1\n"), "token_key_unknown"),
    # the signature
    "another key under this name": (_sign(key=private_key("attacker")), "token_signature"),
    "changed after it was signed": (_tampered, "token_signature"),
    "the signature cut off": (lambda: token()[:-22], "token_signature"),
    # the version
    "version 1.0": (
        _said(ver="1.0", iss=f"https://sts.windows.net/{CONTOSO}/"),
        "token_version",
    ),
    "version 1.0 with the issuer of 2.0": (_said(ver="1.0"), "token_version"),
    "a version that is a number": (_said(ver=2.0), "token_version"),
    "no version": (_said(ver=None), "token_version"),
    # the audience
    "for the web client": (_said(aud=SPA), "token_audience"),
    "for Graph": (_said(aud="00000003-0000-0000-c000-000000000000"), "token_audience"),
    "for several": (_said(aud=[API]), "token_audience"),
    "for us by our address": (_said(aud=f"api://{API}"), "token_audience"),
    "for nobody": (_said(aud=None), "token_audience"),
    # the tenant
    "no tenant": (_said(tid=None), "token_tenant"),
    "a tenant by its domain": (
        _said(tid="contoso.example", iss=f"{AUTHORITY}/contoso.example/v2.0"),
        "token_tenant",
    ),
    "an organisation that is not admitted": (
        _said(tenant=FABRIKAM),
        "organisation_not_admitted",
    ),
    # the issuer
    "issued by one tenant, said to be of another": (
        _said(iss=f"{AUTHORITY}/{FABRIKAM}/v2.0"),
        "token_issuer",
    ),
    "the issuer of version 1": (
        _said(iss=f"https://sts.windows.net/{CONTOSO}/"),
        "token_issuer",
    ),
    "the issuer as a template": (_said(iss=f"{AUTHORITY}/{{tenantid}}/v2.0"), "token_issuer"),
    "the issuer with a slash more": (_said(iss=f"{AUTHORITY}/{CONTOSO}/v2.0/"), "token_issuer"),
    "no issuer": (_said(iss=None), "token_issuer"),
    # the times
    "over": (_said(exp=NOW - 60, iat=NOW - 3600), "token_expired"),
    "not begun": (_said(nbf=NOW + 61), "token_not_yet_valid"),
    "given in the future": (_said(iat=NOW + 61), "token_not_yet_valid"),
    "ten years": (_said(exp=NOW + 315_360_000), "token_lifetime"),
    "over before it was given": (_said(iat=NOW + 30, exp=NOW + 20), "token_lifetime"),
    "no end": (_said(exp=None), "token_times"),
    "an end in words": (_said(exp=str(int(NOW) + 4000)), "token_times"),
    "an end that is a truth": (_said(exp=True), "token_times"),
    "an end beyond all dates": (_said(exp=10**400), "token_times"),
    "no beginning": (_said(nbf=None), "token_times"),
    "not said when given": (_said(iat=None), "token_times"),
    # the person
    "nobody": (_said(oid=None), "token_subject"),
    "somebody by name": (_said(oid="ann@contoso.example"), "token_subject"),
    "a list of people": (_said(oid=[ANN]), "token_subject"),
    "another spelling of a person": (_said(oid=ANN.upper()), "token_subject"),
    # what it is for
    "another scope": (_said(scp="User.Read"), "token_scope"),
    "the scope within another": (_said(scp="xaccess_as_user access_as_users"), "token_scope"),
    "the scope as a list": (_said(scp=["access_as_user"]), "token_scope"),
    "no scope in it": (_said(scp=""), "token_scope"),
    "an id token": (
        _said(scp=None, idtyp=None, azp=None, azpacr=None, nonce="n", roles=["Owner"]),
        "token_kind",
    ),
    "a device": (_said(idtyp="device"), "token_kind"),
    "an application with a person's scope": (_said(idtyp="app"), "token_kind"),
    "an application without a role": (_service(roles=None), "token_roles"),
    "an application with a role of others": (_service(roles=["Unheard.Of"]), "token_roles"),
    "an application that is not said to be one": (_service(idtyp=None), "token_kind"),
    "roles as a text": (_said(roles="Owner"), "token_roles"),
    "a role that is no text": (_said(roles=["Member", {"Owner": True}]), "token_roles"),
    # where their home is
    "a guest": (_said(acct=1), "guest_not_admitted"),
    "a guest, said in words": (_said(acct="1"), "guest_not_admitted"),
    "somebody of another tenant": (
        _said(idp=f"https://sts.windows.net/{FABRIKAM}/"),
        "guest_not_admitted",
    ),
    "somebody with a private account": (_said(idp="live.com"), "guest_not_admitted"),
}


@pytest.mark.parametrize("kind", BAD)
async def test_every_kind_of_bad_token_is_refused_by_its_own_check(door, kind):
    make, code = BAD[kind]
    with pytest.raises((TokenRefused, NotAdmitted), match=r"\.$") as refused:
        await door.enter(make())
    assert refused.value.code == code


WRONG = (
    ("token_too_long", {"pad": "x" * MOST_CHARACTERS}, {}),
    ("token_algorithm", {}, {"algorithm": "RS512"}),
    ("token_key_unknown", {}, {"kid": "nobody's"}),
    ("token_signature", {}, {"key": private_key("attacker")}),
    ("token_version", {"ver": "1.0"}, {}),
    ("token_audience", {"aud": [API]}, {}),
    ("token_tenant", {"tid": "contoso.example"}, {}),
    ("token_issuer", {"iss": f"{AUTHORITY}/{{tenantid}}/v2.0"}, {}),
    ("token_times", {"exp": str(int(NOW) + 4000)}, {}),
    ("token_subject", {"oid": None}, {}),
    ("token_scope", {"scp": "User.Read"}, {}),
)
"""What is checked, in the order it is, with what is wrong then in claims and in the signing."""


@pytest.mark.parametrize("place", range(len(WRONG)))
async def test_of_all_that_is_wrong_the_first_check_tells(door, place):
    said, sealed = {}, {}
    for _, claimed, signing in WRONG[place:]:
        said |= claimed
        sealed |= signing
    with pytest.raises(TokenRefused) as refused:
        await door.enter(Issuer().sign(claims(**said), **sealed))
    assert refused.value.code == WRONG[place][0]


def test_there_are_43_kinds_at_the_least():
    assert len(BAD) >= 43


async def test_a_token_of_the_consumers_tenant_is_refused_though_its_key_is_published():
    door = Door(tenants=frozenset({CONTOSO}))
    with pytest.raises(NotAdmitted):
        await door.enter(token(tenant=CONSUMERS))


async def test_a_key_signs_only_for_its_own_issuer(door):
    door.issuer.published["consumers"] = f"{AUTHORITY}/{CONSUMERS}/v2.0"
    with pytest.raises(TokenRefused) as refused:
        await door.enter(Issuer().sign(claims(), key=private_key("consumers"), kid="consumers"))
    assert refused.value.code == "token_issuer"


async def test_guests_are_let_in_where_that_is_set():
    who = await Door(guests=True).enter(token(acct=1, idp="live.com"))
    assert (who.tenant, who.user) == (CONTOSO, ANN)


async def test_a_call_without_a_token_is_asked_to_sign_in(door):
    with pytest.raises(Unauthenticated, match="sign in") as refused:
        await door.tokens.authenticate(Call(peer="127.0.0.1"))
    assert refused.value.code == "unauthenticated"
    assert door.issuer.asked == 0


@pytest.mark.parametrize("header", ["", "Bearer", "Basic YTpi", "Bearer a b", "Bearer \xe9"])
async def test_a_header_of_another_kind_is_refused(door, header):
    with pytest.raises(TokenRefused) as refused:
        await door.tokens.authenticate(Call(peer=None, authorization=header))
    assert refused.value.code == "token_malformed"


async def test_no_refusal_shows_the_token_and_no_call_shows_it_either(door):
    bad = token(exp=NOW - 100)
    with pytest.raises(TokenRefused) as refused:
        await door.enter(bad)
    assert bad not in repr(refused.value)
    assert bad not in repr(Call(peer=None, authorization=bad))
