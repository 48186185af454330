"""Whom a command about contacts means, and what they are to the person."""

import re

from shared.models.reasoning import Reference
from shared.understanding.folding import fold
from shared.understanding.parties import Party, bare, named, written_name
from shared.understanding.people import spelled_out
from shared.understanding.pointing import (
    CONTACT_KINDS,
    MAIL_KINDS,
    person_meant,
    pointed_reference,
    pointed_references,
)
from shared.understanding.said import Said
from shared.understanding.steps import CONTACTS, address_of
from shared.understanding.work import Asked, Work
from shared.understanding.world import things_in
from shared.workspace.contacts.frames.values import RELATED

CREATE = "contacts_create"
GET = "contacts_get_by_id"
ORGANIZATIONS = "contacts_list_organizations"
UPDATE = "contacts_update"
DELETE = "contacts_delete"
VALIDATE = "contacts_validate_email"
MOST = 50
"""People of one kind (clients, vendors) who are listed at once."""
WHO = "I can't tell who you mean. Say the name."
_RELATION = r"(?:my|our|as)(?: (?:an?|my|our|new))* {}s?"
SOMEBODY = r"\b(?:s?he|his|hers?|him|th(?:at|is) (?:person|man|woman|gentleman|lady))\b"
"""What points at one person who was shown or spoken of; a company is "they" as well."""
WHOSE = rf"{SOMEBODY}|\b(?:their|them|the (?:same|new) contact)\b"
_ORDINAL = re.compile(r"\b(?:\d\w*|\w+(?:st|nd|rd|th)|second|last|top)\b")


def contact_of(work: Work, text: str, at: str = "") -> Reference:
    """Return whom some words name or point at, looked up where nothing that was listed is it.

    `at` is a company that tells them from others. Raises Asked where nobody can be meant.
    """
    party = named(spelled_out(text, work.request))
    if party.pronoun or work.said.one("which") == text:
        meant = reference_for(work, text)
        if meant is not None and meant.kind in CONTACT_KINDS:
            return meant
        party = named(person_meant(text, work.request) or (meant.who if meant else ""))
        if not party.name:
            raise Asked(WHO, "person")
    employer = employer_of(work, party if party.employer else party._replace(employer=at))
    name = "" if party.role and employer else party.name  # "our man at Acme" is not called so
    found = work.add(CONTACTS, f"Find {party.name}", name=name, organization=employer)
    called, who = f"{{{found}.contacts.0.id}}", address_of(found)
    return Reference(kind="contact", id=called, label=party.name, ordinal=0, who=who)


def employer_of(work: Work, party: Party) -> str:
    """Return the company that tells somebody from others; "" for the only one of that name.

    "Felix Brandt from the furniture people" works for no company that is called so.
    """
    people = [fold(one.name) for one in things_in(work.request) if one.kind == "person"]
    name = fold(party.name)
    alone = people.count(name) == 1
    trade = party.employer == party.employer.casefold()
    only = trade and sum(name in one.split() for one in people) == 1
    return "" if alone or only else party.employer


def firm_of(typed: str) -> str:
    """Return a company as it is written, where somebody typed it without capitals."""
    name = bare(typed)
    return written_name(name) if " " in name and name == typed.strip() else name


def firms_in(work: Work) -> frozenset[str]:
    """Return what the companies that a command is known to name are called, and in one word."""
    firms = (fold(one.name) for one in things_in(work.request) if one.kind == "organisation")
    return frozenset(name for firm in firms for name in (firm, firm.split()[0]))


def relation_in(said: Said) -> str:
    """Return what somebody is said to be to one, outside of all values: "as a customer"."""
    return next((to for one, to in RELATED.items() if said.says(_RELATION.format(one))), "")


def pointed_at(work: Work) -> tuple[Reference, ...]:
    """Return the contacts listed before that are pointed at: without any word for it, "it"."""
    if work.said.listed:
        return work.said.listed
    known = work.known(CONTACT_KINDS)
    which = work.said.one("which") if work.said.has("which") else ""
    if not which and work.said.all("person"):
        return ()
    if found := pointed_references(which or "it", known, CONTACT_KINDS):
        return found
    one = reference_for(work, which) if which else None
    return (one,) if one is not None and one.kind in CONTACT_KINDS else ()


def reference_for(work: Work, word: str) -> Reference | None:
    """Return the contact, else the mail, that a pronoun or an ordinal points at."""
    known = work.known(CONTACT_KINDS)
    ordinal = _ORDINAL.search(fold(word))
    told = f"{ordinal[0]} one" if ordinal else word
    if found := pointed_reference(told, known, CONTACT_KINDS):
        return found
    return pointed_reference(word, work.known(MAIL_KINDS), MAIL_KINDS)
