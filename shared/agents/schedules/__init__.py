"""Agents that run by themselves: their schedules, and what happens when one is due."""

from shared.agents.schedules.firing import fire
from shared.agents.schedules.leave import keep_leave, leave_given
from shared.agents.schedules.operations import (
    Changes,
    Wish,
    approve,
    change,
    create,
    delete,
    mine,
    pause,
    readable,
    resume,
    run_now,
    zone_of,
)
from shared.agents.schedules.results import latest, results, thread_of

__all__ = [
    "Changes",
    "Wish",
    "approve",
    "change",
    "create",
    "delete",
    "fire",
    "keep_leave",
    "latest",
    "leave_given",
    "mine",
    "pause",
    "readable",
    "results",
    "resume",
    "run_now",
    "thread_of",
    "zone_of",
]
