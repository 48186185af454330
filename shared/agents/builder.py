"""The agent builder at work: what it knows before it asks, what it says, and what it makes."""

import asyncio
from collections.abc import Awaitable, Callable
from zoneinfo import ZoneInfo

from shared.agents.errands import carried_out, errand_for
from shared.agents.registry import created, deleted_one, may_change, may_read, replaced
from shared.agents.roster import reach
from shared.agents.schedules import Changes, Wish, change, create, mine, zone_of
from shared.conversation.speaking import Spoken, refused, responded, with_session
from shared.conversation.stopwatch import Stopwatch
from shared.decisions import building, errands, handoffs, recurring, routing, wording
from shared.decisions.building.ingredient import one_line
from shared.decisions.links import without_links
from shared.decisions.permissions import may
from shared.errors import (
    Conflict,
    Forbidden,
    InvalidRequest,
    NotFound,
    Stale,
    ToolFailed,
    Upstream,
)
from shared.models.agent import Agent
from shared.models.building import BuildSession, DraftReading, DraftRequest, Known, Response
from shared.models.errand import Errand
from shared.models.handoff import Handoff
from shared.models.intent import Decision
from shared.models.principal import Principal
from shared.models.reasoning import ReplyRequest, Usage
from shared.models.schedule import Schedule
from shared.models.thread import Thread, TraceEntry, Turn
from shared.naming import unmarked
from shared.profiles import profile_of
from shared.services import Services
from shared.tools.workspace import Workspace
from shared.workspace.contacts.port import AddressBook
from shared.workspace.pages.port import Pages
from shared.workspace.sheets.port import Sheets
from shared.workspace.slack.port import Chat

_NAMES = 50
"""Sheets, channels or pages that are known by name, at most."""
_PEOPLE = 200
_SECONDS = 3
"""What a provider may take to list them: options are a help, not a condition."""


_REFUSALS = (InvalidRequest, Conflict, Forbidden, NotFound)
_NOT_SCHEDULED = (
    "**{}** is saved, but the time to run it is not: {} Tell me another one, for example “every "
    "Monday at 9am”: that goes to this same agent, no second one is made."
)


async def begin(turn: Turn, handoff: Handoff, who: Principal, services: Services) -> Spoken:
    """Take a conversation in which an agent is to be made, or the one decided on changed."""
    decision, base, etag = turn.decision, None, ""
    errand = await errand_for(services, who, errands.wanted(turn))
    if errand is not None and (decision is None or decision.agent is None):
        wish = turn.intent.later if turn.intent else ""
        wish = wish or (errands.asked_again(turn.shown) if turn.shown else "")
        follows = bool(wish) and await errand_for(services, who, wish) is not None
        then = {"then": wish if follows else ""}
        begun = errands.begun(errand.model_copy(update=then), BuildSession())
        shown_next = follows and errands.waits(begun.session)
        left = wording.not_yet(wish) if wish and not shown_next else ""
        told = begun.model_copy(update={"text": f"{left}\n\n{begun.text}".strip()})
        return responded(turn, handoff, told)
    if decision is not None and decision.kind == "build" and decision.agent is not None:
        try:
            base, etag = await services.agents.get(who.tenant, decision.agent)
        except NotFound:
            return refused(
                turn, handoff, wording.not_changeable(decision.agent), services.clock.now()
            )
        if not may_change(who, base):
            return refused(turn, handoff, wording.not_yours(base.name), services.clock.now())
    if base is None and not may(who.roles, "build"):
        return refused(turn, handoff, wording.MAY_NOT_BUILD, services.clock.now())
    purpose, known = routing.wanted(turn), await _knowing(services, who, base)
    session = building.opening(purpose, base, etag)
    reading, entry = await _read(purpose, session, known, services)
    response = building.begin(purpose, base, etag, reading, known)
    handed = decision.text if decision is not None else ""
    told = response.model_copy(update={"text": f"{handed}\n\n{response.text}".strip()})
    return responded(turn, handoff, told, entry)


async def go_on(turn: Turn, handoff: Handoff, who: Principal, services: Services) -> Spoken:
    """Answer a message within such a conversation; what is to be done is only noted."""
    session = handoff.building or BuildSession()
    if session.state in {"test", "done"}:
        latest = session.errand.subject if session.errand is not None else session.agent
        errand = await errand_for(services, who, turn.text, latest)
        if errand is not None:
            return responded(turn, handoff, errands.begun(errand, BuildSession()))
    if session.errand is not None:
        local = services.clock.now().astimezone(await zone_of(services, who))
        response, entry = errands.respond(session, session.errand, turn.text, local), None
        if response.act == "leave" and not response.text and errands.waits(session):
            response, entry = await _weighed(response, session.errand, turn.text, services)
        if response.session.state == "cancelled":
            response = await _followed(response, session.errand, who, services)
    else:
        known = await _knowing(services, who, session.draft.base)
        reading, entry = await _read(turn.text, session, known, services)
        response = building.respond(session, reading, known)
    if response.act not in {"run", "leave"}:
        return responded(turn, handoff, response, entry)
    state = "completed" if handoff.artifacts else "cancelled"
    over = handoffs.ended(with_session(handoff, response.session), state, services.clock.now())
    if response.act == "run":
        reason = "the agent builder tries it"
        decision = Decision(kind="run", agent=response.session.agent, reasons=(reason,))
        request = building.request_of(response.session)
        return Spoken(turn.model_copy(update={"decision": decision}), over, entry, request)
    if response.text:
        return Spoken(turn.model_copy(update={"reply": response.text}), over, entry)
    elsewhere = {"decision": None, "handoff": None, "shown": errands.ready(response.session)}
    return Spoken(turn.model_copy(update=elsewhere), over, entry)


async def _weighed(
    response: Response, errand: Errand, text: str, services: Services
) -> tuple[Response, TraceEntry | None]:
    """Read what no rule understood as a reply to what was shown: it may turn that down."""
    watch = Stopwatch(services.clock)
    wanted = ReplyRequest(
        question=errands.card(errand), options=(), text=text, kind="approval", action=errand.kind
    )
    try:
        reasoned = await services.reasoner.interpret_reply(wanted)
    except Upstream:
        return response, None
    detail = reasoned.value.model_dump(mode="json")
    entry = watch.trace("reply", reasoned.usage, detail, reasoned.fallback)
    refused = reasoned.value.meaning == "reject"
    return (errands.called_off(response.session) if refused else response), entry


async def _followed(
    response: Response, errand: Errand, who: Principal, services: Services
) -> Response:
    """Show what was asked for along with something that is over now."""
    following = await errand_for(services, who, errand.then) if errand.then else None
    if following is None:
        return response
    begun = errands.begun(following, BuildSession())
    return begun.model_copy(update={"text": f"{response.text}\n\n{begun.text}"})


async def take_up(turn: Turn, handoff: Handoff, who: Principal, services: Services) -> Spoken:
    """Go on with such a conversation after a pause: say where it stands."""
    session = handoff.building or BuildSession()
    if session.errand is not None:
        return responded(turn, handoff, errands.begun(session.errand, session))
    return responded(turn, handoff, building.resume(session, await known_to(services, who)))


async def apply(
    thread: Thread, turn: Turn, handoff: Handoff, who: Principal, services: Services
) -> Spoken:
    """Make the agent, or the change, that was agreed on; done twice, it is one all the same."""
    watch = Stopwatch(services.clock)
    session, origin = handoff.building or BuildSession(), f"{thread.key}/{handoff.id}"
    if session.errand is not None:
        once = f"{origin}/{turn.number}"
        did = await carried_out(session, session.errand, who, once, thread.id, services)
        did = await _followed(did, session.errand, who, services)
        entry = watch.trace("apply", Usage(), {"act": session.errand.kind})
        kept = handoff.model_copy(update={"artifacts": (session.errand.subject or "reminder",)})
        return responded(turn, kept, did, entry)
    known = await known_to(services, who)
    try:
        agent, etag = await _saved(session, known, who, origin, services)
    except _REFUSALS as error:
        kept_for = await _with_deleted(session, known, who, services)
        again = building.called_otherwise(session, kept_for) if kept_for else None
        response, made = again or building.refused(session, str(error)), ()
    else:
        response, made = _guarded(building.applied(session, agent), etag), (agent.id,)
        try:
            await _schedule(session, agent, who, origin, services)
        except _REFUSALS as error:
            response = _unscheduled(response, agent, str(error))
    told = response.model_copy(update={"text": f"{turn.reply}\n\n{response.text}".strip()})
    artifacts = tuple(dict.fromkeys((*handoff.artifacts, *made)))
    kept = handoff.model_copy(update={"artifacts": artifacts})
    entry = watch.trace("apply", Usage(), {"act": turn.act, "agents": list(made)})
    return responded(turn, kept, told, entry)


async def _with_deleted(
    session: BuildSession, known: Known, who: Principal, services: Services
) -> Known | None:
    """Return what is known with the names of deleted agents, where a new one cannot have its name.

    None where none of them has it: then it could not be saved for another reason.
    """
    taken = known.taken
    new = session.draft.base is None and session.name not in taken
    name = session.name
    while new and await deleted_one(services, who, name):
        taken = (*taken, name)
        name = building.free(session.name, taken)
    return None if taken == known.taken else known.model_copy(update={"taken": taken})


def _guarded(response: Response, etag: str) -> Response:
    """Return a response whose next change is to the agent as it was saved just now."""
    draft = response.session.draft.model_copy(update={"base_etag": etag})
    session = response.session.model_copy(update={"draft": draft})
    return response.model_copy(update={"session": session})


def _unscheduled(response: Response, agent: Agent, why: str) -> Response:
    """Tell that an agent was saved but not scheduled; a time said from here on changes that one."""
    gone = {"recurrence": None, "recurrence_said": "", "scheduled": False}
    draft = response.session.draft.model_copy(update=gone)
    session = response.session.model_copy(update={"draft": draft})
    told = _NOT_SCHEDULED.format(one_line(agent.name), why.strip())
    offered = building.wording.numbered(session.offered)
    text = without_links(f"{told}\n\n{offered}")
    return Response(session=session, text=text, suggestions=response.suggestions)


async def _saved(
    session: BuildSession, known: Known, who: Principal, origin: str, services: Services
) -> tuple[Agent, str]:
    agent, base = building.agent_of(session, known, who.user), session.draft.base
    if base is None:
        return await created(services, who, agent.model_copy(update={"origin": origin}))
    try:
        return await replaced(services, who, agent, session.draft.base_etag)
    except Stale:
        now, etag = await services.agents.get(who.tenant, agent.id)
        if _content(now) == _content(agent):
            return now, etag  # saved before, by whoever was cut off here
        raise


async def _schedule(
    session: BuildSession, agent: Agent, who: Principal, origin: str, services: Services
) -> None:
    """Let the agent run when it was said to, in a thread of its own."""
    when = session.draft.recurrence
    if when is None:
        return
    request = building.request_of(session.model_copy(update={"agent": agent.id}))
    own = await _own_schedules(services, who, agent.id)
    if len(own) == 1:
        await change(services, who, own[0].id, Changes(when=when))
        return
    wish = Wish(agent=agent.id, request=request, when=when, origin=origin)
    made = await create(services, who, wish)
    if made.recurrence != when:
        await change(services, who, made.id, Changes(when=when))


async def _own_schedules(services: Services, who: Principal, agent: str) -> list[Schedule]:
    """Return when an agent runs by itself for this person."""
    return [one for one in await mine(services, who) if (one.agent, one.kind) == (agent, "agent")]


async def _knowing(services: Services, who: Principal, base: Agent | None) -> Known:
    """Return what the builder knows, with when the agent that is being changed runs."""
    known = await known_to(services, who)
    own = await _own_schedules(services, who, base.id) if base is not None else []
    running = recurring.told(own[0].recurrence) if len(own) == 1 else ""
    return known.model_copy(update={"running": running})


def _content(agent: Agent) -> Agent:
    """Return an agent without what saving it sets."""
    mark = {"version": 0, "updated_at": None, "created_at": None, "owner": "", "origin": ""}
    return agent.model_copy(update=mark)


async def _read(
    text: str, session: BuildSession, known: Known, services: Services
) -> tuple[DraftReading, TraceEntry]:
    watch = Stopwatch(services.clock)
    today = services.clock.now().astimezone(ZoneInfo(known.zone)).date().isoformat()
    try:
        reasoned = await services.reasoner.draft_agent(
            DraftRequest(text=text, today=today, session=session, known=known)
        )
    except Upstream as error:
        return DraftReading(), watch.trace("draft", Usage(), {"error": str(error)})
    reading = building.believed(text, reasoned.value, session)
    reading = building.accounted_for(text, reading, session.draft)
    detail = reading.model_dump(mode="json", exclude_defaults=True)
    return reading, watch.trace("draft", reasoned.usage, detail, reasoned.fallback)


async def known_to(services: Services, who: Principal) -> Known:
    """Return what is connected, what is in it, and which agents there are."""
    within, workspace = await asyncio.gather(
        reach(services, who, fresh=True), services.workspaces.open(who)
    )
    profile = await profile_of(services, who, workspace)
    listed = await asyncio.gather(*(_listed(workspace, each) for each in _LISTS.values()))
    agents = [entry.agent for entry in within.index.entries]
    domain = {agent.id for agent in services.domain_agents}
    own = (agent for agent in agents if agent.id not in domain and may_change(who, agent))
    return Known(
        connected=tuple(sorted(within.connected)),
        names={name: found for name, found in zip(_LISTS, listed, strict=True) if found},
        taken=tuple(
            unmarked(agent.id)
            for agent in agents
            if agent.id in domain or may_read(services, who, agent)
        ),
        agents=tuple((agent.id, agent.name) for agent in own),
        zone=profile.preferred.time_zone,
        now=services.clock.now(),
    )


async def _listed(
    workspace: Workspace, names: Callable[[Workspace], Awaitable[tuple[str, ...]]]
) -> tuple[str, ...]:
    try:
        async with asyncio.timeout(_SECONDS):
            return await names(workspace)
    except (ToolFailed, TimeoutError):
        return ()


async def _sheets(workspace: Workspace) -> tuple[str, ...]:
    return tuple(sheet.name for sheet in await workspace[Sheets].search("", _NAMES))


async def _channels(workspace: Workspace) -> tuple[str, ...]:
    return tuple(channel.name for channel in await workspace[Chat].channels())[:_NAMES]


async def _pages(workspace: Workspace) -> tuple[str, ...]:
    return tuple(page.title for page in await workspace[Pages].search("", _NAMES))


async def _people(workspace: Workspace) -> tuple[str, ...]:
    """Return whom mail can be sent to by name; nobody where they are too many to be sure of all."""
    found = await workspace[AddressBook].search("", "", _PEOPLE + 1)
    return tuple(contact.name for contact in found) if len(found) <= _PEOPLE else ()


_LISTS = {"sheets": _sheets, "slack": _channels, "pages": _pages, "email": _people}
