"""Parts that a message labels itself: "Title: Visiting Johnson. Text: Ask for Wendy"."""

import re
from collections.abc import Collection, Sequence

from shared.understanding.marking import Cut, Span, meets

OF_TEXT = (
    r"text|body|message|contents?|wording|answers"
    r"|(?:inside|within|(?:in|on) (?:it|there))(?: \w+){0,2}"
)
"""How what is to be written is labelled, before its colon."""
_LABEL = re.compile(
    r"(?:^|(?<=[\s.,;(]))(?:(?:the|with|and) )*"
    rf"(?:(?P<topic>title|subject|heading)|(?P<body>{OF_TEXT})"
    r"|(?P<place>place|location|venue|where))\s?:\s*(?=\S)",
    re.IGNORECASE,
)
_ADDED = re.compile(
    r"\s*,\s*(?:and )?(?:(?:the|with|under|its) )*"
    r"(?:(?P<topic>(?:title|subject|heading)d?(?: line)?(?: (?:is|being|should be|shall be|reads))?"
    r"|headed|entitled)"
    r"|(?P<place>location|venue|place(?! (?:it|them|this|that|an?|the|your?|my)\b)))\s+"
    r"(?=\S)(?!(?:is|was|as|of|to|for|in|on|line|should|can|will|and|or|stays)\b)"
    r"|(?:,|\band)\s+the (?P<body>(?:text|body|message)(?: of it)?"
    r" (?:is|says|reads|goes|should (?:be|say|read)))[,:]?\s+(?=\S)",
    re.IGNORECASE,
)
"""How a title or a place is told at the end: "..., title Deep work"."""
_ENDS = re.compile(r"[.!?;\n](?=\s|$)")
_STOPS = re.compile(r"[,.!?;\n](?=\s|$)")
_LOOSE = " \t\n.,;\"'\u201c\u201d"


def labelled(text: str, kinds: Collection[str]) -> Sequence[Span]:
    """Return what a message labels, of the kinds that its task may have.

    A text goes on to the next label, a title to the end of its sentence, and a place to the next
    comma.
    """
    labels = [
        one for one in _LABEL.finditer(text) if one.lastgroup in kinds or one.lastgroup != "place"
    ]
    labels = labels or list(_ADDED.finditer(text))
    ends = [*(one.start() for one in labels[1:]), len(text)]
    found: list[Span] = []
    for label, end in zip(labels, ends, strict=False):
        kind = label.lastgroup or ""
        stops = _STOPS if label.re is _ADDED or kind == "place" else _ENDS
        stop = stops.search(text, label.end(), end) if kind != "body" else None
        said = text[label.end() : stop.start() if stop else end]
        start = label.end() + len(said) - len(said.lstrip(_LOOSE))
        if kind in kinds and (plain := said.strip(_LOOSE)):
            found.append(Span(kind, plain, start, start + len(plain)))
    return found


def with_labelled(spans: Sequence[Span], whole: Sequence[Span]) -> list[Span]:
    """Return spans with what is labelled marked as a whole, and nothing else marked in it."""
    kept = [one for one in spans if not any(meets(one, other) for other in whole)]
    return sorted((*kept, *whole), key=lambda one: one.start)


def outside_labelled(cuts: Sequence[Cut], whole: Sequence[Span], text: str) -> list[Cut]:
    """Return the cuts that lie in no labelled text: what it says is to be said, not done.

    Nor does a command begin with a label.
    """
    texts = [one for one in whole if one.kind == "body"]
    return [
        cut
        for cut in cuts
        if not any(one.start <= cut.start < one.end for one in texts)
        and not (whole and _ADDED.match(text, cut.start))
    ]
