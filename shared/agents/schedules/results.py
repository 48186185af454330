"""How the runs of a schedule went.

It is read from their thread when somebody asks, never copied to the schedule: a turn can go on for
as long as its owner takes to answer, so whatever was noted when it began, or even closed, would be
a second truth to keep right. A run costs three point reads, a thread one more, and only what is
shown is read: the runs of one schedule, or of many the latest until one did not fail.
"""

import asyncio
from collections.abc import Sequence

from shared.agents.schedules.firing import principal_of
from shared.conversation.whereabouts import head_of
from shared.decisions import run_results
from shared.models.rows import AGENT_RUN, RUN_TICKET, TURN
from shared.models.schedule import RunResult, Schedule, ScheduledRun
from shared.models.thread import Thread
from shared.services import Services


async def results(
    services: Services, schedule: Schedule, runs: Sequence[ScheduledRun]
) -> tuple[RunResult, ...]:
    """Return how these runs of a schedule went, in their order."""
    names = dict.fromkeys(thread_of(schedule, run) for run in runs if run.run)
    heads = await asyncio.gather(*(_head(services, schedule, name) for name in names))
    threads = dict(zip(names, heads, strict=True))
    return tuple(
        await asyncio.gather(
            *(_result(services, run, threads.get(thread_of(schedule, run))) for run in runs)
        )
    )


async def latest(services: Services, schedule: Schedule) -> tuple[RunResult, ...]:
    """Return how the latest runs went, newest first, no further back than to one that worked."""
    found: list[RunResult] = []
    for run in reversed(schedule.runs):
        found += await results(services, schedule, (run,))
        if run_results.ends_row(found[-1]):
            break
    return tuple(found)


def thread_of(schedule: Schedule, run: ScheduledRun) -> str:
    """Return the thread a run was started in: a schedule may have moved since."""
    return run.thread or schedule.thread


async def _head(services: Services, schedule: Schedule, name: str) -> Thread | None:
    """Return a thread of the schedule's owner, unless it was deleted."""
    head = await head_of(services, principal_of(schedule), name)
    return None if head is None or head.value.deleted else head.value


async def _result(services: Services, run: ScheduledRun, thread: Thread | None) -> RunResult:
    known = run_results.unstarted(run)
    if known is not None:
        return known
    ticket = await services.threads.get(thread.key, RUN_TICKET, run.run) if thread else None
    if thread is None or ticket is None:
        return run_results.GONE
    number = ticket.value.turn
    if number is None:
        return run_results.result_of(thread, ticket.value, None, None)
    turn, work = await asyncio.gather(
        services.threads.get(thread.key, TURN, number),
        services.threads.get(thread.key, AGENT_RUN, number),
    )
    return run_results.result_of(
        thread,
        ticket.value,
        turn.value if turn is not None else None,
        work.value if work is not None else None,
    )
