"""The Google connector against somebody else's idea of Gmail and Google Calendar."""

from datetime import UTC, datetime, timedelta

import pytest

from shared.connectors.google.calendar import GoogleCalendar
from shared.connectors.google.mailbox import GmailMailbox
from shared.tools.effect import Effect
from shared.workspace.calendar.port import Attendee, NewEvent
from shared.workspace.email.port import Address, Outgoing
from tests.support.wire.crashes import EFFECT_ID, Ledger
from tests.support.wire.emulator import emulated

ME = "testuser@example.com"
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
MAIL = Outgoing(to=(Address(email="bob@b.example", name="Bob"),), subject="Grüße", body="Hello\n")


class Noon:
    def now(self):
        return NOON


@pytest.fixture
async def rest():
    async with emulated("google", "Google") as requests:
        yield requests


async def test_a_mail_is_sent_once_and_read_again(rest):
    mailbox, ledger = GmailMailbox(rest, ME, Noon()), Ledger()
    before = (await mailbox.search("in:sent", 50)).total
    sent = await mailbox.send(MAIL, ledger.effect())
    again = await mailbox.send(MAIL, ledger.effect(again=True))
    assert (sent.id, sent.message_id) == (again.id, f"<{EFFECT_ID}@example.com>")
    mail = await mailbox.get(sent.id)
    assert (mail.subject, mail.body, mail.to) == (MAIL.subject, "Hello", MAIL.to)
    assert (await mailbox.search("in:sent", 50)).total == before + 1
    assert (await mailbox.delivery(sent.id)).status == "accepted"


async def test_a_draft_is_made_once_and_sent(rest):
    mailbox = GmailMailbox(rest, ME, Noon())
    draft = await mailbox.draft(MAIL, Effect(EFFECT_ID))
    assert (await mailbox.draft(MAIL, Effect(EFFECT_ID, again=True))).id == draft.id
    assert (await mailbox.get_draft(draft.id)).mail.to == MAIL.to
    other = MAIL.model_copy(update={"subject": "Later", "body": "Thursday"})
    await mailbox.update_draft(draft.id, other, Effect("e" * 32))
    kept = (await mailbox.get_draft(draft.id)).mail
    assert (kept.subject, kept.body.strip()) == ("Later", "Thursday")
    sent = await mailbox.send_draft(draft.id, Effect("f" * 32))
    assert "sent" in (await mailbox.get(sent.id)).labels


async def test_labels_are_made_and_set(rest):
    mailbox = GmailMailbox(rest, ME, Noon())
    mail = (await mailbox.search("in:inbox", 1)).mails[0]
    await mailbox.label([mail.id], ["Clients", "starred"], ["inbox"], Effect(EFFECT_ID))
    await mailbox.snooze([mail.id], NOON, Effect(EFFECT_ID))
    labels = set((await mailbox.get(mail.id)).labels)
    assert labels >= {"clients", "starred", "snoozed/2026-11-22", "snoozed"}
    assert "inbox" not in labels


async def test_an_event_is_made_seen_as_busy_and_removed(rest):
    calendar = GoogleCalendar(rest, ME)
    new = NewEvent(
        title="Review",
        starts_at=NOON,
        ends_at=NOON + timedelta(hours=1),
        attendees=(Attendee(email="bob@b.example"),),
    )
    made = await calendar.create(new, Effect(EFFECT_ID))
    span = NOON - timedelta(hours=3), NOON + timedelta(hours=3)
    assert made in await calendar.events(*span)
    busy = (await calendar.free_busy(["me"], *span)).busy
    assert (NOON, "Review") in {(one.starts_at, one.title) for one in busy}
    await calendar.delete(made.id, Effect(EFFECT_ID))
    await calendar.delete(made.id, Effect(EFFECT_ID))
    assert made.id not in {event.id for event in await calendar.events(*span)}
