"""What a task lacks: the question to ask before anyone can do it."""

import re

from shared.models.intent import ActionType, Entities, Missing
from shared.models.reasoning import ConversationContext
from shared.understanding.folding import fold

LACKING = 0.5
"""From this share of a task's probability on, something is missing: 4 of 5 are found, and 1 task
in 200 is asked about in vain (organisations not learnt from)."""

_POINTS = re.compile(
    r"\b(?:it|that|this|them|those|these|him|her|the (?:one|other|same)|(?:that|this) \w+)\b"
)
_TIMED = re.compile(
    r"\b(?:book|reserve|schedule|reschedule|postpone|appointment|slot|remind(?:er)?)\b"
    r"|\b(?:move|shift|push|extend)\b"
)
_SENT = re.compile(
    r"\b(?:send|forward|invite|notify|tell|inform|write|e?mail|text|message|call|reply|answer"
    r"|remind|let \w+ know|post|publish|share)\b"
)
_SOUGHT = re.compile(r"\b(?:search|look (?:up|for|into)|find|research|draft|write|prepare)\b")
_FED = re.compile(r"\b(?:import|sync|pull|load|export|upload)\b")


def what_is_missing(
    text: str, entities: Entities, context: ConversationContext, action: ActionType
) -> Missing:
    """Name what a task lacks; empty when what was said before may tell."""
    kind = _kind(fold(text), entities, action)
    return "" if kind and _known(kind, context) else kind


def _kind(said: str, entities: Entities, action: ActionType) -> Missing:
    if action is ActionType.UPDATE:
        return "agent_name"
    if _POINTS.search(said):
        return "object"
    if _SENT.search(said) and not entities.people and not entities.target:
        return "target"
    if _FED.search(said) and not entities.data_source:
        return "data_source"
    if _TIMED.search(said) and not entities.timeframe:
        return "timeframe"
    return "topic" if _SOUGHT.search(said) else "object"


def _known(kind: Missing, context: ConversationContext) -> bool:
    """Whether the conversation has told it, or was asked already."""
    remembered = context.memory.entities
    if context.clarified:
        return True
    match kind:
        case "agent_name":
            return bool(context.memory.routes or remembered.agent_name)
        case "target":
            return bool(remembered.people or remembered.target)
        case "data_source":
            return bool(remembered.data_source)
        case "timeframe":
            return bool(remembered.timeframe)
        case _:
            return bool(context.references or context.exchanges or remembered.topic)
