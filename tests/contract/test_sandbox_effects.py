"""Every change of the sandbox happens once, wherever it is cut off and however often it is made."""

import asyncio
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.models.principal import Principal
from shared.storage.keys import partition_of
from shared.storage.memory import MemoryRows
from shared.tools.effect import Effect
from shared.workspace.calendar.port import Calendar, EventChange, NewEvent
from shared.workspace.contacts.port import AddressBook, ContactChange, NewContact
from shared.workspace.email.port import Address, Mailbox, Outgoing
from shared.workspace.pages.port import PageEntry, Pages
from shared.workspace.sheets.port import CellChange, RowChange, Sheets
from shared.workspace.slack.port import Chat
from tests.support.fakes import ManualClock

WEDNESDAY = datetime(2026, 7, 15, 12, tzinfo=UTC)
LATER = WEDNESDAY + timedelta(days=2)
ALEX = Principal(tenant="acme", user="alex")
EVERYTHING = frozenset({"email", "calendar", "contacts", "slack", "sheets", "pages"})
MAIL = Outgoing(to=(Address(email="sam@elsewhere.example"),), subject="Plans", body="Hello")
EVENT = NewEvent(title="Tea", starts_at=LATER, ends_at=LATER + timedelta(hours=1))
MEETING = "alpha-retro.1"


class FailingRows:
    """Rows that lose their connection at the next commit, before or after it is made.

    A `rival` is let by once somebody has looked whether an effect was made, and seen nothing.
    """

    def __init__(self, rows):
        self._rows = rows
        self.failing = ""
        self.rival = None

    def __getattr__(self, name):
        return getattr(self._rows, name)

    async def get(self, partition, key):
        row = await self._rows.get(partition, key)
        if self.rival and key.startswith("effect-"):
            rival, self.rival = self.rival, None
            await rival()
        return row

    async def commit(self, partition, writes):
        failing, self.failing = self.failing, ""
        if failing == "before":
            raise ConnectionResetError
        await self._rows.commit(partition, writes)
        if failing == "after":
            raise ConnectionResetError


class Scene:
    """A workspace, the draft that its writes need, and all of its rows."""

    def __init__(self, rows, workspace, draft):
        self.rows = rows
        self.workspace = workspace
        self.draft = draft

    async def state(self):
        found = await self.rows.range(partition_of(ALEX), "!", "~", 10_000)
        return {row.key: row.body for row in found}


async def opened(rows):
    failing = FailingRows(rows)
    workspace = await SandboxWorkspaces(failing, ManualClock(WEDNESDAY), EVERYTHING).open(ALEX)
    draft = await workspace[Mailbox].draft(MAIL, Effect(id="0" * 32))
    return Scene(failing, workspace, draft.id)


@pytest.fixture
async def scene(rows):
    return await opened(rows)


GROWTH = RowChange(
    number=2,
    cells=(CellChange(column=5, name="Growth", before="4%", after="5%"),),
    key_column=1,
    key="Q1 2025",
)
WRITES = {
    "send": lambda s, e: s.workspace[Mailbox].send(MAIL, e),
    "reply": lambda s, e: s.workspace[Mailbox].send(
        MAIL.model_copy(update={"answers": "acme-access.1"}), e
    ),
    "draft": lambda s, e: s.workspace[Mailbox].draft(MAIL, e),
    "change draft": lambda s, e: s.workspace[Mailbox].update_draft(
        s.draft, MAIL.model_copy(update={"body": "Goodbye"}), e
    ),
    "send draft": lambda s, e: s.workspace[Mailbox].send_draft(s.draft, e),
    "label": lambda s, e: s.workspace[Mailbox].label(
        ["acme-access.1", "acme-price.1", "acme-price.2"], ["mine"], ["unread"], e
    ),
    "snooze": lambda s, e: s.workspace[Mailbox].snooze(["acme-access.1"], LATER, e),
    "create": lambda s, e: s.workspace[Calendar].create(EVENT, e),
    "create series": lambda s, e: s.workspace[Calendar].create(
        EVENT.model_copy(update={"recurrence": "RRULE:FREQ=DAILY"}), e
    ),
    "update": lambda s, e: s.workspace[Calendar].update(MEETING, EventChange(title="Tea"), e),
    "update series": lambda s, e: s.workspace[Calendar].update(
        "alpha-sync.6", EventChange(title="Tea"), e, "series"
    ),
    "delete": lambda s, e: s.workspace[Calendar].delete(MEETING, e),
    "delete series": lambda s, e: s.workspace[Calendar].delete("alpha-sync.6", e, "series"),
    "respond": lambda s, e: s.workspace[Calendar].respond("strategy-day.1", "declined", "Sorry", e),
    "change contact": lambda s, e: s.workspace[AddressBook].update(
        "john-doe", ContactChange(title="Director"), e
    ),
    "add contact": lambda s, e: s.workspace[AddressBook].create(NewContact(name="Jane Roe"), e),
    "post": lambda s, e: s.workspace[Chat].post("general", "Hello", "", e),
    "post in thread": lambda s, e: s.workspace[Chat].post("project-alpha", "Yes", "5", e),
    "send directly": lambda s, e: s.workspace[Chat].send("U-sarah-chen", "Hello", e),
    "mark read": lambda s, e: s.workspace[Chat].mark_read("project-alpha", e),
    "add to page": lambda s, e: s.workspace[Pages].append("project-alpha", "More", e),
    "make page": lambda s, e: s.workspace[Pages].create(
        PageEntry(id="project-alpha", title="Project Alpha"), "Retro", "Well", e
    ),
    "append": lambda s, e: s.workspace[Sheets].append("finance", "", ("Q1 2026", 1), e),
    "change cells": lambda s, e: s.workspace[Sheets].update("finance", "", GROWTH, e),
}


@pytest.fixture(params=WRITES)
def writes(request):
    return WRITES[request.param]


@pytest.fixture
def write(writes, scene):
    return lambda effect: writes(scene, effect)


def effect():
    return Effect(id=uuid.uuid4().hex)


async def test_a_write_happens_once_however_often_it_is_cut_off_or_repeated(scene, write):
    one, before = effect(), await scene.state()

    scene.rows.failing = "before"
    with pytest.raises(ConnectionResetError):
        await write(one)
    assert await scene.state() == before

    scene.rows.failing = "after"
    with pytest.raises(ConnectionResetError):
        await write(Effect(id=one.id, again=True))
    after = await scene.state()
    assert f"effect-{one.id}" in after
    assert len(set(before.items()) ^ set(after.items())) >= 2

    outcome = await write(Effect(id=one.id, again=True))
    assert await write(one) == outcome
    assert await scene.state() == after


async def test_of_several_at_once_one_is_made_and_all_return_it(scene, writes):
    one, alone = effect(), await opened(MemoryRows())

    outcomes = await asyncio.gather(*(writes(scene, one) for _ in range(3)))

    assert outcomes == [await writes(alone, one)] * 3
    assert await scene.state() == await alone.state()


async def test_a_draft_that_is_sent_between_two_looks_was_sent_by_this_effect(scene):
    one = effect()

    async def send():
        return await WRITES["send draft"](scene, one)

    scene.rows.rival = send

    outcome = await send()

    assert scene.rows.rival is None
    assert outcome == await send()
    assert (await scene.workspace[Mailbox].search("in:sent to:sam", 5)).total == 1


async def test_different_effects_at_once_are_all_made(scene):
    chat, mailbox = scene.workspace[Chat], scene.workspace[Mailbox]
    reply = MAIL.model_copy(update={"answers": "acme-access.1"})

    said = await asyncio.gather(
        *(chat.post("project-alpha", f"Number {n}", "5", effect()) for n in range(5))
    )
    sent = await asyncio.gather(*(mailbox.send(reply, effect()) for _ in range(5)))

    assert len({each.id for each in said}) == 5
    thread = await chat.replies("project-alpha", "5")
    assert {each.id for each in said} <= {each.id for each in thread}
    assert len({each.id for each in sent}) == 5
    assert len((await mailbox.thread("acme-access")).mails) == 6


async def test_labels_added_at_once_are_all_there(scene):
    mailbox = scene.workspace[Mailbox]
    labels = [f"label {n}" for n in range(5)]

    await asyncio.gather(
        *(mailbox.label(["acme-access.1"], [each], [], effect()) for each in labels)
    )

    assert set(labels) <= set((await mailbox.get("acme-access.1")).labels)
