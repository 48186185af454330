"""Tool calls of a plan: their names, how they point at earlier results, and refusals."""

import re

from shared.decisions.quoting import QUOTED
from shared.models.base import Json
from shared.models.reasoning import PlannedStep, ToolPlan

CONTACTS = "contacts_search"
SEARCH = "gmail_search_messages"
READ = "gmail_get_message"
THREAD = "gmail_get_thread"
UNANSWERED = "gmail_find_unanswered"
ATTACHMENTS = "gmail_list_attachments"
ATTACHMENT = "gmail_read_attachment"
SEND = "gmail_send_email"
DRAFT = "gmail_create_draft"
SEND_DRAFT = "gmail_send_draft"
UPDATE_DRAFT = "gmail_update_draft"
DISCARD_DRAFT = "gmail_discard_draft"
REPLY = "gmail_reply_to_message"
FORWARD = "gmail_forward_message"
ARCHIVE = "gmail_archive"
TRASH = "gmail_trash"
LABEL = "gmail_label"
STAR = "gmail_star"
MARK_READ = "gmail_mark_read"
SNOOZE = "gmail_snooze"
DELIVERY = "gmail_get_delivery_status"
FIND = "workspace_find"
"""Looks everywhere, or inside what it is given."""


def step(tool: str, reason: str, **arguments: Json) -> PlannedStep:
    """Return a tool call without the arguments that are empty."""
    said = {name: value for name, value in arguments.items() if value not in ("", [], None)}
    return PlannedStep(tool=tool, arguments=said, reason=reason)


def refused(why: str) -> ToolPlan:
    """Return a plan that says why nothing can be done, and what would help."""
    return ToolPlan(cannot=why)


def address_of(step: int, index: int = 0) -> str:
    """Return the reference to one found contact's address in the result of a step."""
    return f"{{{step}.contacts.{index}.email}}"


def addresses_of(step: int) -> str:
    """Return the reference to the addresses of all contacts found by a step."""
    return f"{{{step}.contacts.*.email}}"


def mail_of(step: int) -> str:
    """Return the reference to the first mail found by a step."""
    return f"{{{step}.mails.0.id}}"


def mails_of(step: int) -> str:
    """Return the reference to all mails found by a step."""
    return f"{{{step}.mails.*.id}}"


def counted_by(step: int) -> dict[str, Json]:
    """Return the arguments that say how many mails a step found altogether."""
    return {"matching": f"{{{step}.total}}", "more": f"{{{step}.at_least}}"}


def search_term(text: str) -> str:
    """Return text as one Gmail search term; it can't break out of it."""
    clean = re.sub(rf'[(){{}}"{QUOTED}]', " ", text).strip()
    return f'"{clean}"' if " " in clean else clean


def by_name(step: PlannedStep, lookup: int, name: str) -> PlannedStep:
    """Return a mail search that uses a name in place of the address a lookup was to find."""
    return with_query(
        step, str(step.arguments["query"]).replace(address_of(lookup), search_term(name))
    )


def with_query(step: PlannedStep, query: str) -> PlannedStep:
    """Return a mail search with another query."""
    return step.model_copy(update={"arguments": {**step.arguments, "query": query}})
