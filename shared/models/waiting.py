"""What waits for a person, noted where all of it is found at once."""

from datetime import datetime
from typing import Literal

from shared.models.base import Payload
from shared.naming import digest


class Waiting(Payload):
    """A question or an approval of one of a person's conversations.

    `thread` is the conversation's opaque key, `thread_id` its own id, `request` the question's. It
    says where to look, not whether it still waits: that the conversation's own rows know.
    """

    thread: str
    thread_id: str
    request: str
    kind: Literal["clarification", "approval"]
    told: str
    at: datetime
    asker: str = ""
    """Who asked for what is to be approved."""
    role: str = ""
    """The role that somebody else needs to agree to it; "" is the person's own to answer."""

    @property
    def id(self) -> str:
        """What names it among all that waits; it tells nothing."""
        return digest(self.thread, self.request)
