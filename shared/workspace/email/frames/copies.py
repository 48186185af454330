"""Who else should have a mail, where that is said beside what is to be said in it."""

import re
from dataclasses import replace

from shared.understanding.copied import NAMES, copies_in
from shared.understanding.folding import fold
from shared.understanding.given_names import may_be
from shared.understanding.marking import Span
from shared.understanding.recipients import COPIED
from shared.understanding.said import Said
from shared.understanding.turned import turned
from shared.understanding.work import Work
from shared.understanding.world import things_in
from shared.workspace.email.frames.people import PRONOUN

_NOT = r"(?:not|never|n['\u2019]?t)"
_COPY = r"(?:(?:in|on)(?: the)? (?:copy|cc)|(?:a )?copy|copied(?: in)?)"
_IS = r"(?:is|are|should|shall|must|need|do|does) ?"
_NO_COPY = re.compile(
    r"(?:[,.;(]\s*|\s+(?=without|and |but ))(?:(?:and|but|please|pls|also) )*"
    rf"(?:without {NAMES} {_COPY}"
    rf"|{NAMES} (?:{_IS})?{_NOT} (?:(?:be|go|come|get|need|have|to) )*{_COPY}"
    rf"|(?:do ?{_NOT}|no need to) (?:copy|cc|include|put|take|have|keep) {NAMES}(?: {_COPY}| in)?"
    rf"|{NAMES} {_IS}{_NOT} (?:(?:need|have|see|get|read|to) )+(?:it|this|that)(?=:))"
    r"\)?(?=[,.:;!]|\s*$)",
    re.IGNORECASE,
)
"""What is said beside a mail of who should have no copy of it."""
_AND = re.compile(r",? (?:and|&) |, ")


def copied_apart(work: Work) -> list[Span]:
    """Take out of a command who should have a copy, where a clause says nothing else.

    Whoever should have none is taken out as well, and gets none; whoever is marked has one.
    """
    marked = [replace(one, kind="person") for one in work.said.spans if one.kind == COPIED]
    others = tuple(one for one in work.said.spans if one.kind != COPIED)
    work.said = replace(work.said, spans=others)
    told = _told_apart(work)
    names = {fold(one.text) for one in told}
    return [*told, *(one for one in marked if fold(one.text) not in names)]


def _told_apart(work: Work) -> list[Span]:
    if (none := _NO_COPY.search(work.said.text)) and not _quoted(work.said.text, *none.span()):
        work.said = _without(work.said, *none.span())
    said = work.said
    found = next(copies_in(said.text), None)
    if found is None or _quoted(said.text, *found.span()):
        return []
    [group] = (one for one in ("who", "with", "are") if found[one])
    names = _AND.split(found[group])
    if PRONOUN.fullmatch(fold(found[group])):
        before = said.text[: found.start()]
        names = [named_last(work, before, found[group]) or found[group]]
    work.said = _without(said, *found.span())
    if found["why"] and said.has("body") and not turned(work.said).has("body"):
        work.said = _without(said, found.start(), found.start("why"))  # it is what the mail says
    return [Span("person", name, *found.span(group)) for name in names]


def _without(said: Said, start: int, end: int) -> Said:
    """Return a command without what stands between two places."""
    kept: list[Span] = []
    for one in said.spans:
        if one.end <= start:
            kept.append(one)
        elif one.start < start:
            text = said.text[one.start : start].rstrip(" ,")
            kept.append(Span(one.kind, text, one.start, one.start + len(text)))
        elif one.end > end:
            text = said.text[max(one.start, end) : one.end].lstrip(" ,.;:!")
            until = one.end - end + start
            kept.append(Span(one.kind, text, until - len(text), until))
    return replace(said, text=said.text[:start] + said.text[end:], spans=tuple(kept))


def _quoted(text: str, start: int, end: int) -> bool:
    """Whether words are of a letter that is written out: in quotes, or in lines of its own."""
    goes_on = bool(text[end:].strip())
    return text.count('"', 0, start) % 2 == 1 or (goes_on and "\n" in text)


def named_last(work: Work, text: str, pronoun: str = "") -> str:
    """Return whom a text names last, of those the person knows, and the pronoun may stand for.

    "" for nobody.
    """
    places: dict[int, str] = {}
    for one in things_in(work.request):
        fits = one.kind == "person" and may_be(fold(pronoun), one.name)
        for word in one.name.split() if fits else ():
            at = re.search(rf"\b{re.escape(word)}\b(?!.*\b{re.escape(word)}\b)", text, re.DOTALL)
            places |= {at.start(): one.name} if at else {}
    return places[max(places)] if places else ""
