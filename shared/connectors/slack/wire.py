"""What Slack answers, as far as it is used."""

from datetime import UTC, datetime
from typing import Annotated, Any, TypeVar

from pydantic import Field

from shared.connectors.wire import Wire, shaped
from shared.models.base import Json

Ts = Annotated[str, Field(pattern=r"^\d{1,10}\.\d{1,9}$")]
"""When a message was sent (seconds, and a counter after the point): its id in its channel."""
MaybeTs = Annotated[str, Field(pattern=r"^(\d{1,10}\.\d{1,9})?$")]

MALFORMED = "Slack answered in an unexpected form."


class Text(Wire):
    """A topic."""

    value: str = ""


class Latest(Wire):
    """The newest message of a channel."""

    ts: MaybeTs = ""


class Conversation(Wire):
    """A channel. What is read of it comes from conversations.info only, and not always."""

    id: str
    name: str = ""
    topic: Text = Text()
    num_members: int = 0
    is_member: bool = False
    is_im: bool = False
    user: str = ""
    """Whom a conversation of two is with."""
    last_read: MaybeTs = ""
    unread_count: int | None = None
    latest: Latest = Latest()


class Metadata(Wire):
    """What an app attached to a message for itself."""

    event_type: str = ""
    event_payload: dict[str, Any] = Field(default_factory=dict)


class Named(Wire):
    """A file, or the app that posted a message."""

    name: str = ""


class Attachment(Wire):
    """What stands below a message; of many apps' messages it is all there is."""

    fallback: str = ""
    text: str = ""


class Message(Wire):
    """A message. `channel` and `permalink` come with search results only."""

    ts: Ts
    user: str = ""
    username: str = ""
    bot_profile: Named = Named()
    text: str = ""
    subtype: str = ""
    thread_ts: MaybeTs = ""
    reply_count: int = 0
    files: tuple[Named, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    metadata: Metadata = Metadata()
    channel: Conversation | str = ""
    permalink: str = ""


class UserProfile(Wire):
    """What a member says of themselves."""

    real_name: str = ""
    display_name: str = ""
    email: str = ""
    title: str = ""
    status_text: str = ""


class User(Wire):
    """A member."""

    id: str
    name: str = ""
    real_name: str = ""
    tz: str = ""
    deleted: bool = False
    profile: UserProfile = UserProfile()

    @property
    def full_name(self) -> str:
        """What people call them."""
        return self.profile.real_name or self.real_name or self.profile.display_name or self.name


class Cursor(Wire):
    """Where a list goes on; "" at its end."""

    next_cursor: str = ""


class Listed(Wire):
    """A part of a list."""

    response_metadata: Cursor = Cursor()


class Conversations(Listed):
    """conversations.list."""

    channels: tuple[Conversation, ...]


class OneConversation(Wire):
    """conversations.info."""

    channel: Conversation


class Messages(Listed):
    """conversations.history and conversations.replies."""

    messages: tuple[Message, ...]


class Matches(Wire):
    """The found part of search.messages."""

    matches: tuple[Message, ...]


class Found(Wire):
    """search.messages."""

    messages: Matches


class Posted(Wire):
    """chat.postMessage."""

    ts: Ts
    message: Message


class OneUser(Wire):
    """users.info and users.lookupByEmail."""

    user: User


class Users(Listed):
    """users.list."""

    members: tuple[User, ...]


class Caller(Wire):
    """auth.test."""

    user_id: str
    user: str = ""
    team: str = ""


W = TypeVar("W", bound=Wire)


def parsed(model: type[W], answer: Json) -> W:
    """Return an answer as a model of it; raise ToolFailed when it is none."""
    return shaped(model, answer, "Slack")


def sent_at(ts: str) -> datetime:
    """Return when a message was sent."""
    return datetime.fromtimestamp(float(ts), UTC)


def ts_at(when: datetime) -> str:
    """Return a moment as Slack writes it."""
    return f"{when.timestamp():.6f}"
