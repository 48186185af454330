"""Replies whose form says what they mean; None when it does not say."""

import re

from shared.models.reasoning import ReplyReading
from shared.reasoning.embedded.replying.asked import Asked
from shared.reasoning.embedded.replying.comparing import superlative, without_superlative
from shared.reasoning.embedded.replying.evidence import Evidence, common, names_several
from shared.reasoning.embedded.replying.places import Place, places_in, several_in
from shared.reasoning.embedded.replying.terms import (
    MONTH,
    SMALL,
    clock,
    likeness,
    sort_of,
    telling,
    terms,
)
from shared.reasoning.embedded.replying.turns import excluded
from shared.reasoning.embedded.replying.verdicts import (
    asking,
    doubt,
    qualified,
    split_none,
    split_verdict,
    turned_off,
    unsure,
)
from shared.understanding.folding import word_set

UNCLEAR = ReplyReading(meaning="unclear", confidence=0.6)
CERTAIN = 0.99
"""So certain a form is that nothing is to be said against it: of 778 replies 772 meant it so.

So is a superlative: where the network saw something else in one, it was wrong, 7 times of 7.
"""

_JOINED = re.compile(r"\b(?:and|or|und|oder|y|et|ou)\b|[/&+,]")
_KEPT_AT_THE_ENDS = word_set(
    """
    no one option options choice item answer question number un uno a b c d e y at in for of
    from on and or so
    """
)
_STRIPPED = SMALL - _KEPT_AT_THE_ENDS
_KINDS = word_set(
    "slot time mail email message event meeting appointment invite contact page sheet file row post"
)
"""What people call the things they choose among."""
_PART = re.compile(r"#|[^\W_]+(?:'[^\W_]+)*|[^\w\s]")


def core(said: str) -> str:
    """Return a reply without the small words and the punctuation at its ends."""
    parts = _PART.findall(said)
    first, last = 0, len(parts)
    while last - first > 1 and _strips(parts[first]):
        first += 1
    while last - first > 1 and _strips(parts[last - 1]):
        last -= 1
    left = parts[first:last]
    only_stands_for = left == ["one"] and parts[0] != "one"  # "the good one" is no number
    return said if only_stands_for else " ".join(left)


def by_form(said: str, text: str, asked: Asked) -> ReplyReading | None:
    """Read a reply; `text` is as it was typed."""
    if not any(character.isalnum() for character in said):
        return UNCLEAR
    if settled := _turned_down(said, asked) or _verdict(said, text, asked):
        return settled
    verdict, rest = split_verdict(said)
    if asking(said, text) or (verdict is not None and qualified(rest)):
        return None
    left_open = unsure(said) and not _written_doubt(said, asked) and not _named(said, asked)
    return None if left_open else _choice(said, asked)


def _choice(said: str, asked: Asked) -> ReplyReading | None:
    evidence = asked.weigh(said)
    if several_in(core(said)) and not evidence.sure:
        return UNCLEAR
    if found := _place(said, asked, evidence) or _excluded(said, asked):
        return found
    if excluded(said):
        return None
    place = superlative(said, asked.labels)
    if place is not None and asked.weigh(without_superlative(said)).strange < 2:  # noqa: PLR2004
        return asked.chosen(place, CERTAIN) if place >= 0 else None
    several = names_several(said, asked.written) and _JOINED.search(said)
    if several and not _named(said, asked):
        return None
    if not evidence.sure:
        return _another(said, asked, evidence)
    verdict, _ = split_verdict(said)
    against = verdict is not None and evidence.best == (asked.no if verdict else asked.yes)
    return None if against else asked.chosen(evidence.best, CERTAIN)


def _another(said: str, asked: Asked, evidence: Evidence) -> ReplyReading | None:
    """Read a value of the options' own sort that none of them has, such as another weekday.

    It is the answer where another may be told.
    """
    sorts = {sort_of(term) for term in asked.known} - {""}
    strange = [term for term in telling(said) if not _like_known(term, asked)]
    if asked.lacks == "time" and any(t.isdigit() or clock(t) or sort_of(t) for t in strange):
        return ReplyReading(meaning="text", confidence=0.8)
    if evidence.margin or len(strange) > 2 or " or " in said:  # noqa: PLR2004
        return None
    if any(sort_of(term) in sorts for term in strange):
        return ReplyReading(meaning="none", confidence=0.75)
    return None


def _like_known(term: str, asked: Asked) -> bool:
    return any(likeness(term, other) > 0.8 for other in asked.known)  # noqa: PLR2004


def _turned_down(said: str, asked: Asked) -> ReplyReading | None:
    if asked.weigh(said).margin > 0:
        return None
    kind, rest = split_none(said)
    if not kind:
        if not turned_off(said):
            return None
        kind, rest = "off", ""
    if any(not _neutral(term, asked) for term in telling(rest)):
        return None
    if kind == "off" and asked.no is not None and asked.yes is not None:
        return asked.chosen(asked.no, 0.8)
    return ReplyReading(meaning="none", confidence=0.95)


def _verdict(said: str, text: str, asked: Asked) -> ReplyReading | None:
    verdict, rest = split_verdict(said)
    besides = telling(rest) or unsure(said) or qualified(rest) or asking(said, text)
    if verdict is None or besides:
        return None
    place = asked.yes if verdict else asked.no
    if place is not None and (verdict or asked.yes is not None):
        return asked.chosen(place, 0.95)
    if verdict or asked.yes is not None or asked.no is not None:
        return None
    return ReplyReading(meaning="none", confidence=0.85)


def _place(said: str, asked: Asked, evidence: Evidence) -> ReplyReading | None:
    places = places_in(core(said), len(asked.options))
    if len({place.number for place in places}) != 1 or excluded(said):
        return None
    place = places[0]
    if not place.number:
        return None if evidence.sure or _others(place, asked) else UNCLEAR
    if place.bare and _written_so(place, said, asked):
        return None
    told = asked.weigh(place.rest)
    besides = told.known and told.best == place.number - 1 and told.margin > 0
    return asked.chosen(place.number - 1, 0.95) if besides or not _others(place, asked) else None


def _others(place: Place, asked: Asked) -> list[str]:
    shared = common(asked.written)
    return [
        term for term in telling(place.rest) if term not in shared and not _neutral(term, asked)
    ]


def _written_so(place: Place, said: str, asked: Asked) -> bool:
    """Whether the word for a place is also one that options are written with."""
    marks = {t for t in terms(said) if t.startswith("#") or t in {"last", "top", "final", "middle"}}
    if marks & asked.known:
        return True
    day = re.search(r"\d(?:st|nd|rd|th)\b", said) or any(t in MONTH for t in terms(place.rest))
    return bool(day) and asked.dated and str(place.number) in asked.known


def _excluded(said: str, asked: Asked) -> ReplyReading | None:
    parts = excluded(said)
    if parts is None:
        return None
    wanted, unwanted = parts
    if (got := asked.weigh(wanted)).sure:
        return asked.chosen(got.best, 0.9)
    left = set(range(len(asked.options))) - _meant(unwanted, asked)
    if got.known and not got.strange and not got.conflict:
        left &= {i for i, weight in enumerate(got.weights) if weight == max(got.weights)}
    elif [term for term in telling(wanted) if not _neutral(term, asked)]:
        return None
    return asked.chosen(left.pop(), 0.85) if len(left) == 1 else None


def _meant(unwanted: str, asked: Asked) -> set[int]:
    out = asked.weigh(unwanted)
    if out.known and not out.strange and max(out.weights) > 0:
        return {i for i, weight in enumerate(out.weights) if weight == max(out.weights)}
    return {p.number - 1 for p in places_in(core(unwanted), len(asked.options)) if p.number}


def _written_doubt(said: str, asked: Asked) -> bool:
    """Whether the words that seem to leave it open are an option's own ("keep both")."""
    return {word for word in terms(doubt(said)) if word != "of"} <= asked.known


def _named(said: str, asked: Asked) -> bool:
    """Whether a reply is no more than the name of one option ("I don't know" can be one)."""
    spoken = set(telling(said))
    return bool(spoken) and sum(spoken == set(option.own) for option in asked.written) == 1


def _neutral(term: str, asked: Asked) -> bool:
    """Whether a term only repeats the question, or what kind of thing it asks for."""
    return term in _KINDS or any(likeness(term, other) > 0.8 for other in telling(asked.question))  # noqa: PLR2004


def _strips(part: str) -> bool:
    return part in _STRIPPED or not (part[0].isalnum() or part == "#")
