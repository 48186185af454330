"""The tools that read a team chat."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, cast

from pydantic import Field

from shared.decisions.risk import ToolRules
from shared.models.base import Json, Payload
from shared.tools.tool import Desk, Said, Tool
from shared.tools.wording import at_time, count, listed, one_line
from shared.workspace.slack.places import all_listed, channel_of, since_of, where
from shared.workspace.slack.port import Channel, Chat, ChatMessage, ChatUser

CHANNEL = "Name of the channel, with or without #"
SINCE = "Local date or time of the oldest: 2026-11-27 or 2026-11-27T15:00; empty: no limit"
_MOST = 200
_KEPT = timedelta(minutes=15)
"""Spec 002: what a search found is kept for follow-up questions."""
_MAX_CHANNELS = 500


class ListChannels(Payload):
    """All the channels there are for the person."""


class GetChannelMessages(Payload):
    """Which messages to read."""

    channel: str = Field(min_length=1, description=CHANNEL)
    since: str = Field(default="", description=SINCE)
    limit: int = Field(default=50, ge=1, le=_MOST)


class GetUnread(Payload):
    """Which unread messages to read."""

    channel: str = Field(default="", description=f"{CHANNEL}; empty: all channels")
    since: str = Field(default="", description=SINCE)
    limit: int = Field(default=50, ge=1, le=_MOST)


class SearchMessages(Payload):
    """What to look for."""

    query: str = Field(min_length=1, max_length=200, description="Words the messages say")
    limit: int = Field(default=20, ge=1, le=_MOST)


class GetThreadReplies(Payload):
    """Which thread to read."""

    thread_id: str = Field(min_length=1, description="Id of the message that began it")
    channel: str = Field(default="", description=f"{CHANNEL}; needed if thread_id has no channel/")


class GetUserInfo(Payload):
    """Whom to look up."""

    user: str = Field(min_length=1, description="A name, @handle or id")


async def channels(desk: Desk, _wanted: ListChannels) -> Json:
    """List the channels the person is in."""
    found = await desk.workspace[Chat].channels()
    return {"channels": [channel.model_dump(mode="json") for channel in found[:_MAX_CHANNELS]]}


async def channel_messages(desk: Desk, wanted: GetChannelMessages) -> Json:
    """Read the newest messages of a channel, the newest first."""
    channel = await channel_of(desk, wanted.channel)
    since = since_of(desk, wanted.since)
    found = await desk.workspace[Chat].messages(channel.name, since, wanted.limit)
    return {"messages": all_listed(found[::-1][: wanted.limit]), "channel": channel.name}


async def unread(desk: Desk, wanted: GetUnread) -> Json:
    """Read what is unread in one channel, or in all, newest first.

    Where that is nothing since a time, it is what is older: that is unread as well.
    """
    name = (await channel_of(desk, wanted.channel)).name if wanted.channel else ""
    found: list[ChatMessage] = []
    for since in dict.fromkeys((since_of(desk, wanted.since), None)):
        every = await desk.workspace[Chat].unread(since, _MOST if name else wanted.limit)
        found = [one for one in every if not name or (one.channel == name and not one.direct)]
        if found:
            break
    channel: dict[str, Json] = {"channel": name} if name else {}
    return {"messages": all_listed(found[: wanted.limit]), **channel}


async def search(desk: Desk, wanted: SearchMessages) -> Json:
    """Search all channels, newest first."""
    found = await desk.workspace[Chat].search(wanted.query.strip(), wanted.limit)
    return {"messages": all_listed(found[: wanted.limit])}


async def thread(desk: Desk, wanted: GetThreadReplies) -> Json:
    """Read a thread, the message that began it first."""
    place, thread_id = where(wanted.channel, wanted.thread_id)
    channel = await channel_of(desk, place)
    found = await desk.workspace[Chat].replies(channel.name, thread_id)
    return {"messages": all_listed(found[:_MOST]), "channel": channel.name}


async def user(desk: Desk, wanted: GetUserInfo) -> Json:
    """Look up a member."""
    found = await desk.workspace[Chat].user(wanted.user.strip())
    return {"user": found.model_dump(mode="json")}


def _say_channels(said: Said) -> str:
    found = [Channel.model_validate(one) for one in cast("dict[str, Any]", said.result)["channels"]]
    if not found:
        return "You are in no Slack channels."
    lines = [_channel_line(channel) for channel in found]
    return f"You are in {count(len(found), 'channel')}:\n{listed(lines, len(lines))}"


def _channel_line(channel: Channel) -> str:
    topic = f": {one_line(channel.topic, 100)}" if channel.topic else ""
    members = f", {count(channel.members, 'member')}" if channel.members else ""
    new = f", {channel.unread} unread" if channel.unread else ""
    return f"**#{one_line(channel.name)}**{members}{new}{topic}"


def _messages(said: Said) -> list[ChatMessage]:
    listed_ones = cast("dict[str, Any]", said.result)["messages"]
    return [ChatMessage.model_validate(one) for one in listed_ones]


def message_line(message: ChatMessage, said: Said, *, placed: bool = False) -> str:
    """Return "**Bo Ek** in #general (Thu 26 Nov, 15:00): Done [2 replies]"."""
    where = "a direct message" if message.direct else f"#{one_line(message.channel)}"
    place = f" in {where}" if placed else ""
    replies = f" [{count(message.replies, 'reply')}]" if message.replies else ""
    author = one_line(message.author) or "Somebody"
    when = at_time(message.sent_at, said.zone, said.now)
    return f"**{author}**{place} ({when}): {one_line(message.text)}{replies}"


def _say_channel(said: Said) -> str:
    found = _messages(said)
    channel = one_line(cast("dict[str, Any]", said.result)["channel"])
    if not found:
        return f"Nothing has been said in #{channel} in that time."
    lines = [message_line(message, said) for message in found]
    number = count(len(found), "message")
    return f"{number} in #{channel}, newest first:\n{listed(lines, len(lines))}"


def _say_thread(said: Said) -> str:
    found = _messages(said)
    channel = one_line(cast("dict[str, Any]", said.result)["channel"])
    lines = [message_line(message, said) for message in found]
    replies = count(max(0, len(found) - 1), "reply")
    return f"A thread in #{channel} with {replies}:\n{listed(lines, len(lines))}"


def _say_unread(said: Said) -> str:
    found = _messages(said)
    channel = one_line(cast("dict[str, Any]", said.result).get("channel"))
    if not found:
        return f"You have read everything in {f'#{channel}' if channel else 'Slack'}."
    lines = [message_line(message, said, placed=not channel) for message in found]
    place = f" in #{channel}" if channel else ""
    return f"You have {count(len(found), 'unread message')}{place}:\n{listed(lines, len(lines))}"


def _say_found(said: Said) -> str:
    found = _messages(said)
    query = one_line(said.arguments.get("query"), 80)
    if not found:
        return f'I found no Slack messages about "{query}". You could try other words.'
    lines = [message_line(message, said, placed=True) for message in found]
    number = count(len(found), "Slack message")
    return f'I found {number} about "{query}":\n{listed(lines, len(lines))}'


def _say_user(said: Said) -> str:
    found = ChatUser.model_validate(cast("dict[str, Any]", said.result)["user"])
    handle = f" (@{one_line(found.handle)})" if found.handle else ""
    known = (
        one_line(found.title),
        found.email,
        f"time zone {one_line(found.time_zone)}" if found.time_zone else "",
        f"status: {one_line(found.status)}" if found.status else "",
    )
    return f"**{one_line(found.name)}**{handle}: {', '.join(part for part in known if part)}"


def _describe(message: Mapping[str, Any], _today: date) -> str:
    author, channel = one_line(message.get("author")), one_line(message.get("channel"))
    return f"{author} in #{channel}, {str(message.get('sent_at', ''))[:10]}"


def _suggest_summary(said: Said) -> tuple[str, ...]:
    found = _messages(said)
    if not found:
        return ()
    return (f"Summarize the discussions in #{found[0].channel}",)


MESSAGES = ToolRules(items="messages", item_kind="message", item_label="text", describe=_describe)
LIST_CHANNELS = Tool(
    "slack_list_channels",
    "List the Slack channels the person is in",
    ListChannels,
    ToolRules(items="channels", item_kind="channel", own=True),
    channels,
    _say_channels,
)
GET_CHANNEL_MESSAGES = Tool(
    "slack_get_channel_messages",
    "Read the newest messages of one Slack channel, the newest first",
    GetChannelMessages,
    MESSAGES,
    channel_messages,
    _say_channel,
    suggest=_suggest_summary,
)
GET_UNREAD = Tool(
    "slack_get_unread",
    "Read the unread Slack messages of one channel, or of all",
    GetUnread,
    MESSAGES,
    unread,
    _say_unread,
    suggest=_suggest_summary,
)
SEARCH_MESSAGES = Tool(
    "slack_search_messages",
    "Search Slack messages in all channels",
    SearchMessages,
    MESSAGES,
    search,
    _say_found,
    keep=_KEPT,
)
GET_THREAD_REPLIES = Tool(
    "slack_get_thread_replies",
    "Read a Slack thread: a message and the replies to it",
    GetThreadReplies,
    MESSAGES,
    thread,
    _say_thread,
)
GET_USER_INFO = Tool(
    "slack_get_user_info",
    "Look up a member of the Slack team: name, address, title, time zone, status",
    GetUserInfo,
    ToolRules(own=True),
    user,
    _say_user,
)
