"""The tool that finds what a person speaks of wherever it is, by what they say of it."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from typing import Any, cast

from shared.decisions.picking import describing, said_of
from shared.decisions.risk import ToolRules, reads
from shared.errors import ToolFailed
from shared.models.base import Json
from shared.tools.tool import Desk, Said, Tool
from shared.tools.wording import one_line, people, person, short_day
from shared.words import fold, tells
from shared.workspace.across.asking import Find, asked, telling
from shared.workspace.across.fitting import fits
from shared.workspace.across.things import (
    TOLD,
    Found,
    contact_of,
    event_of,
    mail_of,
    message_of,
    page_of,
)
from shared.workspace.across.weighing import (
    ALIKE,
    ANSWERS,
    CLEARLY,
    MOST_SHOWN,
    NEAR,
    Weighed,
    is_by,
    keys_of,
    told_of,
    weighed,
)
from shared.workspace.across.within import Place, passages
from shared.workspace.calendar.port import Calendar
from shared.workspace.contacts.port import AddressBook
from shared.workspace.email.port import Mail, Mailbox
from shared.workspace.pages.port import Pages
from shared.workspace.sheets.port import Sheets
from shared.workspace.slack.port import Chat

_EACH = 20
"""What one word may find in a service."""
_EVERYBODY = 500
_LATEST = 10
"""So many mails of somebody are looked at, whatever they say."""
_BACK, _AHEAD = timedelta(days=60), timedelta(days=90)
_SHORT = 3
"""So few passages of a place are told whole where none says what is asked."""
_READ_WHOLE = 3
"""Of what was found anywhere, so much is read whole."""
_WORTH_READING = frozenset({"email", "page", "message"})
"""Kinds of thing that a search gives only the beginning of, or what was said last or first."""
_READ_MORE = 9
"""And so much more where that says too little."""
_MOSTLY = 0.7
"""Of the words that are asked, what has to be said for nothing more to be read."""
_FOLLOWING = 2
"""Mails in reply to one that answers that are told with it."""
_ELSEWHERE = "I found nothing there that says that. Elsewhere, this is what says the most of it:"
_SAYING = frozenset(
    {"after", "answer", "answered", "ask", "asked", "asking", "asks", "expect", "expected"}
    | {"expects", "hear", "heard", "mention", "mentioned", "offer", "offered", "offers"}
    | {"propose", "proposed", "replied", "reply", "require", "required", "wish"}
)
"""Verbs of saying and wanting, which tell nothing of what it is."""
_RECEIVED = re.compile(
    r"\b(?:cop(?:y|ies|ied)|cc'?e?d?|recipients?|receive[ds]?|addressed)\b"
    r"|\bwho\b.*\b(?:wr[io]te|written|sen[dt]|mail(?:ed)?|go|went)\b.*\bto\b"
    r"|\bto whom\b"
)
"""How it is asked to whom a mail went."""
_SENTENCES = re.compile(r"(?<=[.!?]) +")
Search = Callable[[Desk, Sequence[str], str], Awaitable[Found]]


async def _mails(desk: Desk, words: Sequence[str], terms: str) -> Found:
    """Return mails that say any of the words anywhere; which, only their provider can tell.

    Where they have to fit some terms, the newest that do are looked at, too: what they mean may say
    none of the words.
    """
    mailbox = desk.workspace[Mailbox]
    words = [*words, ""] if terms else words
    queries = [f"{word} {terms}".strip() for word in words]
    pages = await asyncio.gather(*(mailbox.search(query, _EACH) for query in queries))
    mails: dict[str, Mail] = {}
    said: dict[str, list[str]] = {}
    for word, page in zip(words, pages, strict=True):
        for mail in page.mails[:_EACH]:
            mails.setdefault(mail.id, mail)
            said.setdefault(mail.id, []).extend([word] if word else [])
    return [mail_of(mail, said[mail.id]) for mail in mails.values()]


async def _events(desk: Desk, _words: Sequence[str], _terms: str) -> Found:
    found = await desk.workspace[Calendar].events(desk.now - _BACK, desk.now + _AHEAD, "")
    nearest = sorted(found, key=lambda event: abs(event.starts_at - desk.now))
    return [event_of(event, desk) for event in nearest]


async def _messages(desk: Desk, words: Sequence[str], _terms: str) -> Found:
    chat = desk.workspace[Chat]
    pages = await asyncio.gather(*(chat.search(word, _EACH) for word in words))
    found = {f"{one.channel}/{one.id}": one for page in pages for one in page[:_EACH]}
    return [message_of(one) for one in found.values()]


async def _contacts(desk: Desk, _words: Sequence[str], _terms: str) -> Found:
    found = await desk.workspace[AddressBook].search("", "", _EVERYBODY)
    return [contact_of(contact) for contact in found]


async def _pages(desk: Desk, words: Sequence[str], _terms: str) -> Found:
    pages = desk.workspace[Pages]
    found = await asyncio.gather(*(pages.search(word, _EACH) for word in words))
    entries = {entry.id: entry for each in found for entry in each}
    return [page_of(entry) for entry in entries.values()]


_PLACES: Mapping[str, tuple[type, Search]] = {
    "email": (Mailbox, _mails),
    "event": (Calendar, _events),
    "message": (Chat, _messages),
    "contact": (AddressBook, _contacts),
    "page": (Pages, _pages),
}


async def find(desk: Desk, wanted: Find) -> Json:
    """Look everywhere that is connected; what cannot be asked is left out.

    What stands in a place that is named is read whole, and the rest where that says too little of
    what is asked; if none of it is told, that is said. Raises ToolFailed when nothing is connected,
    or all that is fails.
    """
    if _asks_whose(wanted) and (newest := await _newest_of(desk, wanted.by)):
        return {"about": wanted.about, "found": cast("Json", newest)}
    there = await passages(desk, wanted.inside)
    if wanted.one:
        there = [one for talk in there for one in _each_said(talk)]
    told = await _within(desk, wanted, there)
    if (wanted.one and wanted.inside) or (told and _covered(told, wanted)):
        return {"about": wanted.about, "found": cast("Json", told)}
    try:
        found = await _everywhere(desk, wanted, there)
    except ToolFailed:
        if not told:
            raise
        found = []
    # A place that is named comes before any other.
    first = _others(told[:1], found) if wanted.after else told
    found = [*first, *_others(found, first)][:MOST_SHOWN]
    elsewhere: dict[str, Json] = {"elsewhere": True} if wanted.inside and found and not told else {}
    return {"about": wanted.about, "found": cast("Json", found), **elsewhere}


def _each_said(talk: Mapping[str, Any]) -> Found:
    """Return each message of a talk by itself; anything else as it is."""
    return [{**talk, **one, "talk": []} for one in talk.get("talk", ())] or [{**talk}]


def _asks_whose(wanted: Find) -> bool:
    """Whether it is asked what somebody says, and nothing of what about: "what does Ann want?"."""
    left = set(describing(wanted.about)) - _SAYING
    of_mail = wanted.only in {"", "email"} and not wanted.inside
    return bool(wanted.by) and of_mail and all(tells(word, wanted.by) for word in left)


async def _newest_of(desk: Desk, who: str) -> Found:
    """Return the newest mails of somebody, read whole; none where no mail can be asked."""
    places = _places((await _mails_of(desk, who))[:_SHORT])
    own = {place.id for place in places}
    return [one for one in await passages(desk, places) if one["id"] in own]


async def _mails_of(desk: Desk, who: str) -> Found:
    """Return mails of somebody, the newest first; none where no mail can be asked."""
    if Mailbox in desk.workspace:
        with suppress(ToolFailed):
            page = await desk.workspace[Mailbox].search(f'from:"{who}"', _LATEST)
            return [mail_of(mail) for mail in page.mails[:_LATEST]]
    return []


async def _everywhere(desk: Desk, wanted: Find, there: Found) -> Found:
    """Return what answers best wherever it is; nothing where nothing says enough of it.

    What some places say that are named, or were just shown, counts more than what others do.
    """
    words = telling(wanted)
    places = [
        search
        for kind, (port, search) in _PLACES.items()
        if port in desk.workspace and wanted.only in {"", kind}
    ]
    if not places:
        raise ToolFailed("None of your accounts is connected.", "auth", recoverable=True)
    if not words:
        return []
    looked = await asyncio.gather(
        *(one(desk, words, wanted.terms) for one in places), return_exceptions=True
    )
    failed = [one for one in looked if isinstance(one, BaseException)]
    if broken := next((one for one in failed if not isinstance(one, ToolFailed)), None):
        raise broken
    if len(failed) == len(places):
        raise failed[0]
    items = [item for each in looked if not isinstance(each, BaseException) for item in each]
    if wanted.by and wanted.only in {"", "email"}:
        items = [*items, *_others(await _mails_of(desk, wanted.by), items)]
    likely = await weighed(desk, wanted, [*there, *_others(items, there)], there)
    if wanted.one or wanted.only not in {"", "message", "page"}:
        clear = wanted.one and any(one.like >= ALIKE for one in likely[:1])
        return told_of(likely, near=CLEARLY if clear else NEAR)
    return await _read_whole(desk, wanted, likely, there)


async def _within(desk: Desk, wanted: Find, there: Found) -> Found:
    """Return the passages of the named places that answer best, or the first place if it is short.

    Likewise where nothing is said of what is asked for: "what does she want?".
    """
    theirs = [one for one in there if wanted.one and wanted.by and is_by(one, wanted.by)]
    read = await weighed(desk, wanted, theirs or there)
    spoken = any(one.score > 0 or one.like >= ANSWERS for one in read)
    near = CLEARLY if wanted.one else NEAR
    best = [one.item for one in read if one.whole >= near * read[0].whole] if spoken else []
    if wanted.one and not best:
        best = theirs[::-1]
    elif not best:
        first = await passages(desk, wanted.inside[:1])
        telling = describing(wanted.about)
        best = first if len(first) <= _SHORT or not telling else []
    most = MOST_SHOWN if best and "cells" in best[0] else _SHORT  # a row says little
    return _shown(_with_replies(best[:most], there, wanted)[:MOST_SHOWN], wanted)


def _with_replies(best: Found, read: Found, wanted: Find) -> Found:
    """Return what answers best with what its conversation says besides, if that is a mail.

    That is what was written in reply, and what tells the kind of thing that is asked for.
    """
    if not best or best[0]["kind"] != "email" or "cells" in best[0]:
        return best
    first, *others = best
    same = [one for one in read if one.get("thread") == first["thread"]]
    question = asked(wanted.about)
    open_ = not fits(question, first["text"])
    fitting = [one for one in same if open_ and fits(question, one["text"])]
    later = sorted((one for one in same if one["at"] > first["at"]), key=lambda one: one["at"])
    return _distinct([first, *fitting[:1], *later[:_FOLLOWING], *others])


async def _read_whole(desk: Desk, wanted: Find, likely: Sequence[Weighed], there: Found) -> Found:
    """Return what answers best, with the first of what was found that is worth reading read whole.

    A search tells of a mail or page by its beginning, and of a talk by one message; the answer may
    stand anywhere in it. Where that says little of what is asked, more of what is likely is read,
    and the pages and sheets that were changed last, of which a search knows but the names.
    """
    found = told_of(likely)
    worth = [one for one in found if one["kind"] in _WORTH_READING][:_READ_WHOLE]
    read = _distinct([*there, *await passages(desk, _places(worth))])
    best = told_of(await weighed(desk, wanted, [*read, *_others(found, read)], there))
    if not _covered(best, wanted):
        more = [one.item for one in likely if one.item["kind"] in _WORTH_READING]
        places = [*_places(more)[:_READ_MORE], *await _files(desk, wanted.only)]
        read = _distinct([*read, *await passages(desk, places)])
        rest = _others([one.item for one in likely], read)
        again = await weighed(desk, wanted, [*read, *rest], there)
        best = told_of(again, there=wanted.only == "page")
    return _shown(_with_replies(best, read, wanted)[:MOST_SHOWN], wanted)


def _distinct(read: Found) -> Found:
    return [*{(one["id"], one["text"]): one for one in reversed(read)}.values()][::-1]


def _others(found: Found, read: Found) -> Found:
    """Return what was found that none of the passages read is of."""
    told = {key for one in read for key in keys_of(one)}
    return [one for one in found if keys_of(one)[0] not in told]


def _places(found: Found) -> list[Place]:
    ids = dict.fromkeys((one["kind"], one.get("thread_id") or one["id"]) for one in found)
    return [Place(kind=kind, id=one) for kind, one in ids]


async def _files(desk: Desk, only: str) -> list[Place]:
    """Return the pages and sheets that were changed last; none of a service that fails."""
    places: list[Place] = []
    if Pages in desk.workspace and only in {"", "page"}:
        with suppress(ToolFailed):
            entries = await desk.workspace[Pages].search("", _EACH)
            places.extend(Place(kind="page", id=one.id) for one in entries)
    if Sheets in desk.workspace and not only:
        with suppress(ToolFailed):
            sheets = await desk.workspace[Sheets].search("", _EACH)
            places.extend(Place(kind="sheet", id=one.id) for one in sheets)
    return places


def _covered(best: Found, wanted: Find) -> bool:
    """Whether what was found says most of what is asked, or is of whom it is asked."""
    words = describing(asked(wanted.about))
    said = [said_of(one, words) for one in best[:1]]
    theirs = bool(wanted.by and best) and is_by(best[0], wanted.by)
    return theirs or any(len(one) >= _MOSTLY * len(words) for one in said)


def _shown(best: Found, wanted: Find) -> Found:
    words = describing(asked(wanted.about))
    received: dict[str, Json] = {"received": True} if _RECEIVED.search(fold(wanted.about)) else {}
    return [{**one, "text": around(one["text"], words), **received} for one in best]


def around(text: str, words: Sequence[str], most: int = TOLD) -> str:
    """Return the sentences of a text around the one that says most of some words."""
    if len(text) <= most:
        return text
    told = _SENTENCES.split(text)
    first = max(range(len(told)), key=lambda at: sum(tells(word, told[at]) for word in words))
    last, size = first, len(told[first])
    while size < most and (first > 0 or last + 1 < len(told)):
        later = last + 1 < len(told)
        size += 1 + len(told[last + 1 if later else first - 1])
        if size <= most:
            first, last = (first, last + 1) if later else (first - 1, last)
    shown = one_line(" ".join(told[first : last + 1]), most)
    return f"{'… ' if first else ''}{shown}{' …' if last + 1 < len(told) else ''}"


def _say(said: Said) -> str:
    result = cast("dict[str, Any]", said.result)
    found = cast("Sequence[Mapping[str, Any]]", result["found"])
    if not found:
        where = "there" if said.arguments.get("only") else "in all that is connected"
        return (
            f"I looked {where} and found nothing that says that. Other words may help, or a name."
        )
    opening = _ELSEWHERE if "elsewhere" in result else "This is what says the most of that:"
    return "\n".join([opening, *(f"{n}. {_line(one, said)}" for n, one in enumerate(found, 1))])


def _line(item: Mapping[str, Any], said: Said) -> str:
    match item["kind"]:
        case "email":
            day = short_day(item["at"], said.zone, said.now)
            files = f" [{one_line(item['files'])}]" if item["files"] else ""
            to = f" to {people(item['people'])}" if {"received", "people"} <= item.keys() else ""
            return (
                f"**{item['label']}**, email from {person(item['from'])}{to} ({day}){files}: "
                f"{item['text']}"
            )
        case "event":
            place = f", {item['place']}" if item["place"] else ""
            note = f": {item['text']}" if item["text"] else ""
            company = f", with {people(item['people'])}" if item.get("people") else ""
            return f"**{item['label']}**, {item['when']}{company}{place}{note}"
        case "message":
            day = short_day(item["at"], said.zone, said.now)
            return f"**{item['who']}** in {item['place']} ({day}): {item['text']}"
        case "sheet":
            return f"**{item['label']}** ({item['place']}): {item['text']}"
        case "contact":
            known = [item[key] for key in ("work", "email", "phone", "text") if item[key]]
            return f"**{item['label']}**: {', '.join(map(one_line, known))}"
        case _:
            return f"page **{item['label']}**: {item['text']}"


def _describe(item: Mapping[str, Any], _today: date) -> str:
    who = f"{person(item['from'])}: " if "from" in item else ""
    return one_line(f"{who}{item.get('text') or ''}", 80)


FIND = Tool(
    "workspace_find",
    "Find something in mail, calendar, chat, contacts and pages by what is said of it, "
    "where nobody says in which of them it is",
    Find,
    ToolRules(reads, items="found", item_label="label", describe=_describe, inside="inside"),
    find,
    _say,
)
