"""When an agent runs by itself, and what became of it."""

from datetime import date, datetime
from typing import Literal

from pydantic import Field

from shared.models.base import MessageText, Payload, PrintableId

Missed = Literal["skip", "run_once"]
Overlap = Literal["skip", "queue"]
RunState = Literal["delivered", "skipped", "missed", "failed"]
ResultState = Literal[
    "running", "waiting", "succeeded", "failed", "stopped", "skipped", "missed", "unknown"
]


class Recurrence(Payload):
    """A rule for times by the clocks of a time zone: `rrule`, `cron` or `once`.

    `rrule` are lines of iCalendar (RFC 5545), each naming its times of day; what they count, they
    count from `start`. `cron` is an expression of five fields as somebody typed it. `once` is a
    single time (aware).
    """

    cron: str = Field(default="", max_length=100)
    rrule: str = Field(default="", max_length=1000)
    start: date | None = None
    once: datetime | None = None
    zone: str


class StandingApproval(Payload):
    """Leave given once for one exact action of an unattended run.

    `action` is the hash of the tool and of the arguments as they are shown before they are agreed
    to, with everything filled in: another text, channel or recipient is another action. Leave that
    is not `exact` is from before, for arguments in which data was left open: it holds no more.
    """

    tool: str
    action: str
    told: str
    """The action in words, as it was agreed to."""
    given_by: str
    given_at: datetime
    exact: bool = False


class ScheduledRun(Payload):
    """One time that came: what was planned, and what became of it.

    `run` is the run it opened, in `thread` ("", of old ones: in the schedule's). How that went is
    not here but in the thread: see `RunResult`.
    """

    planned: datetime
    at: datetime
    state: RunState
    run: str = ""
    thread: str = ""
    reason: str = ""
    last: bool = False
    """The schedule is paused with it: what kept it from running does not pass."""


class RunResult(Payload):
    """How a run went, as the rows of its thread have it at this moment.

    `why` is what was said of one that failed or stopped. One that waits does so for somebody to
    agree or to answer, and `question` is what it asked. `unknown`: its conversation is gone.
    """

    state: ResultState
    why: str = ""
    turn: int | None = None
    waits_for: Literal["", "approval", "answer"] = ""
    question: str | None = None


class Schedule(Payload):
    """An agent asked the same thing again and again, on behalf of its owner.

    Its messages and answers go to `thread`. `missed`: what follows when nobody was there to start
    a run at its time (`run_once`: one run for all that were missed). `overlap`: what follows when
    the thread is still busy with the run before. `next_at` is None while paused, and once over.
    """

    id: PrintableId
    kind: Literal["agent", "reminder"] = "agent"
    """A reminder asks no agent: it writes its request into its thread."""
    tenant: str
    owner: str
    roles: tuple[str, ...] = ()
    agent: PrintableId
    born: datetime | None = None
    """When the agent was made: another one that gets its id is not run. None of the product's
    agents, and in old rows, which are for one that is no younger than they are."""
    request: MessageText
    recurrence: Recurrence
    said: str = ""
    """The rule in the words it was given in."""
    thread: PrintableId
    missed: Missed = "run_once"
    overlap: Overlap = "skip"
    paused: bool = False
    approvals: tuple[StandingApproval, ...] = ()
    next_at: datetime | None = None
    runs: tuple[ScheduledRun, ...] = ()
    """The latest, newest last: at most `KEPT_RUNS`."""
    origin: str = ""
    created_at: datetime
    updated_at: datetime
