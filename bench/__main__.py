"""`python -m bench`: list the benches; `python -m bench turns`: run one."""

import argparse
import asyncio
import json
import logging
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import (
    agents,
    bill,
    calls,
    coldstart,
    costs,
    discovery,
    handoffs,
    probing,
    prompts,
    protocols,
    reading,
    simulate,
    talking,
)
from bench.effects import matrix, undoing
from bench.load import crowd, kills, langgraph
from bench.streams import Reading, streams
from bench.turns import (
    Measured,
    after_a_while,
    journeys,
    long_thread,
    spread,
    ten_approvals,
)
from evals.report import machine, today
from host.settings import read_settings
from host.wiring import SystemClock, reasoner, sentence_encoder

BENCHES = {
    "turns": "history, activities and table operations of turns and open streams",
    "bill": "what 1,000 turns and a month of silence cost on Azure, at published prices",
    "discovery": "time to understand a message, and how often its agent is found",
    "agents": "time to list, search, save and index anew the agents of a large organisation",
    "handoffs": "how soon an agent speaks that is given a conversation, or asked with others",
    "effects": "what comes of each change at each provider, disturbed at every boundary",
    "reading": "time, memory and bytes that reading a message and planning from it take",
    "prompts": "tokens of the prompts of everyday requests, and how many of them never change",
    "probing": "what strangers and colleagues learn by calling every route with ids not theirs",
    "coldstart": "processor time of importing the app, and what it reads before it is needed",
    "calls": "how often a language model is asked in what people ask most",
    "simulate": "whether anything is lost, done twice or told otherwise under seeded faults",
    "load": "waiting, throughput and cost of many threads at once; what kills do to them",
    "protocols": "what a call by A2A and MCP takes beside a direct one, of us and of others",
    "talking": "what two that talk by A2A are left with when either falls over at each step",
}

_SIZES = {"reading": reading.SIZES}
"""The sizes of organisations of the benches that have their own."""
_THREADS = {"load": crowd.LEVELS}
"""Threads at once, of the benches that have several levels."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a bench and print its tables and a last line of JSON, or list the benches."""
    parser = argparse.ArgumentParser("python -m bench", description=__doc__)
    parser.add_argument("bench", nargs="?", choices=BENCHES)
    parser.add_argument("--turns", type=int, default=1000, help="of the long thread; under kills")
    parser.add_argument("--threads", type=int, nargs="+", metavar="N", help="at once")
    parser.add_argument("--seeds", type=int, default=simulate.SEEDS, help="courses of events")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--kills", type=int, default=kills.KILLS, help="of the host under load")
    parser.add_argument("--agents", type=int, nargs="+", metavar="N", help="in an organisation")
    parser.add_argument("--messages", type=int, default=discovery.MESSAGES, help="at each size")
    chosen = parser.parse_args(arguments)
    if chosen.turns < 3:  # noqa: PLR2004 - a second turn, and another to compare it with
        parser.error("--turns must be 3 or more")
    sizes: Sequence[int] = chosen.agents or _SIZES.get(chosen.bench, discovery.SIZES)
    threads: Sequence[int] = chosen.threads or _THREADS.get(chosen.bench, (handoffs.THREADS,))
    if min(*sizes, *threads, chosen.messages, chosen.seeds) < 1:
        parser.error("--agents, --messages and --threads must be 1 or more")
    match chosen.bench:
        case None:
            print("\n".join(f"{name}: {about}" for name, about in BENCHES.items()))
            return 0
        case "simulate":
            return _simulate(chosen.first, chosen.seeds)
        case "talking":
            return _talking()
        case "load":
            return _load(threads, chosen.turns, chosen.kills)
        case _:
            _measured(chosen.bench, sizes, threads, chosen.turns, chosen.messages)
            return 0


def _measured(
    bench: str, sizes: Sequence[int], threads: Sequence[int], turns: int, messages: int
) -> None:
    match bench:
        case "turns":
            _turns(turns)
        case "discovery":
            _discovery(sizes, messages)
        case "agents":
            _agents(max(sizes), messages)
        case "reading":
            _reading(sizes, messages)
        case "handoffs":
            _handoffs(threads[0])
        case _:
            _PLAIN[bench]()


def _turns(turns: int) -> None:
    logging.getLogger().setLevel(logging.ERROR)  # the SDK warns of each function without a route
    measured, read = asyncio.run(_count(turns))
    print(f"{today()}, {machine()}, embedded reasoner, tables in memory")
    print(f"history: most events in one generation; under each table: {'/'.join(costs.CALLS)}\n")
    print(costs.costs(measured), costs.readings(read), sep="\n\n", end="\n\n")
    print(json.dumps(costs.summary(measured, read)))


async def _count(turns: int) -> tuple[list[Measured], list[Reading]]:
    simple = [*await long_thread(turns), await after_a_while(), await spread()]
    return [*await journeys(), await ten_approvals(), *simple], await streams()


def _discovery(sizes: Sequence[int], messages: int) -> None:
    thinking = reasoner(read_settings({"REASONER": "embedded"}))
    made = discovery.discovery(thinking, sentence_encoder(), sizes, messages)
    measured = asyncio.run(made)
    print(f"{today()}, {machine()}, embedded reasoner, tables in memory, warm\n")
    print(discovery.report(measured), end="\n\n")
    print(json.dumps(discovery.summary(measured)))


def _reading(sizes: Sequence[int], messages: int) -> None:
    settings = read_settings({"REASONER": "embedded"})
    made = reading.reading(lambda: reasoner(settings), sentence_encoder(), sizes, messages)
    measured = asyncio.run(made)
    print(f"{today()}, {machine()}, one core, embedded reasoner, tables in memory, warm\n")
    print(reading.report(measured), end="\n\n")
    print(json.dumps(reading.summary(measured)))


def _agents(size: int, messages: int) -> None:
    measured = asyncio.run(agents.agents(sentence_encoder(), size, messages))
    print(f"{today()}, {machine()}, {size:,} agents, tables in memory, warm\n")
    print(agents.report(measured), end="\n\n")
    print(json.dumps(agents.summary(measured)))


def _handoffs(threads: int) -> None:
    with TemporaryDirectory() as data:
        measured = asyncio.run(handoffs.handoffs(Path(data), threads))
    print(f"{today()}, {machine()}, dev host with Azurite, embedded reasoner, over HTTP")
    print(f"{threads} conversations handed over; several agents asked one by one\n")
    print(handoffs.report(measured), end="\n\n")
    print(json.dumps(handoffs.summary(measured)))


def _simulate(first: int, seeds: int) -> int:
    logging.disable(logging.CRITICAL)  # a world in which everything fails tells of all of it
    stories = simulate.simulate(range(first, first + seeds))
    bugs = simulate.planted()
    print(f"{today()}, {machine()}, seeds {first} to {first + seeds - 1}, embedded reasoner\n")
    print(simulate.report(stories, bugs), end="\n\n")
    print(json.dumps(simulate.summary(stories, bugs)))
    return int(any(one.violated for one in stories) or not all(one.how for one in bugs))


def _talking() -> int:
    logging.disable(logging.CRITICAL)  # whoever falls over is told of
    with TemporaryDirectory() as data:
        fell = asyncio.run(talking.talking(Path(data)))
    print(f"{today()}, {machine()}, embedded reasoner, tables in memory, A2A over HTTP\n")
    print(talking.report(fell), end="\n\n")
    print(json.dumps(talking.summary(fell)))
    return int(any(one.told for one in fell))


def _load(levels: Sequence[int], turns: int, times: int) -> int:
    if langgraph.missing():
        print(f"LangGraph, which this compares with, is missing: {langgraph.INSTALL}")
        return 2
    with TemporaryDirectory() as data:
        measured = asyncio.run(crowd.crowd(Path(data), levels))
    with TemporaryDirectory() as data:
        thinking = reasoner(read_settings({"REASONER": "embedded"}))
        there = langgraph.langgraph(Path(data), levels, crowd.TURNS, thinking, SystemClock())
        other = asyncio.run(there)
    with TemporaryDirectory() as data:
        told = asyncio.run(kills.kills(Path(data), turns, times))
    print(f"{today()}, {machine()}, dev host with Azurite, embedded reasoner, over HTTP\n")
    print(crowd.report(measured), end="\n\nLangGraph, SQLite checkpointer, in one process:\n\n")
    print(crowd.waits(other), kills.report(told), sep="\n\n", end="\n\n")
    print(json.dumps({**crowd.summary(measured), "killed": kills.summary(told)}))
    return int(bool(told.wrong))


def _protocols() -> None:
    logging.disable(logging.WARNING)  # the servers of this process tell of each request
    with TemporaryDirectory() as data:
        measured = asyncio.run(protocols.protocols(Path(data)))
    print(f"{today()}, {machine()}, dev host with Azurite, embedded reasoner")
    print("each call after another, in turns; others are servers of this process\n")
    print(protocols.report(measured), end="\n\n")
    print(json.dumps(protocols.summary(measured)))


def _effects() -> None:
    logging.getLogger().setLevel(logging.ERROR)  # the SDK warns of each function without a route
    cases = asyncio.run(matrix.effects())
    print(f"{today()}, {machine()}, connectors over scripted providers, tables in memory")
    print("how many cases made the change exactly once, unless another word stands there\n")
    tables = (matrix.report(cases), matrix.providers(cases))
    print(*tables, matrix.told(cases), sep="\n\n", end="\n\n")
    print(json.dumps(matrix.summary(cases)), end="\n\n")
    back = asyncio.run(undoing.undoings())
    print("the same of what takes changes back\n")
    print(matrix.report(back), matrix.told(back), sep="\n\n", end="\n\n")
    print(json.dumps({"undo": matrix.summary(back)}))


def _bill() -> None:
    logging.getLogger().setLevel(logging.ERROR)  # the SDK warns of each function without a route
    counts, month = asyncio.run(_billed())
    print(f"{today()}, {machine()}, embedded reasoner, Azure Storage as the backend")
    print(f"prices of {bill.BOOK['read']}: {bill.BOOK['where']}\n")
    print(bill.report(counts, month), end="\n\n")
    print(json.dumps(bill.summary(counts, month)))


async def _billed() -> tuple[list[bill.Counted], list[bill.Line]]:
    return await bill.counted(), await bill.idle()


def _calls() -> None:
    logging.getLogger().setLevel(logging.ERROR)  # the SDK warns of each function without a route
    counted = asyncio.run(calls.counted_calls())
    print(f"{today()}, {machine()}, scripted model, sandbox, tables in memory\n")
    print(calls.report(counted), end="\n\n")
    print(json.dumps(calls.summary(counted)))


def _prompts() -> None:
    measured = asyncio.run(prompts.prompts())
    print(f"{today()}, {machine()}, tokens as the tokenizers of most models cut text, about\n")
    print(prompts.report(measured), end="\n\n")
    print(json.dumps(prompts.summary(measured)))


def _probing() -> None:
    logging.getLogger().setLevel(logging.ERROR)
    found = asyncio.run(probing.probing())
    print(f"{today()}, {machine()}, tables in memory\n")
    print(probing.report(found), end="\n\n")
    print(json.dumps(probing.summary(found)))


def _coldstart() -> None:
    measured = coldstart.coldstart()
    print(f"{today()}, {machine()}, least of {coldstart.STARTS} fresh processes\n")
    print(coldstart.report(measured), end="\n\n")
    print(json.dumps(coldstart.summary(measured)))


_PLAIN = {
    "bill": _bill,
    "coldstart": _coldstart,
    "effects": _effects,
    "calls": _calls,
    "protocols": _protocols,
    "probing": _probing,
    "prompts": _prompts,
}
"""Benches that nothing can be told."""


if __name__ == "__main__":
    raise SystemExit(main())
