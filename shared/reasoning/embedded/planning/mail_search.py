"""Searching the mailbox, with people looked up first."""

import re
from collections.abc import Sequence
from datetime import date

from shared.models.reasoning import PlannedStep, PlanRequest, ToolPlan
from shared.reasoning.embedded.mail_request import MailSearch, Party, parse_mail_search
from shared.reasoning.embedded.planning.mail_people import Unknown
from shared.reasoning.embedded.planning.steps import (
    CONTACTS,
    SEARCH,
    address_of,
    addresses_of,
    refused,
    step,
)
from shared.reasoning.embedded.pointing import (
    CONTACT_KINDS,
    known_references,
    person_meant,
    pointed_reference,
)

MOST_CONTACTS = 50
"""People of one kind (clients, vendors) whose mail is looked for at once."""

_PERSON_PRONOUN = re.compile(
    r"(?:him|her|his|them|they|he|she|the \w+ (?:one|contact|person))", re.IGNORECASE
)


def plan_search(command: str, request: PlanRequest) -> ToolPlan:
    """Plan the search a command describes; everything in the inbox if it narrows nothing."""
    search = parse_mail_search(command, date.fromisoformat(request.today), request.profile)
    if search.unknown:
        return refused(search.unknown)
    if search.several_senders:
        return refused(
            "I can only look for mail from one person at a time. Ask for each of them in turn."
        )
    steps = steps_for(search, request)
    return ToolPlan(steps=steps)


def steps_for(
    search: MailSearch, request: PlanRequest, scope: Sequence[str] = (), limit: int = 0
) -> tuple[PlannedStep, ...]:
    """Return the steps of a search; `scope` are terms that hold besides. Raises Unknown."""
    party = search.sender or search.recipient
    field = "from" if search.sender else "to"
    terms = tuple(dict.fromkeys((*search.operators, *search.left, *scope)))
    return search_steps(party, field, terms, limit or search.limit, request, search.accounts)


def search_steps(
    party: Party | None,
    field: str,
    terms: Sequence[str],
    limit: int,
    request: PlanRequest,
    accounts: Sequence[str] = (),
) -> tuple[PlannedStep, ...]:
    """Return a search, after looking up whom it is limited to. Raises Unknown."""
    if party is None:
        return (_search(terms or ("in:inbox",), limit, accounts),)
    if party.address:
        return (_search((f"{field}:{party.address}", *terms), limit, accounts),)
    if _PERSON_PRONOUN.fullmatch(party.name):
        meant = pointed_reference(
            party.name, known_references(request, CONTACT_KINDS), CONTACT_KINDS
        )
        who = person_meant(party.name, request)
        if who and (meant is None or meant.who):
            return search_steps(Party("", who), field, terms, limit, request, accounts)
        if meant is None:
            raise Unknown(f"I can't tell who you mean by “{party.name}”. Say the name.")
        party = Party(meant.label)
    if party.kind == "relation":
        lookup = step(CONTACTS, f"Find the {party.name}s", relation=party.name, limit=MOST_CONTACTS)
        return lookup, _search((f"{field}:{addresses_of(1)}", *terms), limit, accounts)
    lookup = step(CONTACTS, f"Find the address of {party.name}", **_lookup(party))
    return lookup, _search((f"{field}:{address_of(1)}", *terms), limit, accounts)


def _lookup(party: Party) -> dict[str, str]:
    return {"organization" if party.kind == "company" else "name": party.name}


def _search(terms: Sequence[str], limit: int, accounts: Sequence[str]) -> PlannedStep:
    return step(
        SEARCH,
        "Search the mailbox",
        query=" ".join(terms),
        limit=limit,
        accounts=list(accounts),
    )
