"""What a due schedule does: start a run, wait, or leave it, and what is kept of that.

Pure: the clock, the thread and the agent are read by whoever asks.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from shared.decisions.permissions import may
from shared.decisions.recurring import next_after
from shared.models.schedule import Recurrence, RunState, Schedule, ScheduledRun

GRACE = timedelta(minutes=5)
"""A run that begins later than that was missed."""
KEPT_RUNS = 20
FAILURES = 3
"""Failed runs in a row after which a schedule is paused."""

Busy = Literal["", "running", "waiting"]
Step = Literal["ignore", "wait", "run", "skip", "miss", "rest", "fail"]

_RUN_OF = re.compile(r"schedule-(?P<schedule>[a-z0-9]+)-(?P<time>.+)")
_STATES: dict[Step, RunState] = {
    "run": "delivered",
    "skip": "skipped",
    "rest": "skipped",
    "miss": "missed",
}
_REASONS: dict[Step, str] = {
    "skip": "the run before it was still at work or waiting for an answer",
    "miss": "it could not be started in time",
}


@dataclass(frozen=True)
class Seen:
    """What was found when a planned time came.

    `looked` is when it was to be looked at: later than `planned` after it was put off. `taken`: the
    message is in the thread already. `refusal` says why the agent may not run, "" when it may;
    `over`: and that this will not pass. `away`: since when its owner was not here, where that is
    too long for the roles they had then to count.
    """

    planned: datetime
    looked: datetime
    now: datetime
    taken: bool = False
    busy: Busy = ""
    refusal: str = ""
    over: bool = False
    away: str = ""


def step(schedule: Schedule, seen: Seen) -> Step:
    """Decide what a planned time comes to.

    An entry that the schedule no longer points at is ignored. One that was put off is not late.
    """
    if schedule.paused or schedule.next_at != seen.planned:
        return "ignore"
    if seen.taken:
        return "run"
    if seen.now < seen.planned:
        return "wait"
    if seen.now - seen.looked > GRACE and schedule.missed == "skip":
        return "miss"
    if seen.away:
        return "wait" if seen.busy == "running" else "rest"
    if seen.refusal:
        return "wait" if seen.busy == "running" else "fail"
    if seen.busy and schedule.overlap == "skip":
        return "skip"
    # a message taken in while a question is open would be read as its answer
    return "wait" if seen.busy == "waiting" else "run"


def roles_gone(schedule: Schedule, roles: Collection[str]) -> str:
    """Return why a schedule must not go on, by the roles its owner has now; "" where it may.

    What was set up by somebody with a role may count on it: it does not just go on with less.
    """
    if not may(roles, "own"):
        return "you may not have schedules any more"
    gone = sorted(set(schedule.roles) - set(roles))
    if not gone:
        return ""
    return f"you do not have the role {' and '.join(gone)} any more, with which it was set up"


def away(schedule: Schedule, on: date | None, now: datetime, longest: timedelta) -> str:
    """Return why a schedule rests until its owner, last here on a day, is back; "" where it runs.

    Whether they may still do what it does is only known when they are here: roles are told with
    each of their requests, and a person who left sends none. Without a day it is that of the
    schedule.
    """
    last = on or schedule.created_at.astimezone(UTC).date()
    if now.astimezone(UTC) - datetime.combine(last, time.max, UTC) <= longest:
        return ""
    return (
        f"you were here last on {last:%Y-%m-%d}, and I don't know if you still may have it run."
        " It goes on as soon as you are back"
    )


def news(schedule: Schedule, run: ScheduledRun) -> bool:
    """Tell whether a run that was left out has another reason than the one before it."""
    return not schedule.runs or schedule.runs[-1].reason != run.reason


def meant(schedule: Schedule, born: datetime | None) -> bool:
    """Tell whether the agent of a schedule's id is the one it was made for, by its birth."""
    if schedule.born is not None or born is None:
        return schedule.born == born
    return born <= schedule.created_at


def outcome(done: Step, seen: Seen, run: str, thread: str) -> ScheduledRun:
    """Return what to keep of a planned time that came to `run`, `skip`, `miss` or `fail`."""
    return ScheduledRun(
        planned=seen.planned,
        at=seen.now,
        state=_STATES.get(done, "failed"),
        run=run if done == "run" else "",
        thread=thread if done == "run" else "",
        reason={"fail": seen.refusal, "rest": seen.away}.get(done, _REASONS.get(done, "")),
        last=done == "fail" and seen.over,
    )


def following(schedule: Schedule, seen: Seen) -> datetime | None:
    """Return the planned time to look at next.

    One run stands for all that were missed; without that, only what is too late is left out.
    """
    after = seen.now if schedule.missed == "run_once" else seen.now - GRACE
    return next_after(schedule.recurrence, max(seen.planned, after))


def after(schedule: Schedule, run: ScheduledRun, next_at: datetime | None) -> Schedule:
    """Return the schedule once a planned time is dealt with; paused when it keeps failing."""
    runs = (*schedule.runs, run)[-KEPT_RUNS:]
    failing = gives_up(schedule, run)
    return schedule.model_copy(
        update={
            "runs": runs,
            "paused": failing,
            "next_at": None if failing else next_at,
            "updated_at": run.at,
        }
    )


def gives_up(schedule: Schedule, run: ScheduledRun) -> bool:
    """Tell whether with this run a schedule failed for good, or too often in a row."""
    if run.last:
        return True
    last = (*schedule.runs, run)[-FAILURES:]
    return len(last) == FAILURES and all(one.state == "failed" for one in last)


def noted(schedule: Schedule, run: ScheduledRun) -> Schedule:
    """Add a run to a schedule that was changed meanwhile; once."""
    known = ((one.planned, one.run) for one in schedule.runs)
    if any(planned == run.planned or name == run.run != "" for planned, name in known):
        return schedule
    return schedule.model_copy(update={"runs": (*schedule.runs, run)[-KEPT_RUNS:]})


def message_id(schedule_id: str, planned: datetime) -> str:
    """Return the id of the message of a planned time; the same one however often it is tried."""
    return f"schedule-{schedule_id}-{planned.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def schedule_of(message: str) -> str | None:
    """Return the id of the schedule that a message was taken in for, or None."""
    found = _RUN_OF.fullmatch(message)
    return found["schedule"] if found is not None else None


def unattended(run: str) -> bool:
    """Tell whether a run is one of a schedule, so that nobody is there to be asked."""
    return schedule_of(run.removeprefix("run-")) is not None


def request_of(schedule: Schedule) -> str:
    """Return what is said in the owner's name."""
    return f"@{schedule.agent} {schedule.request}"


def approved(schedule: Schedule, tool: str, action: str) -> bool:
    """Tell whether leave was given for an action: a tool, and its arguments' hash as shown."""
    return any(
        (one.exact, one.tool, one.action) == (True, tool, action) for one in schedule.approvals
    )


def reminder(schedule: Schedule, planned: datetime, now: datetime) -> str:
    """Return what a reminder says at its time, or when it was missed and is told late."""
    if now - planned <= GRACE:
        return f"Reminder: {schedule.request}"
    at = planned.astimezone(ZoneInfo(schedule.recurrence.zone))
    day = f"{at:%A} {at.day} {at:%B}"
    return f"Reminder (missed on {day} at {at.hour}:{at:%M}): {schedule.request}"


def not_run(agent: str, run: ScheduledRun, recurrence: Recurrence, *, paused: bool) -> str:
    """Return what the thread is told of a run that could not be started."""
    at = run.planned.astimezone(ZoneInfo(recurrence.zone))
    text = f"**{agent}** was to run at {at.hour}:{at:%M}, but could not: {run.reason}."
    if not paused:
        return text
    if run.last:
        return (
            f"{text} So I stopped this schedule. Resume it to let it run with the roles you have."
        )
    return f"{text} That was {FAILURES} times in a row, so I paused this schedule."
