"""Each person's conversations: a row a conversation, in the partition of whose it is."""

from collections.abc import Sequence

from shared.models.conversation import Conversation
from shared.models.principal import Principal
from shared.storage.keys import digest, partition_of
from shared.storage.rows import Delete, Rows, Upsert, every


class StoredConversations:
    """The `Conversations` port over one table."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def note(self, principal: Principal, conversation: Conversation) -> None:
        """Note that something was said in a conversation."""
        write = Upsert(digest(conversation.thread), conversation.model_dump_json())
        await self._rows.commit(partition_of(principal), [write])

    async def remove(self, principal: Principal, thread: str) -> None:
        """Strike out a conversation that is no more, if it is still there."""
        partition = partition_of(principal)
        await self._rows.commit(partition, [Delete(digest(thread))])

    async def of(self, principal: Principal) -> Sequence[Conversation]:
        """Return a person's conversations, the one with the latest message first.

        All of them are read: they are as many as somebody has in the time that threads are kept.
        """
        rows = every(self._rows, partition_of(principal))
        found = [Conversation.model_validate_json(row.body) async for row in rows]
        return sorted(found, key=lambda one: (one.at, digest(one.thread)), reverse=True)
