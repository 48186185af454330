"""Tool calls for one command to the email agent."""

import re
from collections.abc import Callable, Mapping

from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.mail_orders import MailOrder, order_in, without_courtesy
from shared.reasoning.embedded.mail_request import MAX_LIMIT
from shared.reasoning.embedded.planning.mail_answering import plan_forward, plan_reply, plan_told
from shared.reasoning.embedded.planning.mail_changing import plan_change
from shared.reasoning.embedded.planning.mail_people import Unknown
from shared.reasoning.embedded.planning.mail_reading import (
    plan_attachments,
    plan_delivery,
    plan_opening,
    plan_thread,
    plan_unanswered,
)
from shared.reasoning.embedded.planning.mail_search import plan_search
from shared.reasoning.embedded.planning.mail_target import WHICH
from shared.reasoning.embedded.planning.mail_writing import plan_writing, read_order
from shared.reasoning.embedded.planning.steps import SEND_DRAFT, refused, step
from shared.reasoning.embedded.pointing import (
    DRAFT_KINDS,
    MAIL_KINDS,
    known_references,
    place_named,
    pointed_reference,
    points,
)
from shared.reasoning.embedded.words import tidy

_LOOKED_AT = re.compile(
    r"(?:open|read|show|display|view|expand|see|pull up|what|summari[sz]e)\b", re.IGNORECASE
)
_NARROWED = re.compile(r"\b(?:from|about|unread|starred|in|with|since|last)\b|'s\b", re.IGNORECASE)
_FOUND = re.compile(
    r"(?:(?:find|show|get|search|look|list|check|open|give|pull up|fetch)(?: me| us)?(?: for| up)?)"
    r" (?P<what>.+?),? (?:and|then|and then) (?P<verb>archive|star|flag|unstar|mark|snooze"
    r"|label|tag"
    r"|move|forward|file|reply to|open|read|summari[sz]e)(?P<how> (?:as \w+ )?)"
    r"(?:it|them|those|these|that|all(?: of (?:them|these|those))?)\b(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)


def plan(command: str, request: PlanRequest) -> ToolPlan:
    """Plan the tool calls for one command; say what is missing rather than guess."""
    written = _lines(request.command)
    if found := _FOUND.fullmatch(written):
        written = f"{found['verb']}{found['how']}{found['what']}{found['rest']}"
        command = tidy(written)
    command = without_courtesy(command)
    try:
        return _PLANNERS[order_in(command)](
            command.rstrip(" .?!"), without_courtesy(written).rstrip(), request
        )
    except Unknown as unknown:
        return refused(str(unknown))


def _look(command: str, _written: str, request: PlanRequest) -> ToolPlan:
    if opened := plan_opening(command, request):
        return opened
    narrowed = _NARROWED.search(command) and not place_named(command, MAX_LIMIT)
    if _LOOKED_AT.match(command) and points(command) and not narrowed:
        return refused(WHICH.format(verb="open"))
    return plan_search(command, request)


def _write(_command: str, written: str, request: PlanRequest) -> ToolPlan:
    if re.match(r"(?:tell|ask|thank|remind|let|inform)\b", written, re.IGNORECASE):
        order = read_order(written)
        if answer := plan_told(order.to, order.said, request):
            return answer
    return plan_writing(written, request)


def _delete(_command: str, _written: str, _request: PlanRequest) -> ToolPlan:
    return refused(
        "I don't delete mail and can't unsubscribe or block senders. I can archive it instead: say "
        "for example “archive all newsletters”."
    )


def _send_draft(command: str, _written: str, request: PlanRequest) -> ToolPlan:
    known = known_references(request, DRAFT_KINDS)
    draft = pointed_reference(command, known, DRAFT_KINDS)
    if draft is None and len({one.id for one in known}) == 1:
        draft = known[0]
    if draft is not None:
        return ToolPlan(steps=(step(SEND_DRAFT, "Send the draft", draft_id=draft.id),))
    if pointed_reference(command, known_references(request, MAIL_KINDS), MAIL_KINDS):
        return refused("Who should it go to? Say for example “forward it to tom@acme.com”.")
    return refused(
        "I can't tell which draft you mean. Say for example “draft an email to Sarah saying"
        " I'll be "
        "late”, and then “send it”."
    )


def _lines(text: str) -> str:
    """Return a text tidy but for its line breaks."""
    return "\n".join(tidy(line) for line in text.strip().splitlines())


_PLANNERS: Mapping[MailOrder, Callable[[str, str, PlanRequest], ToolPlan]] = {
    "send draft": _send_draft,
    "delivery": lambda command, _, request: plan_delivery(command, request),
    "forward": lambda _, written, request: plan_forward(written, request),
    "reply": lambda _, written, request: plan_reply(written, request),
    "delete": _delete,
    "change": lambda command, _, request: plan_change(command, request),
    "write": _write,
    "unanswered": lambda command, _, __: plan_unanswered(command),
    "attachments": lambda command, _, request: plan_attachments(command, request),
    "thread": lambda command, _, request: plan_thread(command, request),
    "look": _look,
}
