"""Commands that add somebody to the contacts."""

import re
from collections.abc import Mapping, Sequence

from shared.models.base import Json
from shared.understanding.folding import fold, words
from shared.understanding.marking import Span
from shared.understanding.parties import named, written_name
from shared.understanding.people_said import ADDRESS
from shared.understanding.pointing import (
    CONTACT_KINDS,
    MAIL_KINDS,
    person_meant,
    pointed_reference,
)
from shared.understanding.said import Said
from shared.understanding.shown import last_answer
from shared.understanding.steps import CONTACTS
from shared.understanding.work import Asked, Work
from shared.understanding.world import things_in
from shared.workspace.contacts.frames.changing import remove, update
from shared.workspace.contacts.frames.meant import (
    CREATE,
    REMOVES,
    UPDATE,
    WHOSE,
    firm_of,
    pointed_at,
    relation_in,
)
from shared.workspace.contacts.frames.values import (
    Pair,
    carried_pairs,
    pairs_in,
)

_NEW = frozenset({"new", "other", "another", "different", "changed"})
"""What stands before a field that had another value until now."""
_NEW_OF = r"(?:has|have|got|gets|is on|with) (?:an? )?(?:new|other|different)(?: \w+)?"
_MOVED = r"moved|promoted|joined|switched|became|is now|now works|works now"
"""What is told of somebody who is known already."""
_CHANGES = r"change|update|correct|replace|swap"
_SHOWN = re.compile(
    r"\b(?:this|that|the (?:same|above)|(?P<own>her|his|their)) (?:phone |mobile |e?-?mail )?"
    r"(?P<kind>number|phone|no|nr|num|address|e?-?mail)\b",
    re.IGNORECASE,
)
"""How it is said that what was just shown is to be kept."""
_KEPT = {
    "phone": re.compile(r"(?<![\w.+-])(?:\+|\(|0)\d[\d ()/.-]{5,}\d(?![\w-])"),
    "email": re.compile(rf"(?<![\w.+-]){ADDRESS}"),
}
_ROW = re.compile(
    r": (?P<name>[A-Z][\w'\u2019-]+(?: [A-Z][\w'\u2019-]+)+), "
    rf"(?:(?i:phone|mobile|number|tel)\w*: (?P<phone>{_KEPT['phone'].pattern})"
    rf"|(?i:e?-?mail|address)\w*: (?P<email>{_KEPT['email'].pattern}))"
)
"""Somebody in a row of a table, with a number or an address, as a text was shown."""
_ABOUT = frozenset({"value", "field", "organisation"})
"""Kinds of span that say something of somebody new."""


def add(work: Work) -> None:
    """Add somebody to the contacts."""
    if work.said.says(REMOVES):
        remove(work)
        return
    if row := _row_shown(work):
        about = [one for one in work.said.spans if one.kind in _ABOUT]
        known = {**_known_of(work, row["name"], about), "email": "", **row}
        work.add(CREATE, "Add the contact", **known)
        return
    if _of_known(work):
        update(work)
        return
    groups = _new_people(work.said)
    for person, about in groups:
        known = _known_of(work, person, about)
        if _is_known(work, person, known):
            continue
        known |= {
            field: one for field, one in _just_shown(work, known).items() if field not in known
        }
        if not known.keys() & {"name", "email"}:
            raise Asked("Who should be added? Say a name and an address or a number.", "person")
        if not known.keys() & {"email", "phone"} and len(groups) == 1:
            who = known["name"]
            raise Asked(f"What is the address or the phone number of {who}?", "value")
        work.add(CREATE, "Add the contact", **known)


def _just_shown(work: Work, known: Mapping[str, Json]) -> dict[str, Json]:
    """Return the number, or address, just shown that a message says is somebody's.

    That is the only one on a line with their name, or there, where it is not only called theirs;
    nothing where it is open.
    """
    said = _SHOWN.search(work.said.text)
    if said is None:
        return {}
    field = "phone" if said["kind"].casefold()[0] in "np" else "email"
    shown, name = last_answer(work.request.context), fold(str(known.get("name", "")))
    theirs = "\n".join(one for one in shown.splitlines() if name and name in fold(one))
    for text in (theirs, "" if said["own"] else shown):
        found = {one[0] for one in _KEPT[field].finditer(text)}
        if found:
            return {field: found.pop()} if len(found) == 1 else {}
    return {}


def _row_shown(work: Work) -> dict[str, str]:
    """Return the first of those whom a text just shown tells, where "him" is to be kept."""
    said = work.said
    people = (named(one.text) for one in said.held("person"))
    by_name = any(not (one.pronoun or one.role) for one in people)
    pointed = _SHOWN.search(said.text) or re.search(WHOSE, fold(said.text))
    if by_name or pointed is None:
        return {}
    row = _ROW.search(last_answer(work.request.context))
    return {name: text for name, text in row.groupdict().items() if text} if row else {}


def _of_known(work: Work) -> bool:
    """Whether it is told what is new of somebody, who is known then: "he has a new number".

    Where a contact is spoken of, too, it is somebody there is by that name.
    """
    said = work.said
    new = any(said.before(one) in _NEW for one in said.held("field")) or said.says(_NEW_OF)
    if not said.has("person", "organisation"):
        return (new or said.says(_CHANGES)) and len(pointed_at(work)) == 1
    if not new and not said.says(_MOVED):
        return False
    there = {
        fold(name) for one in things_in(work.request) for name in (one.name, *one.name.split())
    }
    known = any(fold(named(one.text).name) in there for one in said.held("person"))
    return known or (new and not said.says("contact|address ?book"))


def _new_people(said: Said) -> list[tuple[str, Sequence[Span]]]:
    """Return who is to be added, each with what is said of them.

    "Ann, 555 1, and Bob, 555 2" are two, with a number each; "Ann and Bob" have all in common.
    """
    people = said.held("person")
    about = [one for one in said.spans if one.kind in _ABOUT]
    if not people:
        return [(next(iter(said.all("person")), ""), about)]
    joined = said.last_joined(people)
    cuts = [*(one.start for one in people[1:]), len(said.text)]
    parts = [
        [one for one in about if person.start < one.start < cut]
        for person, cut in zip(people, cuts, strict=True)
    ]
    if len(joined) == 1 and len(people) > 1 and all(parts):
        return [(one.text, part) for one, part in zip(people, parts, strict=True)]
    addresses = {
        word for one in about if "@" in one.text for word in words(one.text.partition("@")[0])
    }
    spelt = [one for one in people if addresses.intersection(words(one.text))]
    if len(spelt) == 1 and spelt[0] not in joined:  # "Ann, ann@x.org, works with them like Bob"
        joined = tuple(spelt)
    return [(one.text, about) for one in joined]


def _known_of(work: Work, person: str, about: Sequence[Span]) -> dict[str, Json]:
    """Return what is known of somebody new; what has no field of its own goes into the notes."""
    said = work.said
    known: dict[str, Json] = {}
    notes: list[str] = []
    same = not said.has("person") or said.says("same")
    for pair in [*pairs_in(said, about), *(carried_pairs(said) if same else ())]:
        field = pair.field or ("" if pair.called else pair.form)
        if not pair.value:
            continue
        if not pair.called and not field:
            field = _work_of(said, pair)
        if field and field != "notes":
            known.setdefault(field, pair.written(field))
        elif pair.field == "notes" or not pair.called:
            notes.append(pair.written("notes"))
        else:
            notes.append(f"{pair.called[:1].upper()}{pair.called[1:]}: {pair.written('notes')}")
    companies = [one.text for one in about if one.kind == "organisation"]
    companies = companies or [one.text for one in said.carried if one.kind == "organisation"]
    given: dict[str, Json] = {"notes": "; ".join(notes), "relation": relation_in(said), **known}
    given.update({name: text for name, text in _called(work, person).items() if name not in known})
    place = "company" if person or said.has("which") else "name"
    if companies and not given.get(place):
        given[place] = firm_of(companies[-1])
    return {name: value for name, value in given.items() if value}


def _is_known(work: Work, person: str, known: Mapping[str, Json]) -> bool:
    """Change somebody there is already, whom a name or a pronoun names; False for a new one."""
    said = work.said
    party = named(person)
    new = {name: value for name, value in known.items() if name not in {"name", "relation"}}
    if not person or party.pronoun or not said.has("person"):
        last = pointed_reference("it", work.known(CONTACT_KINDS), CONTACT_KINDS)
        if last is None or not new or not re.search(WHOSE, fold(said.text)):
            return False
        work.add(UPDATE, "Change the contact", contact_id=last.id, **new)
        return True
    called = {fold(party.full), fold(party.name)}
    people = [one for one in things_in(work.request) if one.kind == "person"]
    same = [one for one in people if fold(one.name) in called]
    if len(same) != 1 or not new or new.get("email", same[0].address) != same[0].address:
        return False
    found = work.add(CONTACTS, f"Find {same[0].name}", name=same[0].name)
    contact = f"{{{found}.contacts.0.id}}"
    work.add(UPDATE, "Change the contact", contact_id=contact, **new)
    return True


def _work_of(said: Said, pair: Pair) -> str:
    """Return whether a value by itself is where somebody works, what they do, or neither."""
    before = said.before(pair.span) if pair.span else ""
    if before in {"at", "for", "with"} and not said.says(r"lives?") and pair.value.istitle():
        return "company"
    placed = before in {"in", "at", "lives", "born"} or any(c.isdigit() for c in pair.value)
    return "" if placed else "title"


def _called(work: Work, person: str) -> dict[str, Json]:
    """Return the name, address and company of who is named, or the address of who is pointed at."""
    word = work.said.one("which") if work.said.has("which") else person
    party = named(word)
    if word == person and not party.pronoun and word:
        key = "email" if "@" in party.full.lstrip("@") else "name"
        full = party.name if " " in party.name else party.full  # "Mrs Singh" has no other name
        full = full if key == "email" or party.role else written_name(full)
        return {key: full, "company": party.employer}
    if not word:
        return {}
    mail = pointed_reference("it", work.known(MAIL_KINDS), MAIL_KINDS)
    who = person_meant(word, work.request) or (mail.who if mail else "")
    if "@" in who and "number" not in fold(word):
        return {"email": who}
    return {"name": named("" if "@" in who else who).full} if party.pronoun else {}
