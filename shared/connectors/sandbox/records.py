"""What the sandbox table holds: the organisation with relative dates, one row per value."""

from datetime import datetime, time

from shared.connectors.sandbox.days import Moment
from shared.models.base import Payload
from shared.models.workspace import Address

OWNER = Address(email="alex.morgan@company.com", name="Alex Morgan")
"""Whose workspace it is."""


class MailRecord(Payload):
    """One mail of a thread."""

    sender: Address
    to: tuple[Address, ...]
    cc: tuple[Address, ...] = ()
    at: Moment
    text: str
    labels: tuple[str, ...]
    attachments: tuple[str, ...] = ()


class ThreadRecord(Payload):
    """A mail and its replies, oldest first."""

    id: str
    subject: str
    mails: tuple[MailRecord, ...]


class EventRecord(Payload):
    """One occurrence in the calendar, weeks from this one; without times it takes the whole day."""

    id: str
    series: str
    title: str
    week: int
    weekday: int
    start: time | None = None
    end: time | None = None
    location: str = ""
    notes: str = ""
    attendees: tuple[Address, ...] = ()


class MessageRecord(Payload):
    """One Slack message and the replies in its thread."""

    author: str
    at: Moment
    text: str
    replies: tuple["MessageRecord", ...] = ()


class ChannelRecord(Payload):
    """A Slack channel and what was said in it, oldest first."""

    name: str
    topic: str
    messages: tuple[MessageRecord, ...]


class Event(Payload):
    """One occurrence in the calendar. A whole day lasts from midnight to midnight."""

    id: str
    series: str
    title: str
    starts_at: datetime
    ends_at: datetime
    all_day: bool
    location: str
    notes: str
    attendees: tuple[Address, ...]


class Message(Payload):
    """One Slack message."""

    author: str
    sent_at: datetime
    text: str
    replies: tuple["Message", ...] = ()


class Channel(Payload):
    """A Slack channel and what was said in it, oldest first."""

    name: str
    topic: str
    messages: tuple[Message, ...]
