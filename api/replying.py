"""What a handler says once something was taken in: ring, then links or the run's own events."""

import logging
from collections.abc import Awaitable, Callable
from typing import Literal

from azurefunctions.extensions.http.fastapi import JSONResponse, Request, Response

from api import links, sse
from api.intake import Receipt
from api.tail import Watch
from shared.doorbell import ring
from shared.errors import Upstream
from shared.ports import Engine, Threads
from shared.services import Services

_log = logging.getLogger(__name__)


Bell = Callable[[Engine, Threads, str], Awaitable[bool]]


async def wake(engine: Engine, services: Services, key: str, bell: Bell = ring) -> None:
    """Ring for what was stored. It is safe already: should nobody hear, `due` takes over."""
    try:
        if not await bell(engine, services.threads, key):
            _log.warning("thread %s: nobody heard the bell", key)
    except Upstream as error:
        _log.warning("thread %s: could not ring (%s)", key, type(error).__name__)


async def answer_run(
    request: Request, receipt: Receipt, services: Services, form: Literal["asked", "stream"]
) -> Response:
    """Answer with the run as a stream, or with links when the client did not ask for one."""
    if form == "stream" or sse.wanted(request):
        watch = Watch(
            key=receipt.key,
            first=receipt.first_event,
            after=sse.position(request) or 0,
            run=receipt.run_id,
        )
        return sse.stream(services.threads, watch)
    content = {
        "thread_id": receipt.thread_id,
        "run_id": receipt.run_id,
        "message_id": receipt.message_id,
        "links": links.of_run(receipt.thread_id, receipt.run_id),
    }
    return JSONResponse(content, status_code=202)
