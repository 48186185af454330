"""Pages of a knowledge base in the product's own words, and the port to them."""

from datetime import datetime
from typing import Protocol

from shared.models.base import Payload
from shared.tools.effect import Effect


class PageEntry(Payload):
    """A page as a list shows it. `properties` are its fields by name, e.g. a project's status."""

    id: str
    title: str
    parent: str = ""
    updated_at: datetime | None = None
    properties: tuple[tuple[str, str], ...] = ()
    link: str = ""
    table: bool = False
    """Whether pages in it are rows, with the same fields."""


class Page(Payload):
    """A page with its text (Markdown)."""

    entry: PageEntry
    text: str
    cut: bool = False
    """Whether there is more text than this."""


class Written(Payload):
    """A page that was made or added to, and the ids of what was added to it."""

    entry: PageEntry
    blocks: tuple[str, ...] = ()


class Pages(Protocol):
    """A person's pages. Every method may raise ToolFailed (kind "params": no such page).

    `append`, `change` and `create` make their change at most once for each `effect.id`, and return
    the same again when repeated; they raise OutcomeUnknown when they cannot tell whether it was
    made.
    """

    async def search(self, text: str, limit: int) -> tuple[PageEntry, ...]:
        """Return pages that say `text` in their title or fields, those changed last first."""
        ...

    async def read(self, page_id: str) -> Page:
        """Return a page."""
        ...

    async def append(self, page_id: str, text: str, effect: Effect) -> Written:
        """Add text (Markdown) at the end of a page."""
        ...

    async def change(self, page_id: str, passage: str, becomes: str, effect: Effect) -> Written:
        """Let a passage of a page read otherwise (both as in `passages`); "" takes it out.

        Raise ToolFailed (kind "params") where it is not there exactly once, or this cannot be done.
        """
        ...

    async def create(self, parent: PageEntry, title: str, text: str, effect: Effect) -> Written:
        """Make a page in another one; of that, its id and whether it is a table count."""
        ...
