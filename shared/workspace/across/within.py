"""What places that are named, or were just shown, say: read whole and cut into passages.

A passage is as much as answers a question by itself: a thread with its replies, or messages said
right after one another; some paragraphs of a mail, or of what stands below one heading of a page; a
row of a sheet with the names of its columns; a meeting; a contact.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, Literal

from pydantic import Field

from shared.errors import ToolFailed
from shared.models.base import Payload
from shared.models.cell import Cell
from shared.tools.tool import Desk
from shared.tools.wording import one_line
from shared.workspace.across.things import Found, contact_of, event_of, mail_of, message_of, page_of
from shared.workspace.calendar.port import Calendar
from shared.workspace.contacts.port import AddressBook
from shared.workspace.email.port import Mail, Mailbox
from shared.workspace.pages.places import id_of as page_id
from shared.workspace.pages.port import Pages
from shared.workspace.sheets.places import place_of
from shared.workspace.sheets.port import Sheets
from shared.workspace.slack.places import channel_of, where
from shared.workspace.slack.port import Chat, ChatMessage

MOST_PLACES = 30
_MAILS = 12
"""Mails whose conversations are read."""
_MESSAGES = 200
_ROWS = 200
_TABS = 10
_TOGETHER = timedelta(minutes=15)
"""Messages said within this after one another are of one talk."""
_TALK = 6
"""So many messages make one talk at most."""
_OF_EACH = ("kind", "id", "label", "who", "text")
"""What a talk keeps of each of its messages."""
_FILES = 5
"""Attached files that are looked into."""
_HEADING = re.compile(r"^#+ +(?P<title>.+)$", re.MULTILINE)
_PARAGRAPH = re.compile(r"\n\s*\n")
_LONGEST, _PART = 20_000, 900
"""Characters of a text that are read, and of one of its parts."""
_QUOTED = re.compile(r"^(?:>.*|On .+ wrote:)$", re.MULTILINE)

Kind = Literal["channel", "message", "email", "event", "contact", "page", "sheet"]


class Place(Payload):
    """Somewhere to look: a channel, page or sheet, or a mail, message, meeting or contact."""

    kind: Kind
    id: str = Field(min_length=1, max_length=500)


async def passages(desk: Desk, places: Sequence[Place]) -> Found:
    """Return what some places say; one that cannot be read says nothing."""
    there = [one for one in places if _PLACES[one.kind][0] in desk.workspace][:MOST_PLACES]
    mails = [one for one in there if one.kind == "email"][_MAILS:]
    found = await asyncio.gather(*(_tried(desk, one) for one in there if one not in mails))
    kept: dict[tuple[str, str], dict[str, Any]] = {}
    for item in (one for each in found for one in each):
        kept.setdefault((item["id"], item["text"]), item)
    return list(kept.values())


async def _tried(desk: Desk, place: Place) -> Found:
    try:
        return await _PLACES[place.kind][1](desk, place.id)
    except ToolFailed:
        return []


async def _channel(desk: Desk, named: str) -> Found:
    chat = desk.workspace[Chat]
    channel = await channel_of(desk, named, part=True)
    said = await chat.messages(channel.name, None, _MESSAGES)
    begun = [one for one in said if one.replies]
    threads = await asyncio.gather(*(chat.replies(channel.name, one.id) for one in begun))
    told = {one.id: thread for one, thread in zip(begun, threads, strict=True)}
    return [_talk(told.get(talk[0].id, talk)) for talk in _talks(said)]


async def _around_message(desk: Desk, message: str) -> Found:
    """Return the talk that a message belongs to, or the thread that it began."""
    place, own = where("", message)
    chat = desk.workspace[Chat]
    channel = await channel_of(desk, place)
    talks = _talks(await chat.messages(channel.name, None, _MESSAGES))
    talk = next((each for each in talks if any(one.id == own for one in each)), ())
    if talk and talk[0].replies:
        talk = await chat.replies(channel.name, own)
    return [_talk(talk)] if talk else []


def _talks(said: Sequence[ChatMessage]) -> Iterator[Sequence[ChatMessage]]:
    """Yield messages by what was said in one go; one that began a thread is by itself."""
    talk: list[ChatMessage] = []
    for one in said:
        apart = one.replies or (talk and talk[-1].replies)
        if talk and (apart or len(talk) == _TALK or one.sent_at - talk[-1].sent_at > _TOGETHER):
            yield talk
            talk = []
        talk.append(one)
    if talk:
        yield talk


def _talk(said: Sequence[ChatMessage]) -> dict[str, Any]:
    each = [message_of(one) for one in said]
    first, *others = each
    text = " ".join([first["text"], *(f"{one['who']}: {one['text']}" for one in others)])
    lines = [{key: one[key] for key in _OF_EACH} for one in each]
    return {**first, "text": text, "talk": lines}


async def _mail(desk: Desk, mail_id: str) -> Found:
    mailbox = desk.workspace[Mailbox]
    thread = await mailbox.thread((await mailbox.get(mail_id)).thread_id)
    files = [(one, file) for one in thread.mails for file in one.attachments][:_FILES]
    texts = await asyncio.gather(*(_file(mailbox, one, file.id) for one, file in files))
    return [
        *(part for one in thread.mails for part in _body(one)),
        *(row for each in texts for row in each),
    ]


def _body(mail: Mail) -> Found:
    to = [one.name or one.email for one in (*mail.to, *mail.cc)]
    parts = _parts(_QUOTED.sub("", mail.body)) or [""]
    return [{**mail_of(mail), "text": part, "people": to} for part in parts]


def _parts(text: str) -> list[str]:
    """Return a text in parts of whole paragraphs, each small enough to be compared as one."""
    parts: list[str] = []
    for paragraph in _PARAGRAPH.split(text[:_LONGEST]):
        told = one_line(paragraph, _LONGEST)
        if parts and len(parts[-1]) + len(told) < _PART:
            parts[-1] = f"{parts[-1]} {told}".strip()
        elif told:
            parts.append(told)
    return parts


async def _file(mailbox: Mailbox, mail: Mail, file: str) -> Found:
    """Return the lines of an attached file, each with the first, where they are a table."""
    try:
        read = await mailbox.attachment(mail.id, file)
    except ToolFailed:
        return []
    lines = [one.strip() for one in read.text.splitlines() if one.strip()][: _ROWS + 1]
    apart = next((one for one in ("\t", ";", ",") if lines and lines[0].count(one)), "")
    of = {**mail_of(mail), "label": one_line(read.name), "attached": True}
    if not apart:
        return [{**of, "text": one_line(one)} for one in lines]
    head, *rows = ([cell.strip() for cell in line.split(apart)] for line in lines)
    return [{**of, **_row(head, row)} for row in rows]


async def _page(desk: Desk, page: str) -> Found:
    pages = desk.workspace[Pages]
    read = await pages.read(await page_id(page, pages))
    of = page_of(read.entry)
    parts = _HEADING.split(read.text)
    titles = ["", *parts[1::2]]
    told = [
        {**of, "text": f"{title}: {part}" if title != of["label"] and title else part}
        for title, text in zip(titles, parts[::2], strict=True)
        for part in _parts(text)
    ]
    return [of, *told] if of["text"] else told


async def _sheet(desk: Desk, sheet: str) -> Found:
    sheets = desk.workspace[Sheets]
    found, _, _ = await place_of(sheet, "", sheets)
    first = await sheets.read(found, "", _ROWS)
    others = [one for one in first.sheet.tabs if one != first.tab][:_TABS]
    tables = [first, *await asyncio.gather(*(sheets.read(found, one, _ROWS) for one in others))]
    return [
        {
            "kind": "sheet",
            "id": found,
            "label": one_line(table.sheet.name),
            "place": one_line(table.tab),
            **_row(table.rows[0], row),
        }
        for table in tables
        for row in table.rows[1:]
    ]


def _row(head: Sequence[Cell], row: Sequence[Cell]) -> dict[str, Any]:
    """Return a row in words: what each column says."""
    cells = [str(one) for one in row if one is not None]
    named = [
        f"{one_line(str(name))}: {_figure(cell)}"
        for name, cell in zip(head, row, strict=False)
        if cell not in (None, "")
    ]
    return {"text": ", ".join(named), "cells": cells}


def _figure(cell: Cell) -> str:
    whole = isinstance(cell, int | float) and not isinstance(cell, bool)
    return f"{cell:,}" if whole else one_line(str(cell))


async def _event(desk: Desk, event: str) -> Found:
    return [event_of(await desk.workspace[Calendar].get(event), desk)]


async def _contact(desk: Desk, contact: str) -> Found:
    return [contact_of(await desk.workspace[AddressBook].get(contact))]


_PLACES: Mapping[Kind, tuple[type, Callable[[Desk, str], Awaitable[Found]]]] = {
    "channel": (Chat, _channel),
    "message": (Chat, _around_message),
    "email": (Mailbox, _mail),
    "event": (Calendar, _event),
    "contact": (AddressBook, _contact),
    "page": (Pages, _page),
    "sheet": (Sheets, _sheet),
}
