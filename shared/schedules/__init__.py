"""Agents that run by themselves: their schedules, and what happens when one is due."""

from shared.schedules.firing import fire
from shared.schedules.leave import leave_given
from shared.schedules.operations import (
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

__all__ = [
    "Changes",
    "Wish",
    "approve",
    "change",
    "create",
    "delete",
    "fire",
    "leave_given",
    "mine",
    "pause",
    "readable",
    "resume",
    "run_now",
    "zone_of",
]
