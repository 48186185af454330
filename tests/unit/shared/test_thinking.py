"""What a model thinks is heard beside its words, in order, and goes nowhere else."""

import asyncio

import pytest

from shared.thinking import MOST_CHARACTERS, Thought, heard, thinks


async def said(*pieces, error=None):
    """A text: a Thought in it is thought, an Event waited for, the rest is said."""
    for piece in pieces:
        if isinstance(piece, Thought):
            thinks(piece.text)
        elif isinstance(piece, asyncio.Event):
            await piece.wait()
        else:
            yield piece
    if error is not None:
        raise error


async def told(source):
    return [piece async for piece in heard(source)]


async def test_thoughts_come_before_the_words():
    assert await told(said(Thought("\n\nWell, "), Thought("yes."), "Blue", " it is.")) == [
        Thought("Well, yes."),
        "Blue it is.",
    ]


async def test_a_text_without_thoughts_is_a_text():
    assert await told(said("Blue")) == ["Blue"]
    assert await told(said()) == []
    assert await told(said(Thought("Hm."))) == [Thought("Hm.")]


async def test_a_thought_is_told_while_the_words_are_still_to_come():
    over = asyncio.Event()
    pieces = heard(said(Thought("Hm."), over, "Blue"))
    assert await anext(pieces) == Thought("Hm.")
    over.set()
    assert [piece async for piece in pieces] == ["Blue"]


async def test_what_is_thought_once_the_text_has_begun_is_not_told():
    over = asyncio.Event()
    pieces = heard(said("B" * 500, over, Thought("Late."), "lue"))
    assert await anext(pieces) == "B" * 500
    over.set()
    assert [piece async for piece in pieces] == ["lue"]


async def test_what_was_thought_before_a_failure_is_told_before_it():
    pieces = heard(said(Thought("Hm."), error=ValueError("gone")))
    assert await anext(pieces) == Thought("Hm.")
    with pytest.raises(ValueError, match="gone"):
        await anext(pieces)


async def test_thoughts_without_end_are_cut_and_the_words_are_not():
    long = said(*[Thought("x" * 9000)] * 4, "y" * 30_000)
    found = await told(long)
    thought = "".join(one.text for one in found if isinstance(one, Thought))
    assert len(thought) == MOST_CHARACTERS
    assert "".join(one for one in found if isinstance(one, str)) == "y" * 30_000


async def test_nothing_in_a_thought_can_be_followed():
    found = await told(said(Thought("See https:/"), Thought("/evil.example/?q=1 ![](x)"), "Blue"))
    assert found[0] == Thought("See https: //evil.example/?q=1 ![] (x)")


async def test_who_turns_away_ends_the_text_too():
    ended = []

    async def source():
        try:
            thinks("Hm.")
            yield "Blue"
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    pieces = heard(source())
    await anext(pieces)
    await pieces.aclose()
    assert ended == [True]


async def test_two_answers_at_once_hear_their_own_thoughts():
    both = await asyncio.gather(*(told(said(Thought(name), name)) for name in ("one", "two")))
    assert both == [[Thought("one"), "one"], [Thought("two"), "two"]]


def test_where_nobody_listens_a_thought_is_lost():
    thinks("Hm.")
