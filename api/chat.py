"""The AG-UI endpoint: one run in, that run's events out."""

from azurefunctions.extensions.http.fastapi import Request, Response

from api import answering, client_zone, sse
from api.agui_input import ResumeEntry, RunAgentInput, said, wishes, zone_in
from api.intake import Receipt, take_answer, take_message
from api.messages import fingerprint
from api.parsing import parse
from api.replying import answer_run, wake
from shared.models.principal import Principal
from shared.models.thread import Answer, HumanRequest
from shared.models.threads_in import NewMessage
from shared.ports import Engine
from shared.services import Services

_WHERE = "resume.0.payload"


async def post_chat(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Take in the user's last message, or the answer to a question, and stream the run.

    The same run again is streamed again, from its start or after `Last-Event-ID`.
    """
    sse.position(request)
    given = await parse(request, RunAgentInput)
    if given.resume:
        receipt = await _resume(given, given.resume[0], caller, services)
    else:
        receipt = await _say(request, given, caller, services)
    await wake(engine, services, receipt.key)
    return await answer_run(request, receipt, services, "stream")


async def _say(
    request: Request, given: RunAgentInput, caller: Principal, services: Services
) -> Receipt:
    new, wish = said(given), wishes(given)
    await client_zone.note(request, caller, services, wish.time_zone or zone_in(given))
    how = wish.model_dump(exclude={"time_zone"})
    meaning = {"run": given.run_id, **new.model_dump(), **how}
    message = NewMessage(
        text=new.content,
        message_id=new.id,
        run_id=given.run_id,
        on_busy=wish.on_busy,
        debug=wish.debug,
        routing_depth=wish.routing_depth,
        digest=fingerprint("chat", meaning),
        due_at=services.clock.now() + services.limits.rescue,
    )
    return await take_message(services, caller, given.thread_id, message)


async def _resume(
    given: RunAgentInput, entry: ResumeEntry, caller: Principal, services: Services
) -> Receipt:
    def read(request: HumanRequest) -> Answer:
        if entry.status == "cancelled":
            return answering.abandoned(request)
        reply = answering.given_by_payload(entry.payload, request, _WHERE)
        return answering.read(reply, request, _WHERE)

    return await take_answer(
        services,
        caller,
        given.thread_id,
        entry.interrupt_id,
        run_id=given.run_id,
        digest=fingerprint("resume", entry.model_dump()),
        read=read,
        within=_WHERE,
    )
