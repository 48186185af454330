import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.matching import request_after_citing
from shared.matching.names import Mention


def naming(name):
    """Return what finds an agent's name in a text."""

    def named(text):
        at = text.find(name)
        return (Mention("a", at, at + len(name), exact=True, sure=0.9, cited=True),) * (at >= 0)

    return named


@pytest.mark.parametrize(
    ("text", "request_in_it"),
    [
        ("Meter Desk says we owe nothing, so pay the plumber", "pay the plumber"),
        ("the Meter Desk just told me it is 40 euros and book it for May", "book it for May"),
        (
            "hi, our Meter Desk showed 12 kWh but the bill has 20, ask them",
            "the bill has 20, ask them",
        ),
        ("Meter Desk says we owe nothing", "Meter Desk says we owe nothing"),
        (
            "Meter Desk says we owe nothing, so ok then",
            "Meter Desk says we owe nothing, so ok then",
        ),
        ("Meter Desk shows nothing and I want that mended", None),
        ("ask what Meter Desk said so I can pay the plumber", None),
        ("Ann said we owe nothing, so pay the plumber", None),
        ("", None),
    ],
)
def test_what_comes_after_a_citation_is_the_request(text, request_in_it):
    found = request_after_citing(text, naming("Meter Desk"))

    assert found == (text if request_in_it is None else request_in_it)


def test_names_are_looked_for_only_where_something_is_cited():
    def named(text):
        raise AssertionError("nothing is cited here")

    assert request_after_citing("pay the plumber", named) == "pay the plumber"


@given(st.text() | st.lists(st.sampled_from([" said", " so", " and", "X", ", "])).map("".join))
def test_a_request_is_the_end_of_its_text(text):
    assert text.rstrip().endswith(request_after_citing(text, naming("X")).rstrip())


def test_the_longest_message_full_of_citations_is_read():
    text = "X" + " said" * 6_400

    assert request_after_citing(text, naming("X")) == text
