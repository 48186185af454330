"""What was written stays as it was while the demo organisation moves on with the days."""

from datetime import UTC, datetime, timedelta

import pytest

from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.errors import ToolFailed
from shared.models.principal import Principal
from shared.storage.memory import MemoryRows
from shared.tools.effect import Effect
from shared.workspace.calendar.port import Attendee, Calendar, EventChange, NewEvent
from shared.workspace.contacts.port import AddressBook, ContactChange
from shared.workspace.email.exact import files_of
from shared.workspace.email.port import Address, BroughtFile, Mailbox, Outgoing
from shared.workspace.sheets.port import Sheets
from shared.workspace.slack.port import Chat

WEDNESDAY = datetime(2026, 7, 15, 12, tzinfo=UTC)
DAY = timedelta(days=1)
WEEK = timedelta(weeks=1)
HOUR = timedelta(hours=1)
EVERYTHING = frozenset({"email", "calendar", "contacts", "slack", "sheets", "pages"})
KENJI = Address(email="kenji.tanaka@acme.com", name="Kenji Tanaka")


class MovingClock:
    def __init__(self):
        self.time = WEDNESDAY

    def now(self):
        return self.time


@pytest.fixture
def clock():
    return MovingClock()


@pytest.fixture
async def workspace(clock):
    opened = SandboxWorkspaces(MemoryRows(), clock, EVERYTHING)
    return await opened.open(Principal(tenant="acme", user="alex"))


def effect(name="e"):
    return Effect(id=name)


def mail(**different):
    said = {"to": (KENJI,), "subject": "Re: Access", "body": "Done."}
    return Outgoing.model_validate(said | different)


async def fails(kind, doing):
    with pytest.raises(ToolFailed) as failure:
        await doing
    assert failure.value.kind == kind


async def test_an_answered_conversation_keeps_its_dates(workspace, clock):
    mailbox = workspace[Mailbox]
    received = await mailbox.get("acme-access.1")
    sent = await mailbox.send(mail(answers="acme-access.1"), effect())

    clock.time += 30 * DAY

    thread = await mailbox.thread("acme-access")
    assert [each.id for each in thread.mails] == ["acme-access.1", sent.id]
    assert thread.mails[0] == received
    assert thread.mails[1].sent_at == WEDNESDAY
    assert thread.mails[1].references == (received.message_id,)
    untouched = await mailbox.get("acme-price.1")
    assert clock.time - untouched.sent_at < 7 * DAY


async def test_a_file_that_the_person_brought_is_in_the_mail_that_was_sent(workspace):
    mailbox = workspace[Mailbox]
    plan = BroughtFile(file_id="f1", name="plan.csv", type="text/csv", size=9, data=b"Task,Ann\n")

    draft = await mailbox.draft(mail(attachments=(plan,)), effect())
    (kept,) = (await mailbox.get_draft(draft.id)).mail.attachments
    sent = await mailbox.send_draft(draft.id, effect("e2"))

    assert (kept.kind, kept.name, kept.type, kept.size) == ("mail", "plan.csv", "text/csv", 9)
    (file,) = (await mailbox.get(sent.id)).attachments
    read = await mailbox.attachment(sent.id, file.id)
    assert (read.name, read.size, read.text) == ("plan.csv", 9, "Task,Ann")


async def test_labelled_mail_stays_fresh(workspace, clock):
    mailbox = workspace[Mailbox]
    await mailbox.label(["acme-access.1"], ["mine"], ["inbox", "unread"], effect())

    clock.time += 30 * DAY

    kept = await mailbox.get("acme-access.1")
    assert kept.labels == ("mine",)
    assert clock.time - kept.sent_at < DAY
    assert (await mailbox.search("in:archive label:mine", 5)).total == 1


async def test_a_snoozed_mail_comes_back_when_its_time_has_come(workspace, clock):
    mailbox = workspace[Mailbox]
    await mailbox.snooze(["acme-access.1"], WEDNESDAY + HOUR, effect())
    assert (await mailbox.get("acme-access.1")).labels == ("unread", "snoozed")
    assert (await mailbox.search("in:inbox from:kenji", 5)).total == 0

    clock.time += HOUR

    assert (await mailbox.get("acme-access.1")).labels == ("inbox", "unread")
    assert (await mailbox.search("is:snoozed", 5)).total == 0


@pytest.mark.parametrize(
    ("add", "remove", "labels"),
    [
        ([], ["unread"], {"snoozed"}),
        (["inbox"], [], {"inbox", "unread"}),
        ([], ["inbox"], {"unread"}),
    ],
)
async def test_only_the_inbox_ends_a_snooze(workspace, add, remove, labels):
    mailbox = workspace[Mailbox]
    await mailbox.snooze(["acme-access.1"], WEDNESDAY + HOUR, effect("one"))
    await mailbox.label(["acme-access.1"], add, remove, effect("two"))
    assert set((await mailbox.get("acme-access.1")).labels) == labels


async def test_what_a_mail_is_cannot_be_changed(workspace):
    mailbox = workspace[Mailbox]
    draft = await mailbox.draft(mail(), effect())
    for label in ("sent", "Draft", "snoozed", " "):
        await fails("params", mailbox.label(["acme-access.1"], [label], [], effect("x")))
        await fails("params", mailbox.label([draft.id], [], [label], effect("x")))
    await fails("params", mailbox.snooze([draft.id], WEDNESDAY + HOUR, effect("x")))
    await fails("params", mailbox.snooze(["acme-access.1"], WEDNESDAY, effect("x")))


async def test_a_drafted_answer_is_no_part_of_its_conversation_until_it_is_sent(workspace, clock):
    mailbox = workspace[Mailbox]
    draft = await mailbox.draft(mail(answers="acme-access.1"), effect("draft"))
    assert draft.mail.thread_id == "acme-access"
    assert len((await mailbox.thread("acme-access")).mails) == 1
    await fails("params", mailbox.get_draft("acme-access.1"))

    clock.time += DAY
    sent = await mailbox.send_draft(draft.id, effect("send"))

    thread = await mailbox.thread("acme-access")
    assert [each.id for each in thread.mails] == ["acme-access.1", sent.id]
    assert thread.mails[1].sent_at == clock.time


async def test_a_forwarded_mail_brings_its_files(workspace):
    mailbox = workspace[Mailbox]
    original = await mailbox.get("alpha-site-managers.1")
    files = files_of(original)
    forward = mail(forwarded=original.id, attachments=files)
    sent = await mailbox.send(forward, effect())
    assert (await mailbox.get(sent.id)).attachments == original.attachments
    assert (await mailbox.attachment(sent.id, "1")).text.startswith("site,manager")
    await fails("params", mailbox.attachment(sent.id, "4"))
    gone = files[0].model_copy(update={"attachment_id": "9"})
    await fails("params", mailbox.send(mail(attachments=(gone,)), effect("x")))

    draft = await mailbox.draft(mail(attachments=files[1:2]), effect("draft"))
    (kept,) = (await mailbox.get_draft(draft.id)).mail.attachments
    assert (kept.mail_id, kept.name, kept.size) == (draft.id, files[1].name, files[1].size)
    again = await mailbox.send(mail(attachments=(kept,)), effect("again"))
    assert [one.name for one in (await mailbox.get(again.id)).attachments] == [kept.name]
    sent = await mailbox.send_draft(draft.id, effect("sent"))
    assert [one.name for one in (await mailbox.get(sent.id)).attachments] == [kept.name]

    await fails("params", mailbox.send(mail(answers="nothing.1"), effect("x")))
    await fails("params", mailbox.send(mail(thread_id="nothing"), effect("x")))


async def test_a_mail_that_bounces_says_so_and_one_received_says_nothing(workspace):
    mailbox = workspace[Mailbox]
    sent = await mailbox.send(mail(cc=(Address(email="bounce@acme.com"),)), effect())
    became = await mailbox.delivery(sent.id)
    assert (became.status, became.bounced) == ("bounced", ("bounce@acme.com",))
    assert (await mailbox.delivery("acme-access.1")).status == "unknown"
    assert (await mailbox.delivery("alpha-brand-guide.1")).status == "accepted"


async def test_mail_that_is_sent_counts_as_contact_and_a_draft_does_not(workspace, clock):
    mailbox, contacts = workspace[Mailbox], workspace[AddressBook]
    before = await contacts.get("kenji-tanaka")
    await mailbox.draft(mail(), effect("draft"))
    assert await contacts.get("kenji-tanaka") == before
    await mailbox.send(mail(), effect("send"))
    after = await contacts.get("kenji-tanaka")
    assert (after.mails, after.last_contact) == (before.mails + 1, WEDNESDAY)

    clock.time += 9 * WEEK
    assert (await contacts.get("kenji-tanaka")).mails == before.mails


async def test_a_contact_is_found_by_what_it_has_become(workspace):
    contacts = workspace[AddressBook]
    change = ContactChange(name="Kenji Mori", email="kenji.mori@acme.com")
    await contacts.update("kenji-tanaka", change, effect())
    (found,) = await contacts.search("Kenji Mori", "", 5)
    assert (found.id, found.email, found.mails) == ("kenji-tanaka", "kenji.mori@acme.com", 0)
    await fails("params", contacts.update("john-doe", ContactChange(name=" "), effect("x")))


async def test_a_changed_meeting_stays_where_it_was_put(workspace, clock):
    calendar = workspace[Calendar]
    before = await calendar.get("alpha-retro.1")
    other = await calendar.get("alpha-sync.6")
    change = EventChange(starts_at=before.starts_at + HOUR, ends_at=before.ends_at + HOUR)
    after = await calendar.update("alpha-retro.1", change, effect())

    clock.time += WEEK

    assert await calendar.get("alpha-retro.1") == after
    assert (await calendar.get("alpha-sync.6")).starts_at == other.starts_at + WEEK


async def test_a_series_of_the_demo_is_changed_whole(workspace):
    calendar = workspace[Calendar]
    start, end = WEDNESDAY - 9 * WEEK, WEDNESDAY + 9 * WEEK
    before = await calendar.events(start, end, "alpha sync")
    change = EventChange(starts_at=before[5].starts_at + DAY, ends_at=before[5].ends_at + DAY)

    await calendar.update(before[5].id, change, effect("one"), "series")

    after = await calendar.events(start, end, "alpha sync")
    assert [e.starts_at for e in after] == [e.starts_at + DAY for e in before]
    await calendar.delete(before[2].id, effect("two"), "series")
    assert await calendar.events(start, end, "alpha sync") == ()


async def test_a_series_keeps_the_length_of_what_was_changed_alone(workspace):
    calendar = workspace[Calendar]
    new = NewEvent(
        title="Tea",
        starts_at=WEDNESDAY,
        ends_at=WEDNESDAY + HOUR,
        recurrence="RRULE:FREQ=WEEKLY;BYDAY=WE",
    )
    first = await calendar.create(new, effect("tea"))
    longer = EventChange(ends_at=first.ends_at + HOUR)
    await calendar.update(first.id, longer, effect("long"))
    await calendar.update(first.id, EventChange(title="Big tea"), effect("big"), "series")
    earlier = EventChange(starts_at=first.starts_at - DAY, ends_at=first.ends_at + HOUR - DAY)

    after = await calendar.update(first.id, earlier, effect("tuesday"), "series")

    events = await calendar.events(WEDNESDAY - WEEK, WEDNESDAY + 3 * WEEK, "big tea")
    assert [e.ends_at - e.starts_at for e in events] == [2 * HOUR, HOUR, HOUR, HOUR]
    assert {e.starts_at.weekday() for e in events} == {1}
    assert after.recurrence == events[1].recurrence == "RRULE:FREQ=WEEKLY;BYDAY=TU"


async def test_a_series_keeps_its_hour_when_the_clocks_change(workspace):
    calendar = workspace[Calendar]
    start = datetime(2026, 10, 20, 8, tzinfo=UTC)  # 10:00 in Berlin, in summer
    new = NewEvent(
        title="Tea",
        starts_at=start,
        ends_at=start + HOUR,
        time_zone="Europe/Berlin",
        recurrence="FREQ=WEEKLY",
    )
    await calendar.create(new, effect())
    events = await calendar.events(start, start + 2 * WEEK, "tea")
    assert [(e.starts_at.hour, e.ends_at.hour) for e in events] == [(8, 9), (9, 10)]


async def test_a_recurrence_must_be_understood_and_happen(workspace):
    calendar = workspace[Calendar]
    new = NewEvent(title="Tea", starts_at=WEDNESDAY, ends_at=WEDNESDAY + HOUR)
    for rule in ("every week", "FREQ=WEEKLY;UNTIL=20200101"):
        wrong = new.model_copy(update={"recurrence": rule})
        await fails("params", calendar.create(wrong, effect("x")))


async def test_an_invitation_is_answered_and_only_its_organiser_changes_it(workspace):
    calendar = workspace[Calendar]
    invitation = await calendar.get("architecture-round.1")
    assert (invitation.mine, invitation.response) == (False, "none")
    assert invitation.organizer == "david.kim@company.com"
    await fails("permission", calendar.update(invitation.id, EventChange(title="x"), effect("x")))
    start, end = invitation.starts_at, invitation.ends_at
    assert invitation.title in {
        b.title for b in (await calendar.free_busy(["me"], start, end)).busy
    }

    after = await calendar.respond(invitation.id, "declined", "I am away.", effect("no"))

    assert after == invitation.model_copy(update={"response": "declined"})
    assert await calendar.get(invitation.id) == after
    busy = (await calendar.free_busy(["me"], start, end)).busy
    assert invitation.title not in {b.title for b in busy}
    await fails("params", calendar.respond("alpha-retro.1", "accepted", "", effect("x")))


async def test_reminders_that_last_all_day_keep_nobody_busy(workspace):
    calendar = workspace[Calendar]
    friday = datetime(2026, 7, 24, tzinfo=UTC)
    titles = {e.title for e in await calendar.events(friday, friday + DAY)}
    busy = {b.title for b in (await calendar.free_busy(["me"], friday, friday + DAY)).busy}
    assert titles - busy == {"Johnson status due"}
    past = datetime(2026, 6, 26, tzinfo=UTC)
    assert "Day off" in {b.title for b in (await calendar.free_busy(["me"], past, past + DAY)).busy}


async def test_who_is_invited_again_keeps_the_answer_given(workspace):
    calendar = workspace[Calendar]
    retro = await calendar.get("alpha-retro.1")
    people = (*retro.attendees, Attendee(email="sam@elsewhere.example", response="accepted"))

    after = await calendar.update(retro.id, EventChange(attendees=people), effect())

    assert after.attendees[:-1] == retro.attendees
    assert after.attendees[-1].response == "none"
    wrong = EventChange(attendees=(Attendee(email="Sam"),))
    await fails("params", calendar.update(retro.id, wrong, effect("x")))


async def test_what_is_said_in_slack_keeps_its_time(workspace, clock):
    chat = workspace[Chat]
    (feedback,) = await chat.search("feedback 26 logged", 5)
    before = await chat.replies("project-alpha", feedback.id)
    said = await chat.post("#project-alpha", "Wonderful", before[1].id, effect())

    clock.time += WEEK

    assert [m.sent_at for m in await chat.replies("project-alpha", feedback.id)] == [
        *(m.sent_at for m in before),
        WEDNESDAY,
    ]
    assert said.author == "Alex Morgan"


async def test_what_was_read_stays_read(workspace, clock):
    chat = workspace[Chat]
    await chat.mark_read("project-alpha", effect())
    clock.time += 3 * DAY
    unread = await chat.unread(None, 50)
    assert unread
    assert "project-alpha" not in {message.channel for message in unread}
    assert all(
        message.sent_at >= clock.time - DAY for message in await chat.unread(clock.time - DAY, 50)
    )


@pytest.mark.parametrize(
    ("who", "name"),
    [
        ("@sarah.chen", "Sarah Chen"),
        ("Sarah", "Sarah Chen"),
        ("john", "John Smith"),
        ("ines duarte", "Inês Duarte"),
        ("U-omar-haddad", "Omar Haddad"),
    ],
)
async def test_members_are_found(workspace, who, name):
    user = await workspace[Chat].user(who)
    assert user.name == name
    assert user.time_zone


async def test_a_name_that_many_go_by_is_nobodys(workspace):
    with pytest.raises(ToolFailed, match=r"Several members .*Sarah Chen"):
        await workspace[Chat].user("company")


async def test_an_added_row_settles_the_spreadsheet(workspace, clock):
    sheets = workspace[Sheets]
    before = await sheets.read("weekly-metrics", "tasks", 100)
    finance = await sheets.read("finance", "", 100)
    await sheets.append("weekly-metrics", "Tasks", ("2026-07-15", "Tea"), effect())

    clock.time += WEEK

    after = await sheets.read("weekly-metrics", "", 100)
    assert after.rows[:-1] == before.rows
    assert after.sheet.updated_at == WEDNESDAY
    assert (await sheets.read("finance", "", 100)).sheet.updated_at > finance.sheet.updated_at


async def test_more_than_a_spreadsheet_holds_is_refused(workspace):
    enormous = ("x" * 1_000_000,)
    await fails("params", workspace[Sheets].append("finance", "", enormous, effect()))


async def test_however_many_conversations_there_are_all_are_changed_once(workspace):
    mailbox, one = workspace[Mailbox], effect()
    everything = [each.id for each in (await mailbox.search("in:anywhere", 500)).mails]
    became = await mailbox.label([*everything, "nothing.1"], ["mine"], [], one)
    assert [each.id for each in became.done] == everything
    assert [each.id for each in became.failed] == ["nothing.1"]
    assert (await mailbox.search("label:mine in:anywhere", 1)).total == len(everything) > 100
    assert await mailbox.label([*everything, "nothing.1"], ["mine"], [], one) == became
