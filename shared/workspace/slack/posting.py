"""The tools that say something in a team chat, and that mark a channel as read."""

import re
from typing import Any, cast

from pydantic import Field

from shared.decisions.risk import Arguments, ToolRules, always, reads
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.effect import Undo
from shared.models.intent import Risk
from shared.models.profile import Profile
from shared.models.run import Card
from shared.tools.parameters import SETTLED, Exact
from shared.tools.tool import Desk, Made, Prepared, Said, Tool, stays
from shared.tools.wording import count, field, one_line
from shared.workspace.slack.places import MAX_TEXT, channel_of, listed_of, where
from shared.workspace.slack.port import Channel, Chat, ChatMessage
from shared.workspace.slack.reading import CHANNEL

DELETE = "slack_delete_message"
_MANY = 5
"""Members above which a message needs explicit confirmation."""
_EVERYBODY = re.compile(r"(?:(?<![\w@])@|<!)(channel|here|everyone)\b", re.IGNORECASE)


class PostMessage(Payload):
    """What to say, and where."""

    channel: str = Field(default="", description=f"{CHANNEL}; needed if thread_id has no channel/")
    text: str = Field(min_length=1, max_length=MAX_TEXT)
    thread_id: str = Field(
        default="",
        description="Id of the message to reply to, for a thread",
        json_schema_extra=SETTLED,
    )


class ExactMessage(Exact):
    """What is said, in which channel by its name and id, and in which of its threads."""

    channel: str
    channel_id: str = Field(min_length=1)
    text: str = Field(min_length=1)
    thread_id: str
    members: int


class MarkRead(Payload):
    """Which channel was read."""

    channel: str = Field(min_length=1, description=CHANNEL)


class ExactChannel(Exact):
    """The channel, by its name and its id."""

    channel: str
    channel_id: str = Field(min_length=1)


def _assess(arguments: Arguments, _profile: Profile) -> Risk:
    members = arguments.get("members")
    many = isinstance(members, int) and members > _MANY
    return "high" if many or _EVERYBODY.search(str(arguments.get("text", ""))) else "medium"


async def post(desk: Desk, exact: ExactMessage) -> Json:
    """Say it."""
    chat = desk.workspace[Chat]
    posted = await chat.post(exact.channel_id, exact.text, exact.thread_id, desk.effect)
    return {"message": listed_of(posted.model_copy(update={"channel": exact.channel}))}


async def prepare_post(desk: Desk, wanted: PostMessage) -> Prepared:
    """Find the channel and the beginning of the thread, and show who will read it."""
    text = wanted.text.strip()
    if not text:
        raise ToolFailed("There is nothing to post: the message is empty.", "params")
    place, message_id = where(wanted.channel, wanted.thread_id)
    if not place:
        raise ToolFailed("Which channel should it go to?", "params", recoverable=True)
    channel = await channel_of(desk, place)
    begun = await _begun_by(desk, channel, message_id) if message_id else None
    arguments: dict[str, Json] = {
        "channel": channel.name,
        "channel_id": channel.id,
        "text": text,
        "thread_id": begun.id if begun else "",
        "members": channel.members,
    }
    return Prepared(arguments, _card(channel, text, begun))


async def _begun_by(desk: Desk, channel: Channel, message_id: str) -> ChatMessage:
    chat = desk.workspace[Chat]
    thread = await chat.replies(channel.name, message_id)
    if thread and thread[0].thread_id not in {"", thread[0].id}:
        thread = await chat.replies(channel.name, thread[0].thread_id)
    if not thread:
        message = f"There is no such message in #{channel.name}."
        raise ToolFailed(message, "params", recoverable=True)
    return thread[0]


def _card(channel: Channel, text: str, begun: ChatMessage | None) -> Card:
    readers = f" ({count(channel.members, 'member')})" if channel.members else ""
    fields = [("Channel", f"#{channel.name}{readers}")]
    if begun:
        fields.append(("In reply to", f"{one_line(begun.author, 80)}: {one_line(begun.text, 200)}"))
    called = _EVERYBODY.search(text)
    return Card(
        title=f"Post in #{channel.name}",
        fields=tuple(fields),
        body=text,
        warnings=(f"@{called[1].lower()} notifies everybody in the channel.",) if called else (),
    )


async def mark_read(desk: Desk, exact: ExactChannel) -> Json:
    """Mark everything in a channel as read."""
    await desk.workspace[Chat].mark_read(exact.channel_id, desk.effect)
    return {"channel": exact.channel}


async def prepare_mark(desk: Desk, wanted: MarkRead) -> Prepared:
    """Show which channel it is."""
    channel = await channel_of(desk, wanted.channel)
    new = (("Unread", str(channel.unread)),) if channel.unread is not None else ()
    card = Card(title=f"Mark #{channel.name} as read", fields=new)
    return Prepared({"channel": channel.name, "channel_id": channel.id}, card)


class DeleteMessage(Payload):
    """Which message of one's own to delete; `text` is what it says."""

    channel: str = Field(min_length=1, description=CHANNEL)
    message_id: str = Field(min_length=1)
    text: str = ""
    person: str = ""
    """Whom it was said to alone; then `channel` is the id of that talk."""


def undo_post(made: Made) -> Undo | str:
    """Delete what was posted; who has read it has read it."""
    posted = ChatMessage.model_validate(field(made.result, "message"))
    place, own = where(posted.channel, posted.id)
    text = one_line(posted.text)
    arguments: dict[str, Json] = {"channel": place, "message_id": own, "text": text}
    return Undo(tool=DELETE, arguments=arguments, told=f"Delete the message in #{place}")


async def prepare_delete(desk: Desk, wanted: DeleteMessage) -> Prepared:
    """Show what goes, and that it may have been read."""
    if wanted.person:
        arguments, place = wanted.model_dump(mode="json"), f"to {one_line(wanted.person)}"
    else:
        channel = await channel_of(desk, wanted.channel)
        arguments = {**wanted.model_dump(mode="json"), "channel": channel.name}
        place = f"in #{channel.name}"
    card = Card(
        title=f"Delete a message {place}",
        body=wanted.text,
        warnings=("Whoever has read it already, or was notified, has seen it.",),
    )
    return Prepared(arguments, card)


async def delete(desk: Desk, wanted: DeleteMessage) -> Json:
    """Delete it."""
    await desk.workspace[Chat].delete(wanted.channel, wanted.message_id, desk.effect)
    place = f"to {wanted.person}" if wanted.person else f"in #{wanted.channel}"
    return {"deleted": {"place": place, "text": wanted.text}}


def _say_deleted(said: Said) -> str:
    gone = field(said.result, "deleted")
    return (
        f"The message {one_line(field(gone, 'place'))} is deleted: {one_line(field(gone, 'text'))}"
    )


def _say_posted(said: Said) -> str:
    posted = ChatMessage.model_validate(cast("dict[str, Any]", said.result)["message"])
    reply = " as a reply" if said.arguments.get("thread_id") else ""
    return f"Posted in #{one_line(posted.channel)}{reply}: {one_line(posted.text)}"


def _say_marked(said: Said) -> str:
    channel = one_line(cast("dict[str, Any]", said.result)["channel"])
    return f"Everything in #{channel} is marked as read."


POST_MESSAGE = Tool(
    "slack_post_message",
    "Post a message in a Slack channel, or a reply in a thread",
    PostMessage,
    ToolRules(_assess, item="message", item_kind="message", item_label="text", changes=True),
    post,
    _say_posted,
    prepare=prepare_post,
    exact=ExactMessage,
    undo=undo_post,
)
MARK_READ = Tool(
    "slack_mark_read",
    "Mark everything in a Slack channel as read",
    MarkRead,
    ToolRules(reads, changes=True),
    mark_read,
    _say_marked,
    prepare=prepare_mark,
    exact=ExactChannel,
    undo=stays("What was marked as read in Slack can't be marked as unread."),
)
DELETE_MESSAGE = Tool(
    DELETE,
    "Delete a message of one's own in Slack",
    DeleteMessage,
    ToolRules(always("medium"), changes=True),
    delete,
    _say_deleted,
    prepare=prepare_delete,
    undo=stays("A deleted message can't be brought back; ask me to post it again."),
)
