"""Signing in to Entra, renewing tokens, and acting on behalf of a caller."""

from urllib.parse import parse_qs, urlsplit

import pytest

from shared.connectors.microsoft.entra import Application
from shared.connectors.microsoft.tokens import MicrosoftTokens, begin, finish
from shared.connectors.rest import ReauthNeeded
from shared.errors import ToolFailed
from tests.support.wire.graph_entra import AUTHORITY, CLIENT, Entra

SCOPES = ("offline_access", "Mail.ReadWrite", "Mail.Send")
BACK = "https://product.example/callback"
CLAIMS = '{"access_token":{"polids":{"essential":true}}}'
STEP_UP = {"error": "interaction_required", "error_description": "MFA", "claims": CLAIMS}


def product(entra):
    return Application(CLIENT, "secret", AUTHORITY, http_client=entra)


async def signed_in(entra):
    started = await begin(product(entra), SCOPES, BACK, "state-1")
    return await finish(product(entra), started.flow, entra.returned(started.url))


async def test_a_sign_in_asks_with_state_proof_and_scopes():
    started = await begin(
        product(Entra()), SCOPES, BACK, "state-1", claims=CLAIMS, login_hint="alex@c.example"
    )
    query = {name: values[0] for name, values in parse_qs(urlsplit(started.url).query).items()}
    assert started.url.startswith(f"{AUTHORITY}/oauth2/v2.0/authorize?")
    assert (query["client_id"], query["redirect_uri"], query["state"]) == (CLIENT, BACK, "state-1")
    assert query["code_challenge_method"] == "S256"
    assert {"Mail.ReadWrite", "Mail.Send", "offline_access"} <= set(query["scope"].split())
    assert (query["claims"], query["login_hint"]) == (CLAIMS, "alex@c.example")
    assert started.flow["code_verifier"] not in started.url


async def test_a_sign_in_ends_with_a_cache_that_gives_tokens():
    entra = Entra()
    cache = await signed_in(entra)
    assert entra.asked[0]["code"] == "code-1"
    assert entra.asked[0]["code_verifier"]
    tokens = MicrosoftTokens(product(entra), cache, SCOPES)
    assert await tokens.token() == "token-1"
    assert tokens.changed is None
    assert len(entra.asked) == 1


@pytest.mark.parametrize("state", ["state-2", ""])
async def test_an_answer_to_another_sign_in_is_refused(state):
    entra = Entra()
    started = await begin(product(entra), SCOPES, BACK, "state-1")
    with pytest.raises(ReauthNeeded):
        await finish(product(entra), started.flow, entra.returned(started.url, state=state))
    assert entra.asked == []


async def test_a_replayed_identity_is_refused():
    entra = Entra()
    started = await begin(product(entra), SCOPES, BACK, "state-1")
    answer = entra.returned(started.url)
    entra.nonce = "another"
    with pytest.raises(ReauthNeeded):
        await finish(product(entra), started.flow, answer)


async def test_a_person_may_say_no():
    entra = Entra()
    started = await begin(product(entra), SCOPES, BACK, "state-1")
    with pytest.raises(ReauthNeeded, match="not completed"):
        await finish(product(entra), started.flow, {"error": "access_denied", "state": "state-1"})


async def test_a_refused_token_is_renewed_and_the_cache_to_keep_changes():
    entra = Entra()
    tokens = MicrosoftTokens(product(entra), await signed_in(entra), SCOPES)
    assert await tokens.token(refused="token-1") == "token-2"
    assert entra.asked[-1]["grant_type"] == "refresh_token"
    assert tokens.changed is not None
    again = MicrosoftTokens(product(entra), tokens.changed, SCOPES)
    assert await again.token() == "token-2"
    assert len(entra.asked) == 2


async def test_a_token_other_than_the_refused_one_needs_no_renewal():
    entra = Entra()
    tokens = MicrosoftTokens(product(entra), await signed_in(entra), SCOPES)
    assert await tokens.token(refused="older") == "token-1"
    assert len(entra.asked) == 1


@pytest.mark.parametrize(
    ("error", "claims"), [(STEP_UP, CLAIMS), ({"error": "invalid_grant", "suberror": "bad"}, "")]
)
async def test_a_renewal_that_wants_the_person_says_what_with(error, claims):
    cache = await signed_in(Entra())
    tokens = MicrosoftTokens(product(Entra(error)), cache, SCOPES)
    with pytest.raises(ReauthNeeded) as raised:
        await tokens.token(refused="token-1")
    assert raised.value.claims == claims
    assert raised.value.kind == "auth"


@pytest.mark.parametrize(
    ("error", "kind"),
    [({"error": "temporarily_unavailable"}, "network"), ({"error": "invalid_client"}, "auth")],
)
async def test_other_errors_are_not_the_persons(error, kind):
    cache = await signed_in(Entra())
    tokens = MicrosoftTokens(product(Entra(error)), cache, SCOPES)
    with pytest.raises(ToolFailed) as raised:
        await tokens.token(refused="token-1")
    assert raised.value.kind == kind
    assert not isinstance(raised.value, ReauthNeeded)


async def test_without_a_cache_the_person_must_sign_in():
    with pytest.raises(ReauthNeeded):
        await MicrosoftTokens(product(Entra()), "", SCOPES).token()


async def test_entra_may_be_out_of_reach():
    with pytest.raises(ToolFailed) as raised:
        await MicrosoftTokens(product(Entra(offline=True)), "", SCOPES).token()
    assert (raised.value.kind, raised.value.recoverable) == ("network", True)


async def test_what_is_no_directory_cannot_be_signed_in_to():
    class Nowhere(Entra):
        def get(self, url, **_more):
            return Refusal()

    class Refusal:
        status_code, text, headers = 400, '{"error": "invalid_tenant"}', {}

    with pytest.raises(ToolFailed) as raised:
        await MicrosoftTokens(product(Nowhere()), "", SCOPES).token()
    assert raised.value.kind == "auth"
    assert not isinstance(raised.value, ReauthNeeded)


async def test_a_token_is_had_on_behalf_of_a_caller_once():
    entra = Entra()
    tokens = MicrosoftTokens(product(entra), "", SCOPES, assertion="callers-token")
    assert await tokens.token() == "token-1"
    wanted = {"assertion": "callers-token", "requested_token_use": "on_behalf_of"}
    assert wanted.items() <= entra.asked[0].items()
    again = MicrosoftTokens(product(entra), tokens.changed, SCOPES, assertion="callers-token")
    assert await again.token() == "token-1"
    assert len(entra.asked) == 1


async def test_on_behalf_of_may_want_the_person_too():
    tokens = MicrosoftTokens(product(Entra(STEP_UP)), "", SCOPES, assertion="callers-token")
    with pytest.raises(ReauthNeeded) as raised:
        await tokens.token()
    assert raised.value.claims == CLAIMS
