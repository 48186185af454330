"""What is asked of every provider alike: arguments of tools as a planner gives them."""

from collections.abc import Mapping
from typing import Any

SENDS = frozenset(
    {
        "gmail_send_email",
        "gmail_send_draft",
        "gmail_reply_to_message",
        "gmail_forward_message",
    }
)
NEW_DRAFT = "gmail_create_draft"
DRAFTS = frozenset({NEW_DRAFT, "gmail_update_draft", "gmail_discard_draft"})


GONE = "gone.1"
"""The id of a mail that is not there: of several, one is never done."""


def mail(
    message_id: str, second_id: str, draft_id: str, to: str
) -> Mapping[str, Mapping[str, Any]]:
    """Return what can be asked about mail; `message_id` and another are unread in the inbox.

    What can be done with several is done with them, and with one that is gone.
    """
    several = {"message_ids": [message_id, GONE, second_id]}
    written = {"to": [to], "subject": "Friday", "body": "Shall we meet on Friday?"}
    return {
        "gmail_send_email": written,
        NEW_DRAFT: written,
        "gmail_update_draft": {"draft_id": draft_id, "to": [to], "body": "Or on Thursday?"},
        "gmail_discard_draft": {"draft_id": draft_id},
        "gmail_send_draft": {"draft_id": draft_id},
        "gmail_reply_to_message": {"message_id": message_id, "body": "That works for me."},
        "gmail_forward_message": {"message_id": message_id, "to": [to], "note": "For you."},
        "gmail_archive": several,
        "gmail_trash": several,
        "gmail_label": {**several, "add": ["Clients"]},
        "gmail_star": several,
        "gmail_mark_read": several,
        "gmail_snooze": {**several, "until": "2026-11-30"},
    }


def calendar(own: str, invited: str, guest: str) -> Mapping[str, Mapping[str, Any]]:
    """Return what can be asked about events: one's own, and one that somebody else organises."""
    return {
        "calendar_create_event": {
            "title": "Roadmap",
            "start": "2026-11-27T10:00",
            "attendees": [guest],
        },
        "calendar_update_event": {"event_id": own, "start": "2026-11-27T16:00"},
        "calendar_delete_event": {"event_id": own},
        "calendar_respond_to_event": {"event_id": invited, "response": "accepted"},
    }


def contact(contact_id: str) -> Mapping[str, Mapping[str, Any]]:
    """Return what can be asked about a contact."""
    return {
        "contacts_create": {
            "name": "Jane Roe",
            "email": "jane@roe.example",
            "phone": "+1 555 0199",
        },
        "contacts_update": {"contact_id": contact_id, "title": "Head of Purchasing"},
        "contacts_delete": {"contact_id": contact_id},
    }


def chat(channel: str, user: str) -> Mapping[str, Mapping[str, Any]]:
    """Return what can be asked about a channel and a member."""
    return {
        "slack_post_message": {"channel": channel, "text": "The release is out."},
        "slack_send_direct_message": {"user": user, "text": "The release is out."},
        "slack_mark_read": {"channel": channel},
    }


def sheet(name: str, row: str, *values: tuple[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    """Return what can be asked about a spreadsheet: of a row in it, and what its columns hold."""
    told = [{"column": column, "value": value} for column, value in values]
    return {
        "sheets_append_row": {"sheet": name, "values": told},
        "sheets_update_row": {"sheet": name, "row": row, "values": told[-1:]},
        "sheets_remove_row": {"sheet": name, "named": row},
    }


def page(title: str, line: str) -> Mapping[str, Mapping[str, Any]]:
    """Return what can be asked about a page, of which a line says some words once."""
    return {
        "pages_append": {"page": title, "text": "The release is out."},
        "pages_change": {"page": title, "old": line, "text": "The release is out."},
        "pages_create": {"parent": title, "title": "Retro", "text": "What went well"},
    }
