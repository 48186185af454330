"""Google Calendar behind the Calendar port: the account's primary calendar."""

from collections.abc import Sequence
from datetime import UTC, datetime

from shared.connectors.google.answers import GOOGLE, Resource, made, segment, taken
from shared.connectors.google.busy import busy_in, free_busy_of_others
from shared.connectors.google.event import CalendarEvent, event_of, own_zone
from shared.connectors.google.event_change import Body, answered, changed, holds, new_event
from shared.connectors.rest import AlreadyThere, NotThere, Request, Rest
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.profile import CalendarSettings
from shared.tools.effect import Effect, OutcomeUnknown
from shared.workspace.calendar.port import (
    Event,
    EventChange,
    FreeBusy,
    NewEvent,
    Response,
    Scope,
)

EVENTS = "/calendar/v3/calendars/primary/events"
PAGE = 250
MAX_PAGES = 8
_TELL_ALL = {"sendUpdates": "all"}


class _Listed(Resource):
    time_zone: str = "UTC"
    items: tuple[Json, ...] = ()
    next_page_token: str = ""


class _Status(Resource):
    status: str = "confirmed"


class _Plan(Payload):
    """A change as it is sent: to which event, in which of its versions."""

    id: str
    etag: str
    body: dict[str, Json]


class GoogleCalendar:
    """One account's calendar. `address` is the account's own."""

    def __init__(self, rest: Rest, address: str) -> None:
        self._rest = rest
        self._address = address
        self._zone = ""

    async def events(
        self, start: datetime, end: datetime, text: str = "", limit: int = PAGE
    ) -> tuple[Event, ...]:
        """Return occurrences that overlap a time, earliest first."""
        found = await self._listed(start, end, text, limit)
        return tuple(event_of(event, self._zone) for event in found)

    async def get(self, event_id: str) -> Event:
        """Return one occurrence."""
        event = await self._read(event_id)
        zone = await self._own_zone()
        if not event.recurring_event_id:
            return event_of(event, zone)
        series = await self._read(event.recurring_event_id)
        return event_of(event, zone, series.recurrence)

    async def create(self, event: NewEvent, effect: Effect) -> Event:
        """Make an event under an id that is the effect's, which Google takes only once."""
        request = Request("POST", EVENTS, _TELL_ALL, json=new_event(event, effect.id))
        try:
            new = made(CalendarEvent, await self._rest.change(request))
        except AlreadyThere:
            new = await self._read(effect.id)
        except OutcomeUnknown as unknown:
            new = await self._found(effect.id, unknown)
        return event_of(await self._first(new), event.time_zone, new.recurrence)

    async def update(
        self, event_id: str, change: EventChange, effect: Effect, scope: Scope = "this"
    ) -> Event:
        """Change an occurrence or the whole of its series, unless somebody else just has.

        What is sent is noted before, with the version it was made for: a series is moved by so
        much, and must not be moved twice.
        """
        zone = await self._own_zone()
        again = effect.again and bool(effect.handle)
        if again:
            plan = _Plan.stored(effect.handle)
        else:
            event, plan = await self._planned(event_id, change, scope)
            if not plan.body:
                return event_of(event, zone)
            await effect.note(plan.model_dump_json())
        return event_of(await self._patched(plan, zone, again=again), zone)

    async def delete(self, event_id: str, effect: Effect, scope: Scope = "this") -> None:
        """Remove an occurrence or the whole of its series; gone already is done."""
        del effect
        try:
            if scope == "series":
                event = await self._read(event_id)
                event_id = event.series or event_id
            # `read`, because it may be repeated like a reading: nothing is removed twice
            await self._rest.read(Request("DELETE", _path(event_id), _TELL_ALL))
        except NotThere:
            return

    async def respond(
        self, event_id: str, response: Response, comment: str, effect: Effect
    ) -> Event:
        """Answer an invitation."""
        del effect
        zone = await self._own_zone()
        event = await self._read(event_id)
        status = "needsAction" if response == "none" else response
        if event.me is None:
            raise ToolFailed("You are not among those invited to this event.", "params")
        if event.me.response_status == status and comment in {"", event.me.comment}:
            return event_of(event, zone)
        body = answered(event.me, status, comment)
        try:
            event = await self._patch(event.id, body)
        except OutcomeUnknown as unknown:
            event = await self._found(event.id, unknown)
            if event.me is None or event.me.response_status != status:
                raise unknown from None
        return event_of(event, zone)

    async def free_busy(self, people: Sequence[str], start: datetime, end: datetime) -> FreeBusy:
        """Return when these addresses are busy; "me" is the person."""
        mine = [p for p in people if p.casefold() in {"me", self._address.casefold()}]
        others = [person for person in people if person not in mine]
        free_busy = await free_busy_of_others(self._rest, others, start, end)
        if not mine:
            return free_busy
        events = await self._listed(start, end, "", PAGE * MAX_PAGES)
        own = [busy for person in mine for busy in busy_in(events, person, self._zone)]
        return FreeBusy(busy=(*own, *free_busy.busy), unknown=free_busy.unknown)

    async def settings(self) -> CalendarSettings:
        """Return the calendar's zone; when somebody works, Google tells nobody."""
        return CalendarSettings(time_zone=await self._own_zone())

    async def _listed(
        self, start: datetime, end: datetime, text: str, limit: int
    ) -> list[CalendarEvent]:
        params: dict[str, str | int | bool] = {
            "timeMin": _utc(start),
            "timeMax": _utc(end),
            "singleEvents": True,
            "orderBy": "startTime",
            "maxResults": min(limit, PAGE),
            **({"q": text} if text else {}),
        }
        found: list[CalendarEvent] = []
        for _ in range(MAX_PAGES):
            page = taken(_Listed, await self._rest.read(Request("GET", EVENTS, params)))
            self._zone = own_zone(page.time_zone)
            found += [taken(CalendarEvent, item) for item in page.items if not _cancelled(item)]
            if not page.next_page_token or len(found) >= limit:
                break
            params["pageToken"] = page.next_page_token
        return found[:limit]

    async def _own_zone(self) -> str:
        if not self._zone:
            params = {"maxResults": 1, "fields": "timeZone"}
            page = taken(_Listed, await self._rest.read(Request("GET", EVENTS, params)))
            self._zone = own_zone(page.time_zone)
        return self._zone

    async def _read(self, event_id: str) -> CalendarEvent:
        answer = await self._rest.read(Request("GET", _path(event_id)))
        if _cancelled(answer):
            raise NotThere(f"{GOOGLE} has no such event any more.")
        return taken(CalendarEvent, answer)

    async def _found(self, event_id: str, unknown: OutcomeUnknown) -> CalendarEvent:
        """Return an event, as it is after a change of unknown outcome; raise that without one."""
        try:
            return await self._read(event_id)
        except ToolFailed:
            raise unknown from None

    async def _first(self, event: CalendarEvent) -> CalendarEvent:
        """Return the first occurrence of a series that was made; the series if that cannot be."""
        if not event.recurrence:
            return event
        request = Request("GET", f"{_path(event.id)}/instances", {"maxResults": 1})
        try:
            page = taken(_Listed, await self._rest.read(request))
            return taken(CalendarEvent, page.items[0]) if page.items else event
        except ToolFailed:
            return event

    async def _planned(
        self, event_id: str, change: EventChange, scope: Scope
    ) -> tuple[CalendarEvent, _Plan]:
        shown = event = await self._read(event_id)
        if scope == "series" and event.recurring_event_id:
            event = await self._read(event.recurring_event_id)
        body = changed(event, change, await self._own_zone(), shown)
        return event, _Plan(id=event.id, etag=event.etag, body=body)

    async def _patched(self, plan: _Plan, zone: str, *, again: bool) -> CalendarEvent:
        try:
            return await self._patch(plan.id, plan.body, plan.etag)
        except (AlreadyThere, OutcomeUnknown) as error:
            unknown = OutcomeUnknown(f"{GOOGLE} cannot tell whether the event was changed.")
            event = await self._found(plan.id, unknown)
            if holds(event, plan.body, zone):
                return event
            if again:
                raise unknown from error
            raise

    async def _patch(self, event_id: str, body: Body, etag: str = "") -> CalendarEvent:
        headers = {"If-Match": etag} if etag else {}
        request = Request("PATCH", _path(event_id), _TELL_ALL, json=body, headers=headers)
        return made(CalendarEvent, await self._rest.change(request))


def _path(event_id: str) -> str:
    return f"{EVENTS}/{segment(event_id)}"


def _cancelled(answer: Json) -> bool:
    return taken(_Status, answer).status == "cancelled"


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")
