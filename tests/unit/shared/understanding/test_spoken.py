"""Addresses as they are spoken, within a message."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.understanding.spoken import as_written, spoken_number


@pytest.mark.parametrize(
    ("said", "written"),
    [
        (
            "mail sam dot lee at acme dot com that all is well",
            "mail sam.lee@acme.com that all is well",
        ),
        ("mail bo@acme dot com", "mail bo@acme.com"),
        ("cc jana underscore li at x dash y dot co dot uk, please", "cc jana_li@x-y.co.uk, please"),
        ("to Ann at acme dot de and bo at acme dot com", "to Ann@acme.de and bo@acme.com"),
        ("kindly revert back to Ann by noon", "kindly reply to Ann by noon"),
        ("revert to Ann's plan", "revert to Ann's plan"),
        ("revert to the old plan", "revert to the old plan"),
        ("meet Bo at five, dot the i's", "meet Bo at five, dot the i's"),
        ("put a dot at the end dot", "put a dot at the end dot"),
        ("lunch at the dot com office", "lunch at the dot com office"),
        ("mail bo@acme.com", "mail bo@acme.com"),
    ],
)
def test_addresses_are_written_as_they_are_spoken(said, written):
    assert as_written(said) == written


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("plus 33 6 39 98 40 21", "+33 6 39 98 40 21"),
        ("plus four nine, 30 5550 double one", "+4930 555011"),
        ("oh one seven double five", "01755"),
        ("oh 1 3 1", "0131"),
        ("0117 496 0177", "0117 496 0177"),
    ],
)
def test_numbers_are_written_in_the_groups_they_are_said_in(said, written):
    assert spoken_number(said) == written


@given(st.text(alphabet="ab @.-", max_size=60))
def test_what_says_no_dot_stays_as_it_is(text):
    assert as_written(text) == text
