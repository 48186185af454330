"""Taking back what was done to mail: labels as they were before, drafts deleted."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

from pydantic import Field

from shared.decisions.risk import ToolRules, reads
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.effect import Undo
from shared.tools.tool import Desk, Made, Said, Tool, stays
from shared.tools.wording import count, field, one_line, person
from shared.workspace.email import sorting
from shared.workspace.email.parameters import Label
from shared.workspace.email.port import Mail, Mailbox

RESTORE, DELETE_DRAFT = "gmail_restore", "gmail_delete_draft"
SENT = "An email that was sent can't be taken back."
_LOOKED_AT = 20
"""Mails that are looked at first, so as to say which are as they were already."""
_NAMED = 5
_DELETED_AGAIN = "What was taken out of the bin goes back only if you ask me to delete it."
_UNCHANGED = "Nothing was changed by it, so there is nothing to take back."


class Restored(Payload):
    """A mail, and the labels it gets and loses to be as it was."""

    id: str
    subject: str = ""
    sender: str = ""
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


class Restore(Payload):
    """Mails whose labels are put back."""

    items: tuple[Restored, ...] = Field(min_length=1)


class DeleteDraft(Payload):
    """A draft to be deleted."""

    draft_id: str = Field(min_length=1)
    subject: str = ""


def put_back(made: Made) -> Undo | str:
    """Return what reverses a sorting tool, by what became of each mail."""
    known = cast("list[dict[str, Any]]", field(made.result, "items") or [])
    items = [item for item in map(_reversed, known) if item.add or item.remove]
    if not items:
        return _UNCHANGED
    arguments: dict[str, Json] = Restore(items=tuple(items)).model_dump(mode="json")
    return Undo(tool=RESTORE, arguments=arguments, told=f"Put {_names(items)} back as before")


def _reversed(item: dict[str, Any]) -> Restored:
    return Restored(
        id=str(item["id"]),
        subject=one_line(item.get("subject")),
        sender=person(item.get("from") or ""),
        add=tuple(item.get("removed") or ()),
        remove=tuple(one for one in item.get("added") or () if not one.startswith("snoozed")),
    )


async def restore(desk: Desk, wanted: Restore) -> Json:
    """Put labels back, mails that need the same ones together; tell each mail's fate apart."""
    already = await _as_before(desk, wanted.items)
    open_ = [item for item in wanted.items if item.id not in already]
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[Restored]] = {}
    for item in open_:
        groups.setdefault((item.add, item.remove), []).append(item)
    failed: list[Json] = []
    for (add, remove), items in groups.items():
        ids = tuple(item.id for item in items)
        part = replace(desk, effect=replace(desk.effect, id=_part(desk.effect.id, add, remove)))
        result = await sorting.sort(part, Label(message_ids=ids, add=add, remove=remove))
        failed += cast("list[Json]", field(result, "failed") or [])
    if open_ and len(failed) == len(open_):
        raise ToolFailed("None of them could be put back: they are gone, or were refused.")
    lost = {str(field(one, "id") or one) for one in failed}
    return {
        "changed": len(open_) - len(failed),
        "items": [_told(item) for item in open_ if item.id not in lost],
        "already": [_told(item) for item in wanted.items if item.id in already],
        "failed": failed,
    }


async def _as_before(desk: Desk, items: Sequence[Restored]) -> set[str]:
    """Return the mails that are as they were already: somebody else has put them back."""
    if len(items) > _LOOKED_AT or desk.effect.again:
        return set()
    mailbox, found = desk.workspace[Mailbox], set[str]()
    for item in items:
        try:
            mail = await mailbox.get(item.id)
        except ToolFailed as error:
            if error.kind != "params":
                raise
            continue  # it is gone, which the change itself finds out
        if _is_so(mail, item):
            found.add(item.id)
    return found


def _is_so(mail: Mail, item: Restored) -> bool:
    has = {label.casefold() for label in mail.labels}
    return has.issuperset(map(str.casefold, item.add)) and has.isdisjoint(
        map(str.casefold, item.remove)
    )


def _part(effect: str, add: Sequence[str], remove: Sequence[str]) -> str:
    """Return the id of one part of an effect, the same in every attempt."""
    named = "\x1f".join((effect, *sorted(add), "\x1e", *sorted(remove)))
    return hashlib.sha256(named.encode()).hexdigest()[:32]


def _told(item: Restored) -> dict[str, Json]:
    return {
        "id": item.id,
        "subject": item.subject,
        "from": item.sender,
        "added": list(item.add),
        "removed": list(item.remove),
    }


def _names(items: Iterable[Restored]) -> str:
    named = [item.subject for item in items]
    if not all(named) or len(named) > _NAMED:
        return count(len(named), "email")
    return ", ".join(f'"{one}"' for one in named)


def _say_restored(said: Said) -> str:
    def items(name: str) -> list[Restored]:
        found = cast("list[dict[str, Any]]", field(said.result, name) or [])
        return [_reversed(one) for one in found]

    lines: list[str] = []
    if done := items("items"):
        lines.append(f"{_names(done)} {_be(done)} as before.")
    if already := items("already"):
        lines.append(f"{_names(already)} had been put back already.")
    if failed := field(said.result, "failed"):
        lines.append(f"{count(len(failed), 'email')} could not be put back.")
    return " ".join(lines)


def _be(items: Sequence[Restored]) -> str:
    return "is" if len(items) == 1 else "are"


def undo_draft(made: Made) -> Undo | str:
    """Delete a draft that was kept, as long as it still is one."""
    draft = field(made.result, "draft")
    subject = one_line(field(draft, "subject"))
    arguments: dict[str, Json] = {"draft_id": field(draft, "id"), "subject": subject}
    named = f' "{subject}"' if subject else ""
    return Undo(tool=DELETE_DRAFT, arguments=arguments, told=f"Delete the draft{named}")


async def delete_draft(desk: Desk, wanted: DeleteDraft) -> Json:
    """Delete the draft."""
    await desk.workspace[Mailbox].delete_draft(wanted.draft_id, desk.effect)
    return {"deleted": {"id": wanted.draft_id, "subject": wanted.subject}}


def say_deleted(said: Said) -> str:
    """Word that a draft is no more."""
    subject = one_line(field(field(said.result, "deleted"), "subject"))
    return f"The draft{f' **{subject}**' if subject else ''} is deleted."


def _redo(made: Made) -> Undo | str:
    again = put_back(made)
    deletes = isinstance(again, Undo) and any(
        "trash" in item.add for item in Restore.model_validate(again.arguments).items
    )
    return _DELETED_AGAIN if deletes else again


GONE = "A deleted draft can't be brought back; ask me to write it again."

INVERSE = (
    Tool(
        RESTORE,
        "Put the labels of mails back",
        Restore,
        ToolRules(reads, changes=True),
        restore,
        _say_restored,
        undo=_redo,
    ),
    Tool(
        DELETE_DRAFT,
        "Delete a draft",
        DeleteDraft,
        ToolRules(reads, changes=True),
        delete_draft,
        say_deleted,
        undo=stays(GONE),
    ),
)
