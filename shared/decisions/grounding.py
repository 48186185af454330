"""What a text says that nothing it is made from says: addresses, ids, numbers and names.

A model may put things well; what it says has to come from results, contacts or the person. Checked
is what does harm when it is made up, and can be told by its form. Numbers are compared by value,
whatever they are written as: "1.2 million" is 1200000, "eight" is 8.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from shared.models.base import Json

_ADDRESS = re.compile(r"[\w.+'%-]{1,64}@[\w-]+(?:\.[\w-]+)+")
_LINK = re.compile(r"\b(?:https?://|www\.)[^\s<>()\[\]\"']+", re.IGNORECASE)
_TOKEN = re.compile(r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]+")
_CLOCK = re.compile(
    r"(?:\d{1,2}(?:st|nd|rd|th|am|pm|h|k|m|bn|min)|\d{4}-\d\d-\d\dT\d\d)", re.IGNORECASE
)
_LEAST_ID = 5
"""Characters of what may be an id; "Q4" and "3pm" are words."""
_LONG_ID = 8
"""Characters of what hardly is a word; "MP3s" and "Q4-26" may be."""
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?:\s?(?P<scale>k|m|bn|thousand|million|billion)\b)?",
    re.IGNORECASE,
)
_PARTS = re.compile(r"\d+")
_SCALE = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "bn": 1e9, "billion": 1e9}
_WORDS = {
    word: float(value)
    for value, word in enumerate(
        (
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ),
        2,
    )
}
_WORD = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)
_NUMBERED = re.compile(r"^[^\S\n]*\d{1,3}[.)]\s", re.MULTILINE)
"""The number of an item of a list: its place, and no count."""
_NAME = re.compile(r"(?<=[a-z,:;(] )[A-Z][a-z]{2,}\b")
"""A word with a capital where no sentence begins."""
_DAYS = frozenset(
    re.findall(
        r"\w+",
        """
        monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun
        january february march april may june july august september october november december
        jan feb mar apr jun jul aug sep sept oct nov dec
        """,
    )
)
_NOON = 12
_PIECE, _TRAILING = re.compile(r"\S+"), ",.;:!?)"
_CAPITAL = re.compile(r"\b[^\W\d_]{2,}\b")
_IN_SENTENCE = re.compile(r"[\w,;:(\]] \Z")
_FORMS_OF_ADDRESS = frozenset(
    re.findall(
        r"\w+",
        """
        Mr Mrs Ms Dr Prof Sir Madam Herr Frau Herren Damen Tag Morgen Abend Team All Everyone Sie
        Ihnen Ihr Ihre Ihren Ihrem Ihrer Ihres Du Dir Dich Dein Deine Deinen Deinem Deiner Euch Euer
        """,
    )
)
"""Written with a capital in the middle of a sentence, and nobody's name."""


@dataclass(frozen=True)
class Facts:
    """What can be checked of a text."""

    addresses: frozenset[str] = frozenset()
    ids: frozenset[str] = frozenset()
    numbers: frozenset[float] = frozenset()
    names: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        """Return whether there is anything to check."""
        return bool(self.addresses or self.ids or self.numbers or self.names)


class Ground:
    """What may be said: texts, and values with all that is in them."""

    def __init__(self, *values: Json) -> None:
        self._texts = tuple(_texts(values))
        self._counts = frozenset(count for value in values for count in counts_in(value))

    def strays(self, text: str) -> tuple[str, ...]:
        """Return what of a text does not stand here, as it is written there or nearly so."""
        said = facts_of(text)
        return (
            *sorted(one for one in said.addresses if one not in self._text),
            *sorted(one for one in said.ids if one not in self._text),
            *self.uncounted(text),
            *sorted(one for one in said.names if one.casefold() not in self._words),
        )

    def made_up(self, text: str, longest: float = _LONG_ID) -> tuple[str, ...]:
        """Return the addresses, links and ids of a text that do not stand here.

        Less than `strays`: what is written anew may well name and count what nothing here does, and
        have what looks like an id in less than `longest` characters.
        """
        said = facts_of(text)
        ids = (one for one in said.ids if len(one) >= longest or _LINK.match(one))
        return tuple(sorted(one for one in (*said.addresses, *ids) if one not in self._text))

    def uncounted(self, text: str) -> tuple[str, ...]:
        """Return the numbers of a text that neither stand here nor count what does."""
        numbers = facts_of(text).numbers - self._numbers - self._counts
        return tuple(f"{number:g}" for number in sorted(numbers))

    def holds(self, text: str) -> bool:
        """Return whether all that can be checked of a text stands here."""
        return not self.strays(text)

    def says(self, words: str) -> bool:
        """Return whether these very words stand here."""
        return words.casefold() in self._text

    @cached_property
    def _text(self) -> str:
        return "\n".join(self._texts).casefold()

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(re.findall(r"[^\W\d_]+", self._text)) | _DAYS

    @cached_property
    def _numbers(self) -> frozenset[float]:
        found = set(_numbers(self._text))
        parts = {float(part) for part in _PARTS.findall(self._text)}
        # 15:00 may be told as 3 pm
        return frozenset(found | parts | {part - _NOON for part in parts if part > _NOON})


def facts_of(text: str) -> Facts:
    """Return what can be checked of a text."""
    addresses = frozenset(one.casefold().strip("'.") for one in _ADDRESS.findall(text))
    links = frozenset(one.casefold().rstrip(".,;:!?") for one in _LINK.findall(text))
    bare = _LINK.sub(" ", _ADDRESS.sub(" ", text))
    tokens = (one.strip("-_") for one in _TOKEN.findall(bare))
    ids = frozenset(
        one.casefold() for one in tokens if len(one) >= _LEAST_ID and not _CLOCK.match(one)
    )
    plain = _NUMBERED.sub(" ", _TOKEN.sub(_unless_id, bare))
    return Facts(
        addresses,
        ids | links,
        frozenset(_numbers(plain)),
        frozenset(one for one in _NAME.findall(bare) if one.casefold() not in _DAYS),
    )


def without_facts(text: str, mark: str = "[...]", *, opening: bool = False) -> str:
    """Return a text with a mark for each address, link, number, day and name in it.

    A name is told by its capital where no sentence begins; `opening`: the text is a greeting, of
    which only the first word can be anything else.
    """

    def numbered(piece: re.Match[str]) -> str:
        said = piece[0].rstrip(_TRAILING)
        return mark + piece[0][len(said) :] if any(map(str.isdigit, said)) else piece[0]

    bare = _PIECE.sub(numbered, _LINK.sub(mark, _ADDRESS.sub(mark, text)))
    bare = _WORD.sub(mark, bare)

    def named(word: re.Match[str]) -> str:
        said, before = word[0], word.string[: word.start()]
        if not said[0].isupper() or said in _FORMS_OF_ADDRESS:
            return said
        inside = bool(before.strip()) if opening else _IN_SENTENCE.search(before[-2:]) is not None
        return mark if inside or said.casefold() in _DAYS else said

    marked = re.escape(mark)
    return re.sub(rf"{marked}(?:\s{marked})+", mark, _CAPITAL.sub(named, bare))


def _unless_id(token: re.Match[str]) -> str:
    """Return a token whose numbers are numbers; those of an id are none."""
    said = token[0].strip("-_")
    return token[0] if len(said) < _LEAST_ID or _CLOCK.match(said) else " "


def addresses_in(value: Json) -> frozenset[str]:
    """Return every mail address anywhere in a value, in lower case."""
    return facts_of("\n".join(_texts((value,)))).addresses


def sources_of(value: Json) -> tuple[Json, ...]:
    """Return what a result is made of, one by one: the items of its lists, and what is besides."""
    items = list(_items(value))
    rest = _without_lists(value)
    return tuple(one for one in (*items, rest) if one not in (None, "", {}, []))


def _items(value: Json) -> Iterator[Json]:
    if isinstance(value, Mapping):
        for each in cast("Mapping[str, Json]", value).values():
            yield from _items(each)
    elif isinstance(value, list | tuple):
        yield from cast("Sequence[Json]", value)


def _without_lists(value: Json) -> Json:
    if isinstance(value, list | tuple):
        return None
    if not isinstance(value, Mapping):
        return value
    kept = {name: _without_lists(each) for name, each in cast("Mapping[str, Any]", value).items()}
    return {name: each for name, each in kept.items() if each not in (None, "", {})}


def _texts(values: Iterable[Json]) -> Iterator[str]:
    for value in values:
        if isinstance(value, Mapping):
            known = cast("Mapping[str, Json]", value)
            yield from known
            yield from _texts(known.values())
        elif isinstance(value, list | tuple):
            yield from _texts(cast("Sequence[Json]", value))
        elif value is not None and not isinstance(value, bool):
            yield str(value)


def counts_in(value: Json) -> Iterator[float]:
    """Yield how many things each list in a value has; of a table, without its head as well."""
    if isinstance(value, Mapping):
        for each in cast("Mapping[str, Json]", value).values():
            yield from counts_in(each)
    elif isinstance(value, list | tuple):
        items = cast("Sequence[Json]", value)
        yield float(len(items))
        if len(items) > 1 and all(isinstance(each, list | tuple) for each in items):
            yield float(len(items) - 1)
        for each in items:
            yield from counts_in(each)


def _numbers(text: str) -> Iterator[float]:
    for found in _NUMBER.finditer(text):
        scale = _SCALE.get((found["scale"] or "").casefold(), 1)
        yield float(found["digits"].replace(",", "")) * scale
    for word in _WORD.findall(text):
        yield _WORDS[word.casefold()]
