import asyncio
from contextlib import ExitStack

import pytest

from shared.feed import CLOSELY, Feed, News
from shared.models.thread import LoggedEvent
from tests.support.fakes import NOON, new_thread


def news(number=1):
    return News(new_thread("t", NOON).model_copy(update={"events": number}), ())


def logged(number):
    """News of the event of this number."""
    return News(new_thread("t", NOON), [LoggedEvent(id=number, run="r", event={"type": "X"})])


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


def expecting(feed, count, stack):
    """So many followers here for whom something is about to be written."""
    listeners = [stack.enter_context(feed.listen(f"t{n}")) for n in range(count)]
    for listener in listeners:
        listener.expects(news=True)
    return listeners


async def looked(listener, last):
    """Let a follower have read the log up to an event, and wait in vain."""
    listener.found(last)
    await listener.wait(asyncio.sleep(0))


async def test_followers_of_a_process_that_is_alone_look_in_turns():
    feed = Feed()
    with ExitStack() as stack:
        (one, *others) = expecting(feed, 4, stack)
        assert one.apart(0.5, 15.0) == 2.0
        others[0].expects(news=False)
        others[0].expects(news=False)
        assert one.apart(0.5, 15.0) == 1.5
        assert one.apart(0.5, 1.0) == 1.0, "at the latest then"
        assert one.apart(0.5, 0.0) == 0.5, "and no sooner than that"
    with feed.listen("t") as alone:
        assert alone.apart(0.5, 15.0) == 0.5


async def test_one_that_finds_what_others_wrote_has_everybody_look():
    feed = Feed()
    with ExitStack() as stack:
        one, other = expecting(feed, 2, stack)
        waiting = asyncio.ensure_future(other.wait(forever()))
        await looked(one, 3)
        await waiting
        assert other.take() == []
        assert {one.apart(0.5, 15.0), other.apart(0.5, 15.0)} == {0.5}


async def test_those_who_look_for_themselves_are_not_woken_again():
    feed = Feed()
    with ExitStack() as stack:
        one, other = expecting(feed, 2, stack)
        await looked(one, 3)
        other.take()
        waiting = asyncio.ensure_future(other.wait(forever()))
        await looked(one, 4)
        await asyncio.sleep(0)
        assert not waiting.done()
        waiting.cancel()


@pytest.mark.parametrize("when", ["before", "while"])
async def test_what_this_process_tells_is_nobody_elses_however_soon_it_is_read(when):
    feed = Feed()
    with ExitStack() as stack:
        one, _ = expecting(feed, 2, stack)
        if when == "before":
            feed.tell("t0", logged(3))
            await looked(one, 3)
        else:
            one.found(3)
            waiting = asyncio.ensure_future(one.wait(forever()))
            await asyncio.sleep(0)
            feed.tell("t0", logged(3))
            await waiting
        assert one.apart(0.5, 15.0) == 1.0


async def test_turns_are_taken_again_once_enough_were_followed_without_others():
    feed = Feed()
    with ExitStack() as stack:
        one, _ = expecting(feed, 2, stack)
        await looked(one, 3)
        for number in range(CLOSELY):
            assert one.apart(0.5, 15.0) == 0.5, number
            with feed.listen("another"):
                pass
        assert one.apart(0.5, 15.0) == 1.0
