import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.matching import first_order
from shared.matching.orders import parts_of


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Order two pumps, and after that tell Lena", "Order two pumps"),
        ("please order two pumps, also log the leak", "order two pumps"),
        ("order two pumps and send them to Lena", "order two pumps and send them to Lena"),
        ("two pumps, and after that tell Lena", "two pumps, and after that tell Lena"),
        ("please order two pumps", "please order two pumps"),
        ("", ""),
    ],
)
def test_the_first_order_is_what_is_done_first(text, first):
    assert first_order(text) == first


def test_a_long_list_is_not_taken_for_orders():
    text = "check a, check b, check c, check d, check e, check f"

    assert [part.text for part in parts_of(text)] == [text]


@given(st.text())
def test_every_text_has_a_first_order_within_it(text):
    assert first_order(text) in text
