"""What has to hold of every thread, whatever the weather was."""

import re
from collections import Counter

from shared.models.rows import EVENT, RUN_TICKET, TRANSCRIPT, TURN
from shared.workspace.email.port import Mailbox
from tests.support.disturbed import check_runs
from tests.support.seeded.people import ACCEPT, CANCEL, DELETE

_MANY = 10_000
_OVER = {"finished", "cancelled", "waiting"}
"""How runs stand that have ended: with `waiting`, in a question."""
_PRESSED = Counter({"Yes": 1})


async def violations(held, calm=None):
    """Yield what does not hold of a conversation; `calm` is what was said on a calm day."""
    for broken in held.broken:
        yield broken
    if held.broken:
        return
    async for broken in _effects(held):
        yield broken
    if DELETE in held.said:
        if left := await held.town.rows.range(held.key, " ", "~", 1):
            yield f"a deleted thread has left {left[0].key}"
        return
    async for broken in _log(held):
        yield broken
    async for broken in _messages(held):
        yield broken
    if calm is not None and (told := await said(held)) != calm:
        yield f"other words than on a calm day: {told} for {calm}"


async def said(held):
    """Return the transcript, without what is only this thread's."""
    transcript = await held.town.transcript(held.thread)
    return [
        (role, re.sub(held.word, "ZEBRA", text, flags=re.IGNORECASE)) for role, text in transcript
    ]


async def mails(held):
    """Count the mails with the thread's word that went out."""
    workspace = await held.town.services.workspaces.open(held.person)
    page = await workspace[Mailbox].search(f"in:sent {held.word}", _MANY)
    return page.total


async def _effects(held):
    sent, wanted = await mails(held), held.script.mails
    if sent > 1:
        yield f"{sent} mails for one wish"
    if sent and not held.agreed:
        yield "a mail that nobody agreed to"
    if sent > wanted:
        yield "a mail that was refused"
    if not held.town.weather.rough and sent != wanted:
        yield f"{sent} of {wanted} mails went out"
    if DELETE in held.said:
        return
    told = [text for role, text in await said(held) if role == "assistant"]
    if any(re.match("Sent", text) for text in told) and not sent:
        yield "a mail is said to be sent that is not"


async def _log(held):
    threads = held.town.services.threads
    head = (await threads.head(held.key)).value
    events = await threads.page(held.key, EVENT, 1, _MANY)
    if [one.id for one in events] != list(range(1, head.events + 1)):
        yield "the log has gaps"
    try:
        check_runs(events)
    except AssertionError as broken:
        yield f"the log is no log: {broken}"
    closed = Counter(
        one.event["value"]["id"] for one in events if one.event.get("name") == "interrupt_closed"
    )
    for question, times in closed.items():
        if times > 1:
            yield f"{question} was closed {times} times"
    turns = await threads.page(held.key, TURN, 1, _MANY)
    for turn in turns:
        if turn.status == "open" and head.phase == "parked":
            yield f"turn {turn.number} was left open"


async def _messages(held):
    threads = held.town.services.threads
    rows = await threads.page(held.key, TRANSCRIPT, 1, _MANY)
    heard = Counter(row.text for row in rows if row.role == "user")
    wanted = Counter(held.accepted.values())
    if (
        CANCEL not in held.said
        and heard - (_PRESSED if ACCEPT in held.said else Counter()) != wanted
    ):
        yield f"heard {dict(heard)} of {dict(wanted)}"
    for name in held.accepted:
        ticket = await threads.get(held.key, RUN_TICKET, f"run-{name}")
        if ticket is None:
            yield f"{name} is lost"
        elif ticket.value.state not in _OVER:
            yield f"the run of {name} is {ticket.value.state}"
