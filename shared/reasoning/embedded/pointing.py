"""Pointing words: "the second one", "it", "the last"."""

import re
from collections.abc import Sequence

from shared.models.reasoning import Reference
from shared.reasoning.embedded.words import fold

MAIL_KINDS = frozenset({"mail", "email", "message"})
CONTACT_KINDS = frozenset({"contact", "person"})

_ORDINALS = (
    ("first", "1st", "one"),
    ("second", "2nd", "two"),
    ("third", "3rd", "three"),
    ("fourth", "4th", "four"),
    ("fifth", "5th", "five"),
    ("sixth", "6th", "six"),
    ("seventh", "7th", "seven"),
    ("eighth", "8th", "eight"),
    ("ninth", "9th", "nine"),
    ("tenth", "10th", "ten"),
)
_POSITIONS = {
    word: place
    for place, (ordinal, short, _) in enumerate(_ORDINALS, 1)
    for word in (ordinal, short)
}
_CARDINALS = {cardinal: place for place, (_, _, cardinal) in enumerate(_ORDINALS, 1)}

_ORDINAL = "|".join(_POSITIONS)
_POINTED = re.compile(
    rf"\b(?:(?P<back>second|2nd|third|3rd) (?:to|from the) last|(?P<last>last|final|bottom)"
    rf"|(?P<ordinal>{_ORDINAL}))"
    r"(?= (?:one|option|choice|item|e-?mail|mail|message|contact|person|result"
    r"|agent)\b|[\s.!?]*$|,)"
    r"|(?:number|no\.?|option|#) ?(?P<number>\d{1,2})\b"
)
_ONLY_NUMBER = re.compile(r"#?(?P<number>\d{1,2})\s*[.)!]*")
_RANGE = re.compile(rf"\b(?:{_ORDINAL}|last) (?:two|three|four|few|\d+)\b|\bboth\b|\ball of\b")


def place_named(text: str, count: int) -> int | None:
    """Return the place (from 1) among `count` items that a text points at, if it does."""
    said = fold(text)
    if _RANGE.search(said):
        return None
    if found := _ONLY_NUMBER.fullmatch(said):
        return _inside(int(found["number"]), count)
    if said in _CARDINALS:
        return _inside(_CARDINALS[said], count)
    places = {_place(found, count) for found in _POINTED.finditer(said)}
    return _inside(places.pop(), count) if len(places) == 1 else None


def points(text: str) -> bool:
    """Whether a text points at something said before."""
    said = fold(text)
    return _PRONOUN.search(said) is not None or _POINTED.search(said) is not None


def pointed_reference(
    text: str, references: Sequence[Reference], kinds: frozenset[str]
) -> Reference | None:
    """Return the reference of these kinds that a text points at; None when unsure which."""
    among = [reference for reference in references if reference.kind in kinds]
    if not among:
        return None
    last = max(reference.ordinal for reference in among)
    if place := place_named(text, last):
        return next((reference for reference in among if reference.ordinal == place), None)
    said = fold(text)
    labelled = [reference for reference in among if fold(reference.label) in said]
    if len(labelled) == 1:
        return labelled[0]
    return among[0] if len(among) == 1 and _PRONOUN.search(said) else None


_PRONOUN = re.compile(
    r"\b(?:it|that|this|that one|this one|him|her|his|them|they)\b"
    r"|\bthe (?:e-?mail|mail|message|contact)\b"
)


def _place(found: re.Match[str], count: int) -> int:
    if found["number"]:
        return int(found["number"])
    if found["back"]:
        return count + 1 - _POSITIONS[found["back"]]
    return count if found["last"] else _POSITIONS[found["ordinal"]]


def _inside(place: int, count: int) -> int | None:
    return place if 1 <= place <= count else None
