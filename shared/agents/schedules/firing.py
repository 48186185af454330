"""A planned time has come: take the message in, keep what came of it, and enter the next time.

Everything is written under names that follow from the schedule and the planned time, the next due
entry before the schedule that points at it: whatever breaks off is simply done again.
"""

import asyncio
from datetime import datetime, timedelta

from shared.agents.schedules.reaching import agent_of, owner_of, refusal
from shared.backoff import pause
from shared.conversation import doorbell, later
from shared.conversation.attempts import Plan, attempt
from shared.conversation.taking import list_thread, new_thread, take_message
from shared.conversation.whereabouts import head_of, key_of
from shared.decisions import scheduling
from shared.decisions.budgets import TURN_SECONDS
from shared.decisions.lifecycle.notices import notice
from shared.decisions.scheduling import Busy, Seen
from shared.errors import Conflict, Gone, ThreadBusy
from shared.models.principal import Principal
from shared.models.rows import MESSAGE_TICKET, RUN_TICKET, Stored
from shared.models.schedule import Schedule, ScheduledRun
from shared.models.thread import DueEntry, Thread
from shared.models.threads_in import NewMessage
from shared.naming import digest
from shared.ports import Engine
from shared.services import Services

SOON = timedelta(seconds=60)
"""Between looks at a thread that must first come to an end with what it is doing."""
_TRIES = 5


async def fire(entry: DueEntry, engine: Engine, services: Services) -> datetime | None:
    """Deal with a planned time; return when to look again, or None when it is dealt with."""
    planned = datetime.fromisoformat(entry.subject)
    for tried in range(1, _TRIES + 1):
        stored = await services.schedules.find(entry.thread)
        if stored is None:
            return None
        try:
            return await _once(entry, planned, stored, engine, services)
        except (Conflict, Gone):  # of the thread or the schedule: look at it as it is now
            await pause(tried)
    return services.clock.now() + SOON


async def _once(
    entry: DueEntry,
    planned: datetime,
    stored: Stored[Schedule],
    engine: Engine,
    services: Services,
) -> datetime | None:
    schedule = stored.value
    if schedule.kind == "reminder":
        return await _remind(planned, stored, services)
    who, away = await owner_of(services, schedule)
    key = await key_of(services, who, schedule.thread)
    message = scheduling.message_id(schedule.id, planned)
    head, ticket, why = await asyncio.gather(
        services.threads.head(key),
        services.threads.get(key, MESSAGE_TICKET, message),
        refusal(services, who, schedule),
    )
    seen = Seen(
        planned=planned,
        looked=entry.at,
        now=services.clock.now(),
        taken=ticket is not None,
        busy=_busy(head.value) if head is not None and not lost(head) else "",
        refusal=scheduling.roles_gone(schedule, who.roles) or why,
        over=bool(scheduling.roles_gone(schedule, who.roles)),
        away=away,
    )
    todo = scheduling.step(schedule, seen)
    if todo == "ignore":
        if seen.taken:  # it was started before the schedule was paused or changed
            started = scheduling.outcome("run", seen, run_id(message), schedule.thread)
            await _note(stored, started, services)
        return None
    if todo == "wait":
        return max(planned, seen.now + SOON)
    if lost(head) and not seen.taken and todo in {"run", "fail", "rest"}:
        await services.schedules.put(moved(schedule, planned), stored.etag)
        return await fire(entry, engine, services)
    run = scheduling.outcome(todo, seen, run_id(message), schedule.thread)
    if todo == "run":
        await start(services, engine, schedule, message, who)
    elif todo == "fail" or (todo == "rest" and scheduling.news(schedule, run)):
        await _tell(schedule, run, services)
    await _advance(stored, run, scheduling.following(schedule, seen), services)
    return None


async def _remind(
    planned: datetime, stored: Stored[Schedule], services: Services
) -> datetime | None:
    """Write a reminder into its thread, once; not between the words of another answer."""
    schedule, now = stored.value, services.clock.now()
    if schedule.paused or schedule.next_at != planned:
        return None
    head = await head_of(services, principal_of(schedule), schedule.thread)
    if lost(head):
        stored = Stored(moved(schedule, planned), stored.etag)
    elif now < planned or (head is not None and _busy(head.value) == "running"):
        return max(planned, now + SOON)
    told = f"notice-{scheduling.message_id(schedule.id, planned)}"
    await _say(stored.value, told, scheduling.reminder(schedule, planned, now), services)
    seen = Seen(planned=planned, looked=planned, now=now)
    run = scheduling.outcome("run", seen, run_id(told), stored.value.thread)
    await _advance(stored, run, scheduling.following(schedule, seen), services)
    return None


async def start(
    services: Services, engine: Engine, schedule: Schedule, message: str, who: Principal
) -> None:
    """Take a message in for a schedule's owner as they are now, once, and wake its thread."""
    text = scheduling.request_of(schedule)
    said = NewMessage(
        text=text,
        message_id=message,
        run_id=run_id(message),
        on_busy="reject" if schedule.overlap == "skip" else "enqueue",
        digest=digest("scheduled", text),
        due_at=services.clock.now() + services.limits.rescue,
    )
    key = await key_of(services, who, schedule.thread)
    if await services.threads.get(key, MESSAGE_TICKET, message) is None:
        await take_message(services, who, schedule.thread, said, may_answer=False)
        services.budgets.charge(who, "turns", TURN_SECONDS)  # nobody is there to be refused
    await doorbell.ring(engine, services.threads, key)


def run_id(message: str) -> str:
    """Return the id of the run that a message opens."""
    return f"run-{message}"


def principal_of(schedule: Schedule) -> Principal:
    """Return whose a schedule is, with the roles they had when they made or changed it."""
    return Principal(tenant=schedule.tenant, user=schedule.owner, roles=schedule.roles)


def lost(head: Stored[Thread] | None) -> bool:
    """Tell whether the thread was deleted."""
    return head is not None and head.value.deleted


def moved(schedule: Schedule, planned: datetime) -> Schedule:
    """Return the schedule with a thread of a new name, which is kept before anything is said."""
    name = scheduling.message_id(schedule.id, planned)
    return schedule.model_copy(update={"thread": name})


def _busy(thread: Thread) -> Busy:
    if thread.request is not None and thread.reading is None:
        return "waiting"
    return "running" if thread.speaks or thread.pending else ""


async def _tell(schedule: Schedule, run: ScheduledRun, services: Services) -> None:
    """Say in the thread that a run could not be started; once."""
    agent = await agent_of(services, schedule.tenant, schedule.agent)
    paused = scheduling.gives_up(schedule, run)
    name = agent.name if agent is not None else schedule.agent
    text = scheduling.not_run(name, run, schedule.recurrence, paused=paused)
    told = f"notice-{scheduling.message_id(schedule.id, run.planned)}"
    await _say(schedule, told, text, services)


async def _say(schedule: Schedule, told: str, text: str, services: Services) -> None:
    """Tell a schedule's thread something under a name of its own; once."""
    who = principal_of(schedule)
    key = await key_of(services, who, schedule.thread)

    async def plan(head: Stored[Thread] | None) -> Plan[None]:
        now = services.clock.now()
        if head is not None and head.value.speaks:
            raise ThreadBusy("This conversation is still answering.")
        if await services.threads.get(key, RUN_TICKET, run_id(told)) is not None:
            return Plan(None)
        due = (later.retention(key, now + services.limits.retention),) if head is None else ()
        thread = head.value if head is not None else new_thread(who, schedule.thread, now)
        return Plan(None, notice(thread, told, text, now), due)

    await attempt(services, key, plan)
    await list_thread(services, who, schedule.thread, key)


async def _advance(
    stored: Stored[Schedule], run: ScheduledRun, next_at: datetime | None, services: Services
) -> None:
    schedule = scheduling.after(stored.value, run, next_at)
    if schedule.next_at is not None:
        key = services.schedules.key(schedule.tenant, schedule.id)
        await services.due.add(later.schedule(key, schedule.next_at))
    await services.schedules.put(schedule, stored.etag)


async def _note(stored: Stored[Schedule], run: ScheduledRun, services: Services) -> None:
    schedule = scheduling.noted(stored.value, run)
    if schedule is not stored.value:
        await services.schedules.put(schedule, stored.etag)
