"""The tool that brings together what all services know of a topic."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any, cast

from pydantic import Field

from shared.decisions.risk import ToolRules
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.tools.tool import Desk, Said, Tool
from shared.tools.wording import one_line, people, person, short_day
from shared.workspace.across.topics import search_words
from shared.workspace.calendar.port import Calendar
from shared.workspace.calendar.wording import event_in, event_line, listed_of
from shared.workspace.contacts.port import AddressBook
from shared.workspace.email.port import Mailbox
from shared.workspace.email.results import listed
from shared.workspace.slack import places
from shared.workspace.slack.port import Chat, ChatMessage
from shared.workspace.slack.reading import message_line

_MOST = 10
_MOST_PEOPLE = 5


class CatchUp(Payload):
    """What to catch up on."""

    topic: str = Field(min_length=1, max_length=200, description="A project, company or subject")
    days: int = Field(default=14, ge=1, le=90, description="How far back, and ahead for meetings")


Found = list[Json]
Search = Callable[[Desk, str, timedelta], Awaitable[Found]]


async def _mails(desk: Desk, words: str, span: timedelta) -> Found:
    query = f"{words} newer_than:{span.days}d"
    page = await desk.workspace[Mailbox].search(query, _MOST)
    return [listed(mail) for mail in page.mails[:_MOST]]


async def _events(desk: Desk, words: str, span: timedelta) -> Found:
    calendar = desk.workspace[Calendar]
    found = await calendar.events(desk.now - span, desk.now + span, words)
    nearest = sorted(found, key=lambda event: abs(event.starts_at - desk.now))[:_MOST]
    return [listed_of(event, desk) for event in sorted(nearest, key=lambda one: one.starts_at)]


async def _messages(desk: Desk, words: str, span: timedelta) -> Found:
    found = await desk.workspace[Chat].search(words, _MOST)
    recent = [message for message in found if message.sent_at >= desk.now - span]
    return [places.listed_of(message) for message in recent[:_MOST]]


async def _contacts(desk: Desk, words: str, _span: timedelta) -> Found:
    book = desk.workspace[AddressBook]
    found = await book.search(words, "", _MOST_PEOPLE)
    found = found or await book.search("", words, _MOST_PEOPLE)
    return [contact.model_dump(mode="json") for contact in found[:_MOST_PEOPLE]]


_PARTS: Mapping[str, tuple[type, str, Search]] = {
    "mails": (Mailbox, "email", _mails),
    "events": (Calendar, "calendar", _events),
    "messages": (Chat, "slack", _messages),
    "contacts": (AddressBook, "contacts", _contacts),
}


async def catch_up(desk: Desk, wanted: CatchUp) -> Json:
    """Search all that is connected at once; a service that fails is named and leaves the rest.

    Raises ToolFailed when nothing is connected, or all that is fails.
    """
    words = search_words(wanted.topic)
    if not words:
        raise ToolFailed("Say what to catch up on.", "params", recoverable=True)
    span = timedelta(days=wanted.days)
    there = {key: part for key, part in _PARTS.items() if part[0] in desk.workspace}
    if not there:
        raise ToolFailed("None of your accounts is connected.", "auth", recoverable=True)
    found = await asyncio.gather(
        *(search(desk, words, span) for _, _, search in there.values()), return_exceptions=True
    )
    results: dict[str, Json] = {key: [] for key in _PARTS}
    failed: dict[str, ToolFailed] = {}
    for key, outcome in zip(there, found, strict=True):
        if isinstance(outcome, ToolFailed):
            failed[_PARTS[key][1]] = outcome
        elif isinstance(outcome, BaseException):
            raise outcome
        else:
            results[key] = outcome
    if len(failed) == len(there):
        raise next(iter(failed.values()))
    return {
        "topic": wanted.topic,
        **results,
        "missing": [name for port, name, _ in _PARTS.values() if port not in desk.workspace],
        "failed": {name: str(error) for name, error in failed.items()},
    }


def _say(said: Said) -> str:
    result = cast("dict[str, Any]", said.result)
    topic = one_line(result["topic"], 80)
    events = [event_in(item) for item in result["events"]]
    ahead = [event_line(event, said) for event in events if event.ends_at > said.now]
    past = [event_line(event, said) for event in events if event.ends_at <= said.now]
    messages = [ChatMessage.model_validate(item) for item in result["messages"]]
    sections = (
        ("Coming up", ahead),
        ("Emails", [_mail_line(mail, said) for mail in result["mails"]]),
        ("Slack", [message_line(message, said, placed=True) for message in messages]),
        ("Past meetings", past),
        ("People", [_contact_line(contact) for contact in result["contacts"]]),
    )
    shown = [_section(heading, lines) for heading, lines in sections if lines]
    opening = f'Here is what I found about "{topic}":'
    if not shown:
        opening = f'I found nothing about "{topic}". You could try other words or more days.'
    return "\n\n".join([opening, *shown, *_left_out(result)])


def _mail_line(mail: Mapping[str, Any], said: Said) -> str:
    unread = ", unread" if "unread" in mail["labels"] else ""
    subject = one_line(mail["subject"]) or "(no subject)"
    day = short_day(mail["sent_at"], said.zone, said.now)
    return (
        f"**{subject}**, {person(mail['from'])} ({day}{unread}): {one_line(mail['snippet'], 120)}"
    )


def _contact_line(contact: Mapping[str, Any]) -> str:
    work = ", ".join(one_line(contact[key]) for key in ("title", "company") if contact[key])
    return f"**{one_line(contact['name'])}**{f', {work}' if work else ''}: {contact['email']}"


def _section(heading: str, lines: Sequence[str]) -> str:
    return "\n".join([f"**{heading}**", *(f"- {line}" for line in lines)])


def _left_out(result: Mapping[str, Any]) -> list[str]:
    notes = [
        f"I couldn't look in {name}: {one_line(why)}" for name, why in result["failed"].items()
    ]
    if result["missing"]:
        notes.append(f"Not connected, so not looked at: {people(result['missing'])}.")
    return notes


def _suggest(said: Said) -> tuple[str, ...]:
    result = cast("dict[str, Any]", said.result)
    topic = one_line(result["topic"], 80)
    return (f"Show me emails about {topic}",) if result["mails"] else ()


CATCH_UP = Tool(
    "workspace_catch_up",
    "Bring together what mail, calendar, Slack and contacts know of a topic or project",
    CatchUp,
    ToolRules(digest=True),
    catch_up,
    _say,
    suggest=_suggest,
)
