"""A shown call changed as the person wishes in words."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.models.profile import Profile
from shared.models.reasoning import ReviseRequest, ToolSpec
from shared.reasoning.embedded.revising import revise
from shared.understanding.reader import Reader

READER = Reader()
NOW = datetime(2025, 11, 19, 10, 0)  # noqa: DTZ001 - local, as in the arguments
MAIL = {
    "to": ["sarah@acme.com"],
    "subject": "Friday lunch",
    "body": "Hi Sarah,\n\nLet us meet on Friday. I bring the deck. Please read it.\n\nBest,\nAda",
}
EVENT = {
    "title": "Sync",
    "start": "2025-11-21T15:00",
    "end": "2025-11-21T15:30",
    "attendees": ["sarah@acme.com", "john.doe@x.org"],
}
MAIL_HAS = ("to", "cc", "bcc", "subject", "body")
EVENT_HAS = ("title", "start", "end", "minutes", "attendees", "location", "notes")
UPDATE_HAS = ("event_id", "start", "add_attendees", "remove_attendees")


def revised(wish, arguments, has):
    return revise(
        ReviseRequest(
            tool=ToolSpec(
                name="t", description="", parameters={"properties": {name: {} for name in has}}
            ),
            arguments=arguments,
            wish=wish,
            today="2025-11-19",
            now=NOW,
            profile=Profile(name="Ada Byron"),
        ),
        READER,
    )


def different(wish, arguments, has):
    after = revised(wish, arguments, has).arguments
    assert after is not None
    return {name: value for name, value in after.items() if arguments.get(name) != value}


def body(said, name="Sarah"):
    return f"Hi {name},\n\n{said}\n\nBest,\nAda"


@pytest.mark.parametrize(
    ("wish", "body_after"),
    [
        ("make it shorter", "Let us meet on Friday. I bring the deck."),
        ("please say I can't come instead", "I can't come."),
        ("no, instead say i'm ill", "I'm ill."),
        ("it should say see you on Monday", "See you on Monday."),
        ('change the body to "See you soon."', "See you soon."),
        (
            "add that I'm away next week",
            "Let us meet on Friday. I bring the deck. Please read it. I'm away next week.",
        ),
        (
            "also ask her for the budget",
            (
                "Let us meet on Friday. I bring the deck. Please read it. "
                "Could you please send me the budget?"
            ),
        ),
        ("remove the last sentence", "Let us meet on Friday. I bring the deck."),
        ("don't mention the deck", "Let us meet on Friday. Please read it."),
        (
            'replace "deck" with "slides"',
            "Let us meet on Friday. I bring the slides. Please read it.",
        ),
    ],
)
def test_the_text_is_changed_between_greeting_and_name(wish, body_after):
    assert different(wish, MAIL, MAIL_HAS) == {"body": body(body_after)}


@pytest.mark.parametrize(
    "wish",
    ["change Friday to Monday", "use Monday instead of Friday", "no, Monday not Friday"],
)
def test_words_are_replaced_wherever_they_stand(wish):
    after = different(wish, MAIL, MAIL_HAS)
    assert after["subject"] == "Monday lunch"
    assert "meet on Monday." in after["body"]


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("change the subject to budget", {"subject": "Budget"}),
        ("subject: New plan", {"subject": "New plan"}),
        ("add Tom in cc", {"cc": ["Tom"]}),
        ("cc Ann Lee and tom@x.org", {"cc": ["Ann Lee", "tom@x.org"]}),
        ("bcc Ann", {"bcc": ["Ann"]}),
        ("add tom@x.org", {"to": ["sarah@acme.com", "tom@x.org"]}),
        ("also send it to Tom", {"to": ["sarah@acme.com", "Tom"]}),
        ("change the subject to Hello and add Tom in cc", {"subject": "Hello", "cc": ["Tom"]}),
    ],
)
def test_subject_and_recipients_are_changed(wish, after):
    assert different(wish, MAIL, MAIL_HAS) == after


def test_another_recipient_is_greeted_too():
    after = different("send it to Tom instead", MAIL, MAIL_HAS)
    assert after["to"] == ["Tom"]
    assert after["body"].startswith("Hi Tom,\n\nLet us")


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("at 4pm instead", {"start": "2025-11-21T16:00", "end": "2025-11-21T16:30"}),
        ("an hour later", {"start": "2025-11-21T16:00", "end": "2025-11-21T16:30"}),
        ("half an hour earlier", {"start": "2025-11-21T14:30", "end": "2025-11-21T15:00"}),
        ("push it back 30 minutes", {"start": "2025-11-21T15:30", "end": "2025-11-21T16:00"}),
        ("make it 45 minutes", {"end": "2025-11-21T15:45", "minutes": 45}),
        ("move it to Monday", {"start": "2025-11-24T15:00", "end": "2025-11-24T15:30"}),
        ("on Monday at 9am", {"start": "2025-11-24T09:00", "end": "2025-11-24T09:30"}),
        ("change Friday to Monday", {"start": "2025-11-24T15:00", "end": "2025-11-24T15:30"}),
        ("tomorrow instead", {"start": "2025-11-20T15:00", "end": "2025-11-20T15:30"}),
        ("until 5pm", {"end": "2025-11-21T17:00"}),
        ("from 2 to 3pm", {"start": "2025-11-21T14:00", "end": "2025-11-21T15:00"}),
        ("remove John", {"attendees": ["sarah@acme.com"]}),
        ("invite Tom too", {"attendees": ["sarah@acme.com", "john.doe@x.org", "Tom"]}),
        ("in Room 4", {"location": "Room 4"}),
        ("location: Zoom", {"location": "Zoom"}),
        ("call it planning", {"title": "Planning"}),
        ("add a note: bring slides", {"notes": "Bring slides."}),
    ],
)
def test_an_event_is_moved_renamed_and_peopled(wish, after):
    assert different(wish, EVENT, EVENT_HAS) == after


def test_an_event_without_an_end_keeps_its_minutes():
    event = {"title": "Sync", "start": "2025-11-21T15:00", "minutes": 30}
    assert different("an hour later", event, EVENT_HAS) == {"start": "2025-11-21T16:00"}
    assert different("make it an hour", event, EVENT_HAS) == {"minutes": 60}


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("remove John", {"remove_attendees": ["John"]}),
        ("add Tom", {"add_attendees": ["Tom"]}),
    ],
)
def test_attendees_of_an_event_that_is_changed_are_added_and_removed(wish, after):
    assert different(wish, {"event_id": "e1", "start": "2025-11-21T15:00"}, UPDATE_HAS) == after


@pytest.mark.parametrize(
    ("wish", "arguments", "has", "after"),
    [
        (
            "until Tuesday 10am",
            {"message_ids": ["a"], "until": "2025-11-21T15:00"},
            ("message_ids", "until"),
            {"until": "2025-11-25T10:00"},
        ),
        ("say hello instead", {"text": "Hi all"}, ("channel", "text"), {"text": "Hello."}),
        ("change 12 to 14", {"row": ["a", 12]}, ("sheet", "row"), {"row": ["a", 14]}),
        (
            "reply to all",
            {"message_id": "x", "body": "Hi."},
            ("message_id", "body", "reply_all"),
            {"reply_all": True},
        ),
    ],
)
def test_other_calls_are_changed_by_the_same_words(wish, arguments, has, after):
    assert different(wish, arguments, has) == after


@pytest.mark.parametrize(
    ("wish", "arguments", "has", "why"),
    [
        ("more formal please", MAIL, MAIL_HAS, "change the subject to Budget"),
        ("at 4pm instead", MAIL, MAIL_HAS, "add that I'm away"),
        ("remove Sarah", MAIL, MAIL_HAS, "nobody would get it"),
        ("make it shorter", {"body": "Hi."}, MAIL_HAS, "single sentence"),
        ("cc Tom", {"title": "x"}, ("title",), "Nobody can be added"),
        ("change the subject to Friday lunch", MAIL, MAIL_HAS, "already"),
        ("louder", {"channel": "x"}, ("channel",), "in words"),
    ],
)
def test_what_cannot_be_changed_is_said(wish, arguments, has, why):
    answer = revised(wish, arguments, has)
    assert answer.arguments is None
    assert why in answer.why


@given(st.text(max_size=60))
def test_any_wish_is_followed_or_declined_and_changes_only_a_copy(wish):
    before = {
        name: value.copy() if isinstance(value, list) else value for name, value in MAIL.items()
    }
    answer = revised(wish, MAIL, MAIL_HAS)
    assert (answer.arguments is None) == bool(answer.why)
    assert before == MAIL
    assert revised(wish, MAIL, MAIL_HAS) == answer
