"""What is measured of an organisation's agents, and what the bench prints."""

import json

from bench.__main__ import main
from bench.agents import PAGE, Timed, report, summary


def test_figures_are_the_middle_and_the_slow_end():
    measured = [Timed("save", "save_ms", [float(number) for number in range(1, 21)])]

    assert summary(measured) == {"save_ms": {"n": 20, "p50": 10.0, "p95": 19.0}}
    assert "19.00" in report(measured)


def test_all_that_people_do_with_agents_is_measured_and_the_last_line_is_json(capsys):
    assert main(["agents", "--agents", "10", str(PAGE + 1), "--messages", "3"]) == 0

    *_, last = capsys.readouterr().out.splitlines()
    counted = {key: found["n"] for key, found in json.loads(last).items()}
    assert counted == {
        "list_page_ms": 2,
        "list_ms": 5,
        "search_ms": 3,
        "save_ms": 100,
        "save_quiet_ms": 100,
        "index_ms": 5,
        "reindex_ms": 3,
    }
