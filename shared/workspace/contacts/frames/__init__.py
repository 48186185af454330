"""Contacts: from what a command says to the calls that do it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from shared.models.base import Json
from shared.models.reasoning import Reference
from shared.understanding.folding import fold, words
from shared.understanding.marking import Span
from shared.understanding.parties import Party, bare, named, written_name
from shared.understanding.people_said import ADDRESS
from shared.understanding.pointing import (
    CONTACT_KINDS,
    MAIL_KINDS,
    person_meant,
    pointed_reference,
    pointed_references,
)
from shared.understanding.said import Said
from shared.understanding.shown import last_answer
from shared.understanding.spoken import spoken_address
from shared.understanding.steps import CONTACTS
from shared.understanding.work import Asked, Work
from shared.understanding.world import things_in
from shared.workspace.contacts.frames.values import (
    AS_NOW,
    RELATED,
    TITLED,
    WHOLE,
    Pair,
    carried_pairs,
    in_form,
    is_phone,
    pairs_in,
    tells_apart,
)

CREATE = "contacts_create"
GET = "contacts_get_by_id"
ORGANIZATIONS = "contacts_list_organizations"
UPDATE = "contacts_update"
DELETE = "contacts_delete"
VALIDATE = "contacts_validate_email"
MOST = 50
"""People of one kind (clients, vendors) who are listed at once."""

_MOST_SHOWN = 5
"""As many contacts are shown in full at once."""

_WHO = "I can't tell who you mean. Say the name."
_WHAT = "What should be different? Say for example “change John Doe's number to +1 555 0100”."
_NOT_REMOVED = (
    "I can look up contacts, add and delete them and change what is known of them, but I can't "
    "merge any, nor empty a field. Say what it should be instead."
)
_NOT_BY = "I can look people up by their name, address or company, but not by {}."
_NOT_PHONES = "I can check mail addresses, but not phone numbers."
_ONE_OF_EACH = (
    "I keep one {0} of each person. If it is to take the place of the one there is, say “change "
    "the {0} to {1}”; otherwise I can put it in the notes."
)
_NO_PLACE = (
    "I have no place for that: I keep a name, a mail address, a phone number, a company, a title, "
    "a relation and notes. I can put it in the notes: say for example “note on Sarah: {}”."
)
_RELATION = r"(?:an?|my|our|new|as) (?:(?:new|my|our|a) )*{}s?"
_REMOVES = (
    r"(?<!not )(?<!t )(?:remove|delete|del|erase|scrap|bin|cross out|get rid of"
    r"|tak(?:e|en) .*\b(?:off|out)|drop)"
)
_BY_VERB = (
    ("name", r"renamed?|name's?|called|goes by|spelled|spelt|maiden|surname"),
    ("notes", r"notes?|jot|remark|record|write"),
    ("title", rf"{TITLED}|{AS_NOW}"),
    ("notes", r"card|add|put"),
)
"""What the verb tells of a value that stands without a field, in the order of what tells most."""
_NEW = frozenset({"new", "other", "another", "different", "changed"})
"""What stands before a field that had another value until now."""
_NEW_OF = r"(?:has|have|got|gets|is on|with) (?:an? )?(?:new|other|different)(?: \w+)?"
_MOVED = r"moved|promoted|joined|switched|became|is now|now works|works now"
"""What is told of somebody who is known already."""
_CHANGES = r"change|update|correct|replace|swap"
_WHOSE = r"\b(?:his|hers?|him|their|them|the (?:same|new) contact)\b"
_TITLE = re.compile(
    r"\bwho(?:['\u2019]?s| is| are)(?: the| their| our)? (?P<title>(?!at\b)\w[\w&/ -]*?)"
    r" (?:at|of|for|in)(?: the)? (?=[^ ]+(?: [^ ]+)?\W*$)",
    re.IGNORECASE,
)
"""What somebody is at a company, of whom only that is known."""
_SHOWN = re.compile(
    r"\b(?:this|that|the (?:same|above)|(?P<own>her|his|their)) (?:phone |mobile |e?-?mail )?"
    r"(?P<kind>number|phone|address|e?-?mail)\b",
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
_LAST_NAME = re.compile(r"sur|last|family|maiden")
_SOMEBODY = re.compile(
    r"\b(?:lady|ladies|man|guy|gentleman|woman|person|chap|bloke|lad|girl|fellow)\b", re.IGNORECASE
)
"""What says nothing of somebody who is told by what they do: "the payroll lady"."""
_ORDINAL = re.compile(r"\b(?:\d\w*|\w+(?:st|nd|rd|th)|second|last|top)\b")


def find(work: Work) -> None:
    """Look people up, by name, company or address."""
    said = work.said
    if said.has("which") or not said.has("person", "organisation", "value", "place"):
        found = _pointed(work)
        if len(found) > _MOST_SHOWN:
            raise Asked("Which of them do you mean?", "which")
        for one in found:
            work.add(GET, "Look the person up", contact_id=one.id)
        if not found and said.has("which"):
            _find_person(work, said.one("which"), _company(said))
    if not work.count:
        _find_named(work)


def _find_named(work: Work) -> None:
    said = work.said
    people = said.meant("person")
    organisation = _company(said)
    value = "" if people or said.has("organisation") else said.one("value")
    for person in people:
        _find_person(work, person.text, organisation)
    if value and ("@" in spoken_address(value) or not organisation):
        work.add(CONTACTS, "Look in the contacts", name=_address_in(value))
    elif people:
        return
    elif organisation:
        asked = _TITLE.search(said.text)
        title = asked["title"] if asked else said.one("value")
        work.add(CONTACTS, "Look in the contacts", organization=organisation, title=title)
    elif said.has("place", "topic"):
        raise Asked(_NOT_BY.format("where they live or what is noted of them"), "person")
    else:
        _everyone(work)


def list_organisations(work: Work) -> None:
    """List where contacts work."""
    work.add(ORGANIZATIONS, "List where contacts work")


def add(work: Work) -> None:
    """Add somebody to the contacts."""
    if work.said.says(_REMOVES):
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
        if not known.keys() & {"email", "phone"}:
            known |= _just_shown(work, known)
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
    field = "phone" if said["kind"].casefold() in {"number", "phone"} else "email"
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
    pointed = _SHOWN.search(said.text) or re.search(_WHOSE, fold(said.text))
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
        return (new or said.says(_CHANGES)) and len(_pointed(work)) == 1
    if not new and not said.says(_MOVED):
        return False
    there = {
        fold(name) for one in things_in(work.request) for name in (one.name, *one.name.split())
    }
    known = any(fold(named(one.text).name) in there for one in said.held("person"))
    return known or (new and not said.says("contact|address ?book"))


def update(work: Work) -> None:
    """Change what is known of somebody."""
    said = work.said
    pairs = pairs_in(said, said.spans)
    if not pairs and (relation := _relation(said)):
        pairs = [Pair("relation", relation)]
    elif not pairs and not said.has("organisation"):
        pairs = carried_pairs(said)
    if _taken_away(work, pairs):
        return
    people = said.meant("person") or tuple(one for one in said.spans if one.kind == "person")
    companies = said.held("organisation")
    apart = [
        one for one in companies if any(pair.value for pair in pairs) and tells_apart(said, one)
    ]
    companies = tuple(one for one in companies if one not in apart)
    if not people and len(companies) == 1 and pairs and not _pointed(work):
        people, companies = companies, ()  # "Acme's phone is ...": the company is the contact
    if said.has("which") and not said.has("person"):
        people = ()
    for person in people:
        _update_person(work, person, pairs, companies, _stem(apart[-1].text) if apart else "")
    if not people:
        found = _pointed(work)
        if not found:
            raise Asked(_WHO, "person")
        for one in found:
            values = _changes(said, one.label, pairs, companies)
            work.add(UPDATE, "Change the contact", contact_id=one.id, **values)


def _taken_away(work: Work, pairs: Sequence[Pair]) -> bool:
    """Take somebody out of the contacts where that is ordered, and nothing is to be different."""
    if work.said.says("merge") and not pairs:
        raise Asked(_NOT_REMOVED)
    removed = work.said.says(_REMOVES) and not any(pair.value for pair in pairs)
    if removed:
        remove(work)
    return removed


def remove(work: Work) -> None:
    """Take somebody out of the contacts; raise Asked where only a part of them is to go."""
    said = work.said
    if not all(WHOLE.match(said.text, one.start) for one in said.held("field")):
        raise Asked(_NOT_REMOVED)
    people = said.held("person")
    for person in people:
        alone = replace(said, spans=(person,))
        at = [one.text for one in said.held("organisation") if tells_apart(alone, one)]
        contact, _ = _contact_of(work, person, _stem(at[0]) if at else "")
        work.add(DELETE, "Delete the contact", contact_id=contact)
    if people:
        return
    found = _pointed(work)
    if not found or (said.has("organisation") and not re.search(_WHOSE, fold(said.text))):
        raise Asked(_WHO, "person")
    for one in found:
        work.add(DELETE, "Delete the contact", contact_id=one.id)


def validate(work: Work) -> None:
    """Check whether an address can be right."""
    said = work.said
    if values := said.held("value"):
        for value in values:
            begun = min([value.start, *(one.start for one in said.held("person"))])
            whole = spoken_address(said.text[begun : value.end])  # "mike" "hotmail dot com"
            address = whole if re.fullmatch(ADDRESS, whole) else value.text
            work.add(VALIDATE, "Check the address", email=_to_check(address))
        return
    if Pair(f"{said.one('field')} {said.one('which')}", "").kind == "phone":
        raise Asked(_NOT_PHONES)
    pointed = _pointed(work) if not said.has("person") else ()
    if told := [one.who for one in pointed if one.who]:
        for address in told:
            work.add(VALIDATE, "Check the address", email=address)
        return
    address = _address_before(work) if said.has("which") else ""
    people = () if address else said.meant("person")
    for person in people:
        _validate_of(work, person.text)
    if people:
        return
    if organisation := _company(said):
        work.add(CONTACTS, "Look in the contacts", organization=organisation)
        return
    address = address or _address_before(work) or said.one("value")
    if not address:
        raise Asked("Which address should I check?", "value")
    work.add(VALIDATE, "Check the address", email=_to_check(address))


def _employer(work: Work, party: Party) -> str:
    """Return the company that tells somebody from others; "" for the only one of that name.

    "Felix Brandt from the furniture people" works for no company that is called so.
    """
    people = [fold(one.name) for one in things_in(work.request) if one.kind == "person"]
    name = fold(party.name)
    alone = people.count(name) == 1
    trade = party.employer == party.employer.casefold()
    only = trade and sum(name in one.split() for one in people) == 1
    return "" if alone or only else party.employer


def _stem(company: str) -> str:
    """Return a company as it is looked for, without what may only say "has": "Acme's got"."""
    return re.sub(r"['\u2019]s$", "", bare(company))


def _firm(typed: str) -> str:
    """Return a company as it is written, where somebody typed it without capitals."""
    name = bare(typed)
    return written_name(name) if " " in name and name == typed.strip() else name


def _find_person(work: Work, text: str, organisation: str) -> None:
    party = named(text)
    if party.pronoun or work.said.one("which") == text:
        meant = _reference(work, text)
        if meant is not None and meant.kind in CONTACT_KINDS:
            work.add(GET, "Look the person up", contact_id=meant.id)
            return
        name = person_meant(text, work.request) or (meant.who if meant else "")
        if not name:
            raise Asked(_WHO, "person")
        work.add(CONTACTS, "Look in the contacts", name=named(name).name)
        return
    if relation := RELATED.get(fold(party.name).removesuffix("s")):
        reason = f"Find the {relation}s"
        work.add(CONTACTS, reason, relation=relation, organization=organisation, limit=MOST)
        return
    employer = _employer(work, party) or organisation
    name = "" if party.role and employer else party.name  # "our man at Acme" is not called so
    name = (_SOMEBODY.sub("", name).strip() or name) if party.role else name
    work.add(CONTACTS, "Look in the contacts", name=name, organization=employer)


def _everyone(work: Work) -> None:
    """List all contacts, or those that are something to one; raise Asked where nobody is said."""
    relation = next((to for one, to in RELATED.items() if work.said.says(f"{one}s")), "")
    if not relation and not work.said.says(r"contacts|address ?book|everyone|everybody|people"):
        raise Asked("Who do you mean? Say the name.", "person")
    work.add(CONTACTS, "Look in the contacts", relation=relation, limit=MOST if relation else None)


def _address_in(value: str) -> str:
    """Return the address a value is; raise Asked for what nobody can be found by."""
    written = spoken_address(value)
    if "@" not in written:
        what = "a phone number" if is_phone(value) else "what is noted of them"
        raise Asked(_NOT_BY.format(what), "person")
    return written


def _to_check(value: str) -> str:
    written = spoken_address(value).strip("<>()")
    if "@" not in written and is_phone(value):
        raise Asked(_NOT_PHONES)
    return written


def _validate_of(work: Work, text: str) -> None:
    party = named(text)
    meant = _reference(work, text) if party.pronoun else None
    if meant is not None and meant.who:
        work.add(VALIDATE, "Check the address", email=meant.who)
        return
    name = person_meant(text, work.request) if party.pronoun else text
    if not name:
        raise Asked(_WHO, "person")
    party = named(name)
    found = work.add(CONTACTS, f"Find {party.name}", name=party.name, organization=party.employer)
    work.add(VALIDATE, "Check the address", email=f"{{{found}.contacts.0.email}}")


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
    given: dict[str, Json] = {"notes": "; ".join(notes), "relation": _relation(said), **known}
    given.update({name: text for name, text in _called(work, person).items() if name not in known})
    place = "company" if person or said.has("which") else "name"
    if companies and not given.get(place):
        given[place] = _firm(companies[-1])
    return {name: value for name, value in given.items() if value}


def _is_known(work: Work, person: str, known: Mapping[str, Json]) -> bool:
    """Change somebody there is already, whom a name or a pronoun names; False for a new one."""
    said = work.said
    party = named(person)
    new = {name: value for name, value in known.items() if name not in {"name", "relation"}}
    if not person or party.pronoun or not said.has("person"):
        last = pointed_reference("it", work.known(CONTACT_KINDS), CONTACT_KINDS)
        if last is None or not new or not re.search(_WHOSE, fold(said.text)):
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


def _relation(said: Said) -> str:
    """Return what somebody is said to be to one, outside of all values: "as a customer"."""
    return next((to for one, to in RELATED.items() if said.says(_RELATION.format(one))), "")


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


def _update_person(
    work: Work, person: Span, pairs: Sequence[Pair], companies: Sequence[Span], at: str = ""
) -> None:
    contact, name = _contact_of(work, person, at)
    values = _changes(work.said, name, pairs, companies)
    work.add(UPDATE, "Change the contact", contact_id=contact, **values)


def _contact_of(work: Work, person: Span, at: str = "") -> tuple[str, str]:
    """Return the id of whom a command names or points at, looked up if need be, and their name.

    `at` is a company that tells them from others. Raises Asked where nobody can be meant.
    """
    party = named(person.text)
    if party.pronoun:
        meant = _reference(work, person.text)
        if meant is not None and meant.kind in CONTACT_KINDS:
            return meant.id, meant.label
        party = named(person_meant(person.text, work.request))
        if not party.name:
            raise Asked(_WHO, "person")
    employer = _employer(work, party if party.employer else party._replace(employer=at))
    found = work.add(CONTACTS, f"Find {party.name}", name=party.name, organization=employer)
    return f"{{{found}.contacts.0.id}}", party.name


def _changes(
    said: Said, name: str, pairs: Sequence[Pair], companies: Sequence[Span]
) -> dict[str, Json]:
    """Return what is to be different about somebody; raise Asked where that is not clear."""
    changed: dict[str, Json] = {}
    for pair in pairs:
        if not pair.value:
            raise Asked(f"What is the new {pair.called}?", "value")
        field = _field_of(said, pair)
        text = pair.written(field)
        changed[field] = _whole_name(said, pair.called, text, name) if field == "name" else text
    if companies and "company" not in changed:
        if len(companies) == 1 and said.before(companies[0]) in {"left", "leaves", "quit"}:
            raise Asked(f"Where does {name} work now?", "organisation")
        changed["company"] = _firm(companies[-1].text)
    if not changed:
        raise Asked(_WHAT, "value")
    return changed


def _field_of(said: Said, pair: Pair) -> str:
    """Return the field a value goes into: the one named, that of its form, or that of the verb."""
    if said.says(r"end(?:s|ing)?(?: in)?") and pair.kind in {"", "phone"} and not _whole(pair):
        raise Asked("What is the whole number?", "value")
    if field := pair.field or ("" if pair.called else pair.form):
        return field
    if pair.called and pair.kind in {"phone", "email"} and pair.form == pair.kind:
        kept = "number" if pair.kind == "phone" else "mail address"
        raise Asked(_ONE_OF_EACH.format(kept, pair.value))
    if pair.called:
        raise Asked(_NO_PLACE.format(f"{pair.called} {pair.value}"))
    return _field_by_verb(said, pair)


def _field_by_verb(said: Said, pair: Pair) -> str:
    before = said.before(pair.span) if pair.span else ""
    if fold(pair.value) in RELATED and not said.says("promoted|job|position"):
        return "relation"
    if before in {"at", "joined"} or (before in {"for", "to"} and said.says(r"work\w*|gone")):
        if not said.says(r"lives?"):
            return "company"
    elif before == "as" and not said.says("tag|mark"):
        return "title"
    numbered = any(char.isdigit() for char in pair.value)
    if pair.value.istitle() and said.says(r"is\s+now|promoted|bec(?:a|o)me|(?:was|been) made"):
        return "title"  # "note that she is now Head of Audit" is no note
    for field, verbs in _BY_VERB:
        if said.says(verbs) and not (numbered and field == "title"):
            return field
    if said.says(r"moved?|shifted|lives?|house") or numbered:
        raise Asked(_NO_PLACE.format(pair.value))
    raise Asked(_WHAT, "field")


def _whole(pair: Pair) -> bool:
    return pair.form in {"phone", "email"} and len(pair.written("phone")) > 5  # noqa: PLR2004


def _whole_name(said: Said, called: str, text: str, name: str) -> str:
    """Return the name somebody has when its first or last part is another."""
    words = fold(called or said.rest)
    first, _, last = name.partition(" ")
    letters = text.split()
    if len(letters) > 1 and all(len(letter) == 1 for letter in letters):  # spelled out
        text = "".join(letters).capitalize()
    if _LAST_NAME.search(words):
        return text if text.startswith(first) else f"{first} {text}"
    if "first" in words and " " not in text:
        if not last:
            raise Asked("What is the whole name?", "value")
        return f"{text} {last}"
    return text


def _company(said: Said) -> str:
    """Return the company that is named; of an earlier command where this one names nobody.

    Where somebody is at, is a company too, whatever else it may be.
    """
    if not said.has("person", "organisation"):
        at = [one for one in said.held("place") if said.before(one) in {"at", "from", "with"}]
        if at and not said.says(r"lives?|born|based|office"):
            return bare(at[-1].text)
    if said.has("person") and not said.has("organisation"):
        return ""
    meant = said.meant("organisation")
    return bare(meant[-1].text) if meant else ""


def _pointed(work: Work) -> tuple[Reference, ...]:
    """Return the contacts listed before that are pointed at: without any word for it, "it"."""
    known = work.known(CONTACT_KINDS)
    which = work.said.one("which") if work.said.has("which") else ""
    if not which and work.said.all("person"):
        return ()
    if found := pointed_references(which or "it", known, CONTACT_KINDS):
        return found
    one = _reference(work, which) if which else None
    return (one,) if one is not None and one.kind in CONTACT_KINDS else ()


def _reference(work: Work, word: str) -> Reference | None:
    """Return the contact, else the mail, that a pronoun or an ordinal points at."""
    known = work.known(CONTACT_KINDS)
    ordinal = _ORDINAL.search(fold(word))
    told = f"{ordinal[0]} one" if ordinal else word
    if found := pointed_reference(told, known, CONTACT_KINDS):
        return found
    return pointed_reference(word, work.known(MAIL_KINDS), MAIL_KINDS)


def _address_before(work: Work) -> str:
    """Return the one address the message before said; "" where it was not just one."""
    texts = [one.text for one in work.request.context.exchanges if one.role == "user"][-1:]
    found = {address for text in texts for address in re.findall(ADDRESS, text)}
    return found.pop() if len(found) == 1 else ""


def _formed(frame: Callable[[Work], None]) -> Callable[[Work], None]:
    """Return a frame for commands whose spans are set right by their form first."""

    def done(work: Work) -> None:
        work.said = in_form(work.said)
        frame(work)

    return done


FRAMES: Mapping[str, Callable[[Work], None]] = {
    "contact_add": _formed(add),
    "contact_delete": _formed(remove),
    "contact_find": _formed(find),
    "contact_list_orgs": list_organisations,
    "contact_update": _formed(update),
    "contact_validate": _formed(validate),
}
"""How each task about contacts is done."""
