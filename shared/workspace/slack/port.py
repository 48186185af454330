"""Channels and messages in the product's own words, and the port to a team chat."""

from datetime import datetime
from typing import Protocol

from shared.models.base import Payload
from shared.tools.effect import Effect


class Channel(Payload):
    """A place to talk. `unread` counts the messages not read yet; None where nobody can tell."""

    id: str
    name: str
    topic: str = ""
    members: int = 0
    unread: int | None = None


class ChatMessage(Payload):
    """One message. `id` is unique in its channel.

    `thread_id` is the id of the message that began its thread ("" outside threads); `replies`
    counts the answers to it.
    """

    id: str
    channel: str
    """The channel's name, without #."""
    author: str
    author_id: str = ""
    text: str
    sent_at: datetime
    thread_id: str = ""
    replies: int = 0
    unread: bool = False
    link: str = ""
    direct: bool = False
    """Whether it was said to one person alone; `channel` is no name then."""


class ChatUser(Payload):
    """A member of the team."""

    id: str
    name: str
    handle: str = ""
    email: str = ""
    title: str = ""
    time_zone: str = ""
    status: str = ""


class Chat(Protocol):
    """A team chat. Channels go by name (with or without #) or id; users by id, handle or name.

    Every method may raise ToolFailed (kind "params": no such channel, user or thread). Those that
    take an effect make their change at most once for each `effect.id`, and return the same again
    when repeated; they raise OutcomeUnknown when they cannot tell whether it was made.
    """

    async def channels(self) -> tuple[Channel, ...]:
        """Return the channels the person is in, by name."""
        ...

    async def messages(
        self, channel: str, since: datetime | None, limit: int
    ) -> tuple[ChatMessage, ...]:
        """Return the newest messages of a channel, oldest first, without thread replies."""
        ...

    async def replies(self, channel: str, thread_id: str) -> tuple[ChatMessage, ...]:
        """Return a thread, the message that began it first."""
        ...

    async def unread(self, since: datetime | None, limit: int) -> tuple[ChatMessage, ...]:
        """Return messages not read yet in all channels, newest first."""
        ...

    async def search(self, text: str, limit: int) -> tuple[ChatMessage, ...]:
        """Return messages that say `text`, newest first."""
        ...

    async def user(self, who: str) -> ChatUser:
        """Return one member."""
        ...

    async def users(self, name: str) -> tuple[ChatUser, ...]:
        """Return the members a text names, as `user` takes it; none when it names nobody."""
        ...

    async def direct_messages(
        self, user_id: str, since: datetime | None, limit: int
    ) -> tuple[ChatMessage, ...]:
        """Return the newest messages between a member and the person, oldest first."""
        ...

    async def post(self, channel: str, text: str, thread_id: str, effect: Effect) -> ChatMessage:
        """Say something in a channel, or in a thread of it."""
        ...

    async def send(self, user_id: str, text: str, effect: Effect) -> ChatMessage:
        """Say something to a member alone; `channel` of what is returned is that talk's id."""
        ...

    async def delete(self, channel: str, message_id: str, effect: Effect) -> None:
        """Delete a message of the person's own; gone already is done."""
        ...

    async def mark_read(self, channel: str, effect: Effect) -> None:
        """Mark everything in a channel as read."""
        ...
