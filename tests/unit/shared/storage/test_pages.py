"""A transcript that is as long as it was is not read again; another one of that name is."""

from datetime import timedelta

from shared.models.rows import TRANSCRIPT, Change, Put
from shared.models.thread import TranscriptMessage
from shared.storage.memory import MemoryRows
from shared.storage.threads import StoredThreads
from tests.support.fakes import NOON, new_thread


class Counted:
    """A process that says something, and one beside it that reads."""

    def __init__(self):
        self.ranges = 0
        self.rows = MemoryRows(self._count)
        self.threads = self.reading = StoredThreads(self.rows)

    def beside(self):
        self.reading = StoredThreads(self.rows)
        return self

    def _count(self, name, _rows):
        self.ranges += name == "range"

    async def page(self, head):
        said = await self.reading.page("t", TRANSCRIPT, 1, 10, at=head)
        return [message.text for message in said]

    async def say(self, head, text):
        """Add to the transcript, and return the thread row as it is then."""
        thread = head.value if head is not None else new_thread("t")
        number = thread.messages + 1
        message = TranscriptMessage(
            id=f"m{number}", position=number, run_id="r", turn=1, role="user", text=text, at=NOON
        )
        grown = thread.model_copy(update={"messages": number})
        return await self.threads.commit(head, Change(grown, (Put(TRANSCRIPT, number, message),)))


async def test_it_is_read_once_for_each_length():
    told = Counted().beside()
    one = await told.say(None, "hello")
    assert [await told.page(one) for _ in range(3)] == [["hello"]] * 3
    assert told.ranges == 1

    two = await told.say(one, "again")

    assert [await told.page(two) for _ in range(3)] == [["hello", "again"]] * 3
    assert told.ranges == 2


async def test_what_this_process_said_it_need_not_read():
    told, head = Counted(), None
    for number in range(1, 60):
        head = await told.say(head, f"text {number}")
        first = max(1, number - 20)
        said = await told.threads.page("t", TRANSCRIPT, first, 21, at=head)
        assert [message.position for message in said] == list(range(first, number + 1))
    assert told.ranges == 0

    assert len(await told.threads.page("t", TRANSCRIPT, 1, 100, at=head)) == 59
    assert told.ranges == 1


async def test_a_page_is_as_long_as_it_was_under_the_thread_row_that_is_given():
    told = Counted()
    one = await told.say(None, "hello")
    await told.say(one, "again")

    assert await told.page(one) == ["hello"]


async def test_a_thread_begun_anew_after_its_purge_says_nothing_of_the_one_before():
    told = Counted()
    first = await told.say(None, "a secret")
    await told.page(first)
    await told.threads.purge("t")

    later = new_thread("t", NOON + timedelta(days=1))
    head = await told.threads.commit(None, Change(later))
    second = await told.say(head, "hello")

    assert await told.page(second) == ["hello"]
