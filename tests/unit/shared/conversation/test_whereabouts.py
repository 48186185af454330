"""Finding a person's conversation, also one that was begun under a name all of them shared."""

import pytest

from shared.conversation.taking import take_message
from shared.conversation.whereabouts import head_of, key_of
from shared.models.principal import Principal
from shared.models.rows import INBOX, Change
from shared.models.threads_in import NewMessage
from shared.naming import former_thread_key, thread_key
from tests.support.fakes import NOON, OWNER, TENANT, THREAD, Conversation, new_thread

ADA = Principal(tenant=TENANT, user=OWNER)
BOB = Principal(tenant=TENANT, user="bob")
SAID = NewMessage(text="Hi", message_id="m1", run_id="run-m1", digest="Hi", due_at=NOON)
FORMER = former_thread_key(TENANT, THREAD)


@pytest.fixture
def services():
    return Conversation().services


@pytest.fixture
async def former(services):
    """A conversation of Ada's from before."""
    await services.threads.commit(None, Change(new_thread(FORMER)))
    return services


def test_no_two_people_share_a_partition():
    names = {thread_key(tenant, user, "t") for tenant in "ab" for user in ("u", "v", "u-t")}
    assert len(names) == 6


async def test_a_conversation_that_is_not_there_begins_where_nobody_else_can_name_it(services):
    assert await head_of(services, ADA, THREAD) is None
    assert await key_of(services, ADA, THREAD) == thread_key(TENANT, OWNER, THREAD)


async def test_one_from_before_is_found_and_goes_on_where_it_is(former):
    assert await key_of(former, ADA, THREAD) == FORMER
    receipt = await take_message(former, ADA, THREAD, SAID)
    assert receipt.key == FORMER
    assert len(await former.threads.page(FORMER, INBOX, 1, 10)) == 1
    assert (await head_of(former, ADA, THREAD)).value.accepted == 1


async def test_it_is_nobody_elses(former):
    assert await head_of(former, BOB, THREAD) is None
    receipt = await take_message(former, BOB, THREAD, SAID)
    assert receipt.key == thread_key(TENANT, "bob", THREAD)
    assert (await head_of(former, ADA, THREAD)).value.accepted == 0
    assert (await head_of(former, BOB, THREAD)).value.owner == "bob"


async def test_once_it_was_purged_the_next_one_is_a_new_one(former):
    await former.threads.purge(FORMER)
    receipt = await take_message(former, ADA, THREAD, SAID)
    assert receipt.key == thread_key(TENANT, OWNER, THREAD)


async def test_where_no_conversation_was_begun_nobody_looks_twice(services):
    asked = []
    head = services.threads.head

    async def noted(key):
        asked.append(key)
        return await head(key)

    services.threads.head = noted
    for _ in range(3):
        await key_of(services, ADA, THREAD)
    await key_of(services, ADA, "another")

    assert asked == [FORMER, former_thread_key(TENANT, "another")]


async def test_what_is_somebody_elses_may_still_be_asked_for_by_them(former):
    assert await key_of(former, BOB, THREAD) == thread_key(TENANT, "bob", THREAD)
    assert await key_of(former, ADA, THREAD) == FORMER
