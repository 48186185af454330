"""When the people of the organisation are busy."""

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime, timedelta

from shared.connectors.sandbox.occurrences import Occurrence
from shared.connectors.sandbox.records import COMPANY, OWNER, ColleagueRecord
from shared.workspace.calendar.port import Busy, Event, FreeBusy


def busy_times(
    people: Sequence[str],
    start: datetime,
    end: datetime,
    meetings: Sequence[Occurrence],
    contacts: Collection[str],
    weeks: Sequence[ColleagueRecord],
) -> FreeBusy:
    """Return when these people are busy: in the owner's meetings and in their own weeks.

    What they do without the owner has no title. Only colleagues' calendars can be seen.
    """
    own_weeks = {week.email: week for week in weeks}
    busy: list[Busy] = []
    unknown: list[str] = []
    for person in dict.fromkeys(people):
        email = OWNER.email if person == "me" else person.casefold().strip()
        if email != OWNER.email and not (email.endswith(f"@{COMPANY}") and email in contacts):
            unknown.append(person)
            continue
        busy += [
            _busy(person, each.event)
            for each in meetings
            if not each.free and _takes_part(email, each.event)
        ]
        if email in own_weeks:
            busy += _weekly(person, own_weeks[email], start, end)
    busy.sort(key=lambda each: (each.starts_at, each.ends_at))
    return FreeBusy(busy=tuple(busy), unknown=tuple(unknown))


def _takes_part(email: str, event: Event) -> bool:
    if email == OWNER.email:
        return event.response != "declined"
    answers = {each.email.casefold(): each.response for each in event.attendees}
    return event.organizer.casefold() == email or answers.get(email, "declined") != "declined"


def _busy(person: str, event: Event) -> Busy:
    return Busy(person=person, starts_at=event.starts_at, ends_at=event.ends_at, title=event.title)


def _weekly(person: str, week: ColleagueRecord, start: datetime, end: datetime) -> Iterator[Busy]:
    for number in range((end.date() - start.date()).days + 1):
        day = start.astimezone(UTC).date() + timedelta(days=number)
        for each in week.busy:
            starts_at = datetime.combine(day, each.start, UTC)
            ends_at = datetime.combine(day, each.end, UTC)
            if each.weekday == day.weekday() and starts_at < end and ends_at > start:
                yield Busy(person=person, starts_at=starts_at, ends_at=ends_at)
