import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.risk import argument_hash, reads


def dumps(value):
    return json.dumps(value, sort_keys=True)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
arguments = st.dictionaries(st.text(), json_values, max_size=4)


def test_reading_is_low_risk_whatever_is_read():
    assert reads({"query": "everything", "limit": 1_000_000}) == "low"


@given(arguments)
def test_the_order_of_arguments_does_not_change_what_was_approved(given_arguments):
    turned = dict(reversed(given_arguments.items()))

    assert argument_hash("send", turned) == argument_hash("send", given_arguments)


@given(arguments, st.text(), json_values)
def test_an_added_or_changed_argument_is_another_call(given_arguments, name, value):
    changed = {**given_arguments, name: [value]}

    same = argument_hash("send", changed) == argument_hash("send", given_arguments)

    assert same == (dumps(changed) == dumps(given_arguments))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("send", {"to": "a"}), ("send", {"to": "b"})),
        (("send", {"to": "a"}), ("draft", {"to": "a"})),
        (("send", {"n": 1}), ("send", {"n": "1"})),
        (("send", {"to": ["a", "b"]}), ("send", {"to": ["b", "a"]})),
        (("send", {"to": None}), ("send", {})),
    ],
)
def test_what_differs_has_another_fingerprint(one, other):
    assert argument_hash(*one) != argument_hash(*other)
