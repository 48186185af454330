"""Answering a question or an approval by its id."""

import uuid

from azurefunctions.extensions.http.fastapi import Request, Response

from api import answering, sse
from api.ids import path_id
from api.intake import take_answer
from api.messages import chosen_id, fingerprint
from api.parsing import parse
from api.replying import answer_run
from shared.models.base import PrintableId
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services


class InterruptBody(answering.Given):
    """An answer, and the run it opens; a repeat names the same run."""

    run_id: PrintableId | None = None


async def post_interrupt(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Close an open question with an answer; whoever comes second gets a conflict."""
    thread_id, interrupt_id = path_id(request, "thread_id"), path_id(request, "interrupt_id")
    sse.position(request)
    body = await parse(request, InterruptBody)
    answer = body.model_dump(exclude={"run_id"})
    receipt = await take_answer(
        services,
        caller,
        thread_id,
        interrupt_id,
        run_id=chosen_id(request, body.run_id, "run_id") or f"run-{uuid.uuid4().hex}",
        digest=fingerprint("answer", {"interrupt": interrupt_id, **answer}),
        read=lambda question: answering.read(body, question),
    )
    return await answer_run(request, receipt, engine, services)
