"""What turns and open streams were counted to cost, as tables and for machines."""

from collections.abc import Sequence

from bench.streams import Reading
from bench.turns import Measured
from bench.world import TABLES
from evals.report import table

CALLS = ("get", "range", "commit")


def costs(measured: Sequence[Measured]) -> str:
    """Return what each turn cost, a row each; tables that none of them reached are left out."""
    reached = {name for one in measured for name, _ in one.cost.operations}
    tables = [name for name in TABLES if name in reached]
    rows = [
        (
            one.name.replace("_", " "),
            one.cost.longest_history,
            len(one.cost.history),
            one.cost.activities,
            one.cost.operations.total(),
            *("/".join(str(one.cost.operations[name, call]) for call in CALLS) for name in tables),
        )
        for one in measured
    ]
    headings = ("turn", "history", "generations", "activities", "table calls", *tables)
    return table(headings, rows)


def readings(read: Sequence[Reading]) -> str:
    """Return what each stream read in a minute, a row each."""
    rows = [(one.name.replace("_", " "), one.operations, one.frames) for one in read]
    return table(("stream", "table calls a minute", "frames a minute"), rows)


def summary(measured: Sequence[Measured], read: Sequence[Reading]) -> dict[str, object]:
    """Return the figures for machines."""
    return {
        **{
            one.name: {
                "longest_history": one.cost.longest_history,
                "generations": len(one.cost.history),
                "activities": one.cost.activities,
                "table_operations": one.cost.operations.total(),
                "by_table": {
                    name: {call: one.cost.operations[name, call] for call in CALLS}
                    for name in TABLES
                },
            }
            for one in measured
        },
        **{
            one.name: {"table_operations_per_minute": one.operations, "frames": one.frames}
            for one in read
        },
    }
