"""Signing in with Entra ID over HTTP, at an Entra and a Graph on this machine."""

import pytest

from tests.support.entra_host import host_with_entra
from tests.support.entra_server import CLAIMS, entra_server
from tests.support.http import Conversation, assert_problem, http_client, spoken
from tests.support.issuer import ANN, API, BOB, CONTOSO, FABRIKAM, SPA

CONNECTIONS = "/api/v1/connections"
BEHALF = f"{CONNECTIONS}/microsoft/on-behalf-of"


@pytest.fixture(scope="module")
def entra():
    with entra_server() as server:
        yield server


@pytest.fixture(scope="module")
def entra_host(entra, tmp_path_factory):
    """The product, as an organisation signs in to it."""
    app, data = tmp_path_factory.mktemp("app"), tmp_path_factory.mktemp("entra")
    with host_with_entra(entra, app, data) as running:
        yield running


@pytest.fixture
def signed_in(entra_host, entra):
    """Return a client of somebody who has just signed in, or renewed their token."""

    def client(**changes):
        token = entra.token(**changes)
        return http_client(entra_host.url, Authorization=f"Bearer {token}")

    return client


async def test_a_client_learns_how_to_sign_in_and_a_person_talks(entra_host, entra, signed_in):
    async with http_client(entra_host.url) as anybody:
        way = (await anybody.get("/api/v1/sign-in")).json()
        assert_problem(await anybody.get(CONNECTIONS), 401, "unauthenticated")
    assert (way["mode"], way["authority"]) == ("entra", f"{entra.url}/{CONTOSO}")
    assert (way["client_id"], way["scope"]) == (SPA, f"api://{API}/access_as_user")

    async with signed_in() as ann:
        talk = Conversation(ann)
        assert spoken(await talk.ask("help"))
    async with signed_in() as renewed, signed_in(user=BOB) as bob:
        assert (await renewed.get(talk.path)).status_code == 200
        assert (await bob.get(talk.path)).status_code == 404


async def test_bad_tokens_are_refused_by_their_code(signed_in):
    for changes, status, code in (
        ({"exp": 1}, 401, "token_expired"),
        ({"aud": SPA}, 401, "token_audience"),
        ({"tenant": FABRIKAM}, 403, "organisation_not_admitted"),
        ({"acct": 1}, 403, "guest_not_admitted"),
    ):
        async with signed_in(**changes) as somebody:
            assert_problem(await somebody.get(CONNECTIONS), status, code)


async def test_keys_roll_over_and_an_outage_is_not_noticed(entra, signed_in):
    async with signed_in() as before:
        assert (await before.get(CONNECTIONS)).status_code == 200
        entra.issuer.roll_over("key-2")
        entra.down = True
        async with signed_in() as after:
            assert (await after.get(CONNECTIONS)).status_code == 200
        assert (await before.get(CONNECTIONS)).status_code == 200
    entra.down = False


async def test_a_revoked_role_is_gone_with_the_next_token(signed_in):
    async with signed_in(roles=["Admin"]) as admin, signed_in(roles=None) as member:
        assert (await admin.put("/api/v1/policy", json={})).status_code == 200
        assert_problem(await member.put("/api/v1/policy", json={}), 403, "forbidden")


async def test_an_account_is_connected_on_behalf_of_who_calls(entra, entra_host, signed_in):
    entra.more_proof.add(ANN)
    async with signed_in() as ann:
        asked = assert_problem(await ann.post(BEHALF, json={}), 401, "insufficient_claims")
        assert asked["claims"] == CLAIMS
        entra.more_proof.clear()
        made = await ann.post(BEHALF, json={"domains": ["email"]})
        assert (made.status_code, made.json()["email"]) == (200, f"{ANN}@contoso.example"), made
        [account] = (await ann.get(CONNECTIONS)).json()["connections"]
        assert account["state"] == "connected"
        token = ann.headers["authorization"].removeprefix("Bearer ")
        assert spoken(await Conversation(ann).ask("help"))
    async with signed_in(user=BOB) as bob:
        assert (await bob.get(CONNECTIONS)).json()["connections"] == []
    assert entra.exchanged == [ANN]
    histories = await durable_state(entra_host.url)
    for secret in (token, "graph-", "renewal-", "our-secret"):
        assert secret not in entra_host.output
        assert secret not in histories


async def durable_state(url):
    """Return everything that the runtime keeps: inputs, histories and results."""
    instances = "/runtime/webhooks/durabletask/instances"
    whole = {"showHistory": "true", "showHistoryOutput": "true", "showInput": "true"}
    async with http_client(url) as operator:
        names = [one["instanceId"] for one in (await operator.get(instances)).json()]
        told = [(await operator.get(f"{instances}/{name}", params=whole)).text for name in names]
    assert "understand_turn" in "".join(told)
    return "".join(told)
