import re
from urllib.parse import quote, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.ids import from_path, to_path
from shared.models.base import printable


def is_id(text):
    try:
        return bool(printable(text))
    except ValueError:
        return False


IDS = st.text(min_size=1, max_size=255).filter(is_id)


@given(IDS)
def test_every_id_round_trips_through_a_path(given_id):
    segment = to_path(given_id)
    assert re.fullmatch(r"~?[A-Za-z0-9_-]+", segment)
    assert from_path(segment) == given_id


@given(IDS.filter(lambda text: not text.startswith("~")))
def test_a_percent_encoded_id_is_taken_too(given_id):
    assert from_path(unquote(quote(given_id, safe=""))) == given_id


@pytest.mark.parametrize("given_id", ["a#b", "a/b", "..", ".", "💬", "~", "~YQ", "a b", "%2F"])
def test_awkward_ids_are_encoded(given_id):
    assert to_path(given_id).startswith("~")
    assert from_path(to_path(given_id)) == given_id


def test_ordinary_ids_stay_readable():
    assert to_path("thread_1-A") == "thread_1-A"


@pytest.mark.parametrize("segment", ["", "~", "~a", "~%", "~_w", "~AA", "~YQ=", "x" * 256, "\n"])
def test_what_stands_for_no_id_is_refused(segment):
    with pytest.raises(ValueError, match="must"):
        from_path(segment)


@pytest.mark.parametrize("segment", ["a%2Fb", "a%2fb"])
def test_a_slash_that_a_host_left_encoded_is_a_slash(segment):
    assert from_path(segment) == "a/b"
