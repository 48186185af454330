"""A text of which pieces are understood one by one, and the numbers in it."""

import re

from shared.english.spelled import CARDINALS, TENS, figures

_NUMBERS = {
    **CARDINALS,
    **TENS,
    "zero": 0,
    "a": 1,
    "an": 1,
    "couple of": 2,
    "a couple of": 2,
    "a couple": 2,
    "couple": 2,
    "few": 3,
    "a few": 3,
    "several": 3,
    "forty-five": 45,
    "forty five": 45,
    "sixty": 60,
    "ninety": 90,
}
NUMBER = rf"(?:\d{{1,3}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
TAKEN = "\0"
"""Stands in for each character that is understood, so that what is left keeps its place."""


def rule(pattern: str) -> re.Pattern[str]:
    """Compile a pattern that takes no notice of case, and knows no letters or digits but ours."""
    return re.compile(pattern, re.IGNORECASE | re.ASCII)


def number(text: str) -> int:
    """Return a number written as digits or as a word; 1 for nothing."""
    said = " ".join(text.casefold().split())
    return int(said) if said.isdecimal() else _NUMBERS.get(said, 1)


def blanked(text: str, start: int, end: int) -> str:
    """Return a text in which a part counts as understood; the rest keeps its place."""
    return f"{text[:start]}{TAKEN * (end - start)}{text[end:]}"


class Scan:
    """What of a text is not understood yet, its numbers in figures, with the spans of what is."""

    def __init__(self, text: str) -> None:
        self._figures = figures(text)
        self.left = self._figures.text
        self.spans: list[tuple[int, int]] = []

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Where what is understood stands in the text as it was written, in order."""
        return tuple(sorted(map(self.place, self.spans)))

    def place(self, span: tuple[int, int]) -> tuple[int, int]:
        """Return where a piece of what is left stands in the text as it was written."""
        return self._figures.span(*span)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Find a pattern and count it as understood."""
        found = pattern.search(self.left)
        if found:
            self.cut(*found.span())
        return found

    def cut(self, start: int, end: int) -> None:
        """Count a part of the text as understood."""
        if start < end:
            self.spans.append((start, end))
        self.left = blanked(self.left, start, end)
