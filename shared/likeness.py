"""How near texts are in meaning."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from shared.ports import Encoder

Likeness = Callable[[str, Sequence[str]], Awaitable[Sequence[float]]]


def likeness(encoder: Encoder) -> Likeness:
    """Return what tells how near a text is to each of some others, from -1 to 1."""
    return partial(_likeness, encoder)


async def _likeness(encoder: Encoder, text: str, others: Sequence[str]) -> Sequence[float]:
    if not others:
        return []
    vectors = await asyncio.to_thread(encoder.encode, [text, *others])
    return [float(one) for one in vectors[1:] @ vectors[0]]
