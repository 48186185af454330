"""Numbers written as words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.english.spelled import figures


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("the twenty-first at eight thirty", "the 21st at 8:30"),
        ("May fifth", "May 5th"),
        ("december twenty two", "december 22"),
        ("eleventh of june", "11th of june"),
        ("ten oh five", "10:05"),
        ("two thirty pm", "2:30 pm"),
        ("8 30 am", "8:30 am"),
        ("5ish", "5 o'clock"),
        ("at fourteen hours", "at 14:00"),
        ("for fourteen hours", "for fourteen hours"),
        ("at 5ish or so", "at 5 or so"),
        ("nxt wk 2moro", "next week tomorrow"),
        ("wednsday or thrusday", "wednesday or thursday"),
        ("on Firday, not saterday", "on friday, not saturday"),
        ("all tusdays", "all tuesdays"),
        ("payday, midday and Mayday", "payday, midday and Mayday"),
        ("tomorrow at uh nine", "tomorrow at nine"),
        ("sat 2pm", "Sat 2pm"),
        ("I sat in the sun", "I sat in the sun"),
        ("set B4 to 5", "set B4 to 5"),
        ("six p m", "six pm"),
        ("Friday after 17 h", "Friday after 17:00"),
        ("for 2 h", "for 2 h"),
        ("in twenty five minutes", "in 25 minutes"),
        ("twelve minutes past three", "12 minutes past three"),
        ("3 oclock", "3 o'clock"),
        ("2026-12-24T09:30", "2026-12-24 at 09:30"),
        ("five to nine", "five to nine"),
        ("the second one", "the second one"),
        ("the first message", "the first message"),
        ("twenty dollars", "twenty dollars"),
        ("one of us", "one of us"),
    ],
)
def test_numbers_become_figures(words, written):
    assert figures(words).text == written


@given(st.text(max_size=60) | st.text(alphabet="twenty one first of may ", max_size=60))
def test_each_character_knows_where_it_was(text):
    found = figures(text)
    assert len(found.text) == len(found.starts) == len(found.ends)
    assert all(0 <= a < b <= len(text) for a, b in zip(found.starts, found.ends, strict=True))
