"""A calendar of Microsoft 365 behind the Calendar port."""

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta

from shared.connectors.folding import fold
from shared.connectors.microsoft.availability import free_busy
from shared.connectors.microsoft.events import FIELDS, GraphEvent, changed, event_of, new_event
from shared.connectors.microsoft.graph import (
    PREFER,
    below,
    everything,
    instant,
    made,
    made_by,
    mark_of,
    pages,
    selected,
    shaped,
)
from shared.connectors.microsoft.mailbox_settings import Mailbox
from shared.connectors.rest import AlreadyThere, NotThere, Request, Rest
from shared.errors import ToolFailed
from shared.models.profile import CalendarSettings
from shared.tools.effect import Effect, OutcomeUnknown
from shared.workspace.calendar.port import Event, EventChange, FreeBusy, NewEvent, Response, Scope

PAGE = 100
_FIRST_WITHIN = timedelta(days=400)
"""Even a yearly event has an occurrence in so many days."""
_ACTIONS = {"accepted": "accept", "declined": "decline", "tentative": "tentativelyAccept"}
_OTHER_DAY = (
    "A whole series can be moved to another time of day, not to another day. Please move one"
    " meeting of it, or make a new series."
)
_LEFT = "The invitation is no longer in the calendar, so nobody can tell whether it was answered."


class GraphCalendar:
    """The calendar of one account; `account` is its address."""

    def __init__(self, rest: Rest, account: str) -> None:
        self._rest = rest
        self._account = account

    async def events(
        self, start: datetime, end: datetime, text: str = "", limit: int = 250
    ) -> tuple[Event, ...]:
        """Return occurrences, earliest first; a list does not say how they repeat."""
        params = {
            **selected(FIELDS),
            "startDateTime": instant(start),
            "endDateTime": instant(end),
            "$orderby": "start/dateTime",
            "$top": PAGE,
        }
        found: list[Event] = []
        request = Request("GET", "/me/calendarView", params, headers=PREFER)
        async for page in pages(self._rest, request, GraphEvent):
            events = [event_of(each) for each in page.values if not each.is_cancelled]
            found += [event for event in events if _says(event, text)]
            if len(found) >= limit:
                break
        return tuple(found[:limit])

    async def get(self, event_id: str) -> Event:
        """Return one occurrence, and how it repeats."""
        return await self._event(await self._read(event_id))

    async def create(self, event: NewEvent, effect: Effect) -> Event:
        """Make an event, which carries the effect's id: Graph makes no second one for it."""
        content = new_event(event) | {
            "transactionId": str(uuid.UUID(effect.id)),
            "singleValueExtendedProperties": mark_of(effect.id),
        }
        found = await self._made_before(effect) if effect.again else None
        if found is None:
            request = Request("POST", "/me/events", json=content, headers=PREFER)
            try:
                found = made(GraphEvent, await self._rest.change(request))
            except AlreadyThere as error:
                found = await self._made_before(effect)
                if found is None:
                    message = "Microsoft 365 says this event was made, but does not show it."
                    raise OutcomeUnknown(message) from error
        return await self._first(found)

    async def update(
        self, event_id: str, change: EventChange, effect: Effect, scope: Scope = "this"
    ) -> Event:
        """Change an event as it is now; raise AlreadyThere if it changes in the meantime.

        In a second attempt, an event that is as it should be has been changed already.
        """
        del effect
        found = await self._read(event_id)
        if scope == "series" and found.series_master_id:
            series = await self._read(found.series_master_id)
            change = _for_series(change, found, series)
            found = series
        patch = changed(found, change)
        if not patch:
            return await self._event(found)
        headers = PREFER | ({"If-Match": found.etag} if found.etag else {})
        path = below("/me/events", found.id)
        request = Request("PATCH", path, json=patch, headers=headers)
        return await self._event(made(GraphEvent, await self._rest.change(request)))

    async def delete(self, event_id: str, effect: Effect, scope: Scope = "this") -> None:
        """Remove an event; Graph tells those who were invited."""
        del effect  # gone is gone, whoever did it
        try:
            if scope == "series":
                event_id = (found := await self._read(event_id)).series_master_id or found.id
            await self._rest.change(
                Request("DELETE", below("/me/events", event_id), headers=PREFER)
            )
        except NotThere:
            return

    async def respond(
        self, event_id: str, response: Response, comment: str, effect: Effect
    ) -> Event:
        """Answer an invitation; one that is declined leaves the calendar."""
        if response not in _ACTIONS:
            raise ToolFailed("An invitation is accepted, declined or left tentative.", "params")
        try:
            event = await self.get(event_id)
        except NotThere as error:
            if effect.again and response == "declined":
                raise OutcomeUnknown(_LEFT) from error
            raise
        answered = event.model_copy(update={"response": response})
        if effect.again and event == answered:
            return event
        path = below("/me/events", event_id, _ACTIONS[response])
        body = {"Comment": comment, "SendResponse": True}
        await self._rest.change(Request("POST", path, json=body, headers=PREFER))
        return answered

    async def free_busy(self, people: Sequence[str], start: datetime, end: datetime) -> FreeBusy:
        """Return when people are busy, as far as their calendars may be seen."""
        return await free_busy(self._rest, self._account, people, start, end)

    async def settings(self) -> CalendarSettings:
        """Return the mailbox's zone and working hours; nothing where they may not be seen."""
        request = Request("GET", "/me", selected(("mailboxSettings",)), headers=PREFER)
        try:
            found = shaped(Mailbox, await self._rest.read(request))
        except ToolFailed as failed:
            if failed.kind == "permission":
                return CalendarSettings()
            raise
        return found.settings

    async def _read(self, event_id: str) -> GraphEvent:
        path = below("/me/events", event_id)
        request = Request("GET", path, selected(FIELDS), headers=PREFER)
        return shaped(GraphEvent, await self._rest.read(request))

    async def _event(self, found: GraphEvent) -> Event:
        series = await self._read(found.series_master_id) if found.series_master_id else None
        return event_of(found, series)

    async def _made_before(self, effect: Effect) -> GraphEvent | None:
        params = {**selected(FIELDS), "$filter": made_by(effect.id)}
        request = Request("GET", "/me/events", params, headers=PREFER)
        found = await everything(self._rest, request, GraphEvent)
        return found[0] if found else None

    async def _first(self, found: GraphEvent) -> Event:
        """Return an event, or the first occurrence of a series."""
        if found.type != "seriesMaster":
            return event_of(found)
        params = {
            **selected(FIELDS),
            "startDateTime": instant(found.start - timedelta(days=1)),
            "endDateTime": instant(found.start + _FIRST_WITHIN),
            "$top": 1,
        }
        path = below("/me/events", found.id, "instances")
        request = Request("GET", path, params, headers=PREFER)
        async for page in pages(self._rest, request, GraphEvent):
            for first in page.values:
                return event_of(first, found)
        return event_of(found)


def _for_series(change: EventChange, found: GraphEvent, series: GraphEvent) -> EventChange:
    """Return a change of one occurrence's times as the same change of its series."""
    if change.starts_at is None and change.ends_at is None:
        return change
    one, all_ = event_of(found), event_of(series)
    zone = series.zone
    starts = (change.starts_at or one.starts_at).astimezone(zone)
    ends = (change.ends_at or one.ends_at).astimezone(zone)
    if starts.date() != one.starts_at.astimezone(zone).date():
        raise ToolFailed(_OTHER_DAY, "params")
    first = datetime.combine(all_.starts_at.astimezone(zone).date(), starts.time(), zone)
    last = first.replace(tzinfo=None) + (ends.replace(tzinfo=None) - starts.replace(tzinfo=None))
    return change.model_copy(update={"starts_at": first, "ends_at": last.replace(tzinfo=zone)})


def _says(event: Event, text: str) -> bool:
    people = (f"{each.name} {each.email}" for each in event.attendees)
    said = fold("\n".join((event.title, event.location, event.notes, event.organizer, *people)))
    return all(word in said for word in fold(text).split())
