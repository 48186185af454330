"""Pointing words: "the second one", "it", "the first two", "them", "her"."""

import re
from collections.abc import Sequence

from shared.models.reasoning import PlanRequest, Reference
from shared.models.world import Thing
from shared.understanding.folding import fold
from shared.understanding.given_names import ONE, may_be
from shared.understanding.world import things_in
from shared.words import telling, words_of

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
    rf"(?='s\b| {_THING}\b|[\s.!?]*$|,|:| (?:and|or|to|as|until|saying|that|with|from|for|stays"
    r"|remains|can|should|gets?|goes)\b)"
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
    r"the (?:whole |entire )?(?:bunch|lot|batch|pile)|"
    r"each(?: of (?:them|these|those))?|every one of (?:them|these|those)|everything)\b"
)
_PARTS = re.compile(
    r"(?<![.;,:!?])[.;,:!?]+\s+|(?<!\s)\s+[-\u2013\u2014]+\s+"
    r"|(?:,|(?<!\s))\s+(?:and|so|then)\s+(?!(?:the|my) (?!rest|remain|other))"
    r"|(?<!\s)\s+(?=(?:but|except|apart from|other than|besides)\b)",
    re.IGNORECASE,
)
STAYS = re.compile(
    r"\b(?:(?:but|except|apart from|other than|besides|not|without)(?: not)?(?: for)?"
    r" (?=(?:the|that|this|these|those|his|her|their|my|number)\b|#?\d|\w+['\u2019]s\b)"
    r"|(?:do not|don['\u2019]?t|never) (?:touch|archive|bin|delete|trash|remove|star|mark) (?=\w)"
    r"|(?<!the )(?<!'s )(?:keep|leave|spare|(?:hang|hold) on to)\b"
    r"|(?:stays|remains|(?:only|just) (?:want|need))\b"
    r"|i (?:still )?need(?= (?:the|that|this|these|those|his|her)\b|\W*$)"
    r"|(?:except|apart from|other than|besides)(?: for)?(?: [^\s,]+){1,3}$"
    rf"|(?:can|should|must|may|will|to|rest|others|ones?|both|{_ORDINAL}|two|three)"
    r" (?:stay|remain|wait)\b)",
    re.IGNORECASE,
)
"""How it is said of some of several things that nothing is done with it."""
_ONLY = re.compile(r"\b(?:only|just)\b", re.IGNORECASE)
_THAT_ONE = re.compile(
    r"\W*(?:(?:so|and|but|please|only|just|to|i|i'd|want|need|rather|keep|leave|spare|not)\b\W*)*"
    r"(?:that|this|it|them|those|ones?)(?: ones?)?(?:'s)?(?: (?!from|about|by|with)\w+){0,2}\W*",
    re.IGNORECASE,
)
"""What only points at what is told before it."""
_REST = re.compile(
    r"\b(?:the |all the )?(?:(?:rest|remainder|others|remaining ones?)\b|other"
    rf" (?P<many>one|{_CARDINAL})s?\b|other (?:e-?)?mails\b|other"
    r"(?=\s*$| (?:can|is|has|goes|gets?|should|may|must|needs?|to)\b))"
    r"(?! (?:from|by|about|on|with) )(?! of (?!(?:them|these|those|the (?:lot|bunch|list))\b))"
)
"""What of a list is left over."""
_POINTS = re.compile(
    r"\b(?:(?:th)?em|these|those|they|it|both|everything|all(?! (?:the |my )?[a-z]+(?<!one)s\b)"
    r"|the (?:whole |entire )?(?:bunch|lot|batch|pile))\b"
)
_UNCLEAR = re.compile(
    rf"^\W*(?:but|except|apart from|other than|besides)\b(?!,)|\b(?:ones?|\w+est|{_ORDINAL})\b"
)
"""What has to be some of a list if it stays."""
_MORE_OF_IT = re.compile(r"(?:the|that|this|his|her|number|#?\d+|\w+['\u2019]s)\b(?: \S+){0,3}")
"""What behind some that stays may be more of it: "except the first and the third"."""
_SO_MANY = re.compile(
    rf"(?<!\bof )\b(?:(?:the|all|these|those)(?: of (?:these|those))? (?:{_CARDINAL})|both)\b"
)
_NUMBERS = re.compile(
    rf"\b(?:numbers?|nos?\.?|#|the)? ?(?P<list>(?:{_ORDINAL}|#?\d{{1,2}})"
    rf"(?:(?:, | and |, and | & |,)(?:the )?(?:{_ORDINAL}|#?\d{{1,2}})(?!\w))+)"
)
_SENTENCE_ENDS = re.compile(r"[.;!?]\s+\S")
_CALLED = re.compile(r"(?<![\w.,:-])#?(\d{2,9})(?![\w:%-]|[.,]\d)")
"""What one of several things of a name may go by."""
_AND = re.compile(r"\s+and\s+")
_SEVERAL = re.compile(r"\b(?:ones|both|two|three|all|e?-?mails)\b")
_PRONOUN = re.compile(
    r"\b(?:it|that|this|that one|this one|him|her|his|them|they|s?he)\b"
    r"|\bthe (?:e-?mail|mail|message|contact|draft|reply|thread|meeting|event)\b(?! (?:from|about))"
)
_ANY = "one"
"""Of what, other words say: "the roll-out one"."""
_PERSON = re.compile(rf"\b(?:him|his|he|hers?|she|th(?:em|ey|eirs?)|{ONE})\b", re.IGNORECASE)
_ALIKE = tuple(
    frozenset(one.split())
    for one in ("he him his gentleman man", "she her hers lady woman", "they them their theirs")
)
"""Pronouns that stand for the same person."""
_ASKS_WHO = re.compile(r"\bwho(?:['\u2019]?s|m)?\b", re.IGNORECASE)
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
    among = sorted(
        (one for one in references if one.kind in kinds and one.ordinal), key=lambda o: o.ordinal
    )
    said = fold(text)
    if among and (placed := _placed(said, among)) is not None:
        return placed
    if (some := some_of(said, among)) is not None:
        return some
    if among and (found := _EVERY.search(said)):
        many = _counted(found[0])
        return tuple(among) if many in {None, len(among)} else ()
    one = pointed_reference(text, references, kinds)
    return (one,) if one else ()


def _placed(said: str, among: Sequence[Reference]) -> tuple[Reference, ...] | None:
    """Return what of a list is told by several places, or by how many; None where none is."""
    if found := _NUMBERS.search(said):
        parts = re.findall(rf"{_ORDINAL}|\d+", found["list"])
        wanted = {int(part) if part.isdigit() else _POSITIONS[part] for part in parts}
        chosen = tuple(one for one in among if one.ordinal in wanted)
        return chosen if len(chosen) == len(wanted) else ()
    if (found := _RANGE.search(said)) and found["end"]:
        many = _many(found["many"])
        if many > len(among):
            return ()
        return tuple(among[-many:] if found["end"] == "last" else among[:many])
    return None


def spares(text: str) -> bool:
    """Whether a text tells some of several things that nothing, or nothing else, is done with."""
    parts = [one for one in _PARTS.split(text) if STAYS.search(one) or _ONLY.search(one)]
    return not all(map(_THAT_ONE.fullmatch, parts))


def kept_apart(text: str) -> tuple[str, str]:
    """Return an order, and what it says at its end of what is kept; "" where that is all the rest.

    "Bin the mails from Ann, keep the receipt" is no order about the receipt.
    """
    cuts = [*_PARTS.finditer(text)]
    for cut, end in zip(cuts, [*(one.start() for one in cuts[1:]), len(text)], strict=False):
        behind = text[cut.end() :]
        if STAYS.search(text, cut.end(), end) and not _SENTENCE_ENDS.search(behind):
            return text[: cut.start()], "" if _REST.search(fold(behind)) else behind
    return text, ""


def some_of(
    said: str, among: Sequence[Reference], *, shown: bool = False
) -> tuple[Reference, ...] | None:
    """Return what is meant of a list where folded words tell that from the rest of it.

    That is all but what stays, or what is left over from what is told of; `shown`: of all that is
    shown, which needs no word for it, or else "only" what is told. Nothing where it is unclear what
    that is; None where no such thing is said.
    """
    listed = list({one.id: one for one in among if one.ordinal}.values())
    parts = [one for one in _PARTS.split(said) if one.strip()]
    rest = next(filter(None, map(_REST.search, parts)), None)
    told, stays, alone = set[str](), set[str](), set[str]()
    points, unclear, staying, rest_stays = shown, False, False, False
    for part in parts if len(listed) > 1 else ():
        more = staying and _MORE_OF_IT.fullmatch(part) and not _REST.search(part)
        staying = STAYS.search(part) is not None or bool(more)
        rest_stays = rest_stays or (staying and _REST.search(part) is not None)
        ids = {one.id for one in _told_in(_REST.sub(" ", part), listed)}
        if staying and not ids and _THAT_ONE.fullmatch(part):
            ids = {*told}
        (stays if staying else told).update(ids)
        alone |= ids if shown and not staying and _ONLY.search(part) else set()
        unclear = unclear or (staying and not ids and _UNCLEAR.search(part) is not None)
        points = points or (not staying and _POINTS.search(part) is not None)
    if rest and len(listed) > 1:
        last = {one.id for one in among if not one.ordinal} & {one.id for one in listed}
        apart = told | stays or (last if len(listed) == 2 else set())  # noqa: PLR2004
        left = [one for one in listed if (one.id in apart) == rest_stays]
        many = _CARDINALS.get(rest["many"] or "", 0)
        return tuple(left) if apart and many in {0, len(left)} else ()
    if unclear and points:
        return ()
    if alone or (stays and (points or told - stays)):
        meant = alone or ({one.id for one in listed} if points else told)
        return tuple(one for one in listed if one.id in meant - stays)
    counted = _SO_MANY.search(said)
    many = _counted(counted[0]) if counted else None
    if many and 1 < many == len(told) < len(listed):
        return tuple(one for one in listed if one.id in told)
    return None


def called_by_number(said: str, listed: Sequence[Reference]) -> list[Reference]:
    """Return what is called by the numbers that are said: "186 and 188"; none for fewer.

    A number that is nothing's, or more than one's, tells none.
    """
    numbers = _CALLED.findall(said)
    called = [{one.id for one in listed if n in words_of(one.label)} for n in numbers]
    ids = set[str]().union(*called) if all(len(one) == 1 for one in called) else set[str]()
    return [one for one in listed if one.id in ids]


def _told_in(said: str, listed: Sequence[Reference]) -> list[Reference]:
    """Return what of a list some words tell: by number, place, or what nothing else has.

    Where they are for several, these may have it in common.
    """
    each = [_told_in(one, listed) for one in _AND.split(said)] if _AND.search(said) else []
    if each and all(each):
        return [one for one in listed if any(one in some for some in each)]
    if found := called_by_number(said, listed) or _placed(said, listed):
        return [*found]
    if place := place_named(said, max(one.ordinal for one in listed)):
        return [one for one in listed if one.ordinal == place]
    own = {one.id: telling(f"{one.label} {one.who.partition('@')[0]}") for one in listed}
    common = frozenset[str].intersection(*own.values())
    score = {one.id: len((own[one.id] - common) & telling(said) - {_ANY}) for one in listed}
    best = max(score.values())
    found = [one for one in listed if best and score[one.id] == best]
    return found if len(found) == 1 or _SEVERAL.search(said) else []


def known_references(request: PlanRequest, kinds: frozenset[str]) -> tuple[Reference, ...]:
    """Return what may be pointed at: what this message listed itself, before older answers."""
    for done in reversed(request.earlier):
        if found := tuple(one for one in done.references if one.kind in kinds):
            return found
    return tuple(one for one in request.context.references if one.kind in kinds)


def person_meant(text: str, request: PlanRequest) -> str:
    """Return the address of the person a pronoun stands for, or the name where there is none.

    It is whoever the message itself names before it, or else what was shown, or else the messages
    before; empty when unsure who. "She" is nobody with a man's name.
    """
    if (pronoun := _PERSON.search(text)) is None:
        return ""
    word = fold(pronoun[0])
    named = _named_before(word, request)
    if named:
        return _one_of(named)
    asked_for = person_asked_for(word, request)
    if who := asked_for or person_shown(word, request) or _spoken_of(word, request):
        return who
    told = [one.who for one in request.context.references if one.told and may_be(word, one.who)]
    return _one_of(told) or _one_of([*_people(request.context.references, request)])


def person_asked_for(text: str, request: PlanRequest) -> str:
    """Return who a pronoun stands for where it was asked who: one of what told it, not named there.

    "Nina asked who helps. Who put their hand up?" is answered by what Nina and Sofia said.
    """
    asked = [one.text for one in request.context.exchanges if one.role == "user"][-1:]
    pronoun, known = _PERSON.search(text), request.context.references
    if pronoun is None or request.earlier or not any(map(_ASKS_WHO.search, asked)):
        return ""
    told = next((one.ordinal for one in known if one.told), 0)
    people = {one.who for one in known if told and one.ordinal == told and one.who}
    named = {*words_of(asked[0])}
    fitting = [
        one for one in people if may_be(fold(pronoun[0]), one) and named.isdisjoint(words_of(one))
    ]
    return _one_of(fitting)


def person_shown(text: str, request: PlanRequest) -> str:
    """Return the address of the person a pronoun stands for among what was shown, if any."""
    if (pronoun := _PERSON.search(text)) is None:
        return ""
    for known in (
        *(done.references for done in reversed(request.earlier)),
        request.context.references,
    ):
        if known and known[0].told and not known[0].who:
            continue  # whoever said what was told of is known by no address
        people = _people(known, request)
        fitting = [who for who, one in people.items() if may_be(fold(pronoun[0]), _called(one))]
        last = [one.who for one in known if one.ordinal == 0 and one.who in fitting]
        told = [one for one in known if one.told and one.who in fitting]
        best = [one for one in known if one.ordinal == known[0].ordinal > 0 and one.who in fitting]
        answered = [one for one in best if one.told] or best * bool(told)
        who = _one_of(last) or _one_of([one.who for one in answered])
        if not (who or any(one.kind in CONTACT_KINDS for one in known)):
            who = _named_lately(fold(pronoun[0]), request, 1)  # whom it was asked about
        if who := who or next((one.who for one in told), "") or _one_of(fitting):
            return who
    return ""


def _people(known: Sequence[Reference], request: PlanRequest) -> dict[str, Reference]:
    """Return who else something known comes from, and one thing that does."""
    return {one.who: one for one in known if one.who and not request.profile.own(one.who)}


def person_called(text: str, request: PlanRequest) -> str:
    """Return the name of the person a pronoun stands for; empty when unsure who, or it has none."""
    who = person_meant(text, request)
    if "@" not in who:
        return who
    things = [one for one in things_in(request) if one.kind == "person" and one.address == who]
    names = [one.name for one in things]
    shown = [
        one.label
        for one in request.context.references
        if one.kind in CONTACT_KINDS and one.who == who
    ]
    return next(iter((*names, *shown)), "")


def _called(one: Reference) -> str:
    return one.label if one.kind in CONTACT_KINDS else one.who


def _named_before(word: str, request: PlanRequest) -> list[str]:
    """Return who may be meant of those whom the message names before its pronoun.

    Whom the command itself does not name was named in another part of the message.
    """
    said = fold(request.command)
    found = re.search(rf"\b{word}\b", said)
    ahead = {*words_of(said[: found.start()])} if found else set[str]()
    whole = {*words_of(said)}
    return [
        _who(one)
        for link in request.links
        for one in link.things
        if one.kind == "person"
        and (_words(one) & ahead or not _words(one) & whole)
        and not request.profile.own(_who(one))
        and may_be(word, one.name)
    ]


def _spoken_of(word: str, request: PlanRequest) -> str:
    """Return the one person whom the last message that named any named; "" where it was more.

    What only agrees to a card, or refuses it, names nobody; what is older than that is forgotten.
    """
    known = _mentioned(word, request)
    return _named_lately(word, request, _LATELY) or _one_of([_who(one) for one in known])


def _mentioned(word: str, request: PlanRequest) -> list[Thing]:
    return [
        one
        for one in request.mentioned
        if one.kind == "person" and may_be(word, one.name) and not request.profile.own(one.address)
    ]


def _named_lately(word: str, request: PlanRequest, lately: int) -> str:
    """Return the one person whom the last of so many messages that named any named."""
    context, known = request.context, _mentioned(word, request)
    said = [fold(one.text) for one in context.exchanges if one.role == "user"]
    for text in reversed(said[-lately:]):
        same = next((one for one in _ALIKE if word.rsplit(maxsplit=1)[-1] in one), frozenset[str]())
        spoken = words_of(text)
        names = set[str]().union(*map(_words, known))
        goes_on = next((one for one in spoken if one in same or one in names), "")
        if goes_on in same:
            continue  # whoever is spoken of there was named before it
        fitting = [_who(one) for one in known if _words(one) & {*words_of(text)}]
        people = [one for one in context.memory.entities.people if fold(one) in text]
        fitting = fitting or [one for one in people if may_be(word, one)]
        if fitting:
            return _one_of(fitting)
    return ""


def _who(one: Thing) -> str:
    return one.address or one.name


def _words(one: Thing) -> set[str]:
    return {*words_of(one.name)}


def _one_of(people: Sequence[str]) -> str:
    """Return the one of some people there is, if it is but one."""
    different = {one.casefold(): one for one in people if one}
    return next(iter(different.values())) if len(different) == 1 else ""


def _it(among: Sequence[Reference]) -> Reference | None:
    """Return what "it" means: what was talked about last, or told of, or the only one there is."""
    last = [one for one in among if one.ordinal == 0] or [one for one in among if one.told]
    if last:
        return last[0]
    return among[0] if len({one.id for one in among}) == 1 else None


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
