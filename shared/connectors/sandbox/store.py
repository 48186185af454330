"""Reads a user's sandbox rows and brings their dates up to today."""

from datetime import datetime, time, timedelta
from typing import TypeVar

from shared.connectors.sandbox.days import dated, in_order, in_week
from shared.connectors.sandbox.records import (
    Channel,
    ChannelRecord,
    Event,
    EventRecord,
    MailRecord,
    Message,
    MessageRecord,
    ThreadRecord,
)
from shared.models.base import Payload
from shared.models.workspace import Contact, Mail
from shared.ports import Clock
from shared.storage.rows import Rows

_MANY = 10_000
_SNIPPET_CHARACTERS = 120

R = TypeVar("R", bound=Payload)


class SandboxStore:
    """One person's sandbox. Every method reads one range of the table."""

    def __init__(self, rows: Rows, clock: Clock, partition: str) -> None:
        self._rows = rows
        self._clock = clock
        self._partition = partition

    def now(self) -> datetime:
        """Return the time everything is dated by."""
        return self._clock.now()

    async def mails(self) -> list[Mail]:
        """Return every mail, newest first."""
        now = self.now()
        threads = await self._read("mail", ThreadRecord)
        mails = [mail for thread in threads for mail in _mails(thread, now)]
        return sorted(mails, key=lambda mail: (mail.sent_at, mail.id), reverse=True)

    async def contacts(self) -> list[Contact]:
        """Return every contact, without what the mailbox knows of them."""
        return await self._read("contact", Contact)

    async def events(self) -> list[Event]:
        """Return every occurrence in the calendar, earliest first."""
        now = self.now()
        events = [_event(record, now) for record in await self._read("event", EventRecord)]
        return sorted(events, key=lambda event: (event.starts_at, event.id))

    async def channels(self) -> list[Channel]:
        """Return every Slack channel by name."""
        now = self.now()
        return [_channel(record, now) for record in await self._read("channel", ChannelRecord)]

    async def _read(self, prefix: str, record: type[R]) -> list[R]:
        found = await self._rows.range(self._partition, f"{prefix}-", f"{prefix}.", _MANY)
        return [record.model_validate_json(row.body) for row in found]


def _mails(thread: ThreadRecord, now: datetime) -> list[Mail]:
    times = in_order([record.at for record in thread.mails], now)
    pairs = zip(thread.mails, times, strict=True)
    return [_mail(thread, n, record, sent, now) for n, (record, sent) in enumerate(pairs)]


def _mail(thread: ThreadRecord, n: int, record: MailRecord, sent: datetime, now: datetime) -> Mail:
    body = dated(record.text, now)
    subject = dated(thread.subject, now)
    return Mail(
        id=f"{thread.id}.{n + 1}",
        thread_id=thread.id,
        sender=record.sender,
        to=record.to,
        cc=record.cc,
        subject=f"Re: {subject}" if n else subject,
        snippet=" ".join(body.split())[:_SNIPPET_CHARACTERS],
        body=body,
        sent_at=sent,
        labels=record.labels,
        attachments=record.attachments,
    )


def _event(record: EventRecord, now: datetime) -> Event:
    def at(value: time | None) -> datetime:
        return in_week(record.week, record.weekday, value or time(), now)

    all_day = record.start is None
    return Event(
        **record.model_dump(exclude={"week", "weekday", "start", "end", "notes"}),
        starts_at=at(record.start),
        ends_at=at(None) + timedelta(days=1) if all_day else at(record.end),
        all_day=all_day,
        notes=dated(record.notes, now),
    )


def _channel(record: ChannelRecord, now: datetime) -> Channel:
    messages = sorted((_message(m, now) for m in record.messages), key=lambda m: m.sent_at)
    return Channel(name=record.name, topic=record.topic, messages=tuple(messages))


def _message(record: MessageRecord, now: datetime) -> Message:
    whole = (record, *record.replies)
    times = in_order([each.at for each in whole], now)
    first, *rest = (
        Message(author=each.author, sent_at=sent, text=dated(each.text, now))
        for each, sent in zip(whole, times, strict=True)
    )
    return first.model_copy(update={"replies": tuple(rest)})
