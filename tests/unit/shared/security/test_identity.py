import pytest

from shared.errors import Unauthenticated
from shared.security.identity import (
    DEVELOPER,
    Call,
    LoopbackDeveloper,
    NoProvider,
    authenticator,
    is_loopback,
)

PAGE = "https://chat.example"


def who(**facts):
    call = Call(**{"peer": "127.0.0.1", "host": "localhost:7071", **facts})
    return authenticator("dev", in_azure=False, origins=(PAGE,)).authenticate(call)


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"peer": "::1", "host": "[::1]:7071"},
        {"peer": "::ffff:127.0.0.1", "host": "127.0.0.1"},
        {"forwarded": ("127.0.0.1:5000", '"[::1]:9"', "::1")},
        {"origin": PAGE},
        {"origin": "http://localhost:5173"},
        {"origin": "http://[::1]:5173"},
    ],
)
async def test_the_developers_own_machine_is_the_developer(facts):
    assert await who(**facts) == DEVELOPER


@pytest.mark.parametrize(
    "facts",
    [
        {"peer": None},
        {"peer": "10.0.0.5"},
        {"peer": "2001:db8::1"},
        {"peer": "unix"},
        {"forwarded": ("127.0.0.1", "203.0.113.9")},
        {"forwarded": ("unknown",)},
        {"host": "rebound.example"},
        {"host": ""},
        {"host": "127.0.0.1.evil.example"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost.evil.example"},
        {"origin": "http://127.0.0.1:80@evil.example"},
        {"origin": "http://[evil"},
    ],
)
async def test_everybody_else_is_refused_with_a_sentence(facts):
    with pytest.raises(Unauthenticated, match=r"\.$"):
        await who(**facts)


async def test_there_is_no_developer_on_azure():
    developer = LoopbackDeveloper(in_azure=True, origins=())
    with pytest.raises(Unauthenticated, match="not on Azure"):
        await developer.authenticate(Call(peer="127.0.0.1", host="localhost"))


@pytest.mark.parametrize("mode", ["entra", "DEV", ""])
async def test_any_other_mode_knows_nobody(mode):
    nobody = authenticator(mode, in_azure=False, origins=())
    assert isinstance(nobody, NoProvider)
    with pytest.raises(Unauthenticated, match="No identity provider"):
        await nobody.authenticate(Call(peer="127.0.0.1", host="localhost"))


def test_loopback_is_told_with_and_without_port():
    assert is_loopback("127.8.9.10:80")
    assert is_loopback(" LOCALHOST ")
    assert not is_loopback("[::2]:80")
