"""The API answers as its own description says, whatever it is called with."""

import asyncio

from tests.fuzz import fuzzed
from tests.support.devhost import ROOT, RunningHost


async def test_calls_made_up_from_the_description_are_answered_as_it_says(tmp_path):
    # a host of its own: the calls change profile, policy and agents as they like
    async with RunningHost(ROOT, tmp_path, {"REASONER": "embedded"}) as host:
        done = await asyncio.to_thread(fuzzed, host.url, 3)

    assert done.returncode == 0, done.stdout + done.stderr
