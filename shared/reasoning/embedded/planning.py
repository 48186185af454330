"""Tool calls for one command to the email or contacts agent."""

import re
from datetime import date

from shared.models.reasoning import ConversationContext, PlannedStep, PlanRequest, ToolPlan
from shared.reasoning.embedded.contact_request import (
    CONTACT_CHANGE,
    ContactSearch,
    parse_contact_search,
    whoever,
)
from shared.reasoning.embedded.domains import MAIL_WRITE
from shared.reasoning.embedded.mail_request import MAX_LIMIT, MailSearch, Party, parse_mail_search
from shared.reasoning.embedded.pointing import (
    CONTACT_KINDS,
    MAIL_KINDS,
    place_named,
    pointed_reference,
    points,
)
from shared.reasoning.embedded.words import tidy

CONTACTS = "contacts_search"
SEARCH = "gmail_search_messages"
READ = "gmail_get_message"

_READING = re.compile(
    r"^(?:open|read|show|display|view|expand|see|pull up|what|summari[sz]e)\b", re.IGNORECASE
)
_UNANSWERED = re.compile(
    r"\b(?:have not|haven't|not|never|have|didn't) (?:i "
    r"|we )?(?:not )?(?:yet )?(?:responded|replied|answered|sent a (?:response"
    r"|reply))\b|\bunanswered\b",
    re.IGNORECASE,
)
_PERSON_PRONOUN = re.compile(
    r"(?:him|her|his|them|they|the \w+ (?:one|contact|person))", re.IGNORECASE
)


def plan(request: PlanRequest) -> ToolPlan:
    """Plan the tool calls for one command."""
    command = tidy(request.command)
    offered = frozenset(tool.name for tool in request.tools)
    if request.agent == "email":
        planned = _plan_mail(command, request)
    elif request.agent == "contacts":
        planned = _plan_contacts(command)
    else:
        return ToolPlan(
            cannot=f"I can't plan work for the {request.agent} agent without a language model."
        )
    return _with_offered(planned, offered)


def address_of(step: int, index: int = 0) -> str:
    """Return the reference to one found contact's address in the result of a step."""
    return f"{{{step}.contacts.{index}.email}}"


def search_term(text: str) -> str:
    """Return text as one Gmail search term; it can't break out of it."""
    clean = re.sub(r'[(){}"]', " ", text).strip()
    return f'"{clean}"' if " " in clean else clean


def _plan_mail(command: str, request: PlanRequest) -> ToolPlan:
    if refusal := _cannot(command):
        return ToolPlan(cannot=refusal)
    if mail := _pointed_mail(command, request.context):
        return ToolPlan(steps=(mail,))
    search = parse_mail_search(command, date.fromisoformat(request.today))
    if search.several_senders:
        return ToolPlan(cannot="I can only look for mail from one person at a time.")
    pointing = points(command) and (not search.left or place_named(command, MAX_LIMIT))
    if not search.narrows and pointing and _READING.match(command):
        return ToolPlan(cannot="I can't tell which email you mean.")
    return _search_plan(search, request.context)


def _cannot(command: str) -> str:
    if MAIL_WRITE.match(command):
        return "I can find and read mail, but I can't write, send or change any yet."
    if _UNANSWERED.search(command):
        return "I can't tell yet which emails you have answered."
    return ""


def _pointed_mail(command: str, context: ConversationContext) -> PlannedStep | None:
    describes = re.search(r"\b(?:from|about|to)\b", re.sub(r'"[^"]*"', "", command)) is not None
    if not _READING.match(command) or (describes and place_named(command, MAX_LIMIT) is None):
        return None
    mail = pointed_reference(re.sub(r' \("[^"]*"\)$', "", command), context.references, MAIL_KINDS)
    mail = mail or pointed_reference(command, context.references, MAIL_KINDS)
    if mail is None:
        return None
    return PlannedStep(tool=READ, arguments={"message_id": mail.id}, reason="Read the email meant")


def _search_plan(search: MailSearch, context: ConversationContext) -> ToolPlan:
    party = search.sender or search.recipient
    field = "from" if search.sender else "to"
    terms = (*search.operators, *search.left)
    if party is None:
        return ToolPlan(steps=(_search_step(terms or ("in:inbox",), search.limit),))
    if party.address:
        return ToolPlan(steps=(_search_step((f"{field}:{party.address}", *terms), search.limit),))
    if _PERSON_PRONOUN.fullmatch(party.name):
        meant = pointed_reference(party.name, context.references, CONTACT_KINDS)
        if meant is None:
            return ToolPlan(cannot=f"I can't tell who you mean by “{party.name}”.")
        party = Party(meant.label)
    lookup = PlannedStep(
        tool=CONTACTS,
        arguments=_lookup_arguments(party),
        reason=f"Find the address of {party.name}",
    )
    return ToolPlan(
        steps=(lookup, _search_step((f"{field}:{address_of(1)}", *terms), search.limit))
    )


def _lookup_arguments(party: Party) -> dict[str, str]:
    match party.kind:
        case "company":
            return {"organization": party.name}
        case "relation":
            return {}
        case _:
            return {"name": party.name}


def _search_step(terms: tuple[str, ...], limit: int) -> PlannedStep:
    return PlannedStep(
        tool=SEARCH,
        arguments={"query": " ".join(terms), "limit": limit},
        reason="Search the mailbox",
    )


def _plan_contacts(command: str) -> ToolPlan:
    if CONTACT_CHANGE.match(command):
        return ToolPlan(cannot="I can look up contacts, but I can't change them yet.")
    wanted = parse_contact_search(command)
    if wanted == ContactSearch():
        wanted = ContactSearch(name=whoever(command))
    arguments = {"name": wanted.name, "organization": wanted.organization}
    return ToolPlan(
        steps=(
            PlannedStep(
                tool=CONTACTS,
                arguments={key: value for key, value in arguments.items() if value},
                reason="Look in the contacts",
            ),
        )
    )


def _with_offered(planned: ToolPlan, offered: frozenset[str]) -> ToolPlan:
    """Keep a plan within the offered tools: without contacts, mail is searched by name."""
    if planned.steps and planned.steps[0].tool == CONTACTS not in offered and SEARCH in offered:
        lookup, *rest = planned.steps
        name = str(next(iter(lookup.arguments.values()), ""))
        if name and rest:
            planned = ToolPlan(steps=tuple(by_name(step, 1, name) for step in rest))
    missing = sorted({step.tool for step in planned.steps} - offered)
    if missing:
        return ToolPlan(
            cannot=f"I would need {' and '.join(missing)} for that, which I may not use."
        )
    return planned


def by_name(step: PlannedStep, lookup: int, name: str) -> PlannedStep:
    """Return a mail search that uses a name in place of the address a lookup was to find."""
    return with_query(
        step, str(step.arguments["query"]).replace(address_of(lookup), search_term(name))
    )


def with_query(step: PlannedStep, query: str) -> PlannedStep:
    """Return a mail search with another query."""
    return step.model_copy(update={"arguments": {**step.arguments, "query": query}})
