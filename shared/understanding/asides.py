"""An order or a question without what is only told beside it.

Why somebody wants a thing names people, times and numbers as the order does: "I've missed enough
trains" is no part of a reminder, and "leave the Difference column alone" names no column to change.
"""

import re

from shared.understanding.arranging import WRITING, sentences_in
from shared.understanding.reader import Reader
from shared.understanding.sentences import Sentences
from shared.understanding.tasks import CHANGING, IN_WORDS

_POINTS = re.compile(
    r"\b(?:he|him|his|she|her|hers|they|them|their|it|its|that|this|there|those|these|then|one)\b",
    re.IGNORECASE,
)
_OF_CELLS, _OF_ROWS = "sheet_set", "sheet_append"
_CELL = re.compile(r"\b(?:the|that|this) (?:cell|figure)\b", re.IGNORECASE)
_IT_OR_CELL = re.compile(
    r"\b(?:its|it|(?:the|that|this) (?:cell|figure|value|number|row|line|entry|field))\b",
    re.IGNORECASE,
)
"""How an order to change a cell points at what was told of it: "Ayr has 5 users. Mend the cell"."""
_OTHERS = re.compile(
    r"\b(?:(?P<ones>rest|others|series|remaining|following|(?:other|all|every) (?:\w+ )?"
    r"(?:ones?|weeks?|times|mondays|tuesdays|wednesdays|thursdays|fridays))|other|else|alone"
    r"|untouched)\b",
    re.IGNORECASE,
)
"""What is told of what is to stay as it is: `ones` of the kind that is meant, or anything."""
_OF_IT = re.compile(
    r"\b(?:starts?|begins?|beginning|ends?|finish\w*|length|duration|hours?)\b", re.IGNORECASE
)
_STAYS = re.compile(
    r"\b(?:stays?|same|unchanged|remains?|stands?|still|keep|leave"
    r"|as (?:it|planned|before|ever))\b",
    re.IGNORECASE,
)
"""What stays of the very thing that is changed: together they are no aside."""
_BARE = re.compile(r"(?:only|just|not|no|but)\b[^,;]{1,40}$", re.IGNORECASE)
"""A limit without a verb, which tells which are meant: "not the archived ones"."""
_THINGS = frozenset({"event", "file", "page", "channel", "tab"})
_FEW = 2
"""In so few words it is told how much is wanted: "nothing else"."""
_ONLY_IT = "Only that one."
_LIKELY, _SURELY, _PLAIN = 0.8, 0.92, 0.8
_KEPT = frozenset({"contact_add", "contact_update"})
_VALUES = frozenset({"value", "field"})
"""Tasks in which what a sentence tells of somebody is what is to be kept of them."""
_HIDDEN = "other"
"""What a message is taken for in which an aside hides what it asks for."""


_EXCLAIMS = re.compile(
    r"\W*(?:(?:oh|ah|aw+|well|and|my)\W+)*"
    r"(?:how (?!many\b|much\b|long\b|often\b|far\b|old\b|big\b|about\b|come\b|so\b|is\b|are\b|do\b)"
    r"(?:very |absolutely |perfectly )?[a-z]+(?: of (?:him|her|them|you))?"
    r"|what an? (?!\w+ (?:of|is|are)\b)[a-z]+(?: [a-z]+)?)\s*[!;.]+\s+(?=\w)",
    re.IGNORECASE,
)
"""What somebody says of what they were told, and asks nothing: "How lovely; then answer her"."""


def without_exclamation(text: str) -> str:
    """Return a message without an exclamation in front of what it wants."""
    return _EXCLAIMS.sub("", text, count=1) if _EXCLAIMS.match(text) else text


def without_asides(text: str, reader: Reader, model: Sentences) -> str:
    """Return a message to one of the services as it orders and asks; others as they are.

    What an order points at stays, and what one may be of several is told shortly.
    """
    parts = sentences_in(text)
    read = reader.read(text)
    if not parts or read.task in WRITING or read.task not in (*IN_WORDS, _HIDDEN):
        return text
    shares = model.roles(parts)
    if not any(one["order"] + one["ask"] >= _LIKELY for one in shares):
        return text
    kept = list[str]()
    cells = [one.text for one in read.spans if one.kind in {"value", "field"}]
    for at, (part, share) in enumerate(zip(parts, shares, strict=True)):
        pointed = any(map(_POINTS.search, parts[at + 1 :]))
        of_it = _OF_IT.search(part) and _STAYS.search(part)
        aside = share["aside"] >= (_SURELY if pointed else _LIKELY)
        points = _IT_OR_CELL if read.task == _OF_CELLS else _CELL
        aside = aside and not any(map(points.search, parts[at + 1 :]))
        of_cells = read.task == _OF_ROWS and any(one in part for one in cells)
        of_them = read.task in _KEPT and any(
            one.kind in _VALUES and one.text in part for one in read.spans
        )
        if aside and not (of_it or of_cells or of_them or _orders(part, reader)):
            continue
        bare = len(part.split()) <= _FEW or _BARE.match(part.rstrip(".!"))
        others = None if of_it or bare else _OTHERS.search(part)
        if share["aside"] + share["limit"] < _LIKELY or others is None:
            kept.append(part)
        elif others["ones"] and read.task.startswith("cal_"):
            kept.append(_ONLY_IT)
    plain = " ".join(kept)
    named = reader.world.links(plain) or not reader.world.links(text)
    return plain if named and reader.read(plain).task in IN_WORDS else text


def _orders(part: str, reader: Reader) -> bool:
    """Whether a sentence is an order by itself, or names a thing of the person's."""
    read = reader.read(part)
    named = any(one.kind in _THINGS for one in reader.world.links(part))
    return named or (read.task in CHANGING and read.sure >= _PLAIN)
