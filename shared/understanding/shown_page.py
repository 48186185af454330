"""A change of the page that was just shown, as a reply to a card of it: see `revision`."""

from itertools import groupby

from shared.models.reasoning import ConversationContext
from shared.understanding.heads import Op
from shared.understanding.marking import Span
from shared.understanding.page_changes import Change
from shared.understanding.revision import Going, Marked, RevisionReader, Wished, side_by_side
from shared.understanding.shown import last_answer

_QUOTES = " \"'\u201c\u201d\u2018\u2019"
_LIKELY, _SURELY = 0.5, 0.9
_TEXTS: tuple[Op, ...] = ("text=", "text-", "text+")


def page_shown(context: ConversationContext) -> str:
    """Return the one page that the last answer shows as it is read beside a reply; "" for none."""
    titles = {one.label for one in context.references if one.kind == "page"}
    answer = last_answer(context).replace("\n", " ")
    return f"page: {titles.pop()} | text: {answer}" if len(titles) == 1 else ""


def changes_it(text: str, context: ConversationContext, revisions: RevisionReader) -> Wished | None:
    """Return what a message surely changes of the text of the page just shown; None for nothing."""
    shown = page_shown(context)
    if not shown or revisions.alone(text).wants.get("do", 0.0) < _LIKELY:
        return None
    wished = revisions.read(shown, text)
    return wished if max(map(wished.ops.get, _TEXTS, (0.0,) * 3)) >= _SURELY else None


def change_marked(text: str, shown: str, wished: Wished) -> Change | None:
    """Return the change of a page that is marked; None where it is none, or only adds to it."""
    out, new = wished.all("out"), _longest(text, wished.all("text"))
    if wished.ops.get("text=", 0.0) >= _SURELY and new:
        fresh = new.text.strip(_QUOTES)
        old = _going(shown, wished) or next((o.text for o in reversed(wished.all("old"))), "")
        fresh = fresh.removeprefix(f"{old} ") if old else fresh  # "make five minutes three"
        told = f"{text[: new.start]} {text[new.end :]}".strip()
        return Change(line="" if old else told, old=old.strip(_QUOTES), text=fresh)
    if wished.ops.get("text-", 0.0) >= _SURELY and out:
        return Change(line=out[-1].text.strip(_QUOTES))
    return None


def added(text: str, wished: Wished) -> Span | None:
    """Return what is to be written besides, from where it is marked; None for nothing."""
    new = _longest(text, wished.all("text"))
    more = wished.ops.get("text+", 0.0) >= _SURELY and new
    return Span("body", new.text, new.start, new.end) if more and new else None


def _longest(text: str, marks: list[Marked]) -> Marked | None:
    """Return the longest of some marks, those that stand side by side as one."""
    every = side_by_side(text, marks)[::-1]
    return max(every, key=lambda one: len(one.text), default=None)


def _going(shown: str, wished: Wished) -> str:
    """Return the words that stand side by side in what is shown and most surely go."""
    runs = [[*each] for goes, each in groupby(wished.going, lambda one: one.by > 0) if goes]
    best = max(runs, key=lambda run: sum(one.by for one in run), default=list[Going]())
    return shown[best[0].start : best[-1].end] if best else ""
