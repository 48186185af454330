"""The tool that finds what a person speaks of wherever it is, by what they say of it."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Literal, cast

from pydantic import Field

from shared.decisions.picking import describing, ranked
from shared.decisions.risk import ToolRules, reads
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.tools.calendar.port import Calendar, Event
from shared.tools.calendar.wording import when
from shared.tools.contacts.port import AddressBook, Contact
from shared.tools.email.port import Mail, Mailbox
from shared.tools.pages.port import PageEntry, Pages
from shared.tools.slack.places import listed_of
from shared.tools.slack.port import Chat, ChatMessage
from shared.tools.tool import Desk, Said, Tool
from shared.tools.wording import one_line, person, short_day
from shared.words import tells

_EACH = 20
"""What one word may find in a service."""
_EVERYBODY = 500
_COMPARED = 32
"""Of all that says some of the words, what is compared with the whole request, by its meaning."""
_BACK, _AHEAD = timedelta(days=60), timedelta(days=90)
_SHOWN = 5
_NEAR = 0.7
"""How much of what the best one says of the words the others on the list say at least."""
_FEWEST, _RARE = 2, 2
"""Words that something has to say to be what was meant; one is enough that so few others say."""
_ALIKE = 0.45
"""From here on one word is enough as well: 0.5 to 0.7 is usual of what was meant, 0.1 to 0.4 of
what only shares a word with it.
"""
_TOLD = 400


class Find(Payload):
    """What to find."""

    about: str = Field(min_length=1, description="What is said of it, in words")
    only: Literal["", "email", "event", "message", "contact", "page"] = Field(
        default="", description="The kind of thing it is, where that is said; empty: any"
    )


Found = list[dict[str, Any]]
Search = Callable[[Desk, Sequence[str]], Awaitable[Found]]


async def _mails(desk: Desk, words: Sequence[str]) -> Found:
    """Return mails that say any of the words anywhere; which, only their provider can tell."""
    mailbox = desk.workspace[Mailbox]
    pages = await asyncio.gather(*(mailbox.search(word, _EACH) for word in words))
    mails: dict[str, Mail] = {}
    said: dict[str, list[str]] = {}
    for word, page in zip(words, pages, strict=True):
        for mail in page.mails[:_EACH]:
            mails.setdefault(mail.id, mail)
            said.setdefault(mail.id, []).append(word)
    return [_mail(mail, said[mail.id]) for mail in mails.values()]


def _mail(mail: Mail, said: Sequence[str]) -> dict[str, Any]:
    files = ", ".join(file.name for file in mail.attachments)
    return {
        "kind": "email",
        "id": mail.id,
        "label": one_line(mail.subject) or "(no subject)",
        "from": mail.sender.model_dump(mode="json"),
        "at": mail.sent_at.isoformat(),
        "text": one_line(mail.snippet, _TOLD),
        "files": files,
        "said": list(said),
    }


async def _events(desk: Desk, _words: Sequence[str]) -> Found:
    found = await desk.workspace[Calendar].events(desk.now - _BACK, desk.now + _AHEAD, "")
    nearest = sorted(found, key=lambda event: abs(event.starts_at - desk.now))
    return [_event(event, desk) for event in nearest]


def _event(event: Event, desk: Desk) -> dict[str, Any]:
    return {
        "kind": "event",
        "id": event.id,
        "label": one_line(event.title),
        "when": when(event, desk.zone, desk.now),
        "place": one_line(event.location),
        "text": one_line(event.notes, _TOLD),
        "people": [one.name or one.email for one in event.attendees],
    }


async def _messages(desk: Desk, words: Sequence[str]) -> Found:
    chat = desk.workspace[Chat]
    pages = await asyncio.gather(*(chat.search(word, _EACH) for word in words))
    found = {f"{one.channel}/{one.id}": one for page in pages for one in page[:_EACH]}
    return [_message(one) for one in found.values()]


def _message(message: ChatMessage) -> dict[str, Any]:
    listed = listed_of(message)
    return {
        "kind": "message",
        "id": listed["id"],
        "label": one_line(message.text, 80),
        "who": message.author,
        "place": f"#{message.channel}",
        "at": message.sent_at.isoformat(),
        "text": one_line(message.text, _TOLD),
    }


async def _contacts(desk: Desk, _words: Sequence[str]) -> Found:
    found = await desk.workspace[AddressBook].search("", "", _EVERYBODY)
    return [_contact(contact) for contact in found]


def _contact(contact: Contact) -> dict[str, Any]:
    return {
        "kind": "contact",
        "id": contact.id,
        "label": one_line(contact.name),
        "email": contact.email,
        "phone": contact.phone,
        "work": ", ".join(part for part in (contact.title, contact.company) if part),
        "text": one_line(f"{contact.notes} {contact.relation}", _TOLD),
    }


async def _pages(desk: Desk, words: Sequence[str]) -> Found:
    pages = desk.workspace[Pages]
    found = await asyncio.gather(*(pages.search(word, _EACH) for word in words))
    entries = {entry.id: entry for each in found for entry in each}
    return [_page(entry) for entry in entries.values()]


def _page(entry: PageEntry) -> dict[str, Any]:
    fields = ", ".join(f"{name}: {value}" for name, value in entry.properties)
    return {"kind": "page", "id": entry.id, "label": one_line(entry.title), "text": fields}


_PLACES: Mapping[str, tuple[type, Search]] = {
    "email": (Mailbox, _mails),
    "event": (Calendar, _events),
    "message": (Chat, _messages),
    "contact": (AddressBook, _contacts),
    "page": (Pages, _pages),
}


async def find(desk: Desk, wanted: Find) -> Json:
    """Look everywhere that is connected; what cannot be asked is left out.

    Raises ToolFailed when nothing is connected, or all that is fails.
    """
    words = describing(wanted.about)
    there = [
        search
        for kind, (port, search) in _PLACES.items()
        if port in desk.workspace and wanted.only in {"", kind}
    ]
    if not there:
        raise ToolFailed("None of your accounts is connected.", "auth", recoverable=True)
    if not words:
        return {"about": wanted.about, "found": []}
    looked = await asyncio.gather(*(one(desk, words) for one in there), return_exceptions=True)
    failed = [one for one in looked if isinstance(one, BaseException)]
    if broken := next((one for one in failed if not isinstance(one, ToolFailed)), None):
        raise broken
    if len(failed) == len(there):
        raise failed[0]
    items = [item for each in looked if not isinstance(each, BaseException) for item in each]
    order = ranked(items, " ".join(words))[:_COMPARED]
    likely = [items[at] for _, at in order]
    alike = await desk.likeness(wanted.about, [_text(item) for item in likely])
    scores = [score for score, _ in order]
    return {"about": wanted.about, "found": cast("Json", nearest(likely, words, scores, alike))}


def nearest(
    items: Found, words: Sequence[str], scores: Sequence[float], alike: Sequence[float]
) -> Found:
    """Return the things that are most likely meant, best first; none that says too little.

    `scores` tell how much of the words each says, `alike` how near it is to all that was said.
    """
    most = max(scores, default=0.0)
    if most <= 0:
        return []
    said = [_said(item, words) for item in items]
    often = Counter(word for each in said for word in each)
    whole = [score / most + like for score, like in zip(scores, alike, strict=True)]
    best = max(whole)
    order = sorted(range(len(items)), key=lambda at: -whole[at])
    return [
        items[at]
        for at in order[:_SHOWN]
        if whole[at] >= _NEAR * best
        and (
            len(said[at]) >= _FEWEST
            or any(often[word] <= _RARE for word in said[at])
            or alike[at] >= _ALIKE
        )
    ]


def _text(item: Mapping[str, Any]) -> str:
    who = item["from"]["name"] if "from" in item else item.get("who", "")
    return f"{who} {item['label']}. {item.get('place', '')} {item.get('work', '')} {item['text']}"


def _said(item: Mapping[str, Any], words: Sequence[str]) -> list[str]:
    text = " ".join(str(value) for name, value in item.items() if name != "id")
    return [word for word in words if tells(word, text)]


def _say(said: Said) -> str:
    result = cast("dict[str, Any]", said.result)
    found = cast("Sequence[Mapping[str, Any]]", result["found"])
    if not found:
        return (
            "I looked in all that is connected and found nothing that says that. "
            "Other words may help, or a name."
        )
    opening = "This is what says the most of that:"
    return "\n".join([opening, *(f"{n}. {_line(one, said)}" for n, one in enumerate(found, 1))])


def _line(item: Mapping[str, Any], said: Said) -> str:
    match item["kind"]:
        case "email":
            day = short_day(item["at"], said.zone, said.now)
            files = f" [{one_line(item['files'])}]" if item["files"] else ""
            return (
                f"**{item['label']}**, email from {person(item['from'])} ({day}){files}: "
                f"{item['text']}"
            )
        case "event":
            place = f", {item['place']}" if item["place"] else ""
            note = f": {item['text']}" if item["text"] else ""
            return f"**{item['label']}**, {item['when']}{place}{note}"
        case "message":
            day = short_day(item["at"], said.zone, said.now)
            return f"**{item['who']}** in {item['place']} ({day}): {item['text']}"
        case "contact":
            known = [item[key] for key in ("work", "email", "phone", "text") if item[key]]
            return f"**{item['label']}**: {', '.join(map(one_line, known))}"
        case _:
            return f"page **{item['label']}**: {item['text']}"


def _describe(item: Mapping[str, Any], _today: date) -> str:
    return one_line(str(item.get("text") or ""), 80)


FIND = Tool(
    "workspace_find",
    "Find something in mail, calendar, chat, contacts and pages by what is said of it, "
    "where nobody says in which of them it is",
    Find,
    ToolRules(reads, items="found", item_label="label", describe=_describe, anywhere=True),
    find,
    _say,
)
