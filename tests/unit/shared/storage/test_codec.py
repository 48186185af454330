import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shared.errors import TooLarge
from shared.storage.codec import (
    MAX_PROPERTY_UNITS,
    batches,
    check_key,
    check_writes,
    decode,
    encode,
)
from shared.storage.keys import digest
from shared.storage.rows import Delete, Insert, Upsert


def units(text):
    return len(text.encode("utf-16-le")) // 2


long_text = st.builds(
    lambda start, unit, times: start + unit * times,
    st.text(max_size=3),
    st.text(min_size=1, max_size=4),
    st.integers(0, 40_000),
)


@given(st.one_of(st.text(), long_text))
@example("")
@example("😀" * 32_000)
@example("x" + "😀" * 32_000)
@example("👩\N{ZERO WIDTH JOINER}👧" * 16_000)
@example("\N{ZERO WIDTH JOINER}" * 32_001)
@example("x" * MAX_PROPERTY_UNITS)
@example("x" * MAX_PROPERTY_UNITS + "y")
def test_any_text_comes_back_from_properties_that_fit(text):
    properties = encode(text)
    assert decode(properties) == text
    assert all(units(part) <= MAX_PROPERTY_UNITS for part in properties.values())
    for part in properties.values():
        part.encode()  # no half of a surrogate pair on either side of a cut


def test_other_properties_are_ignored():
    assert decode({"PartitionKey": "p", **encode("text"), "Timestamp": "now"}) == "text"


@pytest.mark.parametrize(
    ("letter", "fits"),
    [("x", 485_000), ("漢", 485_000), ("😀", 242_500)],
    ids=["x", "cjk", "emoji"],
)
def test_a_row_is_measured_in_utf_16(letter, fits):
    check_writes("p", [Insert("k", letter * fits)])
    with pytest.raises(TooLarge):
        check_writes("p", [Insert("k", letter * (fits + 2_000))])


def test_a_batch_is_measured_as_it_is_sent():
    """Every unit of an emoji travels as six characters of escaped JSON."""
    check_writes("p", [Insert(f"{n}", "😀" * 32_000) for n in range(10)])
    with pytest.raises(TooLarge):
        check_writes("p", [Insert(f"{n}", "😀" * 32_000) for n in range(11)])


@given(st.lists(st.text(), min_size=1))
def test_a_digest_is_always_a_key(parts):
    check_key(digest(*parts))


@pytest.mark.parametrize(
    ("writes", "sizes"),
    [
        ([], []),
        ([Delete(f"k{n}") for n in range(250)], [100, 100, 50]),
        ([Upsert(f"k{n}", "x" * 450_000) for n in range(9)], [8, 1]),
        ([Upsert(f"k{n}", "€" * 300_000) for n in range(5)], [2, 2, 1]),
    ],
)
def test_writes_are_cut_into_batches_that_tables_take(writes, sizes):
    cut = list(batches(writes))
    assert [len(batch) for batch in cut] == sizes
    assert [write for batch in cut for write in batch] == writes
    for batch in cut:
        check_writes("p", batch)
