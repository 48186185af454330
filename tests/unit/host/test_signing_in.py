"""Who may come in, by the settings."""

import pytest

from host.settings import read_settings
from host.signing_in import authenticator, missing, way_in
from host.wiring import SystemClock
from shared.errors import Unauthenticated
from shared.models.signing_in import SignInWith
from shared.security.easy_auth import PlatformTold
from shared.security.identity import DEVELOPER, Call
from shared.security.tokens import BearerTokens
from tests.support.issuer import API, CONTOSO, FABRIKAM, SPA

ENTRA = {"ENTRA_CLIENT_ID": API, "ENTRA_TENANTS": CONTOSO}
SECRET = "0123456789abcdef"  # noqa: S105 - it guards nothing


def told(**environment):
    return way_in(read_settings(environment))


async def who(call, **environment):
    return await authenticator(read_settings(environment), SystemClock()).authenticate(call)


LOCAL = Call(peer="127.0.0.1", host="localhost")


@pytest.mark.parametrize(
    ("environment", "lacking"),
    [
        ({}, ("ENTRA_CLIENT_ID", "ENTRA_TENANTS")),
        ({"ENTRA_CLIENT_ID": API}, ("ENTRA_TENANTS",)),
        ({"ENTRA_TENANTS": CONTOSO, "AUTH_MODE": "easyauth"}, ("ENTRA_CLIENT_ID",)),
        ({"AUTH_MODE": "dev"}, ("LOCAL_SECRET",)),
        ({"AUTH_MODE": "dev", "HOST_SHOWS_PEER": "true"}, ()),
        ({"AUTH_MODE": "dev", "LOCAL_SECRET": SECRET}, ()),
        (ENTRA, ()),
    ],
)
async def test_what_is_missing_is_named_to_clients_and_to_whoever_calls(environment, lacking):
    assert missing(read_settings(environment)) == lacking
    assert told(**environment).missing == lacking
    assert (told(**environment).mode == "closed") == bool(lacking)
    if lacking:
        with pytest.raises(Unauthenticated, match=lacking[0]):
            await who(LOCAL, **environment)


def test_a_client_is_told_all_it_needs_to_sign_people_in():
    scope = f"api://{API}/access_as_user"
    authority = "https://login.microsoftonline.com"
    one = SignInWith(mode="entra", authority=f"{authority}/{CONTOSO}", client_id=API, scope=scope)
    assert told(**ENTRA) == one
    assert told(**ENTRA, ENTRA_SPA_CLIENT_ID=SPA) == one.model_copy(update={"client_id": SPA})
    several = one.model_copy(update={"authority": f"{authority}/organizations"})
    assert told(**{**ENTRA, "ENTRA_TENANTS": f"{CONTOSO},{FABRIKAM}"}) == several
    platform = one.model_copy(update={"mode": "platform"})
    assert told(**ENTRA, AUTH_MODE="easyauth") == platform


def test_a_developer_is_told_whether_to_bring_the_secret():
    shown = {"AUTH_MODE": "dev", "HOST_SHOWS_PEER": "true"}
    assert told(**shown).mode == "open"
    assert told(**shown, LOCAL_SECRET=SECRET).mode == "secret"


async def test_a_developer_is_who_they_are():
    assert await who(LOCAL, AUTH_MODE="dev", HOST_SHOWS_PEER="true") == DEVELOPER
    secret = Call(peer="127.0.0.1", host="localhost", authorization=f"Bearer {SECRET}")
    assert await who(secret, AUTH_MODE="dev", LOCAL_SECRET=SECRET) == DEVELOPER


def test_people_come_in_by_token_or_where_that_is_set_by_the_platform():
    by_token = authenticator(read_settings(ENTRA), SystemClock())
    by_platform = authenticator(read_settings({**ENTRA, "AUTH_MODE": "easyauth"}), SystemClock())
    assert isinstance(by_token, BearerTokens)
    assert isinstance(by_platform, PlatformTold)


async def test_the_platform_is_believed_only_where_it_says_that_it_signs_people_in():
    environment = {**ENTRA, "AUTH_MODE": "easyauth"}
    with pytest.raises(Unauthenticated, match="switched on"):
        await who(LOCAL, **environment)
    with pytest.raises(Unauthenticated, match="names nobody"):
        await who(LOCAL, **environment, WEBSITE_AUTH_ENABLED="True")
