"""However a message of the greatest length is made up, a turn takes no longer for its length.

Parsers by themselves are timed in tests/unit/shared/test_growth.py; here is what is made of them.
"""

import time

import pytest

from shared.models.base import MAX_MESSAGE_CHARACTERS
from tests.support.simulation import World

TIMES = 8
MOST = 4
"""Times the processor time of a message an eighth as long: what can matter of it is clipped."""
LEAST_S = 0.1
PIECES = (
    *("-", "\n- ", "no, ", "a@", "(", "'", "and ", "monday ", "every monday ", "archive all "),
    *("send mail to x@y.z and ", "to Sarah Chen, "),
)


async def seconds(text, before=""):
    """Return the processor time of a turn, at the least of two times."""
    spent = []
    for _ in range(2):
        async with World() as world:
            if before:
                await world.say(before, "m0")
            began = time.process_time()
            await world.say(text, "m1")
            spent.append(time.process_time() - began)
    return max(min(spent), LEAST_S)


@pytest.mark.no_cover  # what these turns run, other tests cover
@pytest.mark.parametrize("before", ["", "Show me emails from John"])
@pytest.mark.parametrize("piece", PIECES)
async def test_a_turn_takes_no_longer_for_the_length_of_its_message(piece, before):
    long = (piece * MAX_MESSAGE_CHARACTERS)[:MAX_MESSAGE_CHARACTERS]
    short = long[: len(long) // TIMES]
    assert await seconds(long, before) < MOST * await seconds(short, before)
