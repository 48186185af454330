"""The channels of a Slack team, and which one somebody means."""

import difflib
import re

from shared.connectors.rest import NotThere
from shared.connectors.slack.calls import Calls
from shared.connectors.slack.wire import Conversation, Conversations, OneConversation
from shared.errors import ToolFailed
from shared.workspace.slack.port import Channel

MOST_PAGES = 10
PAGE = 900
TYPES = "public_channel,private_channel"

_ID = re.compile(r"(?=.*\d)[CGD][A-Z0-9]{5,}")


async def listed(calls: Calls) -> list[Conversation]:
    """Return the channels the person can see, as far as ten pages go."""
    pages = calls.pages(
        Conversations,
        "conversations.list",
        MOST_PAGES,
        types=TYPES,
        exclude_archived=True,
        limit=PAGE,
    )
    return [channel async for page in pages for channel in page.channels]


async def talk_with(calls: Calls, user_id: str) -> Conversation | None:
    """Return the conversation of two that the person has with a member; None if there is none."""
    pages = calls.pages(Conversations, "conversations.list", MOST_PAGES, types="im", limit=PAGE)
    async for page in pages:
        for talk in page.channels:
            if talk.user == user_id:
                return talk
    return None


async def opened_with(calls: Calls, user_id: str) -> str:
    """Return the id of the conversation of two with a member, which is opened if need be."""
    return (await calls.ensure(OneConversation, "conversations.open", users=user_id)).channel.id


async def mine(calls: Calls) -> list[Conversation]:
    """Return the channels the person is in, by name."""
    return sorted((c for c in await listed(calls) if c.is_member), key=lambda c: c.name.casefold())


async def informed(calls: Calls, channel_id: str) -> Conversation:
    """Return one channel with all that Slack says of it."""
    answer = await calls.get(
        OneConversation, "conversations.info", channel=channel_id, include_num_members=True
    )
    return answer.channel


async def find(calls: Calls, channel: str) -> Conversation:
    """Return the channel with this name or id; raise NotThere, naming the closest."""
    wanted = channel.strip().removeprefix("#")
    if _ID.fullmatch(wanted):
        return await informed(calls, wanted)
    known = {c.name.casefold(): c for c in await listed(calls)}
    if found := known.get(wanted.casefold()):
        return found
    near = difflib.get_close_matches(wanted.casefold(), known, 3)
    hint = f" Did you mean {' or '.join(f'#{known[name].name}' for name in near)}?" if near else ""
    raise NotThere(f"There is no channel #{wanted[:80]} in Slack that you can see.{hint}")


async def id_of(calls: Calls, channel: str) -> str:
    """Return the id of a channel; one that is an id is what was shown, and not looked up."""
    wanted = channel.strip().removeprefix("#")
    return wanted if _ID.fullmatch(wanted) else (await find(calls, wanted)).id


async def name_of(calls: Calls, channel: str) -> str:
    """Return what a channel is called; as it was asked for when Slack does not say."""
    try:
        return title(await find(calls, channel))
    except ToolFailed:
        return channel.strip().removeprefix("#")


def title(channel: Conversation) -> str:
    """Return what a channel is called; a conversation of two has no name."""
    return "direct message" if channel.is_im else channel.name or channel.id


def as_channel(channel: Conversation) -> Channel:
    """Return a channel in the product's words."""
    return Channel(
        id=channel.id,
        name=title(channel),
        topic=channel.topic.value,
        members=channel.num_members,
        unread=channel.unread_count,
    )
