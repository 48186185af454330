"""Which agent has a conversation: handing it over, how it stands, and taking it back."""

from typing import Annotated

from azurefunctions.extensions.http.fastapi import Request, Response
from pydantic import Field

from api.access import readable
from api.beside import drawn
from api.ids import path_id
from api.parsing import Body, parse
from api.shown import shown
from shared.agents.roster import reach
from shared.conversation import later
from shared.conversation.attempts import Plan, attempt
from shared.conversation.whereabouts import key_of
from shared.decisions import handoffs, lifecycle, sanitizing
from shared.errors import Conflict, NotFound, OmniForgeError
from shared.models.agent import HandoffCapability
from shared.models.base import PrintableId
from shared.models.building import BuildSession, Sketch
from shared.models.handoff import MAX_SUMMARY_CHARACTERS, Handoff
from shared.models.principal import Principal
from shared.models.rows import HANDOFF, TURN, Stored
from shared.models.thread import Thread, Turn
from shared.ports import Engine
from shared.services import Services


class HandoffBody(Body):
    """Who is to have the conversation, and why."""

    target: PrintableId
    reason: Annotated[str, Field(max_length=500)] = ""
    context_summary: Annotated[str, Field(max_length=MAX_SUMMARY_CHARACTERS)] = ""


class ReturnBody(Body):
    """How it went, and what was made."""

    completion_status: lifecycle.Ending = "completed"
    result_summary: Annotated[str, Field(max_length=MAX_SUMMARY_CHARACTERS)] = ""
    artifacts_created: Annotated[list[PrintableId], Field(max_length=50)] = Field(
        default_factory=list
    )


class HandoffView(Handoff):
    """A handoff as clients see it.

    Of what the agent builder has worked out so far, `draft` is the agent as it would be by now.
    """

    draft: Sketch | None = None
    building: BuildSession | None = Field(default=None, exclude=True)


async def post_handoff(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Hand a conversation to an agent, whose next message goes there; a refusal is told, too."""
    del engine
    key = await key_of(services, caller, path_id(request, "thread_id"))
    body = await parse(request, HandoffBody)
    can, refusal = await _capability(services, caller, body.target)

    async def plan(head: Stored[Thread] | None) -> Plan[Handoff]:
        thread = _there(head)
        now = services.clock.now()
        asked = handoffs.begun(
            thread.handoffs + 1,
            body.target,
            reason=sanitizing.sanitized(body.reason, 500),
            summary=sanitizing.sanitized(body.context_summary),
            recent=(),
            seconds=can.max_session_duration_seconds,
            now=now,
        )
        why = str(refusal) if refusal is not None else ""
        change, handoff = lifecycle.hand_over(thread, asked, now, why)
        return Plan(handoff, change, (later.handoff(key, handoff),) if handoff.open else ())

    handoff = await attempt(services, key, plan)
    if handoff.state == "rejected":
        raise refusal or Conflict(handoff.rejection_reason)
    return _answer(handoff, 201)


async def get_handoff(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the handoff that is open, or the one that can be taken up again."""
    del engine
    thread = (await readable(services, caller, path_id(request, "thread_id"))).value
    handoff = await _current(services, thread)
    value = handoff.value
    if handoffs.expired(value, services.clock.now()):
        value = handoffs.ended(value, "paused", value.expires_at)
    return _answer(value)


async def delete_handoff(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Take a conversation back; what the agent was about is kept."""
    del engine
    return await _back(request, caller, services, ReturnBody(completion_status="cancelled"))


async def post_return(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Let the agent that has a conversation return it, with what came of it."""
    del engine
    return await _back(request, caller, services, await parse(request, ReturnBody))


async def _back(
    request: Request, caller: Principal, services: Services, body: ReturnBody
) -> Response:
    return _answer(await hand_back(services, caller, path_id(request, "thread_id"), body))


async def hand_back(
    services: Services, caller: Principal, thread_id: str, body: ReturnBody
) -> Handoff:
    """Give a conversation back to the assistant; raise NotFound, Gone or Conflict."""
    key = await key_of(services, caller, thread_id)

    async def plan(head: Stored[Thread] | None) -> Plan[Handoff]:
        thread = _there(head)
        handoff = await _current(services, thread)
        change, over = lifecycle.hand_back(
            thread,
            handoff,
            body.completion_status,
            services.clock.now(),
            sanitizing.sanitized(body.result_summary),
            body.artifacts_created,
            await _answering(services, thread),
        )
        return Plan(over, change)

    return await attempt(services, key, plan)


def _there(head: Stored[Thread] | None) -> Thread:
    if head is None:
        raise NotFound("There is no such conversation.")
    return head.value


async def _current(services: Services, thread: Thread) -> Stored[Handoff]:
    held = thread.handoff or thread.resumable
    handoff = await services.threads.get(thread.key, HANDOFF, held) if held is not None else None
    if handoff is None:
        raise NotFound("No agent has, or could take up, this conversation.")
    return handoff


async def _answering(services: Services, thread: Thread) -> Turn | None:
    """Return the turn whose run is open."""
    if thread.phase != "running" or thread.open_turn is None:
        return None
    turn = await services.threads.get(thread.key, TURN, thread.open_turn)
    return turn.value if turn is not None else None


async def _capability(
    services: Services, caller: Principal, target: str
) -> tuple[HandoffCapability, OmniForgeError | None]:
    """Return what an agent can, and why it cannot be given the conversation if it cannot."""
    if target == handoffs.BUILDER:
        return handoffs.BUILDERS_OWN, None
    agent = (await reach(services, caller)).get(target)
    if agent is None:
        return HandoffCapability(), NotFound("There is no such agent here.")
    can = agent.capabilities.handoff
    if not can.supports_handoff:
        return can, Conflict(f"{agent.name} does not take conversations (handoff).")
    return can, None


def _answer(handoff: Handoff, status: int = 200) -> Response:
    return shown(HandoffView(**dict(handoff), draft=drawn(handoff)), status)
