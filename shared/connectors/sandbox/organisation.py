"""The demo organisation as it is written down in `data/`, turned into the rows that are stored.

In those files people go by the short keys of `people.yaml` (`me` is the owner) and times are
`<days from today> <hh:mm>`, with `!` after the day to keep it even on a weekend. A mail goes to
`me` unless it says otherwise, one of mine to whoever wrote before. What arrives is in the inbox
unless its thread is `archived`.
"""

from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from shared.connectors.sandbox.days import Moment
from shared.connectors.sandbox.folding import words
from shared.connectors.sandbox.records import (
    OWNER,
    ChannelRecord,
    EventRecord,
    MailRecord,
    MessageRecord,
    ThreadRecord,
)
from shared.models.workspace import Address, Contact

_DATA = files("shared.connectors.sandbox") / "data"
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@cache
def rows() -> dict[str, str]:
    """Return the body of every row by its key."""
    people = _load("people.yaml")
    known = {"me": OWNER}
    for key, person in (people["contacts"] | people["senders"]).items():
        known[key] = Address(email=person["email"], name=person["name"])
    found = {f"contact-{c.id}": c.model_dump_json() for c in _contacts(people["contacts"])}
    for file in sorted((_DATA / "mail").iterdir(), key=lambda file: file.name):
        for thread in _load(f"mail/{file.name}"):
            found[f"mail-{thread['id']}"] = _thread(thread, known).model_dump_json()
    for entry in _load("calendar.yaml"):
        found |= {f"event-{e.id}": e.model_dump_json() for e in _occurrences(entry, known)}
    for channel in _load("slack.yaml"):
        found[f"channel-{channel['name']}"] = _channel(channel, known).model_dump_json()
    return found


def _load(path: str) -> Any:
    return yaml.safe_load((_DATA / path).read_text(encoding="utf-8"))


def _contacts(entries: dict[str, dict[str, str]]) -> list[Contact]:
    return [Contact.model_validate({"id": _slug(e["name"]), **e}) for e in entries.values()]


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
        attachments=tuple(entry.get("files", ())),
    )


def _occurrences(entry: dict[str, Any], known: dict[str, Address]) -> list[EventRecord]:
    weekday, _, hours = entry["at"].partition(" ")
    start, _, end = hours.partition("-")
    return [
        EventRecord.model_validate(
            {
                "id": f"{entry['id']}.{number + 1}",
                "series": entry["id"] if len(entry["weeks"]) > 1 else "",
                "title": entry["title"],
                "week": week,
                "weekday": _WEEKDAYS.index(weekday),
                "start": start or None,
                "end": end or None,
                "location": entry.get("location", ""),
                "notes": entry.get("notes", ""),
                "attendees": _addresses(entry.get("with", ""), known),
            }
        )
        for number, week in enumerate(entry["weeks"])
    ]


def _channel(entry: dict[str, Any], known: dict[str, Address]) -> ChannelRecord:
    messages = tuple(_message(message, known) for message in entry["messages"])
    return ChannelRecord(name=entry["name"], topic=entry["topic"], messages=messages)


def _message(entry: dict[str, Any], known: dict[str, Address]) -> MessageRecord:
    return MessageRecord(
        author=known[entry["from"]].name,
        at=_moment(entry["at"]),
        text=entry["text"],
        replies=tuple(_message(reply, known) for reply in entry.get("replies", ())),
    )


def _addresses(keys: str, known: dict[str, Address]) -> tuple[Address, ...]:
    return tuple(known[key] for key in keys.split())


def _moment(at: str) -> Moment:
    day, _, hour = at.partition(" ")
    return Moment.model_validate(
        {"day": int(day.removesuffix("!")), "time": hour, "any_day": day.endswith("!")}
    )
