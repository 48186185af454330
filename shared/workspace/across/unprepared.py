"""The tool that finds the meetings a person is not prepared for."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, cast

from pydantic import Field

from shared.decisions.risk import ToolRules
from shared.models.base import Json, Payload
from shared.tools.times import window
from shared.tools.tool import Desk, Said, Tool
from shared.tools.wording import count, listed, one_line, person
from shared.workspace.across.preparation import about, reasons, to_prepare, waits
from shared.workspace.calendar.listing import END, START, period
from shared.workspace.calendar.port import Calendar, Event
from shared.workspace.calendar.wording import event_in, listed_of, title, when
from shared.workspace.email.port import Mail, Mailbox
from shared.workspace.email.results import listed as listed_mail

_LONGEST = timedelta(days=31)
_MAX_MEETINGS = 50
_MAX_MAILS = 50
_MAX_THREADS = 10
_MAIL = "in:inbox newer_than:30d"


class UnpreparedMeetings(Payload):
    """Which meetings to look at."""

    start: str = Field(description=START)
    end: str = Field(default="", description=END)


async def unprepared(desk: Desk, wanted: UnpreparedMeetings) -> Json:
    """Find meetings to come without an agenda, an answer, or with mail about them left open."""
    start, end = window(wanted.start, wanted.end, desk.zone, _LONGEST)
    events = await desk.workspace[Calendar].events(start, end)
    to_come = [event for event in events if event.ends_at > desk.now]
    meetings = to_prepare(to_come, desk.profile)[:_MAX_MEETINGS]
    mails = await _inbox(desk)
    touching = {event.id: about(event, mails, desk.profile) for event in meetings}
    waiting = await _waiting(desk, [mail for found in touching.values() for mail in found])
    found = [
        (event, why, touching[event.id])
        for event in meetings
        if (why := reasons(event, touching[event.id], waiting))
    ]
    return {
        "meetings": [_meeting(desk, event, why, about_it) for event, why, about_it in found],
        "looked_at": len(meetings),
        "missing": [] if Mailbox in desk.workspace else ["email"],
        "start": start.isoformat(),
        "end": end.isoformat(),
    }


async def _inbox(desk: Desk) -> tuple[Mail, ...]:
    if Mailbox not in desk.workspace:
        return ()
    return (await desk.workspace[Mailbox].search(_MAIL, _MAX_MAILS)).mails


async def _waiting(desk: Desk, mails: list[Mail]) -> dict[str, bool]:
    """Return which conversations wait for the person; unread ones need not be read for that."""
    read = dict.fromkeys(mail.thread_id for mail in mails if "unread" not in mail.labels)
    return {
        thread_id: waits(await desk.workspace[Mailbox].thread(thread_id), desk.profile)
        for thread_id in list(read)[:_MAX_THREADS]
    }


def _meeting(desk: Desk, event: Event, why: list[str], mails: list[Mail]) -> Json:
    shown = listed_of(event, desk)
    return {
        "id": event.id,
        "title": event.title,
        "when": shown["when"],
        "event": shown,
        "reasons": why,
        "mails": [listed_mail(mail) for mail in mails],
    }


def _say(said: Said) -> str:
    result = cast("dict[str, Any]", said.result)
    found = result["meetings"]
    unseen = "\nI could not look at your email: it is not connected." if result["missing"] else ""
    if not result["looked_at"]:
        return f"You have no meetings with others {period(said)}.{unseen}"
    if not found:
        number = count(result["looked_at"], "meeting")
        return f"You look prepared for {number} {period(said)}.{unseen}"
    lines = [_line(meeting, said) for meeting in found]
    many = f"{len(found)} of {count(result['looked_at'], 'meeting')}"
    return (
        f"You may not be prepared for {many} {period(said)}:\n{listed(lines, len(lines))}{unseen}"
    )


def _line(meeting: Mapping[str, Any], said: Said) -> str:
    event = event_in(meeting["event"])
    why = "; ".join(one_line(reason) for reason in meeting["reasons"])
    return f"**{title(event)}**, {when(event, said.zone, said.now)}: {why}"


def _suggest(said: Said) -> tuple[str, ...]:
    meetings = cast("dict[str, Any]", said.result)["meetings"]
    senders = [person(mail["from"]) for meeting in meetings for mail in meeting["mails"]]
    return tuple(f"Show me emails from {name}" for name in list(dict.fromkeys(senders))[:2])


def _describe(meeting: Mapping[str, Any], _today: date) -> str:
    return str(meeting.get("when", ""))


UNPREPARED_MEETINGS = Tool(
    "workspace_unprepared_meetings",
    "Find meetings the person is not prepared for: no agenda, invitation not answered, "
    "or unread or unanswered mail about them",
    UnpreparedMeetings,
    ToolRules(items="meetings", item_kind="event", item_label="title", describe=_describe),
    unprepared,
    _say,
    suggest=_suggest,
)
