"""Turns what is stored of a calendar into occurrences, and says what a change makes of one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from shared.connectors.sandbox.days import dated, in_week
from shared.connectors.sandbox.records import (
    OWNER,
    BookedRecord,
    PlannedRecord,
    SeriesRecord,
    part_of,
)
from shared.connectors.sandbox.recurrence import moved, parse
from shared.connectors.sandbox.store import Stored
from shared.english.counting import days
from shared.errors import ToolFailed
from shared.workspace.calendar.port import Attendee, Event, EventChange, NewEvent


@dataclass(frozen=True)
class Occurrence:
    """An event as it is kept. `planned` and `booked` are its rows, `rule` that of its series."""

    event: Event
    free: bool = False
    planned: Stored[PlannedRecord] | None = None
    booked: Stored[BookedRecord] | None = None
    rule: Stored[SeriesRecord] | None = None


def occurrences(
    planned: Sequence[Stored[PlannedRecord]],
    booked: Sequence[Stored[BookedRecord]],
    series: Sequence[Stored[SeriesRecord]],
    until: datetime,
    now: datetime,
) -> dict[str, Occurrence]:
    """Return everything that starts before `until`, by id; of a series, as far as counted.

    What was changed one by one counts, whenever it starts.
    """
    found: dict[str, Occurrence] = {}
    for row in planned:
        event = planned_event(row.record, now)
        found[event.id] = Occurrence(event, free=row.record.free, planned=row)
    for row in series:
        for event in events_of(row.record, until):
            found[event.id] = Occurrence(event, rule=row)
    rules = {row.record.id: row for row in series}
    for row in booked:
        event, rule = row.record.event, rules.get(part_of(row.record.id)[0])
        if event is None:
            found.pop(row.record.id, None)
        else:
            found[event.id] = Occurrence(event, free=row.record.free, booked=row, rule=rule)
    return found


def planned_event(record: PlannedRecord, now: datetime) -> Event:
    """Return the demo calendar's occurrence with the dates it has now."""

    def at(value: time | None) -> datetime:
        return in_week(record.week, record.weekday, value or time(), now)

    all_day = record.start is None
    return Event(
        id=record.id,
        series=record.series,
        title=record.title,
        starts_at=at(record.start),
        ends_at=at(None) + timedelta(days=1) if all_day else at(record.end),
        all_day=all_day,
        location=record.location,
        notes=dated(record.notes, now),
        organizer=record.organizer or OWNER.email,
        mine=not record.organizer,
        response=record.response,
        attendees=record.attendees,
        recurrence=record.recurrence,
        free=record.free,
    )


def events_of(record: SeriesRecord, until: datetime) -> Iterator[Event]:
    """Return the occurrences of a series that start before then, in order."""
    new = record.event
    zone = ZoneInfo(new.time_zone)
    first, last = (at.astimezone(zone).replace(tzinfo=None) for at in (new.starts_at, new.ends_at))
    for number, day in enumerate(days(parse(new.recurrence), first.date()), 1):
        start = datetime.combine(day, first.time())
        starts_at, ends_at = (
            at.replace(tzinfo=zone).astimezone(UTC) for at in (start, start + (last - first))
        )
        if starts_at >= until:
            return
        yield event_of(new, f"{record.id}.{number}", record.id).model_copy(
            update={"starts_at": starts_at, "ends_at": ends_at}
        )


def event_of(new: NewEvent, event_id: str, series: str = "") -> Event:
    """Return a new event as one in the owner's calendar."""
    return Event(
        id=event_id,
        series=series,
        organizer=OWNER.email,
        **{name: getattr(new, name) for name in NewEvent.model_fields},
    )


@dataclass(frozen=True)
class Move:
    """How times change: everything is shifted, and lasts `length` unless that stays as it is."""

    shift: timedelta
    length: timedelta | None

    def times(self, event: Event | NewEvent) -> dict[str, datetime]:
        """Return when an event starts and ends afterwards."""
        starts_at = event.starts_at + self.shift
        length = self.length or event.ends_at - event.starts_at
        return {"starts_at": starts_at, "ends_at": starts_at + length}


def move_of(event: Event, change: EventChange) -> Move:
    """Return how a change moves this event; raise ToolFailed when it would end before it starts."""
    starts_at, ends_at = change.starts_at or event.starts_at, change.ends_at or event.ends_at
    check_times(starts_at, ends_at)
    length = ends_at - starts_at
    stays = length == event.ends_at - event.starts_at
    return Move(starts_at - event.starts_at, None if stays else length)


def check_times(starts_at: datetime, ends_at: datetime) -> None:
    """Raise ToolFailed unless there is time between these."""
    if ends_at <= starts_at:
        raise ToolFailed("An event must end after it starts.", "params")


def changed(event: Event, change: EventChange, move: Move) -> Event:
    """Return the event with a change, moved."""
    return event.model_copy(update={**move.times(event), **_said(event, change)})


def changed_series(record: SeriesRecord, change: EventChange, move: Move) -> SeriesRecord:
    """Return the series with a change to all of its occurrences."""
    before = record.event
    times = move.times(before)
    zone = ZoneInfo(before.time_zone)
    shift = times["starts_at"].astimezone(zone).date() - before.starts_at.astimezone(zone).date()
    rule = moved(before.recurrence, shift.days)
    update = {**times, "recurrence": rule, **_said(before, change)}
    return record.model_copy(update={"event": before.model_copy(update=update)})


def _said(event: Event | NewEvent, change: EventChange) -> dict[str, object]:
    said = change.model_dump(exclude_none=True, exclude={"starts_at", "ends_at", "attendees"})
    if change.attendees is not None:
        said["attendees"] = invited(change.attendees, event.attendees)
    return said


def invited(wanted: Sequence[Attendee], before: Sequence[Attendee] = ()) -> tuple[Attendee, ...]:
    """Return the people to be invited; who was already keeps the answer given."""
    answers = {each.email.casefold(): each.response for each in before}
    people: dict[str, Attendee] = {}
    for each in wanted:
        email = each.email.casefold()
        if "@" not in email:
            raise ToolFailed(f"{each.email} is not a mail address.", "params")
        if email != OWNER.email:
            people[email] = each.model_copy(update={"response": answers.get(email, "none")})
    return tuple(people.values())
