"""Tool calls for one command to the contacts agent."""

import re

from shared.models.reasoning import PlannedStep, PlanRequest, Reference, ToolPlan
from shared.reasoning.embedded.contact_request import (
    ContactSearch,
    parse_contact_change,
    parse_contact_search,
    whoever,
)
from shared.reasoning.embedded.new_contact import parse_new_contact
from shared.reasoning.embedded.people_said import ADDRESS
from shared.reasoning.embedded.planning.steps import CONTACTS, refused, step
from shared.reasoning.embedded.pointing import (
    CONTACT_KINDS,
    known_references,
    place_named,
    pointed_reference,
    points,
)

CREATE = "contacts_create"
GET = "contacts_get_by_id"
ORGANIZATIONS = "contacts_list_organizations"
UPDATE = "contacts_update"
VALIDATE = "contacts_validate_email"

_MOST_LISTED = 50
_COMPANIES = re.compile(
    r"\b(?:which|what|list|show|all|how many|name)\b.*\b(?:compan(?:y|ies)|organi[sz]ations?|firms?"
    r"|employers?|businesses)\b|\bwhere do (?:all )?(?:my|our) contacts work\b",
    re.IGNORECASE,
)
_ONE_COMPANY = re.compile(
    r"\b(?:what|which) (?:company|organi[sz]ation|firm) (?:is|does|did|was)\b|'s (?:company"
    r"|employer)",
    re.IGNORECASE,
)
_RIGHT = re.compile(
    rf"^(?:is|are|does|do|did|have|check|validate|verify|test|can you (?:check|verify)|could)\b.*?"
    rf"(?P<address>{ADDRESS}|\S+@\S*[^\s?.!,])",
    re.IGNORECASE,
)
_SOMEONE = re.compile(r"\b(?:him|her|his|hers|their)\b", re.IGNORECASE)
_NOT_CHANGES = re.compile(
    r"(?:add|create|new|make|delete|remove|erase|merge|import|export)\b", re.IGNORECASE
)
_CHANGES = re.compile(r"(?:save|update|change|edit|correct|set|fix)\b", re.IGNORECASE)


def plan(command: str, request: PlanRequest) -> ToolPlan:
    """Plan the tool calls for one command."""
    if new := parse_new_contact(command):
        return _steps(step(CREATE, "Add the contact", **new))
    if change := parse_contact_change(command):
        return _update(change.who, dict(change.values), request)
    if found := _RIGHT.search(command):
        return _steps(step(VALIDATE, "Check the address", email=found["address"].strip("<>()")))
    if _COMPANIES.search(command) and not _ONE_COMPANY.search(command):
        return _steps(step(ORGANIZATIONS, "List where contacts work"))
    if _NOT_CHANGES.match(command):
        return refused(
            "I can look up contacts, add them and change what is known of them, but I can't remove "
            "or merge any. To add somebody, say for example “add Jane Roe, jane@roe.com, to my "
            "contacts”."
        )
    if _CHANGES.match(command):
        return refused(
            "What should be different? Say for example “change John Doe's number to +1 555 0100”."
        )
    return _look(command, request)


def _look(command: str, request: PlanRequest) -> ToolPlan:
    wanted = parse_contact_search(command)
    if _pointing(wanted):
        if meant := _meant(command, request):
            return _steps(step(GET, "Look the person up", contact_id=meant.id))
        if wanted.name or place_named(command, _MOST_LISTED) or _SOMEONE.search(command):
            return refused("I can't tell who you mean. Say the name.")
    if wanted == ContactSearch():
        wanted = ContactSearch(name=whoever(command))
    return _steps(
        step(CONTACTS, "Look in the contacts", name=wanted.name, organization=wanted.organization)
    )


def _update(who: str, values: dict[str, str], request: PlanRequest) -> ToolPlan:
    if _pointing(ContactSearch(who)):
        meant = _meant(who, request)
        if meant is None:
            return refused("I can't tell who you mean. Say the name.")
        return _steps(step(UPDATE, "Change the contact", contact_id=meant.id, **values))
    return ToolPlan(
        steps=(
            step(CONTACTS, f"Find {who}", name=who),
            step(UPDATE, "Change the contact", contact_id="{1.contacts.0.id}", **values),
        )
    )


def _meant(text: str, request: PlanRequest) -> Reference | None:
    return pointed_reference(text, known_references(request, CONTACT_KINDS), CONTACT_KINDS)


def _pointing(wanted: ContactSearch) -> bool:
    """Whether nobody is named, or somebody only by a pointing word."""
    return not wanted.organization and (not wanted.name or points(wanted.name))


def _steps(*steps: PlannedStep) -> ToolPlan:
    return ToolPlan(steps=steps)
