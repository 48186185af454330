"""The sandbox's pages behind the Pages port."""

from datetime import datetime

from shared.connectors.folding import says
from shared.connectors.sandbox.days import dated, past
from shared.connectors.sandbox.records import PageRecord
from shared.connectors.sandbox.store import SandboxStore
from shared.errors import ToolFailed
from shared.tools.pages.port import Page, PageEntry


class SandboxPages:
    """One person's pages."""

    def __init__(self, store: SandboxStore) -> None:
        self._store = store

    async def search(self, text: str, limit: int) -> tuple[PageEntry, ...]:
        """Return pages that say `text` in their title or fields, those changed last first."""
        now = self._store.now()
        rows = await self._store.all("page", PageRecord)
        pages = sorted(rows, key=lambda row: (past(row.record.at, now), row.key), reverse=True)
        entries = [_entry(row.record, now) for row in pages]
        found = [entry for entry in entries if says(text, *_texts(entry))]
        return tuple(found[: max(limit, 0)])

    async def read(self, page_id: str) -> Page:
        """Return a page."""
        found = await self._store.find("page", page_id, PageRecord)
        if found is None:
            raise ToolFailed("There is no such page.", "params")
        now = self._store.now()
        return Page(entry=_entry(found.record, now), text=dated(found.record.text, now))


def _entry(record: PageRecord, now: datetime) -> PageEntry:
    properties = tuple((name, dated(value, now)) for name, value in record.entry.properties)
    update = {"properties": properties, "updated_at": past(record.at, now)}
    return record.entry.model_copy(update=update)


def _texts(entry: PageEntry) -> tuple[str, ...]:
    fields = (text for field in entry.properties for text in field)
    return (entry.title, entry.parent, *fields)
