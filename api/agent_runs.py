"""Running an agent by hand, and how its runs went."""

import uuid
from datetime import datetime

from azurefunctions.extensions.http.fastapi import Request, Response

from api import agent_views, sse
from api.ids import path_id
from api.intake import take_message
from api.messages import chosen_id, fingerprint
from api.parsing import Body, checked, parse
from api.replying import answer_run
from api.shown import Shown, shown
from shared.agents import registry
from shared.decisions.routing import mention
from shared.errors import Conflict, Forbidden
from shared.models.agent import Agent, RunOutcome
from shared.models.base import MessageText, PrintableId
from shared.models.principal import Principal
from shared.models.threads_in import NewMessage
from shared.naming import digest
from shared.ports import Engine
from shared.services import Services

_BARE = "run"
"""What is said to an agent that is run without a message."""


class AgentRunBody(Body):
    """What the agent is to do, and in which conversation; without one, in a new one."""

    message: MessageText | None = None
    thread_id: PrintableId | None = None
    message_id: PrintableId | None = None


class OutcomeView(Shown):
    """How one run ended; not whose it was."""

    succeeded: bool
    milliseconds: int
    at: datetime


class Statistics(Shown):
    """How an agent's last runs ended, newest last; rates are None without runs."""

    agent: str
    runs: int
    succeeded: int
    failed: int
    success_rate: float | None
    average_milliseconds: int | None
    outcomes: list[OutcomeView]


class _Said(Body):
    message: MessageText


async def post_run(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Take `@agent message` in and answer with links, or with the run it opens as a stream."""
    sse.position(request)
    agent_id, body = path_id(request, "agent"), await parse(request, AgentRunBody, optional=True)
    given = chosen_id(request, body.message_id, "message_id")
    message_id = given or f"msg-{uuid.uuid4().hex}"
    agent = (await agent_views.seen(services, caller, agent_id)).agent
    message = NewMessage(
        text=said_to(services, caller, agent, body.message or _BARE),
        message_id=message_id,
        run_id=f"run-{digest('run', message_id)}",
        digest=fingerprint("run", {"agent": agent.id, "message": body.message}),
        due_at=services.clock.now() + services.limits.rescue,
    )
    # named after the message: a repeat that names no conversation finds the first one's
    thread_id = body.thread_id or f"run-{digest(caller.user, message_id)}"
    receipt = await take_message(services, caller, thread_id, message)
    return await answer_run(request, receipt, engine, services)


async def get_statistics(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return how an agent's last runs ended; not whose they were."""
    del engine
    agent_id = path_id(request, "agent")
    found = await agent_views.seen(services, caller, agent_id)
    if found.kind == "workspace":
        record = (await services.records.of(caller.tenant, [agent_id])).get(agent_id)
    else:
        record = await registry.statistics(services, caller, agent_id)
    return shown(_figures(agent_id, record.outcomes if record else ()))


def said_to(services: Services, caller: Principal, agent: Agent, message: str) -> str:
    """Return what is said to run an agent; raise Forbidden, Conflict or InvalidFields."""
    if not services.may_run(caller, agent):
        raise Forbidden("You can change this agent, but it is not shared with you to run.")
    if not agent.enabled:
        raise Conflict("This agent is switched off. Switch it on to run it.")
    text = checked(_Said, {"message": f"@{agent.id} {message}"}).message
    if mention(text) != agent.id:
        raise Conflict("This agent's id cannot be mentioned. Clone it under another id to run it.")
    return text


def _figures(agent: str, outcomes: tuple[RunOutcome, ...]) -> Statistics:
    succeeded = sum(outcome.succeeded for outcome in outcomes)
    spent = sum(outcome.milliseconds for outcome in outcomes)
    runs = len(outcomes)
    return Statistics(
        agent=agent,
        runs=runs,
        succeeded=succeeded,
        failed=runs - succeeded,
        success_rate=round(succeeded / runs, 4) if runs else None,
        average_milliseconds=round(spent / runs) if runs else None,
        outcomes=[
            OutcomeView(succeeded=one.succeeded, milliseconds=one.milliseconds, at=one.at)
            for one in outcomes
        ],
    )
