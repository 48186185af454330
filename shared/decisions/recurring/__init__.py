"""Rules for times: read from plain words or cron, told in words, and counted out."""

from shared.decisions.recurring.reading import read, recurrence_of
from shared.decisions.recurring.telling import told
from shared.decisions.recurring.times import SHORTEST, coming, longest_days, next_after, shortest

__all__ = [
    "SHORTEST",
    "coming",
    "longest_days",
    "next_after",
    "read",
    "recurrence_of",
    "shortest",
    "told",
]
