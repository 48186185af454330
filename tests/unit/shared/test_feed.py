import asyncio

import pytest

from shared.feed import Feed, News
from tests.support.fakes import NOON, new_thread


def news(number=1):
    return News(new_thread("t", NOON).model_copy(update={"events": number}), ())


async def forever():
    await asyncio.Event().wait()


async def test_who_listens_hears_all_that_was_told_since_the_last_time():
    feed = Feed()
    with feed.listen("t") as listener:
        feed.tell("t", news(1))
        feed.tell("other", news(9))
        feed.tell("t", news(2))
        assert [one.thread.events for one in listener.take()] == [1, 2]
        assert listener.take() == []


async def test_all_who_listen_hear_it_and_who_left_does_not():
    feed = Feed()
    with feed.listen("t") as one:
        with feed.listen("t") as other:
            feed.tell("t", news())
        feed.tell("t", news())
    feed.tell("t", news())
    assert (len(one.take()), len(other.take())) == (2, 1)


async def test_news_end_the_wait():
    feed = Feed()
    with feed.listen("t") as listener:
        waiting = asyncio.ensure_future(listener.wait(forever()))
        await asyncio.sleep(0)
        feed.tell("t", news())
        await waiting
        assert len(listener.take()) == 1


async def test_news_told_before_the_wait_end_it_at_once():
    feed = Feed()
    with feed.listen("t") as listener:
        feed.tell("t", news())
        await listener.wait(forever())


async def test_without_news_the_wait_ends_with_its_limit():
    with Feed().listen("t") as listener:
        await listener.wait(asyncio.sleep(0))
        assert listener.take() == []


async def test_what_goes_wrong_with_the_limit_is_not_swallowed():
    async def broken():
        raise ValueError("no clock")

    with Feed().listen("t") as listener, pytest.raises(ValueError, match="no clock"):
        await listener.wait(broken())


async def test_a_wait_that_is_given_up_leaves_nothing_waiting():
    with Feed().listen("t") as listener:
        before = asyncio.all_tasks()
        waiting = asyncio.ensure_future(listener.wait(forever()))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait({waiting})
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == before
