"""What a cell is to say, where sentences tell it that mark no value: "its status is Ready now"."""

import re
from collections.abc import Iterator
from dataclasses import replace

from shared.understanding.marking import Span
from shared.understanding.said import Said

_WHEN = r"(?:now|finally|already|also|then|at last|by now|again|instead|please|really|both|just)"
_VALUE = (
    rf"\s+(?:{_WHEN}\s+)*[\"“']?(?P<value>(?!(?:it|that|this|them|there|so|to|the|a|an|not|no)\b)"
    r"[^\s,.;:!?\"”]+(?: (?!as\b)[^\s,;:!?\"”]+){0,5}?)[\"”']?"
    rf"(?:\s+(?:{_WHEN}|there|too|as well|in (?:it|there|that (?:cell|row))|for (?:it|that|them)"
    r"|from (?:now )?on))*(?=\s*(?:$|[.,;!?](?:\s|$)))"
)
_ORDERED = re.compile(
    r"\b(?:write|put|enter|type|make (?:it|that|this)|fill in"
    r"|(?:set|change|turn|switch|update|correct) (?:it|that|this|(?:its|the) \w+) to"
    rf"|mark (?:it|that|this) as){_VALUE}",
    re.IGNORECASE,
)
_BECOMES = re.compile(
    r"\b(?:becomes?|(?:is|are|reads?|says?) now|now (?:is|reads?|says?)|goes to|went to"
    rf"|(?:should|must|has to|have to|needs to|ought to)(?: now)? (?:be|read|say)){_VALUE}",
    re.IGNORECASE,
)
_IS = re.compile(
    rf"(?:\b(?:is|are|has|have)|(?<=\w)['\u2019](?:s|re)(?=\s+{_WHEN})){_VALUE}", re.IGNORECASE
)
_WHERE = re.compile(
    r"\s+(?:in|into|on|of|from|at|to)(?:\s+(?:the|our|my|that|this))?\s*$", re.IGNORECASE
)


def with_value(said: Said) -> Said:
    """Return a change with what its cell is to say, where nothing is marked as that, or too much.

    An order tells it before a statement does, and of statements the last: "Ann is back, so its
    status is Open".
    """
    marked = said.held("value", "count")
    found = _last(said, _ORDERED) or (None if marked else _last(said, _BECOMES) or _last(said, _IS))
    if found is None:
        return said
    within = [one for one in said.spans if one.start < found.end and found.start < one.end]
    if any(one.kind == "field" for one in within) or not {*marked} <= {*within}:
        return said
    return replace(said, spans=(*(one for one in said.spans if one not in within), found))


def _last(said: Said, form: re.Pattern[str]) -> Span | None:
    """Return the last value that is said in a form."""
    return next(reversed([*_values(said, form)]), None)


def _values(said: Said, form: re.Pattern[str]) -> Iterator[Span]:
    files = [one.start for one in said.spans if one.kind in {"file", "place"}]
    at = 0
    for stop in (*sorted(files), len(said.text)):
        part = _WHERE.sub("", said.text[at:stop])
        for found in form.finditer(part):
            start, end = (place + at for place in found.span("value"))
            yield Span("value", said.text[start:end], start, end)
        at = max(at, stop)
