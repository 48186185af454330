"""A thread: how it stands, one of its turns, and its end."""

from datetime import datetime, timedelta
from typing import Literal

from azurefunctions.extensions.http.fastapi import Request, Response
from pydantic import Field

from api import links
from api.access import readable
from api.conversations import title_shown
from api.ids import path_id
from api.questions import QuestionView, open_question
from api.replying import wake
from api.shown import Shown, shown
from shared.conversation import later
from shared.conversation.attempts import Plan, attempt
from shared.conversation.whereabouts import key_of
from shared.decisions import lifecycle
from shared.errors import NotFound
from shared.models.principal import Principal
from shared.models.rows import AGENT_RUN, TURN, Stored
from shared.models.run import AgentRun
from shared.models.thread import Draft, Phase, Thread, Turn
from shared.ports import Engine
from shared.services import Services

_BEFORE_PURGE = timedelta(seconds=10)
"""So that the entry is not looked at before the thread is marked."""

_MAX_DIGITS = 9


class Counts(Shown):
    """How much there is in a thread; `queued` messages wait for their turn."""

    messages: int
    queued: int
    turns: int
    events: int


class ThreadView(Shown):
    """How a thread stands, with the question that is open, if one is."""

    id: str
    title: str
    phase: Phase
    created_at: datetime
    updated_at: datetime
    question: QuestionView | None
    handoff: str | None
    """The handoff whose target has the conversation; null where it is the assistant's."""
    counts: Counts
    links: links.ThreadLinks


class Deleted(Shown):
    """A thread that is gone."""

    thread_id: str
    deleted: Literal[True] = True


class AgentRunView(AgentRun):
    """An agent's work in a turn, without what others' text is told from."""

    said: tuple[str, ...] = Field(default=(), exclude=True)


class TurnView(Turn):
    """A turn with its trace, its decision, its cost and the agent's work."""

    seq: int = Field(exclude=True)
    execution: str = Field(exclude=True)
    working: str = Field(default="", exclude=True)
    draft: Draft | None = Field(default=None, exclude=True)
    due_at: datetime = Field(exclude=True)
    agent_run: AgentRunView | None


async def get_thread(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return how a thread stands, with the question that is open, if one is."""
    del engine
    thread = (await readable(services, caller, path_id(request, "thread_id"))).value
    return shown(
        ThreadView(
            id=thread.id,
            title=title_shown(thread),
            phase=thread.phase,
            created_at=thread.created_at,
            updated_at=thread.updated_at,
            question=await open_question(services, thread),
            handoff=thread.handoff,
            counts=Counts(
                messages=thread.messages,
                queued=thread.pending,
                turns=thread.turns,
                events=thread.events,
            ),
            links=links.of_thread(thread.id),
        )
    )


async def delete_thread(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Mark a thread as deleted; its rows go once its work has ended."""
    thread_id = path_id(request, "thread_id")
    key = await key_of(services, caller, thread_id)

    async def plan(head: Stored[Thread] | None) -> Plan[None]:
        if head is None:
            raise NotFound("There is no such conversation.")
        if head.value.deleted:
            return Plan(None)
        now = services.clock.now()
        change = lifecycle.tombstone(head.value, now)
        return Plan(None, change, (later.purge(key, now + _BEFORE_PURGE),))

    await attempt(services, key, plan)
    await wake(engine, services, key)
    return shown(Deleted(thread_id=thread_id), 202)


async def get_turn(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return a turn with its trace, its decision, its cost and the agent's work."""
    del engine
    key = (await readable(services, caller, path_id(request, "thread_id"))).value.key
    turn = await path_turn(request, services, key)
    work = await services.threads.get(key, AGENT_RUN, turn.number)
    run = AgentRunView(**dict(work.value)) if work is not None else None
    return shown(TurnView(**dict(turn), agent_run=run))


async def path_turn(request: Request, services: Services, key: str) -> Turn:
    """Return the turn that the path names by its number; raise NotFound."""
    given = str(request.path_params.get("turn", ""))
    turn = None
    if given.isascii() and given.isdecimal() and len(given) <= _MAX_DIGITS:
        turn = await services.threads.get(key, TURN, int(given))
    if turn is None:
        raise NotFound("There is no such turn in this conversation.")
    return turn.value
