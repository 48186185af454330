"""Commands that change what is known of somebody, or take them out."""

import re
from collections.abc import Sequence
from dataclasses import replace

from shared.models.base import Json
from shared.models.reasoning import Reference
from shared.understanding.folding import fold, words
from shared.understanding.given_names import may_be
from shared.understanding.marking import Span
from shared.understanding.named_contact import REMOVES
from shared.understanding.parties import bare, named
from shared.understanding.pointing import CONTACT_KINDS, person_meant, some_of
from shared.understanding.said import Said
from shared.understanding.work import Asked, Work
from shared.understanding.world import things_in
from shared.words import similar
from shared.workspace.contacts.frames.facts import tells_apart
from shared.workspace.contacts.frames.meant import (
    DELETE,
    SOMEBODY,
    UPDATE,
    WHO,
    WHOSE,
    contact_of,
    firm_of,
    firms_in,
    pointed_at,
    relation_in,
)
from shared.workspace.contacts.frames.values import (
    DOES,
    TITLED,
    WHOLE,
    Pair,
    carried_pairs,
    pairs_in,
    told_by_itself,
    written_elsewhere,
)
from shared.workspace.contacts.port import ENDS

_SENTENCE = re.compile(r"[^.!?\n]+")
_CLAUSE = re.compile(r"[.!?;,\n]\s+|\bso\b")
_HAS_GONE = re.compile(
    r"(?:(?:['\u2019]s| has| have)? (?:left|quit|resigned|retired|moved on|died)"
    r"|(?:['\u2019]s| is) gone|(?: has)? no longer)\b",
    re.IGNORECASE,
)
"""What is said of somebody whose entry can go."""
_REMOVES = re.compile(REMOVES, re.IGNORECASE)
_WHAT = "What should be different? Say for example “change John Doe's number to +1 555 0100”."
_NOT_REMOVED = (
    "I can look up contacts, add and delete them and change what is known of them, but I can't "
    "merge any, nor empty a field. Say what it should be instead."
)
_ONE_OF_EACH = (
    "I keep one {0} of each person. If it is to take the place of the one there is, say “change "
    "the {0} to {1}”; otherwise I can put it in the notes."
)
_NO_PLACE = (
    "I have no place for that: I keep a name, a mail address, a phone number, a company, a title, "
    "a relation and notes. I can put it in the notes: say for example “note on Sarah: {}”."
)
_RENAMES = r"renamed?|name's?|called|goes by|spelled|spelt|maiden|surname"
_NOTES = r"notes?|noted?|jot|remark"
_ADDS = r"add|put|write|card|record"
"""Words for what is changed that stand for no field of a value."""
_IN_WORDS, _LONGEST = frozenset({"name", "title", "company"}), 10
"""Fields that words tell, and how many at most."""
_FEW = 5
"""Digits that are no whole number, at most."""
_LAST_NAME = re.compile(r"sur|last|family|maiden")


def update(work: Work) -> None:
    """Change what is known of somebody."""
    said = work.said
    pairs = pairs_in(said, said.spans)
    if not pairs and (relation := relation_in(said)):
        pairs = [Pair("relation", relation)]
    elif not pairs and not said.has("organisation"):
        pairs = carried_pairs(said)
    if said.says("merge") and not pairs:
        raise Asked(_NOT_REMOVED)
    if said.says(REMOVES) and not any(pair.value for pair in pairs):
        remove(work)
        return
    people = said.meant("person") or tuple(one for one in said.spans if one.kind == "person")
    companies = said.held("organisation")
    apart = [
        one for one in companies if any(pair.value for pair in pairs) and tells_apart(said, one)
    ]
    companies = tuple(one for one in companies if one not in apart)
    if not people and len(companies) == 1 and pairs and not pointed_at(work):
        people, companies = companies, ()  # "Acme's phone is ...": the company is the contact
    if said.has("which") and not said.has("person"):
        people = ()
    people = _ordered(work, people) or _spoken_of(work)
    at = _stem(apart[-1].text) if apart else ""
    meant = (contact_of(work, one.text, at) for one in people) if people else pointed_at(work)
    for one in meant:
        values = _changes(work, one.label, pairs, companies)
        work.add(UPDATE, "Change the contact", contact_id=one.id, **values)
    if not work.count:
        raise Asked(WHO, "person")


def remove(work: Work) -> None:
    """Take somebody out of the contacts; raise Asked where only a part of them is to go."""
    said = work.said
    parts = (one.span() for one in _SENTENCE.finditer(said.text) if _REMOVES.search(one[0]))
    start, end = next(parts, (0, len(said.text)))  # what else is said of somebody is why
    fields = [one for one in said.held("field") if start <= one.start < end]
    if not all(WHOLE.match(said.text, one.start) for one in fields):
        raise Asked(_NOT_REMOVED)
    meant = some_of(fold(said.text), work.known(CONTACT_KINDS))
    if meant is None:
        people = _ordered(work, said.held("person"), goes=True)
        own = (one for one in said.spans if one.kind != "person" or one in people)
        work.said = said = replace(said, spans=tuple(own))
        people = people or _spoken_of(work)
        theirs = not said.has("organisation") or re.search(WHOSE, fold(said.text))
        meant = pointed_at(work) if theirs else ()
        meant = (_at_firm(work, one) for one in people) if people else meant
    for one in meant:
        work.add(DELETE, "Delete the contact", contact_id=one.id)
    if not work.count:
        raise Asked(WHO, "person")


def _at_firm(work: Work, person: Span) -> Reference:
    """Return whom a span names, told from others by the company right behind it."""
    said = work.said
    alone = replace(said, spans=(person,))
    at = [one.text for one in said.held("organisation") if tells_apart(alone, one)]
    return contact_of(work, person.text, _stem(at[0]) if at else "")


def _ordered(work: Work, people: Sequence[Span], *, goes: bool = False) -> Sequence[Span]:
    """Return whom an order names, and not what names nobody where a pronoun is who was shown.

    Nor is it, where somebody `goes`, who only says why: "Ann does it now, take him out". Raises
    Asked where it may be either.
    """
    text = fold(work.said.text)
    pronouns = [*re.finditer(WHOSE if goes else SOMEBODY, text)]
    shown = {one.id: one.label for one in work.known(CONTACT_KINDS)}
    if not (people and pronouns and len(shown) == 1):
        return people
    (name,), last = shown.values(), pronouns[-1]
    names = [{*words(one.name)} for one in things_in(work.request) if one.kind == "person"]
    told = ((one, {*words(_stem(one.text))}) for one in people)
    known = [one for one, said in told if any(said <= each for each in (*names, {*words(name)}))]
    own = [one for one in people if named(one.text).pronoun]
    begins = max((one.end() for one in _CLAUSE.finditer(text, 0, last.start())), default=0)
    if any(one.start >= begins for one in known) or not (goes and may_be(last[0], name)):
        return [one for one in people if one in known or one in own]
    every = (one for one in people if one not in own)
    others = [one for one in every if not {*words(_stem(one.text))} <= {*words(name)}]
    gone = [one for one in others if _HAS_GONE.match(work.said.text, one.end)]
    if len(gone) == 1:  # "Ann Lee has left Acme, so her entry can go"
        return gone
    if any(may_be(last[0], one.text) for one in others):
        raise Asked(WHO, "person")
    return own


def _spoken_of(work: Work) -> tuple[Span, ...]:
    """Return whom a pronoun of a command stands for that names nobody, where nobody was listed."""
    who = "" if pointed_at(work) else person_meant(work.said.text, work.request)
    return (Span("person", who, 0, 0),) if who else ()


def _stem(company: str) -> str:
    """Return a company as it is looked for, without what may only say "has": "Acme's got"."""
    return re.sub(r"['\u2019]s$", "", bare(company))


def _changes(
    work: Work, name: str, pairs: Sequence[Pair], companies: Sequence[Span]
) -> dict[str, Json]:
    """Return what is to be different about somebody; raise Asked where that is not clear."""
    said, changed = work.said, dict[str, Json]()
    for pair in pairs:
        if not pair.value and (look_up := written_elsewhere(said, changed)):
            changed["look_up"] = look_up
            continue
        if not pair.value:
            raise Asked(f"What is the new {pair.called}?", "value")
        field = _field_of(work, pair, name)
        if field in _IN_WORDS and len(pair.value.split()) > _LONGEST:
            raise Asked(_WHAT, "value")  # a sentence is nobody's name
        text = f"{ENDS}{pair.value}" if _ends(said, pair) else pair.written(field)
        changed[field] = whole_name(said, pair.called, text, name) if field == "name" else text
    if companies and "company" not in changed:
        if len(companies) == 1 and said.before(companies[0]) in {"left", "leaves", "quit"}:
            raise Asked(f"Where does {name} work now?", "organisation")
        changed["company"] = firm_of(companies[-1].text)
    if not changed:
        raise Asked(_WHAT, "value")
    return changed


def _field_of(work: Work, pair: Pair, name: str) -> str:
    """Return the field a value goes into: the one named, or that which it tells by itself."""
    if _ends(work.said, pair):
        return "phone"
    if pair.field:
        return pair.field
    if pair.called and pair.kind in {"phone", "email"} and pair.form == pair.kind:
        kept = "number" if pair.kind == "phone" else "mail address"
        raise Asked(_ONE_OF_EACH.format(kept, pair.value))
    if pair.called:
        raise Asked(_NO_PLACE.format(f"{pair.called} {pair.value}"))
    told = told_by_itself(work.said, pair, firms_in(work))
    if told in {"", "title"}:
        told = _by_words(work.said, pair, name) or told
    if not told:
        raise Asked(_NO_PLACE.format(pair.value))
    return told


def _by_words(said: Said, pair: Pair, name: str) -> str:
    """Return the field that only other words tell: a name like the one there is, or a remark."""
    if said.says(_RENAMES) or set(words(name)) & set(words(pair.value)):
        return "name"
    does = pair.span and DOES.search(said.text[: pair.span.start])
    remark = pair.value[:1].islower() and said.says(_ADDS) and not said.says(TITLED)
    return "notes" if not does and (remark or said.says(_NOTES)) else ""


def _ends(said: Said, pair: Pair) -> bool:
    """Whether a value is only what a number ends in: "it ends in 130 now"."""
    digits = pair.kind in {"", "phone"} and pair.value.isdigit() and len(pair.value) <= _FEW
    return digits and said.says(r"end(?:s|ing)?(?: in| with| on)?")


def whole_name(said: Said, called: str, text: str, name: str) -> str:
    """Return the name somebody has when a part of it is another, or spelt otherwise."""
    words = fold(called or said.rest)
    first, _, last = name.partition(" ")
    if _LAST_NAME.search(words):
        return text if text.startswith(first) else f"{first} {text}"
    if "first" in words and " " not in text:
        if not last:
            raise Asked("What is the whole name?", "value")
        return f"{text} {last}"
    new, every = fold(text), name.split() if " " not in text else []
    near = [one for one in every if fold(one) == new or similar(fold(one), new)]
    return name.replace(near[0], text) if len(near) == 1 else text
