import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import UpstreamUnavailable
from shared.streaming import FLUSH_CHARACTERS, FLUSH_SECONDS, batched, headed
from tests.support.leaping import in_no_time


class Source:
    """Pieces, each after so many seconds; an exception among them is raised."""

    def __init__(self, *script):
        self._script = script
        self.closed = False

    async def __aiter__(self):
        try:
            for after, piece in self._script:
                await asyncio.sleep(after)
                if isinstance(piece, Exception):
                    raise piece
                yield piece
        finally:
            self.closed = True


async def timed(source):
    """Return each batch with the time it came at, and the error that ended them, if one did."""
    loop, batches = asyncio.get_running_loop(), []
    try:
        async for batch in batched(aiter(source)):
            batches.append((round(loop.time(), 3), batch))  # noqa: PERF401 - kept when it fails
    except UpstreamUnavailable as error:
        return batches, error
    return batches, None


def batches_of(*script):
    (batches, error), _ = in_no_time(timed(Source(*script)))
    return batches, error


def test_what_comes_at_once_is_one_batch():
    assert batches_of((0, "a"), (0, "b"), (0, "c")) == ([(0, "abc")], None)


def test_a_piece_waits_for_others_until_it_is_a_quarter_of_a_second_old():
    batches, _ = batches_of((0, "a"), (0.1, "b"), (0.1, "c"), (0.1, "d"), (1, "e"))
    assert batches == [(FLUSH_SECONDS, "abc"), (0.55, "d"), (1.3, "e")]


def test_the_age_is_that_of_the_oldest_piece():
    steady = [(0.2, str(n)) for n in range(5)]
    batches, _ = batches_of(*steady)
    assert batches == [(0.45, "01"), (0.85, "23"), (1.0, "4")]


def test_five_hundred_characters_do_not_wait():
    batches, _ = batches_of((0, "a" * 300), (0.1, "b" * 300), (9, "c"))
    assert batches == [(0.1, "a" * 300 + "b" * 200), (0.25, "b" * 100), (9.1, "c")]


def test_a_huge_piece_is_cut():
    batches, _ = batches_of((0, "x" * 1234))
    assert [len(batch) for _, batch in batches] == [500, 500, 234]


def test_exactly_five_hundred_characters_leave_nothing_behind():
    assert batches_of((0, "x" * FLUSH_CHARACTERS), (9, "y"))[0] == [
        (0, "x" * FLUSH_CHARACTERS),
        (9, "y"),
    ]


@pytest.mark.parametrize("script", [(), ((0, ""),), ((0, ""), (1, ""))])
def test_nothing_is_no_batch(script):
    assert batches_of(*script) == ([], None)


def test_what_came_before_a_failure_is_yielded_first():
    gone = UpstreamUnavailable("gone")
    assert batches_of((0, "x" * 501), (0.1, "y"), (0.1, gone)) == (
        [(0, "x" * 500), (0.2, "xy")],
        gone,
    )
    assert batches_of((0, gone)) == ([], gone)


PIECES = st.lists(
    st.tuples(st.sampled_from([0, 0, 0.1, 0.25, 0.3]), st.text(max_size=1200)), max_size=12
)


@given(PIECES)
def test_no_text_is_lost_or_late_or_too_long(script):
    batches, error = batches_of(*script)
    assert error is None
    assert "".join(batch for _, batch in batches) == "".join(piece for _, piece in script)
    assert all(0 < len(batch) <= FLUSH_CHARACTERS for _, batch in batches)
    came, arrivals = 0.0, []
    for after, piece in script:
        came += after
        arrivals += [came] * len(piece)
    for at, batch in batches:
        born = [arrivals.pop(0) for _ in batch]
        assert at <= born[0] + FLUSH_SECONDS + 0.001


@pytest.mark.parametrize("script", [((0, "a"), (0.5, "b"), (99, "c")), ((0, "a" * 501), (0, "b"))])
def test_a_reader_that_turns_away_closes_the_source(script):
    source = Source(*script)

    async def read_one():
        batches = batched(aiter(source))
        await anext(batches)
        await batches.aclose()
        return source.closed

    closed, _ = in_no_time(read_one())
    assert closed


def test_a_reader_that_is_cancelled_closes_the_source():
    source = Source((0, "a"), (99, "b"))

    async def read():
        reading = asyncio.ensure_future(timed(source))
        await asyncio.sleep(1)
        reading.cancel()
        await asyncio.wait({reading})
        return reading.cancelled(), source.closed

    assert in_no_time(read()) == ((True, True), 1)


async def collected(pieces):
    return [piece async for piece in pieces]


@pytest.mark.parametrize(
    ("before", "pieces"), [("", ["a", "b"]), ("First.\n\n", ["First.\n\n", "a", "b"])]
)
async def test_a_note_stands_before_the_text(before, pieces):
    assert await collected(headed(before, aiter(Source((0, "a"), (0, "b"))))) == pieces


async def test_a_text_that_breaks_off_behind_a_note_says_so():
    gone = Source((0, "a"), (0, UpstreamUnavailable("gone")))
    noted = headed("First.", aiter(gone))

    assert [await anext(noted), await anext(noted)] == ["First.", "a"]
    with pytest.raises(UpstreamUnavailable):
        await anext(noted)
    assert gone.closed


async def test_a_reader_that_turns_away_closes_the_source_behind_the_note():
    source = Source((0, "a"), (99, "b"))
    noted = headed("First.", aiter(source))
    assert [await anext(noted), await anext(noted)] == ["First.", "a"]

    await noted.aclose()

    assert source.closed


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
    assert await collected(headed("", Letters("ab"))) == ["a", "b"]
