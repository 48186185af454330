"""An order or a question without what is only told beside it.

Why somebody wants a thing names people, times and numbers as the order does: "I've missed enough
trains" is no part of a reminder, and "leave the Difference column alone" names no column to change.
"""

import re

from shared.understanding.arranging import WRITING, sentences_in
from shared.understanding.linked import asks_field
from shared.understanding.reader import Reader
from shared.understanding.sentences import Sentences
from shared.understanding.tasks import CHANGING, IN_WORDS

_POINTS = re.compile(
    r"\b(?:he|him|his|she|her|hers|they|them|their|it|its|that|this|there|those|these|then|one)\b",
    re.IGNORECASE,
)
_OF_CELLS = "sheet_set"
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
_HIDDEN = "other"
"""What a message is taken for in which an aside hides what it asks for."""


def without_asides(text: str, reader: Reader, model: Sentences) -> str:
    """Return a message to one of the services as it orders and asks; others as they are.

    What an order points at stays, and what one may be of several is told shortly.
    """
    parts = sentences_in(text)
    read = reader.read(text)
    if asks_field(text, reader.world.links(text)):
        return text
    if not parts or read.task in WRITING or read.task not in (*IN_WORDS, _HIDDEN):
        return text
    shares = model.roles(parts)
    if not any(one["order"] + one["ask"] >= _LIKELY for one in shares):
        return text
    kept = list[str]()
    for at, (part, share) in enumerate(zip(parts, shares, strict=True)):
        pointed = any(map(_POINTS.search, parts[at + 1 :]))
        of_it = _OF_IT.search(part) and _STAYS.search(part)
        aside = share["aside"] >= (_SURELY if pointed else _LIKELY)
        points = _IT_OR_CELL if read.task == _OF_CELLS else _CELL
        aside = aside and not any(map(points.search, parts[at + 1 :]))
        if aside and not (of_it or _orders(part, reader)):
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
