"""The organisation at any time: always up to date, always plausible."""

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.connectors.sandbox.records import OWNER

WEDNESDAY = datetime(2026, 7, 15, 12, tzinfo=UTC)
ANY_DAY = {"david-architecture", "emma-photos", "jack-climbing"}
SUNDAY_NIGHT = datetime(2026, 7, 19, 0, 5, tzinfo=UTC)


@settings(max_examples=15, deadline=None)
@given(now=st.datetimes(datetime(2025, 1, 1), datetime(2032, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001
def test_the_mailbox_is_plausible_at_any_time(store_at, now):
    mails = asyncio.run(store_at(now).mails())

    assert len(mails) == 205
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


async def test_the_calendar_spans_eight_weeks_around_this_one(store_at):
    events = await store_at(WEDNESDAY).events()

    assert len(events) == 67
    assert len({event.id for event in events}) == len(events)
    assert events[0].starts_at >= WEDNESDAY - timedelta(weeks=5)
    assert events[-1].ends_at <= WEDNESDAY + timedelta(weeks=5)
    assert all(event.starts_at < event.ends_at for event in events)
    assert sum(event.series == "alpha-sync" for event in events) == 9
    assert [e.title for e in events if e.all_day and e.series == ""]
    assert max(len(event.attendees) for event in events) >= 5


async def test_all_day_events_last_a_day(store_at):
    (day,) = [e for e in await store_at(WEDNESDAY).events() if e.title == "Strategy day"]
    assert day.all_day
    assert day.ends_at - day.starts_at == timedelta(days=1)


async def test_some_events_are_in_conflict(store_at):
    timed = [e for e in await store_at(WEDNESDAY).events() if not e.all_day]
    clashes = {
        (one.title, other.title) for one, other in pairwise(timed) if other.starts_at < one.ends_at
    }
    assert ("Acme price", "Offer for Ms Larsson") in clashes
    assert ("Acme quarterly review", "Planning with Laura") in clashes


async def test_six_channels_have_conversations(store_at):
    channels = {channel.name: channel for channel in await store_at(WEDNESDAY).channels()}

    assert set(channels) == {
        "general",
        "marketing",
        "project-alpha",
        "random",
        "team-updates",
        "weekly-updates",
    }
    everything = [m for c in channels.values() for m in c.messages]
    assert len(everything) + sum(len(m.replies) for m in everything) == 114
    for channel in channels.values():
        times = [message.sent_at for message in channel.messages]
        assert times == sorted(times)
    (feedback,) = [m for m in channels["project-alpha"].messages if "feedback: 26" in m.text]
    assert [reply.author for reply in feedback.replies] == ["Nina Kowalski", "Alex Morgan"]
    assert feedback.sent_at < feedback.replies[0].sent_at < feedback.replies[1].sent_at
