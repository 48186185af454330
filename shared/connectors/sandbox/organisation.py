"""The demo organisation as it is written down in `data/`, turned into the rows that are stored.

In those files people go by the short keys of `people.yaml` (`me` is the owner) and times are
`<days from today> <hh:mm>`, with `!` after the day to keep it even on a weekend. A mail goes to
`me` unless it says otherwise, one of mine to whoever wrote before. What arrives is in the inbox
unless its thread is `archived`. A meeting is organised by `by`, or else by the owner; who is
`with` it has accepted, unless marked as not having answered (?), declined (-) or undecided (~).
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from shared.connectors.folding import words
from shared.connectors.sandbox.days import Moment
from shared.connectors.sandbox.records import (
    OWNER,
    BusyRecord,
    ColleagueRecord,
    FileRecord,
    MailRecord,
    MessageRecord,
    PageRecord,
    PlannedRecord,
    RoomRecord,
    SheetRecord,
    TabRecord,
    TalkRecord,
    ThreadRecord,
)
from shared.models.base import Payload
from shared.workspace.calendar.port import Attendee, Response
from shared.workspace.contacts.port import Contact
from shared.workspace.email.port import Address
from shared.workspace.pages.port import PageEntry
from shared.workspace.slack.port import ChatUser

_DATA = files("shared.connectors.sandbox") / "data"
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_ANSWERS: dict[str, Response] = {"?": "none", "-": "declined", "~": "tentative"}

Records = Iterator[tuple[str, Payload]]
"""Records by the key of their row."""


@cache
def rows() -> dict[str, str]:
    """Return the body of every row by its key."""
    people = _load("people.yaml")
    known = {"me": OWNER}
    for key, person in (people["contacts"] | people["senders"]).items():
        known[key] = Address(email=person["email"], name=person["name"])
    return {
        key: record.model_dump_json()
        for key, record in (
            *_contacts(people["contacts"]),
            *_threads(known),
            *_calendar(known),
            *_team(people["contacts"], known),
            *_channels(known),
            *_sheets(),
            *_pages(),
        )
    }


def _load(path: str) -> Any:
    return yaml.safe_load((_DATA / path).read_text(encoding="utf-8"))


def _contacts(entries: dict[str, dict[str, str]]) -> Records:
    for entry in entries.values():
        contact = Contact.model_validate({"id": _slug(entry["name"]), **entry})
        yield f"contact-{contact.id}", contact


def _threads(known: dict[str, Address]) -> Records:
    for file in sorted((_DATA / "mail").iterdir(), key=lambda file: file.name):
        for entry in _load(f"mail/{file.name}"):
            yield f"thread-{entry['id']}", _thread(entry, known)


def _slug(name: str) -> str:
    return "-".join(words(name))


def _thread(entry: dict[str, Any], known: dict[str, Address]) -> ThreadRecord:
    mails: list[MailRecord] = []
    before = "me"
    for mail in entry["mails"]:
        mails.append(_mail(mail, before, entry, known))
        before = mail["from"] if mail["from"] != "me" else before
    return ThreadRecord(id=entry["id"], subject=entry["subject"], mails=tuple(mails))


def _mail(
    entry: dict[str, Any], before: str, thread: dict[str, Any], known: dict[str, Address]
) -> MailRecord:
    mine = entry["from"] == "me"
    place = ("sent",) if mine else () if thread.get("archived") else ("inbox",)
    return MailRecord(
        sender=known[entry["from"]],
        to=_addresses(entry.get("to", before if mine else "me"), known),
        cc=_addresses(entry.get("cc", ""), known),
        at=_moment(entry["at"]),
        text=entry["text"].strip(),
        labels=(*place, *entry.get("labels", "").split()),
        files=tuple(_file(file) for file in entry.get("files", ())),
    )


def _file(entry: str | dict[str, str]) -> FileRecord:
    return FileRecord(name=entry) if isinstance(entry, str) else FileRecord.model_validate(entry)


def _calendar(known: dict[str, Address]) -> Records:
    for entry in _load("calendar.yaml"):
        for record in _occurrences(entry, known):
            yield f"planned-{record.id}", record


def _occurrences(entry: dict[str, Any], known: dict[str, Address]) -> list[PlannedRecord]:
    weekday, _, hours = entry["at"].partition(" ")
    start, _, end = hours.partition("-")
    rule = _rule(weekday, entry["weeks"])
    return [
        PlannedRecord.model_validate(
            {
                "id": f"{entry['id']}.{number + 1}",
                "series": entry["id"] if rule else "",
                "title": entry["title"],
                "week": week,
                "weekday": _WEEKDAYS.index(weekday),
                "start": start or None,
                "end": end or None,
                "location": entry.get("location", ""),
                "notes": entry.get("notes", ""),
                "organizer": known[entry["by"]].email if "by" in entry else "",
                "response": entry.get("answer", "accepted"),
                "attendees": [_attendee(key, known) for key in entry.get("with", "").split()],
                "recurrence": rule,
                "free": entry.get("free", False),
            }
        )
        for number, week in enumerate(entry["weeks"])
    ]


def _rule(weekday: str, weeks: list[int]) -> str:
    """Return the rule of a series, "" when there is only one week."""
    if len(weeks) == 1:
        return ""
    interval = weeks[1] - weeks[0]
    every = f"INTERVAL={interval};" if interval > 1 else ""
    return f"RRULE:FREQ=WEEKLY;{every}BYDAY={weekday[:2].upper()}"


def _attendee(key: str, known: dict[str, Address]) -> Attendee:
    person = known[key.rstrip("".join(_ANSWERS))]
    return Attendee(
        email=person.email, name=person.name, response=_ANSWERS.get(key[-1], "accepted")
    )


def _team(contacts: dict[str, dict[str, str]], known: dict[str, Address]) -> Records:
    team = _load("team.yaml")
    for key in team["members"].split():
        person, zones = known[key], team["zones"]
        title = contacts[key]["title"] if key in contacts else team["title"]
        user = ChatUser(
            id=_user(person),
            name=person.name,
            handle=person.email.partition("@")[0],
            email=person.email,
            title=title,
            time_zone=zones.get(key, zones["me"]),
            status=team["statuses"].get(key, ""),
        )
        yield f"user-{user.id}", user
    for key, week in team["weeks"].items():
        busy = tuple(_busy(time) for time in week)
        yield f"colleague-{key}", ColleagueRecord(email=known[key].email, busy=busy)


def _busy(text: str) -> BusyRecord:
    weekday, _, hours = text.partition(" ")
    start, _, end = hours.partition("-")
    day = _WEEKDAYS.index(weekday)
    return BusyRecord.model_validate({"weekday": day, "start": start, "end": end})


def _channels(known: dict[str, Address]) -> Records:
    for entry in _load("slack.yaml"):
        name = entry["name"]
        members = tuple(_user(person) for person in _addresses(entry["members"], known))
        room = RoomRecord(id=f"C-{name}", name=name, topic=entry["topic"], members=members)
        yield f"room-{name}", room
        for number, message in enumerate(entry["messages"], 1):
            whole = (message, *message.get("replies", ()))
            messages = tuple(_message(each, known) for each in whole)
            talk = TalkRecord(id=str(number), room=name, messages=messages)
            yield f"talk-{name}.{number}", talk


def _message(entry: dict[str, Any], known: dict[str, Address]) -> MessageRecord:
    return MessageRecord(
        author=_user(known[entry["from"]]),
        at=_moment(entry["at"]),
        text=entry["text"],
        unread=entry.get("unread", False),
    )


def _user(person: Address) -> str:
    return f"U-{_slug(person.name)}"


def _sheets() -> Records:
    for entry in _load("sheets.yaml"):
        tabs = tuple(TabRecord.model_validate(tab) for tab in entry["tabs"])
        record = SheetRecord(id=entry["id"], name=entry["name"], at=_moment(entry["at"]), tabs=tabs)
        yield f"sheet-{record.id}", record


def _pages() -> Records:
    for entry in _load("pages.yaml"):
        page = PageEntry(
            id=_slug(entry["title"]),
            title=entry["title"],
            parent=entry.get("in", ""),
            properties=tuple(entry.get("fields", {}).items()),
        )
        yield f"page-{page.id}", PageRecord(entry=page, at=_moment(entry["at"]), text=entry["text"])


def _addresses(keys: str, known: dict[str, Address]) -> tuple[Address, ...]:
    return tuple(known[key] for key in keys.split())


def _moment(at: str) -> Moment:
    day, _, hour = at.partition(" ")
    return Moment.model_validate(
        {"day": int(day.removesuffix("!")), "time": hour, "any_day": day.endswith("!")}
    )
