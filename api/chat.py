"""The AG-UI endpoint: one run in, that run's events out."""

from azurefunctions.extensions.http.fastapi import Request, Response

from api import answering, client_zone, sse
from api.agui_input import (
    ResumeEntry,
    RunAgentInput,
    client_says,
    said,
    says_nothing,
    wishes,
    zone_in,
)
from api.beside import Companion, so_far
from api.files import named
from api.intake import Receipt, take_answer, take_message
from api.limiting import TURN, holding
from api.messages import fingerprint
from api.parsing import parse, refuse
from api.replying import follow_runs
from shared.conversation.whereabouts import key_of
from shared.errors import OmniForgeError
from shared.models.base import MAX_ID_CHARACTERS
from shared.models.principal import Principal
from shared.models.rows import MESSAGE_TICKET
from shared.models.threads_in import NewMessage, OnBusy
from shared.ports import Engine
from shared.services import Services

_WHERE = "resume.0.payload"


async def post_chat(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Take in the user's last message, or the answer to a question, and stream the run.

    The same run again is streamed again, from its start or after `Last-Event-ID`. An answer and a
    message are both kept: the message is done after what was answered, as a run of its own in the
    same stream; where the question was cancelled, the message takes its place. A run that says
    nothing and asks for the history is told how the conversation stands, and opens nothing.
    """
    sse.position(request)
    given = await parse(request, RunAgentInput)
    if wishes(given).history and says_nothing(given):
        return sse.whole(await so_far(services, caller, given.thread_id, given.run_id, given.state))
    receipts, refused = await _taken(request, given, caller, services)
    history = wishes(given).history
    companion = Companion(services, caller, receipts[0].key, given.state, history=history)
    return follow_runs(request, receipts, engine, services, companion, refused)


async def _taken(
    request: Request, given: RunAgentInput, caller: Principal, services: Services
) -> tuple[list[Receipt], OmniForgeError | None]:
    """Take in all that a run says; return the runs that answer it, in order, and what was refused.

    A message that comes with an answer is read, and its limit asked, before the answer is taken:
    what is refused then is refused with nothing done. What fails after that is told at the end of
    the stream, and the same run again does only what is left.
    """
    [entry] = given.resume or [None]
    after = f"{given.run_id}-after"
    if entry is not None and not await _has_news(given, caller, services, after):
        return [await _resume(given, entry, caller, services)], None
    if entry is None or entry.status == "cancelled":
        anew = entry is not None
        message = await _message(request, given, caller, services, given.run_id, anew=anew)
        async with holding(services, caller, TURN):
            return [await take_message(services, caller, given.thread_id, message)], None
    if len(after) > MAX_ID_CHARACTERS:
        refuse("runId", "is too long for a run that answers and says something")
    # it waits for what the answer has done, which would else be what it finds the thread busy with
    message = await _message(request, given, caller, services, after, on_busy="enqueue")
    async with holding(services, caller, TURN):
        receipts = [await _resume(given, entry, caller, services)]
        try:
            receipts.append(await take_message(services, caller, given.thread_id, message))
        except OmniForgeError as error:
            services.budgets.charge(caller, "turns", -TURN["turns"])
            return receipts, error
    return receipts, None


async def _has_news(
    given: RunAgentInput, caller: Principal, services: Services, after: str
) -> bool:
    """Return whether the history ends with a message of the user that was not taken in before.

    One that this very run brought, when it came first, is still its news.
    """
    if not given.messages or given.messages[-1].role != "user":
        return False
    key = await key_of(services, caller, given.thread_id)
    known = await services.threads.get(key, MESSAGE_TICKET, said(given).id)
    return known is None or known.value.run_id in {given.run_id, after}


async def _message(
    request: Request,
    given: RunAgentInput,
    caller: Principal,
    services: Services,
    run: str,
    *,
    anew: bool = False,
    on_busy: OnBusy | None = None,
) -> NewMessage:
    """Return what a run says; raise InvalidFields. `on_busy` goes before what it wishes."""
    new, wish = said(given), wishes(given)
    await client_zone.note(request, caller, services, wish.time_zone or zone_in(given))
    how = wish.model_dump(exclude={"time_zone", "locale", "history"})
    key = await key_of(services, caller, given.thread_id)
    files = await named(services, key, new.files, "messages")
    unused = set[str]() if new.files else {"files"}
    meaning = {"run": run, **new.model_dump(exclude=unused), **how}
    return NewMessage(
        text=new.content,
        files=files,
        message_id=new.id,
        run_id=run,
        client=client_says(given, request.headers.get("Accept-Language", "")),
        anew=anew,
        on_busy=on_busy or wish.on_busy,
        debug=wish.debug,
        routing_depth=wish.routing_depth,
        digest=fingerprint("chat", meaning),
        due_at=services.clock.now() + services.limits.rescue,
    )


async def _resume(
    given: RunAgentInput, entry: ResumeEntry, caller: Principal, services: Services
) -> Receipt:
    return await take_answer(
        services,
        caller,
        given.thread_id,
        entry.interrupt_id,
        run_id=given.run_id,
        digest=fingerprint("resume", entry.model_dump()),
        read=lambda request: answering.resumed(entry.status, entry.payload, request, _WHERE),
        within=_WHERE,
    )
