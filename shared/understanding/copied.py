"""What is said beside something that is sent of who should have a copy of it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from shared.understanding.marking import Span, meets
from shared.understanding.revision import Party
from shared.understanding.said import Said

_IN = r"(?:in|on|into)(?: the| a)? (?:copy|cc|loop)\b"
_SAYS_SO = re.compile(r"\b(?:cop(?:y|ied|ying)|cc['\u2019]?(?:d|ing)?|loop)\b", re.IGNORECASE)
_KEPT_IN = re.compile(rf"(?: (?!(?:not|no|never)\b)[a-z]+){{0,4}} {_IN}", re.IGNORECASE)
"""What stands behind somebody who has a copy, whatever part the network gives them."""
_TO_BE_IN = re.compile(rf"(?:and .*)?\b(?:to|should|must|shall) be .*{_IN}", re.IGNORECASE)
"""What is told of them, where it is taken for words to be said: "to be kept in copy"."""
_STARTS = re.compile(
    r"(?:^|[,.;:!?(]|\b(?:and|with|but)"
    r"|(?<!n['\u2019]t )(?<!not )(?<!never )\b(?:keep|put|have|take|bring))\s*$",
    re.IGNORECASE,
)
"""What stands in front of somebody of whom that is told beside what is to be said."""
_BREAK = re.compile(r"[,.;:!?)]+(?:\s+|$)|\(|\s[\u2013\u2014-]+\s|\s(?=(?:and|n|with|but)\b)")
_REASON = (
    r"(?:[,;]\s*|\s+)(?:he|she|they|as|because|since|so|like|in case|the way|it|that['\u2019]s)\b"
    r"[^.!?]*"
)
_WHY = re.compile(_REASON, re.IGNORECASE)
_ALONE = re.compile(
    rf"(?:\S+ ){{1,8}}{_IN}(?:,? (?:too|as well|please))*(?:{_REASON})?\W*"
    r"|(?:(?:and|also|please|kindly) )*(?:cc|copy)(?: in)? (?-i:[A-Z])[\w-]+(?: [\w-]+){0,3}\W*"
    r"|(?:and )?cc(?: [\w-]+){1,3}: .*",
    re.IGNORECASE,
)


def only_copies(text: str) -> bool:
    """Whether a text says nothing but who should have a copy, too, and what is to be said."""
    return _ALONE.fullmatch(text) is not None


def with_copies(parties: Sequence[Party], text: str) -> list[Party]:
    """Return parties in which whoever is told to be in copy gets one: "with Ann kept in copy".

    Nobody gets one who only has it: "get Ann, she has a copy".
    """
    return [
        one._replace(part="copy")
        if one.part in {"not", "said", "to"}
        and _STARTS.search(text[max(0, one.start - len("never bring ")) : one.start])
        and _KEPT_IN.match(text, one.end)
        else one._replace(part="said")
        if one.part == "copy" and _only_has(one, text)
        else one
        for one in parties
    ]


def _only_has(party: Party, text: str) -> bool:
    """Whether nothing is said of a copy but in why somebody is named."""
    start, end, _ = _around([Span("person", *party[1:])], text)
    why = None if _SAYS_SO.search(text, start, end) else _WHY.match(text, end)
    return why is not None and _SAYS_SO.search(why[0]) is not None


def without_copies(said: Said, parties: Sequence[Party]) -> Said:
    """Return a command whose words to be said are without who should have a copy of them, and why.

    A letter that is written out, in quotes or in lines of its own, stays as it is.
    """
    copied = [Span("person", *one[1:]) for one in parties if one.part == "copy"]
    copied = [] if "\n" in said.text else copied
    spans = [*said.spans]
    while copied:
        group = said.joined_to(copied[0], copied)
        copied = [one for one in copied if one not in group]
        start, end = _clause(group, said.text)
        if start == end or said.text.count('"', 0, start) % 2:
            continue
        at = group[0].start
        bodies = [
            o
            for o in spans
            if o.kind == "body" and (o.start <= at or end < o.end or _TO_BE_IN.fullmatch(o.text))
        ]
        left = [one for body in bodies for one in _left_of(body, start, end)]
        spans = [*(one for one in spans if one not in bodies), *left]
        spans += [one for one in group if not any(meets(one, each) for each in spans)]
    return replace(said, spans=tuple(sorted(spans, key=lambda one: one.start)))


def _clause(group: Sequence[Span], text: str) -> tuple[int, int]:
    """Return from where to where it is told that somebody should have a copy, and why."""
    start, end, apart = _around(group, text)
    if not apart and not _SAYS_SO.search(text, start, end):
        return start, start
    why = _WHY.match(text, end)
    return start, why.end() if why else end


def _around(group: Sequence[Span], text: str) -> tuple[int, int, bool]:
    """Return where a clause that names some people begins and ends, and if a sentence does so."""
    breaks = [*_BREAK.finditer(text)]
    before = [one for one in breaks if one.end() <= group[0].start]
    start = before[-1].end() if before else 0
    end = min((o.start() for o in breaks if o.start() >= group[-1].end), default=len(text))
    return start, end, bool(before) and before[-1][0].strip() in {".", ";", "!", "?"}


def _left_of(body: Span, start: int, end: int) -> Iterator[Span]:
    """Yield what is left of the words to be said where some are cut out."""
    for first, last, led in ((body.start, start, ""), (end, body.end, ".!?)")):
        told = body.text[max(0, first - body.start) : max(0, last - body.start)]
        told = told.lstrip(f" ,;:{led}").rstrip(" ,;:(-\u2013\u2014")
        if any(map(str.isalnum, told)):
            at = body.start + body.text.index(told, max(0, first - body.start))
            yield Span("body", told, at, at + len(told))
