"""Reads Gmail's search syntax into a condition. Any text is a query; what makes no sense is words.

Terms side by side must all hold; `OR` and `|` bind tighter than that, `{a b}` is a OR b, `-`
negates. Ages work everywhere: `after:14d` is `newer_than:14d`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from shared.connectors.folding import fold, singular, words

Role = Literal["from", "to", "cc"]
Place = Literal["anywhere", "subject", "filename"]


@dataclass(frozen=True)
class Every:
    """All parts hold; without parts it always does."""

    parts: tuple["Condition", ...]


@dataclass(frozen=True)
class Either:
    """At least one part holds."""

    parts: tuple["Condition", ...]


@dataclass(frozen=True)
class Not:
    """The part does not hold."""

    part: "Condition"


@dataclass(frozen=True)
class Says:
    """The words occur together; unless `exact`, singular and plural are the same."""

    place: Place
    words: tuple[str, ...]
    exact: bool = False


@dataclass(frozen=True)
class Involves:
    """A person has this role: the whole address, `me`, or words of their name or address."""

    role: Role
    who: str


@dataclass(frozen=True)
class Labelled:
    """The mail has the label."""

    label: str


@dataclass(frozen=True)
class Attached:
    """The mail has an attachment."""


@dataclass(frozen=True)
class Since:
    """Sent on that day or later: a date, or so many days before today."""

    day: date | int


@dataclass(frozen=True)
class Identified:
    """The mail has this Message-ID, given without its brackets."""

    message_id: str


Condition = Every | Either | Not | Says | Involves | Labelled | Attached | Since | Identified

EVERYTHING = Every(())

_TOKEN = re.compile(
    r"""
    (?P<open>[({]) | (?P<close>[)}]) | (?P<bar>\|)
    | "(?P<phrase>[^"]*)"?
    | (?P<minus>-)(?=[^\s)}|])
    | (?P<field>from|to|cc|subject|filename|is|in|label|category|has|after|newer|before|older
        |newer_than|older_than|rfc822msgid):\s*
    | (?P<word>[^\s(){}"|]+)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DATE = re.compile(r"(\d{4})[/-](\d{1,2})[/-](\d{1,2})")
_AGE = re.compile(r"(\d{1,4})([dmy])")
_DAYS = {"d": 1, "m": 30, "y": 365}
_PLACES = ("inbox", "sent", "draft", "snoozed")
_DEEPEST = 20
"""Parentheses nested deeper than this are ignored."""


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str


def parse(query: str) -> Condition:
    """Return the condition a query states; never raises."""
    return _Parser(query).group("", depth=0)


def leaves(condition: Condition) -> Iterator[Condition]:
    """Yield what a condition is made of."""
    match condition:
        case Every(parts) | Either(parts):
            for part in parts:
                yield from leaves(part)
        case Not(part):
            yield from leaves(part)
        case _:
            yield condition


def labels_in(condition: Condition) -> frozenset[str]:
    """Return the labels a condition names."""
    return frozenset(leaf.label for leaf in leaves(condition) if isinstance(leaf, Labelled))


def _tokens(query: str) -> Iterator[_Token]:
    for match in _TOKEN.finditer(query):
        kind = match.lastgroup or "word"
        yield _Token(kind, match[kind])


class _Parser:
    def __init__(self, query: str) -> None:
        self._tokens = list(_tokens(query))[::-1]

    def group(self, field: str, depth: int, opener: str = "(") -> Condition:
        """Return everything up to the closing bracket; bare words in it belong to `field`."""
        parts: list[Condition] = []
        alternative = False
        while self._tokens:
            token = self._tokens.pop()
            if token.kind == "close":
                if depth:
                    break
            elif token.kind == "bar" or token == _Token("word", "OR"):
                alternative = bool(parts)
            elif token == _Token("word", "AND"):
                alternative = False
            elif (part := self._negatable(token, field, depth)) is not None:
                if alternative:
                    parts.append(_either(parts.pop(), part))
                else:
                    parts.append(part)
                alternative = False
        if len(parts) == 1:
            return parts[0]
        return Either(tuple(parts)) if opener == "{" and parts else Every(tuple(parts))

    def _negatable(self, token: _Token, field: str, depth: int) -> Condition | None:
        negative = False
        while token.kind == "minus":  # something always follows
            negative = not negative
            token = self._tokens.pop()
        part = self._term(token, field, depth)
        return Not(part) if negative and part is not None else part

    def _term(self, token: _Token, field: str, depth: int) -> Condition | None:
        if token.kind == "field":
            if not self._tokens or self._tokens[-1].kind not in {"open", "phrase", "word"}:
                return None
            return self._term(self._tokens.pop(), token.text.lower(), depth)
        if token.kind == "open":
            return self.group(field, depth + 1, token.text) if depth < _DEEPEST else None
        return _leaf(field, token.text, exact=token.kind == "phrase")


def _either(first: Condition, second: Condition) -> Either:
    return Either((*(first.parts if isinstance(first, Either) else (first,)), second))


def _leaf(field: str, value: str, *, exact: bool) -> Condition | None:
    if not words(value):
        return None
    found: Condition | None = None
    match field:
        case "from" | "to" | "cc":
            found = Involves(field, fold(value).strip("<>,;"))
        case "subject" | "filename":
            found = Says(field, words(value), exact)
        case "is" | "in" | "label":
            found = _labelled(fold(value))
        case "category":
            found = _categorised(fold(value))
        case "rfc822msgid":
            found = Identified(value.strip("<>"))
        case "has" if singular(fold(value)) == "attachment":
            found = Attached()
        case "after" | "newer" | "newer_than":
            found = _since(value.lower())
        case "before" | "older" | "older_than":
            since = _since(value.lower())
            found = since and Not(since)
        case _:
            pass
    return found or Says("anywhere", words(f"{field} {value}"), exact)


def _labelled(label: str) -> Condition:
    match label:
        case "anywhere" | "all" | "any":
            return EVERYTHING
        case "read":
            return Not(Labelled("unread"))
        case "archive" | "archived":
            return Not(Either(tuple(Labelled(place) for place in _PLACES)))
        case "drafts":
            return Labelled("draft")
        case "newsletter":
            return Labelled("newsletters")
        case _:
            return Labelled(label)


def _categorised(category: str) -> Condition:
    match category:
        case "primary":
            return Not(Labelled("newsletters"))
        case "promotions" | "newsletter" | "newsletters":
            return Labelled("newsletters")
        case _:
            return Labelled(category)


def _since(value: str) -> Since | None:
    if age := _AGE.fullmatch(value):
        return Since(int(age[1]) * _DAYS[age[2]])
    if day := _DATE.fullmatch(value):
        try:
            return Since(date(int(day[1]), int(day[2]), int(day[3])))
        except ValueError:
            return None
    return None
