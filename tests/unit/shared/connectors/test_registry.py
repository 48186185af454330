"""What every provider of accounts must say of itself."""

import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from shared.connectors.code_flow import CodeFlow
from shared.connectors.oauth import Asked, Outside, Registration
from shared.connectors.offered import offered
from shared.connectors.registry import PROVIDERS
from shared.models.profile import Account
from shared.workspace.registry import SERVICES
from tests.support.connecting import query_of
from tests.support.fakes import ManualClock
from tests.support.wire.peer import Answer, Peer, ScriptedTokens

OURS = Registration("our-id", "our-secret")
PORTS = {service.domain: service.ports for service in reversed(SERVICES)}


async def no_pause(_seconds):
    raise AssertionError


def connectable(peer=None):
    registrations = {provider.id: OURS for provider in PROVIDERS}
    outside = Outside((peer or Peer()).client(), ManualClock(), no_pause)
    return offered(PROVIDERS, registrations, lambda: outside)


def named(provider):
    return provider.id


def test_no_two_providers_go_by_the_same_id():
    assert len({provider.id for provider in PROVIDERS}) == len(PROVIDERS)


def test_whatever_a_provider_serves_is_a_domain_of_ours():
    assert frozenset().union(*(provider.domains for provider in PROVIDERS)) == set(PORTS)


@pytest.mark.parametrize("provider", PROVIDERS, ids=named)
def test_every_domain_of_a_provider_has_its_scopes(provider):
    assert set(provider.scopes) == provider.domains


@pytest.mark.parametrize("provider", PROVIDERS, ids=named)
def test_secrets_go_only_where_they_cannot_be_overheard(provider):
    urls = filter(None, (provider.authorize_url, provider.token_url, provider.revoke_url))
    for url in (*urls, *provider.apis.values()):
        assert urlsplit(url).scheme == "https"


@pytest.mark.parametrize("provider", PROVIDERS, ids=named)
def test_an_account_serves_the_ports_of_what_it_is_used_for_and_no_other(provider):
    rest_for = connectable()[provider.id].rest_for(ScriptedTokens("token"))
    for domain in provider.domains:
        account = Account(id="a", provider=provider.id, email="a@x.example", domains=(domain,))
        ports = provider.open(account, rest_for, ManualClock())
        assert set(ports) <= set(PORTS[domain])
        assert ports


ORDINARY = [one for one in PROVIDERS if one.flow is None]


@pytest.mark.parametrize("provider", ORDINARY, ids=named)
async def test_a_person_is_sent_to_the_provider_with_all_it_wants(provider):
    flow = connectable()[provider.id].flow
    assert isinstance(flow, CodeFlow)
    begun = await flow.begin(Asked("s1", "https://app.example/back", sorted(provider.domains)))
    query = query_of(begun.url)
    assert begun.url.startswith(provider.authorize_url)
    assert provider.authorize.items() <= query.items()
    assert {"client_id", "redirect_uri", "state", "response_type"} <= query.keys()
    assert ("code_challenge" in query) == provider.pkce


GIVEN = {
    "google": {"access_token": "t", "refresh_token": "r", "expires_in": 3599},
    "slack": {"ok": True, "access_token": "t", "token_type": "user"},
    "notion": {"access_token": "t", "token_type": "bearer", "bot_id": "b"},
}


@pytest.mark.parametrize("provider", ORDINARY, ids=named)
async def test_a_code_is_exchanged_in_the_form_the_provider_takes(provider):
    endpoint = urlsplit(provider.token_url).path
    peer = Peer().on("POST", endpoint, Answer(json=GIVEN[provider.id]))
    flow, domains = connectable(peer)[provider.id].flow, sorted(provider.domains)
    begun = await flow.begin(Asked("s1", "https://app.example/back", domains))

    granted = await flow.finish(begun.secret, {"code": "c1"}, domains)

    [seen] = peer.seen
    form = b"grant_type=authorization_code" in seen.content
    assert form != provider.basic
    assert ("authorization" in seen.headers) == provider.basic
    assert granted.domains == tuple(domains)


def test_what_takes_long_to_import_waits_until_it_is_needed():
    code = (
        "import sys, shared.connectors.registry; "
        "print([name for name in ('msal', 'slack_sdk', 'aiohttp') if name in sys.modules])"
    )
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
