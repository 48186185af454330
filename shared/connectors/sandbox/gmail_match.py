"""Decides whether a mail meets a search condition."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from shared.connectors.folding import fold, singular, within, words
from shared.connectors.gmail_query import (
    Attached,
    Condition,
    Either,
    Every,
    Identified,
    Involves,
    Labelled,
    Not,
    Place,
    Role,
    Says,
    Since,
)
from shared.workspace.email.port import Address, Mail


def matches(condition: Condition, mail: Mail, now: datetime, me: str) -> bool:
    """Tell whether the mail meets the condition; `me` is the address the word "me" stands for."""
    match condition:
        case Every(parts):
            return all(matches(part, mail, now, me) for part in parts)
        case Either(parts):
            return any(matches(part, mail, now, me) for part in parts)
        case Not(part):
            return not matches(part, mail, now, me)
        case Says(place, wanted, exact):
            return any(_says(words(text), wanted, exact=exact) for text in _texts(place, mail))
        case Involves(role, who):
            return any(_is(person, me if who == "me" else who) for person in _people(role, mail))
        case Labelled(label):
            return _hyphened(label) in {_hyphened(fold(each)) for each in mail.labels}
        case Identified(message_id):
            return message_id == mail.message_id.strip("<>")
        case Attached():
            return bool(mail.attachments)
        case Since(day):
            return mail.sent_at.date() >= _first_day(day, now)


def _hyphened(label: str) -> str:
    """Return a label as searches write it: `label:follow-up` finds "follow up"."""
    return label.replace(" ", "-").replace("/", "-")


def _first_day(day: date | int, now: datetime) -> date:
    return day if isinstance(day, date) else now.date() - timedelta(days=day)


def _says(text: tuple[str, ...], wanted: tuple[str, ...], *, exact: bool) -> bool:
    if exact:
        return within(wanted, text)
    return within([singular(word) for word in wanted], [singular(word) for word in text])


def _texts(place: Place, mail: Mail) -> Iterable[str]:
    match place:
        case "subject":
            return (mail.subject,)
        case "filename":
            return _names(mail)
        case "anywhere":
            people = (mail.sender, *mail.to, *mail.cc)
            named = (text for person in people for text in (person.name, person.email))
            return (mail.subject, mail.body, *_names(mail), *named)


def _names(mail: Mail) -> tuple[str, ...]:
    return tuple(attachment.name for attachment in mail.attachments)


def _people(role: Role, mail: Mail) -> tuple[Address, ...]:
    match role:
        case "from":
            return (mail.sender,)
        case "to":
            return (*mail.to, *mail.cc)
        case "cc":
            return mail.cc


def _is(person: Address, who: str) -> bool:
    local, at, _ = who.partition("@")
    if local and at:
        return fold(person.email) == who
    return within(words(who), words(person.name)) or within(words(who), words(person.email))
