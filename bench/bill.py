"""What 1,000 turns cost on Azure: operations counted here, times prices that Azure publishes.

The app's own operations are counted. What the durable runtime adds on Azure Storage follows from
its protocol, per message, activity and episode. How long an instance is paid for depends on how
many turns share it, so that there are two figures: a busy instance, and a turn all by itself.
"""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.meter import Cost
from bench.turns import SARAH
from bench.world import MeteredWorld
from evals.report import table

BOOK: dict[str, Any] = json.loads((Path(__file__).parent / "prices.json").read_text("utf-8"))
"""Prices in dollars, where and when they were read, and what had to be taken for granted."""

TURNS = 1_000
_WARM = 20
_MAIL = "Send Sarah Chen an email that says: Thursday works for me"
_SWEEPS = 30 * 24 * 60 * 60 // 15
"""Of a month: `DUE_SCHEDULE`."""
_MONTH = 30 * 24 * 60 * 60


@dataclass(frozen=True)
class Counted:
    """One kind of turn: what it cost, how often somebody said something, seconds of processor."""

    name: str
    cost: Cost
    said: int
    processor: float


@dataclass(frozen=True)
class Line:
    """One line of a bill: how many of what, and dollars."""

    of: str
    number: float
    dollars: float


async def counted() -> list[Counted]:
    """Count a simple turn, and one with an approval, each on a thread that is in use."""
    return [await _simple(), await _approved()]


async def _simple() -> Counted:
    async with MeteredWorld() as world:
        await world.ask(SARAH, "m")
        world.meter.take()
        await world.ask(SARAH, "counted")
        cost = world.meter.take()
        began = time.process_time()
        for number in range(_WARM):
            await world.ask(SARAH, f"m{number}")
        return Counted("simple", cost, 1, (time.process_time() - began) / _WARM)


async def _approved() -> Counted:
    """Raise RuntimeError where the turn asked for another number of approvals than one."""
    async with MeteredWorld() as world:
        await world.ask(_MAIL, "m")
        await world.accept()
        world.meter.take()
        began = time.process_time()
        await world.ask(_MAIL, "counted")
        approvals = 0
        while await world.accept():
            approvals += 1
        spent, cost = time.process_time() - began, world.meter.take()
    if approvals != 1:
        raise RuntimeError(f"one approval was expected, not {approvals}")
    return Counted("with an approval", cost, 2, spent)


def bill(of: Counted, *, alone: bool, book: Mapping[str, Any] = BOOK) -> list[Line]:
    """Return what `TURNS` of these turns cost: each alone on its instances, or many on busy ones.

    On Azure Storage an activity is a message there and one back, what somebody says is another;
    each is put, taken and deleted. An episode reads and writes history and its instance's row.
    """
    prices, taken = book["prices"], book["taken"]
    cost = of.cost
    runs = cost.activities + cost.episodes
    messages = 2 * cost.activities + of.said + len(cost.history) - 1
    waits = runs * taken["wait_of_a_hop_seconds"]
    worked = processor(of, taken)
    if alone:
        durable = max(worked, runs * taken["shortest_execution_seconds"])
        http = of.said * max(taken["shortest_execution_seconds"], waits / of.said)
    else:
        durable, http = worked, waits / taken["requests_of_an_instance"]
    rows = (runs + of.said) * taken["log_rows_of_an_execution"]
    lines = (
        ("tables: the app", cost.operations.total(), "table_operation"),
        ("tables: the runtime", 3 * cost.episodes + of.said, "table_operation"),
        ("queues", 3 * messages, "queue_operation"),
        ("executions", runs + of.said, "execution"),
        ("GB-s", (durable + http) * taken["instance_gb"], "gb_second"),
        ("GB of logs", rows * taken["bytes_of_a_log_row"] / 1e9, "log_gb"),
    )
    return [
        Line(name, number * TURNS, number * TURNS * prices[price]) for name, number, price in lines
    ]


def processor(of: Counted, taken: Mapping[str, Any] = BOOK["taken"]) -> float:
    """Return the processor seconds of a turn: those measured here, and those of tables' client.

    Tables are in memory here, so that the client's part is counted calls times measured seconds.
    """
    each = taken["processor_seconds_of_a_table_call"]
    calls = of.cost.operations.items()
    return of.processor + sum(each[call] * number for (_, call), number in calls)


async def idle(book: Mapping[str, Any] = BOOK) -> list[Line]:
    """Return what a month costs in which nobody says anything: the timer, and empty queues."""
    prices, taken = book["prices"], book["taken"]
    async with MeteredWorld() as world:
        await world.sweep()
        looks = world.meter.take().operations.total()
    polls = (taken["control_queues"] + 1) * _MONTH
    seconds = _SWEEPS * taken["shortest_execution_seconds"]
    lines = (
        ("tables: looking what is due", looks * _SWEEPS, "table_operation"),
        ("queues: looking for work", polls, "queue_operation"),
        ("executions", _SWEEPS, "execution"),
        ("GB-s", seconds * taken["instance_gb"], "gb_second"),
    )
    return [Line(name, number, number * prices[price]) for name, number, price in lines]


def dollars(lines: Sequence[Line]) -> float:
    """Return what the lines come to."""
    return sum(line.dollars for line in lines)


def report(counts: Sequence[Counted], month: Sequence[Line]) -> str:
    """Return the bills as tables: 1,000 turns of each kind, and a month of silence."""
    busy = [bill(one, alone=False) for one in counts]
    alone = [bill(one, alone=True) for one in counts]
    rows = [
        (
            lines[0].of,
            *(
                f"{one[row].number:,.{_digits(one[row])}f}: ${one[row].dollars:.4f}"
                for pair in zip(busy, alone, strict=True)
                for one in pair
            ),
        )
        for row, lines in enumerate(zip(*busy, strict=True))
    ]
    sums = [f"${dollars(one):.2f}" for pair in zip(busy, alone, strict=True) for one in pair]
    headings = [f"{one.name}, {how}" for one in counts for how in ("busy", "alone")]
    quiet = [
        *((line.of, f"{line.number:,.0f}", f"${line.dollars:.2f}") for line in month),
        ("together", "", f"${dollars(month):.2f}"),
    ]
    turns = table((f"{TURNS:,} turns", *headings), [*rows, ("together", *sums)])
    return f"{turns}\n\n{table(('a month of silence', 'number', 'costs'), quiet)}"


def _digits(line: Line) -> int:
    return 3 if line.number < 1 else 0


def summary(counts: Sequence[Counted], month: Sequence[Line]) -> dict[str, Any]:
    """Return the figures for machines, in dollars."""
    return {
        "prices": BOOK["read"],
        **{
            one.name: {
                "busy": round(dollars(bill(one, alone=False)), 4),
                "alone": round(dollars(bill(one, alone=True)), 4),
                "processor_seconds": round(processor(one), 4),
                "activities": one.cost.activities,
                "episodes": one.cost.episodes,
                "table_operations": one.cost.operations.total(),
            }
            for one in counts
        },
        "month_of_silence": round(dollars(month), 2),
    }
