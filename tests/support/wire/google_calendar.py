"""A Google calendar over the wire, as far as the Calendar connector uses it."""

from tests.support.wire.gmail import ME, failure, missing
from tests.support.wire.google import google
from tests.support.wire.peer import Answer

EVENTS = "/calendar/v3/calendars/primary/events"
ZONE = "Europe/Berlin"


def at(text):
    """Return a time in the calendar's zone, as Google writes it (in winter)."""
    return {"dateTime": f"{text}:00+01:00", "timeZone": ZONE}


def event(event_id, start="2026-11-27T15:00", end="2026-11-27T15:30", **more):
    """Return an event that the calendar's owner organises."""
    return {
        "kind": "calendar#event",
        "id": event_id,
        "etag": '"1"',
        "status": "confirmed",
        "htmlLink": f"https://calendar.example/{event_id}",
        "summary": "Standup",
        "start": at(start) if "T" in start else {"date": start},
        "end": at(end) if "T" in end else {"date": end},
        "organizer": {"email": ME, "self": True},
        **more,
    }


class GoogleCalendarPeer:
    """Events by id. `changes` counts what was done, `told` to whom (sendUpdates) each time."""

    def __init__(self, *events):
        self.events = {one["id"]: one for one in events}
        self.changes = 0
        self.told = []
        self.peer = google()
        on = self.peer.on
        on("GET", EVENTS, self._list)
        on("POST", EVENTS, self._insert)
        on("GET", f"{EVENTS}/[^/]+", self._get)
        on("GET", f"{EVENTS}/[^/]+/instances", self._instances)
        on("PATCH", f"{EVENTS}/[^/]+", self._patch)
        on("DELETE", f"{EVENTS}/[^/]+", self._delete)

    def _list(self, seen):
        if "fields" in seen.params:
            return {"timeZone": ZONE}
        start = int(seen.param.get("pageToken", 0))
        end = start + int(seen.param["maxResults"])
        page = list(self.events.values())
        more = {"nextPageToken": str(end)} if end < len(page) else {}
        return {"kind": "calendar#events", "timeZone": ZONE, "items": page[start:end], **more}

    def _get(self, seen):
        found = self.events.get(seen.path.split("/")[-1])
        return found or missing("Not Found")

    def _instances(self, seen):
        series = seen.path.split("/")[-2]
        first = self.events[series] | {"id": f"{series}_1", "recurringEventId": series}
        del first["recurrence"]
        return {"timeZone": ZONE, "items": [first]}

    def _insert(self, seen):
        new = seen.json
        if new["id"] in self.events:
            return failure(409, "The requested identifier already exists.", "duplicate")
        organizer = {"organizer": {"email": ME, "self": True}}
        return self._done(seen, {"etag": '"1"', "status": "confirmed", **organizer, **new})

    def _patch(self, seen):
        old = self.events.get(seen.path.split("/")[-1])
        if old is None:
            return missing("Not Found")
        if seen.headers.get("if-match", old["etag"]) != old["etag"]:
            return failure(412, "Precondition Failed", "conditionNotMet")
        new = seen.json
        if new.pop("attendeesOmitted", False):
            mine = new["attendees"][0]
            new["attendees"] = [
                old_one | mine if old_one["email"] == mine["email"] else old_one
                for old_one in old["attendees"]
            ]
        for name in ("start", "end"):
            if name in new:
                new[name] = {key: value for key, value in new[name].items() if value is not None}
        return self._done(seen, old | new | {"etag": f'"{int(old["etag"].strip(chr(34))) + 1}"'})

    def _delete(self, seen):
        found = self.events.get(seen.path.split("/")[-1])
        if found is None:
            return missing("Not Found")
        if found["status"] == "cancelled":
            return failure(410, "Resource has been deleted", "deleted")
        self._done(seen, {"id": found["id"], "etag": '"9"', "status": "cancelled"})
        return Answer(204)

    def _done(self, seen, new):
        self.changes += 1
        self.told.append(seen.param["sendUpdates"])
        self.events[new["id"]] = new
        return new
