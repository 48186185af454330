"""Values by their kind: which of them a text has, and which a correction puts in their place."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from shared.english.written import CLOCK, DAY, MONTH
from shared.reasoning.embedded.revising.call import PEOPLE, Call
from shared.understanding.folding import fold, word_set
from shared.understanding.people_said import ADDRESS

_COUNTS = r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_FORMS = (
    ("address", rf"(?<![.+'-]){ADDRESS}"),
    ("phone", r"\+?\d[\d()/ -]{6,20}\d"),
    ("share", r"[+-]?\d[\d.,]*(?: ?%| percent)"),
    (
        "clock",
        rf"(?:half|quarter) (?:past|to) (?:\d{{1,2}}|{_COUNTS})|(?:{_COUNTS}) o'clock|{CLOCK}",
    ),
    ("day", DAY),
    ("month", MONTH),
    ("date", r"\d{1,2}(?:st|nd|rd|th)"),
    ("ordinal", r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"),
    ("figure", r"[$£€+-]?\d(?:[\d.,]*\d)?"),
    ("count", _COUNTS),
)
_VALUE = re.compile(
    rf"(?<![\w@])(?:{'|'.join(f'(?P<{kind}>{form})' for kind, form in _FORMS)})(?!\w)",
    re.IGNORECASE,
)
TIMED = frozenset({"clock", "day", "month", "date"})
"""Kinds that say when something is."""
_CUT = re.compile(
    r"(?<![,.;:!?])[,.;:!?]+\s+"
    r"|(?<!\s)\s+(?:[-\u2013&]|but|so|because|since|and(?! (?:an?|half|a?quarter|\d)\b))\s+",
    re.IGNORECASE,
)
CRIES = word_set(
    """
    argh och ugh eek gosh goodness dear heavens blimey damn dammit whoops yikes ach nay naw nah eish
    yoh aye jeez bah crikey mercy
    """
)
"""What is said at a slip, and is never what was meant."""
_SMALL = CRIES | word_set(
    """
    no not nope sorry sry oops wait ah oh uh um hm hmm er ok okay well yes yeah actually rather i
    mean meant said say says write put make do change set move it its that this the a is are was be
    should must has have to on at in by from for until of better instead please pls then again
    correct correction correctly right wrong typo mistake my me excuse lets let will would can only
    just really enough fine works suits suit now there here number value it's that's let's i've use
    ask propose suggest offer promise give her him them us more realistic safer wiser nicer easier
    likely sensible would could prefer so i'd than think more
    after all safe sure suits thing works one's give have start begin end ends ending run last takes
    up till we need mk thought thoughts reflection second it'll itll that'll there'll i'll we'll
    they'll kindly
    """
)
"""Words that may stand around a value without saying anything besides."""
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")


class Value(NamedTuple):
    """A value as it stands in a text."""

    kind: str
    text: str
    start: int
    end: int


def values_in(text: str) -> list[Value]:
    """Return the values of a text, in their order."""
    return [
        Value(found.lastgroup or "", found[0], found.start(), found.end())
        for found in _VALUE.finditer(text)
    ]


def which_of(known: Sequence[str], new: str) -> str:
    """Say that several values are shown which may be meant."""
    return (
        f"I can't tell which of {' and '.join(known)} should be {new}. Say for "
        f"example “change {known[0]} to {new}”."
    )


def day_for_clock(old: str, new: str) -> bool:
    """Whether a time of day would stand for a day, or the other way round."""
    kinds = [
        {one.kind for one in values_in(side) if one.text == side.strip(" .,!?")}
        for side in (old, new)
    ]
    return all(one and one <= TIMED for one in kinds) and ({"clock"} == kinds[0]) != (
        {"clock"} == kinds[1]
    )


def small(word: str) -> bool:
    """Whether a word may stand around a value without saying anything besides."""
    return fold(word) in _SMALL


def says_nothing(text: str, call: Call | None = None) -> bool:
    """Whether a text has none but words that may stand around a value, or name whom it reaches."""
    reached = "".join(fold(str(call.arguments.get(name) or "")) for name in PEOPLE) if call else ""
    said = (fold(word) for word in _WORD.findall(text.replace("\u2019", "'")))
    return all(word in _SMALL or (len(word) > 2 and word in reached) for word in said)  # noqa: PLR2004


def clauses(wish: str) -> list[str]:
    """Return the parts of a wish that each say one thing: what is wanted, or why."""
    return [one for one in _CUT.split(wish) if one.strip()]
