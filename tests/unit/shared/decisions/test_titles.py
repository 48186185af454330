"""Titles of conversations, made of their first words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.titles import MOST, UNTITLED, title_of


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (
            "Show me emails from Sarah about the budget",
            "Show me emails from Sarah about the budget",
        ),
        ("@email show me the latest mail.", "Show me the latest mail"),
        ("Hi there, could you please find a slot with Ann?", "Find a slot with Ann?"),
        ("I'd like to book a room", "Book a room"),
        ("Hello", "Hello"),
        ("Send it. Then archive\nthe thread", "Send it. Then archive the thread"),
        ("What did Notion say about Q4?\nAnd who wrote it?", "What did Notion say about Q4?"),
        ("@email", UNTITLED),
        ("...", UNTITLED),
        (
            "Write to everybody in the sales team that the meeting on Monday is moved to Tuesday",
            "Write to everybody in the sales team that the meeting on…",
        ),
        ("x" * 80, "X" * 1 + "x" * 58 + "…"),
    ],
)
def test_a_title_is_the_first_request_in_a_line(text, title):
    assert title_of(text) == title


@given(st.text())
def test_a_title_is_one_line_that_fits_whatever_was_said(text):
    title = title_of(text)
    assert 1 <= len(title) <= MOST
    assert title == " ".join(title.split())
