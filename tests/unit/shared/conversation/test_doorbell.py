import pytest

from shared.conversation import doorbell
from shared.errors import StorageUnavailable
from shared.models.steps import ThreadStart
from tests.support.engine import RecordingEngine
from tests.support.fakes import Conversation
from tests.support.leaping import in_no_time

BUSY = StorageUnavailable("the runtime is starting")


class Bell(RecordingEngine):
    """An engine that refuses (False) or fails (an exception) as often as it is told to.

    `meanwhile` runs before each try.
    """

    def __init__(self, *refusals, knows=True, meanwhile=None):
        super().__init__()
        self._refusals, self._knows = list(refusals), knows
        self._meanwhile = meanwhile
        self.tries = 0

    async def start(self, orchestrator, instance, start):
        if not await self._let():
            return False
        return await super().start(orchestrator, instance, start)

    async def raise_event(self, instance, name):
        if not self._knows:
            return False
        if not await self._let():
            return False
        self.raised.append((instance, name))
        return True

    async def _let(self):
        self.tries += 1
        if self._meanwhile is not None:
            await self._meanwhile()
        refusal = self._refusals.pop(0) if self._refusals else True
        if isinstance(refusal, Exception):
            raise refusal
        return refusal


def ringing(bell, *, talk=None, **state):
    """Ring for a thread in a state; return the answer and the seconds it took."""
    talk = talk or Conversation()

    async def ring():
        await talk.say()
        await talk.change(**state)
        return await doorbell.ring(bell, talk.threads, talk.key)

    return in_no_time(ring())


def test_a_parked_thread_is_started_under_its_own_id_each_time_anew():
    talk, bell = Conversation(), Bell()
    assert ringing(bell, talk=talk) == (True, 0)
    ((name, instance, start),) = bell.started
    assert (name, instance) == ("thread_v2", f"thread-{talk.key}")
    assert (start, start.thread) == (ThreadStart.model_validate(start.model_dump()), talk.key)

    again = Bell()
    ringing(again)
    assert again.started[0][2].execution != start.execution


def test_a_running_thread_is_left_to_see_its_news_itself():
    bell = Bell()
    assert ringing(bell, phase="running") == (True, 0)
    assert bell.tries == 0


def test_a_waiting_thread_is_woken_by_the_event_of_its_question():
    talk, bell = Conversation(), Bell()
    assert ringing(bell, talk=talk, phase="waiting", request="q-1-1") == (True, 0)
    assert bell.raised == [(f"thread-{talk.key}", "reply-q-1-1")]
    assert bell.started == []


@pytest.mark.parametrize("request_", ["q-1-1", None])
def test_a_thread_that_waits_but_has_no_instance_is_started(request_):
    bell = Bell(knows=False)
    assert ringing(bell, phase="waiting", request=request_) == (True, 0)
    assert len(bell.started) == 1


def test_a_thread_that_does_not_exist_needs_nobody():
    bell, talk = Bell(), Conversation()
    assert in_no_time(doorbell.ring(bell, talk.threads, talk.key)) == (True, 0)
    assert bell.tries == 0


def test_it_rings_again_while_the_old_instance_is_ending():
    bell = Bell(*[False] * 3)
    rung, waited = ringing(bell)
    assert rung
    assert bell.tries == 4
    assert 0 < waited < 0.2
    assert len(bell.started) == 1


def test_it_rings_again_while_the_runtime_does_not_answer():
    bell = Bell(BUSY, BUSY)
    assert ringing(bell)[0]
    assert bell.tries == 3


@pytest.mark.parametrize("refusal", [False, BUSY])
def test_after_some_seconds_it_is_left_to_the_sweeper(refusal):
    bell = Bell(*[refusal] * 1000)
    rung, waited = ringing(bell)
    assert not rung
    assert 5 < waited < 10
    assert bell.started == []


def test_a_thread_that_somebody_else_has_started_meanwhile_is_left_to_them():
    talk = Conversation()

    async def move_on():
        await talk.change(phase="running")

    bell = Bell(*[False] * 1000, meanwhile=move_on)
    rung, waited = ringing(bell, talk=talk)
    assert (rung, bell.started, bell.raised) == (True, [], [])
    assert waited < 0.2


def test_a_question_that_is_asked_while_it_rings_is_woken():
    talk = Conversation()

    async def ask():
        await talk.change(phase="waiting", request="q-1-1")

    bell = Bell(*[False] * 4, meanwhile=ask)
    rung, waited = ringing(bell, talk=talk)
    assert rung
    assert bell.raised == [(f"thread-{talk.key}", "reply-q-1-1")]
    assert waited < 0.2


@pytest.mark.parametrize(("refusals", "looks"), [(0, 0), (3, 0), (4, 1), (5, 2)])
def test_whoever_wrote_the_news_rings_by_the_row_that_was_written(refusals, looks):
    """And looks at it again where the old instance takes its time to end."""
    talk, bell, asked = Conversation(), Bell(*[False] * refusals), []
    look = talk.threads.head

    async def head(key):
        asked.append(key)
        return await look(key)

    async def ring():
        await talk.say()
        written = await look(talk.key)
        talk.threads.head = head
        return await doorbell.ring(bell, talk.threads, talk.key, written)

    rung, _ = in_no_time(ring())
    assert rung
    assert (bell.tries, len(bell.started), asked) == (refusals + 1, 1, [talk.key] * looks)
