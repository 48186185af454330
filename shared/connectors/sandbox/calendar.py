"""The sandbox's calendar behind the Calendar port."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import islice

from shared.connectors.folding import says
from shared.connectors.sandbox.availability import busy_times
from shared.connectors.sandbox.occurrences import (
    Occurrence,
    changed,
    changed_series,
    check_times,
    event_of,
    events_of,
    invited,
    move_of,
    occurrences,
    planned_event,
)
from shared.connectors.sandbox.records import (
    BookedRecord,
    ColleagueRecord,
    Done,
    PlannedRecord,
    SeriesRecord,
    part_of,
)
from shared.connectors.sandbox.recurrence import parse
from shared.connectors.sandbox.store import SandboxStore, fresh
from shared.errors import ToolFailed
from shared.models.profile import CalendarSettings
from shared.storage.rows import Write
from shared.tools.effect import Effect
from shared.workspace.calendar.port import Event, EventChange, FreeBusy, NewEvent, Response, Scope

_EVER = datetime.max.replace(tzinfo=UTC)


class SandboxCalendar:
    """One person's calendar, and when their colleagues are busy."""

    def __init__(self, store: SandboxStore) -> None:
        self._store = store

    async def events(
        self, start: datetime, end: datetime, text: str = "", limit: int = 250
    ) -> tuple[Event, ...]:
        """Return occurrences that overlap a time, earliest first, all of them saying `text`."""
        found = [each.event for each in await self._between(start, end)]
        return tuple(event for event in found if says(text, *_texts(event)))[: max(limit, 0)]

    async def get(self, event_id: str) -> Event:
        """Return one occurrence."""
        return (await self._found(event_id)).event

    async def create(self, event: NewEvent, effect: Effect) -> Event:
        """Make an event; a recurring one returns its first occurrence."""

        async def change() -> tuple[list[Write], Event]:
            check_times(event.starts_at, event.ends_at)
            new = event.model_copy(update={"attendees": invited(event.attendees)})
            if new.recurrence:
                return self._made_series(new, effect)
            made = event_of(new, effect.id)
            record = BookedRecord(id=made.id, event=made)
            return [fresh("meeting", made.id, record).written(record)], made

        return await self._store.once(effect, Event, change)

    async def update(
        self, event_id: str, change: EventChange, effect: Effect, scope: Scope = "this"
    ) -> Event:
        """Change an occurrence or the whole of its series."""

        async def apply() -> tuple[list[Write], Event]:
            found = await self._found(event_id)
            if not found.event.mine:
                raise ToolFailed("Only its organiser can change that meeting.", "permission")
            move = move_of(found.event, change)
            after = changed(found.event, change, move)
            if scope == "this" or not after.series:
                return _booked(found, after), after
            writes: list[Write] = []
            for each in await self._written_out(after.series):
                writes += _booked(each, changed(each.event, change, move))
            if found.rule:
                series = changed_series(found.rule.record, change, move)
                writes.append(found.rule.written(series))
                after = after.model_copy(update={"recurrence": series.event.recurrence})
            return writes, after

        return await self._store.once(effect, Event, apply)

    async def delete(self, event_id: str, effect: Effect, scope: Scope = "this") -> None:
        """Remove an occurrence or the whole of its series; gone already is done."""

        async def change() -> tuple[list[Write], Done]:
            try:
                found = await self._found(event_id)
            except ToolFailed:
                return [], Done()
            if scope == "this" or not found.event.series:
                return _removed(found), Done()
            return await self._removed_series(found), Done()

        await self._store.once(effect, Done, change)

    async def respond(
        self, event_id: str, response: Response, comment: str, effect: Effect
    ) -> Event:
        """Answer an invitation."""

        async def change() -> tuple[list[Write], Event]:
            found = await self._found(event_id)
            if found.event.mine:
                raise ToolFailed("That meeting is your own: there is nothing to answer.", "params")
            after = found.event.model_copy(update={"response": response})
            return _booked(found, after, comment), after

        return await self._store.once(effect, Event, change)

    async def free_busy(self, people: Sequence[str], start: datetime, end: datetime) -> FreeBusy:
        """Return when these addresses are busy; those outside the organisation are unknown."""
        meetings = await self._between(start, end)
        visible = {contact.email.casefold() for contact in await self._store.contacts()}
        weeks = [row.record for row in await self._store.all("colleague", ColleagueRecord)]
        return busy_times(people, start, end, meetings, visible, weeks)

    async def settings(self) -> CalendarSettings:
        """Return nothing: the demo calendar is in no zone of its own."""
        return CalendarSettings()

    async def _between(self, start: datetime, end: datetime) -> list[Occurrence]:
        everything = await self._everything(end)
        found = [
            each
            for each in everything.values()
            if each.event.starts_at < end and each.event.ends_at > start
        ]
        return sorted(found, key=lambda each: (each.event.starts_at, each.event.id))

    async def _everything(self, until: datetime) -> dict[str, Occurrence]:
        # In this order: what moves from one to the other meanwhile is seen twice, not never.
        planned = await self._store.all("planned", PlannedRecord)
        series = await self._store.all("series", SeriesRecord)
        booked = await self._store.all("meeting", BookedRecord)
        return occurrences(planned, booked, series, until, self._store.now())

    async def _found(self, event_id: str) -> Occurrence:
        series_id, number = part_of(event_id)
        planned = await self._store.find("planned", event_id, PlannedRecord)
        rule = await self._store.find("series", series_id, SeriesRecord)
        booked = await self._store.find("meeting", event_id, BookedRecord)
        if booked and booked.record.event:
            return Occurrence(booked.record.event, booked.record.free, None, booked, rule)
        if planned:
            event = planned_event(planned.record, self._store.now())
            return Occurrence(event, planned.record.free, planned)
        if rule and number and not booked:
            counted = events_of(rule.record, _EVER)
            if event := next(islice(counted, number - 1, None), None):
                return Occurrence(event, rule=rule)
        raise ToolFailed("There is no such event; it may have been deleted.", "params")

    async def _written_out(self, series: str) -> list[Occurrence]:
        """Return the occurrences of a series that have rows of their own."""
        everything = await self._everything(self._store.now())
        return [
            each
            for each in everything.values()
            if each.event.series == series and (each.planned or each.booked)
        ]

    async def _removed_series(self, found: Occurrence) -> list[Write]:
        booked = await self._store.all("meeting", BookedRecord)
        planned = await self._store.all("planned", PlannedRecord)
        rows = [row for row in (*booked, *planned) if _series_of(row.record) == found.event.series]
        return [row.removed() for row in (*rows, *([found.rule] if found.rule else []))]

    def _made_series(self, new: NewEvent, effect: Effect) -> tuple[list[Write], Event]:
        parse(new.recurrence)
        record = SeriesRecord(id=effect.id, event=new)
        first = next(events_of(record, _EVER), None)
        if first is None:
            raise ToolFailed("That recurrence never happens.", "params")
        return [fresh("series", record.id, record).written(record)], first


def _texts(event: Event) -> tuple[str, ...]:
    people = [text for each in event.attendees for text in (each.name, each.email)]
    return (event.title, event.location, event.notes, event.organizer, *people)


def _booked(found: Occurrence, event: Event, comment: str = "") -> list[Write]:
    record = BookedRecord(id=event.id, event=event, free=found.free, comment=comment)
    if found.booked:
        return [found.booked.written(record)]
    kept = fresh("meeting", event.id, record).written(record)
    return [kept, found.planned.removed()] if found.planned else [kept]


def _removed(found: Occurrence) -> list[Write]:
    if found.rule:
        gone = BookedRecord(id=found.event.id, event=None)
        return [(found.booked or fresh("meeting", gone.id, gone)).written(gone)]
    return [row.removed() for row in (found.planned, found.booked) if row]


def _series_of(record: BookedRecord | PlannedRecord) -> str:
    if isinstance(record, PlannedRecord):
        return record.series
    return record.event.series if record.event else part_of(record.id)[0]
