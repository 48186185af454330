"""What a result means for the rest of the plan, where it does not speak for itself."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, cast

from shared.models.base import Json
from shared.models.intent import Option
from shared.models.reasoning import PlannedStep, Reassessment, ReassessRequest, StepOutcome
from shared.reasoning.embedded.mail_request import parse_mail_search
from shared.reasoning.embedded.planning import CONTACTS, SEARCH, address_of, by_name, with_query
from shared.reasoning.embedded.words import fold

MAX_OPTIONS = 4
MAX_ADDRESSES = 10

_FREQUENT = 8
"""Mails in 8 weeks from which a contact is frequent: one a week."""
_RECENT_DAYS = 14
_TERM = re.compile(r'[\w-]+:\([^)]*\)|[\w-]+:"[^"]*"|"[^"]*"|\S+')
_TIME = re.compile(r"(?:newer_than|older_than|after|before):")


def reassess(request: ReassessRequest) -> Reassessment:
    """Decide from the last result."""
    last = request.done[-1]
    if last.error:
        return Reassessment(verdict="failed", summary=last.error)
    if last.tool == CONTACTS:
        return _after_contacts(request, contacts_in(last.result))
    if last.tool == SEARCH and not mails_in(last.result):
        return _after_nothing_found(request, last)
    if request.remaining:
        return Reassessment(verdict="continue", remaining=request.remaining)
    return Reassessment(verdict="complete")


def as_object(value: Json) -> dict[str, Any]:
    """Return a JSON object as it is, and anything else as an empty one."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def contacts_in(result: Json) -> list[dict[str, Any]]:
    """Return the contacts of a contacts search's result."""
    return list(as_object(result).get("contacts") or ())


def mails_in(result: Json) -> list[dict[str, Any]]:
    """Return the mails of a mail search's result."""
    return list(as_object(result).get("mails") or ())


def contact_summary(contact: dict[str, Any], today: date) -> str:
    """Describe a contact as a person would: "colleague, last emailed 2 days ago"."""
    relation = contact.get("relation") or contact.get("company") or contact.get("email") or ""
    return ", ".join(part for part in (str(relation), _closeness(contact, today)) if part)


def _closeness(contact: dict[str, Any], today: date) -> str:
    mails = int(contact.get("mails") or 0)
    if mails >= _FREQUENT:
        return "frequent contact"
    if not contact.get("last_contact"):
        return "occasional" if mails else "no mail yet"
    days = (today - datetime.fromisoformat(str(contact["last_contact"])).date()).days
    if days > _RECENT_DAYS:
        return "occasional"
    when = {0: "today", 1: "yesterday"}.get(max(days, 0), f"{days} days ago")
    return f"last emailed {when}"


def _after_contacts(request: ReassessRequest, contacts: Sequence[dict[str, Any]]) -> Reassessment:
    if not request.remaining:
        return Reassessment(verdict="complete")
    step = len(request.done)
    asked = request.done[-1].arguments
    wanted = str(asked.get("name") or "")
    company = str(asked.get("organization") or "")
    if not wanted and not company:
        chosen = _of_relation(request, contacts)
        if not chosen:
            return Reassessment(verdict="complete", summary="No contact of that kind was found.")
        return _go_on(request, step, chosen)
    if not contacts:
        remaining = tuple(_named(s, step, wanted or company) for s in request.remaining)
        return Reassessment(verdict="continue", remaining=remaining)
    if len(contacts) == 1:
        return _go_on(request, step, [0])
    if company or _is_company(wanted, contacts):
        return _go_on(request, step, range(len(contacts)))
    exact = [i for i, contact in enumerate(contacts) if fold(contact["name"]) == fold(wanted)]
    if len(exact) == 1:
        return _go_on(request, step, exact)
    return _which(wanted, contacts, request)


def _of_relation(request: ReassessRequest, contacts: Sequence[dict[str, Any]]) -> list[int]:
    """Return which contacts are of the kind the command names ("clients")."""
    search = parse_mail_search(request.command, date.fromisoformat(request.today))
    party = search.sender or search.recipient
    relation = party.name if party else ""
    return [i for i, c in enumerate(contacts) if c.get("relation") == relation]


def _is_company(wanted: str, contacts: Sequence[dict[str, Any]]) -> bool:
    """Whether a name found people by their company's address and not by their own names."""
    word = fold(wanted)
    return all(
        word in fold(contact["email"]).partition("@")[2] and word not in fold(contact["name"])
        for contact in contacts
    )


def _named(step: PlannedStep, lookup: int, name: str) -> PlannedStep:
    return by_name(step, lookup, name) if step.tool == SEARCH else step


def _go_on(request: ReassessRequest, lookup: int, chosen: Sequence[int]) -> Reassessment:
    addresses = " OR ".join(address_of(lookup, index) for index in chosen[:MAX_ADDRESSES])
    value = f"({addresses})" if len(chosen) > 1 else addresses
    remaining = tuple(
        with_query(step, str(step.arguments["query"]).replace(address_of(lookup), value))
        if step.tool == SEARCH
        else step
        for step in request.remaining
    )
    return Reassessment(verdict="continue", remaining=remaining)


def _which(
    wanted: str, contacts: Sequence[dict[str, Any]], request: ReassessRequest
) -> Reassessment:
    today = date.fromisoformat(request.today)
    options = tuple(
        Option(
            id=str(place),
            label=str(contact["name"]),
            description=contact_summary(contact, today),
            value=str(place - 1),
        )
        for place, contact in enumerate(contacts[:MAX_OPTIONS], 1)
    )
    closest = " These are the closest." if len(contacts) > MAX_OPTIONS else ""
    return Reassessment(
        verdict="clarify",
        question=f"I found {len(contacts)} contacts named {wanted}.{closest} Which one?",
        options=options,
        remaining=request.remaining,
    )


def _after_nothing_found(request: ReassessRequest, last: StepOutcome) -> Reassessment:
    searches = [outcome for outcome in request.done if outcome.tool == SEARCH]
    query = str(last.arguments.get("query") or "")
    broader = broaden(query)
    if len(searches) == 1 and broader != query:
        arguments = {**last.arguments, "query": broader}
        again = PlannedStep(tool=SEARCH, arguments=arguments, reason="Search more broadly")
        return Reassessment(verdict="continue", remaining=(again, *request.remaining))
    return Reassessment(
        verdict="complete",
        summary="Nothing was found. Try other words, a longer time, or another spelling of "
        "the name.",
    )


def broaden(query: str) -> str:
    """Return a query without its time limit and with only the first of its topic words."""
    kept: list[str] = []
    topic = False
    for term in _TERM.findall(query):
        if _TIME.match(term):
            continue
        if ":" not in term or term.startswith('"'):
            if topic:
                continue
            topic = True
        kept.append(term)
    return " ".join(kept) or query
