"""What happened between two looks at a workspace, as flat facts."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from evals.everyday.cases import Fields
from evals.everyday.workspace import Seen
from shared.connectors.sandbox.records import AnyMail, SheetRecord, WrittenRecord, part_of
from shared.models.base import Json, Payload
from shared.models.cell import Cell
from shared.workspace.pages.meant import body_of
from shared.workspace.pages.passages import lines_of
from shared.workspace.sheets.cells import letters, same

_TIMES = {"starts_at": "starts", "ends_at": "ends"}
_SAID_OF_ALL = frozenset({"id", "own", "last_contact", "mails"})
"""Fields of a contact that nobody says."""
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
        *_pages(before, after),
        *_schedules(after),
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
        if contact_id not in before.contacts:
            said = contact.model_dump(mode="json", exclude=set(_SAID_OF_ALL))
            yield {"contact": "new", **said}
            continue
        then = before.contacts[contact_id].model_dump(mode="json")
        now = contact.model_dump(mode="json")
        if now != then:
            different = {key: now[key] for key in now if now[key] != then[key]}
            yield {"contact": contact_id, **different}
    for contact_id in before.contacts.keys() - after.contacts.keys():
        yield {"contact": contact_id, "gone": True}


def _messages(before: Seen, after: Seen) -> Iterator[Fields]:
    read: set[str] = set()
    for message_id, message in after.messages.items():
        then = before.messages.get(message_id)
        if then is None and message.direct:
            yield {"dm": _member(message.channel, after), "text": message.text}
        elif then is None:
            replies_to = message.thread_id if message.id != message.thread_id else ""
            yield {"post": message.channel, "text": message.text, "thread": replies_to}
        elif then.unread and not message.unread:
            read.add(message.channel)
    for channel in sorted(read):
        still = any(each.unread for each in after.messages.values() if each.channel == channel)
        yield {"partly_read" if still else "read": channel}
    for message_id in before.messages.keys() - after.messages.keys():
        yield {"message": message_id, "gone": True}


def _member(talk: str, seen: Seen) -> str:
    """Return whom a talk of two is with: `Name <address>`."""
    found = next((one for key, one in seen.members.items() if talk.endswith(f"-{key}")), None)
    return f"{found.name} <{found.email}>" if found else talk


def _sheets(before: Seen, after: Seen) -> Iterator[Fields]:
    for sheet_id, sheet in after.sheets.items():
        yield from _rows(before.sheets[sheet_id], sheet)


def _rows(before: SheetRecord, after: SheetRecord) -> Iterator[Fields]:
    for then, now in zip(before.tabs, after.tabs, strict=True):
        place: Fields = {"tab": now.name}
        if len(now.rows) < len(then.rows):
            yield {"sheet": after.id, **place, "rows_gone": len(then.rows) - len(now.rows)}
        for old, new in zip(_staying(then.rows, now.rows), now.rows, strict=False):
            yield from ({"cell": after.id, **place, **cell} for cell in _cells(old, new, now.rows))
        for row in now.rows[len(then.rows) :]:
            yield {"row": after.id, **place, "cells": list(row)}


def _staying(
    then: Sequence[Sequence[Cell]], now: Sequence[Sequence[Cell]]
) -> Iterator[Sequence[Cell]]:
    """Yield the rows that are still there, where there are fewer now: those below have moved up."""
    if len(now) >= len(then):
        yield from then
        return
    pairs = SequenceMatcher(None, [*map(tuple, then)], [*map(tuple, now)], autojunk=False)
    for _, start, end, begin, stop in pairs.get_opcodes():
        yield from then[start : min(end, start + stop - begin)]


def _cells(
    old: Sequence[Cell], new: Sequence[Cell], rows: Sequence[Sequence[Cell]]
) -> Iterator[Fields]:
    """Yield the cells of a row that are different; a row goes by what its first cell said."""
    headings = rows[0]
    for at, (was, now) in enumerate(zip_longest(old, new)):
        if not same(was, now):
            heading = str(headings[at]) if at < len(headings) else letters(at + 1)
            named = {"row": written(old[0] if old else None), "column": heading}
            yield {**named, "value": written(now)}


def written(cell: Json) -> str:
    """Return a cell as it is read: 5000 for 5000.0, nothing for an empty one."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return "" if cell is None else str(cell)


def _unlike(lines: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the lines that stand nowhere among others, however they are counted."""
    told = {body_of(line) for line in others}
    return [line for line in lines if body_of(line) not in told]


def _pages(before: Seen, after: Seen) -> Iterator[Fields]:
    for page_id, page in after.pages.items():
        then = before.pages.get(page_id)
        named: Fields = {"title": page.entry.title}
        if then is None:
            yield {"page": "new", **named, "in": page.entry.parent, "text": page.text}
        elif page.text != then.text:
            lines, earlier = lines_of(page.text), lines_of(then.text)
            added = _unlike(lines, earlier)
            what: Fields = {"text": "\n".join(added)}
            if len(lines) < len(earlier):
                what["without"] = "\n".join(_unlike(earlier, lines))
            yield {"page": page_id, **named, **what}
    for page_id in before.pages.keys() - after.pages.keys():
        yield {"page": page_id, "gone": True}


def _schedules(after: Seen) -> Iterator[Fields]:
    """Yield what is to come by itself: nothing is, in a workspace nobody has touched."""
    for one in after.schedules.values():
        rule = one.recurrence
        kind: Fields = {"reminder": "new"} if one.kind == "reminder" else {"schedule": one.agent}
        at = one.next_at.isoformat() if one.next_at else ""
        yield {**kind, "text": one.request, "at": at, "repeats": rule.rrule or rule.cron}
