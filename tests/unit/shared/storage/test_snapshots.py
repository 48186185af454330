import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.storage.rows import Row
from shared.storage.snapshots import Snapshots


def row(key="turn-1", body="body", etag="1"):
    return Row(key, body, etag)


def kept(*rows, thread="t", etag="E1", characters=100):
    snapshots = Snapshots(characters)
    snapshots.keep(thread, etag, {one.key: one for one in rows})
    return snapshots


def test_a_row_is_known_under_the_etag_it_was_read_with():
    snapshots = kept(row())

    assert snapshots.known("t", "E1", "turn-1")
    assert snapshots.row("t", "turn-1") == row()


@pytest.mark.parametrize(
    ("thread", "etag", "name"),
    [("t", "E2", "turn-1"), ("t", "E1", "turn-2"), ("other", "E1", "turn-1")],
)
def test_under_another_head_nothing_is_known(thread, etag, name):
    assert not kept(row()).known(thread, etag, name)


def test_what_is_absent_is_known_as_absent():
    snapshots = Snapshots()
    snapshots.keep("t", "E1", {"work-1": None})

    assert snapshots.known("t", "E1", "work-1")
    assert snapshots.row("t", "work-1") is None


def test_a_commit_takes_along_what_it_left_alone():
    snapshots = kept(row("turn-1"), row("work-1"))

    snapshots.move("t", "E1", "E2", {"turn-1": row("turn-1", "new", "2")})

    assert snapshots.row("t", "turn-1") == row("turn-1", "new", "2")
    assert snapshots.known("t", "E2", "work-1")
    assert not snapshots.known("t", "E1", "work-1")


def test_a_commit_on_another_head_leaves_only_what_it_wrote():
    snapshots = kept(row("turn-1"), row("work-1"))

    snapshots.move("t", "E5", "E6", {"turn-1": row("turn-1", "new", "2")})

    assert snapshots.known("t", "E6", "turn-1")
    assert not snapshots.known("t", "E6", "work-1")


def test_a_new_thread_of_a_known_name_has_nothing_of_the_old_one():
    snapshots = kept(row("turn-1"))

    snapshots.move("t", None, "E1", {})

    assert not snapshots.known("t", "E2", "turn-1")


def test_the_thread_used_longest_ago_makes_room():
    snapshots = kept(row(body="a" * 60), thread="first", characters=130)
    snapshots.keep("second", "E", {"turn-1": row(body="b" * 30)})
    snapshots.row("first", "turn-1")

    snapshots.keep("third", "E", {"turn-1": row(body="c" * 30)})

    known = [t for t in ("first", "second", "third") if snapshots.known(t, "E1", "turn-1")]
    assert known == ["first"]
    assert not snapshots.known("second", "E", "turn-1")
    assert snapshots.known("third", "E", "turn-1")


def test_what_is_absent_takes_room_too():
    snapshots = kept(row(body="a" * 85))

    snapshots.keep("other", "E", {"work-1": None, "work-2": None})

    assert not snapshots.known("t", "E1", "turn-1")
    assert snapshots.known("other", "E", "work-2")


def test_a_commit_of_nothing_known_leaves_nothing_known():
    snapshots = kept(row())

    snapshots.move("t", "E5", "E6", {})

    assert not snapshots.known("t", "E1", "turn-1")
    assert not snapshots.known("t", "E6", "turn-1")


def test_what_is_forgotten_is_unknown_and_makes_room():
    snapshots = kept(row(body="a" * 90), thread="first")
    snapshots.forget("first")
    snapshots.forget("nobody")

    snapshots.keep("second", "E", {"turn-1": row(body="b" * 90)})

    assert not snapshots.known("first", "E1", "turn-1")
    assert snapshots.known("second", "E", "turn-1")


LETTERS = st.sampled_from("abc")
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("keep"), LETTERS, LETTERS, LETTERS, st.integers(0, 60)),
        st.tuples(st.just("move"), LETTERS, LETTERS, LETTERS, st.integers(0, 60)),
        st.tuples(st.just("forget"), LETTERS, LETTERS, LETTERS, st.just(0)),
    )
)


@given(STEPS)
def test_no_more_is_kept_than_there_is_room_for(steps):
    snapshots = Snapshots(100)
    for what, thread, etag, name, size in steps:
        rows = {name: row(name, "x" * size)}
        if what == "keep":
            snapshots.keep(thread, etag, rows)
        elif what == "move":
            snapshots.move(thread, etag, etag * 2, rows)
        else:
            snapshots.forget(thread)
    held = [
        snapshots.row(thread, name)
        for thread in "abc"
        for etag in ("a", "b", "c", "aa", "bb", "cc")
        for name in "abc"
        if snapshots.known(thread, etag, name)
    ]
    assert sum(len(one.body) for one in held) <= 100
