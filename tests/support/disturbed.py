"""Playing a conversation while the engine crashes, forgets or fails at a chosen durable step."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from devhost.engine import Fault, SimulatedCrash, simulate_crash
from shared.conversation.doorbell import instance_id
from shared.models.rows import RUN_TICKET, TURN
from tests.support.simulation import World

WAYS = ("crash", "forget", "fail")
LOOKS = 12
"""Rounds of recovery after which a conversation counts as lost."""


def fault(how: str, step: int) -> Fault:
    """`crash` after the commit, `forget` before it, `fail` the orchestration."""
    if how == "forget":
        return Fault(step, "drop", simulate_crash)
    return Fault(step, "call" if how == "crash" else "fail")


def in_turn(ran, whenever=None):
    """Yield the number and name of durable steps taken, each time another way to interfere.

    All of them, or (`whenever` given) each kind as often as there are ways, and those named always.
    """
    before = Counter()
    for step, name in enumerate((one.name for one in ran), start=1):
        if whenever is None or before[name] < len(WAYS) or name in whenever:
            yield step, name, WAYS[before[name] % len(WAYS)]
        before[name] += 1


@dataclass
class Outcome:
    """What people are left with: the same however often the engine fell over."""

    transcript: list
    turns: list
    phase: str
    pending: int
    runs: dict


async def play(world: World, lines, disturbance: Fault | None) -> Outcome:
    """Say the lines one after another, each once the thread has gone quiet."""
    await world.boot(disturbance)
    for number, line in enumerate(lines, start=1):
        await world.put(line, f"m{number}")
        try:
            await world.ring()
        except SimulatedCrash:
            await world.boot()
            await world.ring()
        await go_quiet(world)
    outcome = await outcome_of(world)
    await world.engine.stop()
    return outcome


async def go_quiet(world: World, thread="t"):
    """Recover as the product does: the journal after a crash, the sweep after a failure."""
    for _ in range(LOOKS):
        if not await world.settle():
            await world.boot()
        elif await is_quiet(world, thread):
            return
        else:
            world.clock.advance(seconds=61)
            try:
                await world.sweep()
            except SimulatedCrash:
                await world.boot()
    raise AssertionError("the conversation never went quiet")


async def is_quiet(world, thread="t"):
    """Tell whether nothing is left to do: all is answered, or a question waits for a person."""
    head = await world.head(thread)
    if head.phase == "parked":
        return head.pending == 0
    if head.phase != "waiting" or not await world.port.alive(instance_id(head.key)):
        return False
    return (await world.request(thread)).value.takes_answers


async def outcome_of(world: World, thread="t") -> Outcome:
    """Read what is left, and check what must hold of every log."""
    head = await world.head(thread)
    events = await world.events(thread)
    assert [e.id for e in events] == list(range(1, head.events + 1))
    check_runs(events)
    turns = await world.services.threads.page(world.key(thread), TURN, 1, 1000)
    runs = {}
    for run in dict.fromkeys(e.run for e in events):
        ticket = await world.services.threads.get(world.key(thread), RUN_TICKET, run)
        runs[run] = ticket.value.state
    return Outcome(
        transcript=await world.transcript(thread),
        turns=[(t.number, t.outcome, t.questions) for t in turns],
        phase=head.phase,
        pending=head.pending,
        runs=runs,
    )


def check_runs(events: Iterable[Any]) -> None:
    """Each run starts once, ends once, and leaves no message open; nothing is logged twice."""
    for run in dict.fromkeys(e.run for e in events):
        kinds = [e.event["type"] for e in events if e.run == run and e.event["type"] != "CUSTOM"]
        assert kinds[0] == "RUN_STARTED", (run, kinds)
        assert kinds.count("RUN_STARTED") == 1, (run, kinds)
        assert kinds.count("RUN_FINISHED") <= 1, (run, kinds)
        assert kinds.count("TEXT_MESSAGE_START") == kinds.count("TEXT_MESSAGE_END"), (run, kinds)
