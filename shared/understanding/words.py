"""A message cut into the words that the reader reads and marks."""

import re
from dataclasses import dataclass

from shared.english.spelled import FULL_HOUR

_WORD = re.compile(
    r"#[\w-]+|[\w.+-]{1,64}@[\w.-]+\w|\d+(?:[:.]\d+)+|[A-Za-z]+\.(?:[A-Za-z]\.)+|\w+(?:['\u2019]\w+)?|[^\w\s]"
)

_DATE = re.compile(
    r"(?<![\w/.-])(?:\d{4}-\d\d-\d\d|\d\d?/\d\d?/\d{4}|\d\d?\.\d\d?\.(?:\d{4})?)(?![\w/-])"
)
"""A date in figures that can be nothing else."""
_SOME_DAY, _SOME_HOUR = "friday", "16:00"
_ADDRESS = "name@example.com"


@dataclass(frozen=True)
class Word:
    """A word or a mark, and where it stands in the text."""

    text: str
    start: int
    end: int


def words_of(text: str) -> tuple[Word, ...]:
    """Return the words and marks of a text, in order."""
    return tuple(Word(one[0], one.start(), one.end()) for one in _WORD.finditer(text))


def with_days(text: str, words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Return words in which a date in figures is one word, and one that everybody knows: a day.

    So is an hour as crews say it ("sixteen hundred"). People who wrote the training text wrote days
    in words, and hours in figures; what is said is read elsewhere.
    """
    found = list(words)
    days = [(date.span(), _SOME_DAY) for date in _DATE.finditer(text)]
    hours = [(hour.span(), _SOME_HOUR) for hour in FULL_HOUR.finditer(text)]
    for (start, end), known in sorted([*days, *hours], reverse=True):
        own = [at for at, one in enumerate(found) if start <= one.start < end]
        if own:
            found[own[0] : own[-1] + 1] = [Word(known, start, end)]
    return tuple(found)


def seen(word: str) -> str:
    """Return a word as the networks see it: every address is the same to them."""
    if "@" in word[1:-1]:
        return _ADDRESS
    return word.encode(errors="replace").decode()  # the tokenizer refuses lone surrogates
