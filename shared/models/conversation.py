"""A conversation, noted where all of a person's are found."""

from datetime import datetime

from shared.models.base import Payload


class Conversation(Payload):
    """Where a conversation is, and when something was last said to it.

    `thread` is its opaque key, `thread_id` its own id. What it is about and how it stands, its own
    rows know.
    """

    thread: str
    thread_id: str
    at: datetime
