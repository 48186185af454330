"""The sandbox's pages behind the Pages port."""

from datetime import datetime

from shared.connectors.folding import says
from shared.connectors.sandbox.days import dated, in_order
from shared.connectors.sandbox.markdown import edited
from shared.connectors.sandbox.records import PageRecord
from shared.connectors.sandbox.store import SandboxStore, Stored, fresh
from shared.storage.rows import Write
from shared.tools.effect import Effect
from shared.workspace.pages.port import Page, PageEntry, Written


class SandboxPages:
    """One person's pages."""

    def __init__(self, store: SandboxStore) -> None:
        self._store = store

    async def search(self, text: str, limit: int) -> tuple[PageEntry, ...]:
        """Return pages that say `text` in their title or fields, those changed last first."""
        now = self._store.now()
        rows = await self._store.all("page", PageRecord)
        pages = sorted(rows, key=lambda row: (_changed(row.record, now), row.key), reverse=True)
        entries = [_entry(row.record, now) for row in pages]
        found = [entry for entry in entries if says(text, *_texts(entry))]
        return tuple(found[: max(limit, 0)])

    async def read(self, page_id: str) -> Page:
        """Return a page."""
        found, now = await self._found(page_id), self._store.now()
        return Page(entry=_entry(found.record, now), text=dated(found.record.text, now))

    async def append(self, page_id: str, text: str, effect: Effect) -> Written:
        """Add text at the end of a page."""

        async def change() -> tuple[list[Write], Written]:
            found, now = await self._found(page_id), self._store.now()
            before = dated(found.record.text, now).rstrip()
            settled = _entry(found.record, now).model_copy(update={"updated_at": now})
            whole = f"{before}\n\n{text.strip()}\n".lstrip()
            after = PageRecord(entry=settled, at=now, text=whole)
            return [found.written(after)], Written(entry=settled, blocks=(effect.id,))

        return await self._store.once(effect, Written, change)

    async def change(self, page_id: str, passage: str, becomes: str, effect: Effect) -> Written:
        """Let a passage of a page read otherwise."""

        async def change() -> tuple[list[Write], Written]:
            found, now = await self._found(page_id), self._store.now()
            settled = _entry(found.record, now).model_copy(update={"updated_at": now})
            text = edited(dated(found.record.text, now), passage, becomes)
            after = PageRecord(entry=settled, at=now, text=text)
            return [found.written(after)], Written(entry=settled)

        return await self._store.once(effect, Written, change)

    async def create(self, parent: PageEntry, title: str, text: str, effect: Effect) -> Written:
        """Make a page in another one."""

        async def change() -> tuple[list[Write], Written]:
            found, now = await self._found(parent.id), self._store.now()
            above = found.record.entry.title
            entry = PageEntry(id=effect.id, title=title, parent=above, updated_at=now)
            record = PageRecord(entry=entry, at=now, text=text)
            return [fresh("page", entry.id, record).written(record)], Written(entry=entry)

        return await self._store.once(effect, Written, change)

    async def _found(self, page_id: str) -> Stored[PageRecord]:
        return await self._store.get("page", page_id, PageRecord, "page")


def _changed(record: PageRecord, now: datetime) -> datetime:
    return in_order([record.at], now)[0]


def _entry(record: PageRecord, now: datetime) -> PageEntry:
    properties = tuple((name, dated(value, now)) for name, value in record.entry.properties)
    update = {"properties": properties, "updated_at": _changed(record, now)}
    return record.entry.model_copy(update=update)


def _texts(entry: PageEntry) -> tuple[str, ...]:
    fields = (text for field in entry.properties for text in field)
    return (entry.title, entry.parent, *fields)
