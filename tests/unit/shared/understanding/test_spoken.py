"""Addresses and stops as they are spoken, within a message."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.understanding.spoken import as_written, with_addresses


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
        ("meet Bo at five, dot the i's", "meet Bo at five, dot the i's"),
        ("put a dot at the end dot", "put a dot at the end dot"),
        ("lunch at the dot com office", "lunch at the dot com office"),
        ("mail bo@acme.com", "mail bo@acme.com"),
    ],
)
def test_addresses_are_written_as_they_are_spoken(said, written):
    assert with_addresses(said) == written


@given(st.text(alphabet="ab @.-", max_size=60))
def test_what_says_no_dot_stays_as_it_is(text):
    assert with_addresses(text) == text


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("tell Bo I come full stop. It is late full stop", "tell Bo I come. It is late."),
        ("ask Bo is it free question mark Thanks", "ask Bo is it free? Thanks"),
        ("mail sam at acme dot com hi exclamation mark", "mail sam@acme.com hi!"),
        ("Bea Holl that's B E A then H O L L, plus 44 7700 900", "Bea Holl, +44 7700 900"),
        ("for Piet, P-I-E-T, Harlow", "for Piet, Harlow"),
        ("mail A B C Corp", "mail A B C Corp"),
        ("we came to a full stop", "we came to a full stop"),
        ("we do not, full stop", "we do not, full stop"),
        ("write full stop behind it", "write full stop behind it"),
    ],
)
def test_a_stop_that_is_dictated_is_written(said, written):
    assert as_written(said) == written
