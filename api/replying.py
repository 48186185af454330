"""What a handler says once something was taken in: ring, then links or the run's own events."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from azurefunctions.extensions.http.fastapi import Request, Response

from api import links, sse
from api.beside import Companion
from api.intake import Receipt
from api.shown import Shown, shown
from api.tail import Watch
from shared.conversation.doorbell import ring
from shared.errors import OmniForgeError, StorageFailed
from shared.models.rows import Stored
from shared.models.thread import Thread
from shared.ports import Engine, Threads
from shared.services import Services
from shared.telemetry import joins

_log = logging.getLogger(__name__)


_ringing: set[asyncio.Future[None]] = set()
"""Bells that are being rung; nobody else holds on to them."""

Bell = Callable[[Engine, Threads, str, Stored[Thread] | None], Awaitable[bool]]


class Accepted(Shown):
    """What was taken in, and where the run it opened is followed."""

    thread_id: str
    run_id: str
    message_id: str | None
    links: links.RunLinks


async def wake(
    engine: Engine,
    services: Services,
    key: str,
    bell: Bell = ring,
    *,
    written: Stored[Thread] | None = None,
) -> None:
    """Ring for what was stored. It is safe already: should nobody hear, `due` takes over."""
    try:
        if not await bell(engine, services.threads, key, written):
            _log.warning("thread %s: nobody heard the bell", key)
    except StorageFailed as error:
        _log.warning("thread %s: could not ring (%s)", key, type(error).__name__)


def wake_beside(engine: Engine, services: Services, receipt: Receipt) -> None:
    """Ring for what was taken in, and wait for nothing."""
    ringing = asyncio.ensure_future(wake(engine, services, receipt.key, written=receipt.written))
    _ringing.add(ringing)
    ringing.add_done_callback(_ringing.discard)


async def answer_run(
    request: Request, receipt: Receipt, engine: Engine, services: Services
) -> Response:
    """Ring, and answer with the run as a stream where the client asks for one, else with links."""
    if sse.wanted(request):
        return follow_runs(request, [receipt], engine, services)
    joins(receipt.key, receipt.run_id)
    await wake(engine, services, receipt.key, written=receipt.written)
    return shown(
        Accepted(
            thread_id=receipt.thread_id,
            run_id=receipt.run_id,
            message_id=receipt.message_id,
            links=links.of_run(receipt.thread_id, receipt.run_id),
        ),
        202,
    )


def follow_runs(
    request: Request,
    receipts: Sequence[Receipt],
    engine: Engine,
    services: Services,
    companion: Companion | None = None,
    refused: OmniForgeError | None = None,
) -> Response:
    """Ring, and answer with runs of a thread as one stream, one after the other.

    What was `refused` beside them is told at its end.

    A stream opens at once: an old instance may take seconds to end before the bell is heard, and
    what was stored is heard of in any case.
    """
    joins(receipts[0].key, receipts[0].run_id)
    wake_beside(engine, services, receipts[-1])
    after = sse.position(request) or 0
    watches = [
        Watch(key=one.key, first=one.first_event, after=after, run=one.run_id) for one in receipts
    ]
    return sse.stream(services, *watches, companion=companion, refused=refused)
