"""Turns a stored thread into mails, and says what a change makes of it."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, TypeVar

from shared.connectors.sandbox.days import dated, in_order
from shared.connectors.sandbox.files import attachment
from shared.connectors.sandbox.records import (
    OWNER,
    AnyMail,
    KeptMail,
    MailRecord,
    ThreadRecord,
    WrittenRecord,
)
from shared.workspace.email.port import Mail

_SNIPPET_CHARACTERS = 120

K = TypeVar("K", bound=KeptMail)


def id_of(thread: ThreadRecord, number: int) -> str:
    """Return the id of a thread's mail, counted from 0."""
    return f"{thread.id}.{number + 1}"


def mails_of(thread: ThreadRecord, now: datetime) -> list[Mail]:
    """Return a thread's mails, oldest first, drafts among them."""
    mails: list[Mail] = []
    for number, record in enumerate(settled(thread, now).mails):
        if record.deleted:
            continue
        own = isinstance(record, WrittenRecord)
        said = _written(record) if own else _received(thread, record, mails, now)
        text = record.mail.body if own else record.text
        kept = {
            "id": id_of(thread, number),
            "thread_id": thread.id,
            "account": OWNER.email,
            "snippet": " ".join(text.split())[:_SNIPPET_CHARACTERS],
            "body": text,
            "sent_at": record.at,
            "labels": labels_of(record, now),
            "attachments": tuple(attachment(n, file) for n, file in enumerate(record.files, 1)),
        }
        mails.append(Mail.model_validate(kept | said))
    return mails


def settled(thread: ThreadRecord, now: datetime) -> ThreadRecord:
    """Return the thread with the dates it has now, for good."""
    times = in_order([record.at for record in thread.mails], now)
    mails = [
        record
        if isinstance(record, WrittenRecord)
        else record.model_copy(update={"at": sent, "text": dated(record.text, now)})
        for record, sent in zip(thread.mails, times, strict=True)
    ]
    subject = dated(thread.subject, now)
    return thread.model_copy(update={"subject": subject, "mails": tuple(mails)})


def labels_of(record: KeptMail, now: datetime) -> tuple[str, ...]:
    """Return the labels a mail has at a time."""
    if record.snoozed_until is None or record.snoozed_until <= now:
        return record.labels
    return (*(label for label in record.labels if label != "inbox"), "snoozed")


def relabelled(record: K, add: Sequence[str], remove: Collection[str]) -> K:
    """Return the mail with labels added and removed; into or out of the inbox ends a snooze."""
    labels = dict.fromkeys((*record.labels, *add))
    until = None if "inbox" in (*add, *remove) else record.snoozed_until
    kept = tuple(label for label in labels if label not in remove)
    return record.model_copy(update={"labels": kept, "snoozed_until": until})


def snoozed(record: K, until: datetime) -> K:
    """Return the mail as one that comes (back) to the inbox at that time."""
    labels = tuple(dict.fromkeys((*record.labels, "inbox")))
    return record.model_copy(update={"labels": labels, "snoozed_until": until})


def with_mail(thread: ThreadRecord, number: int, record: AnyMail) -> ThreadRecord:
    """Return the thread with this mail as that number: changed, or added at the end."""
    mails = (*thread.mails[:number], record, *thread.mails[number + 1 :])
    return thread.model_copy(update={"mails": mails})


def _received(
    thread: ThreadRecord, record: MailRecord, before: Sequence[Mail], now: datetime
) -> dict[str, Any]:
    subject = dated(thread.subject, now)
    domain = record.sender.email.partition("@")[2]
    return {
        "sender": record.sender,
        "to": record.to,
        "cc": record.cc,
        "subject": f"Re: {subject}" if before else subject,
        "message_id": f"<{id_of(thread, len(before))}@{domain}>",
        "references": tuple(mail.message_id for mail in before),
    }


def _written(record: WrittenRecord) -> dict[str, Any]:
    return {
        "sender": OWNER,
        "to": record.mail.to,
        "cc": record.mail.cc,
        "subject": record.mail.subject,
        "message_id": record.message_id,
        "references": record.mail.references,
    }
