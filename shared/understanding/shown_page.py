"""A change of a page as a reply to a card of it: see `revision`.

It is the page that a message names, which is read with "it" in place of that, or else the one page
that the last answer tells of. What that says is on the card; what another page says is not known.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from shared.decisions.questioning import asks
from shared.models.reasoning import ConversationContext, Reference
from shared.models.world import Link
from shared.understanding.heads import Op
from shared.understanding.linked import CHANGES_PAGES
from shared.understanding.marking import Span, meets
from shared.understanding.page_changes import (
    CALLED,
    Change,
    as_page,
    name_around,
    of_something_else,
)
from shared.understanding.revision import (
    Going,
    Marked,
    RevisionReader,
    Wished,
    side_by_side,
)
from shared.understanding.shown_table import last_answer
from shared.words import fold

_QUOTES = " \"'\u201c\u201d\u2018\u2019"
_OPENS = f"{_QUOTES}:,"
_POSSIBLE, _FOREMOST, _PLAINLY = 0.2, 0.7, 0.8
_SENTENCE_LONG = 3
"""So many words may be a whole sentence."""
_TEXTS: tuple[Op, ...] = ("text=", "text-", "text+")
_IT = "it"
_WRITES, _READS = "page_write", frozenset({"page_find", "page_read"})
_MAY = re.compile(r"\W*(?:can|could|shall|should|may|will|would)\b", re.IGNORECASE)
"""How a question begins that orders something."""
_FOUND = re.compile(r"\d+\. (?:page )?\*\*")
"""How a line begins that shows one of the things that were found."""
_LEADS = re.compile(r"(?<!\d):\s+(?=\S)[\"'\u201c]?")
"""What stands before all that is to be written, in one sentence with it."""
_SENTENCE = re.compile(r"[^.!?;]+[.!?;]*[\"\u201d]?\s*")
_WHERE = re.compile(
    r"(?:(?:at|on) (?:the|its) (?:very )?(?:end|bottom|foot)(?:[:,]| -)? "
    r"|(?:(?:an?|the|another|one(?: more)?) )?"
    r"(?:(?:step|point|number|item|rule|line)(?: (?:\d+|[a-z]+))?|\d+)(?:[:,]| -) )+",
    re.IGNORECASE,
)
"""Where something is to be written, which is none of it."""
_POINTS = re.compile(
    r"(?:(?:it|them|the|(?:.*\b)?(?:that|this|those|these))\b ?)?(?:(?:whole|entire|one)\b ?)*"
    r"\w*\W*",
    re.IGNORECASE,
)
"""What only points at what goes."""
_FOR_IT = re.compile(
    r"\b(?:instead|in (?:its|the|that) (?:place|stead)|replac\w+|swap\w*|exchang\w+"
    r"|(?:chang|turn|correct|updat|rewrit)\w+\b[^.!?;:]*\b(?:line|sentence|point|item|step|question)"
    r"\b[^.!?;:]*\b(?:to|into))\b",
    re.IGNORECASE,
)
"""That something is to be written for what is there, not besides."""


class Beside(NamedTuple):
    """A message as it is read beside the card of a page: `cut` there is "it" for what names it."""

    card: str
    text: str
    cut: slice = slice(0, 0)

    def place(self, at: int) -> int:
        """Return where in the message a place in what is read is."""
        more = self.cut.stop - self.cut.start - len(_IT) if self.cut.stop else 0
        return at + more if at > self.cut.start else at


def page_told_of(context: ConversationContext) -> Reference | None:
    """Return the one page that the last answer shows, or that says the most of what was asked."""
    pages = [one for one in context.references if one.kind == "page"]
    pages = [one for one in pages if one.told] or pages
    return pages[0] if len({one.label for one in pages}) == 1 else None


def page_shown(context: ConversationContext) -> str:
    """Return the page that was just told of as it is read beside a reply; "" for none."""
    page = page_told_of(context)
    if page is None:
        return ""
    lines = last_answer(context).splitlines()
    found = [one for one in lines if _FOUND.match(one) and page.label in one]
    return f"page: {page.label} | text: {' '.join(' '.join(found or lines).split())}"


def named_pages(
    text: str, links: Sequence[Link], spans: Sequence[Span], context: ConversationContext
) -> list[tuple[int, int]]:
    """Return where a message names the page it is about; nowhere if it is the one just told of.

    What is marked as a file, and none they are known to have, may be a part of that.
    """
    linked = [(one.start, one.end) for one in links if one.kind == "page"]
    marked = [(one.start, one.end) for one in spans if one.kind == "file"]
    called = [one for one in marked if as_page(text, *one) >= CALLED]
    return linked or called or ([] if page_told_of(context) else marked)


def text_shown(text: str, named: Sequence[tuple[int, int]], context: ConversationContext) -> str:
    """Return the card of the page a message is about, where what it says is known; else ""."""
    beside = beside_page(text, named, context)
    return beside.card if beside and beside.card == page_shown(context) else ""


def beside_page(
    text: str, named: Sequence[tuple[int, int]], context: ConversationContext
) -> Beside | None:
    """Return a message with the card of the page it is about; None for no page.

    `named` are the places where it names a page.
    """
    card, shown = page_shown(context), page_told_of(context)
    if not named:
        return Beside(card, text) if card else None
    cut = name_around(text, named)
    title = text[slice(*max(named, key=lambda one: one[1] - one[0]))]
    if shown is None or fold(shown.label) != fold(title):
        card = f"page: {title}"
    return Beside(card, f"{text[: cut.start]}{_IT}{text[cut.stop :]}", cut)


def wished_of_page(
    text: str,
    named: Sequence[tuple[int, int]],
    context: ConversationContext,
    revisions: RevisionReader,
) -> Wished:
    """Return what a message wants of the page it is about, marked in it; nothing for no page.

    That is what its last sentence orders which does, where nothing is plain of all of it, or what
    is to be new only tells what is there: "it says that Bo comes. That line may go".
    """
    beside = beside_page(text, named, context)
    if beside is None:
        return Wished({})
    start, wished = 0, revisions.read(beside.card, beside.text)
    new = _longest(beside.text, wished.all("text", "ask")) if _foremost(wished) else None
    told = beside.text[_sentence_at(beside.text, new.start)] if new else ""
    if not _foremost(wished) or (told and not revisions.orders(told)):
        for one in _SENTENCE.finditer(beside.text, new.start + len(told) if new else 0):
            own = revisions.read(beside.card, one[0])
            if _foremost(own) and revisions.orders(one[0]):
                start, wished = one.start(), own
    ends = ((one, start + one.start, start + one.end) for one in wished.marks)
    places = ((one, beside.place(a), beside.place(b)) for one, a, b in ends)
    marks = (one._replace(text=text[a:b], start=a, end=b) for one, a, b in places)
    return replace(wished, marks=tuple(marks))


def changes_it(text: str, context: ConversationContext, revisions: RevisionReader) -> bool:
    """Whether a message surely changes the text of the page just shown."""
    if not (shown := page_shown(context)):
        return False
    stance = revisions.stances(shown, text)
    wished = wished_of_page(text, (), context, revisions)
    ordered = revisions.orders(text) or max(stance, key=stance.__getitem__) == "change"
    return ordered and max(wished.ops.get(op, 0.0) for op in _TEXTS) >= _PLAINLY


def of_named_page(
    text: str,
    links: Sequence[Link],
    ranked: Sequence[tuple[str, float]],
    revisions: RevisionReader,
) -> Sequence[tuple[str, float]]:
    """Return the tasks with that first which changes the page a message names, where it orders it.

    It may do so in one sentence of several: "it ends abruptly. Give it a fifth point: ...".
    """
    named = [(one.start, one.end) for one in links if one.kind == "page"]
    others = {one.kind for one in links} - {"page", "person"}
    first, share = ranked[0]
    parts = (one[0] for one in _SENTENCE.finditer(text))
    orders = [one for one in parts if _MAY.match(one) or not (asks(one) or "?" in one)]
    if not named or others or first not in CHANGES_PAGES or not orders:
        return ranked
    wished = wished_of_page(text, named, ConversationContext(), revisions)
    body = added(text, wished)
    more = body is not None and any(body.text in one for one in orders)
    reads = first in _READS and share >= _PLAINLY
    more = (
        more
        and not reads
        and revisions.orders(text)
        and dict(ranked).get(_WRITES, 0.0) >= _POSSIBLE
    )
    around = name_around(text, named)
    other = of_something_else(f"{text[: around.start]} {text[around.stop :]}")
    less = _foremost(wished) == "text-" and not other
    if not (more or less):
        return ranked
    rest = [one for one in ranked if one[0] != _WRITES]
    return [(_WRITES, max(share, _PLAINLY)), *rest]


def _foremost(wished: Wished) -> str:
    """Return what is plainly wanted of the text of a page more than anything else; "" for none."""
    most = max(_TEXTS, key=lambda op: wished.ops.get(op, 0.0))
    return most if wished.ops.get(most, 0.0) >= _FOREMOST else ""


def exchanged(text: str, shown: str, wished: Wished) -> Change | None:
    """Return what is marked to stand for words of a page; None for no such words.

    `shown` is what the page says: of what it does not, the message has to tell which words go.
    """
    new = _longest(text, wished.all("text", "ask", "length", "value", "title"))
    old = next((one.text for one in reversed(wished.all("old"))), "")
    most = _foremost(wished)
    apart = most != "text+" or (new and old and old not in text[_sentence_at(text, new.start)])
    if new is None or not (most == "text=" if shown else old and most != "text-" and apart):
        return None
    fresh, old = new.text.strip(_QUOTES), (_going(shown, wished) if shown else "") or old
    fresh = fresh.removeprefix(f"{old} ")  # "make five minutes three"
    return Change(old=old.strip(_QUOTES), text=fresh) if old else None


def written_instead(text: str, wished: Wished, spans: Sequence[Span] = ()) -> Change | None:
    """Return what is to be written for a line, or a sentence, that the message tells of."""
    new = _longest(text, wished.all("text", "ask"))
    new = _in_full(text, new, spans) if new else None
    told = f"{text[: new.start].rstrip(_OPENS)}. {text[new.end :]}" if new else ""
    if new is None or len(new.text.split()) < _SENTENCE_LONG or not _FOR_IT.search(told):
        return None
    return Change(line=told.strip(f"{_QUOTES}."), text=new.text)


def taken_out(text: str, wished: Wished) -> Change | None:
    """Return what a page is to say no more: what is marked as that, or what is told of it."""
    if _foremost(wished) != "text-":
        return None
    out = next(iter(reversed(wished.all("out"))), None)
    if out and not _POINTS.fullmatch(out.text.strip(_QUOTES)):
        return Change(line=out.text.strip(_QUOTES))
    return Change(line=text[: _sentence_at(text, out.start).stop if out else None].strip())


def added(text: str, wished: Wished, spans: Sequence[Span] = ()) -> Span | None:
    """Return what is to be written besides, from where it is marked; None for nothing.

    `spans` are what the reader marks as that: of several, what both mark.
    """
    marks, bodies = wished.all("text", "ask"), [one for one in spans if one.kind == "body"]
    both = [one for one in marks if any(meets(one, each) for each in bodies)]
    new = _longest(text, both or marks)
    return _in_full(text, new, spans) if new and _foremost(wished) == "text+" else None


def _in_full(text: str, new: Marked, spans: Sequence[Span]) -> Span:
    """Return all of what is to be written: all behind a colon is meant, and all in quotes."""
    start, end = new.start, new.end
    begun = text[:start].rstrip(_QUOTES).endswith(":")
    for one in spans:
        if one.kind == "body" and meets(one, new):
            start = start if begun else min(start, one.start)
            end = end if text[end - 1] in ".!?" else max(end, one.end)
    begins = _sentence_at(text, start).start
    led = [one.end() for one in _LEADS.finditer(text, begins, start + 1)]
    start = led[-1] if led else start
    where = _WHERE.match(text, start)
    start = where.end() if where and where.end() < end else start
    told = text[start:end].strip(_QUOTES)
    start = text.index(told, start)
    return Span("body", told, start, start + len(told))


def _sentence_at(text: str, at: int) -> slice:
    """Return where the sentence of a text is that has the place `at` in it."""
    every = (slice(*one.span()) for one in _SENTENCE.finditer(text))
    return next((one for one in every if one.stop > at), slice(0, len(text)))


def _longest(text: str, marks: list[Marked]) -> Marked | None:
    """Return the longest of some marks, those that stand side by side as one."""
    every = side_by_side(text, marks)[::-1]
    return max(every, key=lambda one: len(one.text), default=None)


def _going(shown: str, wished: Wished) -> str:
    """Return the words that stand side by side in what is shown and most surely go."""
    runs = [[*each] for goes, each in groupby(wished.going, lambda one: one.by > 0) if goes]
    best = max(runs, key=lambda run: sum(one.by for one in run), default=list[Going]())
    return shown[best[0].start : best[-1].end] if best else ""
