import asyncio
import json
from datetime import timedelta

import pytest

from shared.errors import Conflict
from shared.models.effect import About, EffectRecord, Undo
from shared.models.principal import Principal
from shared.storage.keys import user_key
from shared.storage.ledger import StoredLedger
from shared.storage.rows import Insert
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


def at(minutes, **fields):
    begun = NOON + timedelta(minutes=minutes)
    return RECORD.model_copy(update={"key": f"k{minutes}", "begun_at": begun, **fields})


async def test_changes_are_listed_newest_first_without_what_they_gave(ledger):
    undo = Undo(tool="restore", arguments={"id": "m1"}, told="Put it back", left={"a": 1})
    about = About(told="Archived Hi", thread="t", turn=3, approved="words")
    for minutes in (5, 1, 9):
        await ledger.put(ANN, at(minutes, result={"sent": 1}, undo=undo, about=about), None)

    page = await ledger.page(ANN)

    assert [one.key for one in page.records] == ["k9", "k5", "k1"]
    first = page.records[0]
    assert (first.result, first.about) == (None, about)
    assert first.undo == Undo(tool="restore", told="Put it back")
    assert (await ledger.get(ANN, "k9")).value.undo == undo
    assert page.after == ""


async def test_a_change_is_listed_as_it_is_now_and_once(ledger):
    stored = await ledger.put(ANN, at(1), None)
    await ledger.put(ANN, stored.value.model_copy(update={"state": "done"}), stored.etag)

    assert [one.state for one in (await ledger.page(ANN)).records] == ["done"]


async def test_pages_go_on_where_the_last_ended_even_if_newer_ones_came(ledger):
    for minutes in range(5):
        await ledger.put(ANN, at(minutes), None)

    first = await ledger.page(ANN, limit=2)
    await ledger.put(ANN, at(60), None)
    second = await ledger.page(ANN, limit=2, after=first.after)
    third = await ledger.page(ANN, limit=2, after=second.after)

    pages = [[one.key for one in page.records] for page in (first, second, third)]
    assert pages == [["k4", "k3"], ["k2", "k1"], ["k0"]]
    assert third.after == ""


@pytest.mark.parametrize(
    ("since", "until", "found"),
    [(1, 3, ["k2", "k1"]), (None, 1, ["k0"]), (3, None, ["k3"]), (4, None, [])],
)
async def test_changes_of_a_time_are_listed_from_its_beginning_to_before_its_end(
    ledger, since, until, found
):
    for minutes in range(4):
        await ledger.put(ANN, at(minutes), None)
    ends = [None if m is None else NOON + timedelta(minutes=m) for m in (since, until)]

    page = await ledger.page(ANN, since=ends[0], until=ends[1])

    assert [one.key for one in page.records] == found


async def test_nobody_elses_change_is_listed(ledger):
    await ledger.put(ANN, RECORD, None)

    assert (await ledger.page(BOB)).records == ()


async def test_what_was_kept_for_long_enough_expires_in_both_of_its_rows(rows):
    ledger = StoredLedger(rows, timedelta(minutes=10))
    for minutes in range(60):
        await ledger.put(ANN, at(minutes), None)
    await ledger.put(BOB, at(0), None)

    await ledger.expire(ledger.owner(ANN), NOON + timedelta(minutes=68))

    assert [one.key for one in (await ledger.page(ANN)).records] == ["k59", "k58"]
    assert len(await rows.range(user_key("acme", "ann"), " ", "~", 1000)) == 4
    assert len((await ledger.page(BOB)).records) == 1


async def test_what_a_conversation_changed_is_forgotten_with_it(rows):
    ledger = StoredLedger(rows)
    for minutes in range(120):
        about = About(told="Sent Hi", thread="t" if minutes % 3 else "other")
        await ledger.put(ANN, at(minutes, about=about), None)

    await ledger.forget(ANN, "t", NOON + timedelta(minutes=10))

    left = {one.key for one in (await ledger.page(ANN, limit=200)).records}
    assert left == {f"k{n}" for n in range(120) if n < 10 or n % 3 == 0}
    assert len(await rows.range(user_key("acme", "ann"), " ", "~", 1000)) == 2 * len(left)


async def test_a_record_from_before_changes_were_listed_is_read(rows):
    ledger = StoredLedger(rows)
    old = RECORD.model_dump(mode="json", exclude={"about", "undo", "why_not", "undone_at"})
    await rows.commit(user_key("acme", "ann"), [Insert("k", json.dumps(old))])

    stored = await ledger.get(ANN, "k")

    assert stored.value == RECORD
    assert (await ledger.page(ANN)).records == ()


async def test_an_id_that_cannot_be_one_names_nothing(rows):
    ledger = StoredLedger(rows)
    for made_up in ("", "a/b", "a#b", "\x00", "x" * 2000):
        assert await ledger.get(ANN, made_up) is None
