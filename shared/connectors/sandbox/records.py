"""What the sandbox table holds, one row per value.

What nobody has touched keeps relative dates, so that it is never stale; what was written here is
absolute.
"""

import re
from datetime import datetime, time

from shared.connectors.sandbox.days import Moment
from shared.models.base import Payload
from shared.models.cell import Cell
from shared.workspace.calendar.port import Attendee, Event, NewEvent, Response
from shared.workspace.email.port import Address, Outgoing
from shared.workspace.pages.port import PageEntry

OWNER = Address(email="alex.morgan@company.com", name="Alex Morgan")
"""Whose workspace it is."""

COMPANY = OWNER.email.partition("@")[2]
"""The mail domain of the organisation."""


_PART = re.compile(r"(.+)\.([1-9]\d{0,4})", re.ASCII)


def part_of(record_id: str) -> tuple[str, int]:
    """Return what an id `<whole>.<number>` says; the number is 0 where there is none."""
    match = _PART.fullmatch(record_id)
    return (match[1], int(match[2])) if match else (record_id, 0)


class Done(Payload):
    """The outcome of a change that returns nothing."""


class FileRecord(Payload):
    """A file in a mail; `text` is what it says, where that can be read."""

    name: str
    text: str = ""
    size: int = 0
    """In bytes; 0 where nobody has counted them."""


class KeptMail(Payload):
    """What every mail has; until `snoozed_until` it is not in the inbox, whatever its labels."""

    labels: tuple[str, ...]
    files: tuple[FileRecord, ...] = ()
    snoozed_until: datetime | None = None
    deleted: bool = False
    """Whether it is there no more; its place in its thread stays taken."""


class MailRecord(KeptMail):
    """One mail of the demo organisation; its subject is that of its thread."""

    sender: Address
    to: tuple[Address, ...]
    cc: tuple[Address, ...] = ()
    at: Moment | datetime
    text: str


class WrittenRecord(KeptMail):
    """One mail the owner has written here, sent or not."""

    mail: Outgoing
    at: datetime
    message_id: str


AnyMail = MailRecord | WrittenRecord


class ThreadRecord(Payload):
    """A mail and its replies, oldest first."""

    id: str
    subject: str
    mails: tuple[AnyMail, ...] = ()


class PlannedRecord(Payload):
    """One occurrence in the demo calendar, weeks from this one; without times it is a whole day.

    `free` ones don't make anybody busy. `organizer` is "" for the owner.
    """

    id: str
    series: str
    title: str
    week: int
    weekday: int
    start: time | None = None
    end: time | None = None
    location: str = ""
    notes: str = ""
    organizer: str = ""
    response: Response = "accepted"
    attendees: tuple[Attendee, ...] = ()
    recurrence: str = ""
    free: bool = False


class BookedRecord(Payload):
    """An occurrence made or changed here; without an event, one taken out of its series.

    `comment` is what the owner said when answering the invitation.
    """

    id: str
    event: Event | None
    free: bool = False
    comment: str = ""


class SeriesRecord(Payload):
    """A recurring event made here. Its occurrences are counted from 1: `<id>.<number>`."""

    id: str
    event: NewEvent


class BusyRecord(Payload):
    """A time of every week at which a colleague is busy; weekday 0 is Monday."""

    weekday: int
    start: time
    end: time


class ColleagueRecord(Payload):
    """What a colleague does each week besides the meetings they share with the owner."""

    email: str
    busy: tuple[BusyRecord, ...]


class RoomRecord(Payload):
    """A Slack channel; `members` are user ids."""

    id: str
    name: str
    topic: str
    members: tuple[str, ...]


class MessageRecord(Payload):
    """One Slack message; `author` is a user id."""

    author: str
    at: Moment | datetime
    text: str
    unread: bool = False


class TalkRecord(Payload):
    """A Slack message and the replies in its thread."""

    id: str
    room: str
    messages: tuple[MessageRecord, ...]


class TabRecord(Payload):
    """One tab of a spreadsheet."""

    name: str
    rows: tuple[tuple[Cell, ...], ...]


class SheetRecord(Payload):
    """A spreadsheet."""

    id: str
    name: str
    at: Moment | datetime
    tabs: tuple[TabRecord, ...]


class PageRecord(Payload):
    """A page and when it was last changed."""

    entry: PageEntry
    at: Moment | datetime
    text: str
