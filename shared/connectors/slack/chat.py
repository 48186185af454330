"""A person's Slack behind the Chat port."""

import re
from datetime import datetime

from shared.connectors.rest import NotThere
from shared.connectors.slack import channels as channels_of
from shared.connectors.slack import history, posting
from shared.connectors.slack.calls import Slack
from shared.connectors.slack.people import People, is_id
from shared.connectors.slack.unread import unread_messages
from shared.connectors.slack.wire import Found, Messages
from shared.ports import Clock
from shared.tools.effect import Effect
from shared.workspace.slack.port import Channel, ChatMessage, ChatUser

MOST_FOUND = 100
"""Slack's longest page of search results."""

_TS = re.compile(r"\d{1,10}\.\d{1,9}")


class SlackChat:
    """One person's Slack, with their own rights. Names are looked up anew in each call."""

    def __init__(self, slack: Slack, clock: Clock) -> None:
        self._slack = slack
        self._clock = clock

    async def channels(self) -> tuple[Channel, ...]:
        """Return the channels the person is in, by name; Slack does not count the unread here."""
        async with self._slack.connected() as calls:
            return tuple(channels_of.as_channel(c) for c in await channels_of.mine(calls))

    async def messages(
        self, channel: str, since: datetime | None, limit: int
    ) -> tuple[ChatMessage, ...]:
        """Return the newest messages of a channel, oldest first."""
        async with self._slack.connected() as calls:
            found = await channels_of.find(calls, channel)
            newest = await history.newest(calls, found.id, since, limit)
            return await history.in_product_words(
                People(calls), reversed(newest), channels_of.title(found)
            )

    async def replies(self, channel: str, thread_id: str) -> tuple[ChatMessage, ...]:
        """Return a thread, the message that began it first."""
        thread_ts = _thread_ts(thread_id)
        async with self._slack.connected() as calls:
            found = await channels_of.find(calls, channel)
            messages = await history.thread(calls, found.id, thread_ts)
            return await history.in_product_words(People(calls), messages, channels_of.title(found))

    async def unread(self, since: datetime | None, limit: int) -> tuple[ChatMessage, ...]:
        """Return messages not read yet, newest first, of as many channels as can be asked."""
        async with self._slack.connected() as calls:
            return await unread_messages(calls, People(calls), since, limit)

    async def search(self, text: str, limit: int) -> tuple[ChatMessage, ...]:
        """Return messages that say `text`, newest first; Slack's search operators work."""
        async with self._slack.connected() as calls:
            found = await calls.get(
                Found,
                "search.messages",
                query=text,
                count=min(limit, MOST_FOUND),
                sort="timestamp",
                sort_dir="desc",
            )
            return await history.in_product_words(People(calls), found.messages.matches[:limit])

    async def user(self, who: str) -> ChatUser:
        """Return one member."""
        async with self._slack.connected() as calls:
            return await People(calls).find(who)

    async def users(self, name: str) -> tuple[ChatUser, ...]:
        """Return the members a text names."""
        async with self._slack.connected() as calls:
            return await People(calls).all_named(name)

    async def direct_messages(
        self, user_id: str, since: datetime | None, limit: int
    ) -> tuple[ChatMessage, ...]:
        """Return the newest messages between a member and the person, oldest first."""
        async with self._slack.connected() as calls:
            talk = await channels_of.talk_with(calls, user_id)
            if talk is None:
                return ()
            newest = await history.newest(calls, talk.id, since, limit)
            found = await history.in_product_words(People(calls), reversed(newest), talk.id)
            return tuple(map(_direct, found))

    async def post(self, channel: str, text: str, thread_id: str, effect: Effect) -> ChatMessage:
        """Say something in a channel, or in a thread of it."""
        thread_ts = _thread_ts(thread_id) if thread_id else ""
        async with self._slack.connected() as calls:
            if effect.handle:  # an earlier attempt may have posted it
                message = await posting.posted_before(calls, thread_ts, effect)
                name = await channels_of.name_of(calls, channel)
            else:
                found = await channels_of.find(calls, channel)
                message = await posting.post(calls, self._clock, found.id, text, thread_ts, effect)
                name = channels_of.title(found)
            (posted,) = await history.in_product_words(People(calls), [message], name)
            return posted

    async def send(self, user_id: str, text: str, effect: Effect) -> ChatMessage:
        """Say something to a member alone."""
        if not is_id(user_id):
            raise NotThere("There is no such person in Slack.")
        async with self._slack.connected() as calls:
            if effect.handle:  # an earlier attempt may have posted it
                message = await posting.posted_before(calls, "", effect)
                talk = posting.place_of(effect)
            else:
                talk = await channels_of.opened_with(calls, user_id)
                message = await posting.post(calls, self._clock, talk, text, "", effect)
            (sent,) = await history.in_product_words(People(calls), [message], talk)
            return _direct(sent)

    async def delete(self, channel: str, message_id: str, effect: Effect) -> None:  # noqa: ARG002 - it comes to the same however often
        """Delete a message of the person's own; one that is gone is deleted already."""
        ts = _thread_ts(message_id)
        async with self._slack.connected() as calls:
            place = await channels_of.id_of(calls, channel)
            try:
                await calls.put("chat.delete", channel=place, ts=ts)
            except NotThere:
                return

    async def mark_read(self, channel: str, effect: Effect) -> None:  # noqa: ARG002 - it comes to the same however often
        """Mark everything in a channel as read."""
        async with self._slack.connected() as calls:
            found = await channels_of.find(calls, channel)
            newest = await calls.get(Messages, "conversations.history", channel=found.id, limit=1)
            for message in newest.messages:
                await calls.put("conversations.mark", channel=found.id, ts=message.ts)


def _direct(message: ChatMessage) -> ChatMessage:
    return message.model_copy(update={"direct": True})


def _thread_ts(thread_id: str) -> str:
    if not _TS.fullmatch(thread_id):
        raise NotThere("There is no such thread in Slack (any more).")
    return thread_id
