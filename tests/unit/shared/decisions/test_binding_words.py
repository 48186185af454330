"""Results in words as arguments of later steps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.binding import Pointer, Unresolved, bind, instead_of, pointers, shifted

TEXTS = ("first found", "second found")
PLAIN = st.text(st.characters(exclude_characters="{}"), max_size=20)
ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("value", "bound"),
    [
        ("{1}", "first found"),
        ("Hi,\n\n{2}\n\nBest", "Hi,\n\nsecond found\n\nBest"),
        ("{1}\n\n{2}", "first found\n\nsecond found"),
        ({"row": ["{1}", 3]}, {"row": ["first found", 3]}),
        ("{0} {3} {12345}", "{0} {3} {12345}"),
        ("{1.n} {1}", "7 first found"),
        ("{ 1 } {x} {}", "{ 1 } {x} {}"),
    ],
)
def test_a_number_alone_is_the_result_in_words(value, bound):
    assert bind(value, [{"n": 7}, None], TEXTS) == bound


def test_a_step_that_says_nothing_cannot_be_passed_on():
    with pytest.raises(Unresolved) as missing:
        bind("Found: {1}", [{}], [""])

    assert missing.value.path == "1"


@given(PLAIN)
def test_what_is_passed_on_is_never_read_for_references(text):
    said = f"{{1}} {{1.n}} {text}"

    assert bind("{1}", [{"n": "secret"}], [said]) == said


@given(ANY)
def test_shifting_by_nothing_changes_nothing(value):
    assert shifted(value, 0) == value


@given(st.integers(1, 9), st.integers(0, 9), PLAIN)
def test_shifted_references_find_the_same_results_further_on(step, by, text):
    value = {"a": [f"{{{step}}} {text}", 1, None], "b": f"{{{step}.n}}"}
    results = [{"n": f"r{number}"} for number in range(1, 10)]
    texts = [f"t{number}" for number in range(1, 10)]
    before = [None] * by

    assert bind(shifted(value, by), [*before, *results], [*[""] * by, *texts]) == bind(
        value, results, texts
    )


def test_pointers_tell_words_from_values():
    assert list(pointers({"a": "{1} and {2.x.0.id}", "b": ["{3}"], "c": 4})) == [
        Pointer(1),
        Pointer(2, "x.0.id"),
        Pointer(3),
    ]
    assert not Pointer(1).to_one_of("x")


def test_a_name_can_stand_for_the_words_too():
    assert instead_of("{1} {1.a} {2}", 1, "Sarah") == "Sarah Sarah {2}"
