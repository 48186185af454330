import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.conversation.transact import transact
from shared.errors import Conflict, StorageUnavailable, TooLarge
from shared.models.base import MAX_ID_CHARACTERS, MAX_MESSAGE_CHARACTERS, printable
from shared.models.rows import (
    EVENT,
    INBOX,
    MESSAGE_TICKET,
    RUN_TICKET,
    TRANSCRIPT,
    TURN,
    Change,
    Entry,
    Put,
)
from shared.models.thread import InboxMessage, MessageTicket, RunTicket, TranscriptMessage, Turn
from shared.storage.keys import thread_key
from shared.storage.memory import MemoryRows
from shared.storage.rows import Delete, Replace
from shared.storage.threads import StoredThreads
from tests.support.fakes import NOON, THREAD, new_thread

KEY, OTHER = thread_key("acme", "ada", THREAD), thread_key("acme", "ada", "another")


def message(seq=1, text="hello"):
    return InboxMessage(
        seq=seq, message_id=f"m{seq}", run_id=f"r{seq}", text=text, accepted_at=NOON, due_at=NOON
    )


def said(position):
    return TranscriptMessage(
        position=position,
        id=f"m{position}",
        role="user",
        text="hello",
        turn=1,
        run_id="r",
        at=NOON,
    )


def turn(number):
    return Turn(
        number=number,
        run_id="r",
        seq=number,
        text="hello",
        execution="e",
        opened_at=NOON,
        due_at=NOON,
    )


def entry(key, value=None):
    return Entry(key, "r", 1, {"type": "CUSTOM", "name": key, "value": value})


def logged(threads):
    return threads.page(KEY, EVENT, 1, 1000)


@pytest.fixture
def threads(rows):
    return StoredThreads(rows)


@pytest.fixture
async def head(threads):
    await threads.commit(None, Change(new_thread(KEY)))
    return await threads.head(KEY)


async def test_stale_writer_loses(threads, head):
    await threads.commit(head, Change(new_thread(KEY, accepted=1)))

    with pytest.raises(Conflict):
        await threads.commit(head, Change(new_thread(KEY, accepted=2)))

    assert (await threads.head(KEY)).value.accepted == 1


async def test_of_two_who_open_a_thread_one_loses(threads, head):
    with pytest.raises(Conflict):
        await threads.commit(None, Change(new_thread(KEY, owner="somebody else")))
    assert (await threads.head(KEY)).value == new_thread(KEY)


async def test_a_thread_that_was_removed_cannot_be_written_back(threads, head):
    await threads.purge(KEY)
    with pytest.raises(Conflict):
        await threads.commit(head, Change(new_thread(KEY), (Put(TURN, 1, turn(1)),)))
    assert await threads.get(KEY, TURN, 1) is None


async def test_what_is_absent_is_none(threads):
    assert await threads.head(KEY) is None
    assert await threads.get(KEY, TURN, 1) is None
    assert await threads.get(KEY, RUN_TICKET, "r") is None
    assert await threads.page(KEY, EVENT, 1, 10) == []


async def test_a_change_is_stored_whole(threads, head):
    change = Change(
        new_thread(KEY, turns=1), (Put(TURN, 1, turn(1)), Put(INBOX, 1, message())), (entry("a"),)
    )
    await threads.commit(head, change)

    assert (await threads.head(KEY)).value == new_thread(KEY, turns=1, events=1)
    assert (await threads.get(KEY, TURN, 1)).value == turn(1)
    assert (await threads.get(KEY, INBOX, 1)).value == message()
    assert [(e.id, e.run, e.turn, e.event["name"]) for e in await logged(threads)] == [
        (1, "r", 1, "a")
    ]


@pytest.mark.parametrize("etag", [None, "stale"])
async def test_a_change_with_one_row_that_lost_stores_nothing(threads, head, etag):
    await threads.commit(head, Change(new_thread(KEY), (Put(TURN, 1, turn(1)),)))
    head = await threads.head(KEY)
    first = (await threads.get(KEY, TURN, 1)).etag
    await threads.commit(head, Change(new_thread(KEY), (Put(TURN, 1, turn(1), first),)))
    head = await threads.head(KEY)
    puts = (Put(INBOX, 1, message()), Put(TURN, 1, turn(2), etag and first))

    with pytest.raises(Conflict):
        await threads.commit(head, Change(new_thread(KEY, accepted=1), puts, (entry("a"),)))

    assert await threads.head(KEY) == head
    assert await threads.get(KEY, INBOX, 1) is None
    assert (await threads.get(KEY, TURN, 1)).value == turn(1)
    assert await logged(threads) == []


async def test_event_ids_have_no_gaps_whoever_appends(threads, head):
    async def append(writer):
        async def step(current):
            entries = tuple(entry(f"{writer}/{n}") for n in range(3))
            return Change(current.value, (), entries), None

        await transact(threads, KEY, step)

    await asyncio.gather(*(append(writer) for writer in range(20)))

    events = await logged(threads)
    assert [e.id for e in events] == list(range(1, 61))
    assert (await threads.head(KEY)).value.events == 60
    names = [e.event["name"] for e in events]
    assert sorted(names) == sorted(f"{w}/{n}" for w in range(20) for n in range(3))
    assert all(names[i].endswith("/0") for i in range(0, 60, 3)), "one writer's stay together"


async def test_an_entry_logged_before_is_dropped_and_the_rest_have_no_gaps(threads, head):
    await threads.commit(head, Change(head.value, (), (entry("a", 1), entry("b", 1))))
    head = await threads.head(KEY)

    again = (entry("b", 2), entry("c", 2), entry("a", 2), entry("d", 2))
    await threads.commit(head, Change(head.value, (Put(TURN, 1, turn(1)),), again))

    found = [(e.id, e.event["name"], e.event["value"]) for e in await logged(threads)]
    assert found == [(1, "a", 1), (2, "b", 1), (3, "c", 2), (4, "d", 2)]
    assert (await threads.head(KEY)).value.events == 4
    assert await threads.get(KEY, TURN, 1) is not None


async def test_a_change_whose_entries_are_all_logged_changes_the_rest(threads, head):
    await threads.commit(head, Change(head.value, (), (entry("a"),)))
    head = await threads.head(KEY)
    thread = head.value.model_copy(update={"accepted": 7})

    await threads.commit(head, Change(thread, (), (entry("a"),)))

    assert (await threads.head(KEY)).value == thread
    assert len(await logged(threads)) == 1


async def test_an_entry_logged_before_does_not_excuse_a_stale_head(threads, head):
    await threads.commit(head, Change(head.value, (), (entry("a"),)))
    with pytest.raises(Conflict):
        await threads.commit(head, Change(head.value, (), (entry("a"), entry("b"))))
    assert len(await logged(threads)) == 1


async def test_rows_are_told_apart_by_kind_and_by_number_or_id(threads, head):
    first, second = RunTicket(run_id="1", digest="a"), RunTicket(run_id="run-1", digest="b")
    heard = MessageTicket(run_id="r", digest="c")
    puts = (
        Put(TURN, 1, turn(1)),
        Put(TURN, 2, turn(2)),
        Put(INBOX, 1, message()),
        Put(RUN_TICKET, "1", first),
        Put(RUN_TICKET, "run-1", second),
        Put(MESSAGE_TICKET, "1", heard),
    )
    await threads.commit(head, Change(head.value, puts))

    for put in puts:
        assert (await threads.get(KEY, put.kind, put.id)).value == put.value
    assert await threads.get(KEY, INBOX, 2) is None
    assert await threads.get(KEY, TURN, 10) is None
    assert await threads.get(KEY, MESSAGE_TICKET, "run-1") is None


async def test_a_page_starts_and_ends_where_it_should(threads, head):
    puts = [Put(TRANSCRIPT, n, said(n)) for n in range(12, 0, -1)]
    puts += [Put(TURN, n, turn(n)) for n in range(1, 4)]
    await threads.commit(head, Change(head.value, tuple(puts)))

    async def positions(first, limit):
        return [m.position for m in await threads.page(KEY, TRANSCRIPT, first, limit)]

    assert await positions(1, 100) == list(range(1, 13))
    assert await positions(3, 4) == [3, 4, 5, 6]
    assert await positions(9, 3) == [9, 10, 11]
    assert await positions(12, 100) == [12]
    assert await positions(13, 100) == []
    assert await positions(1, 0) == []


@pytest.mark.parametrize("count", [0, 1, 100, 101])
async def test_every_row_of_a_kind_is_there_and_none_of_another(threads, head, count):
    names = [f"{place:03}" for place in range(count)]
    for first in range(0, count, 40):
        some = names[first : first + 40]
        puts = [Put(RUN_TICKET, name, RunTicket(run_id=name, digest=name)) for name in some]
        head = await threads.commit(head, Change(head.value, (*puts,)))
    head = await threads.commit(head, Change(head.value, (Put(TURN, 1, turn(1)),)))

    assert sorted([one.run_id async for one in threads.every(KEY, RUN_TICKET)]) == names


async def test_a_page_may_have_more_rows_than_a_batch(threads, head):
    for start in range(0, 240, 40):
        head = await threads.head(KEY)
        entries = tuple(entry(str(n)) for n in range(start, start + 40))
        await threads.commit(head, Change(head.value, (), entries))
    assert [e.id for e in await threads.page(KEY, EVENT, 1, 1000)] == list(range(1, 241))


async def fill(threads, key):
    await threads.commit(None, Change(new_thread(key)))
    for start in range(0, 120, 40):
        head = await threads.head(key)
        puts = (Put(TURN, start, turn(start)), Put(RUN_TICKET, f"{start}", ticket()))
        entries = tuple(entry(str(n)) for n in range(start, start + 40))
        await threads.commit(head, Change(head.value, puts, entries))


def ticket():
    return RunTicket(run_id="r", digest="d")


class BreakingRows:
    """Rows whose storage fails after some commits; remembers what was to be written."""

    def __init__(self, rows, good_for):
        self._rows, self._good_for = rows, good_for
        self.committed = []

    async def commit(self, partition, writes):
        if len(self.committed) == self._good_for:
            raise StorageUnavailable("gone")
        etags = await self._rows.commit(partition, writes)
        self.committed.append(writes)
        return etags

    def __getattr__(self, name):
        return getattr(self._rows, name)


async def test_a_purge_removes_every_row_of_the_thread_and_no_other(rows):
    threads = StoredThreads(rows)
    await fill(threads, KEY)
    await threads.commit(None, Change(new_thread(OTHER), (Put(TURN, 1, turn(1)),)))

    await threads.purge(KEY)
    await threads.purge(KEY)

    assert await rows.range(KEY, " ", "~", 10) == []
    assert await threads.head(OTHER) is not None
    assert await threads.get(OTHER, TURN, 1) is not None


async def test_a_purge_that_broke_off_leaves_the_head_and_can_go_on(rows):
    await fill(StoredThreads(rows), KEY)
    breaking = BreakingRows(rows, good_for=1)

    with pytest.raises(StorageUnavailable):
        await StoredThreads(breaking).purge(KEY)
    assert await StoredThreads(rows).head(KEY) is not None

    whole = BreakingRows(rows, good_for=1000)
    await StoredThreads(whole).purge(KEY)
    assert whole.committed[-1] == [Delete("thread")]
    assert await rows.range(KEY, " ", "~", 10) == []


async def test_a_message_of_nothing_but_emoji_comes_back_whole(threads, head):
    text = "👩‍💻🎉" * (MAX_MESSAGE_CHARACTERS // 4)
    assert len(text) == MAX_MESSAGE_CHARACTERS
    puts = (Put(INBOX, 1, message(text=text)), Put(TRANSCRIPT, 1, said(1)))
    await threads.commit(head, Change(head.value, puts, (entry("text", text),)))
    assert (await threads.get(KEY, INBOX, 1)).value.text == text
    assert (await logged(threads))[0].event["value"] == text


@pytest.mark.parametrize(
    "change",
    [
        ((Put(INBOX, 1, message(text="x" * 600_000)),), ()),
        ((), tuple(entry(str(n)) for n in range(50))),
        ((), tuple(entry(str(n), "x" * 400_000) for n in range(11))),
    ],
    ids=["row", "writes", "batch"],
)
async def test_a_change_that_is_too_large_is_refused_with_nothing_stored(threads, head, change):
    puts, entries = change
    with pytest.raises(TooLarge):
        await threads.commit(
            head, Change(head.value, (Put(TURN, 1, turn(1)), *puts), (entry("first"), *entries))
        )
    assert await threads.head(KEY) == head
    assert await threads.get(KEY, TURN, 1) is None
    assert await logged(threads) == []


async def test_forty_nine_events_go_in_one_change(threads, head):
    entries = tuple(entry(str(n)) for n in range(49))
    await threads.commit(head, Change(head.value, (), entries))
    assert len(await logged(threads)) == 49


IDS = (
    "a/b\\c#d?e",
    "A/B\\C#D?E",
    "%2F",
    "' or PartitionKey ne '",
    " x ",
    "ключ",
    "e\u0301",
    "\u00e9",
    "\u202eright to left",
    "👩‍👩‍👧‍👦" * (MAX_ID_CHARACTERS // 7),
    "\U0001d518" * MAX_ID_CHARACTERS,
)


async def test_a_row_has_any_printable_id(threads, head):
    puts = [Put(RUN_TICKET, printable(name), RunTicket(run_id=name, digest=name)) for name in IDS]
    entries = tuple(entry(name) for name in IDS)
    await threads.commit(head, Change(head.value, tuple(puts), entries))

    for name in IDS:
        assert (await threads.get(KEY, RUN_TICKET, name)).value.digest == name
    assert [e.event["name"] for e in await logged(threads)] == list(IDS)


def _printable(text):
    try:
        return bool(printable(text))
    except ValueError:
        return False


PRINTABLE = st.text(min_size=1, max_size=MAX_ID_CHARACTERS).filter(_printable)


@given(st.sets(PRINTABLE, min_size=1, max_size=20), PRINTABLE, PRINTABLE)
async def test_no_two_printable_ids_meet(names, tenant, thread):
    threads, key = StoredThreads(MemoryRows()), thread_key(tenant, "ada", thread)
    puts = [Put(RUN_TICKET, name, RunTicket(run_id=name, digest=name)) for name in names]
    await threads.commit(None, Change(new_thread(key), tuple(puts), tuple(map(entry, names))))
    for name in names:
        assert (await threads.get(key, RUN_TICKET, name)).value.run_id == name


async def test_storage_that_answers_is_well(threads):
    await threads.ping()


async def test_storage_that_does_not_answer_is_not():
    class Silent(MemoryRows):
        async def get(self, partition, key):
            raise StorageUnavailable("nobody there")

    with pytest.raises(StorageUnavailable):
        await StoredThreads(Silent()).ping()


async def test_a_row_read_with_the_thread_row_is_as_good_as_a_fresh_one(rows):
    here, elsewhere = StoredThreads(rows), StoredThreads(rows)
    await here.commit(None, Change(new_thread(KEY), (Put(TURN, 1, turn(1)),)))
    head = await here.head(KEY)
    assert await here.get(KEY, TURN, 2, at=head) is None
    known = await here.get(KEY, TURN, 1, at=head)
    assert known == await elsewhere.get(KEY, TURN, 1)

    changed = turn(1).model_copy(update={"text": "changed elsewhere"})
    await elsewhere.commit(
        await elsewhere.head(KEY),
        Change(head.value, (Put(TURN, 1, changed, known.etag), Put(TURN, 2, turn(2)))),
    )

    head = await here.head(KEY)
    assert (await here.get(KEY, TURN, 1, at=head)).value.text == "changed elsewhere"
    assert (await here.get(KEY, TURN, 2, at=head)).value == turn(2)


async def test_a_row_just_written_is_known_and_can_be_written_on(rows):
    counted = Counting(rows)
    threads = StoredThreads(counted)
    await threads.commit(None, Change(new_thread(KEY), (Put(TURN, 1, turn(1)),)))
    for text in ("one", "two"):
        head = await threads.head(KEY)
        before = await threads.get(KEY, TURN, 1, at=head)
        value = before.value.model_copy(update={"text": text})
        await threads.commit(head, Change(head.value, (Put(TURN, 1, value, before.etag),)))

    assert counted.read == ["thread", "thread"]
    assert (await StoredThreads(rows).get(KEY, TURN, 1)).value.text == "two"


class Counting:
    """Rows that note which single ones were read."""

    def __init__(self, rows):
        self._rows, self.read = rows, []

    async def get(self, partition, key):
        self.read.append(key)
        return await self._rows.get(partition, key)

    def __getattr__(self, name):
        return getattr(self._rows, name)


async def test_after_a_lost_race_rows_are_read_again(rows):
    threads = StoredThreads(rows)
    await threads.commit(None, Change(new_thread(KEY), (Put(TURN, 1, turn(1)),)))
    head = await threads.head(KEY)
    stale = await threads.get(KEY, TURN, 1, at=head)
    (stored,) = await rows.range(KEY, "turn", "turo", 1)
    await rows.commit(KEY, [Replace(stored.key, stored.body, stored.etag)])

    with pytest.raises(Conflict):
        await threads.commit(head, Change(head.value, (Put(TURN, 1, turn(1), stale.etag),)))

    fresh = await threads.get(KEY, TURN, 1, at=await threads.head(KEY))
    assert fresh.etag != stale.etag


async def test_what_is_committed_is_told_to_who_listens(threads, head):
    with threads.listen(KEY) as listener:
        await threads.commit(head, Change(head.value))
        head = await threads.head(KEY)
        await threads.commit(head, Change(head.value, (), (entry("a"), entry("b"))))
        (news,) = listener.take()
        head = await threads.head(KEY)
        await threads.commit(head, Change(head.value.model_copy(update={"deleted": True})))
        (deleted,) = listener.take()

    assert news.events == await logged(threads)
    assert news.thread.events == 2
    assert deleted.thread.deleted


async def test_deliveries_are_counted_until_one_is_survived(threads):
    before = []

    async def again(times):
        before.append(times)

    counted = [await threads.delivered(KEY, "plan", again) for _ in range(3)]
    other = await threads.delivered(KEY, "close", again)
    await threads.survived(KEY, "plan")

    assert (counted, other, before) == ([1, 2, 3], 1, [1, 2])
    assert await threads.delivered(KEY, "plan", again) == 1


async def test_deliveries_at_the_same_time_are_all_counted(threads):
    async def again(times):
        del times

    counted = await asyncio.gather(*(threads.delivered(KEY, "plan", again) for _ in range(5)))

    assert sorted(counted) == [1, 2, 3, 4, 5]


async def test_a_delivery_is_counted_along_with_what_leads_to_it(threads, head):
    """As the first of that place: what was counted there before is over."""

    async def again(times):
        del times

    await threads.delivered(KEY, "plan", again)
    await threads.delivered(KEY, "plan", again)
    written = await threads.commit(head, Change(head.value, begins=("plan", "close")))

    assert await threads.delivered(KEY, "plan", again) == 2
    assert await threads.delivered(KEY, "close", again) == 2
    with pytest.raises(Conflict):
        await threads.commit(head, Change(head.value, begins=("plan",)))
    assert await threads.delivered(KEY, "plan", again) == 3
    await threads.commit(written, Change(written.value))
    assert await threads.delivered(KEY, "plan", again) == 4
