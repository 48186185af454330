"""Who else should have a mail, where that is said beside what is to be said in it."""

import re
from dataclasses import replace

from shared.understanding.folding import fold
from shared.understanding.mail_described import NAME
from shared.understanding.mail_people import PRONOUN
from shared.understanding.mail_turned import turned
from shared.understanding.marking import Span
from shared.understanding.recipients import COPIED
from shared.understanding.said import Said
from shared.understanding.work import Work
from shared.understanding.world import things_in

_NAMES = rf"(?!every|all\b|both\b){NAME}(?:(?:,|,? and|,? &) {NAME})*"
IN_COPY = (
    r"(?:(?:(?:should |must |can |to )?(?:be|come|go|stay)|comes?|gets?|goes|is|are|kept|remains?"
    r"|stays?) )?"
    r"(?:(?:in|on|as)(?: the| a)? (?:copy|cc)|copied(?: in)?|cc['\u2019]?d)\b"
)
"""What is said behind somebody who gets a copy."""
_COPY_TOO = re.compile(
    r"[,.;]?\s*(?:and |but |also |then )*(?:(?:please|can you|could you|kindly) )*"
    r"(?:(?<!n['\u2019]t )(?<!not )(?:put|take|have|keep|get|copy|cc|bring|add)"
    rf" (?P<who>her|him|them|{_NAMES})"
    r"(?: (?:in|on|into|to|as)\b(?: the| a)? (?:copy|cc|loop))?"
    rf"|(?:with|and) (?P<with>{_NAMES}) (?:in|on)(?: the)? (?:copy|cc|loop)"
    rf"|(?:^|(?<=[,.;!?] )|(?<=[,.;!?] and ))(?P<are>he|she|they|{_NAMES}) {IN_COPY})"
    r"(?: in)?(?:,? (?:too|as well|please|on (?:it|that)))*"
    r"(?P<why>,? (?:just )?(?:as|because|since|so|like|the way|in case)\b[^.!?\n]*"
    r"|[,;] (?:he|she|they|it|that['\u2019]s)\b[^.!?\n]*)?"
    r"(?:[.!]*\s*$|[.!] (?=(?-i:[A-Z]))|(?=:\s))",
    re.IGNORECASE,
)
"""What a person says beside a mail of who else should have it, and why."""
_NOT = r"(?:not|never|n['\u2019]?t)"
_COPY = r"(?:(?:in|on)(?: the)? (?:copy|cc)|(?:a )?copy|copied(?: in)?)"
_IS = r"(?:is|are|should|shall|must|need|do|does) ?"
_NO_COPY = re.compile(
    r"(?:[,.;(]\s*|\s+(?=without|and |but ))(?:(?:and|but|please|pls|also) )*"
    rf"(?:without {_NAMES} {_COPY}"
    rf"|{_NAMES} (?:{_IS})?{_NOT} (?:(?:be|go|come|get|need|have|to) )*{_COPY}"
    rf"|(?:do ?{_NOT}|no need to) (?:copy|cc|include|put|take|have|keep) {_NAMES}(?: {_COPY}| in)?"
    rf"|{_NAMES} {_IS}{_NOT} (?:(?:need|have|see|get|read|to) )+(?:it|this|that)(?=:))"
    r"\)?(?=[,.:;!]|\s*$)",
    re.IGNORECASE,
)
"""What is said beside a mail of who should have no copy of it."""
_IN_WORDS = re.compile(r"\b(?:copy|copied|cc|cc['\u2019]?d|loop)\b", re.IGNORECASE)
_AND = re.compile(r",? (?:and|&) |, ")


def only_copies(text: str) -> bool:
    """Whether a text says nothing but who should have a copy, too."""
    found = _COPY_TOO.fullmatch(text)
    return found is not None and _says_so(found)


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
    found = next((one for one in _COPY_TOO.finditer(said.text) if _says_so(one)), None)
    if found is None or _quoted(said.text, *found.span()):
        return []
    [group] = (one for one in ("who", "with", "are") if found[one])
    names = _AND.split(found[group])
    if PRONOUN.fullmatch(fold(found[group])):
        names = [named_last(work, said.text[: found.start()]) or found[group]]
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


def _says_so(found: re.Match[str]) -> bool:
    """Whether it is said of a copy that somebody should have it, and not only why."""
    end = found.start("why") if found["why"] else found.end()
    return _IN_WORDS.search(found.string, found.start(), end) is not None


def _quoted(text: str, start: int, end: int) -> bool:
    """Whether words are of a letter that is written out: in quotes, or in lines of its own."""
    goes_on = bool(text[end:].strip())
    return text.count('"', 0, start) % 2 == 1 or (goes_on and "\n" in text)


def named_last(work: Work, text: str) -> str:
    """Return whom a text names last, of those the person knows; "" for nobody."""
    places: dict[int, str] = {}
    for one in things_in(work.request):
        for word in one.name.split() if one.kind == "person" else ():
            at = re.search(rf"\b{re.escape(word)}\b(?!.*\b{re.escape(word)}\b)", text, re.DOTALL)
            places |= {at.start(): one.name} if at else {}
    return places[max(places)] if places else ""
