"""Who else should have a mail, where that is said beside what is to be said in it."""

import re
from dataclasses import replace

from shared.understanding.copied import copies_in
from shared.understanding.marking import Span
from shared.understanding.recipients import COPIED
from shared.understanding.said import Said
from shared.understanding.turned import turned
from shared.understanding.work import Work

_AND = re.compile(r",? (?:and|&) |, ")


def copied_apart(work: Work) -> list[Span]:
    """Take out of a command who should have a copy: who is marked, or a clause tells alone."""
    marked = [replace(one, kind="person") for one in work.said.spans if one.kind == COPIED]
    others = tuple(one for one in work.said.spans if one.kind != COPIED)
    work.said = replace(work.said, spans=others)
    return marked or _told_apart(work)


def _told_apart(work: Work) -> list[Span]:
    said = work.said
    found = next(copies_in(said.text), None)
    if found is None or _quoted(said.text, *found.span()):
        return []
    [group] = (one for one in ("who", "with", "are") if found[one])
    names = _AND.split(found[group])
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
