"""How far a run looks back: what runs every week covers a week, unless something else is said."""

import re

from shared.decisions.recurring import longest_days
from shared.models.building import AgentDraft, Part

_TIMED = re.compile(
    r"\b(?:unread|since|last|past|today|yesterday|week|month|days?)\b", re.IGNORECASE
)


def spanned(draft: AgentDraft) -> tuple[Part, ...]:
    """Return the parts of a draft, those that look back with how far they do."""
    days = longest_days(draft.recurrence) if draft.recurrence is not None else None
    if days is None:
        return draft.parts
    since = "since yesterday" if days == 1 else f"of the last {days} days"
    return tuple(_spanned(part, since) for part in draft.parts)


def _spanned(part: Part, since: str) -> Part:
    if part.slot("skill"):
        return part
    if (part.service, part.verb) == ("slack", "read") and not part.slot("since"):
        return part.filled("since", since)
    query = part.slot("query")
    if (part.service, part.verb) == ("email", "read") and query and not _TIMED.search(query):
        return part.filled("query", f"{query} {since}")
    return part
