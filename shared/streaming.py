"""Text in pieces big enough to store and small enough to feel live."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator

FLUSH_SECONDS = 0.25
FLUSH_CHARACTERS = 500


async def batched(pieces: AsyncIterator[str]) -> AsyncGenerator[str, None]:
    """Yield the text in batches: at 500 characters, or when the oldest piece is 250 ms old.

    Whatever was received before the source fails is yielded before the error is raised. A source
    that can be closed is closed in the end, also when the reader turns away.
    """
    loop = asyncio.get_running_loop()
    buffer, flush_at, ended = "", 0.0, False
    upcoming: asyncio.Task[str] | None = None
    try:
        while not ended:
            upcoming = upcoming or asyncio.ensure_future(_next(pieces))
            await asyncio.wait(
                {upcoming}, timeout=max(0.0, flush_at - loop.time()) if buffer else None
            )
            if upcoming.done():
                received, upcoming = upcoming, None
                ended, piece = _text_of(received)
                flush_at = flush_at if buffer else loop.time() + FLUSH_SECONDS
                buffer += piece
            while len(buffer) >= FLUSH_CHARACTERS:
                yield buffer[:FLUSH_CHARACTERS]
                buffer = buffer[FLUSH_CHARACTERS:]
            if buffer and (ended or loop.time() >= flush_at):
                yield buffer
                buffer = ""
    except Exception:
        if buffer:
            yield buffer
        raise
    finally:
        await _close(pieces, upcoming)


async def _close(pieces: AsyncIterator[str], upcoming: asyncio.Task[str] | None) -> None:
    if upcoming is not None:
        upcoming.cancel()
        await asyncio.wait({upcoming})
    await _end(pieces)


async def _next(pieces: AsyncIterator[str]) -> str:
    return await anext(pieces)


def _text_of(received: asyncio.Task[str]) -> tuple[bool, str]:
    """Return whether the source has ended, and the piece if not; raise what it raised."""
    try:
        return False, received.result()
    except StopAsyncIteration:
        return True, ""


async def headed(before: str, pieces: AsyncIterator[str], after: str = "") -> AsyncIterator[str]:
    """Yield a text between what comes before and after it.

    A source that can be closed is closed in the end, also when the reader turns away.
    """
    try:
        if before:
            yield before
        async for piece in pieces:
            yield piece
        if after:
            yield after
    finally:
        await _end(pieces)


async def _end(pieces: AsyncIterator[str]) -> None:
    if isinstance(pieces, AsyncGenerator):
        await pieces.aclose()
