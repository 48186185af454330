"""Server-sent events: frames, heartbeats, and the position a client asks to resume from."""

import asyncio
import json
import re
import time
from collections.abc import AsyncGenerator, Sequence

from azurefunctions.extensions.http.fastapi import Request, StreamingResponse

from api.tail import Event, Pause, Watch, follow, shown
from shared.errors import Gone, InvalidRequest
from shared.ports import Threads
from shared.telemetry import FIRST_EVENT

MEDIA_TYPE = "text/event-stream"

_POSITION = re.compile(r"[0-9]{1,12}")
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


def stream(threads: Threads, *watches: Watch, pause: Pause = asyncio.sleep) -> StreamingResponse:
    """Answer with the events of a thread, or of runs one after the other, as they happen."""
    return StreamingResponse(
        frames(threads, watches, pause),
        media_type=MEDIA_TYPE,
        headers={"X-Accel-Buffering": "no"},
    )


async def frames(
    threads: Threads, watches: Sequence[Watch], pause: Pause
) -> AsyncGenerator[str, None]:
    """Yield frames; a run whose thread is deleted ends with RUN_ERROR."""
    began: float | None = time.perf_counter()
    try:
        for watch in watches:
            async for event in follow(threads, watch, pause):
                if event is not None and began is not None:
                    FIRST_EVENT.record(time.perf_counter() - began)
                    began = None
                yield _KEEP_ALIVE if event is None else _frame(shown(event), event.id)
    except Gone as gone:
        if watches[0].run is not None:
            yield _frame({"type": "RUN_ERROR", "message": str(gone), "code": gone.code})


def _frame(event: Event, id_: int | None = None) -> str:
    # ASCII only: some readers take U+2028 and U+0085 for the end of a line
    data = f"data: {json.dumps(event, separators=(',', ':'))}\n\n"
    return data if id_ is None else f"id: {id_}\n{data}"
