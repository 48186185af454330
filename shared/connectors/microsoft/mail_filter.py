"""Folders, flags, categories and dates of a search as Graph's `$filter`."""

from collections.abc import Sequence

from shared.connectors.gmail_query import (
    Attached,
    Condition,
    Either,
    Every,
    Identified,
    Labelled,
    Not,
    Since,
)
from shared.connectors.microsoft.graph import literal
from shared.connectors.microsoft.mail_terms import FOLDERS, LONG_AGO, Mailroom, same_category
from shared.connectors.microsoft.messages import SNOOZED

_STATES = {
    "unread": "isRead eq false",
    "starred": "flag/flagStatus eq 'flagged'",
    "flagged": "flag/flagStatus eq 'flagged'",
    "important": "importance eq 'high'",
    "draft": "isDraft eq true",
    "newsletters": "inferenceClassification eq 'other'",
}
_ALWAYS = f"receivedDateTime ge {LONG_AGO}T00:00:00Z"
_NEVER = f"receivedDateTime lt {LONG_AGO}T00:00:00Z"


def filter_for(conditions: Sequence[Condition], room: Mailroom) -> str:
    """Return the `$filter` that finds what meets all of these conditions.

    What the answer is sorted by has to be its first term, or Graph refuses to sort it.
    """
    since = next((each for each in conditions if isinstance(each, Since)), None)
    first = _ALWAYS if since is None else _term(since, room)
    return " and ".join([first, *(_term(each, room) for each in conditions if each is not since)])


def _term(condition: Condition, room: Mailroom) -> str:
    match condition:
        case Every(()):
            return _ALWAYS
        case Every(parts):
            return f"({' and '.join(_term(part, room) for part in parts)})"
        case Either(parts):
            return f"({' or '.join(_term(part, room) for part in parts)})"
        case Not(part):
            return _negated(part, room)
        case Since(day):
            return f"receivedDateTime ge {room.day(day)}T00:00:00Z"
        case _:
            return _leaf(condition, room)


def _negated(part: Condition, room: Mailroom) -> str:
    """Return the opposite, in words of its own where Graph has them: it plans those better."""
    match part:
        case Since(day):
            return f"receivedDateTime lt {room.day(day)}T00:00:00Z"
        case Labelled(label) if label in _STATES:
            return _STATES[label].replace(" eq ", " ne ")
        case Labelled(label) if label in FOLDERS:
            folder = room.folder(label)
            return f"parentFolderId ne {literal(folder)}" if folder else _ALWAYS
        case _:
            return f"not ({_term(part, room)})"


def _leaf(condition: Condition, room: Mailroom) -> str:
    match condition:
        case Attached():
            return "hasAttachments eq true"
        case Identified(message_id):
            return f"internetMessageId eq {literal(f'<{message_id}>')}"
        case Labelled(label) if label in _STATES:
            return _STATES[label]
        case Labelled(label) if label in FOLDERS:
            folder = room.folder(label)
            return f"parentFolderId eq {literal(folder)}" if folder else _NEVER
        case Labelled("snoozed"):
            return f"categories/any(c: startswith(c, {literal(SNOOZED)}))"
        case Labelled(label):
            return _category(label, room)
        case _:
            raise AssertionError  # words and people are for the index


def _category(label: str, room: Mailroom) -> str:
    names = [name for name in room.categories if same_category(name, label)] or [label]
    terms = [f"categories/any(c: c eq {literal(name)})" for name in names]
    return f"({' or '.join(terms)})" if len(terms) > 1 else terms[0]
