"""What the open protocols cost, measured small."""

import asyncio

from bench import protocols


def test_every_way_is_measured_for_every_call(tmp_path):
    measured = asyncio.run(protocols.protocols(tmp_path, calls=2))

    assert [len(one.taken) for one in measured] == [2] * len(measured)
    assert list(protocols.summary(measured)) == [
        "us_direct",
        "us_a2a",
        "us_mcp",
        "others_direct",
        "others_a2a",
        "others_mcp",
    ]
    assert protocols.report(measured).count("\n") == len(measured) + 1
