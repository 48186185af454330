import asyncio
from datetime import timedelta

import pytest

from shared.errors import Conflict
from shared.models.effect import EffectRecord
from shared.models.principal import Principal
from shared.storage.ledger import StoredLedger
from tests.support.fakes import NOON

ANN, BOB = Principal(tenant="acme", user="ann"), Principal(tenant="acme", user="bob")
RECORD = EffectRecord(
    key="k", tool="send", hash="h", owner="me", until=NOON + timedelta(minutes=1), begun_at=NOON
)


@pytest.fixture
def ledger(rows):
    return StoredLedger(rows)


async def test_what_was_never_wanted_is_not_on_record(ledger):
    assert await ledger.get(ANN, "k") is None


async def test_a_record_comes_back_and_is_replaced_as_it_was_read(ledger):
    stored = await ledger.put(ANN, RECORD, None)
    done = RECORD.model_copy(update={"state": "done", "result": {"sent": {"id": "m1"}}})

    again = await ledger.put(ANN, done, stored.etag)

    found = await ledger.get(ANN, "k")
    assert (found.value, found.etag) == (done, again.etag)


@pytest.mark.parametrize("etag", [None, "stale"])
async def test_a_record_is_never_written_over_unread(ledger, etag):
    first = await ledger.put(ANN, RECORD, None)
    newer = await ledger.put(ANN, RECORD.model_copy(update={"handle": "d1"}), first.etag)

    with pytest.raises(Conflict):
        await ledger.put(ANN, RECORD, first.etag if etag else None)

    assert (await ledger.get(ANN, "k")).etag == newer.etag


async def test_of_many_who_want_the_same_one_gets_it(ledger):
    claims = [RECORD.model_copy(update={"owner": f"w{n}"}) for n in range(8)]

    made = await asyncio.gather(
        *(ledger.put(ANN, claim, None) for claim in claims), return_exceptions=True
    )

    (won,) = [one for one in made if not isinstance(one, Exception)]
    assert all(isinstance(one, Conflict) for one in made if one is not won)
    assert (await ledger.get(ANN, "k")).value == won.value


async def test_nobody_elses_record_is_seen(ledger):
    await ledger.put(ANN, RECORD, None)

    assert await ledger.get(BOB, "k") is None
    assert await ledger.get(Principal(tenant="other", user="ann"), "k") is None
