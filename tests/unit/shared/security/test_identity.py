import pytest

from shared.errors import Unauthenticated
from shared.security.identity import (
    DEVELOPER,
    Call,
    LoopbackDeveloper,
    Nobody,
    is_loopback,
)

PAGE = "https://chat.example"


SECRET = "a secret of this machine"  # noqa: S105 - it guards nothing


def who(secret="", *, peer_shown=True, **facts):
    call = Call(**{"peer": "127.0.0.1", "host": "localhost:7071", **facts})
    developer = LoopbackDeveloper(
        in_azure=False, origins=(PAGE,), peer_shown=peer_shown, secret=secret
    )
    return developer.authenticate(call)


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
    developer = LoopbackDeveloper(in_azure=True, origins=(), peer_shown=True)
    with pytest.raises(Unauthenticated, match="not on Azure"):
        await developer.authenticate(Call(peer="127.0.0.1", host="localhost"))


async def test_where_the_host_hides_who_calls_nobody_is_believed_to_be_local():
    with pytest.raises(Unauthenticated, match="LOCAL_SECRET"):
        await who(peer_shown=False)
    with pytest.raises(Unauthenticated, match="LOCAL_SECRET"):
        await who(peer_shown=False, authorization="Bearer ")


@pytest.mark.parametrize("peer_shown", [True, False])
async def test_a_secret_that_is_set_has_to_be_brought(peer_shown):
    for wrong in (None, "", SECRET, f"Basic {SECRET}", f"Bearer {SECRET}x", "Bearer \xe9"):
        with pytest.raises(Unauthenticated, match="LOCAL_SECRET"):
            await who(SECRET, peer_shown=peer_shown, authorization=wrong)
    right = f"Bearer {SECRET}"
    assert await who(SECRET, peer_shown=peer_shown, authorization=right) == DEVELOPER


async def test_the_secret_opens_nothing_to_other_machines():
    for facts in ({"peer": "10.0.0.5"}, {"forwarded": ("203.0.113.9",)}, {"host": "x.example"}):
        with pytest.raises(Unauthenticated):
            await who(SECRET, authorization=f"Bearer {SECRET}", **facts)


async def test_nobody_is_refused_with_the_reason():
    with pytest.raises(Unauthenticated, match="Nobody can"):
        await Nobody("Nobody can sign in here yet.").authenticate(Call(peer="127.0.0.1"))


def test_loopback_is_told_with_and_without_port():
    assert is_loopback("127.8.9.10:80")
    assert is_loopback(" LOCALHOST ")
    assert not is_loopback("[::2]:80")
