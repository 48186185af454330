"""Adding text to pages and making pages, each at most once.

Notion keeps nothing that says which effect made something. What a page ended with is noted before,
and what stands after it then tells what became of an earlier attempt.
"""

from collections.abc import Sequence

from shared.connectors.notion.blocks import blocks_of, pieces
from shared.connectors.notion.client import Notion
from shared.connectors.notion.wire import Block, Entry, plain, rich_text
from shared.connectors.rest import as_list, as_object
from shared.errors import ToolFailed
from shared.models.base import Json
from shared.tools.effect import Effect, OutcomeUnknown

_NOTHING = "-"
"""What is noted of a page that is empty."""
_UNKNOWN = "Notion cannot tell whether {}."


async def append(notion: Notion, page_id: str, text: str, effect: Effect) -> tuple[str, ...]:
    """Add text at the end of a page, and return the ids of its blocks."""
    blocks, unclear = blocks_of(text), _UNKNOWN.format("the text was added")
    if effect.again and effect.handle:
        after = await _after(notion, page_id, effect.handle, unclear)
        if after:
            return _ids(after, blocks, unclear)
        last = effect.handle
    else:
        last = await _last(notion, page_id)
        await effect.note(last)
    try:
        return tuple(block.id for block in (await notion.append(page_id, [*blocks])).results)
    except OutcomeUnknown:
        return _ids(await _after(notion, page_id, last, unclear), blocks, unclear)


async def create_below(
    notion: Notion, page_id: str, title: str, text: str, effect: Effect
) -> Entry:
    """Make a page below another one; it is a block at the end of that."""
    unclear = _UNKNOWN.format("the page was made")
    parent: Json = {"type": "page_id", "page_id": page_id}
    if effect.again and effect.handle:
        after = await _after(notion, page_id, effect.handle, unclear)
        if after:
            return await _made(notion, after, title, unclear)
        last = effect.handle
    else:
        last = await _last(notion, page_id)
        await effect.note(last)
    try:
        return await notion.create(parent, titled(title), [*blocks_of(text)])
    except OutcomeUnknown:
        return await _made(notion, await _after(notion, page_id, last, unclear), title, unclear)


async def create_row(
    notion: Notion, source_id: str, title: str, text: str, effect: Effect
) -> Entry:
    """Make a page as a row of a data source; one that is lost cannot be found by anything."""
    if effect.again and effect.handle:
        raise OutcomeUnknown(_UNKNOWN.format("the page was made"))
    await effect.note(_NOTHING)
    parent: Json = {"type": "data_source_id", "data_source_id": source_id}
    try:
        return await notion.create(parent, titled(title), [*blocks_of(text)])
    except OutcomeUnknown:
        raise
    except ToolFailed:  # it surely was not made, so another attempt may
        await effect.note("")
        raise


def titled(title: str) -> Json:
    """Return a title as a property's value."""
    return {"title": pieces(title)}


async def _last(notion: Notion, page_id: str) -> str:
    found = await _children(notion, page_id)
    return found[-1].id if found else _NOTHING


async def _children(notion: Notion, page_id: str) -> list[Block]:
    return [block async for part in notion.children(page_id) for block in part.results]


async def _after(notion: Notion, page_id: str, last: str, unclear: str) -> list[Block]:
    """Return the blocks after the one that was the last; raise OutcomeUnknown if it is gone."""
    try:
        found = await _children(notion, page_id)
    except ToolFailed as error:
        raise OutcomeUnknown(unclear) from error
    ids = [block.id for block in found]
    if last != _NOTHING and last not in ids:
        raise OutcomeUnknown(unclear)
    return found[ids.index(last) + 1 :] if last != _NOTHING else found


def _ids(
    after: Sequence[Block], blocks: Sequence[dict[str, Json]], unclear: str
) -> tuple[str, ...]:
    """Return the ids of the blocks that were added, if these are they."""
    there = [text_of(block) for block in after]
    if there[: len(blocks)] != [said_by(block) for block in blocks]:
        raise OutcomeUnknown(unclear)
    return tuple(block.id for block in after[: len(blocks)])


def text_of(block: Block) -> tuple[str, str]:
    """Return the kind of a block that is there, and its words."""
    return block.type, plain(rich_text(block.content.get("rich_text")))


def said_by(block: dict[str, Json]) -> tuple[str, str]:
    """Return the same of one that is to be added."""
    kind = str(block["type"])
    texts = as_list(as_object(block[kind]).get("rich_text"))
    return kind, "".join(str(as_object(as_object(one)["text"])["content"]) for one in texts)


async def _made(notion: Notion, after: Sequence[Block], title: str, unclear: str) -> Entry:
    for block in after:
        if block.type == "child_page" and block.content.get("title") == title:
            return await notion.page(block.id)
    raise OutcomeUnknown(unclear)
