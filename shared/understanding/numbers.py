"""Numbers as people say them: "five", "a couple", "four and a half thousand"."""

import re

from shared.english.spelled import CARDINALS

_WORDS = CARDINALS | {
    "a": 1,
    "an": 1,
    **dict.fromkeys(("couple", "a couple"), 2),
    **dict.fromkeys(("few", "a few"), 3),
    "half a dozen": 6,
    **dict.fromkeys(("dozen", "a dozen"), 12),
    "twenty": 20,
}
_NUMBER = re.compile(rf"\d{{1,4}}|\b(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))})\b")


def number_in(text: str) -> int | None:
    """Return the first number in a text; None for none."""
    found = _NUMBER.search(text.casefold())
    if found is None:
        return None
    return int(found[0]) if found[0].isdigit() else _WORDS[found[0]]


_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
SPOKEN = (
    CARDINALS
    | dict.fromkeys(("zero", "nought", "nil"), 0)
    | {word: n * 10 for n, word in enumerate(_TENS, 2)}
)
_SCALES = {"hundred": 100, "thousand": 1000, "k": 1000, "grand": 1000, "million": 1_000_000}
_ONES = "|".join([*CARDINALS][:9])
_SMALL = (
    rf"(?:(?:{'|'.join(_TENS)})(?:[ -](?:{_ONES})\b)?(?![ -]?(?:first|second|third|\w+th)\b)"
    rf"|{'|'.join(sorted(CARDINALS, key=len, reverse=True))}|zero)"
)
_HUNDREDS = rf"(?:{_SMALL}(?: hundred(?:(?: and)? {_SMALL})?)?)"
_SAID = re.compile(
    r"(?P<less>\b(?:minus|negative) )?"
    rf"(?:(?P<figure>(?<![\w.,])\d[\d,]*(?:\.\d+)?)|\b(?P<words>an?\b|{_HUNDREDS}\b))"
    rf"(?P<half> and a half)?(?: ?(?:\b|(?<=\d))(?P<scale>{'|'.join(_SCALES)})\b"
    rf"(?:,?(?: and)? (?P<more>{_HUNDREDS})\b)?)?(?P<share> ?(?:percent|per cent)\b)?",
    re.IGNORECASE,
)
"""A number of which words may be a part, or all: "a hundred and five", "9.7k", "ten percent"."""
_ON_CLOCKS = 12
"""More than this is counted by one word alone, wherever it stands."""


_GROUPS = re.compile(
    r"(?<![\d.,])\d{1,3}(?:(?P<by>[, \u00a0\u2009\u202f])\d{3}(?:(?P=by)\d{3})*)(?!\d|[.,]\d{3})"
)


def ungrouped(text: str) -> str:
    """Return a text with large numbers written together: "82 500" and "82,500" as 82500."""
    return _GROUPS.sub(lambda found: found[0].replace(found["by"], ""), text)


def in_figures(text: str) -> str:
    """Return a text with the numbers that are said in words, in figures: "minus ten percent".

    One small word alone stays as it is: "that one", "two of them", "seven thirty".
    """
    return _SAID.sub(_figures, text)


def spoken_in(text: str) -> list[tuple[int, int]]:
    """Return where numbers stand that are said in several words."""
    return [one.span() for one in _SAID.finditer(text) if " " in one[0].strip()]


def _figures(found: re.Match[str]) -> str:
    figure, words, scale = found["figure"], (found["words"] or "").casefold(), found["scale"]
    counted = bool(found["less"] or found["share"] or scale)
    if not counted and (figure or words in {"a", "an"} or found["half"]):
        return found[0]
    number = float(figure.replace(",", "")) if figure else float(_spelled(words))
    beside = found.string[max(0, found.start() - _ON_CLOCKS) : found.start()].split()[-1:]
    small = words in SPOKEN and (number <= _ON_CLOCKS or (beside and beside[0] in SPOKEN))
    if not counted and small:
        return found[0]
    number += 0.5 if found["half"] else 0
    number = number * _SCALES[scale.casefold()] if scale else number
    number += _spelled(found["more"].casefold()) if found["more"] else 0
    return f"{'-' if found['less'] else ''}{round(number, 6):.15g}{'%' if found['share'] else ''}"


def _spelled(words: str) -> int:
    total = 0
    for word in re.findall("[a-z]+", words):
        total = total * _SCALES["hundred"] if word == "hundred" else total + SPOKEN.get(word, 0)
    return total or int(words in {"a", "an"})
