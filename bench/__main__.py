"""`python -m bench`: list the benches; `python -m bench turns`: run one."""

import argparse
import asyncio
import json
import logging
from collections.abc import Sequence

from bench.streams import Reading, streams
from bench.turns import Measured, journeys, long_thread, ten_approvals
from evals.report import machine, table, today

BENCHES = {"turns": "history, activities and table operations of turns and open streams"}
_TABLES = ("threads", "due", "agents", "sandbox")
_CALLS = ("get", "range", "commit")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a bench and print its tables and a last line of JSON, or list the benches."""
    parser = argparse.ArgumentParser("python -m bench", description=__doc__)
    parser.add_argument("bench", nargs="?", choices=BENCHES)
    parser.add_argument("--turns", type=int, default=1000, help="turns of the long thread")
    chosen = parser.parse_args(arguments)
    if chosen.turns < 3:  # noqa: PLR2004 - a second turn, and another to compare it with
        parser.error("--turns must be 3 or more")
    if chosen.bench is None:
        print("\n".join(f"{name}: {about}" for name, about in BENCHES.items()))
        return 0
    logging.getLogger().setLevel(logging.ERROR)  # the SDK warns of each function without a route
    measured, read = asyncio.run(_turns(chosen.turns))
    print(f"{today()}, {machine()}, embedded reasoner, tables in memory")
    print(f"history: most events in one generation; under each table: {'/'.join(_CALLS)}\n")
    print(_costs(measured), _readings(read), sep="\n\n", end="\n\n")
    print(json.dumps(_summary(measured, read)))
    return 0


async def _turns(turns: int) -> tuple[list[Measured], list[Reading]]:
    measured = [*await journeys(), await ten_approvals(), *await long_thread(turns)]
    return measured, await streams()


def _costs(measured: Sequence[Measured]) -> str:
    rows = [
        (
            one.name.replace("_", " "),
            one.cost.longest_history,
            len(one.cost.history),
            one.cost.activities,
            one.cost.operations.total(),
            *(
                "/".join(str(one.cost.operations[name, call]) for call in _CALLS)
                for name in _TABLES
            ),
        )
        for one in measured
    ]
    headings = ("turn", "history", "generations", "activities", "table calls", *_TABLES)
    return table(headings, rows)


def _readings(read: Sequence[Reading]) -> str:
    rows = [(one.name.replace("_", " "), one.operations, one.frames) for one in read]
    return table(("stream", "table calls a minute", "frames a minute"), rows)


def _summary(measured: Sequence[Measured], read: Sequence[Reading]) -> dict[str, object]:
    return {
        **{
            one.name: {
                "longest_history": one.cost.longest_history,
                "generations": len(one.cost.history),
                "activities": one.cost.activities,
                "table_operations": one.cost.operations.total(),
                "by_table": {
                    name: {call: one.cost.operations[name, call] for call in _CALLS}
                    for name in _TABLES
                },
            }
            for one in measured
        },
        **{
            one.name: {"table_operations_per_minute": one.operations, "frames": one.frames}
            for one in read
        },
    }


if __name__ == "__main__":
    raise SystemExit(main())
