"""Puts a search in Gmail's syntax into Graph's words.

Graph has two ways to search, and takes one at a time: `$search` (KQL) knows words, people, files
and dates but not what a person did with a mail; `$filter` knows folders, flags, categories and
dates but no words. So a query with words or people becomes a `$search`, and its terms about flags
and the like are tested on what is found; any other query becomes a `$filter`. Newsletters are what
Outlook keeps out of the focused inbox.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from shared.connectors.gmail_query import (
    EVERYTHING,
    Attached,
    Condition,
    Either,
    Every,
    Identified,
    Involves,
    Labelled,
    Not,
    Says,
    Since,
    labels_in,
    parse,
)
from shared.connectors.microsoft.folders import WELL_KNOWN
from shared.connectors.microsoft.mail_filter import filter_for
from shared.connectors.microsoft.mail_kql import search_for
from shared.connectors.microsoft.mail_terms import (
    FOLDERS,
    Mailroom,
    has,
    same_category,
)
from shared.connectors.microsoft.messages import Message
from shared.errors import ToolFailed

_ARCHIVED = parse("in:archive")
"""Gmail's archive is what has no place; Outlook's is a folder."""
_OUT_OF_SIGHT = ("trash", "spam")
_UNKNOWN = frozenset({"muted", "chat", "chats", "scheduled"})
_MIXED = (
    "Outlook cannot look for words or people in one alternative and for flags, folders or"
    " categories in the other. Please ask for one after the other."
)


@dataclass(frozen=True)
class Question:
    """A search in Graph's words: a folder ("" is all), and one of `search` and `filter`.

    Of what is found, only what meets `test` counts.
    """

    folder: str = ""
    search: str = ""
    filter: str = ""
    test: Condition = EVERYTHING


def question(condition: Condition, room: Mailroom, *, anywhere: bool = False) -> Question:
    """Return what to ask Graph; raise ToolFailed (params) for what it cannot be asked.

    What lies in the bin or among spam counts only when `anywhere` or the condition says so.
    """
    named = labels_in(condition)
    if unknown := named & _UNKNOWN:
        raise ToolFailed(f'Outlook has nothing like "{min(unknown)}" to search for.', "params")
    parts = list(_conjuncts(condition))
    folder = next((label for part in parts if (label := _folder_of(part))), "")
    parts = [part for part in parts if not folder or _folder_of(part) != folder]
    if not (folder or anywhere or {FOLDERS.get(label) for label in named} & {*_OUT_OF_SIGHT}):
        parts += [Not(Labelled(label)) for label in _OUT_OF_SIGHT]
    where = WELL_KNOWN.get(folder, "")
    if not any(has(part, Says | Involves) for part in parts):
        return Question(where, filter=filter_for(parts, room))
    tested = [part for part in parts if has(part, Labelled | Identified)]
    if any(has(part, Says | Involves) for part in tested):
        raise ToolFailed(_MIXED, "params")
    indexed = [part for part in parts if part not in tested]
    return Question(where, search=search_for(indexed, room), test=Every(tuple(tested)))


def holds(condition: Condition, message: Message, room: Mailroom) -> bool:
    """Tell whether a message meets what was left to be tested: nothing about words or people."""
    match condition:
        case Every(parts):
            return all(holds(part, message, room) for part in parts)
        case Either(parts):
            return any(holds(part, message, room) for part in parts)
        case Not(part):
            return not holds(part, message, room)
        case Labelled(label):
            return _labelled(label, message, room)
        case Identified(message_id):
            return message.internet_message_id.strip("<>") == message_id
        case Since(day):
            return message.received_date_time.date() >= room.day(day)
        case Attached():
            return message.has_attachments
        case _:
            raise AssertionError  # words and people are for the index


def _labelled(label: str, message: Message, room: Mailroom) -> bool:
    match label:
        case "unread":
            return not message.is_read
        case "starred" | "flagged":
            return message.starred
        case "important":
            return message.importance == "high"
        case "draft":
            return message.is_draft
        case "newsletters":
            return message.inference_classification == "other"
        case "snoozed":
            return message.snoozed
        case _ if label in FOLDERS:
            return message.parent_folder_id == room.folder(label)
        case _:
            return any(same_category(name, label) for name in message.categories)


def _conjuncts(condition: Condition) -> Iterator[Condition]:
    if condition == _ARCHIVED:
        yield Labelled("archive")
    elif isinstance(condition, Every):
        for part in condition.parts:
            yield from _conjuncts(part)
    else:
        yield condition


def _folder_of(part: Condition) -> str:
    return FOLDERS.get(part.label, "") if isinstance(part, Labelled) else ""
