"""Which sheet or page a command is about: by its name, as one that was listed, or as "it"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from shared.models.reasoning import Reference
from shared.models.world import Link
from shared.understanding.folding import content_words, fold
from shared.understanding.marking import Span, meets
from shared.understanding.pointing import place_named, pointed_reference
from shared.understanding.said import Said
from shared.understanding.work import Asked, Work

_LEADING = r"^(?:(?:in|of|on|from|to|into|the|my|our|this|that|a|an|their|your|notion) )+"
_CALLED = r"(?:,? (?:called|named|titled|about|on|for|of|with))?:?"
_AROUND = "\"'“” .,:;"
_POINTS = frozenset({"it", "that", "this", "one", "there", "same", "same one"})
_PART = re.compile(r"\b(?:rows?|lines?|entry|entries|cell|column|section|part|bit|paragraph)\b")
"""What points into a file rather than at one."""
_BY_NOUN = (
    r"(?:^|\b(?:the|my|our|in|of|to|from|into|on) )(?P<name>{word}(?: {word}){{0,4}}) {noun}\b"
)
_WORD = r"(?!(?:the|my|our|in|of|to|from|into|on|a|an|and|{verbs}|{noun})\b)[\w&'.-]+"
_VERBS = (
    r"add|append|show|open|read|list|get|find|put|set|change|which|what|whose|who|there|new|me|this|that|it|other"
    r"|same"
)
_MOST = 50
_TITLES = frozenset({"topic", "organisation"})


@dataclass(frozen=True)
class Sort:
    """What kind of file a service has, what it is called, and what is asked where none is named."""

    kind: str
    noun: str
    ask: str
    about: str = "called"
    """What may stand between the noun and a name: "the page on visitors"."""

    @property
    def kinds(self) -> frozenset[str]:
        """The kind of reference that an answer leaves for one."""
        return frozenset({self.kind})


def mended(said: Said) -> Said:
    """Return a command in which spans of a kind are one: side by side, or in one pair of quotes."""
    spans: list[Span] = []
    for span in sorted(_quoted(said), key=lambda one: one.start):
        last = spans[-1] if spans else None
        if last and last.kind == span.kind and not said.text[last.end : span.start].strip():
            spans[-1] = Span(span.kind, said.text[last.start : span.end], last.start, span.end)
        else:
            spans.append(span)
    return replace(said, spans=tuple(spans))


def _quoted(said: Said) -> list[Span]:
    """Return the spans; all that stands in quotes is one, as what is marked first in it."""
    spans = list(said.spans)
    for quoted in re.finditer(r'"([^"]+)"', said.text):
        start, end = quoted.span(1)
        inside = [one for one in spans if start <= one.start and one.end <= end]
        if inside:
            spans = [one for one in spans if one not in inside]
            spans.append(Span(inside[0].kind, quoted[1], start, end))
    return spans


def named(said: Said, sort: Sort) -> Said:
    """Return a command in which a name beside "sheet" is one of a sheet, however it is marked."""
    if said.has("file"):
        return said
    return replace(said, spans=tuple(_as_file(span, said, sort) for span in said.spans))


def _as_file(span: Span, said: Said, sort: Sort) -> Span:
    lead, rest = fold(said.text[: span.start]), fold(said.text[span.end :])
    called = rf"(?: called| named| titled| (?:{sort.about}))?(?: the| our)?"
    before = re.search(rf"\b{sort.noun}{called}[\s\"']*$", lead)
    beside = before or re.match(rf"[\s\"']*{sort.noun}\b", rest)
    return replace(span, kind="file") if span.kind in _TITLES and beside else span


def chosen(said: Said, sort: Sort) -> Span | None:
    """Return the file that is named: of several the one that is called a sheet, or the last."""
    found = said.held("file")
    files = [
        span
        for last, span in zip((None, *found), found, strict=False)
        if last is None
        or said.corrects(last.end, span.start)
        or not re.match(r"\s*[:=]\s*\S", said.text[span.end :])  # a column: "Task: new site"
    ]
    called = [span for span in files if _called(span, said, sort)]
    return called[0] if len(called) == 1 else next(reversed(files), None)


def bare(name: str, sort: Sort) -> str:
    """Return what a file is called, without "the" and "sheet"; "" for one that is pointed at."""
    clean = re.sub(_LEADING, "", name.strip(_AROUND), flags=re.IGNORECASE)
    clean = re.sub(rf"^{sort.noun}{_CALLED} ", "", f"{clean} ", flags=re.IGNORECASE).strip()
    clean = re.sub(rf"(?:(?:^| ){sort.noun}| in notion)+$", "", clean, flags=re.IGNORECASE)
    clean = re.sub(_LEADING, "", clean.strip(_AROUND), flags=re.IGNORECASE).strip(_AROUND)
    return "" if fold(clean) in _POINTS else clean


def file_meant(work: Work, said: Said, sort: Sort) -> str:
    """Return the id, or else the name, of the file that is meant; raise Asked for none."""
    known = work.known(sort.kinds)
    file = chosen(said, sort)
    named = file.text if file else ""
    which = next((span.text for span in reversed(said.held("which"))), "")
    if named and place_named(named, _MOST):
        named, which = "", named
    before = _by_noun(said, sort)
    linked = _linked(work, sort)
    several = len(said.held("file")) > 1
    if linked and (not named or several or not bare(named, sort) or _within(work, named)):
        return linked
    if name := bare(named, sort):
        return _as_listed(before if _whole(before, name) else name, known)
    if which and not part_of(which) and (found := _listed(which, known, sort)):
        return found
    carried = bare(_last(said.carried), sort)
    if name := before or carried:
        return _as_listed(name, known)
    if not place_named(which, _MOST) and (one := pointed_reference("it", known, sort.kinds)):
        return one.id
    raise Asked(sort.ask, "file")


def _linked(work: Work, sort: Sort) -> str:
    """Return the id of the one file that the message is known to name, by itself or by a tab."""
    kinds = {"sheet": ({"file"}, {"tab"}), "page": ({"page"},)}[sort.kind]
    for some in kinds:
        ids = {
            thing.id for link in work.request.links if link.kind in some for thing in link.things
        }
        if ids:
            return ids.pop() if len(ids) == 1 else ""
    return ""


def known_alone(work: Work, said: Said, sort: Sort) -> Said:
    """Return a command in which no name is a file that nobody has, where it names one they have.

    "Delivery spend, Licences, actual: 5" names a tab, and a row.
    """
    links = [one for one in work.request.links if one.kind in {"file", "tab", "page"}]
    of_nobody = not any(_names_one(one, said, links, sort) for one in said.held("file"))
    if not (of_nobody and _linked(work, sort)):
        return said
    spans = (replace(one, kind="topic") if one.kind == "file" else one for one in said.spans)
    return replace(said, spans=tuple(spans))


def _names_one(span: Span, said: Said, links: Sequence[Link], sort: Sort) -> bool:
    """Whether what is marked as a file is one they are known to have, or is called one."""
    known = any(meets(span, link) for link in links)
    return known or _called(span, said, sort)


def _called(span: Span, said: Said, sort: Sort) -> bool:
    """Whether what is marked as a file is called one: "the Stock sheet"."""
    around = f"{span.text}{said.text[span.end :][:14]}"
    return re.search(rf"\b{sort.noun}\b", around, re.IGNORECASE) is not None


def _within(work: Work, named: str) -> bool:
    """Whether what is marked as a file has the name of one, and more: "spend in the Finance"."""
    return any(
        fold(thing.name) in (told := fold(named)) and not told.startswith(fold(thing.name))
        for link in work.request.links
        for thing in link.things
        if link.kind == "file"
    )


def part_of(which: str) -> bool:
    """Whether a piece points into a file, at a row or a section, rather than at one."""
    return _PART.search(fold(which)) is not None


def _whole(name: str, part: str) -> bool:
    """Whether a part is the end of a name whose other words are capitals too."""
    return name.endswith(f" {part}") and name.removesuffix(part).istitle()


def _last(spans: Sequence[Span]) -> str:
    return next((span.text for span in reversed(spans) if span.kind == "file"), "")


def _as_listed(name: str, known: Sequence[Reference]) -> str:
    """Return the id of the one that was listed by that name, or the name itself."""
    listed = {one.id for one in known if fold(one.label) == fold(name)}
    return listed.pop() if len(listed) == 1 else name


def _listed(which: str, known: Sequence[Reference], sort: Sort) -> str:
    """Return the id of the listed one that is pointed at, or whose name has all that is said."""
    if found := pointed_reference(which, known, sort.kinds):
        return found.id
    words = set(content_words(bare(which, sort))) - {"one", "other"}
    named = {one.id for one in known if words and words <= set(content_words(one.label))}
    return named.pop() if len(named) == 1 else ""


def _by_noun(said: Said, sort: Sort) -> str:
    """Return the name that the text has before "sheet", where it is marked as none."""
    word = _WORD.format(verbs=_VERBS, noun=sort.noun)
    pattern = _BY_NOUN.format(word=word, noun=sort.noun)
    found = re.search(pattern, said.text, re.IGNORECASE)
    return bare(found["name"], sort) if found else ""
