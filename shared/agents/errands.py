"""What is done with agents and reminders by talking, through the operations that the API uses."""

import re
from collections.abc import Awaitable, Callable
from contextlib import suppress

from shared.agents import occasions, registry, schedules
from shared.decisions import errands, recurring
from shared.decisions.building.naming import slug
from shared.decisions.links import without_links
from shared.english.schedules import Timing
from shared.errors import Conflict, Forbidden, InvalidRequest, NotFound, ToolFailed
from shared.models.agent import Agent
from shared.models.building import BuildSession, Response
from shared.models.errand import Errand, ErrandKind
from shared.models.principal import Principal
from shared.models.schedule import Schedule
from shared.naming import unmarked
from shared.services import Services
from shared.workspace.calendar.port import Calendar

_ORDER = re.compile(r"^\W*remind me\b\s*", re.IGNORECASE)
_REFUSALS = (InvalidRequest, Conflict, Forbidden, NotFound)
_NO_REMINDER = "You have no reminder like that."
_WHICH = "Which reminder do you mean? {}"
_NOTHING_BEFORE = "There is no earlier version of **{}** to go back to."
_NOT_UNSHARED = "The last change was to who may use it. Say whom to share it with instead."
_NOT_DONE = "I could not do that: {}"


async def errand_for(
    services: Services, who: Principal, text: str, latest: str = ""
) -> Errand | None:
    """Return what a message asks to be done with an agent or a reminder, if it is that.

    `latest` is the id of the agent that "it" stands for.
    Of agents it is one only where the message names one the person may change, or says that it is
    an agent: "delete the mail from Bob" is another matter.
    """
    now = services.clock.now()
    errand = errands.errand_in(text, now)
    if errand is None:
        return None
    if errand.kind in errands.TIMED:
        local = now.astimezone(await schedules.zone_of(services, who))
        errand = errands.errand_in(text, local) or errand
    if errand.kind == "remind":
        return await _by_event(errand, text, services, who)
    if errand.kind in {"forget", "move"}:
        return await _reminder(errand, services, who)
    if errands.means_latest(errand):
        if not latest:
            return None
        errand = errand.model_copy(update={"name": latest})
    agent, deleted = await _agent(errand, services, who)
    if agent is None:
        return _absent(errand) if errands.speaks_of_agents(text) else None
    kind: ErrandKind = "restore" if deleted else errand.kind
    known = {"subject": agent.id, "name": agent.name, "version": agent.version, "kind": kind}
    named = errand.model_copy(update=known)
    if errand.kind != "export" and not registry.may_change(who, agent):
        problem = f"Only its owner, its editors and administrators can change **{agent.name}**."
        return named.model_copy(update={"problem": problem})
    return _shared(named, agent) if kind == "share" else named


async def _by_event(errand: Errand, text: str, services: Services, who: Principal) -> Errand:
    """Return a reminder with the moment of the one event that it is told by; else as it is.

    Where no such event is known, it has no time that could be told from the words.
    """
    zone = await schedules.zone_of(services, who)
    now = services.clock.now().astimezone(zone)
    told = occasions.told_by_event(_ORDER.sub("", text), now)
    if told is None:
        return errand
    try:
        workspace = await services.workspaces.open(who)
        events = await workspace[Calendar].events(told.start, told.end)
    except ToolFailed:
        events = ()
    meant = occasions.before(told, events, now)
    if meant is None:
        return errand.model_copy(update={"when": None, "said": ""})
    when = recurring.recurrence_of(Timing(at=meant.at.astimezone(zone)), zone)
    text = told.what or meant.title
    return errand.model_copy(update={"when": when, "text": text, "said": errand.text})


def _shared(errand: Errand, agent: Agent) -> Errand:
    """Return what sharing comes to: nothing for an agent that everyone can use already."""
    problem = ""
    if not agent.users:
        problem = f"Everyone in your organisation can use **{agent.name}** already."
    elif names := [each for each in errand.people if "@" not in each and " " in each]:
        problem = f"By which id or address does {names[0]} sign in? Share it with that."
    return errand.model_copy(update={"problem": problem})


def _absent(errand: Errand) -> Errand:
    return errand.model_copy(update={"problem": f"There is no agent called {errand.name}."})


async def _reminder(errand: Errand, services: Services, who: Principal) -> Errand:
    own = [one for one in await schedules.mine(services, who) if _coming(one)]
    found = errands.matching(own, errand.name)
    if len(found) == 1:
        known = errand.model_copy(update={"subject": found[0].id, "name": found[0].request})
        return errands.on_its_day(known, found[0].recurrence, services.clock.now())
    listed = "; ".join(one.request for one in found)
    problem = _WHICH.format(listed) if found else _NO_REMINDER
    return errand.model_copy(update={"problem": problem})


def _coming(schedule: Schedule) -> bool:
    return schedule.kind == "reminder" and schedule.next_at is not None


async def _agent(errand: Errand, services: Services, who: Principal) -> tuple[Agent | None, bool]:
    """Return the agent of the organisation that is named, and whether it is a deleted one."""
    wanted = slug(errand.name)
    agents = await services.agents.list(who.tenant)
    for agent in agents:
        if wanted in {unmarked(agent.id), slug(agent.name)} and registry.may_read(
            services, who, agent
        ):
            return agent, False
    if errand.kind not in {"restore", "undo"} or not wanted:
        return None, False
    known = await registry.deleted_one(services, who, wanted)
    return known, known is not None


async def carried_out(
    session: BuildSession,
    errand: Errand,
    who: Principal,
    origin: str,
    thread: str,
    services: Services,
) -> Response:
    """Do what was agreed to, and say so by name; done twice, it is one all the same."""
    try:
        await _OPERATIONS[errand.kind](errand, who, origin, thread, services)
        told = errands.told(errand)
    except _REFUSALS as error:
        told = _NOT_DONE.format(error)
    done = session.model_copy(update={"state": "done"})
    return Response(session=done, text=without_links(told))


async def _remind(e: Errand, who: Principal, origin: str, thread: str, services: Services) -> None:
    if e.when is not None:
        wish = schedules.Wish(
            agent="reminder",
            kind="reminder",
            request=e.text,
            when=e.when,
            thread=thread,
            origin=origin,
        )
        await schedules.create(services, who, wish)


async def _move(e: Errand, who: Principal, _o: str, _t: str, services: Services) -> None:
    await schedules.change(services, who, e.subject, schedules.Changes(when=e.when))


async def _forget(e: Errand, who: Principal, _o: str, _t: str, services: Services) -> None:
    with suppress(NotFound):  # it is gone already: that was us, cut off before we could say so
        await schedules.delete(services, who, e.subject)


async def _delete(e: Errand, who: Principal, _o: str, _t: str, services: Services) -> None:
    with suppress(NotFound):
        _, etag = await registry.readable(services, who, e.subject)
        await registry.deleted(services, who, e.subject, etag)


async def _restore(e: Errand, who: Principal, _o: str, _t: str, services: Services) -> None:
    with suppress(Conflict):
        await registry.restored(services, who, e.subject)


async def _pause(e: Errand, who: Principal, _o: str, _t: str, services: Services) -> None:
    await _switched(e, who, services, on=False)


async def _resume(e: Errand, who: Principal, _o: str, _t: str, services: Services) -> None:
    await _switched(e, who, services, on=True)


async def _switched(e: Errand, who: Principal, services: Services, *, on: bool) -> None:
    """Turn an agent on or off, and what it does by itself for this person with it."""
    _, etag = await registry.readable(services, who, e.subject)
    await registry.switched(services, who, e.subject, on, etag)
    for one in await schedules.mine(services, who):
        if one.agent == e.subject and one.kind == "agent":
            await (schedules.resume if on else schedules.pause)(services, who, one.id)


async def _undo(e: Errand, who: Principal, _o: str, _t: str, services: Services) -> None:
    agent, etag = await registry.readable(services, who, e.subject)
    if agent.version == e.version + 1:
        return  # undone already
    if agent.version != e.version:
        raise Conflict("somebody has changed it since.")
    if agent.version <= 1:
        raise InvalidRequest(_NOTHING_BEFORE.format(agent.name))
    before = await services.agents.version(who.tenant, agent.id, agent.version - 1)
    if before.enabled != agent.enabled:
        await _switched(e, who, services, on=before.enabled)
    elif before.users != agent.users:
        raise InvalidRequest(_NOT_UNSHARED)
    else:
        await registry.rolled_back(services, who, e.subject, agent.version - 1, etag)


async def _share(e: Errand, who: Principal, _o: str, _t: str, services: Services) -> None:
    agent, etag = await registry.readable(services, who, e.subject)
    users = tuple(dict.fromkeys((*agent.users, *e.people))) if agent.users and e.people else ()
    await registry.replaced(services, who, agent.model_copy(update={"users": users}), etag)


_Operation = Callable[[Errand, Principal, str, str, Services], Awaitable[None]]
_OPERATIONS: dict[ErrandKind, _Operation] = {
    "remind": _remind,
    "move": _move,
    "forget": _forget,
    "delete": _delete,
    "restore": _restore,
    "pause": _pause,
    "resume": _resume,
    "undo": _undo,
    "share": _share,
}
