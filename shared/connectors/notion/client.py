"""Requests to Notion."""

from collections.abc import AsyncIterator, Mapping
from typing import Any, TypeVar

from shared.connectors.notion.wire import (
    Block,
    Blocks,
    Database,
    Entries,
    Entry,
    Listed,
    Me,
    parsed,
)
from shared.connectors.rest import Request, Rest
from shared.connectors.wire import made
from shared.models.base import Json

VERSION = "2025-09-03"
"""Of the API: the first that reads databases of several data sources."""
LONGEST_PAGE = 100
MOST_PAGES = 20

L = TypeVar("L", bound=Listed)


class Notion:
    """One account. Every method may raise ToolFailed as `Rest.read` does."""

    def __init__(self, rest: Rest) -> None:
        self._rest = rest

    async def me(self) -> Me:
        """Return who the token stands for."""
        return parsed(Me, await self._read("GET", "/v1/users/me"))

    async def page(self, page_id: str) -> Entry:
        """Return a page without its text."""
        return parsed(Entry, await self._read("GET", f"/v1/pages/{page_id}"))

    async def source(self, source_id: str) -> Entry:
        """Return a data source without its rows."""
        return parsed(Entry, await self._read("GET", f"/v1/data_sources/{source_id}"))

    async def database(self, database_id: str) -> Database:
        """Return a database: which data sources it has."""
        return parsed(Database, await self._read("GET", f"/v1/databases/{database_id}"))

    async def search(self, text: str, most: int, *, tables_only: bool = False) -> list[Entry]:
        """Return what has `text` in its title ("" is everything), changed last first."""
        body: dict[str, Json] = {
            "sort": {"direction": "descending", "timestamp": "last_edited_time"}
        }
        if text:
            body["query"] = text
        if tables_only:
            body["filter"] = {"property": "object", "value": "data_source"}
        found, _ = await self._entries("/v1/search", body, most)
        return found

    async def rows(
        self, source_id: str, most: int, wanted: Mapping[str, Any] | None = None
    ) -> tuple[list[Entry], bool]:
        """Return a data source's rows, changed last first, and whether there are more."""
        body: dict[str, Json] = {
            "sorts": [{"timestamp": "last_edited_time", "direction": "descending"}]
        }
        if wanted is not None:
            body["filter"] = wanted
        return await self._entries(f"/v1/data_sources/{source_id}/query", body, most)

    async def children(self, block_id: str) -> AsyncIterator[Blocks]:
        """Return the blocks directly in a page or block, in parts."""
        cursor: dict[str, str] = {}
        for _ in range(MOST_PAGES):
            answer = await self._read(
                "GET",
                f"/v1/blocks/{block_id}/children",
                params={"page_size": LONGEST_PAGE, **cursor},
            )
            page = parsed(Blocks, answer)
            yield page
            if not page.next_cursor:
                return
            cursor = {"start_cursor": page.next_cursor}

    async def block(self, block_id: str) -> Block:
        """Return a block, also one in the trash."""
        return parsed(Block, await self._read("GET", f"/v1/blocks/{block_id}"))

    async def append(self, block_id: str, blocks: Json, after: str = "") -> Blocks:
        """Add blocks at the end of a page or block, or `after` one in it, at most once.

        Raise as `Rest.change` does.
        """
        path = f"/v1/blocks/{block_id}/children"
        body: dict[str, Json] = {"children": blocks, **({"after": after} if after else {})}
        return made(Blocks, await self._change("PATCH", path, body), "Notion")

    async def update(self, block_id: str, content: Json) -> None:
        """Change what a block says: by its type, its text or whether it is ticked."""
        await self._change("PATCH", f"/v1/blocks/{block_id}", content)

    async def remove(self, block_id: str) -> None:
        """Put a block into the trash, with all that is in it."""
        await self._change("DELETE", f"/v1/blocks/{block_id}", None)

    async def create(self, parent: Json, title: Json, blocks: Json) -> Entry:
        """Make a page, at most once; "title" stands for the title whatever it is called there."""
        body: Json = {"parent": parent, "properties": {"title": title}, "children": blocks}
        return made(Entry, await self._change("POST", "/v1/pages", body), "Notion")

    async def _change(self, method: str, path: str, json: Json) -> Json:
        headers = {"Notion-Version": VERSION}
        return await self._rest.change(Request(method, path, json=json, headers=headers))

    async def _entries(
        self, path: str, body: Mapping[str, Json], most: int
    ) -> tuple[list[Entry], bool]:
        found: list[Entry] = []
        cursor: dict[str, str] = {}
        for _ in range(MOST_PAGES):
            size = min(LONGEST_PAGE, most - len(found))
            answer = await self._read("POST", path, json={**body, "page_size": size, **cursor})
            page = parsed(Entries, answer)
            found += page.results
            if not page.next_cursor:
                return found[:most], len(found) > most
            if len(found) >= most:
                break
            cursor = {"start_cursor": page.next_cursor}
        return found[:most], True

    async def _read(
        self,
        method: str,
        path: str,
        params: Mapping[str, str | int | bool | list[str]] | None = None,
        json: Json = None,
    ) -> Json:
        headers = {"Notion-Version": VERSION}
        return await self._rest.read(
            Request(method, path, params=params or {}, json=json, headers=headers)
        )
