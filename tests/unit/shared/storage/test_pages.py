"""A transcript that is as long as it was is not read again; another one of that name is."""

from datetime import timedelta

from shared.models.rows import TRANSCRIPT, Change, Put
from shared.models.thread import TranscriptMessage
from shared.storage.memory import MemoryRows
from shared.storage.threads import StoredThreads
from tests.support.fakes import NOON, new_thread


class Counted:
    def __init__(self):
        self.ranges = 0
        self.threads = StoredThreads(MemoryRows(self._count))

    def _count(self, name, _rows):
        self.ranges += name == "range"

    async def page(self, head):
        said = await self.threads.page("t", TRANSCRIPT, 1, 10, at=head)
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
    told = Counted()
    one = await told.say(None, "hello")
    assert [await told.page(one) for _ in range(3)] == [["hello"]] * 3
    assert told.ranges == 1

    two = await told.say(one, "again")

    assert [await told.page(two) for _ in range(3)] == [["hello", "again"]] * 3
    assert told.ranges == 2


async def test_a_thread_begun_anew_after_its_purge_says_nothing_of_the_one_before():
    told = Counted()
    first = await told.say(None, "a secret")
    await told.page(first)
    await told.threads.purge("t")

    later = new_thread("t", NOON + timedelta(days=1))
    head = await told.threads.commit(None, Change(later))
    second = await told.say(head, "hello")

    assert await told.page(second) == ["hello"]
