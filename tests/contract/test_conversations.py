"""Where a person's conversations are is noted where all of it is found."""

from datetime import timedelta

import pytest

from shared.models.conversation import Conversation
from shared.models.principal import Principal
from shared.storage.conversations import StoredConversations
from shared.storage.memory import MemoryRows
from tests.support.fakes import NOON

ANN, BOB = Principal(tenant="acme", user="ann"), Principal(tenant="acme", user="bob")
FIRST = Conversation(thread="k-1", thread_id="1", at=NOON)
SECOND = Conversation(thread="k-2", thread_id="2", at=NOON + timedelta(minutes=1))


@pytest.fixture
def conversations(rows):
    return StoredConversations(rows)


async def test_conversations_are_there_once_the_latest_first(conversations):
    for noted in (SECOND, FIRST, SECOND):
        await conversations.note(ANN, noted)
    assert list(await conversations.of(ANN)) == [SECOND, FIRST]

    later = FIRST.model_copy(update={"at": NOON + timedelta(hours=1)})
    await conversations.note(ANN, later)
    assert list(await conversations.of(ANN)) == [later, SECOND]
    assert list(await conversations.of(BOB)) == []


async def test_what_was_struck_out_is_gone_and_may_be_struck_out_again(conversations):
    await conversations.note(ANN, FIRST)

    await conversations.remove(ANN, FIRST.thread)
    await conversations.remove(ANN, FIRST.thread)

    assert list(await conversations.of(ANN)) == []


async def test_more_than_a_page_of_them_are_all_found():
    conversations = StoredConversations(MemoryRows())
    for number in range(1005):
        at = NOON + timedelta(seconds=number)
        await conversations.note(ANN, Conversation(thread=f"k{number}", thread_id="t", at=at))
    assert len(await conversations.of(ANN)) == 1005
