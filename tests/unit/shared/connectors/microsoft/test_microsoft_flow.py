"""Signing in to Microsoft as one of the flows, against a scripted Entra."""

import asyncio
from urllib.parse import parse_qs, urlsplit

import pytest

from shared.connectors.microsoft.flow import microsoft_flow
from shared.connectors.microsoft.provider import PROVIDER
from shared.connectors.oauth import Asked, Kept, Registration
from shared.connectors.rest import ReauthNeeded
from shared.errors import NotFound
from tests.support.issuer import CONTOSO
from tests.support.wire.graph_entra import CLIENT, Entra

BACK = "https://app.example/api/v1/connections/callback"
CLAIMS = '{"access_token":{"polids":{"essential":true}}}'
GONE = {"error": "invalid_grant", "error_description": "expired"}
STEP_UP = {"error": "interaction_required", "claims": CLAIMS}


class World:
    """A flow, Entra, and the grant as it lies in storage."""

    def __init__(self, *errors):
        self.entra = Entra(*errors)
        self.stored = ""
        self.flow = microsoft_flow(PROVIDER, Registration(CLIENT, "secret"), None, self.entra)

    async def sign_in(self, *domains):
        wanted = domains or ("email",)
        asked = Asked("s1", BACK, wanted, claims=CLAIMS, hint="alex@contoso.example")
        begun = await self.flow.begin(asked)
        granted = await self.flow.finish(begun.secret, self.entra.returned(begun.url), wanted)
        self.stored = granted.grant
        return begun, granted

    async def changed(self, grant):
        self.stored = grant

    async def reload(self):
        return self.stored

    def tokens(self, grant=None):
        kept = Kept(grant or self.stored, ("email",), self.changed, self.reload)
        return self.flow.tokens(kept)


async def test_a_person_signs_in_for_what_is_wanted_with_claims_and_hint():
    world = World()
    begun, granted = await world.sign_in("email", "calendar")

    query = {name: values[0] for name, values in parse_qs(urlsplit(begun.url).query).items()}
    assert (query["state"], query["redirect_uri"]) == ("s1", BACK)
    assert query["code_challenge_method"] == "S256"
    assert (query["claims"], query["login_hint"]) == (CLAIMS, "alex@contoso.example")
    assert {"Mail.Send", "Calendars.ReadWrite"} <= set(query["scope"].split())
    assert "Contacts.ReadWrite" not in query["scope"]
    assert granted.domains == ("email", "calendar")
    assert await world.tokens().token() == "token-1"


async def test_whose_people_may_sign_in_is_a_setting():
    for tenant, authority in (("", "common"), ("contoso.example", "contoso.example")):
        flow = microsoft_flow(PROVIDER, Registration(CLIENT, "s", tenant), None)
        assert flow._app.authority == f"https://login.microsoftonline.com/{authority}"


async def test_a_renewed_cache_is_kept():
    world = World()
    await world.sign_in()
    first = world.stored
    assert await world.tokens().token(refused="token-1") == "token-2"
    assert world.stored != first
    assert await world.tokens().token() == "token-2"


async def test_two_who_need_a_new_token_at_once_get_it_by_one_call():
    world = World()
    await world.sign_in()
    tokens = world.tokens()
    found = await asyncio.gather(*(tokens.token(refused="token-1") for _ in range(3)))
    assert found == ["token-2"] * 3
    assert len(world.entra.asked) == 2


async def test_what_another_process_renewed_meanwhile_is_used():
    world = World()
    await world.sign_in()
    old = world.tokens(world.stored)
    await world.tokens().token(refused="token-1")
    world.entra._errors.append(GONE)
    assert await old.token(refused="token-1") == "token-2"


@pytest.mark.parametrize(("error", "claims"), [(GONE, ""), (STEP_UP, CLAIMS)])
async def test_an_account_that_is_lost_says_with_which_claims_to_sign_in(error, claims):
    world = World()
    await world.sign_in()
    before = world.stored
    world.entra._errors.append(error)
    with pytest.raises(ReauthNeeded) as failed:
        await world.tokens().token(refused="token-1")
    assert failed.value.claims == claims
    assert world.stored == before


async def test_there_is_nothing_to_give_back():
    world = World()
    await world.sign_in()
    asked = len(world.entra.asked)
    await world.flow.revoke(world.stored)
    assert len(world.entra.asked) == asked


async def test_a_callers_token_is_exchanged_at_their_own_tenant_for_a_cache():
    entra = Entra(authority=f"https://login.microsoftonline.com/{CONTOSO}")
    ours = Registration(CLIENT, "secret", signs_in=True)
    flow = microsoft_flow(PROVIDER, ours, None, entra)

    granted = await flow.on_behalf_of("callers-token", CONTOSO, ("email",))

    [asked] = entra.asked
    assert (asked["assertion"], asked["requested_token_use"]) == ("callers-token", "on_behalf_of")
    assert "Mail.Send" in asked["scope"]
    assert granted.domains == ("email",)
    assert "token-1" in granted.grant
    assert "callers-token" not in granted.grant


async def test_what_is_had_by_a_callers_token_is_renewed_without_it():
    world, tenant = World(), f"https://login.microsoftonline.com/{CONTOSO}"
    ours = Registration(CLIENT, "secret", signs_in=True)
    theirs = microsoft_flow(PROVIDER, ours, None, Entra(authority=tenant))
    world.stored = (await theirs.on_behalf_of("callers-token", CONTOSO, ("email",))).grant

    assert await world.tokens().token(refused="token-1")
    assert world.entra.asked[-1]["grant_type"] == "refresh_token"


async def test_a_callers_token_of_another_registration_is_not_for_us_to_exchange():
    world = World()
    with pytest.raises(NotFound):
        await world.flow.on_behalf_of("callers-token", CONTOSO, ("email",))
    assert world.entra.asked == []
