"""What happened between two looks at a workspace, as flat facts."""

from collections.abc import Iterator

from evals.everyday.cases import Fields
from evals.everyday.workspace import Seen
from shared.connectors.sandbox.records import AnyMail, SheetRecord, WrittenRecord, part_of
from shared.models.base import Payload

_TIMES = {"starts_at": "starts", "ends_at": "ends"}
_SAID_BY_OTHERS = frozenset({"id", "series", "link", "time_zone", "organizer", "mine", "all_day"})
"""Fields of an event that follow from the others, or from who it is looked at by."""


def changes(before: Seen, after: Seen) -> list[Fields]:
    """Return everything that is different; what is empty in a fact is left out."""
    found = (
        *_mails(before, after),
        *_events(before, after),
        *_contacts(before, after),
        *_messages(before, after),
        *_sheets(before, after),
    )
    return [{key: value for key, value in fact.items() if value} for fact in found]


def _mails(before: Seen, after: Seen) -> Iterator[Fields]:
    for mail_id in after.mails:
        thread, number = part_of(mail_id)
        now = after.threads[thread].mails[number - 1]
        if mail_id not in before.mails:
            yield _written(now)
            continue
        then = before.threads[thread].mails[number - 1]
        added = sorted(set(now.labels) - set(then.labels))
        removed = sorted(set(then.labels) - set(now.labels))
        until = now.snoozed_until.isoformat() if now.snoozed_until else ""
        if added or removed or until:
            yield {"mail": mail_id, "added": added, "removed": removed, "until": until}
    for mail_id in before.mails.keys() - after.mails.keys():
        yield {"mail": mail_id, "gone": True}


def _written(mail: AnyMail) -> Fields:
    if not isinstance(mail, WrittenRecord):
        return {"received": mail.text}
    kind = "draft" if "draft" in mail.labels else "sent"
    out = mail.mail
    return {
        kind: True,
        "to": [one.email for one in out.to],
        "cc": [one.email for one in out.cc],
        "bcc": [one.email for one in out.bcc],
        "subject": out.subject,
        "body": out.body,
        "answers": out.answers,
        "forwards": out.forwarded,
    }


def _events(before: Seen, after: Seen) -> Iterator[Fields]:
    for event_id, event in after.events.items():
        if event_id not in before.events:
            yield {"event": "new", **_event(event), "response": ""}
        elif event != (then := before.events[event_id]):
            was, now = _event(then), _event(event)
            yield {"event": event_id, **{key: now[key] for key in now if now[key] != was[key]}}
    for event_id in before.events.keys() - after.events.keys():
        yield {"event": event_id, "gone": True}


def _event(event: Payload) -> Fields:
    said = event.model_dump(mode="json", exclude=set(_SAID_BY_OTHERS))
    said["attendees"] = [one["email"] for one in said["attendees"]]
    return {_TIMES.get(key, key): value for key, value in said.items()}


def _contacts(before: Seen, after: Seen) -> Iterator[Fields]:
    for contact_id, contact in after.contacts.items():
        then = before.contacts[contact_id].model_dump(mode="json")
        now = contact.model_dump(mode="json")
        if now != then:
            different = {key: now[key] for key in now if now[key] != then[key]}
            yield {"contact": contact_id, **different}


def _messages(before: Seen, after: Seen) -> Iterator[Fields]:
    read: set[str] = set()
    for message_id, message in after.messages.items():
        then = before.messages.get(message_id)
        if then is None:
            replies_to = message.thread_id if message.id != message.thread_id else ""
            yield {"post": message.channel, "text": message.text, "thread": replies_to}
        elif then.unread and not message.unread:
            read.add(message.channel)
    for channel in sorted(read):
        still = any(each.unread for each in after.messages.values() if each.channel == channel)
        yield {"partly_read" if still else "read": channel}


def _sheets(before: Seen, after: Seen) -> Iterator[Fields]:
    for sheet_id, sheet in after.sheets.items():
        yield from _rows(before.sheets[sheet_id], sheet)


def _rows(before: SheetRecord, after: SheetRecord) -> Iterator[Fields]:
    for then, now in zip(before.tabs, after.tabs, strict=True):
        if now.rows[: len(then.rows)] != then.rows:
            yield {"sheet": after.id, "tab": now.name, "overwritten": True}
        for row in now.rows[len(then.rows) :]:
            yield {"row": after.id, "tab": now.name, "cells": list(row)}
