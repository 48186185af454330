"""The time, memory and bytes that reading takes, as the bench prints them."""

import json

from bench.__main__ import main


def test_reading_is_measured_and_the_last_line_is_json(capsys):
    assert main(["reading", "--agents", "5", "12", "--messages", "3"]) == 0

    *_, last = capsys.readouterr().out.splitlines()
    found = json.loads(last)
    assert 0 < found["reading_p50_ms"] <= found["reading_p95_ms"]
    for part in ("plan_tools_5", "all_of_it_12"):
        assert 0 < found[f"{part}_p50_ms"] <= found[f"{part}_p95_ms"]
    assert 0 < found["reader_bytes"] < found["model_bytes"]
    assert found["rss_bytes"] > 0
