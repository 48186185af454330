"""Places in a list: "2", "the second one", "option c", "the one in the middle"."""

import re
from dataclasses import dataclass

from shared.understanding.folding import words

_NUMERALS = (
    "one won eins uno un une um ichi",
    "two to zwei dos deux due dois",
    "three drei tres trois tre",
    "four vier cuatro quatre quattro quatro",
    "five funf cinco cinq cinque",
    "six sechs seis",
    "seven sieben siete sept sette",
    "eight acht ocho huit otto",
    "nine neun nueve neuf nove",
    "ten zehn diez dix dieci",
)
_ORDINALS = (
    "first 1st erste ersten erstes primero primera premier premiere primo prima",
    "second 2nd zweite zweiten zweites segundo segunda deuxieme secondo",
    "third 3rd dritte dritten drittes tercero tercera troisieme terzo",
    "fourth 4th vierte vierten cuarto quatrieme quarto",
    "fifth 5th funfte quinto cinquieme",
    "sixth 6th",
    "seventh 7th",
    "eighth 8th",
    "ninth 9th",
    "tenth 10th",
)
_BY_NUMERAL = {word: n for n, group in enumerate(_NUMERALS, 1) for word in group.split()}
_BY_ORDINAL = {word: n for n, group in enumerate(_ORDINALS, 1) for word in group.split()}
_LETTERS = "abcdefghij"
_FIRST = "top|topmost|former|upper"
_LAST = (
    "last|bottom|bottommost|latter|lower|final|letzte|letzten|letztes|ultimo|ultima|dernier"
    "|derniere"
)
_ORDINAL = "|".join(_BY_ORDINAL)
_NOUN = (
    "one|ones|option|options|choice|item|entry|answer|suggestion|possibility|thing|line|alternative"
)
_PERIOD = (
    "day|week|weekend|month|quarter|year|night|time|evening|\\w+day|spring|summer|autumn|winter"
    "|name"
)
_COUNTED = r"option|number|nr|no|num|choice|answer|item|#|opt|numero|nummer"
_PLACE = re.compile(
    rf"(?P<back>second|2nd|third|3rd) (?:to|from the|from) last"
    rf"|(?:{_COUNTED})[ .]{{0,3}}(?P<number>\d{{1,3}})(?!\w)"
    rf"|(?:{_COUNTED}) (?P<numeral>{'|'.join(_BY_NUMERAL)})\b"
    rf"|(?:option|choice|answer|opt|letter) (?P<letter>[a-j])\b"
    rf"|\b(?P<ordinal>{_ORDINAL})\b|\b(?P<first>{_FIRST})\b"
    rf"|\b(?P<last>{_LAST})\b(?! (?:{_PERIOD})\b)"
    r"|\b(?P<middle>middle|in between|center|centre)\b"
)
_BARE = re.compile(rf"#? ?(?P<number>\d{{1,3}}) ?[.)]?|(?P<numeral>{'|'.join(_BY_NUMERAL)})")
_BARE_LETTER = re.compile(r"(?P<letter>[a-j]) ?[.)]?")
_RANGE = re.compile(rf"\b(?:{_ORDINAL}|last|top|bottom|other) (?:two|three|four|few|couple|\d+)\b")


@dataclass(frozen=True)
class Place:
    """A place in a list, from 1; 0 when the words point outside it. `rest` is what else is said.

    `bare`: nothing marks it as a place but its own form ("first", not "the first one").
    """

    number: int
    rest: str
    bare: bool


def places_in(said: str, count: int) -> list[Place]:
    """Return the places a reply names among `count` options, in order."""
    if _RANGE.search(said):
        return []
    whole = said.strip(" .!?,()")
    found = _BARE.fullmatch(whole) or _BARE_LETTER.fullmatch(whole)
    if found:
        return [Place(_inside(_number(found), count), "", bare=False)]
    return [
        Place(
            _inside(_place(found, count), count),
            f"{said[: found.start()]} {said[found.end() :]}",
            bare=not re.match(rf" (?:{_NOUN})\b", said[found.end() :]) and not _counted(found),
        )
        for found in _PLACE.finditer(said)
    ]


def several_in(said: str) -> bool:
    """Whether a reply names several places: "1, 2", "1 and 3", "the first two"."""
    if _RANGE.search(said):
        return True
    spoken = [w for w in words(said) if w not in {"and", "or", "und", "y", "et", "maybe", "then"}]
    return len(spoken) > 1 and all(one.isdigit() and len(one) < 3 for one in spoken)  # noqa: PLR2004


def ordinal_number(word: str) -> int | None:
    """Return which place an ordinal word names: 3 for "3rd" and "third"."""
    return _BY_ORDINAL.get(word)


def _counted(found: re.Match[str]) -> bool:
    groups = found.groupdict()
    return any(groups[name] for name in ("number", "numeral", "letter", "back"))


def _number(found: re.Match[str]) -> int:
    groups = found.groupdict()
    if digits := groups.get("number"):
        return int(digits)
    if numeral := groups.get("numeral"):
        return _BY_NUMERAL[numeral]
    return _LETTERS.index(groups["letter"]) + 1


def _place(found: re.Match[str], count: int) -> int:
    if found["back"]:
        return count + 1 - _BY_ORDINAL[found["back"]]
    if found["first"]:
        return 1 if found["first"] != "former" or count == 2 else 0  # noqa: PLR2004
    if found["last"]:
        return count if found["last"] != "latter" or count == 2 else 0  # noqa: PLR2004
    if found["middle"]:
        return (count + 1) // 2 if count % 2 else 0
    return _BY_ORDINAL[found["ordinal"]] if found["ordinal"] else _number(found)


def _inside(place: int, count: int) -> int:
    return place if 1 <= place <= count else 0
