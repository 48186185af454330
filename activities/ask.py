"""Put a question or an approval to the person."""

from datetime import datetime

from shared import webhooks
from shared.activity import waiting_of
from shared.agents.lending import equipped
from shared.conversation import doorbell, later
from shared.conversation.transact import thread_row, transact
from shared.conversation.turns import OpenTurn, read_turn
from shared.decisions import lifecycle
from shared.decisions.replies import question_of
from shared.errors import NotFound
from shared.models.rows import REQUEST, RUN_TICKET, Change, Stored
from shared.models.steps import AskedQuestion, Progress, TurnRef
from shared.models.thread import HumanRequest, Thread
from shared.services import Services
from shared.tools.parameters import editable


async def ask(ref: TurnRef, services: Services) -> AskedQuestion:
    """Ask what the turn has to ask; a re-run, or a new execution, returns the question as it is."""
    threads, now = services.threads, services.clock.now()

    async def step(head: Stored[Thread]) -> tuple[Change | None, AskedQuestion]:
        opened = await read_turn(threads, head, ref.turn)
        if head.value.request is not None:
            asked = await threads.get(ref.thread, REQUEST, head.value.request, at=head)
            if asked is None:
                raise NotFound("The question asked is missing.")
            return None, _asked(asked.value)
        if head.value.deleted or opened.progress.move != "ask" or opened.progress.stop is not None:
            return None, _moved_on(opened.progress, now)
        request = await _request(opened, services)
        ticket = await threads.get(ref.thread, RUN_TICKET, opened.turn.value.run_id, at=head)
        if ticket is None:
            raise NotFound("The run that asks is missing.")
        await services.due.add(later.expiry(ref.thread, request))
        await services.waiting.add(opened.principal, waiting_of(head.value, request))
        change, asked_now = lifecycle.ask(head.value, opened.turn, ticket, request, now)
        return change, _asked(asked_now)

    asked = await transact(threads, ref.thread, step)
    head = await thread_row(threads, ref.thread)
    if head is not None:
        await webhooks.tell(head.value, services)
    return asked


async def _request(opened: OpenTurn, services: Services) -> HumanRequest:
    turn, run = opened.turn.value, opened.run
    question = question_of(turn, run.value if run is not None else None)
    if question is None:
        raise NotFound("The turn has nothing to ask.")
    request = lifecycle.new_request(
        turn, question, now=services.clock.now(), ttl=services.limits.question_ttl
    )
    equipment = await equipped(services, opened.principal.tenant, (request.tool,))
    tool = equipment.tools.get(request.tool)
    known = editable(tool.spec.parameters) if tool is not None else None
    return request.model_copy(update={"editable": known})


def _moved_on(where: Progress, now: datetime) -> AskedQuestion:
    return AskedQuestion(status="moved_on", progress=where, request="", event="", deadline=now)


def _asked(request: HumanRequest) -> AskedQuestion:
    if request.status == "superseded":
        return _moved_on(Progress(move="close"), request.created_at)
    return AskedQuestion(
        status="open" if request.takes_answers else "settled",
        request=request.id,
        event=doorbell.reply_event(request.id),
        deadline=request.expires_at,
    )
