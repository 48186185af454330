"""Commands that add somebody to the contacts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from shared.models.base import Json
from shared.understanding.folding import fold, words
from shared.understanding.marking import Span, meets
from shared.understanding.parties import named, written_name
from shared.understanding.pointing import (
    CONTACT_KINDS,
    MAIL_KINDS,
    person_meant,
    pointed_reference,
)
from shared.understanding.said import Said
from shared.understanding.shown_table import last_answer
from shared.understanding.work import Asked, Work
from shared.understanding.world import things_in
from shared.workspace.contacts.frames.changing import update
from shared.workspace.contacts.frames.meant import (
    CREATE,
    SOMEBODY,
    WHOSE,
    firm_of,
    firms_in,
    relation_in,
)
from shared.workspace.contacts.frames.values import (
    Pair,
    carried_pairs,
    pairs_in,
    told_by_itself,
    written_elsewhere,
)
from shared.workspace.contacts.written import FORMS

_NEW = frozenset({"new", "other", "another", "different", "changed"})
"""What stands before a field that had another value until now."""
_SHOWN = re.compile(
    r"\b(?:this|that|the (?:same|above)|(?P<own>her|his|their)) (?:phone |mobile |e?-?mail )?"
    r"(?P<kind>number|phone|no|nr|num|address|e?-?mail)\b",
    re.IGNORECASE,
)
"""How it is said that what was just shown is to be kept."""
_ROW = re.compile(
    r": (?P<name>[A-Z][\w'\u2019-]+(?: [A-Z][\w'\u2019-]+)+), "
    rf"(?:(?i:phone|mobile|number|tel)\w*: (?P<phone>{FORMS['phone'].pattern})"
    rf"|(?i:e?-?mail|address)\w*: (?P<email>{FORMS['email'].pattern}))"
)
"""Somebody in a row of a table, with a number or an address, as a text was shown."""
_WHO = "Who should be added? Say a name and an address or a number."
_ABOUT = frozenset({"value", "field", "organisation"})
"""Kinds of span that say something of somebody new."""


def add(work: Work) -> None:
    """Add somebody to the contacts; who is there already is changed."""
    if row := _row_shown(work):
        about = [one for one in work.said.spans if one.kind in _ABOUT]
        known = _known_of(work, row["name"], about)
        told = {name: one for name, one in known.items() if str(one) in work.said.text}
        known = {**known, "email": told.get("email", ""), **row}
        work.add(CREATE, "Add the contact", **known)
        return
    if work.known(CONTACT_KINDS) and not work.said.has("person") and _points(work.said):
        raise Asked(_WHO, "person")  # whoever was listed is there already
    whole, groups = work.said, _new_people(work)
    for person, about in groups:
        known = _known_of(work, person.text if person else "", about)
        if person and _is_there(work, person, known):
            work.said = replace(whole, spans=(person, *about))
            update(work)
            work.said = whole
            continue
        known = {**_just_shown(work, known), **known}
        if not known.keys() & {"name", "email"}:
            raise Asked(_WHO, "person")
        if look_up := written_elsewhere(work.said, known):
            known["look_up"] = look_up
        elif not known.keys() & {"email", "phone"} and len(groups) == 1:
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
        found = {one[0] for one in FORMS[field].finditer(text)}
        if found:
            return {field: found.pop()} if len(found) == 1 else {}
    return {}


def _row_shown(work: Work) -> dict[str, str]:
    """Return the first of those whom a text just shown tells, where "him" is to be kept.

    Whose number or address is told is somebody else.
    """
    said = work.said
    people = (named(one.text) for one in said.held("person"))
    by_name = any(not (one.pronoun or one.role) for one in people)
    pointed = _SHOWN.search(said.text) or re.search(WHOSE, fold(said.text))
    reached = any(Pair("", one.text).form for one in said.held("value"))
    if by_name or reached or pointed is None:
        return {}
    row = _ROW.search(last_answer(work.request.context))
    return {name: text for name, text in row.groupdict().items() if text} if row else {}


def _points(said: Said) -> bool:
    """Whether a command is about one person whom it only points at."""
    return re.search(SOMEBODY, fold(said.text)) is not None


def _is_new(said: Said) -> bool:
    return any(said.before(one) in _NEW for one in said.held("field"))


def _is_there(work: Work, person: Span, known: Mapping[str, Json]) -> bool:
    """Whether somebody is in the contacts: by the whole name, or by a part where nobody is new.

    Nobody is new of whom something is said to be otherwise now, or whom nothing tells how to reach.
    """
    if person not in work.said.spans:  # an earlier command names them
        return _is_new(work.said)
    party, told = named(person.text), known.keys() - {"name", "relation"}
    people = [one for one in things_in(work.request) if one.kind == "person"]
    same = [one for one in people if fold(one.name) in {fold(party.full), fold(party.name)}]
    part = [one for one in people if fold(party.name) in fold(one.name).split()]
    if _is_new(work.said) or not told & {"email", "phone"}:
        return bool(same or part) and bool(told)
    firm = "".join(words(str(known.get("company", ""))))  # "Mr Lee of Acme" is lee@acme.com
    same = same or [one for one in part if firm and firm in one.address.partition("@")[2]]
    return len(same) == 1 and bool(told) and known.get("email") in {None, same[0].address}


def _new_people(work: Work) -> list[tuple[Span | None, Sequence[Span]]]:
    """Return who is to be added, each with what is said of them.

    "Ann, 555 1, and Bob, 555 2" are two, with a number each; "Ann and Bob" have all in common.
    """
    said = work.said
    people = said.held("person")
    about = [one for one in said.spans if one.kind in _ABOUT]
    people = tuple(one for one in people if not _told_by(work, one)) or people
    if not people:
        carried = (one for one in said.carried if one.kind == "person")
        return [(next(carried, None), about)]
    joined = said.last_joined(people)
    cuts = [*(one.start for one in people[1:]), len(said.text)]
    parts = [
        [one for one in about if person.start < one.start < cut]
        for person, cut in zip(people, cuts, strict=True)
    ]
    reached = (any(Pair("", one.text).form for one in part) for part in parts)
    if len(joined) == 1 and len(people) > 1 and all(reached):
        return [(one, part) for one, part in zip(people, parts, strict=True)]
    addresses = {
        word for one in about if "@" in one.text for word in words(one.text.partition("@")[0])
    }
    spelt = [one for one in people if addresses.intersection(words(one.text))]
    if len(spelt) == 1 and spelt[0] not in joined:  # "Ann, ann@x.org, works with them like Bob"
        joined = tuple(spelt)
    return [(one, about) for one in joined]


def _told_by(work: Work, person: Span) -> bool:
    """Whether somebody is there already, and not who is to be added: "the list Rachel sent"."""
    parts = {one.part for one in work.said.parties if meets(one, person)}
    there = (one for link in work.request.links if meets(link, person) for one in link.things)
    return "to" not in parts and any(one.kind == "person" for one in there)


def _known_of(work: Work, person: str, about: Sequence[Span]) -> dict[str, Json]:
    """Return what is known of somebody new; what has no field of its own goes into the notes."""
    said = work.said
    known: dict[str, Json] = {}
    notes: list[str] = []
    same = not said.has("person") or said.says("same")
    firms = firms_in(work)
    pairs = [*pairs_in(said, about), *(carried_pairs(said) if same else ())]
    for pair in sorted(pairs, key=lambda one: not one.called):  # what is called by its name first
        if not pair.value:
            continue
        field = pair.field or ("" if pair.called else told_by_itself(said, pair, firms))
        if field == "title" and known.get("title") and pair.value[:1].isupper():
            field = "company"
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
    place = "company" if person or said.has("which") or _points(said) else "name"
    if companies and not given.get(place):
        given[place] = firm_of(companies[-1])
    return {name: value for name, value in given.items() if value}


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
