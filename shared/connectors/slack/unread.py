"""What a person has not read yet: Slack has no list of it, so each channel is asked."""

from datetime import datetime

from shared.connectors.slack.calls import Calls
from shared.connectors.slack.channels import informed, mine, title
from shared.connectors.slack.history import in_product_words, newest
from shared.connectors.slack.people import People
from shared.connectors.slack.wire import Caller, Conversation, sent_at
from shared.errors import ToolFailed
from shared.tools.gathering import each
from shared.workspace.slack.port import ChatMessage

MOST_CHANNELS = 40
"""Slack tells of about 50 channels a minute."""
AT_ONCE = 8


async def unread_messages(
    calls: Calls, people: People, since: datetime | None, limit: int
) -> tuple[ChatMessage, ...]:
    """Return messages of others that were not read, newest first.

    Raises ToolFailed when nothing was found although not everything could be looked at.
    """
    me = (await calls.get(Caller, "auth.test")).user_id
    channels = await mine(calls)
    told = await _informed(calls, channels[:MOST_CHANNELS])
    if told and not any(channel.last_read for channel in told):
        raise ToolFailed("Slack does not tell what you have read.", "permission")
    found: list[ChatMessage] = []
    limited: ToolFailed | None = None
    for channel in told:
        if limited or not _may_have_unread(channel):
            continue
        start = max(sent_at(channel.last_read), since or sent_at(channel.last_read))
        try:
            messages = await newest(calls, channel.id, start, limit)
        except ToolFailed as error:
            if error.kind != "rate_limit":
                raise
            limited = error
            continue
        new = [m for m in messages if sent_at(m.ts) > sent_at(channel.last_read) and m.user != me]
        found += await in_product_words(people, new, title(channel), unread=True)
    if not found and limited:
        raise limited
    if not found and len(channels) > MOST_CHANNELS:
        raise ToolFailed(
            f"Nothing is unread in the first {MOST_CHANNELS} of your {len(channels)} Slack "
            "channels. Name a channel to look at another one.",
            "params",
        )
    return tuple(sorted(found, key=lambda message: message.sent_at, reverse=True)[:limit])


async def _informed(calls: Calls, channels: list[Conversation]) -> list[Conversation]:
    async def one(channel: Conversation) -> Conversation:
        return await informed(calls, channel.id)

    return [*await each(one, channels, AT_ONCE)]


def _may_have_unread(channel: Conversation) -> bool:
    """Return whether a channel is worth asking, by what Slack happens to say of it."""
    if not channel.last_read or channel.unread_count == 0:
        return False
    latest = channel.latest.ts
    return not latest or sent_at(latest) > sent_at(channel.last_read)
