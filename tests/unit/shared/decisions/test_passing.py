"""Words as they go out to other people."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.passing import MAX_CHARACTERS, passed_on

TABLE = "**Tasks** (A):\n\n| Task | Owner | |\n| --- | --- | --- |\n| Pay | Ann | x |\n| Rest |  |"


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("", ""),
        ("Plain.", "Plain."),
        (TABLE, "Tasks (A):\n\n- Task: Pay, Owner: Ann, x\n- Rest"),
        ("| A |\n| --- |\n| 1 | 2 |\n\nMore\n\n| B |\n|---|\n| 3 |", "- A: 1, 2\n\nMore\n\n- 3"),
        ("## Head\n\n\n\n**Bold** words", "Head\n\nBold words"),
        ("I found 2 emails:\n1. **Hi** (Nov 3)", "2 emails:\n1. Hi (Nov 3)"),
        ("I found no pages.", "No pages."),
        ("I found", "I found"),
        ("The box says I found it", "The box says I found it"),
    ],
)
def test_markdown_becomes_plain_lines(text, out):
    assert passed_on(text) == out


@given(st.text(max_size=3 * MAX_CHARACTERS) | st.just("x" * 9_000) | st.just("line\n" * 2_000))
def test_what_goes_out_is_never_too_long(text):
    out = passed_on(text)

    assert len(out) <= MAX_CHARACTERS
    assert "**" not in out


def test_what_is_too_long_ends_with_a_whole_line_and_says_so():
    lines = passed_on("a line\n" * 2_000).splitlines()

    assert set(lines[:-1]) == {"a line"}
    assert lines[-1] == "... (the rest is left out)"
    assert passed_on("x" * 9_000).splitlines()[-1] == "... (the rest is left out)"
