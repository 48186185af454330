"""What it says of a message that it names things the person has."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from shared.models.world import Link, ThingKind
from shared.understanding.marking import Span

_NONE_OF_OURS = frozenset({"other", "product", "smalltalk"})
_LOOKED_UP: Mapping[ThingKind, tuple[str, str]] = {
    "event": ("cal_list", "topic"),
    "file": ("sheet_read", "file"),
    "page": ("page_read", "file"),
    "channel": ("slack_read", "channel"),
    "person": ("mail_search", "person"),
}
"""How somebody is told of a thing of theirs that they ask about, and the kind of span it is."""
_ASKS = re.compile(
    r"\b(?:what|when|where|who|whos|whats|whens|wheres|which|how|is|are|was|did|does|do|has)\b"
    r"|\?",
    re.IGNORECASE,
)
_SAID_SO = re.compile(
    r"\b(?:wr[io]te|written|sa(?:y|ys|id)|ask(?:s|ed)?|want(?:s|ed)?|t(?:ell|ells|old)|mean(?:s|t)?"
    r"|propose[ds]?|suggest(?:s|ed)?|offer(?:s|ed)?|answer(?:s|ed)?|repl(?:y|ies|ied)|agree[ds]?"
    r"|mind(?:s|ed)?|promise[ds]?|complain(?:s|ed)?|need(?:s|ed)?|sen[dt])\b",
    re.IGNORECASE,
)
"""What somebody did who may have done it by mail: other questions about people are not ours."""
_DOUBTFUL, _SURE, _POSSIBLE = 0.6, 0.7, 0.2
_SERVICE_OF: Mapping[ThingKind, str] = {
    "event": "cal",
    "file": "sheet",
    "page": "page",
    "channel": "slack",
}
"""What the names of the tasks begin with that are about a kind of thing."""
_UNFIT: Mapping[str, tuple[ThingKind, re.Pattern[str]]] = {
    "cal_availability": ("event", re.compile("")),
    "unprepared": ("person", re.compile("")),
    "contact_find": ("person", re.compile(r"\babout\b", re.IGNORECASE)),
}
"""What a question is doubtfully taken for, though what it names, and how, tells of another."""
_OF_SHEET = re.compile(
    r"(?: (?:tab|table|sheet))? (?:in|of|on|from)(?: the| my| our)? ", re.IGNORECASE
)
"""What stands between a tab and its sheet."""


def asked_about(
    text: str, links: Sequence[Link], ranked: Sequence[tuple[str, float]]
) -> list[tuple[str, float]]:
    """Return the tasks with the one first that tells of what is asked about by its name.

    A question that names something of the person's is not about nothing they have.
    """
    ranked = _ordered(links, ranked)
    unfit = _unfit(text, links, *ranked[0])
    if not (unfit or ranked[0][0] in _NONE_OF_OURS) or not _ASKS.search(text):
        return list(ranked)
    told = unfit or _SAID_SO.search(text) is not None
    named = [one for one in links if one.kind in _LOOKED_UP and (told or one.kind != "person")]
    if not named:
        return list(ranked)
    thing = min(named, key=lambda one: one.kind == "person")
    share, (task, _) = dict(ranked), _LOOKED_UP[thing.kind]
    share[task], share[ranked[0][0]] = share[ranked[0][0]], share[task]
    return sorted(share.items(), key=lambda one: -one[1])


def _ordered(
    links: Sequence[Link], ranked: Sequence[tuple[str, float]]
) -> Sequence[tuple[str, float]]:
    """Return the tasks as likely as they are where it is about something named, if it may be."""
    (first, share), (second, other), *_ = ranked
    services = {_SERVICE_OF.get(one.kind) for one in links}
    likely = other >= _POSSIBLE and share < _SURE and second.partition("_")[0] in services
    if first not in _NONE_OF_OURS or not likely:
        return ranked
    return [*((task, one / (1 - share)) for task, one in ranked[1:]), (first, 0.0)]


def _unfit(text: str, links: Sequence[Link], task: str, share: float) -> bool:
    kind, said = _UNFIT.get(task, (None, _ASKS))
    named = any(one.kind == kind for one in links)
    return named and share < _DOUBTFUL and said.search(text) is not None


def with_named(task: str, text: str, links: Sequence[Link], spans: Sequence[Span]) -> list[Span]:
    """Return spans with the name of what a task tells of, where nothing of it is marked."""
    found = list(spans)
    for link in links:
        looked_up, kind = _LOOKED_UP.get(link.kind, ("", ""))
        marked = any(one.start < link.end and link.start < one.end for one in spans)
        if looked_up == task and not marked:
            found.append(Span(kind, text[link.start : link.end], link.start, link.end))
    return sorted(found, key=lambda one: one.start)


def with_tabs(text: str, links: Sequence[Link], spans: Sequence[Span]) -> list[Span]:
    """Return spans in which a tab is no sheet, where the sheet is named as well.

    "In the roll-out table of the Alpha plan" names two files, and "roll-out in the Alpha plan" one.
    """
    found: list[Span] = []
    files = [one for one in spans if one.kind == "file"]
    for span in spans:
        tab = next(
            (one for one in links if one.kind == "tab" and span.start == one.start < span.end), None
        )
        rest = _OF_SHEET.match(text, tab.end, span.end) if tab and span.kind == "file" else None
        if tab and rest:
            found.append(Span("place", text[tab.start : tab.end], tab.start, tab.end))
            found.append(Span("file", text[rest.end() : span.end], rest.end(), span.end))
        elif tab and span.kind == "file" and len(files) > 1:
            found.append(replace(span, kind="place"))
        else:
            found.append(span)
    return found
