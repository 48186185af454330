"""Pauses before a write is tried again that somebody else was faster with."""

import asyncio
import random

_SHORTEST = 0.005
_LONGEST = 1.0
"""Seconds."""


async def pause(tried: int) -> None:
    """Wait for a random while, twice as long at most after each try, so that crowds come apart."""
    longest = min(_LONGEST, _SHORTEST * 2.0**tried)
    await asyncio.sleep(random.uniform(0, longest))  # noqa: S311 - jitter, no secret
