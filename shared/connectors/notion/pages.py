"""A person's Notion behind the Pages port."""

import re
from datetime import UTC, datetime

from shared.connectors.notion import changing, writing
from shared.connectors.notion.client import Notion
from shared.connectors.notion.markdown import markdown
from shared.connectors.notion.properties import UNTITLED, fields_of, saying, title_of
from shared.connectors.notion.reading import as_tables, outline, rows_as_table
from shared.connectors.notion.wire import Entry, plain
from shared.connectors.rest import NotThere
from shared.errors import ToolFailed
from shared.tools.effect import Effect
from shared.workspace.pages.port import Page, PageEntry, Written

MOST_DATABASES = 5
"""Those changed last; only their rows are searched for what their fields say."""
LONGEST_TEXT = 100_000
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
_ID = re.compile(r"[0-9a-f]{32}$")


class NotionPages:
    """One person's pages: those they shared with this app. A data source counts as a page."""

    def __init__(self, notion: Notion) -> None:
        self._notion = notion

    async def search(self, text: str, limit: int) -> tuple[PageEntry, ...]:
        """Return pages that say `text` in their title or fields, those changed last first."""
        if limit < 1:
            return ()
        text = text.strip()
        found = {entry.id: entry for entry in await self._notion.search(text, limit)}
        parents: dict[str, str] = {}
        if text:
            databases = await self._notion.search("", MOST_DATABASES, tables_only=True)
            parents = {database.id: title_of(database) for database in databases}
            for database in databases:
                found |= {row.id: row for row in await self._rows_saying(text, database, limit)}
        newest = sorted(found.values(), key=lambda e: e.last_edited_time or _LONG_AGO, reverse=True)
        return tuple(
            as_entry(entry, parents.get(entry.parent.data_source_id, ""))
            for entry in newest[:limit]
        )

    async def read(self, page_id: str) -> Page:
        """Return a page; of a data source or database, its rows."""
        wanted = _id_in(page_id)
        try:
            found = await self._notion.page(wanted)
        except NotThere:
            return await self._read_table(wanted)
        nodes, cut = await outline(self._notion, found.id)
        return await self._page(found, markdown(nodes), cut=cut)

    async def _read_table(self, table_id: str) -> Page:
        try:
            found = await self._notion.source(table_id)
        except NotThere:
            return await self._read_database(table_id)
        rows, cut = await rows_as_table(self._notion, found.id)
        return await self._page(found, rows, cut=cut)

    async def _read_database(self, database_id: str) -> Page:
        try:
            found = await self._notion.database(database_id)
        except NotThere as error:
            raise _no_page() from error
        text, cut = await as_tables(self._notion, found)
        entry = PageEntry(
            id=found.id,
            title=plain(found.title).strip() or UNTITLED,
            updated_at=found.last_edited_time,
            link=found.url,
        )
        return Page(entry=entry, text=text[:LONGEST_TEXT], cut=cut or len(text) > LONGEST_TEXT)

    async def append(self, page_id: str, text: str, effect: Effect) -> Written:
        """Add text at the end of a page."""
        found = await self._notion.page(_id_in(page_id))
        blocks = await writing.append(self._notion, found.id, text, effect)
        return Written(entry=as_entry(found, ""), blocks=blocks)

    async def change(self, page_id: str, passage: str, becomes: str, effect: Effect) -> Written:
        """Let a passage of a page read otherwise."""
        found = await self._notion.page(_id_in(page_id))
        await changing.change(self._notion, found.id, passage, becomes, effect)
        return Written(entry=as_entry(found, ""))

    async def create(self, parent: PageEntry, title: str, text: str, effect: Effect) -> Written:
        """Make a page below another one, or as a row of a data source."""
        make = writing.create_row if parent.table else writing.create_below
        made = await make(self._notion, _id_in(parent.id), title, text, effect)
        return Written(entry=as_entry(made, parent.title))

    async def _page(self, found: Entry, text: str, *, cut: bool) -> Page:
        return Page(
            entry=as_entry(found, await self._parent(found)),
            text=text[:LONGEST_TEXT],
            cut=cut or len(text) > LONGEST_TEXT,
        )

    async def _parent(self, entry: Entry) -> str:
        """Return what the page is part of; "" for none, or one that was not shared."""
        parent = entry.parent
        try:
            if parent.data_source_id:
                return title_of(await self._notion.source(_id_in(parent.data_source_id)))
            if parent.page_id:
                return title_of(await self._notion.page(_id_in(parent.page_id)))
        except ToolFailed:  # the page itself can be read
            pass
        return ""

    async def _rows_saying(self, text: str, database: Entry, limit: int) -> list[Entry]:
        wanted = saying(text, database)
        if wanted is None:
            return []
        try:
            rows, _ = await self._notion.rows(database.id, limit, wanted)
        except NotThere:  # shared no longer, though search still knows it
            return []
        return rows


def as_entry(entry: Entry, parent: str) -> PageEntry:
    """Return a page or data source in the product's words."""
    return PageEntry(
        id=entry.id,
        title=title_of(entry),
        parent=parent,
        updated_at=entry.last_edited_time,
        properties=fields_of(entry),
        link=entry.url,
        table=entry.is_table,
    )


def _id_in(page: str) -> str:
    """Return the id that an id or an address of a page ends in."""
    path = re.split(r"[?#]", page.strip(), maxsplit=1)[0]
    found = _ID.search(path.replace("-", "").casefold())
    if found is None:
        raise _no_page()
    return found[0]


def _no_page() -> NotThere:
    return NotThere("Notion has no such page, or it was not shared with this app.")
