"""A page's text by its lines, and what becomes of some of them.

A passage is lines that stand one below the other, without the empty ones between them, whole and
exactly as the page reads. What it shares with what becomes of it says where that is.
"""

from typing import NamedTuple

from shared.errors import ToolFailed

GONE = "That passage is not on the page (any more), so I changed nothing."
TWICE = "That passage is on the page more than once, so I changed nothing."
SAME = "That is how the page reads already."


class Edit(NamedTuple):
    """Lines `put` where there were those `taken`: the page's lines from `at` on, counted from 0."""

    at: int
    taken: tuple[str, ...]
    put: tuple[str, ...]


def lines_of(text: str) -> tuple[str, ...]:
    """Return the lines of a text that say something."""
    return tuple(line.rstrip() for line in text.splitlines() if line.strip())


def edit_of(lines: tuple[str, ...], passage: str, becomes: str) -> Edit:
    """Return what is changed of a page's lines; raise ToolFailed for no one place, or nothing."""
    before, after = lines_of(passage), lines_of(becomes)
    size = len(before)
    places = [at for at in range(len(lines) - size + 1) if lines[at : at + size] == before]
    if not places or not before:
        raise ToolFailed(GONE, "params")
    if len(places) > 1:
        raise ToolFailed(TWICE, "params")
    if before == after:
        raise ToolFailed(SAME, "params")
    most = min(size, len(after))
    first = next((at for at in range(most) if before[at] != after[at]), most)
    last = next(
        (at for at in range(most - first) if before[-1 - at] != after[-1 - at]), most - first
    )
    taken, put = before[first : size - last], after[first : len(after) - last]
    return Edit(places[0] + first, taken, put)
