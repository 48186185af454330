"""What people do with their schedules: make, change, pause, run now, give leave, and delete.

A schedule is its owner's: to anybody else it does not exist.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Literal
from uuid import uuid4
from zoneinfo import ZoneInfo

from shared import backoff
from shared.agents import registry
from shared.agents.schedules.firing import lost, moved, run_id, start
from shared.agents.schedules.reaching import agent_of, product_agent
from shared.conversation import later
from shared.conversation.whereabouts import head_of
from shared.decisions import recurring, routing, scheduling
from shared.decisions.permissions import may
from shared.errors import Conflict, Forbidden, InvalidRequest, NotFound
from shared.models.agent import Agent
from shared.models.base import MAX_MESSAGE_CHARACTERS, MessageText, Payload, PrintableId
from shared.models.principal import Principal
from shared.models.rows import Stored
from shared.models.schedule import (
    Missed,
    Overlap,
    Recurrence,
    Schedule,
    ScheduledRun,
    StandingApproval,
)
from shared.naming import digest
from shared.ports import Engine
from shared.profiles import observed
from shared.services import Services

UNREADABLE = (
    'I can\'t tell when that is. Try something like "every Monday at 9:00", "on weekdays at 8:30", '
    '"every other Friday at 4pm", "on the last working day of the month at noon", '
    '"every 2 hours", or a cron expression such as "0 9 * * 1".'
)
TOO_OFTEN = "A schedule can run every 5 minutes at the most."
OVER = "That time is over already."
_TRIES = 20
_NAME_CHARACTERS = 20
_ROOM_FOR_NAME = 1000


class Wish(Payload):
    """A schedule to be made. `when` is plain words, a cron expression or a rule that was read.

    Without a `thread` it gets one of its own. Whoever repeats an `origin` finds what they made.
    """

    agent: PrintableId
    request: MessageText
    when: str | Recurrence
    kind: Literal["agent", "reminder"] = "agent"
    thread: PrintableId | None = None
    missed: Missed = "run_once"
    overlap: Overlap = "skip"
    origin: str = ""


class Changes(Payload):
    """What is to be different; None leaves it. `withdraw`: actions that leave is taken back for."""

    request: MessageText | None = None
    when: str | Recurrence | None = None
    thread: PrintableId | None = None
    missed: Missed | None = None
    overlap: Overlap | None = None
    paused: bool | None = None
    withdraw: tuple[str, ...] = ()


async def mine(services: Services, who: Principal) -> tuple[Schedule, ...]:
    """Return a person's schedules: those that run next first, paused and past ones last."""
    found = await services.schedules.of(who.tenant, who.user)
    return tuple(
        sorted(found, key=lambda one: (one.next_at is None, one.next_at or one.created_at))
    )


async def readable(services: Services, who: Principal, schedule_id: str) -> Stored[Schedule]:
    """Return one of a person's schedules; raise NotFound for anybody else's."""
    stored = await services.schedules.get(who.tenant, schedule_id)
    if stored is None or stored.value.owner != who.user:
        raise NotFound("There is no such schedule.")
    return stored


async def create(services: Services, who: Principal, wish: Wish) -> Schedule:
    """Make a schedule, once an `origin`; raise Forbidden, InvalidRequest or NotFound."""
    if not may(who.roles, "own"):
        raise Forbidden("A service has no schedules.")
    origin = wish.origin or uuid4().hex
    name = digest("schedule", who.user, origin)[:_NAME_CHARACTERS]
    known = await services.schedules.get(who.tenant, name)
    if known is not None:
        return known.value
    born = None
    if wish.kind == "agent":
        agent = await _runnable(services, who, wish.agent)
        wish, born = wish.model_copy(update={"agent": agent.id}), agent.created_at
    now = services.clock.now()
    recurrence, next_at = await _rule(services, who, wish.when)
    thread = wish.thread or f"schedule-{name}"
    schedule = Schedule(
        id=name,
        kind=wish.kind,
        tenant=who.tenant,
        owner=who.user,
        roles=who.roles,
        agent=wish.agent,
        born=born,
        request=wish.request,
        recurrence=recurrence,
        said=wish.when if isinstance(wish.when, str) else "",
        thread=thread,
        missed=wish.missed,
        overlap=wish.overlap,
        next_at=next_at,
        origin=origin,
        created_at=now,
        updated_at=now,
    )
    _check_request(schedule)
    await _enter(services, schedule)
    try:
        await services.schedules.put(schedule, None)
    except Conflict:
        return (await readable(services, who, name)).value
    return schedule


async def _runnable(services: Services, who: Principal, agent_id: str) -> Agent:
    """Return the agent that a person knows by an id, if they may run it; raise NotFound."""
    agent = product_agent(services, agent_id)
    if agent is None:
        with suppress(NotFound):
            agent, _ = await registry.readable(services, who, agent_id)
    if agent is None or not services.may_run(who, agent):
        raise NotFound("There is no such agent.")
    return agent


async def change(services: Services, who: Principal, schedule_id: str, wanted: Changes) -> Schedule:
    """Change, pause or resume a schedule; from then on it runs with its owner's roles of now.

    Raises NotFound or InvalidRequest.
    """
    given = wanted.model_dump(exclude_none=True, exclude={"when", "withdraw"})
    rule = await _rule(services, who, wanted.when) if wanted.when is not None else None

    def changed(schedule: Schedule) -> Schedule:
        kept = tuple(one for one in schedule.approvals if one.action not in wanted.withdraw)
        update = {**given, "approvals": kept, "roles": who.roles}
        if rule is not None:
            said = wanted.when if isinstance(wanted.when, str) else ""
            update |= {"recurrence": rule[0], "said": said}
        new = schedule.model_copy(update=update)
        _check_request(new)
        if (new.recurrence, new.paused) == (schedule.recurrence, schedule.paused):
            return new  # the time it may be about to run stays
        return new.model_copy(update={"next_at": _next(new, services.clock.now())})

    return await _rewritten(services, who, schedule_id, changed)


async def pause(services: Services, who: Principal, schedule_id: str) -> Schedule:
    """Stop a schedule from running until it is resumed; raise NotFound."""
    return await change(services, who, schedule_id, Changes(paused=True))


async def resume(services: Services, who: Principal, schedule_id: str) -> Schedule:
    """Let a paused schedule run again, from its next time on; raise NotFound."""
    return await change(services, who, schedule_id, Changes(paused=False))


async def approve(
    services: Services, who: Principal, schedule_id: str, tool: str, action: str, told: str
) -> Schedule:
    """Give leave for one exact action of a schedule's runs; raise NotFound."""
    given = StandingApproval(
        tool=tool,
        action=action,
        told=told,
        given_by=who.user,
        given_at=services.clock.now(),
        exact=True,
    )

    def approved(schedule: Schedule) -> Schedule:
        if scheduling.approved(schedule, tool, action):
            return schedule
        return schedule.model_copy(update={"approvals": (*schedule.approvals, given)})

    return await _rewritten(services, who, schedule_id, approved)


async def run_now(
    services: Services, engine: Engine, who: Principal, schedule_id: str, origin: str = ""
) -> tuple[Schedule, str]:
    """Run a schedule's request at once, once an `origin`; return the schedule and the run's id.

    Its next time stays. Raises NotFound, Conflict where its agent is not the one it was made for,
    and ThreadBusy while the run before is not over.
    """
    now, stored = services.clock.now(), await readable(services, who, schedule_id)
    schedule = stored.value
    agent = await agent_of(services, schedule.tenant, schedule.agent)
    if agent is not None and not scheduling.meant(schedule, agent.created_at):
        raise Conflict("The agent this was made for is gone; another one has its id now.")
    message = f"schedule-{schedule.id}-now-{digest(origin or uuid4().hex)}"
    if lost(await head_of(services, who, schedule.thread)):
        fresh = moved(schedule, now).thread
        schedule = await _rewritten(
            services, who, schedule_id, lambda one: one.model_copy(update={"thread": fresh})
        )
    await start(services, engine, schedule, message, who)
    run = ScheduledRun(
        planned=now, at=now, state="delivered", run=run_id(message), thread=schedule.thread
    )
    noted = await _rewritten(services, who, schedule_id, lambda one: scheduling.noted(one, run))
    return noted, run.run


async def delete(services: Services, who: Principal, schedule_id: str) -> None:
    """Remove a schedule; what it has started goes on. Raises NotFound."""
    await readable(services, who, schedule_id)
    await services.schedules.delete(who.tenant, schedule_id)


async def zone_of(services: Services, who: Principal) -> ZoneInfo:
    """Return the time zone a person's schedules are read in: theirs, or that of their calendar."""
    person = await services.people.get(who)
    if not person.set("time_zone") and person.observed is None:
        person = await observed(services, who, await services.workspaces.open(who))
    return ZoneInfo(person.known.time_zone)


async def _rule(
    services: Services, who: Principal, when: str | Recurrence
) -> tuple[Recurrence, datetime]:
    """Return a rule and its first time; raise InvalidRequest for one that no schedule can have."""
    now = services.clock.now()
    if isinstance(when, str):
        read = recurring.read(when, now.astimezone(await zone_of(services, who)))
        if read is None:
            raise InvalidRequest(UNREADABLE)
        when = read
    least = recurring.shortest(when)
    if least is not None and least < recurring.SHORTEST:
        raise InvalidRequest(TOO_OFTEN)
    next_at = recurring.next_after(when, now)
    if next_at is None:
        raise InvalidRequest(OVER)
    return when, next_at


def _check_request(schedule: Schedule) -> None:
    if len(schedule.request) > MAX_MESSAGE_CHARACTERS - _ROOM_FOR_NAME:
        raise InvalidRequest("That is too long a request for a schedule.")
    if (
        schedule.kind == "agent"
        and routing.mention(scheduling.request_of(schedule)) != schedule.agent
    ):
        raise InvalidRequest("That agent can't be scheduled: its id can't be written as an @name.")


def _next(schedule: Schedule, now: datetime) -> datetime | None:
    return None if schedule.paused else recurring.next_after(schedule.recurrence, now)


async def _enter(services: Services, schedule: Schedule) -> None:
    if schedule.next_at is not None:
        key = services.schedules.key(schedule.tenant, schedule.id)
        await services.due.add(later.schedule(key, schedule.next_at))


async def _rewritten(
    services: Services, who: Principal, schedule_id: str, how: Callable[[Schedule], Schedule]
) -> Schedule:
    """Replace a schedule by what `how` makes of it, its due entry first; raise NotFound."""
    for tried in range(1, _TRIES + 1):
        stored = await readable(services, who, schedule_id)
        new = how(stored.value)
        if new == stored.value:
            return new
        new = new.model_copy(update={"updated_at": services.clock.now()})
        await _enter(services, new)
        try:
            await services.schedules.put(new, stored.etag)
        except Conflict:
            await backoff.pause(tried)
            continue
        return new
    raise Conflict("The schedule kept changing. Please try again.")
