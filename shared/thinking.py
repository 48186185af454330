"""What a model thinks before it says something: told beside its words, and never part of them."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextvars import ContextVar
from dataclasses import dataclass

from shared.decisions.links import unlinked
from shared.streaming import batched

MOST_CHARACTERS = 20_000
"""Of the thoughts over one answer, as many as are told."""

_Ear = asyncio.Queue[str | None]
_ear: ContextVar[_Ear | None] = ContextVar("ear", default=None)


@dataclass(frozen=True)
class Thought:
    """A piece of what a model thinks."""

    text: str


def thinks(piece: str) -> None:
    """Tell whoever listens to this answer what its model thinks; unheard where nobody does."""
    ear = _ear.get()
    if ear is not None:
        ear.put_nowait(piece)


async def heard(pieces: AsyncIterator[str]) -> AsyncGenerator[str | Thought, None]:
    """Yield a text in batches, and before its first one what is thought over it meanwhile.

    Nothing of a thought can be followed or fetched. What was thought before the source fails is
    yielded before the error is raised. Once the text has begun no more is told.
    """
    ear: _Ear = asyncio.Queue()
    _ear.set(ear)  # before the text is asked for: whoever writes it speaks into this one
    words, thoughts = batched(pieces), batched(unlinked(_drained(ear)))
    first = asyncio.ensure_future(anext(words, None))
    thought: asyncio.Future[str | None] | None = None
    try:
        while True:
            thought = thought or asyncio.ensure_future(anext(thoughts, None))
            await asyncio.wait({first, thought}, return_when=asyncio.FIRST_COMPLETED)
            if not thought.done():  # it has begun: what was thought so far is all there is
                ear.put_nowait(None)
                await asyncio.wait({thought})
            told, thought = thought.result(), None
            if told is None:
                break
            yield Thought(told)
        begun = await first
        if begun is not None:
            yield begun
            async for piece in words:
                yield piece
    finally:
        _ear.set(None)
        await _left(first, thought)
        await thoughts.aclose()
        await words.aclose()


async def _drained(ear: _Ear) -> AsyncGenerator[str, None]:
    """Yield what is thought until the text begins, as much of it as is told."""
    left, begun = MOST_CHARACTERS, False
    while (piece := await ear.get()) is not None:
        piece = piece if begun else piece.lstrip()
        begun = begun or bool(piece)
        if piece and left > 0:
            yield piece[:left]
        left -= len(piece)


async def _left(*tasks: asyncio.Future[str | None] | None) -> None:
    """End what nobody waits for any more."""
    for task in tasks:
        if task is not None:
            task.cancel()
            await asyncio.wait({task})
            if not task.cancelled():
                task.exception()
