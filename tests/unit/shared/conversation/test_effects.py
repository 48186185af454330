"""Changes of the outside world, with crashes and rivals at every boundary."""

import asyncio
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from shared.conversation.effects import Change, once
from shared.decisions.effects import LEASE, effect_id
from shared.errors import Conflict, ToolFailed
from shared.models.principal import Principal
from shared.naming import digest
from shared.services import Limits
from shared.storage.ledger import StoredLedger
from shared.storage.memory import MemoryRows
from shared.tools.effect import OutcomeUnknown
from tests.support.fakes import ManualClock

ANN = Principal(tenant="acme", user="ann")
SEND = Change(ANN, "t/call-1-1", "send", "hash")


class Crash(BaseException):
    """The process dies."""


@dataclass
class Provider:
    """Somewhere drafts are kept and sent by id, and can be looked up again."""

    sent: list[str] = field(default_factory=list)
    drafts: set[str] = field(default_factory=set)
    crash: str = ""
    calls: int = 0

    async def send(self, effect):
        """Do it the way connectors do: draft, note, send; ask first when tried before."""
        self.calls += 1
        draft = f"draft-{effect.id}"
        if effect.again and effect.handle and draft not in self.drafts:
            return {"sent": draft} if draft in self.sent else self._unknown()
        self._maybe("before the call")
        self.drafts.add(draft)
        await effect.note(draft)
        self._maybe("after the note")
        self.drafts.discard(draft)
        self.sent.append(draft)
        self._maybe("after the call")
        return {"sent": draft}

    def _maybe(self, when):
        if self.crash == when:
            self.crash = ""
            raise Crash

    def _unknown(self):
        raise OutcomeUnknown("Nobody can tell.")


class CrashingLedger(StoredLedger):
    """Dies around the write that records a result."""

    def __init__(self, rows):
        super().__init__(rows)
        self.crash = ""

    async def put(self, principal, record, etag):
        if record.state == "done" and self.crash == "before the record":
            self.crash = ""
            raise Crash
        stored = await super().put(principal, record, etag)
        if record.state == "done" and self.crash == "after the record":
            self.crash = ""
            raise Crash
        return stored


class World:
    def __init__(self):
        self.clock = ManualClock()
        self.ledger = CrashingLedger(MemoryRows())
        self.provider = Provider()
        self.paused = asyncio.Event()
        self.services = SimpleNamespace(
            clock=self.clock,
            ledger=self.ledger,
            pause=self.pause,
            due=SimpleNamespace(add=self.later),
            limits=Limits(),
        )

    async def later(self, entry):
        """Take note of what is due one day."""

    async def pause(self, seconds):
        self.paused.set()
        self.clock.advance(seconds=seconds)
        await asyncio.sleep(0)

    async def record(self):
        return await self.ledger.get(ANN, digest(SEND.key))

    async def send(self, change=SEND, call=None):
        return await once(self.services, change, call or self.provider.send)


@pytest.fixture
def world():
    return World()


async def test_a_change_is_made_and_a_repeat_returns_what_it_gave(world):
    first, second = await world.send(), await world.send()

    assert first == second == {"sent": world.provider.sent[0]}
    assert (len(world.provider.sent), world.provider.calls) == (1, 1)


@pytest.mark.parametrize(
    "when",
    [
        "before the call",
        "after the note",
        "after the call",
        "before the record",
        "after the record",
    ],
)
async def test_whenever_it_crashes_the_change_is_made_once(world, when):
    world.provider.crash = world.ledger.crash = when
    with pytest.raises(Crash):
        await world.send()

    result = await world.send()

    assert result == {"sent": world.provider.sent[0]}
    assert len(world.provider.sent) == 1
    assert len(world.provider.drafts) == 0


async def test_a_rival_waits_for_the_one_who_is_at_it(world):
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow(effect):
        begun.set()
        await go_on.wait()
        return await world.provider.send(effect)

    first = asyncio.create_task(world.send(call=slow))
    await begun.wait()
    second = asyncio.create_task(world.send())
    await world.paused.wait()
    go_on.set()

    assert await first == await second
    assert len(world.provider.sent) == 1


async def test_who_died_is_waited_for_no_longer_than_the_lease(world):
    world.provider.crash = "after the call"
    with pytest.raises(Crash):
        await world.send()
    before = world.clock.now()

    await world.send()

    assert world.clock.now() - before >= LEASE


async def test_two_at_once_make_one_change(world):
    results = await asyncio.gather(*(world.send() for _ in range(5)))

    assert len(world.provider.sent) == 1
    assert all(result == results[0] for result in results)


async def test_the_same_name_for_something_else_is_refused(world):
    await world.send()

    with pytest.raises(ToolFailed, match="Something else was done"):
        await world.send(Change(ANN, SEND.key, "send", "another hash"))
    assert len(world.provider.sent) == 1


async def test_other_people_make_changes_of_their_own(world):
    await world.send()
    await world.send(Change(Principal(tenant="acme", user="bob"), SEND.key, "send", "hash"))

    assert len(set(world.provider.sent)) == 2


async def test_a_refusal_is_a_failure_that_may_be_tried_again(world):
    async def refuses(_effect):
        raise ToolFailed("No.", "permission")

    with pytest.raises(ToolFailed, match=r"No\."):
        await world.send(call=refuses)

    await world.send()
    assert len(world.provider.sent) == 1


async def test_an_open_outcome_is_asked_about_once_and_may_be_settled(world):
    seen = []

    async def lost(effect):
        seen.append((effect.again, effect.handle))
        if not effect.again:
            await world.provider.send(effect)
            raise OutcomeUnknown("The answer was lost.")
        return await world.provider.send(effect)

    result = await world.send(call=lost)

    assert result == {"sent": world.provider.sent[0]}
    assert len(world.provider.sent) == 1
    assert [again for again, _ in seen] == [False, True]
    assert seen[1][1] == world.provider.sent[0]


async def test_what_nobody_can_tell_stays_so_and_is_never_tried_again(world):
    calls = []

    async def silent(effect):
        calls.append(effect)
        raise OutcomeUnknown("The answer was lost.")

    for _ in range(2):
        with pytest.raises(OutcomeUnknown, match="I don't know whether it was done"):
            await world.send(call=silent)

    assert len(calls) == 2  # the call, and asking the provider
    assert world.provider.sent == []


async def test_who_was_overtaken_notes_nothing_more(world):
    async def overtaken(effect):
        world.clock.advance(seconds=LEASE.total_seconds())
        await world.send()
        await effect.note("mine")
        return {"sent": "twice"}

    with pytest.raises(ToolFailed, match="taken this over"):
        await world.send(call=overtaken)

    assert await world.send() == {"sent": world.provider.sent[0]}
    assert len(world.provider.sent) == 1


async def test_who_was_overtaken_after_the_call_changes_no_record(world):
    async def late(effect):
        world.clock.advance(seconds=LEASE.total_seconds())
        await world.send()
        return await world.provider.send(effect)

    with pytest.raises((ToolFailed, Conflict)):
        await world.send(call=late)

    assert len(world.provider.sent) == 1


EDITED = Change(ANN, SEND.key, "send", "edited")


async def refuses(effect):
    await effect.note("draft")
    refused = ToolFailed("No.", "permission")
    refused.left = "draft"
    raise refused


async def test_an_edited_draft_is_a_first_attempt_after_one_that_was_refused(world):
    seen = []

    async def sees(effect):
        seen.append((effect.id, effect.again, effect.handle))
        return {}

    with pytest.raises(ToolFailed):
        await world.send(call=refuses)
    record = (await world.record()).value
    assert (record.state, record.refused, record.left) == ("failed", True, "draft")

    await world.send(EDITED, sees)

    ((id_, again, handle),) = seen
    assert (again, handle) == (False, "")
    assert id_ != effect_id(ANN.tenant, ANN.user, SEND.key)


async def test_the_same_is_tried_again_with_what_was_left_of_it(world):
    with pytest.raises(ToolFailed):
        await world.send(call=refuses)
    world.provider.drafts.add("draft")

    async def sees(effect):
        return {"again": effect.again, "handle": effect.handle}

    assert await world.send(call=sees) == {"again": True, "handle": "draft"}


async def test_an_edited_draft_is_not_sent_while_the_first_may_have_been(world):
    world.provider.crash = "after the call"
    with pytest.raises(Crash):
        await world.send()

    with pytest.raises(OutcomeUnknown, match="an earlier attempt broke off"):
        await world.send(EDITED)

    assert len(world.provider.sent) == 1
    assert await world.send() == {"sent": world.provider.sent[0]}
    with pytest.raises(ToolFailed, match="Something else was done"):
        await world.send(EDITED)


@pytest.mark.parametrize("kind", ["network", "rate_limit", "auth", "params", "tool_error"])
async def test_who_cannot_be_asked_what_became_of_it_leaves_it_open(world, kind):
    async def lost(effect):
        if effect.again:
            raise ToolFailed("Ask me again later.", kind)
        raise OutcomeUnknown("The answer was lost.")

    with pytest.raises(OutcomeUnknown, match="I don't know whether it was done: The answer was"):
        await world.send(call=lost)

    assert (await world.record()).value.state == "unknown"


async def test_a_crash_that_cannot_be_asked_about_leaves_it_open(world):
    async def asks(_effect):
        raise ToolFailed("Cannot be reached.", "network")

    world.provider.crash = "after the call"
    with pytest.raises(Crash):
        await world.send()

    with pytest.raises(OutcomeUnknown, match="an earlier attempt broke off"):
        await world.send(call=asks)


async def test_a_draft_that_is_left_proves_that_nothing_was_sent(world):
    async def lost(effect):
        if effect.again:
            await refuses(effect)
        raise OutcomeUnknown("The answer was lost.")

    with pytest.raises(ToolFailed, match=r"^No\.$"):
        await world.send(call=lost)

    assert (await world.record()).value.state == "failed"
