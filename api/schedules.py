"""Schedules: which a person has, making, changing and deleting one, running it, giving leave."""

import asyncio
from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

from azurefunctions.extensions.http.fastapi import JSONResponse, Request, Response
from pydantic import Field

from api import links
from api.ids import path_id
from api.messages import chosen_id
from api.parsing import Body, JsonObject, parse, refuse
from shared import schedules
from shared.decisions import recurring
from shared.decisions.risk import argument_hash
from shared.decisions.run_results import failures
from shared.models.base import MessageText, PrintableId
from shared.models.principal import Principal
from shared.models.schedule import Missed, Overlap, RunResult, Schedule, ScheduledRun
from shared.ports import Engine
from shared.services import Services

MAX_TOLD_CHARACTERS = 2000
MAX_WHEN_CHARACTERS = 200
_INNER = {"tenant", "owner", "roles", "origin", "born"}
_TIMES = ("next_at", "created_at", "updated_at")


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


class RunBody(Body):
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


async def get_schedules(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the caller's schedules, the next to run first, each with how its last run went."""
    del request, engine
    found = await schedules.mine(services, caller)
    went = await asyncio.gather(*(schedules.latest(services, one) for one in found))
    views = [view(one, latest) for one, latest in zip(found, went, strict=True)]
    return JSONResponse({"schedules": views})


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
    body = await parse(request, RunBody, optional=True)
    key = chosen_id(request, body.key, "key") or ""
    schedule, run = await schedules.run_now(
        services, engine, caller, path_id(request, "schedule"), key
    )
    content = {
        "schedule": schedule.id,
        "thread_id": schedule.thread,
        "run_id": run,
        "links": links.of_run(schedule.thread, run).model_dump(),
    }
    return JSONResponse(content, status_code=202)


async def post_approval(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Give leave for one exact action of the schedule's runs."""
    del engine
    body = await parse(request, ApprovalBody)
    if body.tool not in services.tools:
        refuse("tool", f"there is no tool called {body.tool}")
    if (body.arguments is None) == (body.action is None):
        refuse("action", "give either this or the arguments")
    action = body.action or argument_hash(body.tool, body.arguments or {})
    name = path_id(request, "schedule")
    approved = await schedules.approve(services, caller, name, body.tool, action, body.told)
    return await _shown(services, approved, 201)


async def _shown(services: Services, schedule: Schedule, status: int = 200) -> Response:
    went = await schedules.results(services, schedule, schedule.runs)
    return JSONResponse(view(schedule, went[::-1]), status_code=status)


def view(schedule: Schedule, went: Sequence[RunResult]) -> dict[str, Any]:
    """Return a schedule as its owner sees it; `next_local` is by the clock of its time zone.

    `went` is how its latest runs went, newest first, as far as that was read.
    """
    zone = ZoneInfo(schedule.recurrence.zone)
    content = schedule.model_dump(mode="json", exclude={*_INNER, "thread", "runs", *_TIMES})
    times = {name: getattr(schedule, name) for name in _TIMES}
    results = [*went, *[None] * (len(schedule.runs) - len(went))][::-1]
    runs = [_run(schedule, *each) for each in zip(schedule.runs, results, strict=True)]
    return {
        **content,
        **{name: at.isoformat() if at is not None else None for name, at in times.items()},
        "next_local": schedule.next_at.astimezone(zone).isoformat() if schedule.next_at else None,
        "told": recurring.told(schedule.recurrence),
        "runs": runs,
        "last_run": runs[-1] if runs else None,
        "failures": failures(went),
        "thread_id": schedule.thread,
        "links": links.of_thread(schedule.thread).model_dump(),
    }


def _run(schedule: Schedule, run: ScheduledRun, result: RunResult | None) -> dict[str, Any]:
    content = run.model_dump(mode="json", exclude={"run", "thread", "last"})
    content |= {"run_id": None, "thread_id": None, "links": {}, "result": None}
    if run.run:
        thread = schedules.thread_of(schedule, run)
        content |= {
            "run_id": run.run,
            "thread_id": thread,
            "links": links.of_run(thread, run.run).model_dump(),
        }
    if result is not None:
        content["result"] = result.model_dump(mode="json")
    return content
