"""What is found of each kind of thing, as one result lists it beside the others."""

from collections.abc import Sequence
from typing import Any

from shared.tools.tool import Desk
from shared.tools.wording import one_line
from shared.workspace.calendar.port import Event
from shared.workspace.calendar.wording import when
from shared.workspace.contacts.port import Contact
from shared.workspace.email.port import Mail
from shared.workspace.pages.port import PageEntry
from shared.workspace.slack.places import listed_of
from shared.workspace.slack.port import ChatMessage

TOLD = 400
"""So much of what one says is shown."""

Found = list[dict[str, Any]]


def mail_of(mail: Mail, said: Sequence[str] = ()) -> dict[str, Any]:
    """Return a mail; `said` are the words it was found by."""
    files = ", ".join(file.name for file in mail.attachments)
    return {
        "kind": "email",
        "id": mail.id,
        "thread": mail.thread_id,
        "label": one_line(mail.subject) or "(no subject)",
        "from": mail.sender.model_dump(mode="json"),
        "at": mail.sent_at.isoformat(),
        "text": one_line(mail.snippet, TOLD),
        "files": files,
        "said": list(said),
    }


def event_of(event: Event, desk: Desk) -> dict[str, Any]:
    """Return a meeting."""
    return {
        "kind": "event",
        "id": event.id,
        "label": one_line(event.title),
        "when": when(event, desk.zone, desk.now),
        "place": one_line(event.location),
        "text": one_line(event.notes, TOLD),
        "people": [one.name or one.email for one in event.attendees],
    }


def message_of(message: ChatMessage) -> dict[str, Any]:
    """Return what somebody said in a channel."""
    listed = listed_of(message)
    return {
        "kind": "message",
        "id": listed["id"],
        "thread_id": listed["thread_id"],
        "label": one_line(message.text, 80),
        "who": message.author,
        "channel": message.channel,
        "place": f"#{message.channel}",
        "at": message.sent_at.isoformat(),
        "text": one_line(message.text, TOLD),
    }


def contact_of(contact: Contact) -> dict[str, Any]:
    """Return somebody who is in the contacts."""
    return {
        "kind": "contact",
        "id": contact.id,
        "label": one_line(contact.name),
        "email": contact.email,
        "phone": contact.phone,
        "work": ", ".join(part for part in (contact.title, contact.company) if part),
        "text": one_line(f"{contact.notes} {contact.relation}", TOLD),
    }


def page_of(entry: PageEntry) -> dict[str, Any]:
    """Return a page by its fields."""
    fields = ", ".join(f"{name}: {value}" for name, value in entry.properties)
    return {"kind": "page", "id": entry.id, "label": one_line(entry.title), "text": fields}
