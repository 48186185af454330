"""What a turn costs, from what was counted and what things cost."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from bench import bill
from bench.__main__ import main
from bench.bill import BOOK, Counted, Line, dollars
from bench.meter import Cost

COST = Cost((20,), 4, Counter({("threads", "get"): 42}), episodes=5)
SIMPLE = Counted("simple", COST, 1, 0.05)


def numbers(lines):
    return {line.of: line.number for line in lines}


def test_a_busy_turn_pays_for_its_processor_and_its_share_of_an_instance():
    assert numbers(bill.bill(SIMPLE, alone=False)) == {
        "tables: the app": 42_000,
        "tables: the runtime": 16_000,
        "queues": 27_000,
        "executions": 10_000,
        "GB-s": pytest.approx((0.05 + 42 * 0.0011 + 9 * 0.5 / 40) * 2 * 1000),
        "GB of logs": pytest.approx(0.04),
    }


def test_a_turn_by_itself_pays_a_second_for_each_run_and_for_its_stream():
    assert numbers(bill.bill(SIMPLE, alone=True))["GB-s"] == pytest.approx((9 + 4.5) * 2 * 1000)


def test_each_line_costs_its_price():
    for line, price in zip(bill.bill(SIMPLE, alone=False), PRICES, strict=True):
        assert line.dollars == pytest.approx(line.number * BOOK["prices"][price])
    assert dollars([Line("a", 1, 0.25), Line("b", 1, 0.5)]) == 0.75


PRICES = (
    "table_operation",
    "table_operation",
    "queue_operation",
    "execution",
    "gb_second",
    "log_gb",
)


def test_every_price_is_used_and_says_when_and_where_it_was_read():
    assert set(PRICES) == BOOK["prices"].keys()
    assert BOOK["read"] >= "2026-11"
    assert all(source.startswith("https://") for source in BOOK["sources"].values())


def test_a_generation_that_goes_on_is_a_message_more():
    longer = Counted("longer", Cost((72, 10), 4, Counter(), episodes=5), 1, 0.05)
    assert numbers(bill.bill(longer, alone=False))["queues"] == 27_000 + 3_000


async def test_the_documentation_has_what_is_counted():
    """But for what depends on the machine: processor time, and the sum."""
    page = (Path(__file__).parents[3] / "docs/operations.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([\w: -]+?) +\| ([\d.,]+): ", page, re.MULTILINE))
    [simple, _] = await bill.counted()
    for line in bill.bill(simple, alone=False):
        if line.of != "GB-s":
            assert float(rows[line.of].replace(",", "")) == pytest.approx(line.number), line.of


def test_the_bill_is_printed_with_figures_for_machines(capsys):
    assert main(["bill"]) == 0
    *_, last = capsys.readouterr().out.splitlines()
    found = json.loads(last)
    assert (
        0 < found["simple"]["busy"] < found["simple"]["alone"] < found["with an approval"]["alone"]
    )
    assert found["simple"]["activities"] == 4
    assert found["with an approval"]["activities"] == 6
    assert found["month_of_silence"] > 0
