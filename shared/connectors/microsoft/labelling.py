"""Labels of a mail as Outlook has them: categories, the flag, the read mark and the folder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shared.connectors.microsoft.folders import WELL_KNOWN
from shared.connectors.microsoft.graph import PREFER, below
from shared.connectors.microsoft.mail_terms import same_category
from shared.connectors.microsoft.messages import SNOOZED, Flag, Message
from shared.connectors.rest import Request
from shared.errors import ToolFailed

_PLACES = {"inbox": "inbox", "trash": "deleteditems", "spam": "junkemail"}
_FIXED = frozenset({"sent", "draft", "drafts"})
_MOVED = "A mail can be put in one folder only: the inbox, the bin or spam."


@dataclass(frozen=True)
class Change:
    """What is to be so afterwards; None leaves it. `folder` is inbox, archive, trash or spam."""

    folder: str = ""
    leaves: str = ""
    """The folder that a mail is moved out of, if it is there: what lies elsewhere stays."""
    read: bool | None = None
    starred: bool | None = None
    important: bool | None = None
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()

    @classmethod
    def of(cls, add: Sequence[str], remove: Sequence[str]) -> "Change":
        """Return what labels ask for; raise ToolFailed for those that nobody can set."""
        adding = {label.casefold(): label for label in add}
        removing = {label.casefold(): label for label in remove if label.casefold() not in adding}
        if fixed := _FIXED & (adding.keys() | removing.keys()):
            raise ToolFailed(f'The label "{min(fixed)}" cannot be changed.', "params")
        into = [label for label in _PLACES if label in adding]
        leaves = [label for label in _PLACES if label in removing]
        if len(into) > 1:
            raise ToolFailed(_MOVED, "params")
        special = {*_PLACES, "unread", "starred", "important"}
        return cls(
            folder=into[0] if into else "",
            leaves=leaves[0] if leaves and not into else "",
            read=_flagged("unread", removing, adding),
            starred=_flagged("starred", adding, removing),
            important=_flagged("important", adding, removing),
            add=tuple(label for key, label in adding.items() if key not in special),
            remove=tuple(label for key, label in removing.items() if key not in special),
        )


def _flagged(label: str, on: Mapping[str, str], off: Mapping[str, str]) -> bool | None:
    return True if label in on else False if label in off else None


def marked(message: Message, change: Change, _folders: Mapping[str, str]) -> Request | None:
    """Return the request that gives a mail its marks and categories; None if it has them."""
    patch = _patch(message, change)
    path = below("/me/messages", message.id)
    return Request("PATCH", path, json=patch, headers=PREFER) if patch else None


def moved(message: Message, change: Change, folders: Mapping[str, str]) -> Request | None:
    """Return the request that puts a mail where it should be; None if it is there."""
    target = _target(message, change, folders)
    path = below("/me/messages", message.id, "move")
    body = {"DestinationId": target}
    return Request("POST", path, json=body, headers=PREFER) if target else None


def after(message: Message, change: Change, folders: Mapping[str, str]) -> Message:
    """Return a mail as a change leaves it."""
    patch, target = _patch(message, change), _target(message, change, folders)
    label = next((name for name, known in WELL_KNOWN.items() if known == target), "")
    changed = {
        "is_read": patch.get("isRead", message.is_read),
        "importance": patch.get("importance", message.importance),
        "categories": tuple(patch.get("categories", message.categories)),
        "flag": Flag.model_validate(patch["flag"]) if "flag" in patch else message.flag,
        "parent_folder_id": folders.get(label, "") if target else message.parent_folder_id,
    }
    return message.model_copy(update=changed)


def _patch(message: Message, change: Change) -> dict[str, Any]:
    patch: dict[str, Any] = {}
    if change.read is not None and change.read != message.is_read:
        patch["isRead"] = change.read
    if change.starred is not None and change.starred != message.starred:
        patch["flag"] = {"flagStatus": "flagged" if change.starred else "notFlagged"}
    if change.important is not None and change.important != (message.importance == "high"):
        patch["importance"] = "high" if change.important else "normal"
    categories = _categories(message.categories, change)
    if categories != message.categories:
        patch["categories"] = list(categories)
    return patch


def _categories(has: tuple[str, ...], change: Change) -> tuple[str, ...]:
    """Return the categories a mail is to have; back in the inbox, it is snoozed no longer."""
    awake = change.folder == "inbox" or any(name.startswith(SNOOZED) for name in change.add)
    kept = [
        name
        for name in has
        if not _among(change.remove, name)
        and not (awake and name.startswith(SNOOZED) and not _among(change.add, name))
    ]
    return (*kept, *(name for name in change.add if not _among(kept, name)))


def _among(names: Sequence[str], name: str) -> bool:
    return any(same_category(name, other) for other in names)


def _target(message: Message, change: Change, folders: Mapping[str, str]) -> str:
    """Return Graph's name of the folder to move to; "" to stay."""
    if change.folder:
        there = message.parent_folder_id == folders.get(change.folder)
        return "" if there else _PLACES[change.folder]
    leaving = change.leaves and message.parent_folder_id == folders.get(change.leaves)
    if not leaving:
        return ""
    return "inbox" if change.leaves == "spam" else "archive"
