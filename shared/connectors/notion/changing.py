"""Letting a passage of a page read otherwise, at most once.

It comes to one kind of request: a block's text is changed, blocks are added behind one, or blocks
are removed. What is noted before tells of which block that is, and how it was, so that an attempt
that was cut off can be told from one that was not made.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from shared.connectors.notion.blocks import blocks_of
from shared.connectors.notion.client import Notion
from shared.connectors.notion.markdown import Line, lines_in, styled
from shared.connectors.notion.reading import outline
from shared.connectors.notion.styling import restyled
from shared.connectors.notion.wire import Block, as_list, rich_text
from shared.connectors.notion.writing import said_by, text_of
from shared.connectors.rest import NotThere
from shared.errors import ToolFailed
from shared.models.base import Json
from shared.naming import digest
from shared.tools.effect import Effect, OutcomeUnknown
from shared.workspace.pages.passages import Edit, edit_of

_UNKNOWN = "Notion cannot tell whether the page was changed."
_PARTLY = "Only a part of it was taken out of the page."
_ONLY_THERE = "That part of the page can only be changed in Notion itself."
_OTHER_KIND = "What kind of line it is can only be changed in Notion itself."
_NOT_WHOLE = "That would take away more than those lines, so I changed nothing."


@dataclass(frozen=True)
class _Change:
    """One kind of request for some blocks: the `content` of the block `of`, or what comes behind.

    `was` and `becomes` tell how that reads before and after, or what came behind it.
    """

    kind: str
    of: tuple[str, ...]
    was: str = ""
    becomes: str = ""
    parent: str = ""
    content: Json = None
    blocks: tuple[dict[str, Json], ...] = field(default=())

    @property
    def noted(self) -> str:
        """What tells later whether it was made."""
        told = {"was": self.was, "becomes": self.becomes, "parent": self.parent}
        return json.dumps({"kind": self.kind, "of": self.of, "size": len(self.blocks), **told})


async def change(notion: Notion, page_id: str, passage: str, becomes: str, effect: Effect) -> None:
    """Let a passage read otherwise; raise ToolFailed where it is not there once, or cannot."""
    if effect.again and effect.handle and await _made(notion, effect.handle):
        return
    nodes, _ = await outline(notion, page_id)
    lines = [line for line in lines_in(nodes) if line.text.strip()]
    texts = tuple(line.text.rstrip() for line in lines)
    edit = edit_of(texts, passage, becomes)
    wanted = _planned(page_id, lines, edit)
    await effect.note(wanted.noted)
    try:
        await _make(notion, wanted)
    except OutcomeUnknown:
        if not await _made(notion, wanted.noted):
            raise


def _planned(page_id: str, lines: Sequence[Line], edit: Edit) -> _Change:
    taken = lines[edit.at : edit.at + len(edit.taken)]
    if not taken:
        return _added(page_id, lines, edit)
    if any(line.part < 0 for line in taken):
        raise ToolFailed(_ONLY_THERE, "params")
    if len({line.blocks[-1].id for line in taken}) == 1 and (edit.put or _rest(lines, taken)):
        return _changed(taken, edit)
    if edit.put:
        raise ToolFailed(_OTHER_KIND, "params")
    return _removed(lines, taken)


def _changed(taken: Sequence[Line], edit: Edit) -> _Change:
    """Return the change of one block's text, or of its box."""
    block, first = taken[0].blocks[-1], taken[0]
    content: dict[str, Json] = {}
    put = [*edit.put]
    if put and first.part == 0:
        lead, new = first.text[: first.lead], put[0][: first.lead]
        if lead != new and not _boxes(block, lead, new):
            raise ToolFailed(_OTHER_KIND, "params")
        if lead != new:
            content["checked"] = "[ ]" not in new
        put[0] = put[0][first.lead :]
    elif put:
        put = [one[first.lead :] for one in put]
    pieces = as_list(block.content.get("rich_text"))
    was = styled(rich_text(pieces))
    parts = was.split("\n")
    parts[first.part : first.part + len(taken)] = put
    becomes = "\n".join(parts)
    if becomes != was:
        content["rich_text"] = restyled(pieces, becomes)
    box = block.content.get("checked") is True
    now = content.get("checked", box)
    before, after = digest(str(box), was), digest(str(now), becomes)
    return _Change("text", (block.id,), before, after, content={block.type: content})


def _boxes(block: Block, lead: str, new: str) -> bool:
    """Whether two beginnings of a line differ in nothing but that its box is ticked."""
    return block.type == "to_do" and lead.replace("[x]", "[ ]") == new.lower().replace("[x]", "[ ]")


def _rest(lines: Sequence[Line], taken: Sequence[Line]) -> bool:
    """Whether the block of some lines has others of its own."""
    block = taken[0].blocks[-1]
    own = [line for line in lines if line.part >= 0 and line.blocks[-1].id == block.id]
    return len(own) > len(taken)


def _removed(lines: Sequence[Line], taken: Sequence[Line]) -> _Change:
    """Return the removal of blocks of which no line stays, without those that are in others."""
    ids = {line.blocks[-1].id for line in taken}
    within = [line for line in lines if ids & {block.id for block in line.blocks}]
    if [line for line in within if line not in taken]:
        raise ToolFailed(_NOT_WHOLE, "params")
    tops = [
        line.blocks[-1].id for line in taken if not ids & {block.id for block in line.blocks[:-1]}
    ]
    return _Change("gone", tuple(dict.fromkeys(tops)))


def _added(page_id: str, lines: Sequence[Line], edit: Edit) -> _Change:
    """Return the addition of blocks behind the one of the line before, as deep as they are."""
    if not edit.at:
        raise ToolFailed("Notion can't put anything before the first line.", "params")
    last = lines[edit.at - 1]
    depth = len(edit.put[0]) - len(edit.put[0].lstrip())
    at = max(at for at, deep in enumerate(last.depths) if deep <= depth)
    anchor = last.blocks[at]
    behind = lines[edit.at : edit.at + 1]
    if behind and anchor.id in {block.id for block in behind[0].blocks}:
        raise ToolFailed("Notion can't put anything between those lines.", "params")
    parent = last.blocks[at - 1].id if at else page_id
    following = behind[0].blocks[at].id if behind and len(behind[0].blocks) > at else ""
    blocks = tuple(blocks_of("\n".join(edit.put)))
    becomes = digest(*(part for block in blocks for part in said_by(block)))
    return _Change("behind", (anchor.id,), following, becomes, parent, blocks=blocks)


async def _make(notion: Notion, wanted: _Change) -> None:
    match wanted.kind:
        case "text":
            await notion.update(wanted.of[0], wanted.content)
        case "behind":
            await notion.append(wanted.parent, [*wanted.blocks], after=wanted.of[0])
        case _:
            await _remove(notion, wanted.of)


async def _remove(notion: Notion, ids: Sequence[str]) -> None:
    """Remove blocks; raise OutcomeUnknown where only some of them are gone."""
    for at, block_id in enumerate(ids):
        try:
            await notion.remove(block_id)
        except OutcomeUnknown:
            raise
        except ToolFailed as error:
            if at == 0:
                raise
            raise OutcomeUnknown(_PARTLY) from error


async def _made(notion: Notion, noted: str) -> bool:
    """Return whether what was tried was done; raise OutcomeUnknown where that cannot be told."""
    told = json.loads(noted)
    match told["kind"]:
        case "text":
            return await _reads(notion, told)
        case "behind":
            return await _stands_behind(notion, told)
        case _:
            there = [one for one in told["of"] if await _block(notion, one)]
            if len(there) == len(told["of"]):
                return False
            await _remove(notion, there)
            return True


async def _block(notion: Notion, block_id: str) -> Block | None:
    try:
        found = await notion.block(block_id)
    except NotThere:
        return None
    return None if found.archived or found.in_trash else found


async def _reads(notion: Notion, told: dict[str, Any]) -> bool:
    block = await _block(notion, told["of"][0])
    text = styled(rich_text(block.content.get("rich_text"))) if block else ""
    now = digest(str(block is not None and block.content.get("checked") is True), text)
    if block is None or now not in {told["was"], told["becomes"]}:
        raise OutcomeUnknown(_UNKNOWN)
    return now == told["becomes"]


async def _stands_behind(notion: Notion, told: dict[str, Any]) -> bool:
    try:
        found = [one async for part in notion.children(told["parent"]) for one in part.results]
    except ToolFailed as error:
        raise OutcomeUnknown(_UNKNOWN) from error
    ids = [one.id for one in found]
    if told["of"][0] not in ids:
        raise OutcomeUnknown(_UNKNOWN)
    behind = found[ids.index(told["of"][0]) + 1 :]
    if (behind[0].id if behind else "") == told["was"]:
        return False
    said = (part for one in behind[: told["size"]] for part in text_of(one))
    if digest(*said) != told["becomes"]:
        raise OutcomeUnknown(_UNKNOWN)
    return True
