"""An order or a question without what is only told beside it.

Why somebody wants a thing names people, times and numbers as the order does: "I've missed enough
trains" is no part of a reminder, and "leave the Difference column alone" names no column to change.
"""

import re
from collections.abc import Mapping, Sequence

from shared.understanding.arranging import WRITING, Roles, sentences_in
from shared.understanding.heads import UNWRITTEN, Sentence
from shared.understanding.numbers import in_figures
from shared.understanding.reader import Reader, Reading
from shared.understanding.tasks import CHANGING, IN_WORDS

_POINTS = re.compile(
    r"\b(?:he|him|his|she|her|hers|they|them|their|it|its|that|this|there|those|these|then|one)\b",
    re.IGNORECASE,
)
_WHOM = re.compile(r"\b(?:he|him|his|she|her|hers|they|them|their)\b", re.IGNORECASE)
_OF_ROWS = "sheet_append"
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
_TOLD = frozenset({"person", "time", "newtime", "duration", "repeat"})
_THINGS = frozenset({"event", "file", "page", "channel", "tab"})
_FEW, _BRIEF = 2, 4
"""In so few words it is told what is wanted: "nothing else"; and all of a telegram's sentences."""
_ONLY_IT = "Only that one."
_LIKELY, _SURELY, _RATHER, _PLAIN, _HARDLY = 0.8, 0.99, 0.6, 0.8, 0.5
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


_INTRODUCES = re.compile(
    r"\W*(?:(?:and|so|well|hey|ok|okay|right|oh)\W+)*"
    r"(?:there(?:['\u2019]?s| is| was)|(?:i|we)(?:['\u2019]ve)? (?:got|have) (?:an?|one|some|this)"
    r"|some(?:one|body)|an? (?!bit\b|lot\b))\b",
    re.IGNORECASE,
)
"""How a sentence begins that tells of something first: "it" behind it is that, and no aside."""


def without_exclamation(text: str) -> str:
    """Return a message without an exclamation in front of what it wants."""
    return _EXCLAIMS.sub("", text, count=1) if _EXCLAIMS.match(text) else text


def without_asides(text: str, reader: Reader, roles: Roles) -> str:
    """Return a message to one of the services as it orders and asks; others as they are.

    What an order points at stays, and what one may be of several is told shortly.
    """
    parts = sentences_in(text)
    read = reader.read(text)
    if not parts or read.task in WRITING or read.task not in (*IN_WORDS, _HIDDEN):
        return text
    shares = [_of_orders(one) for one in roles(parts)]
    if not any(one["order"] + one["ask"] >= _LIKELY for one in shares):
        return text
    kept = list[str]()
    brief = all(len(part.split()) <= _BRIEF for part in parts)
    cells = [one.text for one in read.spans if one.kind in _VALUES]
    for at, (part, share) in enumerate(zip(parts, shares, strict=True)):
        after = parts[at + 1 :]
        pointed = any(map(_POINTS.search, after))
        told_of = pointed and _INTRODUCES.match(part) is not None
        whom = any(map(_WHOM.search, after)) and "person" in _linked(part, reader)
        of_it = _OF_IT.search(part) and _STAYS.search(part)
        led = not pointed and _leads_in(part, after, read, reader)
        aside = share["aside"] >= (_SURELY if pointed else _RATHER if led else _LIKELY)
        counted = any(map(str.isdigit, in_figures(part)))
        of_cells = read.task == _OF_ROWS and (counted or any(one in part for one in cells))
        of_them = read.task in _KEPT and any(one in part for one in cells)
        few = len(part.split()) <= _FEW
        asked = few and (at > 0 or brief) and not part.endswith("!")  # "Board lunch. Location."
        of_them = of_them or told_of or whom
        if aside and not (of_it or of_cells or of_them or asked or _orders(part, reader)):
            continue
        bare = few or _BARE.match(part.rstrip(".!"))
        new = any(one.kind == "newtime" and one.text in part for one in read.spans)
        others = None if of_it or bare or new else _OTHERS.search(part)
        if of_cells or share["aside"] + share["limit"] < _LIKELY or others is None:
            kept.append(part)
        elif others["ones"] and read.task.startswith("cal_"):
            order = part[: others.start()].rpartition(",")[0]
            kept += [f"{order}.", _ONLY_IT] if order else [_ONLY_IT]
    plain = " ".join(kept)
    return plain if _stands(plain, text, reader) else text


def _of_orders(shares: Mapping[Sentence, float]) -> Mapping[Sentence, float]:
    """Return how likely a sentence is what; one with words to be written orders that."""
    told: dict[Sentence, float] = {one: shares[one] for one in UNWRITTEN}
    told["order"] += shares["both"] + shares["said"]
    return told


def _leads_in(part: str, after: Sequence[str], read: Reading, reader: Reader) -> bool:
    """Whether a sentence tells nobody and no time, and all that is wanted stands behind it."""
    alone = reader.read(" ".join(after))
    start = read.text.find(part)
    told = any(one.kind in _TOLD and start <= one.start < start + len(part) for one in read.spans)
    wanted = alone.task == read.task and alone.sure >= _SURELY
    return wanted and not told and not reader.world.links(part)


def _stands(plain: str, text: str, reader: Reader) -> bool:
    """Whether what is left of a message says by itself what is wanted, and of what."""
    links, was, now = reader.world.links(plain), reader.read(text), reader.read(plain)
    if now.task not in IN_WORDS or (reader.world.links(text) and not links):
        return False
    if now.task != was.task and not (now.spans or links):  # "would you have a look?"
        return False
    return now.sure >= _HARDLY or now.sure >= was.sure


def _linked(part: str, reader: Reader) -> set[str]:
    return {one.kind for one in reader.world.links(part)}


def _orders(part: str, reader: Reader) -> bool:
    """Whether a sentence is an order by itself, or names a thing of the person's."""
    read = reader.read(part)
    named = _linked(part, reader) & _THINGS
    return bool(named) or (read.task in CHANGING and read.sure >= _PLAIN)
