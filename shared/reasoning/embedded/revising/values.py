"""Values by their kind: which of them a text has, and which a correction puts in their place."""

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import NamedTuple

from shared.reasoning.embedded.revising.call import CannotRevise
from shared.understanding.folding import fold, word_set
from shared.understanding.people_said import ADDRESS

_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|tues?|thu(?:rs?)?|fri|(?-i:Mon|Wed|Sat|Sun)"
_MONTH = (
    r"january|february|march|april|june|july|august|september|october|november|december|jan|feb"
    r"|apr|jun|jul|aug|sept?|oct|nov|dec|(?-i:May|Mar)"
)
_PART = r"morning|afternoon|evening|night"
_NTH = r"\d{1,2}(?:st|nd|rd|th)?"
_FORMS = (
    ("address", ADDRESS),
    ("phone", r"\+?\d[\d()/ -]{6,}\d"),
    (
        "clock",
        r"\d{1,2}[:h]\d{2}(?: ?[ap]m)?|\d{1,2} ?(?:[ap]m|o'?clock)|(?<=\bat )\d{1,2}|noon|midnight",
    ),
    (
        "day",
        (
            rf"(?:(?:this|next|coming) )?(?:{_WEEKDAY})(?: (?:{_PART}))?"
            rf"|(?:this|today|tomorrow) (?:{_PART})|today|tomorrow|tonight"
            rf"|(?:this|next) (?:week|month|year)|{_NTH} (?:of )?(?:{_MONTH})|(?:{_MONTH}) {_NTH}"
        ),
    ),
    ("month", rf"(?:{_MONTH})"),
    ("share", r"[+-]?\d[\d.,]*(?: ?%| percent)"),
    ("figure", r"[$£€+-]?\d(?:[\d.,]*\d)?"),
    ("count", r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"),
)
_VALUE = re.compile(
    rf"(?<![\w@])(?:{'|'.join(f'(?P<{kind}>{form})' for kind, form in _FORMS)})(?!\w)",
    re.IGNORECASE,
)
TIMED = frozenset({"clock", "day", "month"})
"""Kinds that say when something is."""
_CLAUSE = re.compile(r"[,.;:!?]+\s+|\s+[-\u2013]\s+|\s+(?:and|but|so|because)\s+", re.IGNORECASE)
_NOT = re.compile(
    r"\b(?:not|instead of|rather than|no longer|isn't|from)(?: \w+)?\s*$", re.IGNORECASE
)
"""What stands before the value that was wrong."""
_SMALL = word_set(
    """
    no not nope sorry sry oops wait ah oh uh um hm hmm er ok okay well yes yeah actually rather i
    mean meant said say says write put make do change set move it its that this the a is are was be
    should must has have to on at in by from for until of better instead please pls then again
    correct correction correctly right wrong typo mistake my me excuse lets let will would can only
    just really enough fine works suits now there here number value it's that's let's i've use
    """
)
"""Words that may stand around a value without saying anything besides."""
_ORDER = re.compile(
    r"\b(?:add|remove|mention|include|delete|drop|cc|bcc|copy|invite|forward|ask|tell|cancel|skip"
    r"|shorten|sign|attach)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_ON = re.compile(r"\bon $", re.IGNORECASE)
_DATELESS = re.compile(r"(?:today|tomorrow|tonight|this|next)\b", re.IGNORECASE)


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


def put_right(wish: str, beside: AbstractSet[str] = frozenset()) -> list[Value]:
    """Return the values that a wish puts in the place of others; none for any other wish.

    A part of it has to say nothing else, but for words that may stand `beside` a value; what the
    other parts say is taken for the reason.
    """
    new: list[Value] = []
    for start, end in _clauses(wish):
        clause = wish[start:end]
        if _ORDER.search(clause):
            return []
        found = [one for one in values_in(clause) if not _NOT.search(clause[: one.start])]
        if _bare(clause, values_in(clause), beside):
            new += [one._replace(start=one.start + start, end=one.end + start) for one in found]
    return new


def exchanges(text: str, wish: str) -> list[tuple[str, str]]:
    """Return which values of a text become which others; none where the wish is no such thing.

    Raise CannotRevise where the text has several that may be meant.
    """
    known = values_in(text)
    said = {fold(one.text) for one in known}
    after = (_WORD.match(text[one.end :].lstrip()) for one in known)
    beside = frozenset(fold(word[0]) for word in after if word)
    new = [one for one in put_right(wish, beside) if fold(one.text) not in said]
    named = {fold(one.text) for one in values_in(wish)} & said
    found: list[tuple[str, str]] = []
    for one in new:
        if sum(other.kind == one.kind for other in new) > 1:
            return []
        among = _distinct(other.text for other in known if other.kind == one.kind)
        among = [other for other in among if fold(other) in named] or among
        if not among:
            return []
        if len(among) > 1:
            raise CannotRevise(
                f"I can't tell which of {' and '.join(among)} should be {one.text}. Say for "
                f"example “change {among[0]} to {one.text}”."
            )
        found.append((among[0], one.text))
    return found


def exchanged(text: str, old: str, new: str) -> str:
    """Return a text with a value in the place of another: "on Friday" becomes "tomorrow"."""
    written, at = "", 0
    for one in values_in(text):
        if fold(one.text) == fold(old):
            before = text[at : one.start]
            written += _ON.sub("", before) if _DATELESS.match(new) else before
            begins = not text[: one.start].strip() or text[: one.start].rstrip()[-1] in ".!?"
            written += new if _DATELESS.match(new) and not begins else _cased(new, one.text)
            at = one.end
    return written + text[at:]


def _clauses(wish: str) -> list[tuple[int, int]]:
    cuts = [(0, 0), *(found.span() for found in _CLAUSE.finditer(wish)), (len(wish), len(wish))]
    return [(one[1], two[0]) for one, two in pairwise(cuts)]


def _bare(clause: str, values: list[Value], beside: AbstractSet[str]) -> bool:
    """Whether a part of a wish says values and nothing else."""
    left = clause
    for one in values:
        left = left.replace(one.text, " ", 1)
    words = _WORD.findall(left.replace("\u2019", "'"))
    return bool(values) and all(fold(word) in _SMALL or fold(word) in beside for word in words)


def _distinct(texts: Iterable[str]) -> list[str]:
    return list({fold(text): text for text in texts}.values())


def _cased(new: str, old: str) -> str:
    return new[:1].upper() + new[1:] if old[:1].isupper() and new[:1].islower() else new
