"""An account at Graph: a mailbox, a calendar and contacts that remember what is done to them."""

import base64
import itertools
import json
import re
from datetime import UTC, datetime
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo

import httpx2

from shared.connectors.microsoft.folders import WELL_KNOWN
from shared.connectors.microsoft.graph import API, NAME
from tests.support.wire.graph import GraphContract, failure
from tests.support.wire.peer import Answer, Peer, Seen

ME = "alex@contoso.example"
CONTRACT = GraphContract()
_FOLDERS = (*WELL_KNOWN.values(), "drafts")


def recipient(address, name=""):
    """Return somebody as Graph writes them."""
    return {"emailAddress": {"address": address, "name": name}}


def utc(moment):
    """Return Graph's dateTimeTimeZone of a local time in UTC."""
    return {"dateTime": f"{moment}:00.0000000", "timeZone": "UTC"}


class Crash(Exception):
    """The process ends here."""


class GraphAccount:
    """Answers requests through `peer`, whose every exchange is held against the contract.

    `sent` lists the ids of mails in the order they went out. A method of `lose` says that the
    answer to the next such request gets lost after all was done. `crash` is called before and
    after each request, with its number. `parts` are the requests that came within batches.
    `other_ids`: what is sent goes by another id than its draft did.
    """

    def __init__(self):
        self.messages, self.events, self.contacts, self.people = {}, {}, {}, {}
        self.sent, self.answered, self.categories = [], [], []
        self.parts = []
        self.other_ids = False
        self.folders = {name: f"folder/{name}=" for name in _FOLDERS}
        self._numbers = itertools.count(1)
        self._lost, self._asked = [], 0
        self.crash = lambda _when, _number: None
        self.peer = Peer(CONTRACT.check)
        for method, path, answer in (
            ("GET", "/me", self._me),
            ("POST", r"/\$batch", self._batch),
            ("GET", "/me/mailFolders/[^/]+", self._folder),
            ("GET", "/me/mailFolders/sentitems/messages", self._sent_items),
            ("GET", "/me/outlook/masterCategories", self._categories),
            *self._collection("messages"),
            *self._collection("events"),
            *self._collection("contacts"),
            ("GET", "/me/people/.+", self._one("people")),
            ("POST", "/me/messages/.+/(createReply|createForward)", self._answering),
            ("POST", "/me/messages/.+/send", self._send),
            ("POST", "/me/messages/.+/move", self._move),
            ("GET", "/me/messages/.+/attachments", self._attachments),
            ("POST", "/me/messages/.+/attachments", self._attached),
            ("DELETE", "/me/messages/.+/attachments/.+", self._detached),
            ("GET", "/me/messages/.+/attachments/.+", self._attachment),
            ("POST", "/me/events/.+/(accept|decline|tentativelyAccept)", self._respond),
            ("GET", "/me/events/.+/instances", self._instances),
        ):
            self.peer.on(method, f"/v1.0{path}", self._losing(method, path, answer))

    def rest(self, tokens=None):
        """Return the account's requests."""
        return self.peer.rest(API, NAME, tokens)

    def lose(self, method, path):
        """Lose the answer to the next such request, once it has had its effect."""
        self._lost.append((method, path))

    def message(self, **fields):
        """Put a message into the inbox and return its id."""
        number = next(self._numbers)
        id_ = fields.pop("id", f"AAk/mail-{number}=")
        self.messages[id_] = {
            "@odata.etag": 'W/"1"',
            "id": id_,
            "conversationId": f"thread/{number}=",
            "parentFolderId": self.folders["inbox"],
            "from": recipient("bo@acme.example", "Bo"),
            "toRecipients": [recipient(ME)],
            "ccRecipients": [],
            "bccRecipients": [],
            "replyTo": [],
            "subject": "Budget",
            "bodyPreview": "The budget",
            "body": {"contentType": "text", "content": "The budget is here."},
            "receivedDateTime": f"2026-11-20T09:{number:02}:00Z",
            "isRead": True,
            "isDraft": False,
            "flag": {"flagStatus": "notFlagged"},
            "importance": "normal",
            "inferenceClassification": "focused",
            "categories": [],
            "hasAttachments": False,
            "internetMessageId": f"<{number}@acme.example>",
            "internetMessageHeaders": None,
            "attachments": [],
            "singleValueExtendedProperties": [],
            **fields,
        }
        return id_

    def event(self, **fields):
        """Put an event into the calendar and return its id."""
        number = next(self._numbers)
        id_ = fields.pop("id", f"AAk/event-{number}=")
        self.events[id_] = {
            "@odata.etag": 'W/"1"',
            "id": id_,
            "seriesMasterId": None,
            "type": "singleInstance",
            "subject": "Review",
            "start": utc("2026-11-26T14:00"),
            "end": utc("2026-11-26T14:30"),
            "isAllDay": False,
            "location": {"displayName": "Room 1"},
            "body": {"contentType": "text", "content": "Agenda\r\n"},
            "organizer": recipient(ME, "Alex"),
            "isOrganizer": True,
            "isOnlineMeeting": False,
            "isCancelled": False,
            "responseStatus": {"response": "organizer"},
            "attendees": [],
            "recurrence": None,
            "webLink": "https://outlook.example/1",
            "originalStartTimeZone": "W. Europe Standard Time",
            "singleValueExtendedProperties": [],
            **fields,
        }
        return id_

    def contact(self, name, email, **fields):
        """Put somebody into the contacts and return their id."""
        id_ = f"AAk/contact-{next(self._numbers)}="
        self.contacts[id_] = {
            "@odata.etag": 'W/"1"',
            "id": id_,
            "displayName": name,
            "emailAddresses": [{"address": email, "name": name}] if email else [],
            "companyName": None,
            "jobTitle": None,
            "businessPhones": [],
            "mobilePhone": None,
            "personalNotes": "",
            "categories": [],
            **fields,
        }
        return id_

    def _collection(self, name):
        return (
            ("GET", f"/me/{name}", self._all(name)),
            ("GET", f"/me/{name}/.+", self._one(name)),
            ("POST", f"/me/{name}", self._made(name)),
            ("PATCH", f"/me/{name}/.+", self._patched(name)),
            ("DELETE", f"/me/{name}/.+", self._deleted(name)),
        )

    def _losing(self, method, path, answer):
        def given(seen):
            self._asked += 1
            number = self._asked
            self.crash("before", number)
            found = answer(seen)
            self.crash("after", number)
            if (method, path) in self._lost:
                self._lost.remove((method, path))
                return Answer(error=httpx2.ReadTimeout)
            return found

        return given

    def _all(self, name):
        def given(seen):
            items = [i for i in getattr(self, name).values() if _meets(i, seen.param)]
            return {"value": [_shown(item, seen) for item in items]}

        return given

    def _one(self, name):
        def given(seen):
            found = getattr(self, name).get(_id(seen))
            return _shown(found, seen) if found else Answer(**failure(404))

        return given

    def _made(self, name):
        def given(seen):
            made = seen.json
            if name == "messages":
                folder = self.folders["drafts"]
                id_ = self.message(
                    isDraft=True, parentFolderId=folder, **{"from": recipient(ME, "Alex")}, **made
                )
            elif name == "contacts":
                id_ = self.contact(made.pop("displayName"), "", **made)
            else:
                for known in self.events.values():
                    if known.get("transactionId") == made["transactionId"]:
                        return Answer(201, _shown(known, seen))
                id_ = self.event(**_settled(made))
            return Answer(201, _shown(getattr(self, name)[id_], seen))

        return given

    def _patched(self, name):
        def given(seen):
            found = getattr(self, name).get(_id(seen))
            if found is None:
                return Answer(**failure(404))
            if seen.headers.get("if-match", found["@odata.etag"]) != found["@odata.etag"]:
                return Answer(**failure(412, "ErrorIrresolvableConflict"))
            found |= _settled(seen.json)
            found["@odata.etag"] += "+"
            return _shown(found, seen)

        return given

    def _deleted(self, name):
        def given(seen):
            found = getattr(self, name).pop(_id(seen), None)
            return Answer(204) if found else Answer(**failure(404))

        return given

    def _batch(self, seen):
        """Answer each request of a batch as if it had come alone, the last one first."""
        parts = [(part["id"], self.part(part, seen)) for part in reversed(seen.json["requests"])]
        return {"responses": [_part(name, answer) for name, answer in parts]}

    def part(self, part, seen):
        """Return the answer to one request of a batch."""
        url = httpx2.URL(API + part["url"])
        alone = Seen(
            part["method"],
            str(url.copy_with(query=None)),
            url.path,
            {name: url.params.get_list(name) for name in url.params},
            {k.lower(): v for k, v in part["headers"].items()}
            | {"authorization": seen.headers["authorization"]},
            json.dumps(part["body"]).encode() if "body" in part else b"",
        )
        self.parts.append(alone)
        return self.peer.answer(alone)

    def _sent_items(self, seen):
        folder = self.folders["sentitems"]
        there = [m for m in self.messages.values() if m["parentFolderId"] == folder]
        found = [message for message in there if _meets(message, seen.param)]
        return {"value": [_shown(message, seen) for message in found]}

    def _me(self, seen):
        me = {
            "mail": ME,
            "userPrincipalName": "alex@contoso.onmicrosoft.example",
            "mailboxSettings": {"timeZone": "UTC"},
        }
        asked = seen.param.get("$select", "mail,userPrincipalName").split(",")
        return {name: value for name, value in me.items() if name in asked}

    def _folder(self, seen):
        name = seen.path.rpartition("/")[2]
        found = self.folders.get(name)
        return {"id": found} if found else Answer(**failure(404))

    def _categories(self, _seen):
        return {"value": [{"id": name, "displayName": name} for name in self.categories]}

    def _answering(self, seen):
        answered = self.messages.get(_id(seen))
        if answered is None:
            return Answer(**failure(404))
        forward = seen.path.endswith("createForward")
        id_ = self.message(
            isDraft=True,
            parentFolderId=self.folders["drafts"],
            conversationId=answered["conversationId"],
            attachments=answered["attachments"] if forward else [],
            subject=("FW: " if forward else "RE: ") + answered["subject"],
            **{"from": recipient(ME, "Alex")},
            **seen.json["Message"],
        )
        return Answer(201, _shown(self.messages[id_], seen))

    def _send(self, seen):
        found = self.messages.get(_id(seen))
        if found is None:
            return Answer(**failure(404))
        if not found["isDraft"]:
            return Answer(**failure(400, "ErrorInvalidOperation"))
        found |= {"isDraft": False, "parentFolderId": self.folders["sentitems"]}
        if self.other_ids:
            del self.messages[found["id"]]
            found["id"] = f"AAk/sent-{next(self._numbers)}="
            self.messages[found["id"]] = found
        self.sent.append(found["id"])
        return Answer(202)

    def _move(self, seen):
        found = self.messages.get(_id(seen))
        target = self.folders.get(seen.json["DestinationId"])
        if found is None or target is None:
            return Answer(**failure(404))
        found["parentFolderId"] = target
        return Answer(201, _shown(found, seen))

    def _attachments(self, seen):
        found = self.messages[_id(seen)]["attachments"]
        return {"value": [_shown(each, seen) for each in found]}

    def _attached(self, seen):
        given = {**seen.json, "id": f"file-{next(self._numbers)}", "isInline": False}
        given["size"] = len(base64.b64decode(given["contentBytes"]))
        found = self.messages[_id(seen)]
        found |= {"attachments": [*found["attachments"], given], "hasAttachments": True}
        return Answer(201, _shown(given, seen))

    def _detached(self, seen):
        wanted = unquote(urlsplit(seen.url).path.rpartition("/")[2])
        found = self.messages[_id(seen)]
        found["attachments"] = [each for each in found["attachments"] if each["id"] != wanted]
        return Answer(204)

    def _attachment(self, seen):
        wanted = unquote(urlsplit(seen.url).path.rpartition("/")[2])
        for each in self.messages[_id(seen)]["attachments"]:
            if each["id"] == wanted:
                return _shown(each, seen)
        return Answer(**failure(404))

    def _respond(self, seen):
        found = self.events.get(_id(seen))
        if found is None:
            return Answer(**failure(404))
        action = seen.path.rpartition("/")[2]
        answers = {"accept": "accepted", "tentativelyAccept": "tentativelyAccepted"}
        found["responseStatus"] = {"response": answers.get(action, "declined")}
        self.answered.append((action, seen.json["Comment"]))
        if action == "decline":
            del self.events[found["id"]]
        return Answer(202)

    def _instances(self, seen):
        master = self.events[_id(seen)]
        first = master | {
            "id": f"{master['id']}-1",
            "type": "occurrence",
            "seriesMasterId": master["id"],
            "recurrence": None,
        }
        return {"value": [_shown(first, seen)]}


def _part(name, answer):
    """Return one answer of a batch."""
    assert answer.error is None, "a request of a batch has no connection of its own"
    headers = {"Content-Type": "application/json", **answer.headers}
    part = {"id": name, "status": answer.status, "headers": headers}
    return part if answer.json is None else {**part, "body": answer.json}


def _id(seen):
    return unquote(urlsplit(seen.url).path.split("/")[4])


def _settled(sent):
    """Return an item as Graph keeps it: times in UTC, beside the name of the zone they came in."""
    kept = dict(sent)
    for name in ("start", "end"):
        if name in sent:
            zone = ZoneInfo(sent[name]["timeZone"])
            local = datetime.fromisoformat(sent[name]["dateTime"]).replace(tzinfo=zone)
            shown = local if sent.get("isAllDay") else local.astimezone(UTC)
            kept[name] = {"dateTime": f"{shown:%Y-%m-%dT%H:%M:%S}.0000000", "timeZone": "UTC"}
            kept["originalStartTimeZone"] = zone.key
    if "recurrence" in sent:
        kept["type"] = "seriesMaster"
    return kept


def _shown(item, seen):
    """Return what of an item is asked for."""
    select = seen.param.get("$select", "")
    expand = re.findall(r"^\w+", seen.param.get("$expand", ""))
    hidden = set() if select else {"singleValueExtendedProperties", "attachments"}
    asked = {*select.split(","), *expand, "id", "@odata.etag", "@odata.type"}
    return {
        name: value
        for name, value in json.loads(json.dumps(item)).items()
        if (name in asked if select else name not in hidden - set(expand))
    }


def _meets(item, params):
    """Tell whether an item meets a filter: of a conversation, or of an effect that made it."""
    text = params.get("$filter", "")
    if found := re.fullmatch(r"conversationId eq '(.*)'", text):
        return item["conversationId"] == found[1].replace("''", "'")
    if found := re.fullmatch(r".*p/id eq '(.*?)' and p/value eq '(.*?)'\)", text):
        mark = {"id": found[1], "value": found[2]}
        return mark in item.get("singleValueExtendedProperties", [])
    assert not text, f"this account cannot answer {text}"
    return True
