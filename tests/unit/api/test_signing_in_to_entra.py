"""Entra's flows from end to end: its tokens, its keys and its exchange, at stand-ins that sign."""

from dataclasses import replace

import pytest

from api.edge import Edge
from api.paths import CONNECTIONS
from shared.connectors.microsoft.flow import microsoft_flow
from shared.connectors.microsoft.provider import PROVIDER
from shared.connectors.oauth import Registration
from shared.models.principal import Principal
from shared.security.claims import Admission
from shared.security.keys import PublishedKeys
from shared.security.tokens import BearerTokens
from shared.workspace.email.port import Mailbox
from shared.workspace.registry import TOOLS
from tests.support.connecting import Connecting
from tests.support.issuer import ANN, API, AUTHORITY, BOB, CONTOSO, FABRIKAM, Issuer
from tests.support.wire.graph_entra import Entra

PERSON = Principal(tenant=CONTOSO, user=ANN)
POLICY = {"approver": "approver"}
BEHALF = f"{CONNECTIONS}/microsoft/on-behalf-of"
PAGE = "https://chat.example"
CLAIMS = '{"access_token":{"acrs":{"essential":true,"value":"c1"}}}'


class Office:
    """The API as it stands on the internet, and people who sign in to it in a web client."""

    def __init__(self, world):
        self.world, self.issuer = world, Issuer()
        url = f"{AUTHORITY}/common/discovery/v2.0/keys"
        keys = PublishedKeys(url, self.issuer.client(), world.clock)
        admission = Admission(API, frozenset({CONTOSO, FABRIKAM}), AUTHORITY)
        world.edge = Edge(BearerTokens(admission, keys, world.clock), (PAGE,))
        world.peer = "203.0.113.9"

    def token(self, **changes):
        """Return what a web client gets, now, for somebody who signs in or renews."""
        return self.issuer.sign(self.issuer.claims(self.world.clock.now().timestamp(), **changes))

    async def call(self, method, path, body=None, *, token):
        headers = {"authorization": f"Bearer {token}", "origin": PAGE}
        return await self.world.call(method, path, body, headers=headers)

    async def profile(self, token):
        return (await self.call("GET", "/api/v1/profile", token=token)).status_code


@pytest.fixture
def office(world):
    return Office(world)


async def test_a_person_signs_in_talks_and_renews_their_token(office):
    first = office.token()
    said = await office.call(
        "POST", "/api/v1/threads/t1/messages", {"message": "Show my mail"}, token=first
    )
    assert said.status_code == 202
    office.world.clock.pass_by(hours=2)
    expired = await office.call("GET", "/api/v1/threads/t1", token=first)
    renewed = await office.call("GET", "/api/v1/threads/t1", token=office.token())

    assert (expired.status_code, expired.json()["code"]) == (401, "token_expired")
    assert expired.headers["www-authenticate"] == 'Bearer error="invalid_token"'
    assert "WWW-Authenticate" in expired.headers["access-control-expose-headers"]
    assert renewed.status_code == 200


@pytest.mark.parametrize("other", [{"user": BOB}, {"tenant": FABRIKAM}])
async def test_nobody_else_sees_the_conversation(office, other):
    said = {"message": "Show my mail"}
    await office.call("POST", "/api/v1/threads/t1/messages", said, token=office.token())
    seen = await office.call("GET", "/api/v1/threads/t1", token=office.token(**other))
    assert seen.status_code == 404


async def test_keys_roll_over_without_anybody_noticing(office):
    old = office.token()
    assert await office.profile(old) == 200
    office.world.clock.pass_by(minutes=5)
    office.issuer.roll_over("key-2")
    assert await office.profile(office.token()) == 200
    assert await office.profile(old) == 200
    assert office.issuer.asked == 2
    office.issuer.roll_over("key-2", keep_old=False)
    office.world.clock.pass_by(hours=6)
    assert await office.profile(office.token()) == 200


async def test_an_outage_lets_people_in_for_a_day_and_then_is_told_as_one(office):
    assert await office.profile(office.token()) == 200
    office.issuer.down = True
    office.world.clock.pass_by(hours=23)
    assert await office.profile(office.token()) == 200
    office.world.clock.pass_by(hours=1)
    told = await office.call("GET", "/api/v1/profile", token=office.token())
    assert (told.status_code, told.json()["code"]) == (503, "upstream_unavailable")
    assert told.headers["retry-after"]
    office.issuer.down = False
    office.world.clock.pass_by(seconds=1)
    assert await office.profile(office.token()) == 200


async def test_a_role_that_was_revoked_is_gone_with_the_next_token(office):
    admin = office.token(roles=["Admin"])
    assert (await office.call("PUT", "/api/v1/policy", POLICY, token=admin)).status_code == 200
    after = await office.call("PUT", "/api/v1/policy", POLICY, token=office.token(roles=None))
    assert (after.status_code, after.json()["code"]) == (403, "forbidden")


async def test_what_a_refused_token_says_is_told_by_its_code(office):
    other = await office.call("GET", "/api/v1/profile", token=office.token(aud="another"))
    guest = await office.call("GET", "/api/v1/profile", token=office.token(acct=1))
    assert (other.status_code, other.json()["code"]) == (401, "token_audience")
    assert (guest.status_code, guest.json()["code"]) == (403, "guest_not_admitted")


# --- on behalf of ---------------------------------------------------------------------------------


class Graphed(Office):
    """With Microsoft's own flow and adapters, over an Entra and a Graph of our own."""

    def __init__(self, world, *errors):
        super().__init__(world)
        self.entra = Entra(*errors, authority=f"{AUTHORITY}/{CONTOSO}")
        ours = Registration("client-1", "secret", CONTOSO, signs_in=True)
        provider = replace(
            PROVIDER,
            flow=lambda provider, known, outside: microsoft_flow(
                provider, known, outside, self.entra
            ),
        )
        self.accounts = Connecting(
            clock=world.clock, providers=(provider,), registrations={"microsoft": ours}
        )
        self.accounts.peer.on("GET", "/v1.0/me", {"userPrincipalName": "ann@contoso.example"})
        world.services = replace(
            world.services,
            accounts=self.accounts.accounts,
            workspaces=self.accounts.workspaces,
            tools=TOOLS,
        )


async def test_the_callers_token_opens_their_mail_at_graph_and_is_kept_nowhere(world):
    office = Graphed(world)
    token = office.token()

    made = await office.call("POST", BEHALF, {"domains": ["email"]}, token=token)

    assert (made.status_code, made.json()["email"]) == (200, "ann@contoso.example")
    [asked] = office.entra.asked
    assert (asked["assertion"], asked["requested_token_use"]) == (token, "on_behalf_of")
    [seen] = office.accounts.peer.calls("GET", "/v1.0/me")
    assert seen.token == "token-1"  # noqa: S105 - of a stand-in
    kept = str(office.accounts.rows.__dict__) + str(world.rows.__dict__)
    for secret in (token, "token-1", "renewal-1"):
        assert secret not in kept
    who = (await office.accounts.connections.list(PERSON))[0].value
    assert who.domains == ("email",)
    assert Mailbox in await office.accounts.workspaces.open(PERSON)


async def test_more_proof_is_asked_of_the_client_and_then_it_works(world):
    office = Graphed(world, {"error": "interaction_required", "claims": CLAIMS})

    first = await office.call("POST", BEHALF, {"domains": ["email"]}, token=office.token())
    again = await office.call("POST", BEHALF, {"domains": ["email"]}, token=office.token())

    assert (first.status_code, first.json()["code"]) == (401, "insufficient_claims")
    assert first.json()["claims"] == CLAIMS
    assert again.status_code == 200


async def test_without_consent_an_operator_can_see_that_it_is_missing(world):
    office = Graphed(world, {"error": "invalid_grant", "suberror": "consent_required"})
    refused = await office.call("POST", BEHALF, {"domains": ["email"]}, token=office.token())
    assert (refused.status_code, refused.json()["code"]) == (403, "consent_required")
