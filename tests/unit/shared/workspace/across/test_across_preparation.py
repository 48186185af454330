from datetime import UTC, datetime, timedelta

import pytest

from shared.models.profile import Account, Profile
from shared.workspace.across.preparation import about, has_agenda, reasons, to_prepare, waits
from shared.workspace.across.topics import search_words, telling, touches
from shared.workspace.calendar.port import Attendee, Event
from shared.workspace.email.port import Address, Mail, MailThread

START = datetime(2026, 11, 26, 9, tzinfo=UTC)
PROFILE = Profile(accounts=(Account(id="a", provider="sandbox", email="ada@omni.dev"),))
ADA = Attendee(email="Ada@omni.dev")
BO = Attendee(email="bo@omni.dev", name="Bo Ek")


def meeting(**more):
    return Event(
        **{
            "id": "e1",
            "title": "Budget review",
            "starts_at": START,
            "ends_at": START + timedelta(minutes=30),
            "attendees": (ADA, BO),
            **more,
        }
    )


def mail(number, subject="Budget numbers", sender="bo@omni.dev", hours=0, **more):
    return Mail(
        **{
            "id": f"m{number}",
            "thread_id": f"t{number}",
            "sender": Address(email=sender, name="Bo Ek"),
            "to": (Address(email="ada@omni.dev"),),
            "subject": subject,
            "snippet": "",
            "body": "",
            "sent_at": START + timedelta(hours=hours),
            **more,
        }
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Johnson project", "johnson"),
        ("the Q4 budget", "q4 budget"),
        ("from:boss OR is:unread", "from boss or is unread"),
        ("-secret {x y}", "secret"),
        ("Team meeting", "team meeting"),
        ("", ""),
    ],
)
def test_a_topic_is_searched_for_by_its_telling_words(text, words):
    assert search_words(text) == words


def test_a_title_without_telling_words_is_touched_by_nothing():
    assert telling("Weekly team sync") == []
    assert not touches("Weekly team sync", mail(1, "Weekly team sync"))
    assert touches("Weekly budget sync", mail(1, "Re: BUDGET"))
    assert touches("Budget", mail(1, "Hi", snippet="About the budget"))


@pytest.mark.parametrize(
    ("notes", "has"),
    [
        ("", False),
        ("1. Numbers\n2. Plans for spring", True),
        ("https://example.com/agenda-for-this-meeting", False),
        ("Join Zoom Meeting\nhttps://zoom.us/j/123\nMeeting ID: 123 456\nPasscode: abc", False),
        ("Join Zoom Meeting\nhttps://zoom.us/j/123\nWe look at the numbers", True),
        ("----- 12 -----", False),
    ],
)
def test_notes_that_say_only_how_to_join_are_no_agenda(notes, has):
    assert has_agenda(notes) is has


@pytest.mark.parametrize(
    ("more", "kept"),
    [
        ({}, True),
        ({"attendees": (ADA,)}, False),
        ({"attendees": ()}, False),
        ({"all_day": True}, False),
        ({"response": "declined"}, False),
        ({"response": "none"}, True),
    ],
)
def test_which_events_need_preparing(more, kept):
    assert bool(to_prepare([meeting(**more)], PROFILE)) is kept


def test_mail_about_a_meeting_is_from_its_attendees_and_the_newest_of_its_thread():
    mails = [
        mail(1, hours=1),
        mail(2, hours=2, thread_id="t1"),
        mail(3, sender="cy@client.com"),
        mail(4, subject="Lunch"),
        mail(5, sender="ada@omni.dev"),
        mail(6, sender="BO@omni.dev", hours=3),
    ]
    assert [one.id for one in about(meeting(), mails, PROFILE)] == ["m6", "m2"]


def test_a_conversation_waits_when_somebody_else_wrote_last():
    theirs, mine = mail(1), mail(2, sender="ada@omni.dev")
    assert waits(MailThread(id="t", subject="x", mails=(mine, theirs)), PROFILE)
    assert not waits(MailThread(id="t", subject="x", mails=(theirs, mine)), PROFILE)
    assert not waits(MailThread(id="t", subject="x", mails=()), PROFILE)


def test_every_reason_is_named():
    event = meeting(mine=False, response="none")
    mails = [mail(1, labels=("unread",)), mail(2, "Re:\n**budget**"), mail(3)]
    assert reasons(event, mails, {"t2": True, "t3": False}) == [
        "it has no agenda",
        "you have not answered the invitation",
        'unread email from Bo Ek: "Budget numbers"',
        'unanswered email from Bo Ek: "Re: budget"',
    ]


def test_a_meeting_with_an_agenda_and_nothing_open_is_prepared():
    assert reasons(meeting(notes="We look at the numbers"), [mail(1)], {"t1": False}) == []
