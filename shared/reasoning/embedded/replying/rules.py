"""Replies whose form says what they mean; None when it does not say."""

import re

from shared.models.reasoning import ReplyReading
from shared.reasoning.embedded.replying.asked import Asked
from shared.reasoning.embedded.replying.comparing import superlative, without_superlative
from shared.reasoning.embedded.replying.evidence import Evidence, common, names_several
from shared.reasoning.embedded.replying.places import Place, listed_numbers, places_in
from shared.reasoning.embedded.replying.terms import (
    MONTH,
    SMALL,
    clock,
    likeness,
    sort_of,
    telling,
    terms,
)
from shared.reasoning.embedded.replying.turns import excluded, stays, without_staying
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
    question = asking(said, text)
    settled = _turned_down(said, asked) or _verdict(said, asked, question=question)
    if settled is not None:
        return settled
    verdict, rest = split_verdict(said)
    if question or (verdict is not None and qualified(rest)):
        return None
    if unsure(said) and not _written_doubt(said, asked) and not _named(said, asked):
        return UNCLEAR
    return _choice(said, asked)


def _choice(said: str, asked: Asked) -> ReplyReading | None:
    evidence = asked.weigh(said)
    if len(listed_numbers(core(said))) > 1 and not evidence.sure:
        return UNCLEAR
    pointed = (
        _beside_what_stays(said, asked)
        or _place(said, asked, evidence)
        or _excluded(said, asked, evidence)
    )
    if pointed is not None:
        return pointed
    several = names_several(said, asked.written) and bool(_JOINED.search(said))
    place = superlative(said, asked.labels)
    if place is not None and asked.weigh(without_superlative(said)).strange < 2:  # noqa: PLR2004
        if place >= 0 and not several:
            return asked.chosen(place, 0.9)
        return None if evidence.sure else UNCLEAR
    if several and not _named(said, asked):
        return UNCLEAR
    return _words(said, asked, evidence)


def _words(said: str, asked: Asked, evidence: Evidence) -> ReplyReading | None:
    verdict, _ = split_verdict(said)
    if evidence.plain and verdict is None:
        return asked.chosen(evidence.best, 0.85)
    if not evidence.sure:
        *before, last = said.split(",")
        if before and _named(last, asked) and not asked.weigh(" ".join(before)).known:
            return asked.chosen(asked.weigh(last).best, 0.85)
        return _another(said, asked, evidence)
    if verdict is not None and asked.answers_yes_or_no and evidence.best in {asked.yes, asked.no}:
        contradicted = verdict != (evidence.best == asked.yes)
        if contradicted:
            return UNCLEAR if verdict else asked.chosen(asked.no or 0, 0.85)
    if verdict is False and evidence.best == asked.yes:
        return _left({evidence.best}, asked)
    return asked.chosen(evidence.best, 0.95)


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


def _verdict(said: str, asked: Asked, *, question: bool) -> ReplyReading | None:
    verdict, rest = split_verdict(said)
    if verdict is None:
        return None
    if telling(rest) or unsure(said) or qualified(rest):
        if unsure(said) or qualified(rest):
            return None
        polar = asked.answers_yes_or_no
        if verdict is False and not polar and asked.no is None and not asked.weigh(rest).margin:
            repeats = all(_neutral(term, asked) for term in telling(rest))
            return ReplyReading(meaning="none", confidence=0.85) if repeats else None
        if verdict is False and polar and not qualified(rest) and not asked.weigh(rest).known:
            short = len(terms(rest)) < 4 and not question  # noqa: PLR2004
            return asked.chosen(asked.no or 0, 0.75) if short else None
        return None
    if question:
        return UNCLEAR
    place = asked.yes if verdict else asked.no
    if place is not None and (verdict or asked.yes is not None):
        return asked.chosen(place, 0.95)
    if verdict or asked.yes is not None or asked.no is not None:
        return UNCLEAR
    return ReplyReading(meaning="none", confidence=0.85)


def _place(said: str, asked: Asked, evidence: Evidence) -> ReplyReading | None:
    places = places_in(core(said), len(asked.options))
    numbers = {place.number for place in places}
    if len(numbers) > 1:
        return None if evidence.sure or excluded(said) else UNCLEAR
    if not places or excluded(said):
        return None
    place = places[0]
    if not place.number:
        return None if evidence.sure or _others(place, asked) else UNCLEAR
    if place.bare and _written_so(place, said, asked):
        return None if evidence.known else UNCLEAR
    others = _others(place, asked)
    told = asked.weigh(place.rest)
    if not others or (told.known and told.best == place.number - 1 and told.margin > 0):
        return asked.chosen(place.number - 1, 0.95)
    return UNCLEAR if told.margin > 0 else None


def _beside_what_stays(said: str, asked: Asked) -> ReplyReading | None:
    """Read what is chosen where the other is left alone: "Al's. Bo's is fine as it is"."""
    wanted = "" if any(map(stays, asked.labels)) else without_staying(said)
    got = asked.weigh(wanted)
    if got.sure:
        return asked.chosen(got.best, 0.9)
    found = _place(wanted, asked, got) if wanted else None
    return found if found and found.meaning == "option" else None


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


def _excluded(said: str, asked: Asked, evidence: Evidence) -> ReplyReading | None:
    parts = excluded(said)
    if parts is None:
        return None
    wanted, unwanted = parts
    if (got := asked.weigh(wanted)).sure:
        return asked.chosen(got.best, 0.9)
    if got.known and not got.strange and not got.conflict:
        leading = {i for i, weight in enumerate(got.weights) if weight == max(got.weights)}
        left = leading - _meant(unwanted, asked)
        return asked.chosen(left.pop(), 0.85) if len(left) == 1 else UNCLEAR
    places = places_in(core(wanted), len(asked.options)) if wanted else []
    if len(places) == 1 and places[0].number and not _others(places[0], asked):
        return asked.chosen(places[0].number - 1, 0.9)
    if [term for term in telling(wanted) if not _neutral(term, asked)]:
        return UNCLEAR
    if asked.no is not None and evidence.best == asked.no and evidence.margin > 0:
        return asked.chosen(asked.no, 0.9)
    if asked.no is not None and asked.yes is not None:
        against = asked.weigh(unwanted)
        refused = not telling(unwanted) or (against.sure and against.best == asked.yes)
        return asked.chosen(asked.no, 0.85) if refused else UNCLEAR
    return _left(_meant(unwanted, asked), asked)


def _meant(unwanted: str, asked: Asked) -> set[int]:
    out = asked.weigh(unwanted)
    if out.known and not out.strange and max(out.weights) > 0:
        return {i for i, weight in enumerate(out.weights) if weight == max(out.weights)}
    return {p.number - 1 for p in places_in(core(unwanted), len(asked.options)) if p.number}


def _left(out: set[int], asked: Asked) -> ReplyReading:
    left = set(range(len(asked.options))) - out
    return asked.chosen(left.pop(), 0.85) if len(left) == 1 and out else UNCLEAR


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


def repeats_question(said: str, asked: Asked) -> float:
    """Return the share of a reply's telling words that the question or an option has."""
    spoken = telling(said)
    return (
        sum(_neutral(t, asked) or t in asked.known for t in spoken) / len(spoken) if spoken else 1.0
    )


def _strips(part: str) -> bool:
    return part in _STRIPPED or not (part[0].isalnum() or part == "#")
