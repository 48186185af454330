import pytest

from shared.conversation.transact import MAX_TRIES, transact
from shared.errors import Conflict, NotFound
from shared.models.rows import Change
from tests.support.fakes import Conversation
from tests.support.leaping import in_no_time


@pytest.fixture
async def talk():
    talk = Conversation()
    await talk.say()
    return talk


def renamed(owner):
    async def step(head):
        return Change(head.value.model_copy(update={"owner": owner})), head.value.owner

    return step


async def test_the_change_is_committed_and_the_result_returned(talk):
    assert await transact(talk.threads, talk.key, renamed("bob")) == "ada"
    assert (await talk.head()).owner == "bob"


async def test_no_change_commits_nothing(talk):
    before = await talk.stored()

    async def step(head):
        return None, 7

    assert await transact(talk.threads, talk.key, step) == 7
    assert await talk.stored() == before


async def test_a_faster_writer_is_read_and_decided_on_again(talk):
    async def be_faster():
        await talk.change(owner="eve")

    talk.threads.rivals = [be_faster]
    assert await transact(talk.threads, talk.key, renamed("bob")) == "eve"
    assert (await talk.head()).owner == "bob"


async def test_a_stale_head_is_found_out_at_the_commit(talk):
    head = await talk.threads.head(talk.key)
    await talk.change(owner="eve")
    seen = []

    async def step(found):
        seen.append(found.value.owner)
        return Change(found.value), None

    await transact(talk.threads, talk.key, step, head)
    assert seen == ["ada", "eve"]


async def test_a_thread_that_is_not_there_is_not_found(talk):
    with pytest.raises(NotFound):
        await transact(talk.threads, "nothing", renamed("bob"))


async def test_a_thread_purged_meanwhile_is_not_found(talk):
    async def purge():
        await talk.threads.purge(talk.key)

    talk.threads.rivals = [purge]
    with pytest.raises(NotFound):
        await transact(talk.threads, talk.key, renamed("bob"))


def test_a_thread_that_keeps_changing_is_given_up(talk):
    tries = []

    async def be_faster():
        tries.append(1)
        await talk.change(messages=len(tries))

    talk.threads.rivals = [be_faster] * (MAX_TRIES + 1)
    with pytest.raises(Conflict, match="kept changing"):
        in_no_time(transact(talk.threads, talk.key, renamed("bob")))
    assert len(tries) == MAX_TRIES
