"""The benches as they are run, and what an open stream may read."""

import json

import pytest

from bench.__main__ import main
from bench.streams import streams


async def test_an_open_stream_backs_off_when_there_is_nothing_to_read():
    resting, silent, writing = await streams()

    assert resting.operations < 40
    assert silent.operations <= 2 * 60 + 1
    assert writing.operations <= 2 * 240
    assert writing.frames > 230


def test_without_a_name_the_benches_are_listed(capsys):
    assert main([]) == 0

    assert capsys.readouterr().out.startswith("turns: ")


def test_the_last_line_is_json(capsys):
    assert main(["turns", "--turns", "3"]) == 0

    *_, last = capsys.readouterr().out.splitlines()
    found = json.loads(last)
    assert found["turn_2"] == found["turn_3"]
    assert found["ten_approvals"]["generations"] > 1
    assert found["journey_1"]["by_table"]["sandbox"]["range"] > 0
    assert found["stream_writing"]["table_operations_per_minute"] > 0


def test_fewer_than_three_turns_are_refused():
    with pytest.raises(SystemExit, match="2"):
        main(["turns", "--turns", "2"])
