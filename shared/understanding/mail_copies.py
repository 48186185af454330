"""Who else should have a mail, where that is said behind what is to be said in it."""

import re
from dataclasses import replace

from shared.understanding.folding import fold
from shared.understanding.mail_people import PRONOUN
from shared.understanding.marking import Span
from shared.understanding.work import Work
from shared.understanding.world import things_in

_COPY_TOO = re.compile(
    r"[,.;]?\s*(?:and |but |also |then )*(?:(?:please|can you|could you|kindly) )*"
    r"(?:(?:put|take|have|keep|get|copy|cc|bring|add) (?P<who>her|him|them|(?-i:[A-Z])[\w-]+"
    r"(?: (?-i:[A-Z])[\w-]+)?)(?: (?:in|on|into|to|as)\b(?: the| a)? (?:copy|cc|loop))?"
    r"|(?:with|and) (?P<with>(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+)?) (?:in|on) (?:copy|cc))"
    r"(?: in)?(?:,? (?:too|as well|please|on (?:it|that)))*[.!]*\s*$",
    re.IGNORECASE,
)
"""What a person says behind a mail of who else should have it."""
_IN_WORDS = re.compile(r"\b(?:copy|cc|loop)\b", re.IGNORECASE)


def only_copies(text: str) -> bool:
    """Whether a text says nothing but who should have a copy, too."""
    return _COPY_TOO.fullmatch(text) is not None and _IN_WORDS.search(text) is not None


def copied_behind(work: Work) -> Span | None:
    """Take who should have a copy from behind what is to be said; None where that says nothing."""
    said = work.said
    found = _COPY_TOO.search(said.text)
    if found is None or not only_copies(found[0]):
        return None
    group = "who" if found["who"] else "with"
    span = Span("person", found[group], *found.span(group))
    kept: list[Span] = []
    for one in said.spans:
        if one.end <= found.start():
            kept.append(one)
        elif one.start < found.start():
            text = said.text[one.start : found.start()].rstrip(" ,")
            kept.append(Span(one.kind, text, one.start, one.start + len(text)))
    if PRONOUN.fullmatch(fold(span.text)):
        span = replace(span, text=_named_last(work, said.text[: found.start()]) or span.text)
    work.said = replace(said, text=said.text[: found.start()], spans=tuple(kept))
    return span


def _named_last(work: Work, text: str) -> str:
    """Return whom a text names last, of those the person knows; "" for nobody."""
    places: dict[int, str] = {}
    for one in things_in(work.request):
        for word in one.name.split() if one.kind == "person" else ():
            at = re.search(rf"\b{re.escape(word)}\b(?!.*\b{re.escape(word)}\b)", text, re.DOTALL)
            places |= {at.start(): one.name} if at else {}
    return places[max(places)] if places else ""
