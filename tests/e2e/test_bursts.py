"""Many messages at once: each is answered once, in order, and no event is lost or repeated."""

import asyncio

from tests.support.http import Conversation, Frame, ids, outcome, types

BURST = 50
THREADS = 20
SARAH = "Show me emails from Sarah about the budget"


def runs(frames: list[Frame]) -> list[str]:
    """Return the runs in the order they began; fail unless each began and ended once, in turn."""
    marks = [f for f in frames if f.type in {"RUN_STARTED", "RUN_FINISHED"}]
    assert types(marks) == ["RUN_STARTED", "RUN_FINISHED"] * (len(marks) // 2)
    begun, ended = [m.run for m in marks[::2]], [m.run for m in marks[1::2]]
    assert begun == ended
    assert len(set(begun)) == len(begun)
    return begun


def alternating(transcript: list[tuple[str, str]]) -> list[str]:
    """Return what the person said; fail unless each message is answered before the next."""
    assert [role for role, _ in transcript] == ["user", "assistant"] * (len(transcript) // 2)
    return [text for role, text in transcript if role == "user"]


async def test_a_burst_into_one_thread_is_answered_in_the_order_it_was_taken(conversation):
    said = [f"@nobody-{n} hello" for n in range(BURST)]

    receipts = [await conversation.say(text) for text in said]
    frames = await conversation.wait_for(ends=BURST)

    assert ids(frames) == list(range(1, len(frames) + 1))
    assert runs(frames) == [receipt["run_id"] for receipt in receipts]
    transcript = await conversation.transcript()
    assert alternating(transcript) == said
    for n, (_, text) in enumerate(transcript[1::2]):
        assert f"@nobody-{n} " in text
    assert await conversation.log() == frames
    counts = (await conversation.get())["counts"]
    assert (counts["turns"], counts["queued"]) == (BURST, 0)


async def test_a_burst_from_many_hands_at_once_is_answered_once_each(conversation):
    said = [f"@nobody-{n} hello" for n in range(BURST)]

    receipts = await asyncio.gather(*map(conversation.say, said))
    frames = await conversation.wait_for(ends=BURST)

    assert ids(frames) == list(range(1, len(frames) + 1))
    assert sorted(runs(frames)) == sorted(receipt["run_id"] for receipt in receipts)
    assert sorted(alternating(await conversation.transcript())) == sorted(said)


async def test_threads_at_once_do_not_mix(client):
    talks = [Conversation(client) for _ in range(THREADS)]

    async def live(number: int, talk: Conversation) -> None:
        texts = [SARAH, f"@nobody-{number} hello"]
        receipts = [await talk.say(text) for text in texts]
        frames = await talk.wait_for(ends=2)
        assert ids(frames) == list(range(1, len(frames) + 1))
        assert runs(frames) == [receipt["run_id"] for receipt in receipts]
        assert outcome(frames) == {"type": "success"}
        transcript = await talk.transcript()
        assert alternating(transcript) == texts
        assert transcript[1][1].startswith("I found 5 emails from Sarah Chen")
        assert f"@nobody-{number} " in transcript[3][1]

    await asyncio.gather(*(live(n, talk) for n, talk in enumerate(talks)))
