"""Telling a thread something that nobody asked for in it, as a run of its own."""

from datetime import datetime

from shared.decisions import agui
from shared.models.rows import RUN_TICKET, TRANSCRIPT, Change, Entry, Put
from shared.models.thread import RunTicket, Thread, TranscriptMessage


def notice(thread: Thread, name: str, text: str, now: datetime) -> Change:
    """Say `text` between the turns of a thread; `name` is unique among its runs and messages.

    Not for a thread that is running: events of two runs must not mix.
    """
    run, message = f"run-{name}", name
    ticket = RunTicket(run_id=run, digest="", state="finished", first_event=thread.events + 1)
    said = TranscriptMessage(
        position=thread.messages + 1,
        id=message,
        role="assistant",
        text=text,
        turn=thread.turns,
        run_id=run,
        at=now,
    )
    events = (
        agui.run_started(thread.id, run),
        *agui.whole_text(message, text),
        agui.run_finished(thread.id, run),
    )
    head = thread.model_copy(update={"messages": said.position, "updated_at": now})
    return Change(
        head,
        (Put(RUN_TICKET, run, ticket), Put(TRANSCRIPT, said.position, said)),
        tuple(Entry(f"{run}/{place}", run, None, event) for place, event in enumerate(events)),
    )
