"""A message cut into the words that the reader reads and marks."""

import re
from dataclasses import dataclass

_WORD = re.compile(
    r"#[\w-]+|[\w.+-]{1,64}@[\w.-]+\w|\d+(?:[:.]\d+)+|[A-Za-z]+\.(?:[A-Za-z]\.)+|\w+(?:['\u2019]\w+)?|[^\w\s]"
)


@dataclass(frozen=True)
class Word:
    """A word or a mark, and where it stands in the text."""

    text: str
    start: int
    end: int


def words_of(text: str) -> tuple[Word, ...]:
    """Return the words and marks of a text, in order."""
    return tuple(Word(one[0], one.start(), one.end()) for one in _WORD.finditer(text))
