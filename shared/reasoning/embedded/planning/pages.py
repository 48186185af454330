"""Tool calls for one command to the pages agent."""

import re

from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.planning.page_writing import page_written
from shared.reasoning.embedded.planning.steps import refused, step
from shared.reasoning.embedded.pointing import (
    known_references,
    place_named,
    pointed_reference,
    points,
)

SEARCH = "pages_search"
READ = "pages_read"

_KINDS = frozenset({"page"})
_MOST_LISTED = 50
_PAGE = r"(?:notion (?:pages?|docs?|documents?)|pages?|wiki(?: pages?)?|docs?|documents?|notes?)"
_QUOTED = re.compile(r'"(?P<name>[^"]+)"')
_READING = re.compile(
    r"(?:open|read|summari[sz]e|what does|what's in|what is in|what's on|what is on|what do|display"
    r"|view|pull up|give me the gist of|tell me what)\b",
    re.IGNORECASE,
)
_SHOWING = re.compile(r"(?:show|get|see|fetch|give)(?: me| us)? (?:the|my|our)\b", re.IGNORECASE)
_NAMED = (
    re.compile(
        rf"\b{_PAGE} (?:called|named|titled) (?P<name>[^,:?!\"]+?)(?=$|[,:?!]| in notion\b)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:the|my|our|in|on|of)\s+(?:notion )?(?P<name>[^,:?!\"]+?) {_PAGE}\b", re.IGNORECASE
    ),
    re.compile(
        rf"\b{_PAGE} (?:called |named |titled |on |about |for )?(?P<name>[^,:?!\"]+?)"
        r"(?=$|[,:?!]| (?:say|says|in notion)\b)",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?:open|read|summari[sz]e|view|display|pull up|what's in|what is in|what's on|what"
        r" is on)"
        r" (?:the |my |our )?(?P<name>.+?)(?: in notion)?$",
        re.IGNORECASE,
    ),
)
_PLURAL = re.compile(r"\b(?:pages|docs|documents|notes|wikis)\b", re.IGNORECASE)
_TOPIC = re.compile(
    r"\b(?:about|regarding|on|for|with|mentioning|containing|called|named) (?P<topic>[^?!]+)",
    re.IGNORECASE,
)
_SUMMED_UP = re.compile(
    r"(?:summari[sz]e|sum up|(?:give me |get |show me )?(?:an? |the )?(?:summary|overview|status)"
    r" of)\b(?=.*\b(?:pages|projects|docs|documents|notes)\b)",
    re.IGNORECASE,
)
_BY = "Status"
"""The field that says how far things are."""
_CHATTER = re.compile(
    rf"\b(?:list|find|search(?: for)?|look(?: for| up)?|show|get|give|which|what|do|does|i|we"
    rf"|have|are|there|any|me|us|all|my|our|the|in|from|of|notion|please|is|summari[sz]e|sum up"
    rf"|summary|overview|{_PAGE[3:-1]})\b",
    re.IGNORECASE,
)


def plan(command: str, request: PlanRequest) -> ToolPlan:
    """Plan the tool calls for one command."""
    said = command.rstrip(" .?!")
    if written := page_written(said):
        return ToolPlan(steps=(written,))
    meant = pointed_reference(said, known_references(request, _KINDS), _KINDS)
    if meant:
        return ToolPlan(steps=(step(READ, "Read the page", page=meant.id),))
    if place_named(said, _MOST_LISTED) or re.fullmatch(r"\w+(?: \w+)? (?:it|that|this)", said):
        return refused(
            "I can't tell which page you mean. Say for example “what's in the Q4 planning page”."
        )
    if _SUMMED_UP.match(said) and not _QUOTED.search(said):
        query = _query(said)
        summed = step(SEARCH, "Sum up the pages", query=query, by=_BY, limit=_MOST_LISTED)
        return ToolPlan(steps=(summed,))
    opened = _READING.match(said) or _SHOWING.match(said)
    if opened and not _PLURAL.search(said) and (name := _name(said)):
        return ToolPlan(steps=(step(READ, "Read the page", page=name),))
    return ToolPlan(steps=(step(SEARCH, "Look for pages", query=_query(said)),))


def _name(said: str) -> str:
    if quoted := _QUOTED.search(said):
        return quoted["name"]
    for pattern in _NAMED:
        if found := pattern.search(said):
            name = re.sub(r"^(?:the|my|our|notion) ", "", found["name"], flags=re.IGNORECASE)
            if name and not points(name):
                return name.strip()
    return ""


def _query(said: str) -> str:
    if quoted := _QUOTED.search(said):
        return quoted["name"]
    found = _TOPIC.search(said)
    left = found["topic"] if found else said
    return " ".join(_CHATTER.sub(" ", left).split())
