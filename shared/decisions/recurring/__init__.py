"""Rules for times: read from plain words or cron, told in words, and counted out."""

from shared.decisions.recurring.reading import read
from shared.decisions.recurring.telling import told
from shared.decisions.recurring.times import SHORTEST, longest_days, next_after, shortest

__all__ = ["SHORTEST", "next_after", "read", "shortest", "told"]
