"""How a scheduled run went, from the rows of its thread; and what that says of its schedule."""

from collections.abc import Iterable
from itertools import takewhile

from shared.decisions import wording
from shared.decisions.links import without_links
from shared.decisions.replies import question_of
from shared.models.run import AgentRun
from shared.models.schedule import ResultState, RunResult, ScheduledRun
from shared.models.thread import Outcome, RunTicket, Thread, Turn

GONE = RunResult(state="unknown", why="its conversation is no longer there")
_NOT_STARTED: dict[str, ResultState] = {
    "skipped": "skipped",
    "missed": "missed",
    "failed": "failed",
}
_LEFT = frozenset({wording.LEFT_ALONE, wording.NONE_OF_THESE})
"""What is said of a step that its owner did not want."""
_ENDINGS: dict[Outcome, tuple[ResultState, str]] = {
    "failed": ("failed", wording.APOLOGY),
    "expired": ("stopped", "nobody answered its question in time"),
    "superseded": ("stopped", "something else was asked before its question was answered"),
    "cancelled": ("stopped", "it was cancelled"),
    "interrupted": ("stopped", "it was interrupted by another message"),
}
_SILENT = frozenset({"skipped", "running", "waiting"})
"""Runs that do not say whether a schedule works."""


def unstarted(run: ScheduledRun) -> RunResult | None:
    """Return what became of a time at which nothing was started; None of one that was."""
    state = _NOT_STARTED.get(run.state)
    return RunResult(state=state, why=run.reason) if state is not None else None


def result_of(
    thread: Thread, ticket: RunTicket, turn: Turn | None, work: AgentRun | None
) -> RunResult:
    """Return how a run goes or went: the turn it opened, and its agent's work, as they stand."""
    if ticket.turn is None:
        cancelled = ticket.state == "cancelled"
        return _stopped("it was cancelled before it began") if cancelled else _state("running")
    if turn is None:
        return GONE
    if turn.status == "open":
        found = _open(thread, turn, work)
    elif turn.outcome in _ENDINGS:
        state, why = _ENDINGS[turn.outcome]
        found = RunResult(state=state, why=why)
    else:
        found = _answered(turn, work)
    return found.model_copy(update={"turn": turn.number, "why": without_links(found.why)})


def _open(thread: Thread, turn: Turn, work: AgentRun | None) -> RunResult:
    question = question_of(turn, work)
    if thread.phase != "waiting" or thread.open_turn != turn.number or question is None:
        return _state("running")
    waits_for = "approval" if question.kind == "approval" else "answer"
    return RunResult(state="waiting", waits_for=waits_for, question=thread.request)


def _answered(turn: Turn, work: AgentRun | None) -> RunResult:
    """Judge a turn that ended with words: its agent's, or those that say why it did not work."""
    if turn.ending is not None:
        return _stopped(wording.GIVING_UP)
    if work is None or work.response is None:
        said = turn.decision.text if turn.decision is not None and not turn.reply else ""
        return RunResult(state="failed", why=said) if said else _state("succeeded")
    summary = work.response.result.summary
    if not work.response.success:
        return _stopped(summary) if summary in _LEFT else RunResult(state="failed", why=summary)
    if failed := [one.text for one in work.earlier if not one.success]:
        return RunResult(state="failed", why=failed[0])
    return _stopped(summary) if summary in _LEFT else _state("succeeded")


def _state(state: ResultState) -> RunResult:
    return RunResult(state=state)


def _stopped(why: str) -> RunResult:
    return RunResult(state="stopped", why=why)


def ends_row(result: RunResult) -> bool:
    """Tell whether a run shows that its schedule works, so that failures before it are over."""
    return result.state != "failed" and result.state not in _SILENT


def failures(newest_first: Iterable[RunResult]) -> int:
    """Return how many runs in a row failed; those that say nothing yet are passed over."""
    row = takewhile(lambda result: not ends_row(result), newest_first)
    return sum(result.state == "failed" for result in row)
