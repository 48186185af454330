"""Schedules: which a person has, making, changing and deleting one, running it, giving leave."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from azurefunctions.extensions.http.fastapi import Request, Response
from pydantic import Field

from api import links
from api.ids import path_id
from api.messages import chosen_id
from api.parsing import Body, JsonObject, parse, refuse
from api.shown import Shown, shown
from shared.agents import schedules
from shared.agents.lending import toolbox
from shared.decisions import recurring
from shared.decisions.risk import argument_hash
from shared.decisions.run_results import failures
from shared.models.base import MessageText, PrintableId
from shared.models.principal import Principal
from shared.models.schedule import (
    Missed,
    Overlap,
    Recurrence,
    RunResult,
    RunState,
    Schedule,
    ScheduledRun,
    StandingApproval,
)
from shared.ports import Engine
from shared.services import Services

MAX_TOLD_CHARACTERS = 2000
MAX_WHEN_CHARACTERS = 200


class ScheduleBody(Body):
    """A schedule to be made. `when` is plain words or a cron expression."""

    agent: PrintableId
    request: MessageText
    when: str = Field(max_length=MAX_WHEN_CHARACTERS)
    thread_id: PrintableId | None = None
    missed: Missed = "run_once"
    overlap: Overlap = "skip"
    origin: PrintableId | None = None


class ChangesBody(Body):
    """What is to be different. `withdraw` names actions that leave is taken back for."""

    request: MessageText | None = None
    when: str | None = Field(default=None, max_length=MAX_WHEN_CHARACTERS)
    thread_id: PrintableId | None = None
    missed: Missed | None = None
    overlap: Overlap | None = None
    paused: bool | None = None
    withdraw: list[str] = Field(default_factory=list)


class ScheduleRunBody(Body):
    """A run at once; whoever repeats a key starts no second one."""

    key: PrintableId | None = None


class ApprovalBody(Body):
    """Leave for one exact action: a tool with its arguments as planned, and what that is in words.

    `action` is the hash of both, for who does not have the arguments.
    """

    tool: PrintableId
    arguments: JsonObject | None = None
    action: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")
    told: str = Field(min_length=1, max_length=MAX_TOLD_CHARACTERS)


class ScheduledRunView(Shown):
    """One time that came: what became of it, where to look, and how it went as far as is known.

    `links` are of the run it opened, if it opened one.
    """

    planned: datetime
    at: datetime
    state: RunState
    reason: str
    run_id: str | None
    thread_id: str | None
    links: links.RunLinks | None
    result: RunResult | None


class ScheduleView(Shown):
    """A schedule as its owner sees it; `next_local` is by the clock of its time zone.

    `told` is when it runs, in words, and `said` the words it was given in. `failures` counts how
    many of its latest runs failed in a row.
    """

    id: str
    kind: Literal["agent", "reminder"]
    agent: str
    request: str
    recurrence: Recurrence
    said: str
    told: str
    missed: Missed
    overlap: Overlap
    paused: bool
    approvals: tuple[StandingApproval, ...]
    next_at: datetime | None
    next_local: datetime | None
    runs: list[ScheduledRunView]
    last_run: ScheduledRunView | None
    failures: int
    thread_id: str
    links: links.ThreadLinks
    created_at: datetime
    updated_at: datetime


class ScheduleList(Shown):
    """A person's schedules, the next to run first."""

    schedules: list[ScheduleView]


class ScheduleRun(Shown):
    """Where a run that was asked for is followed."""

    schedule: str
    thread_id: str
    run_id: str
    links: links.RunLinks


async def get_schedules(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the caller's schedules, the next to run first, each with how its last run went."""
    del request, engine
    found = await schedules.mine(services, caller)
    went = await asyncio.gather(*(schedules.latest(services, one) for one in found))
    views = [view(one, latest) for one, latest in zip(found, went, strict=True)]
    return shown(ScheduleList(schedules=views))


async def post_schedule(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Make a schedule; the same `origin` (or Idempotency-Key) makes one only."""
    del engine
    body = await parse(request, ScheduleBody)
    wish = schedules.Wish(
        agent=body.agent,
        request=body.request,
        when=body.when,
        thread=body.thread_id,
        missed=body.missed,
        overlap=body.overlap,
        origin=chosen_id(request, body.origin, "origin") or "",
    )
    made = await schedules.create(services, caller, wish)
    return await _shown(services, made, 201)


async def get_schedule(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return one of the caller's schedules, with how each of its latest runs went."""
    del engine
    stored = await schedules.readable(services, caller, path_id(request, "schedule"))
    return await _shown(services, stored.value)


async def patch_schedule(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Change, pause or resume a schedule."""
    del engine
    body = await parse(request, ChangesBody)
    wanted = schedules.Changes(
        request=body.request,
        when=body.when,
        thread=body.thread_id,
        missed=body.missed,
        overlap=body.overlap,
        paused=body.paused,
        withdraw=tuple(body.withdraw),
    )
    changed = await schedules.change(services, caller, path_id(request, "schedule"), wanted)
    return await _shown(services, changed)


async def delete_schedule(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Remove a schedule; runs it has started go on."""
    del engine
    await schedules.delete(services, caller, path_id(request, "schedule"))
    return Response(status_code=204)


async def post_schedule_run(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Run a schedule now and answer with where to follow that."""
    body = await parse(request, ScheduleRunBody, optional=True)
    key = chosen_id(request, body.key, "key") or ""
    schedule, run = await schedules.run_now(
        services, engine, caller, path_id(request, "schedule"), key
    )
    there = links.of_run(schedule.thread, run)
    started = ScheduleRun(schedule=schedule.id, thread_id=schedule.thread, run_id=run, links=there)
    return shown(started, 202)


async def post_approval(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Give leave for one exact action of the schedule's runs."""
    del engine
    body = await parse(request, ApprovalBody)
    if body.tool not in await toolbox(services, caller.tenant):
        refuse("tool", f"there is no tool called {body.tool}")
    if (body.arguments is None) == (body.action is None):
        refuse("action", "give either this or the arguments")
    action = body.action or argument_hash(body.tool, body.arguments or {})
    name = path_id(request, "schedule")
    approved = await schedules.approve(services, caller, name, body.tool, action, body.told)
    return await _shown(services, approved, 201)


async def _shown(services: Services, schedule: Schedule, status: int = 200) -> Response:
    went = await schedules.results(services, schedule, schedule.runs)
    return shown(view(schedule, went[::-1]), status)


def view(schedule: Schedule, went: Sequence[RunResult]) -> ScheduleView:
    """Return a schedule as its owner sees it.

    `went` is how its latest runs went, newest first, as far as that was read.
    """
    zone = ZoneInfo(schedule.recurrence.zone)
    results = [*went, *[None] * (len(schedule.runs) - len(went))][::-1]
    runs = [_run(schedule, *each) for each in zip(schedule.runs, results, strict=True)]
    return ScheduleView(
        id=schedule.id,
        kind=schedule.kind,
        agent=schedule.agent,
        request=schedule.request,
        recurrence=schedule.recurrence,
        said=schedule.said,
        told=recurring.told(schedule.recurrence),
        missed=schedule.missed,
        overlap=schedule.overlap,
        paused=schedule.paused,
        approvals=schedule.approvals,
        next_at=schedule.next_at,
        next_local=schedule.next_at.astimezone(zone) if schedule.next_at else None,
        runs=runs,
        last_run=runs[-1] if runs else None,
        failures=failures(went),
        thread_id=schedule.thread,
        links=links.of_thread(schedule.thread),
        created_at=schedule.created_at,
        updated_at=schedule.updated_at,
    )


def _run(schedule: Schedule, run: ScheduledRun, result: RunResult | None) -> ScheduledRunView:
    thread = schedules.thread_of(schedule, run) if run.run else None
    return ScheduledRunView(
        planned=run.planned,
        at=run.at,
        state=run.state,
        reason=run.reason,
        run_id=run.run or None,
        thread_id=thread,
        links=links.of_run(thread, run.run) if thread is not None else None,
        result=result,
    )
