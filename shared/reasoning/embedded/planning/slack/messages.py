"""Messages that were listed, and the threads they began."""

import re

from shared.models.base import Json
from shared.models.reasoning import PlannedStep, PlanRequest, Reference, ToolPlan
from shared.reasoning.embedded.planning.slack.channels import (
    channel_before,
)
from shared.reasoning.embedded.planning.slack.searching import SEARCH
from shared.reasoning.embedded.planning.steps import refused, step
from shared.reasoning.embedded.pointing import known_references, place_named, pointed_references

REPLIES = "slack_get_thread_replies"
MAX_MESSAGES = 200
MESSAGE_KINDS = frozenset({"message"})
_BARE = re.compile(
    r"(?:and |so |any |show |me |see |read |what |were |are |is |the |its |all )*(?:replies"
    r"|reply|answers?"
    r"|responses?|thread)",
    re.IGNORECASE,
)
_THREAD = re.compile(
    r"\bthreads?\b|\brepl(?:y|ies|ied)\b|\banswers?\b|\bresponses?\b|\bresponded\b", re.IGNORECASE
)


def message_meant(said: str, request: PlanRequest) -> Reference | None:
    """Return the listed message that is pointed at."""
    known = known_references(request, MESSAGE_KINDS)
    chosen = pointed_references(said, known, MESSAGE_KINDS) if known else ()
    return chosen[0] if len(chosen) == 1 else None


def _only_one(said: str, request: PlanRequest) -> Reference | None:
    """Return the one message listed last, where nothing else is said than what it is asked for."""
    known = {one.id: one for one in known_references(request, MESSAGE_KINDS)}
    return next(iter(known.values())) if len(known) == 1 and _BARE.fullmatch(said) else None


def place_of(
    message: Reference, channel: str, request: PlanRequest
) -> tuple[tuple[PlannedStep, ...], dict[str, Json]]:
    """Return the calls that find a listed message's channel, and the arguments of its thread."""
    told, slash, thread = message.id.rpartition("/")
    channel = channel or (told if slash else "") or channel_before(request)
    thread = thread if slash else message.id
    if channel:
        return (), {"channel": channel, "thread_id": thread}
    find = step(SEARCH, "Find where it was said", query=_line(message.label), limit=1)
    return (find,), {"channel": "{1.messages.0.channel}", "thread_id": thread}


def _line(label: str) -> str:
    return " ".join(label.split())[:100]


def thread_asked(said: str, channel: str, request: PlanRequest) -> ToolPlan | None:
    """Plan showing a thread; None when the command is not about one."""
    if not _THREAD.search(said):
        return None
    message = message_meant(said, request) or _only_one(said, request)
    if message is None:
        pointing = place_named(said, MAX_MESSAGES) or re.search(
            r"\b(?:that|this|the|its) (?:thread|repl|answers|responses)", said, re.IGNORECASE
        )
        asks = pointing and not channel and not re.search(r"\babout\b", said, re.IGNORECASE)
        return (
            refused(
                "Which message do you mean? Show me a channel first, then say “Show the replies to "
                "t"
                "h"
                "e second one”."
            )
            if asks
            else None
        )
    before, where = place_of(message, channel, request)
    return ToolPlan(steps=(*before, step(REPLIES, "Read the thread", **where)))
