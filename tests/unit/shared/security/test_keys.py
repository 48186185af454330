"""The provider's keys: asked for rarely, once at a time, and held through an outage."""

import asyncio

import httpx2
import pytest

from shared.errors import UpstreamUnavailable
from shared.security.keys import MOST_BYTES, PublishedKeys
from tests.support.fakes import ManualClock
from tests.support.issuer import AUTHORITY, CONTOSO, FABRIKAM, Issuer, private_key

URL = f"{AUTHORITY}/common/discovery/v2.0/keys"


class Held:
    """Keys as they are held of an issuer."""

    def __init__(self):
        self.clock, self.issuer = ManualClock(), Issuer()
        self.keys = PublishedKeys(URL, self.issuer.client(), self.clock)

    async def has(self, kid="key-1"):
        return await self.keys.find(kid) is not None

    async def cannot_tell(self, kid="key-1"):
        with pytest.raises(UpstreamUnavailable):
            await self.keys.find(kid)
        return True


@pytest.fixture
def held():
    return Held()


def serving(content, clock=None, status=200):
    """Keys of an address that answers with this."""

    def answer(request):
        if isinstance(content, bytes):
            return httpx2.Response(status, content=content)
        return httpx2.Response(status, json=content)

    client = httpx2.AsyncClient(transport=httpx2.MockTransport(answer))
    return PublishedKeys(URL, client, clock or ManualClock())


async def test_keys_are_asked_for_once_in_six_hours(held):
    assert await held.has()
    held.clock.advance(hours=5, minutes=59)
    assert await held.has()
    assert held.issuer.asked == 1
    held.clock.advance(minutes=1)
    assert await held.has()
    assert held.issuer.asked == 2


async def test_many_who_ask_at_once_make_one_request(held):
    found = await asyncio.gather(*(held.has() for _ in range(50)))
    assert all(found)
    assert held.issuer.asked == 1


async def test_a_new_key_is_found_at_once(held):
    assert await held.has()
    held.clock.advance(seconds=31)
    held.issuer.roll_over("key-2")
    assert await held.has("key-2")
    assert await held.has()
    assert held.issuer.asked == 2


async def test_made_up_names_make_one_request_in_thirty_seconds(held):
    assert await held.has()
    for number in range(100):
        assert not await held.has(f"made-up-{number}")
    assert held.issuer.asked == 1
    held.clock.advance(seconds=30)
    found = await asyncio.gather(*(held.has(f"made-up-{number}") for number in range(100)))
    assert not any(found)
    assert held.issuer.asked == 2


async def test_a_key_that_was_taken_back_is_gone_with_the_next_reading(held):
    assert await held.has()
    held.issuer.roll_over("key-2", keep_old=False)
    held.clock.advance(hours=6)
    assert not await held.has()
    assert await held.has("key-2")


async def test_in_an_outage_the_held_keys_go_on_for_a_day(held):
    assert await held.has()
    held.issuer.down = True
    held.clock.advance(hours=6)
    for _ in range(10):
        assert await held.has()
    assert held.issuer.asked == 2
    held.clock.advance(hours=17, minutes=59)
    assert await held.has()
    held.clock.advance(minutes=1)
    assert await held.cannot_tell()


async def test_in_an_outage_an_unknown_key_is_not_called_unknown(held):
    assert await held.has()
    held.issuer.down = True
    held.clock.advance(seconds=31)
    assert await held.cannot_tell("key-2")
    assert await held.cannot_tell("key-2")
    assert await held.has()


async def test_after_an_outage_all_is_well_again(held):
    held.issuer.down = True
    assert await held.cannot_tell()
    assert await held.cannot_tell()
    assert held.issuer.asked == 1
    held.issuer.down = False
    held.clock.advance(seconds=1)
    assert await held.has()
    assert not await held.has("made-up")


async def test_whoever_knows_their_key_does_not_wait_for_a_reading_of_others(held):
    assert await held.has()
    gate = asyncio.Event()
    asked = asyncio.Event()

    async def slow(request):
        asked.set()
        await gate.wait()
        return httpx2.Response(200, json=held.issuer.document())

    client = httpx2.AsyncClient(transport=httpx2.MockTransport(slow))
    held.keys._client = client
    held.clock.advance(hours=6)
    first = asyncio.create_task(held.has())
    await asked.wait()
    assert await held.has()
    gate.set()
    assert await first


async def test_a_key_is_of_its_issuer(held):
    held.issuer.published["theirs"] = f"{AUTHORITY}/{FABRIKAM}/v2.0"
    every, theirs = await held.keys.find("key-1"), await held.keys.find("theirs")
    for tenant in (CONTOSO, FABRIKAM):
        issuer = f"{AUTHORITY}/{tenant}/v2.0"
        assert every.signs_for(issuer, tenant)
        assert theirs.signs_for(issuer, tenant) == (tenant == FABRIKAM)
    assert not every.signs_for(f"{AUTHORITY}/{FABRIKAM}/v2.0", CONTOSO)


@pytest.mark.parametrize(
    "content",
    [
        b"<html>",
        b"[" * 100_000,
        b'{"keys": "' + b"x" * MOST_BYTES + b'"}',
        [],
        {},
        {"keys": {}},
        {"keys": []},
        {"keys": ["key-1", None, {}]},
    ],
)
async def test_a_document_without_keys_is_an_outage(content):
    with pytest.raises(UpstreamUnavailable):
        await serving(content).find("key-1")


async def test_an_error_is_an_outage_and_a_redirect_is_not_followed():
    for status in (302, 404, 500):
        with pytest.raises(UpstreamUnavailable):
            await serving(Issuer().document(), status=status).find("key-1")


@pytest.mark.parametrize(
    "changes",
    [
        {"kty": "oct", "k": "c2VjcmV0"},
        {"use": "enc"},
        {"issuer": None},
        {"kid": ""},
        {"kid": 7},
        {"n": None},
        {"n": 7},
        {"n": "AQAB"},
        {"e": "!"},
    ],
)
async def test_a_key_that_is_not_for_checking_is_passed_over(changes):
    issuer = Issuer()
    odd = issuer.jwk("odd", f"{AUTHORITY}/{{tenantid}}/v2.0", **changes)
    keys = serving({"keys": [odd, *issuer.document()["keys"]]})
    assert await keys.find("odd") is None
    assert await keys.find("key-1") is not None


async def test_a_short_key_is_passed_over():
    issuer = Issuer()
    private_key("short", bits=1024)
    issuer.published["short"] = f"{AUTHORITY}/{{tenantid}}/v2.0"
    assert await serving(issuer.document()).find("short") is None


async def test_the_private_part_of_a_published_key_is_not_looked_at():
    issuer = Issuer()
    odd = issuer.jwk("key-1", f"{AUTHORITY}/{{tenantid}}/v2.0", d="AQAB", p="AQAB")
    found = await serving({"keys": [odd]}).find("key-1")
    assert found.public.key_size == 2048
