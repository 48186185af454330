"""A Google account: mail, a calendar, contacts and a spreadsheet that remember what is done."""

import httpx2

from shared.connectors.google.provider import PROVIDER
from shared.models.profile import Account
from shared.ports import Clock
from tests.support.peers import asks
from tests.support.peers.line import Line, Wire
from tests.support.peers.place import Place, opening
from tests.support.wire.gmail import ME, Gmail, failure, missing
from tests.support.wire.google import google as contract
from tests.support.wire.google_calendar import GoogleCalendarPeer, event

BOB = "bob@acme.example"
DOMAINS = ("email", "calendar", "contacts", "sheets")


class People:
    """One contact."""

    def __init__(self):
        primary = {"metadata": {"primary": True}}
        self.person = {
            "resourceName": "people/c1",
            "etag": "%1",
            "metadata": {"sources": [{"type": "CONTACT", "id": "1", "etag": "#1"}]},
            "names": [{"displayName": "Bob Bell", "unstructuredName": "Bob Bell", **primary}],
            "emailAddresses": [{"value": BOB, **primary}],
            "organizations": [{"name": "Acme", "title": "Buyer", **primary}],
        }
        self.peer = contract()
        self.added = []
        self.peer.on("GET", "/v1/people/me/connections", self._list)
        self.peer.on("POST", "/v1/people:createContact", self._create)
        self.peer.on("GET", "/v1/people/c1", lambda _: self.person or missing())
        self.peer.on("PATCH", "/v1/people/c1:updateContact", self._patch)
        self.peer.on("DELETE", "/v1/people/c1:deleteContact", self._delete)

    def _list(self, _seen):
        return {"connections": [one for one in (self.person, *self.added) if one]}

    def _create(self, seen):
        number = len(self.added) + 2
        self.added.append({"resourceName": f"people/c{number}", "etag": "%1", **seen.json})
        return self.added[-1]

    def _patch(self, seen):
        new = seen.json
        if new.pop("etag") != self.person["etag"]:
            return failure(400, "Request person.etag is different", "failedPrecondition")
        del new["metadata"]
        self.person = self.person | new | {"etag": self.person["etag"] + "1"}
        return self.person

    def _delete(self, _seen):
        gone, self.person = self.person, None
        return {} if gone else missing()


class Workbook:
    """One spreadsheet of one tab."""

    def __init__(self):
        self.rows = [["Name", "Deals"], ["Globex", 3]]
        self.peer = contract()
        tab = {"title": "Leads", "sheetType": "GRID", "gridProperties": {"rowCount": 1000}}
        about = {
            "spreadsheetId": "s1",
            "spreadsheetUrl": "https://sheets.example/s1",
            "properties": {"title": "Pipeline"},
            "sheets": [{"properties": tab}],
        }
        file = {"id": "s1", "name": "Pipeline", "modifiedTime": "2026-11-20T10:00:00.000Z"}
        self.peer.on("GET", "/drive/v3/files", lambda seen: {"files": self._named(file, seen)})
        self.peer.on("GET", "/v4/spreadsheets/s1", about)
        self.peer.on("GET", "/v4/spreadsheets/s1/values/.+", self._values)
        self.peer.on("POST", "/v4/spreadsheets/s1/values/.+:append", self._append)
        self.peer.on("POST", "/v4/spreadsheets/s1/values:batchUpdate", self._update)
        self.peer.on("POST", "/v4/spreadsheets/s1:batchUpdate", self._remove)

    def _named(self, file, seen):
        query = seen.param["q"]
        return [file] if "name contains" not in query or "'Pipeline'" in query else []

    def _values(self, seen):
        _, _, part = seen.path.partition("!")
        first, _, last = part.partition(":")
        rows = self.rows[int(first) - 1 : int(last)] if part else self.rows
        return {"range": "Leads!A1:Z1000", "majorDimension": "ROWS", "values": rows}

    def _update(self, seen):
        for one in seen.json["data"]:
            place = one["range"].rpartition("!")[2]
            self.rows[int(place[1:]) - 1]["AB".index(place[0])] = one["values"][0][0]
        return {"spreadsheetId": "s1", "totalUpdatedCells": len(seen.json["data"])}

    def _append(self, seen):
        self.rows.extend(seen.json["values"])
        return {"spreadsheetId": "s1", "updates": {"updatedRows": 1}}

    def _remove(self, seen):
        (request,) = seen.json["requests"]
        where = request["deleteDimension"]["range"]
        del self.rows[where["startIndex"] : where["endIndex"]]
        return {"spreadsheetId": "s1", "replies": [{}]}


class GoogleAccount:
    """The parts of the account, and what answers each address."""

    def __init__(self):
        self.gmail, self.people, self.workbook = Gmail(), People(), Workbook()
        guest = {"email": BOB, "responseStatus": "needsAction"}
        me = {"email": ME, "self": True, "responseStatus": "needsAction"}
        invited = event("e2", organizer={"email": BOB}, attendees=[me, guest])
        self.calendar = GoogleCalendarPeer(event("e1", attendees=[guest]), invited)
        busy = {BOB: {"busy": []}}
        self.calendar.peer.on("POST", "/calendar/v3/freeBusy", lambda _: {"calendars": busy})
        self.mail = self.gmail.receive(
            labels=("INBOX", "UNREAD"),
            From=f"Bob Bell <{BOB}>",
            To=ME,
            Subject="Budget",
            Message_ID="<1@acme.example>",
        )
        self.second = self.gmail.receive(
            labels=("INBOX", "UNREAD"), From=f"Bob Bell <{BOB}>", To=ME, Subject="Plans"
        )
        draft = self.gmail.receive(
            labels=("DRAFT",), From=ME, To=BOB, Subject="Notes", Message_ID="<d@acme.example>"
        )
        self.draft = f"r-{draft['id']}"
        self.gmail.drafts[self.draft] = draft["id"]
        self._clients = {
            "/gmail/": self.gmail.peer.client(),
            "/upload/gmail/": self.gmail.peer.client(),
            "/calendar/": self.calendar.peer.client(),
            "/v1/people": self.people.peer.client(),
            "/v4/": self.workbook.peer.client(),
            "/drive/": self.workbook.peer.client(),
        }

    def client_for(self, request):
        """Return what answers a request."""
        path = request.url.path
        return next(client for start, client in self._clients.items() if path.startswith(start))

    def seen(self, tool):
        """Return what a tool changes here."""
        if tool in asks.SENDS:
            return self.gmail.sendings
        if tool in asks.DRAFTS:
            return list(self.gmail.drafts.items())
        if tool.startswith("gmail_"):
            return [message["labelIds"] for message in self.gmail.messages.values()]
        if tool.startswith("calendar_"):
            return self.calendar.changes
        known = str([self.people.person, *self.people.added])
        return known if tool.startswith("contacts_") else str(self.workbook.rows)


def google(clock: Clock) -> Place:
    """Return a Google account of its own."""
    there, line = GoogleAccount(), Line()
    account = Account(id="g", provider="google", email=ME, name="Ada", domains=DOMAINS)
    client = httpx2.AsyncClient(transport=Wire(line, there.client_for))

    return Place(
        provider="google",
        domains=frozenset(DOMAINS),
        line=line,
        open=opening(PROVIDER, account, client, clock),
        asks={
            **asks.mail(there.mail["id"], there.second["id"], there.draft, BOB),
            **asks.calendar("e1", "e2", BOB),
            **asks.contact("people/c1"),
            **asks.sheet("Pipeline", "Globex", ("Name", "Initech"), ("Deals", 4)),
        },
        seen=there.seen,
    )
