"""The sandbox's Slack behind the Chat port."""

from collections.abc import Sequence
from datetime import datetime

from shared.connectors.folding import fold, says
from shared.connectors.name_matching import Closeness, person_closeness
from shared.connectors.sandbox.days import dated, in_order
from shared.connectors.sandbox.records import (
    OWNER,
    Done,
    MessageRecord,
    RoomRecord,
    TalkRecord,
    part_of,
)
from shared.connectors.sandbox.store import SandboxStore, Stored, fresh
from shared.errors import ToolFailed
from shared.storage.rows import Write
from shared.tools.effect import Effect
from shared.workspace.slack.port import Channel, ChatMessage, ChatUser

_DIRECT = "direct-"
"""What the rooms of two are called, before the id of whom the owner talks to there."""
DELETED = "This message was deleted."


class SandboxChat:
    """One person's team chat."""

    def __init__(self, store: SandboxStore) -> None:
        self._store = store

    async def channels(self) -> tuple[Channel, ...]:
        """Return the channels the person is in, by name."""
        talks = await self._talks()
        return tuple(_channel(room, talks) for room in await self._rooms())

    async def messages(
        self, channel: str, since: datetime | None, limit: int
    ) -> tuple[ChatMessage, ...]:
        """Return the newest messages of a channel, oldest first, without thread replies."""
        room = await self._room(channel)
        firsts = [talk[0] for talk in await self._said() if talk[0].channel == room.name]
        return tuple(_newest(firsts, since, limit)[::-1])

    async def replies(self, channel: str, thread_id: str) -> tuple[ChatMessage, ...]:
        """Return a thread, the message that began it first."""
        talk = await self._talk((await self._room(channel)).name, thread_id)
        return self._spoken(talk.record, {user.id: user for user in await self._users()})

    async def unread(self, since: datetime | None, limit: int) -> tuple[ChatMessage, ...]:
        """Return messages not read yet in all channels, newest first."""
        found = [each for talk in await self._said() for each in talk if each.unread]
        return tuple(_newest(found, since, limit))

    async def search(self, text: str, limit: int) -> tuple[ChatMessage, ...]:
        """Return messages with all words of `text`, newest first."""
        found = [each for talk in await self._said() for each in talk if says(text, each.text)]
        return tuple(_newest(found, None, limit))

    async def user(self, who: str) -> ChatUser:
        """Return one member; raise ToolFailed for a name that several go by."""
        best = await self.users(who)
        if not best:
            raise ToolFailed(f"There is no {who or 'such person'} in this Slack team.", "params")
        found, *others = best
        if others:
            names = ", ".join(user.name for user in best)
            raise ToolFailed(f"Several members go by that name: {names}.", "params")
        return found

    async def users(self, name: str) -> tuple[ChatUser, ...]:
        """Return the members a text names: by id, handle or address, else the closest names."""
        wanted, users = fold(name.strip().removeprefix("@")), await self._users()
        for user in users:
            if wanted in {fold(user.id), fold(user.handle), fold(user.email)}:
                return (user,)
        found = {user: person_closeness(wanted, user.name, user.email) for user in users}
        close = [near for near in found.values() if near is not None and near <= Closeness.WORD]
        best = [user for user, near in found.items() if close and near == min(close)]
        return tuple(best) if wanted else ()

    async def direct_messages(
        self, user_id: str, since: datetime | None, limit: int
    ) -> tuple[ChatMessage, ...]:
        """Return the newest messages between a member and the person, oldest first."""
        talk = f"{_DIRECT}{user_id}"
        found = [talk_[0] for talk_ in await self._said() if talk_[0].channel == talk]
        return tuple(_newest(found, since, limit)[::-1])

    async def post(self, channel: str, text: str, thread_id: str, effect: Effect) -> ChatMessage:
        """Say something in a channel, or in a thread of it."""

        async def change() -> tuple[list[Write], ChatMessage]:
            room, now = await self._room(channel), self._store.now()
            if not text.strip():
                raise ToolFailed("A message needs a text.", "params")
            me = await self.user(OWNER.email)
            said = MessageRecord(author=me.id, at=now, text=text)
            if thread_id:
                talk = await self._talk(room.name, thread_id)
                whole = _settled(talk.record, now, said)
                return [talk.written(whole)], self._spoken(whole, {me.id: me})[-1]
            record = TalkRecord(id=effect.id, room=room.name, messages=(said,))
            write = fresh("talk", f"{room.name}.{record.id}", record).written(record)
            return [write], self._spoken(record, {me.id: me})[0]

        return await self._store.once(effect, ChatMessage, change)

    async def send(self, user_id: str, text: str, effect: Effect) -> ChatMessage:
        """Say something to a member alone."""

        async def change() -> tuple[list[Write], ChatMessage]:
            users = {user.id: user for user in await self._users()}
            if user_id not in users:
                raise ToolFailed("There is no such person in this Slack team.", "params")
            if not text.strip():
                raise ToolFailed("A message needs a text.", "params")
            me = await self.user(OWNER.email)
            said = MessageRecord(author=me.id, at=self._store.now(), text=text)
            record = TalkRecord(id=effect.id, room=f"{_DIRECT}{user_id}", messages=(said,))
            write = fresh("talk", f"{record.room}.{record.id}", record).written(record)
            return [write], self._spoken(record, {me.id: me})[0]

        return await self._store.once(effect, ChatMessage, change)

    async def delete(self, channel: str, message_id: str, effect: Effect) -> None:
        """Delete a message of the owner's; in a thread its place stays, without what it said."""

        async def change() -> tuple[list[Write], Done]:
            alone = channel.startswith(_DIRECT)
            room = channel if alone else (await self._room(channel)).name
            me = await self.user(OWNER.email)
            _, number = part_of(message_id)
            talk = await self._talk(room, message_id)
            said = talk.record.messages[number : number + 1]
            if not said:
                raise ToolFailed(f"There is no such message in #{room}.", "params")
            if said[0].author != me.id:
                raise ToolFailed("Only one's own messages can be deleted.", "permission")
            if len(talk.record.messages) == 1:
                return [talk.removed()], Done()
            return [talk.written(_without(talk.record, number))], Done()

        await self._store.once(effect, Done, change)

    async def mark_read(self, channel: str, effect: Effect) -> None:
        """Mark everything in a channel as read."""

        async def change() -> tuple[list[Write], Done]:
            room = await self._room(channel)
            unread = [
                talk
                for talk in await self._talks()
                if talk.record.room == room.name and _unread(talk.record)
            ]
            return [talk.written(_read(talk.record)) for talk in unread], Done()

        await self._store.once(effect, Done, change)

    async def _talks(self) -> list[Stored[TalkRecord]]:
        return await self._store.all("talk", TalkRecord)

    async def _rooms(self) -> list[RoomRecord]:
        return [row.record for row in await self._store.all("room", RoomRecord)]

    async def _users(self) -> list[ChatUser]:
        return [row.record for row in await self._store.all("user", ChatUser)]

    async def _said(self) -> list[tuple[ChatMessage, ...]]:
        users = {user.id: user for user in await self._users()}
        return [self._spoken(talk.record, users) for talk in await self._talks()]

    async def _room(self, channel: str) -> RoomRecord:
        wanted = fold(channel.strip().removeprefix("#"))
        for room in await self._rooms():
            if wanted in {fold(room.name), fold(room.id)}:
                return room
        raise ToolFailed(f"There is no channel #{wanted} that you are in.", "params")

    async def _talk(self, room: str, thread_id: str) -> Stored[TalkRecord]:
        first, _, _ = thread_id.partition(".")  # a reply stands for its thread
        talk = await self._store.find("talk", f"{room}.{first}", TalkRecord)
        if talk is None:
            raise ToolFailed(f"There is no such thread in #{room}.", "params")
        return talk

    def _spoken(self, talk: TalkRecord, users: dict[str, ChatUser]) -> tuple[ChatMessage, ...]:
        now = self._store.now()
        times = in_order([each.at for each in talk.messages], now)
        replies = len(talk.messages) - 1
        return tuple(
            ChatMessage(
                id=f"{talk.id}.{number}" if number else talk.id,
                channel=talk.room,
                author=users[each.author].name if each.author in users else each.author,
                author_id=each.author,
                text=dated(each.text, now),
                sent_at=sent_at,
                thread_id=talk.id if replies else "",
                replies=0 if number else replies,
                unread=each.unread,
                direct=talk.room.startswith(_DIRECT),
            )
            for number, (each, sent_at) in enumerate(zip(talk.messages, times, strict=True))
        )


def _newest(
    messages: Sequence[ChatMessage], since: datetime | None, limit: int
) -> list[ChatMessage]:
    found = [each for each in messages if since is None or each.sent_at >= since]
    return sorted(found, key=lambda each: (each.sent_at, each.id), reverse=True)[: max(limit, 0)]


def _channel(room: RoomRecord, talks: Sequence[Stored[TalkRecord]]) -> Channel:
    unread = sum(_unread(talk.record) for talk in talks if talk.record.room == room.name)
    return Channel(
        id=room.id,
        name=room.name,
        topic=room.topic,
        members=len(room.members),
        unread=unread,
    )


def _unread(talk: TalkRecord) -> int:
    return sum(message.unread for message in talk.messages)


def _read(talk: TalkRecord) -> TalkRecord:
    messages = (message.model_copy(update={"unread": False}) for message in talk.messages)
    return talk.model_copy(update={"messages": tuple(messages)})


def _without(talk: TalkRecord, number: int) -> TalkRecord:
    """Return the thread without a message: the last goes, one before it says nothing any more."""
    before, gone, after = (
        talk.messages[:number],
        talk.messages[number],
        talk.messages[number + 1 :],
    )
    kept = (gone.model_copy(update={"text": DELETED}), *after) if after else ()
    return talk.model_copy(update={"messages": (*before, *kept)})


def _settled(talk: TalkRecord, now: datetime, reply: MessageRecord) -> TalkRecord:
    """Return the thread with a reply, and with the dates it has now, for good."""
    times = in_order([each.at for each in talk.messages], now)
    messages = (
        each.model_copy(update={"at": sent_at, "text": dated(each.text, now)})
        for each, sent_at in zip(talk.messages, times, strict=True)
    )
    return talk.model_copy(update={"messages": (*messages, reply)})
