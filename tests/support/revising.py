"""Cards to be changed in words, and what a wish makes of them."""

from datetime import datetime

from shared.models.profile import Profile
from shared.models.reasoning import ReviseRequest
from shared.reasoning.embedded.revising import revise
from shared.understanding.reader import Reader
from shared.workspace.registry import TOOLS
from tests.support.marked import plain
from tests.support.readings import ReadBefore

READER = Reader()

SEND, BOOK = "gmail_send_email", "calendar_create_event"
NOW = datetime(2025, 11, 19, 10, 0)  # noqa: DTZ001 - local, as in the arguments

MAIL = {
    "to": ["sarah@acme.com"],
    "subject": "Friday lunch",
    "body": "Hi Sarah,\n\nLet us meet on Friday. I bring the deck. Please read it.\n\nBest,\nAda",
}

EVENT = {
    "title": "Sync",
    "start": "2025-11-21T15:00",
    "end": "2025-11-21T15:30",
    "attendees": ["sarah@acme.com", "john.doe@x.org"],
}

MAIL_HAS = ("to", "cc", "bcc", "subject", "body")

EVENT_HAS = ("title", "start", "end", "minutes", "attendees", "location", "notes")

LATER = {"title": "Sync", "start": "2025-12-05T14:00", "minutes": 30}

PHONES = {
    "title": "Phones with Ben",
    "start": "2025-12-01T15:00",
    "end": "2025-12-01T16:00",
    "location": "Room Tyne",
    "attendees": ["ben.carter@x.org", "omar.haddad@x.org"],
}


_TOOLS = {
    "response": "calendar_respond_to_event",
    "event_id": "calendar_update_event",
    "start": BOOK,
    "reply_all": "gmail_reply_to_message",
    "message_ids": "gmail_snooze",
    "note": "gmail_forward_message",
    "body": SEND,
    "channel": "slack_post_message",
    "user": "slack_send_direct_message",
    "contact_id": "contacts_update",
    "phone": "contacts_create",
    "values": "sheets_update_row",
    "row": "sheets_append_row",
    "title": "pages_create",
    "text": "slack_post_message",
}
"""The tool that is called with an argument, the first of these that there is."""


def tool_of(has, tool=""):
    """Return a real tool: the one of that name, or the one that has such arguments."""
    name = tool or next(one for has_it, one in _TOOLS.items() if has_it in has)
    return TOOLS[name].spec


def request(wish, arguments, has, tool=""):
    return ReviseRequest(
        command="as was asked",
        tool=tool_of(has, tool),
        arguments=arguments,
        wish=wish,
        today="2025-11-19",
        now=NOW,
        profile=Profile(name="Ada Byron"),
    )


def revised(wish, arguments, has, tool="", reader=READER):
    return revise(request(wish, arguments, has, tool), reader)


def different(wish, arguments, has, tool=""):
    after = revised(wish, arguments, has, tool).arguments
    assert after is not None
    return {name: value for name, value in after.items() if arguments.get(name) != value}


def body(said, name="Sarah"):
    return f"Hi {name},\n\n{said}\n\nBest,\nAda"


def seen(marked, arguments, has, tool):
    """What changes when a wish is read as it is marked."""
    wish = plain(marked)[0]
    answer = revised(wish, arguments, has, tool, ReadBefore({marked: ("other", 0.9)}))
    after = answer.arguments or {}
    return {name: value for name, value in after.items() if arguments.get(name) != value}
