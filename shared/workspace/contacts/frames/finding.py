"""Commands that look somebody up, or their address."""

import itertools
import re
from collections.abc import Sequence

from shared.understanding.folding import fold
from shared.understanding.marking import Span
from shared.understanding.parties import bare, named
from shared.understanding.people_said import ADDRESS
from shared.understanding.pointing import person_meant
from shared.understanding.said import Said, pronoun
from shared.understanding.spoken import spoken_address
from shared.understanding.steps import CONTACTS
from shared.understanding.work import Asked, Work
from shared.workspace.contacts.frames.meant import (
    GET,
    MOST,
    ORGANIZATIONS,
    VALIDATE,
    contact_of,
    pointed_at,
    reference_for,
)
from shared.workspace.contacts.frames.values import RELATED, Pair, is_phone

_AND = re.compile(r"\b(?:and|plus)\b|&", re.IGNORECASE)
_MOST_SHOWN = 5
"""As many contacts are shown in full at once."""
_NOT_BY = "I can look people up by their name, address or company, but not by {}."
_NOT_PHONES = "I can check mail addresses, but not phone numbers."


def find(work: Work) -> None:
    """Look people up, by name, company or address."""
    said = work.said
    if said.has("which") or not said.has("person", "organisation", "value", "place"):
        found = pointed_at(work)
        if len(found) > _MOST_SHOWN:
            raise Asked("Which of them do you mean?", "which")
        for one in found:
            work.add(GET, "Look the person up", contact_id=one.id)
        if not found and said.has("which") and all(map(pronoun, said.held("person"))):
            _find_person(work, said.one("which"), _company(said))
    if not work.count:
        _find_named(work)


def _find_named(work: Work) -> None:
    said = work.said
    people = _people(said)
    organisation = _company(said)
    value = "" if people or said.has("organisation") else said.one("value")
    for person in people:
        _find_person(work, person.text, organisation)
    if value and ("@" in spoken_address(value) or not organisation):
        work.add(CONTACTS, "Look in the contacts", name=_address_in(value))
    elif people:
        return
    elif organisation:
        title = said.one("value")
        work.add(CONTACTS, "Look in the contacts", organization=organisation, title=title)
    elif who := person_meant(said.text, work.request):
        work.add(CONTACTS, "Look in the contacts", name=named(who).name)
    elif said.has("place", "topic"):
        raise Asked(_NOT_BY.format("where they live or what is noted of them"), "person")
    else:
        _everyone(work)


def _people(said: Said) -> Sequence[Span]:
    """Return who is looked up: all that are named with an "and", whatever else is asked between."""
    held = [one for one in said.held("person") if not pronoun(one)]
    gaps = [said.text[one.end : other.start] for one, other in itertools.pairwise(held)]
    return held if gaps and all(map(_AND.search, gaps)) else said.meant("person")


def list_organisations(work: Work) -> None:
    """List where contacts work."""
    work.add(ORGANIZATIONS, "List where contacts work")


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
    before = _address_before(work)
    told = [one.who for one in pointed_at(work) if one.who] if not said.has("person") else []
    told = told or [before] * bool(before and said.has("which"))
    people = () if told else said.meant("person")
    if not (told or people) and (organisation := _company(said)):
        work.add(CONTACTS, "Look in the contacts", organization=organisation)
        return
    theirs = (_address_of(work, one.text) for one in people)
    for address in told or (theirs if people else filter(None, [before or said.one("value")])):
        work.add(VALIDATE, "Check the address", email=_to_check(address))
    if not work.count:
        raise Asked("Which address should I check?", "value")


def _find_person(work: Work, text: str, organisation: str) -> None:
    party = named(text)
    points = party.pronoun or work.said.one("which") == text
    if points and work.said.has("organisation") and not reference_for(work, text):
        # "the man from Acme, a number for him"
        work.add(CONTACTS, "Look in the contacts", organization=organisation)
    elif relation := RELATED.get(fold(party.name).removesuffix("s")):
        reason = f"Find the {relation}s"
        work.add(CONTACTS, reason, relation=relation, organization=organisation, limit=MOST)
    elif not (meant := contact_of(work, text, organisation)).id.startswith("{"):
        work.add(GET, "Look the person up", contact_id=meant.id)


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


def _address_of(work: Work, text: str) -> str:
    """Return the address of whoever is named or pointed at."""
    meant = reference_for(work, text) if named(text).pronoun else None
    return meant.who if meant and meant.who else contact_of(work, text).who


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


def _address_before(work: Work) -> str:
    """Return the one address the message before said; "" where it was not just one."""
    found = {*re.findall(ADDRESS, work.asked_before)}
    return found.pop() if len(found) == 1 else ""
