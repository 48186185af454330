"""What a transition puts into the event log and the transcript.

The keys of log entries keep a step that runs twice from being logged twice.
"""

import json
from datetime import datetime
from typing import Literal

from shared.decisions import agui
from shared.models.base import Json
from shared.models.rows import TRANSCRIPT, Entry, Put
from shared.models.run import AgentRun
from shared.models.thread import HumanRequest, Thread, TraceEntry, TranscriptMessage, Turn
from shared.models.upload import Upload


def turn_entry(turn: Turn, key: str, event: dict[str, Json]) -> Entry:
    """Return an event of a turn's current run; `key` is unique in the turn."""
    return Entry(f"t{turn.number}/{key}", turn.run_id, turn.number, event)


def run_begun(thread: Thread, run: str, turn: int | None) -> Entry:
    """Open a run, once: a reply's may have been opened already while the reply was being read."""
    return Entry(f"{run}/started", run, turn, agui.run_started(thread.id, run))


def step_begun(turn: Turn, name: str) -> tuple[Turn, Entry]:
    """Return a turn with a step that clients are told of, unless another is told already."""
    begun = turn.model_copy(update={"working": name})
    return begun, turn_entry(turn, f"{_step(turn)}/begun", agui.step_started(name))


def step_over(turn: Turn) -> list[Entry]:
    """End the step that clients were told of; a run may not end while one is open."""
    if not turn.working:
        return []
    return [turn_entry(turn, f"{_step(turn)}/over", agui.step_finished(turn.working))]


def told_in(turn: Turn, reading: str | None) -> Turn:
    """Return a turn as its events are told: in the run of a reply that is being read, if one is.

    That run has begun, and the one before it has ended.
    """
    return turn if reading is None else turn.model_copy(update={"run_id": reading})


def _step(turn: Turn) -> str:
    return f"step-{turn.questions}-{len(turn.trace)}"


def call_id(turn: Turn, run: AgentRun) -> str:
    """Return the id that the current tool call has towards clients.

    A call made again more broadly, to go on with what it had begun, or for a later command of the
    same message, is another one.
    """
    step = run.steps[run.cursor]
    command = f"{run.order}-" if run.order > 1 else ""
    again = "-2" if step.broadened else ""
    rounds = f"-then-{step.rounds}" if step.rounds else ""
    return f"call-{turn.number}-{command}{run.cursor + 1}{again}{rounds}"


def call_shown(turn: Turn, request: HumanRequest) -> list[Entry]:
    """Show the call that waits for approval, once, however often it is changed and asked about."""
    if not request.tool:
        return []
    return _called(turn, request.tool_call_id or "", request.tool, request.arguments)


def call_begun(turn: Turn, run: AgentRun) -> list[Entry]:
    """Show the call that is made now, unless a card has shown it."""
    step = run.steps[run.cursor]
    return [] if step.shown else _called(turn, call_id(turn, run), step.tool, step.arguments)


def call_ended(turn: Turn, call: str, result: Json, *more: dict[str, Json]) -> list[Entry]:
    """Tell what a call gave, and what goes with it."""
    gave = agui.tool_result(call, f"{call}-result", json.dumps(result, ensure_ascii=False))
    return [
        turn_entry(turn, f"{call}/result/{number}", event)
        for number, event in enumerate((gave, *more))
    ]


def _called(turn: Turn, call: str, tool: str, arguments: Json) -> list[Entry]:
    events = agui.tool_call(call, tool, json.dumps(arguments, ensure_ascii=False))
    return [turn_entry(turn, f"{call}/{number}", event) for number, event in enumerate(events)]


def call_left(turn: Turn, request: HumanRequest) -> list[Entry]:
    """End the call that an approval was for and that was not made, with what became of it."""
    if not request.tool:
        return []
    call, said = request.tool_call_id or "", request.answer.text if request.answer else ""
    status = "declined" if request.status in {"answered", "unclear"} else request.status
    content = json.dumps({"status": status, "reason": said}, ensure_ascii=False)
    return [turn_entry(turn, f"{call}/left", agui.tool_result(call, f"{call}-result", content))]


def trace_event(turn: Turn, entry: TraceEntry) -> list[Entry]:
    """Return the trace entry as an event, for a turn that is watched (`debug`)."""
    if not turn.debug:
        return []
    event = agui.custom("trace", entry.model_dump(mode="json"))
    return [turn_entry(turn, f"trace/{len(turn.trace)}/{entry.name}", event)]


def closed_event(request: HumanRequest) -> dict[str, Json]:
    """Return what tells clients that a question is no longer open."""
    return agui.custom("interrupt_closed", {"id": request.id, "status": request.status})


def never_worked(thread: Thread, run: str) -> tuple[Entry, ...]:
    """Start and end a run that was stopped before anything was done for it."""
    return (
        run_begun(thread, run, None),
        Entry(f"{run}/ended", run, None, agui.run_cancelled(thread.id, run, "cancelled")),
    )


def transcribed(  # noqa: PLR0913 - one value a field
    turn: Turn,
    position: int,
    message: str,
    role: Literal["user", "assistant"],
    text: str,
    *,
    run: str | None = None,
    request: str | None = None,
    files: tuple[Upload, ...] = (),
    now: datetime,
) -> Put[TranscriptMessage]:
    """Return the transcript's next row; it belongs to the turn's run unless `run` is given."""
    said = TranscriptMessage(
        position=position,
        id=message,
        role=role,
        text=text,
        turn=turn.number,
        run_id=run or turn.run_id,
        at=now,
        request=request,
        agent=(turn.sent_to or "") if role == "assistant" and request is None else "",
        files=files,
    )
    return Put(TRANSCRIPT, position, said)
