"""A conversation handed to one agent for a while (spec 004)."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from shared.models.base import Payload, PrintableId
from shared.models.building import BuildSession

HandoffState = Literal[
    "requested", "rejected", "active", "returning", "completed", "cancelled", "error", "paused"
]
MAX_SUMMARY_CHARACTERS = 2000


class Handoff(Payload):
    """One handoff: who has the conversation, why, what it was told, and what came of it.

    `requested` and `returning` are passed through within one write: events show them, rows never
    wait in them. `paused`: its time is over and control is back, but "continue" takes it up again
    until its state is no longer kept. `workflow_state` is one of the target's own states.
    `artifacts` are ids of what was made. Times are aware, in UTC.
    """

    id: str
    source: str
    target: PrintableId
    state: HandoffState
    reason: str = Field(max_length=500)
    context_summary: str = Field(max_length=MAX_SUMMARY_CHARACTERS)
    recent_messages: tuple[str, ...] = ()
    workflow_state: str = ""
    building: BuildSession | None = None
    started_at: datetime
    expires_at: datetime
    ended_at: datetime | None = None
    result_summary: str = ""
    rejection_reason: str = ""
    artifacts: tuple[str, ...] = ()

    @property
    def open(self) -> bool:
        """Whether the target has the conversation, or is about to."""
        return self.state in {"requested", "active", "returning"}
