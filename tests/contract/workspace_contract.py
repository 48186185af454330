"""What every connector's mailbox, calendar, address book, chat, sheets and pages must do.

A test class of a connector derives from one of these and has a fixture `workspace` (its ports) and
a fixture `now` (what its clock says). Nothing here knows what the accounts hold, except that
contacts, channels, spreadsheets and pages cannot be made: of those there must be some.
"""

import asyncio
import uuid
from datetime import timedelta

import pytest

from shared.errors import ToolFailed
from shared.tools.effect import Effect
from shared.workspace.calendar.port import Attendee, Calendar, EventChange, NewEvent
from shared.workspace.contacts.port import AddressBook, ContactChange, NewContact
from shared.workspace.email.port import Address, Draft, Mailbox, Outgoing
from shared.workspace.pages.passages import lines_of
from shared.workspace.pages.port import PageEntry, Pages
from shared.workspace.sheets.port import CellChange, RowChange, Sheets
from shared.workspace.slack.port import Chat

SAM = Address(email="sam.field@elsewhere.example", name="Sam Field")
LEE = Address(email="lee.park@elsewhere.example", name="Lee Park")
HOUR = timedelta(hours=1)
UNKNOWN = ["", "nothing", "nothing.1", "a/b#c?", "x" * 9_000, "q." + "9" * 5_000]


def effect():
    return Effect(id=uuid.uuid4().hex)


def mail(subject="Plans", **different):
    return Outgoing(**{"to": (SAM,), "subject": subject, "body": "Hello Sam,\nAlex", **different})


async def fails(kind, doing):
    with pytest.raises(ToolFailed) as failure:
        await doing
    assert failure.value.kind == kind


async def once(act, observe):
    """Do something again and again, and at once: it has happened once, with one outcome."""
    one = effect()
    outcomes = await asyncio.gather(act(one), act(one))
    seen = await observe()
    for again in (one, Effect(id=one.id, again=True)):
        outcomes.append(await act(again))
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert await observe() == seen
    return outcomes[0]


class MailboxContract:
    @pytest.fixture
    def mailbox(self, workspace):
        return workspace[Mailbox]

    async def test_a_sent_mail_can_be_found_and_read(self, mailbox, now):
        subject = f"Plans {uuid.uuid4().hex}"
        sent = await mailbox.send(mail(subject, cc=(LEE,)), effect())

        kept = await mailbox.get(sent.id)
        assert (kept.subject, kept.to, kept.cc) == (subject, (SAM,), (LEE,))
        assert kept.body.splitlines() == ["Hello Sam,", "Alex"]
        assert (kept.thread_id, kept.message_id) == (sent.thread_id, sent.message_id)
        assert kept.message_id.startswith("<")
        assert kept.message_id.endswith(">")
        assert kept.sent_at >= now
        assert "sent" in kept.labels
        assert "inbox" not in kept.labels
        found = await mailbox.search(f"in:sent rfc822msgid:{sent.message_id}", 10)
        assert [(each.id, each.body) for each in found.mails] == [(sent.id, "")]
        assert (await mailbox.thread(sent.thread_id)).mails == (kept,)

    async def test_a_reply_joins_its_conversation(self, mailbox):
        first = await mailbox.send(mail("Plans"), effect())
        before = await mailbox.get(first.id)
        reply = mail(
            "Re: Plans",
            thread_id=before.thread_id,
            answers=before.id,
            in_reply_to=before.message_id,
            references=(*before.references, before.message_id),
        )
        sent = await mailbox.send(reply, effect())

        thread = await mailbox.thread(sent.thread_id)
        assert thread.id == first.thread_id
        assert [each.id for each in thread.mails] == [first.id, sent.id]
        assert thread.mails[1].references == (first.message_id,)
        assert sent.message_id != first.message_id

    async def test_a_draft_is_kept_until_it_is_sent(self, mailbox):
        draft = await mailbox.draft(mail("Later", bcc=(LEE,)), effect())

        assert await mailbox.get_draft(draft.id) == draft
        assert (draft.mail.to, draft.mail.bcc, draft.mail.subject) == ((SAM,), (LEE,), "Later")
        drafts = await mailbox.search("in:drafts subject:later", 10)
        assert [each.labels for each in drafts.mails] == [("draft",)]
        assert (await mailbox.search("in:sent subject:later", 10)).total == 0

        sent = await mailbox.send_draft(draft.id, effect())

        assert (await mailbox.search("in:drafts subject:later", 10)).total == 0
        assert (await mailbox.search("in:sent subject:later", 10)).total == 1
        assert (await mailbox.get(sent.id)).subject == "Later"
        await fails("params", mailbox.send_draft(draft.id, effect()))
        await fails("params", mailbox.get_draft(draft.id))

    async def test_a_draft_is_changed_where_it_is(self, mailbox):
        first = await mailbox.send(mail("Plans"), effect())
        before = await mailbox.get(first.id)
        answer = mail(
            "Re: Plans",
            thread_id=before.thread_id,
            answers=before.id,
            in_reply_to=before.message_id,
            references=(before.message_id,),
        )
        draft = await mailbox.draft(answer, effect())
        listed = (await mailbox.search("in:drafts subject:plans", 10)).mails[0].id
        other = mail("Re: Plans, later", to=(LEE,), cc=(SAM,), body="Thursday, then.")

        changed = await mailbox.update_draft(draft.id, other, effect())

        assert changed == Draft(id=draft.id, mail=draft.saying(other))
        kept = (await mailbox.get_draft(draft.id)).mail
        assert (kept.to, kept.cc, kept.subject) == ((LEE,), (SAM,), "Re: Plans, later")
        assert (kept.body.strip(), kept.thread_id) == ("Thursday, then.", draft.mail.thread_id)
        assert (kept.in_reply_to, kept.account) == (before.message_id, draft.mail.account)
        (found,) = (await mailbox.search("in:drafts subject:plans", 10)).mails
        assert (await mailbox.get_draft(found.id)).id == draft.id
        sent = await mailbox.send_draft(draft.id, effect())
        assert (await mailbox.get(sent.id)).body.strip() == "Thursday, then."
        await fails("params", mailbox.update_draft(draft.id, other, effect()))
        await fails("params", mailbox.update_draft(listed, other, effect()))

    async def test_labels_come_and_go(self, mailbox):
        sent = await mailbox.send(mail(), effect())

        await mailbox.label([sent.id], ["Follow Up", "starred", "inbox"], [], effect())
        labels = set((await mailbox.get(sent.id)).labels)
        assert labels == {"sent", "follow up", "starred", "inbox"}
        found = await mailbox.search("label:follow-up is:starred in:inbox", 10)
        assert sent.id in [each.id for each in found.mails]

        await mailbox.label([sent.id], ["unread"], ["inbox", "follow up"], effect())
        assert set((await mailbox.get(sent.id)).labels) == {"sent", "starred", "unread"}

    async def test_a_mail_in_the_bin_is_found_there_alone_and_comes_back(self, mailbox):
        sent = await mailbox.send(mail(), effect())
        await mailbox.label([sent.id], ["inbox", "starred"], [], effect())
        before = set((await mailbox.get(sent.id)).labels)
        by_id = f"rfc822msgid:{sent.message_id}"

        (one,) = (await mailbox.label([sent.id], ["trash"], ["inbox"], effect())).done

        assert "trash" in one.added
        assert "inbox" in one.removed
        assert (await mailbox.search(by_id, 10)).total == 0
        assert (await mailbox.search(f"in:trash {by_id}", 10)).total == 1
        await mailbox.label([sent.id], one.removed, one.added, effect())
        assert set((await mailbox.get(sent.id)).labels) == before
        assert (await mailbox.search(by_id, 10)).total == 1

    async def test_a_snoozed_mail_is_out_of_the_inbox(self, mailbox, now):
        sent = await mailbox.send(mail(), effect())
        await mailbox.label([sent.id], ["inbox"], [], effect())
        by_id = f"rfc822msgid:{sent.message_id}"

        await mailbox.snooze([sent.id], now + HOUR, effect())

        assert (await mailbox.search(f"in:inbox {by_id}", 10)).total == 0
        assert (await mailbox.search(f"is:snoozed {by_id}", 10)).total == 1

    async def test_each_of_several_mails_is_done_or_not_by_itself(self, mailbox):
        ids = [(await mailbox.send(mail(), effect())).id for _ in range(2)]
        one = effect()

        became = await mailbox.label([ids[0], "nothing.1", ids[1]], ["starred"], [], one)

        assert [each.id for each in became.done] == ids
        assert [(each.id, each.kind) for each in became.failed] == [("nothing.1", "params")]
        assert became.failed[0].why
        assert {each.subject for each in became.done} == {"Plans"}
        again = Effect(id=one.id, again=True)
        assert [e.id for e in (await mailbox.label([*ids, "nothing.1"], [], [], again)).done] == ids

    async def test_only_what_really_changed_of_a_mail_is_told(self, mailbox):
        sent = await mailbox.send(mail(), effect())
        await mailbox.label([sent.id], ["starred", "inbox"], [], effect())

        became = await mailbox.label([sent.id], ["starred", "mine"], ["inbox", "no"], effect())

        (one,) = became.done
        assert set(one.before) == {"sent", "starred", "inbox"}
        assert (one.added, one.removed) == (("mine",), ("inbox",))

    async def test_what_was_changed_can_be_changed_back(self, mailbox, now):
        sent = await mailbox.send(mail(), effect())
        await mailbox.label([sent.id], ["inbox"], [], effect())
        before = set((await mailbox.get(sent.id)).labels)

        (one,) = (await mailbox.snooze([sent.id], now + HOUR, effect())).done
        await mailbox.label([sent.id], one.removed, one.added, effect())

        assert set((await mailbox.get(sent.id)).labels) == before

    async def test_a_page_has_the_newest_and_counts_them_all(self, mailbox):
        subject = uuid.uuid4().hex
        for _ in range(3):
            await mailbox.send(mail(subject), effect())

        page = await mailbox.search(f"subject:{subject}", 2)
        assert len(page.mails) == 2
        assert page.total == 3 or (page.total >= 2 and page.at_least)
        times = [each.sent_at for each in page.mails]
        assert times == sorted(times, reverse=True)

    async def test_a_search_keeps_to_the_accounts_named(self, workspace, mailbox):
        subject = uuid.uuid4().hex
        await mailbox.send(mail(subject), effect())
        own = [account.email for account in workspace.accounts]

        assert (await mailbox.search(subject, 9, own)).total == 1
        assert (await mailbox.search(subject, 9, ["nobody@elsewhere.example"])).total == 0

    async def test_what_is_not_there_is_said(self, mailbox, now):
        for unknown in UNKNOWN:
            await fails("params", mailbox.get(unknown))
            await fails("params", mailbox.thread(unknown))
            await fails("params", mailbox.attachment(unknown, "1"))
            await fails("params", mailbox.get_draft(unknown))
            await fails("params", mailbox.send_draft(unknown, effect()))
            await fails("params", mailbox.update_draft(unknown, mail(), effect()))
            await fails("params", mailbox.label([unknown], ["starred"], [], effect()))
            await fails("params", mailbox.snooze([unknown], now + HOUR, effect()))
            await fails("params", mailbox.delivery(unknown))

    async def test_a_mail_needs_recipients_with_addresses(self, mailbox):
        await fails("params", mailbox.send(mail(to=()), effect()))
        await fails("params", mailbox.send(mail(to=(Address(email="Sam"),)), effect()))

    async def test_a_taken_mail_is_accepted(self, mailbox):
        sent = await mailbox.send(mail(), effect())
        assert (await mailbox.delivery(sent.id)).status == "accepted"

    async def test_each_write_happens_once(self, mailbox, now):
        subject = uuid.uuid4().hex
        draft = await mailbox.draft(mail(subject), effect())

        async def counted():
            page = await mailbox.search(f"subject:{subject}", 50)
            return page.total, sorted((m.id, m.labels, m.message_id) for m in page.mails)

        await once(lambda one: mailbox.draft(mail(subject), one), counted)
        sent = await once(lambda one: mailbox.send(mail(subject), one), counted)
        await once(lambda one: mailbox.update_draft(draft.id, mail(subject), one), counted)
        await once(lambda one: mailbox.send_draft(draft.id, one), counted)
        await once(lambda one: mailbox.label([sent.id], ["inbox", "mine"], [], one), counted)
        await once(lambda one: mailbox.snooze([sent.id], now + HOUR, one), counted)
        assert (await counted())[0] == 3


class CalendarContract:
    @pytest.fixture
    def calendar(self, workspace):
        return workspace[Calendar]

    @pytest.fixture
    def new(self, now):
        start = (now + timedelta(days=400)).replace(minute=0, second=0, microsecond=0)
        who = (Attendee(email=SAM.email, name=SAM.name),)
        return NewEvent(
            title="Tea with Sam",
            starts_at=start,
            ends_at=start + HOUR,
            location="Garden",
            notes="Bring cake.",
            attendees=who,
        )

    async def test_a_new_event_is_in_the_calendar(self, calendar, new):
        made = await calendar.create(new, effect())

        assert (made.title, made.starts_at, made.ends_at) == (new.title, new.starts_at, new.ends_at)
        assert (made.location, made.notes, made.mine) == ("Garden", "Bring cake.", True)
        assert [(each.email, each.response) for each in made.attendees] == [(SAM.email, "none")]
        assert await calendar.get(made.id) == made
        assert await calendar.events(new.starts_at, new.ends_at) == (made,)

    async def test_events_are_those_that_overlap_and_say_the_text(self, calendar, new):
        made = await calendar.create(new, effect())
        start, end = new.starts_at, new.ends_at

        assert await calendar.events(end, end + HOUR) == ()
        assert await calendar.events(start - HOUR, start) == ()
        assert await calendar.events(start - HOUR, start + HOUR / 2) == (made,)
        assert await calendar.events(start, end, "tea") == (made,)
        assert await calendar.events(start, end, "coffee") == ()
        assert await calendar.events(start, end, limit=0) == ()

    async def test_a_change_leaves_what_it_does_not_name(self, calendar, new):
        made = await calendar.create(new, effect())
        change = EventChange(title="Coffee", starts_at=new.starts_at - HOUR)

        after = await calendar.update(made.id, change, effect())

        expected = made.model_copy(update={"title": "Coffee", "starts_at": new.starts_at - HOUR})
        assert after == expected
        assert await calendar.get(made.id) == expected

    async def test_attendees_are_replaced(self, calendar, new):
        made = await calendar.create(new, effect())
        change = EventChange(attendees=(Attendee(email=LEE.email, name=LEE.name),))

        after = await calendar.update(made.id, change, effect())

        assert [each.email for each in after.attendees] == [LEE.email]

    async def test_a_deleted_event_is_gone_and_may_be_deleted_again(self, calendar, new):
        made = await calendar.create(new, effect())

        await calendar.delete(made.id, effect())

        assert await calendar.events(new.starts_at, new.ends_at) == ()
        await fails("params", calendar.get(made.id))
        await calendar.delete(made.id, effect())

    async def test_a_series_is_changed_and_deleted_one_by_one_or_whole(self, calendar, new):
        weekly = new.model_copy(update={"recurrence": "RRULE:FREQ=WEEKLY;COUNT=4"})
        first = await calendar.create(weekly, effect())
        week = timedelta(weeks=1)

        async def found():
            events = await calendar.events(new.starts_at, new.starts_at + 5 * week)
            return [(each.title, each.starts_at - new.starts_at) for each in events]

        tea = "Tea with Sam"
        assert first.series
        assert await found() == [(tea, 0 * week), (tea, week), (tea, 2 * week), (tea, 3 * week)]

        second = (await calendar.events(new.starts_at + week, new.ends_at + week))[0]
        assert second.series == first.series
        moved = EventChange(
            title="Long tea", starts_at=second.starts_at + HOUR, ends_at=second.ends_at + 2 * HOUR
        )
        await calendar.update(second.id, moved, effect())
        await calendar.delete(first.id, effect())
        assert await found() == [("Long tea", week + HOUR), (tea, 2 * week), (tea, 3 * week)]

        third = (await calendar.events(new.starts_at + 2 * week, new.ends_at + 2 * week))[0]
        await calendar.update(third.id, EventChange(title="Coffee"), effect(), "series")
        assert {title for title, _ in await found()} >= {"Coffee"}
        assert tea not in {title for title, _ in await found()}

        await calendar.delete(third.id, effect(), "series")
        assert await found() == []

    async def test_the_person_is_busy_in_their_events(self, calendar, new):
        await calendar.create(new, effect())

        found = await calendar.free_busy(["me", SAM.email], new.starts_at, new.ends_at)

        assert [(b.person, b.starts_at, b.ends_at) for b in found.busy] == [
            ("me", new.starts_at, new.ends_at)
        ]
        assert found.unknown == (SAM.email,)

    async def test_what_is_not_there_is_said(self, calendar):
        for unknown in UNKNOWN:
            await fails("params", calendar.get(unknown))
            await fails("params", calendar.update(unknown, EventChange(title="No"), effect()))
            await fails("params", calendar.respond(unknown, "accepted", "", effect()))

    async def test_an_event_ends_after_it_starts(self, calendar, new):
        backwards = new.model_copy(update={"ends_at": new.starts_at - HOUR})
        await fails("params", calendar.create(backwards, effect()))

    async def test_each_write_happens_once(self, calendar, new):
        end = new.ends_at + timedelta(weeks=9)

        async def seen():
            return await calendar.events(new.starts_at, end)

        made = await once(lambda one: calendar.create(new, one), seen)
        assert await seen() == (made,)
        change = EventChange(title="Coffee")
        after = await once(lambda one: calendar.update(made.id, change, one), seen)
        assert await seen() == (after,)
        await once(lambda one: calendar.delete(made.id, one), seen)
        assert await seen() == ()
        weekly = new.model_copy(update={"recurrence": "RRULE:FREQ=WEEKLY;COUNT=3"})
        first = await once(lambda one: calendar.create(weekly, one), seen)
        later = EventChange(starts_at=first.starts_at + HOUR, ends_at=first.ends_at + HOUR)
        await once(lambda one: calendar.update(first.id, later, one, "series"), seen)
        assert [event.starts_at - new.starts_at for event in await seen()] == [
            HOUR + timedelta(weeks=n) for n in range(3)
        ]
        await once(lambda one: calendar.delete(first.id, one, "series"), seen)
        assert await seen() == ()


class AddressBookContract:
    @pytest.fixture
    def contacts(self, workspace):
        return workspace[AddressBook]

    async def test_everybody_can_be_found_by_address_and_read(self, contacts):
        everyone = await contacts.search("", "", 200)
        assert everyone
        for contact in everyone[:3]:
            assert (await contacts.search(contact.email, "", 5))[0] == contact
            assert await contacts.get(contact.id) == contact
        assert await contacts.search("", "", 1) == everyone[:1]

    async def test_organizations_are_where_people_work(self, contacts):
        sizes = [(each.name, each.people) for each in await contacts.organizations()]
        assert [people for _, people in sizes] == sorted((n for _, n in sizes), reverse=True)
        name, people = sizes[0]
        assert len(await contacts.search("", name, 200)) == people

    async def test_a_change_leaves_what_it_does_not_name(self, contacts):
        before = (await contacts.search("", "", 1))[0]
        change = ContactChange(title="Chief Gardener", notes="Likes tea.")

        after = await contacts.update(before.id, change, effect())

        expected = {"title": "Chief Gardener", "notes": "Likes tea."}
        assert after == before.model_copy(update=expected)
        assert await contacts.get(before.id) == after

    async def test_somebody_who_is_added_can_be_found_and_read(self, contacts):
        email = f"{uuid.uuid4().hex}@roe.example"
        new = NewContact(
            name="Jane Roe",
            email=email,
            company="Roe Ltd",
            title="CEO",
            phone="+1 555 0199",
            relation="client",
            notes="Met in Oslo",
        )

        added = await contacts.create(new, effect())

        assert added.model_dump(include=set(NewContact.model_fields)) == new.model_dump()
        assert added.own
        assert await contacts.get(added.id) == added
        assert await contacts.search(email, "", 5) == (added,)
        nameless = await contacts.create(NewContact(email=f"x{email}"), effect())
        assert nameless.name == nameless.email == f"x{email}"

    async def test_what_is_not_there_is_said(self, contacts):
        for unknown in UNKNOWN:
            await fails("params", contacts.get(unknown))
            await fails("params", contacts.update(unknown, ContactChange(title="No"), effect()))

    async def test_a_deleted_contact_is_gone_and_may_be_deleted_again(self, contacts):
        new = NewContact(name="Jane Roe", email=f"{uuid.uuid4().hex}@roe.example")
        added = await contacts.create(new, effect())
        await once(
            lambda one: contacts.delete(added.id, one), lambda: contacts.search(new.email, "", 5)
        )
        assert await contacts.search(new.email, "", 5) == ()
        await fails("params", contacts.get(added.id))
        await contacts.delete(added.id, effect())

    async def test_somebody_is_added_once(self, contacts):
        email = f"{uuid.uuid4().hex}@roe.example"
        new = NewContact(name="Jane Roe", email=email)
        await once(
            lambda one: contacts.create(new, one), lambda: contacts.search("", "roe.example", 200)
        )
        assert len(await contacts.search(email, "", 5)) == 1
        await fails("params", contacts.create(NewContact(name=" "), effect()))

    async def test_each_write_happens_once(self, contacts):
        before = (await contacts.search("", "", 1))[0]
        first = effect()
        for title, each in [("One", first), ("Two", effect()), ("One", first)]:
            change = ContactChange(title=title)
            answer = await contacts.update(before.id, change, each)
            assert answer.title == title
        assert (await contacts.get(before.id)).title == "Two"
        change = ContactChange(title="Three")
        await once(
            lambda one: contacts.update(before.id, change, one), lambda: contacts.get(before.id)
        )


class ChatContract:
    @pytest.fixture
    def chat(self, workspace):
        return workspace[Chat]

    @pytest.fixture
    async def channel(self, chat):
        return (await chat.channels())[0]

    async def test_channels_go_by_name_and_by_id(self, chat, channel):
        names = [each.name for each in await chat.channels()]
        assert names == sorted(names)
        by_name = await chat.messages(channel.name, None, 5)
        assert by_name == await chat.messages(f"#{channel.name}", None, 5)
        assert by_name == await chat.messages(channel.id, None, 5)

    async def test_a_message_is_said_where_it_belongs(self, chat, channel, now):
        text = f"Hello {uuid.uuid4().hex}"
        said = await chat.post(channel.name, text, "", effect())

        assert (said.text, said.channel, said.thread_id) == (text, channel.name, "")
        assert said.sent_at >= now
        assert (await chat.messages(channel.name, now, 50))[-1].id == said.id
        assert [each.id for each in await chat.search(text, 5)] == [said.id]
        assert (await chat.messages(channel.name, now + HOUR, 50)) == ()

    async def test_a_reply_is_in_its_thread_only(self, chat, channel):
        said = await chat.post(channel.name, "Tea?", "", effect())
        reply = await chat.post(channel.name, "Yes please", said.id, effect())

        thread = await chat.replies(channel.name, said.id)
        assert [each.id for each in thread] == [said.id, reply.id]
        assert thread[0].replies == 1
        assert {each.thread_id for each in thread} == {said.id}
        newest = await chat.messages(channel.name, None, 100)
        assert said.id in [each.id for each in newest]
        assert reply.id not in [each.id for each in newest]

    async def test_messages_are_the_newest_oldest_first(self, chat, channel):
        for text in ("one", "two", "three"):
            await chat.post(channel.name, text, "", effect())
        found = await chat.messages(channel.name, None, 2)
        assert len(found) == 2
        assert found[0].sent_at <= found[1].sent_at

    async def test_a_channel_that_is_read_has_nothing_unread(self, chat):
        unread = await chat.unread(None, 500)
        times = [each.sent_at for each in unread]
        assert times == sorted(times, reverse=True)
        for channel in await chat.channels():
            assert sum(each.channel == channel.name for each in unread) == channel.unread
            await chat.mark_read(channel.name, effect())
        assert await chat.unread(None, 500) == ()
        assert {channel.unread for channel in await chat.channels()} == {0}

    async def test_members_go_by_id_handle_address_and_name(self, workspace, chat):
        me = await chat.user(workspace.accounts[0].email)
        for who in (me.id, me.handle, f"@{me.handle}", me.name):
            assert await chat.user(who) == me

    async def test_a_direct_message_is_between_two(self, workspace, chat, now):
        me = await chat.user(workspace.accounts[0].email)
        before = await chat.direct_messages(me.id, None, 50)

        said = await chat.send(me.id, "Note to self", effect())

        assert (said.text, said.direct, said.author_id) == ("Note to self", True, me.id)
        assert await chat.direct_messages(me.id, None, 50) == (*before, said)
        assert await chat.direct_messages(me.id, now, 50) == (said,)
        assert said.channel not in [each.name for each in await chat.channels()]

    async def test_members_are_found_by_what_they_are_called(self, workspace, chat):
        me = await chat.user(workspace.accounts[0].email)
        for who in (me.id, me.handle, me.name, me.email):
            assert await chat.users(who) == (me,)

    async def test_what_is_not_there_is_said(self, chat, channel):
        for unknown in UNKNOWN:
            await fails("params", chat.user(unknown))
            await fails("params", chat.send(unknown, "Hello", effect()))
            assert await chat.users(unknown) == ()
            await fails("params", chat.messages(unknown, None, 5))
            await fails("params", chat.post(unknown, "Hello", "", effect()))
            await fails("params", chat.mark_read(unknown, effect()))
            await fails("params", chat.replies(channel.name, unknown))
        await fails("params", chat.post(channel.name, "Hello", "nothing", effect()))
        await fails("params", chat.post(channel.name, " ", "", effect()))

    async def test_each_write_happens_once(self, chat, channel):
        text = uuid.uuid4().hex

        async def seen():
            return await chat.search(text, 50)

        said = await once(lambda one: chat.post(channel.name, text, "", one), seen)
        await once(lambda one: chat.post(channel.name, text, said.id, one), seen)
        assert len(await seen()) == 2
        await once(lambda one: chat.mark_read(channel.name, one), chat.channels)
        user = (await chat.user(said.author_id)).id
        await once(
            lambda one: chat.send(user, "Hello", one),
            lambda: chat.direct_messages(user, None, 50),
        )


def row_change(number, row, cells, *, key=None, before=None):
    """Return a change of a row that is known by its first cell."""
    there = dict(enumerate(row, 1))
    changes = tuple(
        CellChange(column=column, before=before or there.get(column), after=after)
        for column, after in cells.items()
    )
    known = key or there.get(1)
    return RowChange(number=number, cells=changes, key_column=1 if known else 0, key=known)


class SheetsContract:
    @pytest.fixture
    def sheets(self, workspace):
        return workspace[Sheets]

    @pytest.fixture
    async def sheet(self, sheets):
        return (await sheets.search("", 50))[-1]

    async def test_spreadsheets_are_found_by_name_those_changed_last_first(self, sheets, sheet):
        everything = await sheets.search("", 50)
        assert sheet in await sheets.search(sheet.name, 50)
        assert await sheets.search("", 1) == everything[:1]
        assert await sheets.search(uuid.uuid4().hex, 50) == ()
        await sheets.append(sheet.id, "", ("new",), effect())
        assert (await sheets.search("", 1))[0].id == sheet.id

    async def test_a_row_is_added_at_the_end(self, sheets, sheet):
        before = await sheets.read(sheet.id, "", 1_000)
        row = ("Tea", 12, 0.5, True, None)

        added = await sheets.append(sheet.id, before.tab, row, effect())

        assert (added.sheet.id, added.tab, added.rows) == (sheet.id, before.tab, (row,))
        assert added.first == len(before.rows) + 1
        after = await sheets.read(sheet.id, "", 1_000)
        assert after.rows == (*before.rows, row)

    async def test_cells_of_a_row_are_changed_and_the_others_stay(self, sheets, sheet):
        before = await sheets.read(sheet.id, "", 1_000)
        row = before.rows[1]
        change = row_change(2, row, {2: 12.5, len(row) + 1: "new"})

        changed = await sheets.update(sheet.id, before.tab, change, effect())

        expected = (row[0], 12.5, *row[2:], "new")
        assert (changed.first, changed.rows) == (2, (expected,))
        after = await sheets.read(sheet.id, "", 1_000)
        assert after.rows == (before.rows[0], expected, *before.rows[2:])

    async def test_a_row_that_is_another_one_by_now_is_left_alone(self, sheets, sheet):
        before = await sheets.read(sheet.id, "", 1_000)
        moved = row_change(2, before.rows[1], {2: "x"}, key="Somebody else's")
        changed = row_change(2, before.rows[1], {2: "x"}, before="Something else")
        for change in (moved, changed):
            await fails("params", sheets.update(sheet.id, "", change, effect()))
        assert await sheets.read(sheet.id, "", 1_000) == before

    async def test_a_table_is_cut_at_the_limit(self, sheets, sheet):
        whole = await sheets.read(sheet.id, "", 1_000)
        some = await sheets.read(sheet.id, whole.tab, 1)
        assert not whole.cut
        assert (some.rows, some.cut) == (whole.rows[:1], True)

    async def test_what_is_not_there_is_said(self, sheets, sheet):
        for unknown in UNKNOWN:
            await fails("params", sheets.read(unknown, "", 5))
            await fails("params", sheets.append(unknown, "", ("x",), effect()))
            await fails("params", sheets.update(unknown, "", row_change(2, (), {1: "x"}), effect()))
        await fails("params", sheets.read(sheet.id, "No such tab", 5))
        await fails("params", sheets.append(sheet.id, "No such tab", ("x",), effect()))

    async def test_each_write_happens_once(self, sheets, sheet):
        before = await sheets.read(sheet.id, "", 1_000)
        await once(
            lambda one: sheets.append(sheet.id, "", ("Tea",), one),
            lambda: sheets.read(sheet.id, "", 1_000),
        )
        assert (await sheets.read(sheet.id, "", 1_000)).rows == (*before.rows, ("Tea",))
        change = row_change(2, before.rows[1], {2: "Tea"})
        await once(
            lambda one: sheets.update(sheet.id, "", change, one),
            lambda: sheets.read(sheet.id, "", 1_000),
        )


class PagesContract:
    @pytest.fixture
    def pages(self, workspace):
        return workspace[Pages]

    async def test_pages_are_found_and_read_those_changed_last_first(self, pages):
        everything = await pages.search("", 50)
        times = [entry.updated_at for entry in everything]
        assert times == sorted(times, reverse=True)
        assert await pages.search("", 1) == everything[:1]
        assert await pages.search(uuid.uuid4().hex, 50) == ()
        for entry in everything:
            assert entry in await pages.search(entry.title, 50)
            page = await pages.read(entry.id)
            assert page.entry == entry
            assert page.text.strip()

    async def test_text_is_added_at_the_end_of_a_page(self, pages):
        entry = (await pages.search("", 50))[-1]
        before = await pages.read(entry.id)

        written = await pages.append(entry.id, "One more thing.", effect())

        assert (written.entry.id, len(written.blocks)) == (entry.id, 1)
        after = await pages.read(entry.id)
        assert after.text.strip() == f"{before.text.strip()}\n\nOne more thing."
        assert (await pages.search("", 1))[0].id == entry.id

    @pytest.mark.parametrize(
        ("passage", "becomes"),
        [
            ("- Two", "- Three"),
            ("- Two", "- Two\n- Three"),
            ("One.\n- Two", "One."),
            ("## Next", "## Then"),
            ("## Next\nLast.", "## Next\nMore.\nLast."),
        ],
    )
    async def test_a_passage_reads_otherwise_and_again_as_before(self, pages, passage, becomes):
        entry = (await pages.search("", 50))[-1]
        text = "One.\n\n- Two\n\n## Next\n\nLast."
        made = (await pages.create(entry, uuid.uuid4().hex, text, effect())).entry

        written = await pages.change(made.id, passage, becomes, effect())

        assert written.entry.id == made.id
        after = lines_of((await pages.read(made.id)).text)
        assert "\n".join(after) == "\n".join(lines_of(text)).replace(passage, becomes)
        await pages.change(made.id, becomes, passage, effect())
        assert lines_of((await pages.read(made.id)).text) == lines_of(text)

    async def test_a_numbered_list_is_counted_on(self, pages):
        entry = (await pages.search("", 50))[-1]
        text = "1. One\n2. Two\n3. Three"
        made = (await pages.create(entry, uuid.uuid4().hex, text, effect())).entry
        await pages.change(made.id, "1. One", "1. One\n2. New", effect())
        counted = ("1. One", "2. New", "3. Two", "4. Three")
        assert lines_of((await pages.read(made.id)).text) == counted
        await pages.change(made.id, "1. One\n2. New\n3. Two", "1. One\n2. Two", effect())
        assert lines_of((await pages.read(made.id)).text) == lines_of(text)

    async def test_a_passage_that_is_not_there_once_is_left(self, pages):
        entry = (await pages.search("", 50))[-1]
        made = (await pages.create(entry, uuid.uuid4().hex, "- One\n- One", effect())).entry
        for passage in ("- Two", "- One"):
            await fails("params", pages.change(made.id, passage, "- Three", effect()))
        assert lines_of((await pages.read(made.id)).text) == ("- One", "- One")

    async def test_a_page_is_made_in_another_one(self, pages):
        parent = (await pages.search("", 50))[-1]
        title = f"Notes {uuid.uuid4().hex}"

        made = (await pages.create(parent, title, "First.", effect())).entry

        assert (made.title, made.parent) == (title, parent.title)
        page = await pages.read(made.id)
        assert (page.entry, page.text.strip()) == (made, "First.")
        assert await pages.search(title, 5) == (made,)

    async def test_each_write_happens_once(self, pages):
        entry = (await pages.search("", 50))[-1]
        await once(lambda one: pages.append(entry.id, "Tea", one), lambda: pages.read(entry.id))
        await once(
            lambda one: pages.change(entry.id, "Tea", "Tea\nCake", one),
            lambda: pages.read(entry.id),
        )
        title = uuid.uuid4().hex
        await once(lambda one: pages.create(entry, title, "", one), lambda: pages.search(title, 5))
        assert len(await pages.search(title, 5)) == 1

    async def test_what_is_not_there_is_said(self, pages):
        for unknown in UNKNOWN:
            await fails("params", pages.read(unknown))
            await fails("params", pages.append(unknown, "Hi", effect()))
            await fails("params", pages.change(unknown, "Hi", "Ho", effect()))
            nowhere = PageEntry(id=unknown, title="")
            await fails("params", pages.create(nowhere, "Hi", "", effect()))
