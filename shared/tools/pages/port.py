"""Pages of a knowledge base in the product's own words, and the port to them."""

from datetime import datetime
from typing import Protocol

from shared.models.base import Payload


class PageEntry(Payload):
    """A page as a list shows it. `properties` are its fields by name, e.g. a project's status."""

    id: str
    title: str
    parent: str = ""
    updated_at: datetime | None = None
    properties: tuple[tuple[str, str], ...] = ()
    link: str = ""


class Page(Payload):
    """A page with its text (Markdown)."""

    entry: PageEntry
    text: str
    cut: bool = False
    """Whether there is more text than this."""


class Pages(Protocol):
    """A person's pages. Every method may raise ToolFailed (kind "params": no such page)."""

    async def search(self, text: str, limit: int) -> tuple[PageEntry, ...]:
        """Return pages that say `text` in their title or fields, those changed last first."""
        ...

    async def read(self, page_id: str) -> Page:
        """Return a page."""
        ...
