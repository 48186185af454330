"""What an AG-UI client is told of a conversation beside its log: the state, and what was said."""

from collections.abc import Sequence

from api.access import readable
from api.questions import open_request
from api.tail import PAGE, shown
from shared.decisions import agui, building, live
from shared.decisions.handoffs import BUILDER
from shared.errors import NotFound, OmniForgeError
from shared.models.base import Json
from shared.models.building import Sketch
from shared.models.handoff import Handoff
from shared.models.principal import Principal
from shared.models.rows import AGENT_RUN, EVENT, HANDOFF, RUN_TICKET, TRANSCRIPT, TURN
from shared.models.thread import LoggedEvent, Thread, TranscriptMessage
from shared.services import Services

SNAPSHOT_MESSAGES = 100
_PLANS = {"RUN_STARTED", "TOOL_CALL_START"}

Event = dict[str, Json]
Events = Sequence[Event]


class Companion:
    """Goes along with one stream; `given` is the state that its client brought.

    With `history`, the messages so far are told once the first run has begun.
    """

    def __init__(
        self, services: Services, caller: Principal, key: str, given: Json, *, history: bool
    ) -> None:
        self._services = services
        self._caller = caller
        self._key = key
        self._given = given
        self._history = history
        self._live: live.Live | None = None

    async def around(self, logged: LoggedEvent) -> tuple[Events, Events]:
        """Return what is told before an event, and after it, each with what it belongs to."""
        begins = logged.event.get("type") == "RUN_STARTED"
        first: Events = ()
        if self._live is None:
            head = await self._services.threads.head(self._key)
            thread = head.value if head is not None else None
            state = await _state(self._services, self._caller, thread)
            self._live = live.begun(state, self._given)
            if not begins:
                self._live = await self._so_far(self._live, logged)
                first = (live.snapshot(self._live),)
        steps, draft = await self._steps(logged), await self._draft(logged)
        told = live.beside(self._live, logged.event, steps, draft)
        self._live, after = told.live, told.after
        if self._history and begins:
            self._history = False
            after = (*after, await self._messages(logged))
        return _of(logged, (*first, *told.before)), _of(logged, after)

    async def _so_far(self, now: live.Live, logged: LoggedEvent) -> live.Live:
        """Return how a stream stands that goes on after events which its client has seen."""
        ticket = await self._services.threads.get(self._key, RUN_TICKET, logged.run)
        read = ticket.value.first_event - 1 if ticket is not None else logged.id - 1
        while read < logged.id - 1:
            most = min(PAGE, logged.id - 1 - read)
            page = await self._services.threads.page(self._key, EVENT, read + 1, most)
            if not page:
                break
            for one in page:
                now = live.beside(now, one.event).live if one.run == logged.run else now
            read = page[-1].id
        return now

    async def _steps(self, logged: LoggedEvent) -> tuple[live.Call, ...]:
        """Return what is planned by now, where an event gives reason to look."""
        if logged.turn is None or logged.event.get("type") not in _PLANS:
            return ()
        turn = await self._services.threads.get(self._key, TURN, logged.turn)
        run = await self._services.threads.get(self._key, AGENT_RUN, logged.turn)
        return live.steps_of(turn.value, run.value) if turn is not None and run is not None else ()

    async def _draft(self, logged: LoggedEvent) -> Sketch | None:
        """Return how the agent looks that is being made, at the end of a run that may tell."""
        builds = self._live is not None and self._live.state.agent == BUILDER
        if not builds or logged.event.get("type") != "RUN_FINISHED":
            return None
        head = await self._services.threads.head(self._key)
        return drawn(await _held(self._services, head.value)) if head is not None else None

    async def _messages(self, logged: LoggedEvent) -> Event:
        """Return what was said until a run, and what it was begun with: not what it says itself."""
        head = await self._services.threads.head(self._key)
        last = head.value.messages if head is not None else 0
        first = max(1, last - SNAPSHOT_MESSAGES + 1)
        said = await self._services.threads.page(self._key, TRANSCRIPT, first, SNAPSHOT_MESSAGES)
        turn = logged.turn or last
        before = [
            one
            for one in said
            if one.turn <= turn and (one.role == "user" or one.run_id != logged.run)
        ]
        return agui.snapshot(agui.latest(before))


async def so_far(
    services: Services, caller: Principal, thread_id: str, run_id: str, given: Json
) -> list[Event]:
    """Return a run that says how a conversation stands; one that nobody began is empty.

    The question that is open is its interrupt. Raises Gone for a conversation that was deleted.
    """
    try:
        thread = (await readable(services, caller, thread_id)).value
    except NotFound:
        thread = None
    asked, said = None, list[TranscriptMessage]()
    if thread is not None:
        first = max(1, thread.messages - SNAPSHOT_MESSAGES + 1)
        said = await services.threads.page(thread.key, TRANSCRIPT, first, SNAPSHOT_MESSAGES)
        asked = await open_request(services, thread)
    state = await _state(services, caller, thread)
    if asked is not None:
        ended = agui.run_interrupted(thread_id, asked.model_copy(update={"run_id": run_id}))
    else:
        ended = agui.run_finished(thread_id, run_id)
    now = live.begun(state, given)
    started = live.beside(now, agui.run_started(thread_id, run_id))
    over = live.beside(started.live, ended, draft=state.draft)
    return [
        agui.run_started(thread_id, run_id),
        *started.after,
        agui.snapshot(agui.latest(said)),
        *over.before,
        ended,
    ]


async def _state(services: Services, caller: Principal, thread: Thread | None) -> live.State:
    held = await _held(services, thread) if thread is not None else None
    try:
        connected = tuple(sorted(await services.workspaces.connected(caller)))
    except OmniForgeError:  # it is there to be shown: what is said goes on without it
        connected = ()
    agent = held.target if held is not None else None
    return live.State(agent=agent, draft=drawn(held), services=connected)


async def _held(services: Services, thread: Thread) -> Handoff | None:
    """Return the handoff by which an agent has a conversation."""
    if thread.handoff is None:
        return None
    held = await services.threads.get(thread.key, HANDOFF, thread.handoff)
    return held.value if held is not None else None


def drawn(handoff: Handoff | None) -> Sketch | None:
    """Return the agent that is made or changed in a conversation, if one is."""
    session = handoff.building if handoff is not None else None
    return building.sketch(session) if session is not None else None


def _of(logged: LoggedEvent, events: Events) -> list[Event]:
    """Return events with the run and turn of the one that they go beside."""
    return [shown(logged.model_copy(update={"event": event})) for event in events]
