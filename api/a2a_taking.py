"""Taking in what another agent says: a message that opens a task, or an answer to a question."""

from dataclasses import dataclass

from azurefunctions.extensions.http.fastapi import Request

from api import a2a_tasks, answering, client_zone
from api.a2a_input import Said
from api.agent_runs import said_to
from api.agui_input import ResumeEntry
from api.intake import Receipt, take_answer, take_message
from api.messages import fingerprint
from api.parsing import refuse
from api.replying import wake_beside
from shared.conversation.attempts import Plan, attempt
from shared.conversation.uploads import take_file
from shared.decisions import a2a, lifecycle
from shared.errors import Conflict
from shared.models.agent import Agent
from shared.models.principal import Principal
from shared.models.rows import INBOX, RUN_TICKET, TURN, Stored
from shared.models.thread import Thread
from shared.models.threads_in import NewMessage
from shared.naming import digest
from shared.ports import Engine
from shared.services import Services
from shared.telemetry import joins

_ANSWER = "message.parts.0.data.payload"


@dataclass(frozen=True)
class Visit:
    """One request: who makes it, what is there for it, and the one agent it is for, if it is."""

    request: Request
    caller: Principal
    engine: Engine
    services: Services
    agent: Agent | None = None

    @property
    def handle(self) -> str:
        """What the messages that are looked at begin with; "" for any."""
        return self.agent.id if self.agent is not None else ""


async def take(visit: Visit, message: Said, *, reopens: bool = False) -> str:
    """Take a message in, ring, and return the id of its task.

    A repeat is answered as the original was. What is said to a task that is over opens another one
    if it `reopens`, else it raises Conflict. Raises what taking messages and answers raises.
    """
    await client_zone.note(visit.request, visit.caller, visit.services)
    if message.task is not None:
        return await _to_task(visit, message.task, message, reopens=reopens)
    files = [file.id for file, _ in message.files]
    begun = f"a2a-{digest('a2a', message.message_id, _addressed(visit, message.text), *files)}"
    receipt = await _say(visit, message.context or begun, message)
    return await _opened(visit, receipt) or ""


async def _to_task(visit: Visit, name: str, message: Said, *, reopens: bool) -> str:
    """Take in what is said to a task: the answer to its question, or a repeat of one.

    One that waits for an account to be connected takes any words, and is tried again.
    """
    thread, task = await a2a_tasks.find(visit.services, visit.caller, name, visit.handle)
    if message.context not in {None, task.context}:
        refuse("message.contextId", "must be the one of the task, or left out")
    asked = task.question.id if task.question is not None else None
    before = await visit.services.threads.get(thread.key, RUN_TICKET, _run(message))
    after = task.turns[-1] if task.state == "AUTH_REQUIRED" else None
    takes = message.answer is None and (after or (reopens and task.state in a2a.OVER))
    if before is None and asked is None and not takes:
        state = task.state.lower().replace("_", "-")
        how = "Send a message without taskId to begin another task in this context."
        raise Conflict(f"This task is {state} and takes no {'data' if after else 'message'}. {how}")
    if message.answer is not None:
        await _answer(visit, task.context, message, message.answer)
        return task.id
    receipt = await _say(visit, task.context, message, asked, after)
    return await _opened(visit, receipt) or task.id


async def left_alone(services: Services, thread: Thread, number: int) -> None:
    """Give up a turn that waits for an account to be connected, unless it was gone on with."""

    async def plan(head: Stored[Thread] | None) -> Plan[None]:
        turn = await services.threads.get(thread.key, TURN, number)
        if head is None or turn is None:
            return Plan(None)
        return Plan(None, lifecycle.give_up(head.value, turn, services.clock.now()))

    await attempt(services, thread.key, plan)


def _addressed(visit: Visit, text: str) -> str:
    """Return words as they are said to the agent that the request is for, if it is for one."""
    if visit.agent is None:
        return text
    return said_to(visit.services, visit.caller, visit.agent, text)


async def _opened(visit: Visit, receipt: Receipt) -> str | None:
    """Return the task that a message opened; None where it was said to one that was there."""
    ticket = await visit.services.threads.get(receipt.key, RUN_TICKET, receipt.run_id)
    if ticket is None or ticket.value.seq is None:
        return None
    taken = await visit.services.threads.get(receipt.key, INBOX, ticket.value.seq)
    own = taken is not None and not a2a.continues(taken.value)
    return a2a_tasks.task_id(receipt.thread_id, ticket.value.seq) if own else None


async def _answer(visit: Visit, context: str, message: Said, entry: ResumeEntry) -> None:
    receipt = await take_answer(
        visit.services,
        visit.caller,
        context,
        entry.interrupt_id,
        run_id=_run(message),
        digest=fingerprint("a2a answer", entry.model_dump()),
        read=lambda asked: answering.resumed(entry.status, entry.payload, asked, _ANSWER),
        within=_ANSWER,
    )
    _ring(visit, receipt)


async def _say(
    visit: Visit,
    context: str,
    message: Said,
    asked: str | None = None,
    after: a2a.Told | None = None,
) -> Receipt:
    """Take words in: for the question that is `asked`, or as a request of their own.

    `after` a turn that waited for an account, they have what it was for done again.
    """
    again = after.again if after is not None else ""
    own: dict[str, object] = {"agent": visit.handle} if visit.handle else {}
    if message.files:
        own["files"] = [file.id for file, _ in message.files]
    files = [
        await take_file(visit.services, visit.caller, context, file.name, data)
        for file, data in message.files
    ]
    new = NewMessage(
        text=message.text if asked or again else _addressed(visit, message.text),
        message_id=message.message_id,
        run_id=_run(message),
        reply_to=asked,
        anew=asked is None,
        chain=message.chain,
        routing_depth=len(message.chain),
        goes_on=after.turn.number if after is not None else None,
        again=again,
        files=(*(after.turn.files if after is not None and again else ()), *files),
        digest=fingerprint("a2a", {"text": message.text, **own}),
        due_at=visit.services.clock.now() + visit.services.limits.rescue,
    )
    receipt = await take_message(visit.services, visit.caller, context, new)
    _ring(visit, receipt)
    return receipt


def _ring(visit: Visit, receipt: Receipt) -> None:
    joins(receipt.key, receipt.run_id)
    wake_beside(visit.engine, visit.services, receipt)


def _run(message: Said) -> str:
    """Return the run that a message opens: it is named after it, as anywhere in the API."""
    return f"run-{digest('run', message.message_id)}"
