import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.links import unlinked, without_links


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[Your bank](https://evil.example)", "[Your bank] (https://evil.example)"),
        ("![](https://evil.example/a.png)", "![] (https://evil.example/a.png)"),
        ("![a][b]\n\n[b]: https://evil.example", "![a] [b]\n\n[b] : https://evil.example"),
        ("[[a]](b)", "[[a]] (b)"),
        ("[a] (b) and c[0] = [1, 2]", "[a] (b) and c[0] = [1, 2]"),
    ],
)
def test_what_would_be_a_link_is_text(text, shown):
    assert without_links(text) == shown


async def collected(pieces):
    async def source():
        for piece in pieces:
            yield piece

    return [piece async for piece in unlinked(source())]


@pytest.mark.parametrize(
    ("pieces", "shown"),
    [
        (["see [a", "]", "(b)"], ["see [a", "] (b)"]),
        (["[a]", "[b]"], ["[a", "] [b", "]"]),
        (["]", "]"], ["]", "]"]),
    ],
)
async def test_a_bracket_waits_for_what_follows_it(pieces, shown):
    assert await collected(pieces) == shown


@given(st.lists(st.text(alphabet="a[](): ", max_size=4)))
async def test_pieces_come_to_the_same_wherever_they_are_cut(pieces):
    shown = await collected(pieces)

    assert "".join(shown) == without_links("".join(pieces))
    assert "" not in shown


async def test_a_source_is_closed_when_the_reader_turns_away():
    closed = []

    async def source():
        try:
            yield "a"
            yield "b"
        finally:
            closed.append(True)

    reading = unlinked(source())
    assert await anext(reading) == "a"
    await reading.aclose()

    assert closed


class Letters:
    """An iterator that cannot be closed."""

    def __init__(self, letters):
        self._left = list(letters)

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self._left:
            raise StopAsyncIteration
        return self._left.pop(0)


async def test_a_source_that_cannot_be_closed_needs_no_closing():
    assert [piece async for piece in unlinked(Letters("ab"))] == ["a", "b"]
