"""Reading a page's blocks: level by level, with a bound on how much."""

from dataclasses import dataclass, field

from shared.connectors.notion.client import Notion
from shared.connectors.notion.markdown import Node, table
from shared.connectors.notion.properties import fields_of, title_of
from shared.connectors.notion.wire import Block, Database, Entry
from shared.connectors.rest import NotThere
from shared.tools.gathering import each

DEPTH = 3
MOST_BLOCKS = 1_000
MOST_LISTS = 40
"""Blocks whose insides are read; Notion takes three requests a second."""
MOST_DATABASES = 3
MOST_ROWS = 50
AT_ONCE = 3

_LAYOUT = frozenset({"column", "column_list", "synced_block", "table"})
"""Blocks that only arrange others: being in them is no depth."""
_ELSEWHERE = frozenset({"child_database", "child_page"})
"""Blocks whose insides are pages of their own."""


@dataclass
class _Outline:
    """What was read so far: the blocks directly in each, by its id."""

    inside: dict[str, list[Block]] = field(default_factory=dict[str, list[Block]])
    tables: dict[str, str] = field(default_factory=dict[str, str])
    cut: bool = False

    @property
    def blocks(self) -> int:
        return sum(map(len, self.inside.values()))


async def outline(notion: Notion, page_id: str) -> tuple[tuple[Node, ...], bool]:
    """Return a page's blocks, and whether some were left out."""
    read = _Outline()

    async def list_children(block_id: str) -> None:
        await _children(notion, block_id, read)

    level: dict[str, int] = {page_id: 1}
    while level:
        await each(list_children, level, AT_ONCE)
        deeper: dict[str, int] = {
            block.id: depth if block.type in _LAYOUT else depth + 1
            for parent, depth in level.items()
            for block in read.inside.get(parent, [])
            if block.has_children and block.type not in _ELSEWHERE and block.id not in read.inside
        }
        allowed = [block_id for block_id, depth in deeper.items() if depth <= DEPTH]
        room = max(0, MOST_LISTS - len(read.inside))
        level = {block_id: deeper[block_id] for block_id in allowed[:room]}
        read.cut = read.cut or len(level) < len(deeper)
    await _databases(notion, read)
    return _nodes(page_id, read), read.cut


async def rows_as_table(notion: Notion, source_id: str) -> tuple[str, bool]:
    """Return a data source's rows, and whether some were left out."""
    rows, more = await notion.rows(source_id, MOST_ROWS)
    return table(_lines(rows)), more


async def as_tables(notion: Notion, database: Database) -> tuple[str, bool]:
    """Return the rows of a database, by data source where it has several, and whether all."""
    sources = database.data_sources
    parts: list[str] = []
    cut = len(sources) > MOST_DATABASES
    for source in sources[:MOST_DATABASES]:
        rows, more = await rows_as_table(notion, source.id)
        parts.append(f"**{source.name}**\n\n{rows}" if len(sources) > 1 else rows)
        cut = cut or more
    return "\n\n".join(parts), cut


async def _children(notion: Notion, block_id: str, read: _Outline) -> None:
    found = read.inside.setdefault(block_id, [])
    more = False
    async for page in notion.children(block_id):
        room = MOST_BLOCKS - read.blocks
        found += page.results[:room]
        more = bool(page.next_cursor) or len(page.results) > room
        if read.blocks == MOST_BLOCKS:
            break
    read.cut = read.cut or more


async def _databases(notion: Notion, read: _Outline) -> None:
    found = [b.id for blocks in read.inside.values() for b in blocks if b.type == "child_database"]
    read.cut = read.cut or len(found) > MOST_DATABASES
    for block_id in found[:MOST_DATABASES]:
        try:
            database = await notion.database(block_id)
            read.tables[block_id], more = await as_tables(notion, database)
        except NotThere:  # a view of a database that lies elsewhere
            continue
        read.cut = read.cut or more


def _nodes(block_id: str, read: _Outline) -> tuple[Node, ...]:
    return tuple(
        Node(block, _nodes(block.id, read), read.tables.get(block.id, ""))
        for block in read.inside.pop(block_id, [])
    )


def _lines(rows: list[Entry]) -> list[list[str]]:
    """Return a heading and a line for each row; columns that are empty everywhere are left out."""
    fields = [dict(fields_of(row)) for row in rows]
    names = list(dict.fromkeys(name for row in fields for name in row))
    lines = [
        [title_of(row), *(said.get(name, "") for name in names)]
        for row, said in zip(rows, fields, strict=True)
    ]
    return [["Title", *names], *lines] if lines else []
