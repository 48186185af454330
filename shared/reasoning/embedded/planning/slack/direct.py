"""Direct messages: sending one, and reading those with somebody."""

import re

from shared.models.reasoning import ToolPlan
from shared.reasoning.embedded.direct_message import parse_direct_message
from shared.reasoning.embedded.planning.steps import step

FIND = "slack_find_users"
READ = "slack_get_direct_messages"
SEND = "slack_send_direct_message"
_USER = "{1.users.0.id}"
_NAME = r"(?P<who>@?[\w.+-]+(?: (?-i:[A-Z])[\w'-]+){0,2})"
_DMS = r"(?:dms?|direct messages?|private messages?)"
_WROTE = r"(?:dm|dm'd|dmed|direct[- ]message|message)(?:ed|d)?"
_READS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\b(?:what|when|anything)\b.*?\b(?:did|has|have|does) {_NAME} {_WROTE} (?:to )?me\b",
        rf"\b{_DMS} (?:on slack |in slack )?(?:with|from|by|of|between me and|to) {_NAME}",
        rf"\b{_NAME}'s {_DMS}",
        rf"\b(?:did|has) {_NAME} (?:send|sent) me an? {_DMS}",
    )
)
_MINE = re.compile(r"me|my|mine|you|slack|today|yesterday", re.IGNORECASE)


def direct_sent(written: str) -> ToolPlan | None:
    """Plan sending a direct message; None for any other order."""
    found = parse_direct_message(written)
    if found is None:
        return None
    who, text = found
    return ToolPlan(
        steps=(
            step(FIND, f"Find {who}", name=who.removeprefix("@")),
            step(SEND, f"Write to {who}", user=_USER, text=text),
        )
    )


def direct_read(said: str, since: str, limit: int | None) -> ToolPlan | None:
    """Plan reading the direct messages with somebody; None where nobody's are asked for."""
    found = next((found for form in _READS if (found := form.search(said))), None)
    if found is None or _MINE.fullmatch(found["who"]):
        return None
    who = found["who"].removeprefix("@")
    return ToolPlan(
        steps=(
            step(FIND, f"Find {who}", name=who),
            step(READ, "Read the direct messages", user=_USER, since=since, limit=limit),
        )
    )
