"""How soon agents speak, measured small."""

import asyncio

from bench import handoffs


def test_every_wait_is_measured_for_every_thread(tmp_path):
    measured = asyncio.run(handoffs.handoffs(tmp_path, threads=2))

    assert [len(one.taken) for one in measured] == [2] * len(measured)
    assert set(handoffs.summary(measured)) == {
        "handoff_event_ms",
        "handoff_token_ms",
        "alone_event_ms",
        "alone_token_ms",
        "within_token_ms",
        "delegation_event_ms",
        "delegation_token_ms",
    }
    assert handoffs.report(measured).count("\n") == len(measured) + 1
