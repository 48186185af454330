"""Labels of a mail as Outlook has them: categories, the flag, the read mark and the folder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shared.connectors.microsoft.graph import PREFER, Shape, Text, Texts, below, selected, shaped
from shared.connectors.microsoft.mail_terms import same_category
from shared.connectors.microsoft.messages import SNOOZED, Flag
from shared.connectors.rest import Request, Rest
from shared.errors import ToolFailed

_WELL_KNOWN = {"inbox": "inbox", "trash": "deleteditems", "spam": "junkemail"}
_FIXED = frozenset({"sent", "draft", "drafts"})
_MOVED = "A mail can be put in one folder only: the inbox, the bin or spam."


class _State(Shape):
    parent_folder_id: Text = ""
    is_read: bool = True
    importance: Text = ""
    flag: Flag | None = None
    categories: Texts = ()


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
        into = [label for label in _WELL_KNOWN if label in adding]
        leaves = [label for label in _WELL_KNOWN if label in removing]
        if len(into) > 1:
            raise ToolFailed(_MOVED, "params")
        special = {*_WELL_KNOWN, "unread", "starred", "important"}
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


async def apply(rest: Rest, mail_id: str, change: Change, folders: Mapping[str, str]) -> None:
    """Make a mail as it should be, and change nothing that is so already."""
    path = below("/me/messages", mail_id)
    fields = ("id", "parentFolderId", "isRead", "importance", "flag", "categories")
    state = shaped(_State, await rest.read(Request("GET", path, selected(fields), headers=PREFER)))
    if patch := _patch(state, change):
        await rest.change(Request("PATCH", path, json=patch, headers=PREFER))
    if target := _target(state, change, folders):
        body = {"DestinationId": target}
        await rest.change(Request("POST", f"{path}/move", json=body, headers=PREFER))


def _patch(state: _State, change: Change) -> dict[str, Any]:
    patch: dict[str, Any] = {}
    if change.read is not None and change.read != state.is_read:
        patch["isRead"] = change.read
    starred = state.flag is not None and state.flag.flag_status == "flagged"
    if change.starred is not None and change.starred != starred:
        patch["flag"] = {"flagStatus": "flagged" if change.starred else "notFlagged"}
    if change.important is not None and change.important != (state.importance == "high"):
        patch["importance"] = "high" if change.important else "normal"
    categories = _categories(state.categories, change)
    if categories != state.categories:
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


def _target(state: _State, change: Change, folders: Mapping[str, str]) -> str:
    """Return Graph's name of the folder to move to; "" to stay."""
    if change.folder:
        there = state.parent_folder_id == folders.get(change.folder)
        return "" if there else _WELL_KNOWN[change.folder]
    leaving = change.leaves and state.parent_folder_id == folders.get(change.leaves)
    if not leaving:
        return ""
    return "archive" if change.leaves == "inbox" else "inbox"
