"""Server-sent events: frames, heartbeats, and the position a client asks to resume from."""

import json
import re
import time
from collections.abc import AsyncGenerator, Sequence

from azurefunctions.extensions.http.fastapi import Request, StreamingResponse

from api.beside import Companion
from api.problems import told
from api.tail import Event, Pause, Watch, follow, shown
from shared.errors import Gone, InvalidRequest, OmniForgeError
from shared.models.thread import LoggedEvent
from shared.ports import Threads
from shared.services import Services
from shared.telemetry import FIRST_EVENT

MEDIA_TYPE = "text/event-stream"

_POSITION = re.compile(r"[0-9]{1,12}")
_NOT_TAKEN = "Your answer was taken, but not what you said with it. "
_KEEP_ALIVE = ": keep-alive\n\n"


def wanted(request: Request) -> bool:
    """Return whether the client asks for a stream."""
    ranges = request.headers.get("accept", "").lower().split(",")
    return any(part.partition(";")[0].strip() == MEDIA_TYPE for part in ranges)


def position(request: Request) -> int | None:
    """Return the last event the client has seen; raise InvalidRequest.

    A client that reconnects repeats its url, so `Last-Event-ID` goes before `after`.
    """
    for name, given in (
        ("Last-Event-ID", request.headers.get("last-event-id")),
        ("after", request.query_params.get("after")),
    ):
        if given:
            return number(name, given)
    return None


def number(name: str, given: str) -> int:
    """Return a position or a count as a number; raise InvalidRequest."""
    if not _POSITION.fullmatch(given):
        raise InvalidRequest(f"{name} must be a whole number, 0 or more.")
    return int(given)


class Told(Exception):
    """A stream of runs broke off, and its client was told so: it is for operators to hear."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


def stream(
    services: Services,
    *watches: Watch,
    companion: Companion | None = None,
    refused: OmniForgeError | None = None,
) -> StreamingResponse:
    """Answer with the events of a thread, or of runs one after the other, as they happen.

    `companion` adds what is told beside the log, `refused` ends it with what was not taken in.
    """
    sent = frames(services.threads, watches, services.pause, companion)
    return StreamingResponse(
        sent if refused is None else _and_then(sent, refused),
        media_type=MEDIA_TYPE,
        headers={"X-Accel-Buffering": "no"},
    )


def whole(events: Sequence[Event]) -> StreamingResponse:
    """Answer with events that are there already, and belong to no log."""

    async def each() -> AsyncGenerator[str, None]:
        for event in events:
            yield _frame(event)

    return StreamingResponse(each(), media_type=MEDIA_TYPE, headers={"X-Accel-Buffering": "no"})


async def frames(
    threads: Threads,
    watches: Sequence[Watch],
    pause: Pause,
    companion: Companion | None = None,
) -> AsyncGenerator[str, None]:
    """Yield frames. Runs that cannot be followed to their end, end with RUN_ERROR.

    A whole thread breaks off instead: whoever follows one comes back. Raises Told after a RUN_ERROR
    that operators should hear of.
    """
    began: float | None = time.perf_counter()
    try:
        for watch in watches:
            async for event in follow(threads, watch, pause):
                if event is not None and began is not None:
                    FIRST_EVENT.record(time.perf_counter() - began)
                    began = None
                for frame in await _frames(event, companion):
                    yield frame
    except Gone as gone:
        if watches[0].run is not None:
            yield _frame(_error(gone))
    except Exception as error:
        if watches[0].run is None:
            raise
        yield _frame(_error(error))
        raise Told(error) from error


async def _and_then(
    frames: AsyncGenerator[str, None], refused: OmniForgeError
) -> AsyncGenerator[str, None]:
    """Yield frames, and then what was not taken in; raise Told."""
    async for frame in frames:
        yield frame
    yield _frame(_error(refused, _NOT_TAKEN))
    raise Told(refused)


async def _frames(event: LoggedEvent | None, companion: Companion | None) -> list[str]:
    """Return what is sent for an event of the log, and beside it; None is a heartbeat."""
    if event is None:
        return [_KEEP_ALIVE]
    before, after = await companion.around(event) if companion is not None else ((), ())
    return [*map(_frame, before), _frame(shown(event), event.id), *map(_frame, after)]


def _error(error: Exception, before: str = "") -> Event:
    code, said = told(error)
    return {"type": "RUN_ERROR", "message": before + said, "code": code}


def _frame(event: Event, id_: int | None = None) -> str:
    # ASCII only: some readers take U+2028 and U+0085 for the end of a line
    data = f"data: {json.dumps(event, separators=(',', ':'))}\n\n"
    return data if id_ is None else f"id: {id_}\n{data}"
