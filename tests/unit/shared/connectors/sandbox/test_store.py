"""The organisation at any time: always up to date, always plausible."""

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.connectors.sandbox.calendar import SandboxCalendar
from shared.connectors.sandbox.chat import SandboxChat
from shared.connectors.sandbox.records import OWNER

WEDNESDAY = datetime(2026, 7, 15, 12, tzinfo=UTC)
ANY_DAY = {"david-architecture", "emma-photos", "jack-climbing"}
AGES = timedelta(weeks=30)
SUNDAY_NIGHT = datetime(2026, 7, 19, 0, 5, tzinfo=UTC)


@settings(max_examples=15, deadline=None)
@given(now=st.datetimes(datetime(2025, 1, 1), datetime(2032, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001
def test_the_mailbox_is_plausible_at_any_time(store_at, now):
    mails = asyncio.run(store_at(now).mails())

    assert len(mails) == 208
    assert all(mail.sent_at <= now for mail in mails)
    assert min(mail.sent_at for mail in mails) > now - timedelta(weeks=8, days=3)
    assert all(newer.sent_at >= older.sent_at for newer, older in pairwise(mails))
    at_work = [m for m in mails if m.sender.email.endswith("@company.com")]
    on_sunday = {m.thread_id for m in at_work if m.sent_at.weekday() == 6}
    assert on_sunday <= ANY_DAY


@pytest.mark.parametrize("now", [WEDNESDAY, SUNDAY_NIGHT])
async def test_replies_follow_what_they_answer(store_at, now):
    threads = {}
    for mail in reversed(await store_at(now).mails()):
        threads.setdefault(mail.thread_id, []).append(mail)
    for mails in threads.values():
        assert [int(m.id.rpartition(".")[2]) for m in mails] == list(range(1, len(mails) + 1))
        assert [m.subject.startswith("Re: ") for m in mails] == [False, *[True] * (len(mails) - 1)]


async def test_texts_are_finished(store_at):
    for mail in await store_at(WEDNESDAY).mails():
        assert "{" not in mail.body + mail.subject
        assert mail.body.strip()
        assert mail.snippet == " ".join(mail.body.split())[:120]
        assert mail.to
        assert ("sent" in mail.labels) == (mail.sender == OWNER)


async def test_the_same_mail_keeps_its_id_as_time_passes(store_at):
    today = await store_at(WEDNESDAY).mails()
    later = await store_at(WEDNESDAY + timedelta(days=100)).mails()
    assert {m.id for m in today} == {m.id for m in later}


async def events(store_at):
    calendar = SandboxCalendar(store_at(WEDNESDAY))
    return await calendar.events(WEDNESDAY - AGES, WEDNESDAY + AGES)


async def test_the_calendar_spans_eight_weeks_around_this_one(store_at):
    found = await events(store_at)

    assert len(found) == 70
    assert len({event.id for event in found}) == len(found)
    assert found[0].starts_at >= WEDNESDAY - timedelta(weeks=5)
    assert found[-1].ends_at <= WEDNESDAY + timedelta(weeks=5)
    assert all(event.starts_at < event.ends_at for event in found)
    sync = [event for event in found if event.series == "alpha-sync"]
    assert len(sync) == 9
    assert {event.recurrence for event in sync} == {"RRULE:FREQ=WEEKLY;BYDAY=WE"}
    assert [e.title for e in found if e.all_day and e.series == ""]
    assert max(len(event.attendees) for event in found) >= 5


async def test_all_day_events_last_a_day(store_at):
    (day,) = [e for e in await events(store_at) if e.title == "Strategy day"]
    assert day.all_day
    assert day.ends_at - day.starts_at == timedelta(days=1)


async def test_some_events_are_in_conflict(store_at):
    timed = [e for e in await events(store_at) if not e.all_day]
    clashes = {
        (one.title, other.title) for one, other in pairwise(timed) if other.starts_at < one.ends_at
    }
    assert ("Acme price", "Offer for Ms Larsson") in clashes
    assert ("Architecture round", "Consent form with Securitrust") in clashes
    assert ("Johnson workshop in Manchester", "Portal demo for Lumière") in clashes
    assert ("Acme quarterly review", "Planning with Laura") in clashes


async def test_some_coming_meetings_are_unanswered_and_some_have_no_notes(store_at):
    coming = [e for e in await events(store_at) if e.starts_at > WEDNESDAY and e.attendees]
    unanswered = [event for event in coming if event.response == "none"]

    assert {"Architecture round", "Strategy day"} <= {event.title for event in unanswered}
    assert not any(event.mine for event in unanswered)
    assert len([event for event in coming if event.notes]) >= 5
    assert len([event for event in coming if not event.notes]) >= 5


async def test_seven_channels_have_conversations(store_at):
    chat = SandboxChat(store_at(WEDNESDAY))
    channels = {channel.name: channel for channel in await chat.channels()}

    assert {name: channel.members for name, channel in channels.items()} == {
        "finance-delivery": 3,
        "general": 19,
        "marketing": 7,
        "project-alpha": 8,
        "random": 18,
        "team-updates": 18,
        "weekly-updates": 18,
    }
    everything = await chat.search("", 500)
    assert len(everything) == 125
    assert len(await chat.unread(None, 500)) == 10
    assert len({(message.channel, message.id) for message in everything}) == len(everything)
    assert all(message.author_id.startswith("U-") for message in everything)
    (feedback,) = await chat.search("feedback 26 logged", 5)
    thread = await chat.replies("project-alpha", feedback.id)
    assert [message.author for message in thread[1:]] == ["Nina Kowalski", "Alex Morgan"]
    assert thread[0].sent_at < thread[1].sent_at < thread[2].sent_at
