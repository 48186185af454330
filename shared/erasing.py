"""Erasing a person: everything of theirs, in small steps that may each run again.

Where it stands is in its row. What a step is about to take away is counted first, and the count
kept, so that a step which broke off half-way tells what there was. Everything is gone through
twice: conversations are stopped first, but a step of theirs that was under way may still write
until no function can be running any more (`Limits.stuck`).
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from shared.conversation import later
from shared.conversation.attempts import Plan, attempt
from shared.decisions import lifecycle
from shared.errors import Conflict, NotFound
from shared.models.erasure import By, Erasure
from shared.models.principal import Principal
from shared.models.rows import Stored
from shared.models.steps import Erased, ErasureRef
from shared.models.thread import Thread
from shared.ports import Engine
from shared.services import Services

ORCHESTRATOR = "erase_v1"
_SOON = timedelta(seconds=5)
"""Between looks at conversations whose work has not ended yet."""


async def begin(
    services: Services, engine: Engine, who: Principal, by: By, asked_by: str = ""
) -> Erasure:
    """Have a person erased; whoever asks while that is under way joins what runs.

    The entry that looks after it is written before it, so that it goes on whatever breaks here.
    """
    now, key = services.clock.now(), services.erasures.key(who)
    name, person = services.erasures.new_id(who)
    wanted = Erasure(
        id=name,
        person=person,
        tenant=who.tenant,
        user=who.user,
        by=by,
        asked_by=asked_by,
        asked_at=now,
        kept=dict(services.traces.reasons()),
    )
    await services.due.add(later.erasure(key, now + services.limits.rescue))
    running = await services.erasures.begin(wanted)
    await start(engine, key)
    return running


async def start(engine: Engine, key: str) -> bool:
    """Start the orchestration of an erasure; False while one is running."""
    return await engine.start(ORCHESTRATOR, instance_id(key), ErasureRef(erasure=key))


def instance_id(key: str) -> str:
    """Return the id of an erasure's orchestration."""
    return f"erase-{key}"


async def step(key: str, services: Services) -> Erased:
    """Take an erasure's next step; say when to go on, or that it is over."""
    stored = await services.erasures.running(key)
    if stored is None:
        return Erased(done=True)
    try:
        return await _step(key, stored, services)
    except Conflict:  # somebody changed a row, or the same step ran elsewhere: look again
        return Erased(at=services.clock.now() + _SOON)


async def _step(key: str, stored: Stored[Erasure], services: Services) -> Erased:
    erasure, now = stored.value, services.clock.now()
    if erasure.again is not None and now < erasure.again:
        return Erased(at=erasure.again)
    stage = _STAGES[erasure.stage]
    work = _Work(services, Principal(tenant=erasure.tenant, user=erasure.user), erasure)
    if erasure.counted is None:
        counted = await stage(work)
        if counted is None:
            return Erased(at=now + _SOON)
        erasure = erasure.model_copy(update={"counted": dict(counted)})
        stored = await services.erasures.put(key, erasure, stored.etag)
    await stage(replace(work, wet=True))
    counted, gone = erasure.counted or {}, dict(erasure.gone)
    for table, rows in counted.items():
        gone[table] = gone.get(table, 0) + rows
    moved = {"stage": erasure.stage + 1, "counted": None, "gone": gone}
    if erasure.stage + 1 < len(_STAGES):
        await services.erasures.put(key, erasure.model_copy(update=moved), stored.etag)
        return Erased()
    if erasure.state == "running":
        again = now + services.limits.stuck
        update = {**moved, "stage": 0, "state": "erased", "again": again}
        await services.erasures.put(key, erasure.model_copy(update=update), stored.etag)
        return Erased(at=again)
    await services.erasures.forget(work.who)
    bare = {"state": "done", "done_at": now, "tenant": "", "user": "", "again": None}
    asked_by = "" if erasure.asked_by == erasure.user else erasure.asked_by
    receipt = erasure.model_copy(update={**moved, **bare, "asked_by": asked_by})
    await services.erasures.finish(key, receipt, stored.etag)
    return Erased(done=True)


@dataclass(frozen=True)
class _Work:
    """What a stage works on. It counts what there is and, `wet`, takes it away."""

    services: Services
    who: Principal
    erasure: Erasure
    wet: bool = False

    @property
    def last(self) -> bool:
        """Whether everything is gone through for the second time."""
        return self.erasure.state == "erased"


_Counts = Mapping[str, int]
_Stage = Callable[[_Work], Awaitable[_Counts | None]]
"""Gives what there is, or was, by table; None: not yet."""


async def _schedules(work: _Work) -> _Counts:
    """Take away what would say something in the person's name; before their conversations."""
    services, who = work.services, work.who
    found = await services.schedules.of(who.tenant, who.user)
    keys = {services.schedules.key(who.tenant, one.id) for one in found}
    due = await services.traces.due(keys, wet=work.wet)
    if work.wet:
        for one in found:
            await services.schedules.delete(who.tenant, one.id)
    return {"schedules": len(found), **due}


async def _threads(work: _Work) -> _Counts:
    """Mark conversations as deleted: their work stops, and the sweeper clears them up."""
    services, who = work.services, work.who
    if not work.wet:
        found = await services.traces.threads(who)
        await services.erasures.note(who, [head.key for head in found])
        return {"threads": len(found), "files": sum(head.uploads for head in found)}
    for key in await services.erasures.noted(who):
        await _stopped(services, key)
    return {}


async def _stopped(services: Services, key: str) -> None:
    async def plan(head: Stored[Thread] | None) -> Plan[None]:
        if head is None or head.value.deleted:
            return Plan(None)
        now = services.clock.now()
        return Plan(None, lifecycle.tombstone(head.value, now), (later.purge(key, now),))

    await attempt(services, key, plan)


async def _cleared(work: _Work) -> _Counts | None:
    """Wait until conversations are gone with their files and histories.

    The second time, remove what a step that was under way has written since.
    """
    services = work.services
    for key in await services.erasures.noted(work.who):
        if await services.threads.head(key) is not None:
            return None
        if work.wet and work.last:
            await services.files.erase(key)
            await services.threads.purge(key)
    return {}


async def _accounts(work: _Work) -> _Counts:
    """Give accounts back, at their providers where these can be reached."""
    found = await work.services.accounts.list(work.who)
    if work.wet:
        for one in found:
            try:
                await work.services.accounts.revoke(work.who, one.id)
            except NotFound:  # the person did so meanwhile
                continue
    return {"connections": len(found)}


async def _agents(work: _Work) -> _Counts:
    """Before what the person taught is gone, which tells their words from others'."""
    counts = await work.services.traces.agents(work.who, wet=work.wet)
    if work.wet:
        work.services.catalogue.outdate(work.who.tenant)
    return counts


async def _organisation(work: _Work) -> _Counts:
    threads = frozenset(await work.services.erasures.noted(work.who))
    counts = await work.services.traces.organisation(work.who, threads, wet=work.wet)
    if work.wet:
        await work.services.directory.forget(work.who)
        work.services.worlds.forget(work.who)
    return counts


async def _own(work: _Work) -> _Counts:
    return await work.services.traces.own(work.who, wet=work.wet)


async def _due(work: _Work) -> _Counts:
    """Take away what is left to be looked at; until then the sweeper may have work with it."""
    if not work.last:
        return {}
    names = {*await work.services.erasures.noted(work.who), work.services.ledger.owner(work.who)}
    return await work.services.traces.due(names, wet=work.wet)


_STAGES: tuple[_Stage, ...] = (
    _schedules,
    _threads,
    _cleared,
    _accounts,
    _agents,
    _organisation,
    _own,
    _due,
)
"""In order. Their places stand in rows: one more goes to the end, or begins the job anew."""


async def look_after(key: str, engine: Engine, services: Services) -> timedelta | None:
    """See that an erasure goes on; return after what time to look again, None when it is over."""
    running = await services.erasures.running(key)
    alive = await engine.alive(instance_id(key))
    if running is None and not alive:
        await engine.purge(instance_id(key))
        return None
    if running is not None and not alive:
        await start(engine, key)
    return services.limits.rescue
