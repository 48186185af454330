"""Pages of a knowledge base: from what a command says to the calls that do it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from shared.decisions.picking import describing
from shared.understanding.files import Sort, bare, file_meant, mended, named
from shared.understanding.folding import fold
from shared.understanding.marking import Span, meets
from shared.understanding.numbers import number_in
from shared.understanding.page_changes import change_in
from shared.understanding.said import Said
from shared.understanding.shown_page import (
    added,
    exchanged,
    named_pages,
    page_told_of,
    taken_out,
    text_shown,
    written_instead,
)
from shared.understanding.steps import FIND
from shared.understanding.work import Asked, Work
from shared.workspace.pages.frames.texts import with_lines

SEARCH = "pages_search"
READ = "pages_read"
APPEND = "pages_append"
CHANGE = "pages_change"
CREATE = "pages_create"

PAGE = Sort(
    "page",
    r"(?:(?:notion|wiki) )?(?:sub-?pages?|pages?|wikis?|docs?|documents?|database)",
    "I can't tell which page you mean. What is it called?",
    r"on|about|for|regarding",
)

_MOST_LISTED = 50
_BY = "Status"
"""The field that says how far things are."""
_STATE = re.compile(
    r"\b(?:on hold|on track|in progress|at risk|not started|blocked|overdue|done|completed"
    r"|finished)\b",
    re.IGNORECASE,
)
"""How far projects may be, and their pages, that are asked for."""
_AT_THE_END = re.compile(r"\b(?:at|on) (?:the|its) (?:very )?(?:end|bottom|foot)\b", re.IGNORECASE)
"""Where what is written besides stands behind everything."""
_PLURAL = r"pages|projects|docs|documents|notes"
_SUMMED_UP = r"summari[sz]e|sum up|summary|overview|status"
_OPENED = r"open|read|summari[sz]e|display|pull up|what's in|say|says"
_MAKES = re.compile(
    r"\b(?:create|make|start|strt|build|set up|open|begin|write(?: up)?|add|put|prepare|need|want"
    r"|like|have) (?:me |us |up )?(?:an?|one|that|another)"
    r"(?: (?!(?:to|on|of|in|into|at|for|from|about|under|line|note|more|further)\b)[\w-]+){0,3}"
    r" (?:sub-?)?(?:page|doc)\b"
    r"|\b(?:new|fresh|blank|empty)(?: notion| wiki)? (?:page|doc)|\bcreat(?:e|ing)\b|\bsub-?page\b"
    r"|\b(?:make|start|create|write) one\b(?! (?:more|further|last|other)\b)"
    r"|\bas an? (?:new )?page\b"
)
"""What makes a page, rather than adding to one."""
_BELOW = re.compile(
    r"\b(?:under|below|beneath|in|inside(?: of)?|within|into|to)(?: (?:the|my|our|notion))*"
    r"[\s\"'“]*$",
    re.IGNORECASE,
)
"""What stands before the page that a new one is in."""
_IN = re.compile(
    r"\b(?:in|into|under|inside(?: of)?|within|among|amongst|below|beneath)(?: (?:the|my|our))?"
    r" (?P<page>[A-Z][\w&-]*(?: [A-Z][\w&-]*){0,3}|documents|projects)\b"
)
"""A page that is written as a name, but not marked as one."""
_THERE = (
    r"(?:the|that|this|our|my|same) (?:[\w-]+ )?(?:page|doc)|foot|(?:at|on) the end|bottom|line"
)
"""What is said of a page that is there."""
_DESCRIBED = re.compile(
    r"\bpages? (?P<about>(?:which|where|about|on)\b[^:;.!?]+?)(?=[,:;.!?]|$)",
    re.IGNORECASE,
)
"""What a page is told by that is not called by its name."""
_TITLED = re.compile(
    r"\b(?:page|doc)s?\b[^:\"“]{0,120}?"
    r"(?:\b(?:called|named|headed|titled|entitled|by the name(?: of)?)"
    r"|(?:\bwith (?:the |a )?|[,.;] )(?:title|name|heading)(?: of)?\b"
    r"|\b(?:title|name|heading)(?= ?:| (?:is|will be|should be)\b))"
    r"(?: (?:is|will be|should be))?:?(?: the)? (?:[\"“](?P<quoted>[^\"”]+)"
    r"|(?P<title>[^,;:\"”]{1,80}?)"
    r"(?=[,;:\"”!?]|\.\s|\.?$"
    r"| (?:with|under|below|beneath|in|into|inside|within|saying|that|which)\b"
    r"| and (?:put|write|add|note|then|it|(?:[\w-]+ )?(?:lines?|points?|items?|rules?))\b))",
    re.IGNORECASE,
)
"""How it is said what a new page is called, where it is made."""
_TITLES = ("topic", "organisation")
_THERE_IS = re.compile(
    r"[,.;:!?]?\s*\b(?:(?:and|but|because|as|i think|i believe|i'm sure|i know) )*"
    r"(?:(?:(?:there|it|that)(?:['\u2019]s| is| was)"
    r"|(?:(?:there|it|that) )?(?:must|should|has to|ought to|might) be)"
    r"(?: (?:surely|probably|something|somewhere|also|written|noted|explained|all|down|up))*"
    r" (?:on |in )?(?:a|some|(?:one|some) of (?:the|our|my|those)|the|our|my) (?:wiki |notion )?"
    r"(?:pages?|docs?|documents?|wiki)"
    r"|(?:we|i) (?:have|had|wrote|made|keep)(?: (?:it|that|this|written|noted|down|all|on|in))*"
    r" a page)\b(?: (?:about|on|for) (?:it|that|this))?"
    r"(?: (?:somewhere|too|i think))*",
    re.IGNORECASE,
)
"""How it is said besides a question that a page tells the answer."""
_TOLD = re.compile(
    r"\b(?:what|which|who|when|where|how|why|do|does|is|are|can|may)\b", re.IGNORECASE
)
_IT = r"it|its|it's|that|this"
_BY_KIND = ("topic", "file", "organisation", "person")
"""What pages are looked for by, the most telling first."""
_SECTION = r"section|chapter|heading|paragraph"
_SORTS = ("page", "doc")


def find_pages(work: Work) -> None:
    """Look for pages, or count them by how far they are; open one that is named or pointed at."""
    said = mended(work.said)
    if _by_question(work, said):
        return
    opened = said.says(_OPENED) or _part_of_page(work, said)
    one = said.has("file") and opened and not _of_several(said)
    pointed = said.has("which") or (not said.spans and said.says(_IT))
    if one or (pointed and work.known(PAGE.kinds)):
        read_page(work)
    else:
        _search(work, said)


def _part_of_page(work: Work, said: Said) -> bool:
    """Whether a page they have is named and then what is wanted of it: "Wiki, Alpha. Risks."."""
    first = next((one.start for one in said.held("topic")), 0)
    known = any(one.kind == "page" and one.end <= first for one in work.request.links)
    return known and re.search(rf"\b(?:{_PLURAL})\b", fold(said.rest)) is None


def read_page(work: Work) -> None:
    """Read a page, to show it or to look something up in it."""
    said = mended(work.said)
    if _by_question(work, said):
        return
    if _of_several(said):
        _search(work, said)
        return
    said = named(said, PAGE)
    pages = said.meant("file") if said.has("file") else ()
    for one in pages or (None,):
        work.add(READ, "Read the page", page=_page(work, _only(one, said)))


def _by_question(work: Work, said: Said) -> bool:
    """Look for the page that a question is about and read it, where one is said to be there."""
    told = without_page(said)
    if not told:
        return False
    work.add(READ, "Read the page", page=_looked_for(work, told))
    return True


def without_page(said: Said) -> str:
    """Return a question without that a page tells the answer; "" where that is not said.

    "How early do I have to ask for a holiday? It's on one of our pages" names none.
    """
    told = _THERE_IS.sub(" ", said.text)
    if said.has("file", "which") or told == said.text or not _TOLD.search(told):
        return ""
    return told.strip(" .,;:!") if describing(told) else ""


def write_page(work: Work) -> None:
    """Change what a page says, add text to it, or make a page in another one."""
    marked = mended(work.said)
    body = added(marked.text, marked.wished, marked.spans)
    made = _MAKES.search(fold(marked.text))
    if not made and _change(work, marked, body):
        return
    said = _called(marked) if made else marked
    makes = made and (made[0].endswith(_SORTS) or not said.says(_SECTION))
    titles = said.held(*_TITLES) if not said.has("which") else ()
    titled = any(not _BELOW.search(said.text[: one.start]) for one in titles)
    there = any(one.kind == "page" for one in work.request.links) or said.says(_THERE)
    filed = there or said.has("file") or any(span.kind == "file" for span in said.carried)
    if makes or (titled and not filed and not body):
        _create(work, said)
    else:
        _append(work, _apart(marked, body) if body else said)


def _apart(said: Said, body: Span) -> Said:
    """Return a command that writes all of a text, nothing of which tells where."""
    kept = (one for one in said.spans if one.kind != "body" and not meets(one, body))
    blank = " " * len(body.text)
    text = f"{said.text[: body.start]}{blank}{said.text[body.end :]}"
    return replace(said, text=text, spans=(*kept, body))


def _change(work: Work, said: Said, body: Span | None) -> bool:
    """Change some words or lines of a page, where that is what is ordered.

    `body` is what is to be written besides, as far as that is marked.
    """
    context, wished = work.request.context, said.wished
    named = named_pages(said.text, work.request.links, said.spans, context)
    shown = text_shown(said.text, named, context)
    told, page = change_in(said.text, named), ""
    beside = told is not None and told.change.place != "instead"
    if beside and body and _AT_THE_END.search(said.text, 0, body.start):
        return False
    change = exchanged(said.text, shown, wished)
    whole = written_instead(said.text, wished, said.spans)
    if whole and not named:  # "put this in its place" was told by what came before
        whole = whole._replace(line=f"{work.asked_before} {whole.line}".strip())
    cut = whole is not None and told is not None and told.change.text in whole.text and not beside
    new = told.change.text if told else ""
    out = None if body or new else taken_out(said.text, wished)
    if change and told and (change.old in told.change.old or change.old == change.text):
        change = None  # the order says more of it than is marked: "the next morning"
    elif shown or cut or out or told is None:
        change = change or whole or out
    if change is None and told and (beside or not (shown and body)):
        change = told.change._replace(text=body.text) if beside and body else told.change
        page = _changed(work, said, told.page)
    if change is None:
        return False
    page = page or _its_page(work, said)
    work.add(CHANGE, "Change the page", page=page, **change._asdict())
    return True


def _its_page(work: Work, said: Said) -> str:
    """Return the id or the name of the page that a change or a text is for."""
    context = work.request.context
    told = page_told_of(context)
    if told and not named_pages(said.text, work.request.links, said.spans, context):
        return told.id
    return file_meant(work, said, PAGE)


def _changed(work: Work, said: Said, place: slice) -> str:
    """Return the page that is changed: the one named there, or else the one talked about."""
    linked = {
        thing.id
        for link in work.request.links
        if link.kind == "page" and (link.start, link.end) == (place.start, place.stop)
        for thing in link.things
    }
    if len(linked) == 1:
        return linked.pop()
    name = bare(said.text[place], PAGE)
    alone = tuple(one for one in said.spans if one.kind == "which")
    return name or file_meant(work, replace(said, spans=alone), PAGE)


def _called(said: Said) -> Said:
    """Return a command for a new page with what it is called as its only title, and its lines."""
    found = _TITLED.search(said.text)
    if found is None:
        return with_lines(said, max((one.end for one in said.held(*_TITLES)), default=0))
    start, end = found.span("quoted" if found["quoted"] else "title")
    kept = [one for one in said.spans if one.end <= start or one.start >= end]
    others = [
        replace(one, kind="file") if one.kind in _TITLES else one
        for one in kept
        if one.kind not in _TITLES or _BELOW.search(said.text[: one.start])
    ]
    title = Span("topic", said.text[start:end].strip(), start, end)
    return with_lines(replace(said, spans=(*others, title)), end)


def _search(work: Work, said: Said) -> None:
    """Look for pages by title; how many there are of each kind where they are to be summed up."""
    query = next((one for kind in _BY_KIND if (one := bare(said.one(kind), PAGE))), "")
    query = query or ("projects" if said.says("projects") else "")
    state = _STATE.search(said.text) if _of_several(said) else None
    query = state[0] if state else query
    if said.says(_SUMMED_UP) and _of_several(said):
        work.add(SEARCH, "Sum up the pages", query=query, by=_BY, limit=_MOST_LISTED)
        return
    count = number_in(said.one("count"))
    limit = max(1, min(count, _MOST_LISTED)) if count else None
    work.add(SEARCH, "Look for pages", query=query, limit=limit)


def _of_several(said: Said) -> bool:
    """Whether pages are meant rather than one: "projects" names none, nor do "project pages"."""
    kinds = rf"(?:(?:all|my|our|the|notion|project) )*(?:{_PLURAL})"
    named = [
        one.text
        for one in said.spans
        if one.kind in {"file", "which"}
        and not re.fullmatch(kinds, fold(one.text))
        and not re.match(rf"(?:{_PLURAL})\b", fold(said.text[one.end :]))
    ]
    by_state = not said.spans and _STATE.search(said.text) is not None
    return not named and (by_state or re.search(rf"\b(?:{_PLURAL})\b", fold(said.text)) is not None)


def _only(page: Span | None, said: Said) -> Said:
    """Return a command with one page alone of those it names."""
    kept = [span for span in said.spans if span.kind != "file" or span is page]
    return replace(said, spans=tuple(kept))


def _page(work: Work, said: Said) -> str:
    """Return the page that is read: what it is about names it where nothing else does."""
    try:
        return file_meant(work, said, PAGE)
    except Asked:
        if said.has("which") or not (name := bare(said.one("topic"), PAGE)):
            raise
        return name


def _create(work: Work, said: Said) -> None:
    names = said.held("topic", "organisation", "file")
    below = [span for span in names if _BELOW.search(said.text[: span.start])]
    titles = [span for span in names if span not in below]
    placed = _IN.search(said.unmarked)
    if titles and not (below or placed):  # "add a page Retro, Project Alpha"
        below = [span for span in titles if span.kind == "file" and span is not titles[0]]
        titles = [span for span in titles if span not in below]
    titles = titles or [span for span in said.carried if span.kind == "topic"]
    if not titles:
        raise Asked("What should the page be called?", "topic")
    if not below and said.says("(?:under|below) (?:it|that)"):
        parent = file_meant(work, _only(None, said), PAGE)
    elif below:
        parent = bare(below[-1].text, PAGE) or below[-1].text
    else:
        parent = placed["page"] if placed else None
    title = _side_by_side(titles, said).strip(" \"'“”.,:")
    work.add(CREATE, "Make the page", parent=parent, title=title, text=_text(said))


def _side_by_side(titles: Sequence[Span], said: Said) -> str:
    """Return the last of some names, with those that stand right before it: "Acme" "ideas"."""
    last = titles[-1]
    if last not in said.spans:
        return last.text
    start = last.start
    for one in reversed(titles[:-1]):
        if said.text[one.end : start].strip():
            break
        start = one.start
    return said.text[start : last.end]


def _append(work: Work, said: Said) -> None:
    said = named(said, PAGE)
    told = None if said.has("file", "which") else _DESCRIBED.search(said.text)
    if told and not any(one.kind == "page" for one in work.request.links):
        page = _looked_for(work, told["about"])
    else:
        page = "" if said.has("file", "which") else _made(work, said)
        page = page or _its_page(work, said)
    text = _text(said)
    if not text:
        raise Asked("What should I write on it?", "body")
    work.add(APPEND, "Add to the page", page=page, text=text)


def _looked_for(work: Work, about: str) -> str:
    """Look for the page that is about something; return what its id will be."""
    found = work.add(FIND, "Look for the page", about=about, only="page")
    work.seek(found, about, first=True)
    return f"{{{found}.found.0.id}}"


def _made(work: Work, said: Said) -> str:
    """Return the page that was just made, which the one it was made in is not; "" for none."""
    made = [span.text for span in said.carried if span.kind == "topic"]
    last = [one.id for one in work.known(PAGE.kinds) if one.ordinal == 0]
    filed = any(span.kind == "file" for span in said.carried)
    return next(iter(last), "" if filed else made[-1]) if made else ""


def _text(said: Said) -> str:
    """Return what is to be written: as it is quoted, or else as sentences begin."""
    written: list[str] = []
    end = 0
    moved = said.carried if said.has("file") and not said.has("body", "topic") else ()
    for span in said.held("body") or [one for one in moved if one.kind == "body"]:
        if said.corrects(end, span.start):
            written = []
        end = span.end
        body = re.sub(_LED, "", span.text.strip(), flags=re.IGNORECASE)
        text = body.strip('"“”').strip()
        written.append(text if text != body else _begun(said.text[: span.start], text))
    return "\n".join(written)


def _begun(before: str, text: str) -> str:
    """Return a text as sentences begin, if it is not in quotes."""
    quoted = before.rstrip()[-1:] in {'"', "“"}
    return text if quoted else f"{text[:1].upper()}{text[1:]}"


_LED = r"^(?:\w+ )?(?:lines?|points?): |^(?:\w+ )?saying(?: that)? |^(?:in |on )?notion: "
"""What still belongs to the order in front of what is to be written."""


FRAMES: Mapping[str, Callable[[Work], None]] = {
    "page_find": find_pages,
    "page_read": read_page,
    "page_write": write_page,
}
"""How each task about pages is done."""
