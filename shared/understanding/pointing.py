"""Pointing words: "the second one", "it", "the first two", "them", "her"."""

import re
from collections.abc import Iterable, Sequence

from shared.models.reasoning import PlanRequest, Reference
from shared.models.world import Thing
from shared.understanding.folding import fold

MAIL_KINDS = frozenset({"mail", "email"})
CONTACT_KINDS = frozenset({"contact", "person"})
DRAFT_KINDS = frozenset({"draft"})
SENT_KINDS = frozenset({"sent"})
"""Answers to a mail: that mail is "it", unless it is asked what became of the answer."""

_ORDINALS = (
    ("first", "1st", "one"),
    ("second", "2nd", "two"),
    ("third", "3rd", "three"),
    ("fourth", "4th", "four"),
    ("fifth", "5th", "five"),
    ("sixth", "6th", "six"),
    ("seventh", "7th", "seven"),
    ("eighth", "8th", "eight"),
    ("ninth", "9th", "nine"),
    ("tenth", "10th", "ten"),
)
_POSITIONS = {
    word: place
    for place, (ordinal, short, _) in enumerate(_ORDINALS, 1)
    for word in (ordinal, short)
}
_CARDINALS = {cardinal: place for place, (_, _, cardinal) in enumerate(_ORDINALS, 1)}

_ORDINAL = "|".join(_POSITIONS)
_CARDINAL = "|".join(_CARDINALS)
_THING = (
    r"(?:one|option|choice|item|e-?mail|mail|message|contact|person|result|agent|thread|draft"
    r"|event|meeting|slot|attachment|page|sheet)s?"
)
_POINTED = re.compile(
    rf"\b(?:(?P<back>second|2nd|third|3rd) (?:to|from the) last|(?P<last>last|final|bottom)"
    rf"|(?P<ordinal>{_ORDINAL}))"
    rf"(?='s\b| {_THING}\b|[\s.!?]*$|,|:| (?:and|or|to|as|until|saying|that|with|from|for)\b)"
    r"|(?:number|no\.?|option|#) ?(?P<number>\d{1,2})\b"
    rf"|\bnumber (?P<cardinal>{_CARDINAL})\b"
)
_ONLY_NUMBER = re.compile(r"#?(?P<number>\d{1,2})\s*[.)!]*")
_RANGE = re.compile(
    rf"\b(?P<end>first|last|top|other|next)"
    rf" (?P<many>(?!one\b)(?:{_CARDINAL})|few|couple|\d+)\b|\bboth\b|\ball of\b"
)
_EVERY = re.compile(
    r"\b(?:all(?: of)? (?:them|these|those|(?:the )?(?:e-?mails?|mails|messages|ones))|them(?:"
    r" all)?"
    r"|these|those|both(?: of (?:them|these|those))?|all(?: (?:three|four|five|six|\d+))?|"
    r"each(?: of (?:them|these|those))?|every one of (?:them|these|those)|everything)\b"
)
_BUT = re.compile(
    r"(?P<all>.*?)\b(?:but|except(?: for)?|apart from|other than|besides)(?: not)? (?P<but>.+)"
)
"""All but some."""
_NUMBERS = re.compile(
    rf"\b(?:numbers?|nos?\.?|#|the)? ?(?P<list>(?:{_ORDINAL}|#?\d{{1,2}})"
    rf"(?:(?:, | and |, and | & |,)(?:the )?(?:{_ORDINAL}|#?\d{{1,2}})(?!\w))+)"
)
_PRONOUN = re.compile(
    r"\b(?:it|that|this|that one|this one|him|her|his|them|they)\b"
    r"|\bthe (?:e-?mail|mail|message|contact|draft|reply|thread|meeting|event)\b(?! (?:from|about))"
)
_ANY = "one"
"""Of what, other words say: "the roll-out one"."""
_PERSON = re.compile(r"\b(?:him|his|hers?|them|they|he|she)\b")
_LATELY = 3
"""How many messages back somebody named may still be meant by "her"."""


def place_named(text: str, count: int) -> int | None:
    """Return the place (from 1) among `count` items that a text points at, if it does."""
    said = fold(text)
    if _RANGE.search(said):
        return None
    if found := _ONLY_NUMBER.fullmatch(said):
        return _inside(int(found["number"]), count)
    if said in _CARDINALS:
        return _inside(_CARDINALS[said], count)
    places = {_place(found, count) for found in _POINTED.finditer(said)}
    return _inside(places.pop(), count) if len(places) == 1 else None


def points(text: str) -> bool:
    """Whether a text points at something said before."""
    said = fold(text)
    return _PRONOUN.search(said) is not None or _POINTED.search(said) is not None


def pointed_reference(
    text: str, references: Sequence[Reference], kinds: frozenset[str]
) -> Reference | None:
    """Return the reference of these kinds that a text points at; None when unsure which."""
    among = [reference for reference in references if reference.kind in kinds]
    if not among:
        return None
    last = max(reference.ordinal for reference in among)
    said = fold(text)
    if said != _ANY and (place := place_named(text, last)):
        return next((reference for reference in among if reference.ordinal == place), None)
    labelled = {one.id: one for one in among if one.label and fold(one.label) in said}
    if len(labelled) == 1:
        return next(iter(labelled.values()))
    if not _PRONOUN.search(said) or _POINTED.search(said):
        return None
    return _it(among)


def pointed_references(
    text: str, references: Sequence[Reference], kinds: frozenset[str]
) -> tuple[Reference, ...]:
    """Return the references of these kinds that a text points at, in order: one, some or all."""
    among = sorted((one for one in references if one.kind in kinds and one.ordinal), key=_ordinal)
    said = fold(text)
    if among and (found := _NUMBERS.search(said)):
        wanted = {_number(part) for part in re.findall(rf"{_ORDINAL}|\d+", found["list"])}
        chosen = tuple(one for one in among if one.ordinal in wanted)
        return chosen if len(chosen) == len(wanted) else ()
    if among and (found := _RANGE.search(said)) and found["end"]:
        many = _many(found["many"])
        if many > len(among):
            return ()
        return tuple(among[-many:] if found["end"] == "last" else among[:many])
    if among and (found := _BUT.match(said)) and _EVERY.search(found["all"]):
        left_out = {one.id for one in pointed_references(found["but"], references, kinds)}
        return tuple(one for one in among if one.id not in left_out) if left_out else ()
    if among and (found := _EVERY.search(said)):
        many = _counted(found[0])
        return tuple(among) if many in {None, len(among)} else ()
    one = pointed_reference(text, references, kinds)
    return (one,) if one else ()


def known_references(request: PlanRequest, kinds: frozenset[str]) -> tuple[Reference, ...]:
    """Return what may be pointed at: what this message listed itself, before older answers."""
    for done in reversed(request.earlier):
        if found := tuple(one for one in done.references if one.kind in kinds):
            return found
    return tuple(one for one in request.context.references if one.kind in kinds)


def person_meant(text: str, request: PlanRequest) -> str:
    """Return the address of the person a pronoun stands for; empty when unsure who.

    That is who an earlier command of the message was about, who is named in this one before the
    pronoun, who was shown last, or who the messages before named.
    """
    said = fold(text)
    if not _PERSON.search(said):
        return ""
    alone = _PERSON.fullmatch(said)  # a whole sentence may speak of others besides
    return (
        next(
            filter(None, (_one_of(done.references, request) for done in request.earlier[::-1])), ""
        )
        or (_named_ahead(said, request) if alone else "")
        or _one_of(request.context.references, request)
        or (_named_before(request) if alone else "")
    )


def _one_of(known: Sequence[Reference], request: PlanRequest) -> str:
    """Return the one person who was talked about last, or the only one who was shown."""
    group = [one for one in known if not request.profile.own(one.who)]  # that would be "me"
    latest = _only(one.who for one in group if one.ordinal == 0)
    return latest or _only(one.who for one in group)


def _named_ahead(pronoun: str, request: PlanRequest) -> str:
    """Return the one person whom a command names before a pronoun: "Priya wrote; star hers"."""
    said = fold(request.command)
    places = [one.start() for one in re.finditer(rf"\b{pronoun}\b", said)]
    ahead = said[: places[-1]] if places else ""
    linked = (thing for link in request.links for thing in link.things)
    return _only_called(ahead, linked, request)


def _named_before(request: PlanRequest) -> str:
    """Return the one person whom the last message before named that named any."""
    said = [one.text for one in request.context.exchanges if one.role == "user"][-_LATELY:]
    answers = [one.answer for one in request.context.clarified]
    for text in reversed((*said, *answers)):
        if _called(fold(text), request.mentioned):
            return _only_called(fold(text), request.mentioned, request)
    return ""


def _only_called(said: str, things: Iterable[Thing], request: PlanRequest) -> str:
    people = _called(said, things)
    return _only(one.address for one in people if not request.profile.own(one.address))


def _called(said: str, things: Iterable[Thing]) -> list[Thing]:
    """Return the people, of some things, of whose names a text has a word."""
    words = {re.sub(r"['\u2019]s?$", "", one) for one in re.findall(r"[\w'\u2019]+", said)}
    people = (one for one in things if one.kind == "person" and one.address)
    return [one for one in people if words & set(fold(one.name).split())]


def _only(addresses: Iterable[str]) -> str:
    """Return the one address there is, if it is but one."""
    different = {address.casefold(): address for address in addresses if address}
    return next(iter(different.values())) if len(different) == 1 else ""


def _it(among: Sequence[Reference]) -> Reference | None:
    """Return what "it" means: what was talked about last, or the only one there is."""
    last = [one for one in among if one.ordinal == 0]
    if last:
        return last[0]
    return among[0] if len({one.id for one in among}) == 1 else None


def _ordinal(reference: Reference) -> int:
    return reference.ordinal


def _many(written: str) -> int:
    if written.isdigit():
        return int(written)
    return {"few": 3, "couple": 2}.get(written) or _CARDINALS[written]


def _counted(every: str) -> int | None:
    """Return how many "both" or "all three" are; None where any number will do."""
    if every.startswith("both"):
        return 2
    last = every.rsplit(maxsplit=1)[-1]
    return int(last) if last.isdigit() else _CARDINALS.get(last)


def _number(written: str) -> int:
    return int(written) if written.isdigit() else _POSITIONS[written]


def _place(found: re.Match[str], count: int) -> int:
    if found["number"]:
        return int(found["number"])
    if found["cardinal"]:
        return _CARDINALS[found["cardinal"]]
    if found["back"]:
        return count + 1 - _POSITIONS[found["back"]]
    return count if found["last"] else _POSITIONS[found["ordinal"]]


def _inside(place: int, count: int) -> int | None:
    return place if 1 <= place <= count else None
