"""What each person has, kept in this process for a while and filled beside what they wait for."""

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from shared.models.own_mail import OwnMail
from shared.models.principal import Principal
from shared.models.profile import Profile
from shared.models.world import KnownTable, Link, Thing
from shared.ports import Clock
from shared.tools.workspace import Workspace, Workspaces
from shared.understanding.world import World
from shared.words import stem, telling, words_of
from shared.workspace.calendar.port import Calendar, Event
from shared.workspace.contacts.port import AddressBook
from shared.workspace.email.own_mails import own_mail, worth_reading
from shared.workspace.email.port import Address, Mail, Mailbox
from shared.workspace.pages.port import Pages
from shared.workspace.sheets.port import Sheet, Sheets
from shared.workspace.slack.port import Chat

MOST_PERSONS = 200
MOST_THINGS = 2000
_LASTS = timedelta(minutes=5)
_EVENTS_LAST = timedelta(seconds=60)
_SENDERS_LAST = timedelta(minutes=30)
_AROUND = timedelta(days=30)
_CONTACTS = 1000
_MAILS = 100
"""So many of the newest mails in the inbox tell who writes."""
_FILED = "-in:inbox -in:sent"
"""What else tells what they have to do with."""
_SENT = 40
"""So many of the newest mails they sent tell to whom they write."""
_OWN = 12
"""So many of these are read for how they write."""
_EVENTS = 250
_FILES = 200
_CHANNELS = 300

_log = logging.getLogger(__name__)

_TABLED, _TABS, _ROWS = 8, 8, 200
"""So many of the sheets changed last are read, so many tabs of each, and rows of each of those."""

_Read = Callable[[Workspace, datetime], Awaitable[Iterable[Thing | KnownTable | str]]]
"""Reads the things and tables of a service, and what is said there that names none of them."""


@dataclass(frozen=True)
class _Source:
    """One service of a person's: its port, how its things are read, and how long they are good."""

    port: type
    read: _Read
    lasts: timedelta = _LASTS


@dataclass
class _Part:
    """What one service has, and the stems of what is said there.

    `good_until` is None when it has to be read again.
    """

    things: tuple[Thing, ...] = ()
    tables: tuple[KnownTable, ...] = ()
    said: frozenset[str] = frozenset()
    good_until: datetime | None = None


@dataclass
class _Kept:
    """What is known of one person, and the task that reads it anew, if one does."""

    world: World = field(default_factory=World)
    parts: dict[str, _Part] = field(
        default_factory=lambda: {domain: _Part() for domain in _SOURCES}
    )
    said: frozenset[str] = frozenset()
    own_mails: tuple[OwnMail, ...] = ()
    own_until: datetime | None = None
    filling: asyncio.Task[None] | None = None

    def due(self, now: datetime) -> list[str]:
        """Return the services that have to be read."""
        parts = self.parts.items()
        return [name for name, one in parts if one.good_until is None or one.good_until <= now]


class Worlds:
    """The `Worlds` port. Nothing is shared between people; those used last are kept.

    With `own_mails` it is also read how they write, for whoever writes in their name.
    """

    def __init__(self, workspaces: Workspaces, clock: Clock, *, own_mails: bool = False) -> None:
        self._workspaces = workspaces
        self._clock = clock
        self._reads_own = own_mails
        self._kept: OrderedDict[tuple[str, str], _Kept] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        """So that none is lost while nobody waits for it."""

    def links(self, principal: Principal, text: str) -> tuple[Link, ...]:
        """Return the words of a text that name something the person is known to have."""
        return self.known(principal).links(text)

    def channels(self, principal: Principal, text: str) -> tuple[Link, ...]:
        """Return the words of a text that are a channel's name, be they any other words as well."""
        return self.known(principal).channels(text)

    def familiar(self, principal: Principal, text: str) -> tuple[str, ...]:
        """Return the words of a text that the names of what they have, or their mails, say."""
        said = self._looked_after(principal).said
        return tuple(dict.fromkeys(word for word in words_of(text) if stem(word) in said))

    def tables(self, principal: Principal) -> tuple[KnownTable, ...]:
        """Return the tables of the sheets they changed last, as far as they are known now."""
        parts = self._looked_after(principal).parts
        return tuple(one for part in parts.values() for one in part.tables)

    def own_mails(self, principal: Principal) -> tuple[OwnMail, ...]:
        """Return what a person wrote in mails of their own, as far as it is known now."""
        return self._looked_after(principal).own_mails

    def known(self, principal: Principal) -> World:
        """Return what is known now; what is missing or old is read anew, for whoever asks next."""
        return self._looked_after(principal).world

    def _looked_after(self, principal: Principal) -> _Kept:
        key = (principal.tenant, principal.user)
        kept = self._kept.setdefault(key, _Kept())
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_PERSONS:
            self._kept.popitem(last=False)
        now = self._clock.now()
        due = kept.due(now) or self._own_due(kept, now)
        if due and (kept.filling is None or kept.filling.done()):
            kept.filling = asyncio.create_task(self._fill(principal, kept))
            self._tasks.add(kept.filling)
            kept.filling.add_done_callback(self._tasks.discard)
        return kept

    def _own_due(self, kept: _Kept, now: datetime) -> bool:
        until = kept.own_until
        return self._reads_own and (until is None or until <= now)

    async def filled(self, principal: Principal) -> World:
        """Return what is known once all that is missing or old has been read."""
        self.known(principal)
        kept = self._kept[principal.tenant, principal.user]
        if kept.filling is not None:
            await kept.filling
        return kept.world

    def changed(self, principal: Principal, domain: str) -> None:
        """Let what a service has be read anew: something of it was changed."""
        kept = self._kept.get((principal.tenant, principal.user))
        if kept is not None and domain in kept.parts:
            kept.parts[domain].good_until = None

    def forget(self, principal: Principal) -> None:
        """Forget all that is known of a person; what is being read for them is dropped."""
        self._kept.pop((principal.tenant, principal.user), None)

    async def _fill(self, principal: Principal, kept: _Kept) -> None:
        now = self._clock.now()
        due = kept.due(now)
        for name in due:  # before reading: what is changed meanwhile has to be read again
            kept.parts[name].good_until = now + _SOURCES[name].lasts
        own = self._own_due(kept, now)
        kept.own_until = now + _SENDERS_LAST if own else kept.own_until
        try:
            workspace = await self._workspaces.open(principal)
            await asyncio.gather(*(self._read(name, workspace, kept, now) for name in due))
            if due:
                kept.world = await asyncio.to_thread(World, _told_apart(kept.parts.values()))
                kept.said = frozenset[str]().union(*(one.said for one in kept.parts.values()))
            if own:  # last, since what they have is asked for more often
                kept.own_mails = await _own_mails(workspace)
        except Exception as error:  # noqa: BLE001 - nobody waits for this, so nobody could be told
            _log.warning("what a person has was not read: %s", type(error).__name__)

    async def _read(self, name: str, workspace: Workspace, kept: _Kept, now: datetime) -> None:
        """Read what one service has; where that fails, what it had stays."""
        source, part = _SOURCES[name], kept.parts[name]
        if source.port not in workspace:
            part.things, part.tables, part.said = (), (), frozenset()
            return
        try:
            read = tuple(await source.read(workspace, now))
            part.things = tuple(one for one in read if isinstance(one, Thing))
            part.tables = tuple(one for one in read if isinstance(one, KnownTable))
            texts = (one if isinstance(one, str) else one.name for one in read)
            part.said = frozenset[str]().union(*map(telling, texts))
        except Exception as error:  # noqa: BLE001 - whatever it is, the others are still read
            _log.warning("%s was not read for its names: %s", name, type(error).__name__)


async def _own_mails(workspace: Workspace) -> tuple[OwnMail, ...]:
    """Read the mails they sent last, for how they write; one that cannot be read is left out."""
    if Mailbox not in workspace:
        return ()
    mailbox, own = workspace[Mailbox], Profile(accounts=workspace.accounts).own
    page = await mailbox.search("in:sent", _SENT)
    wanted = worth_reading(page.mails, own, _OWN)
    read = await asyncio.gather(*(mailbox.get(m.id) for m in wanted), return_exceptions=True)
    found = (own_mail(one, own) for one in read if isinstance(one, Mail))
    return tuple(one for one in found if one is not None)


def _told_apart(parts: Iterable[_Part]) -> list[Thing]:
    """Return what several services have; who is at one address is one, as contacts know them."""
    found: dict[tuple[str, str], Thing] = {}
    for part in parts:
        for thing in part.things:
            key = (
                ("@", thing.address.casefold())
                if thing.address
                else (thing.kind, f"{thing.id} {thing.name}")
            )
            found.setdefault(key, thing)
    return list(found.values())[:MOST_THINGS]


async def _people(workspace: Workspace, now: datetime) -> list[Thing]:
    del now
    found = await workspace[AddressBook].search("", "", _CONTACTS)
    companies = dict.fromkeys(one.company for one in found if one.company)
    return [
        *(Thing(kind="person", name=one.name, id=one.id, address=one.email) for one in found),
        *(Thing(kind="organisation", name=company, id=company) for company in companies),
    ]


async def _mails(workspace: Workspace, now: datetime) -> list[Thing | str]:
    del now
    mailbox = workspace[Mailbox]
    page, older = await asyncio.gather(
        mailbox.search("in:inbox", _MAILS), mailbox.search(_FILED, _MAILS)
    )
    senders = {mail.sender.email: mail.sender for mail in page.mails if mail.sender.name}
    texts = (f"{one.subject} {one.snippet}" for one in (*page.mails, *older.mails))
    return [*map(_sender, senders.values()), *texts]


def _sender(sender: Address) -> Thing:
    """Return who writes: a person where the address has a word of the name, else a company."""
    words = re.findall(r"[^\W\d_]+", sender.email.partition("@")[0].casefold())
    own = set(words).intersection(sender.name.casefold().split())
    kind = "person" if own else "organisation"
    return Thing(kind=kind, name=sender.name, id=sender.email, address=sender.email)


async def _events(workspace: Workspace, now: datetime) -> list[Thing]:
    calendar = workspace[Calendar]
    # apart, so that a full month behind leaves the coming one its place
    coming, past = await asyncio.gather(
        calendar.events(now, now + _AROUND, limit=_EVENTS),
        calendar.events(now - _AROUND, now, limit=_EVENTS),
    )
    nearest: dict[str, Event] = {}
    for event in (*coming, *reversed(past)):  # of a series, the one that comes next or was last
        nearest.setdefault(event.series or event.id, event)
    some = list(nearest.values())[:_EVENTS]
    return [
        Thing(kind="event", name=o.title, id=o.id, within=o.series, day=_day_of(o)) for o in some
    ]


def _day_of(event: Event) -> str:
    """Return the date of an event by its own clocks."""
    return event.starts_at.astimezone(ZoneInfo(event.time_zone)).date().isoformat()


async def _channels(workspace: Workspace, now: datetime) -> list[Thing]:
    del now
    found = await workspace[Chat].channels()
    return [Thing(kind="channel", name=one.name, id=one.id) for one in found[:_CHANNELS]]


async def _sheets(workspace: Workspace, now: datetime) -> list[Thing | KnownTable]:
    del now
    sheets = workspace[Sheets]
    found = await sheets.search("", _FILES)
    tabs = [Thing(kind="tab", name=t, id=o.id, within=o.name) for o in found for t in o.tabs]
    read = await asyncio.gather(
        *(_tables(sheets, one) for one in found[:_TABLED]), return_exceptions=True
    )
    tables = [one for each in read if not isinstance(each, BaseException) for one in each]
    files = (Thing(kind="file", name=one.name, id=one.id) for one in found)
    return [*files, *tabs[:_FILES], *tables]


async def _tables(sheets: Sheets, sheet: Sheet) -> list[KnownTable]:
    """Read the tabs of a spreadsheet; those that name no columns, or are long, are no tables."""
    first = await sheets.read(sheet.id, "", _ROWS)
    others = [one for one in first.sheet.tabs if one != first.tab][: _TABS - 1]
    every = [first, *await asyncio.gather(*(sheets.read(sheet.id, o, _ROWS) for o in others))]
    return [
        KnownTable(sheet=sheet.id, name=sheet.name, tab=one.tab, rows=one.rows)
        for one in every
        if len(one.rows) > 1 and not one.cut
    ]


async def _pages(workspace: Workspace, now: datetime) -> list[Thing]:
    del now
    found = await workspace[Pages].search("", _FILES)
    return [Thing(kind="page", name=one.title, id=one.id) for one in found]


_SOURCES: Mapping[str, _Source] = {
    "contacts": _Source(AddressBook, _people),
    "email": _Source(Mailbox, _mails, _SENDERS_LAST),
    "calendar": _Source(Calendar, _events, _EVENTS_LAST),
    "slack": _Source(Chat, _channels),
    "sheets": _Source(Sheets, _sheets),
    "pages": _Source(Pages, _pages),
}
"""By their domains. Mailboxes do not tell what labels there are."""
