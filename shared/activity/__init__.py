"""What was done for a person: kept, told, and taken back."""

from shared.activity.approving import decide, to_approve
from shared.activity.history import history_of, learnt
from shared.activity.routing import taking_back
from shared.activity.undoing import (
    AlreadyUndone,
    ConfirmationNeeded,
    NotUndoable,
    Underway,
    Undone,
    undo,
    why_not,
)
from shared.activity.waiting import waiting_for, waiting_of

__all__ = [
    "AlreadyUndone",
    "ConfirmationNeeded",
    "NotUndoable",
    "Underway",
    "Undone",
    "decide",
    "history_of",
    "learnt",
    "taking_back",
    "to_approve",
    "undo",
    "waiting_for",
    "waiting_of",
    "why_not",
]
