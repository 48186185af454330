"""A shown call changed as the person wishes in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.revising import (
    BOOK,
    EVENT,
    EVENT_HAS,
    LATER,
    MAIL,
    MAIL_HAS,
    PHONES,
    SEND,
    body,
    different,
    revised,
    seen,
)


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
        ("change the subject to Friday lunch", MAIL, MAIL_HAS, "already"),
    ],
)
def test_what_cannot_be_changed_is_said(wish, arguments, has, why):
    answer = revised(wish, arguments, has)
    assert answer.arguments is None
    assert why in answer.why


def test_a_room_that_is_not_wanted_is_not_taken():
    assert seen("not in {place:Room Tyne}", EVENT, EVENT_HAS, BOOK) == {}


@pytest.mark.parametrize(
    ("marked", "arguments", "has", "tool", "after"),
    [
        (
            "{time:4} works better",
            EVENT,
            EVENT_HAS,
            BOOK,
            {"start": "2025-11-21T16:00", "end": "2025-11-21T16:30"},
        ),
        ("we sit in {place:Room 4} then", EVENT, EVENT_HAS, BOOK, {"location": "Room 4"}),
        (
            "{label:Later} is the better one",
            {"message_ids": ["a"], "add": ["Now"]},
            ("message_ids", "add"),
            "gmail_label",
            {"add": ["Later"]},
        ),
    ],
)
def test_what_the_reader_sees_of_a_call_is_put_into_it(marked, arguments, has, tool, after):
    assert seen(marked, arguments, has, tool) == after


@pytest.mark.parametrize(
    ("marked", "arguments", "has", "tool"),
    [
        ("{place:Room 4} is fine", MAIL, MAIL_HAS, SEND),
        ("{channel:dev} is fine", MAIL, MAIL_HAS, SEND),
        ("{label:Later} is fine", MAIL, MAIL_HAS, SEND),
        ("{flag:unread} ones", MAIL, MAIL_HAS, SEND),
        ("{topic:lunch} is fine", {"message_ids": ["a"]}, ("message_ids",), "gmail_archive"),
        ("{body:hello} is fine", {"message_ids": ["a"]}, ("message_ids",), "gmail_archive"),
        ("nothing of the kind", MAIL, MAIL_HAS, SEND),
    ],
)
def test_what_the_reader_sees_but_the_call_has_not_changes_nothing(marked, arguments, has, tool):
    assert seen(marked, arguments, has, tool) == {}


@given(st.text(max_size=60))
def test_any_wish_is_followed_or_declined_and_changes_only_a_copy(wish):
    before = {
        name: value.copy() if isinstance(value, list) else value for name, value in MAIL.items()
    }
    answer = revised(wish, MAIL, MAIL_HAS)
    left_out = answer.why.startswith("I did not use ")  # then it is followed but for that
    assert (answer.arguments is None) == (bool(answer.why) and not left_out)
    assert before == MAIL
    assert revised(wish, MAIL, MAIL_HAS) == answer


@pytest.mark.parametrize(
    ("wish", "response"),
    [
        ("don't say no, put maybe", "tentative"),
        ("actually accept it", "accepted"),
        ("wait, tell them yes", "accepted"),
        ("say no instead of maybe", "declined"),
        ("No, I will be there after all: accept", "accepted"),
    ],
)
def test_an_invitation_is_answered_otherwise(wish, response):
    before = {"event_id": "e1", "response": "declined" if response != "declined" else "accepted"}
    answer = revised(wish, before, ("event_id", "response", "comment"), "calendar_respond_to_event")
    assert answer.arguments == before | {"response": response}


def test_a_no_to_what_is_shown_answers_no_invitation():
    before = {"event_id": "e1", "response": "tentative"}
    wish = "On reflection, no. I shall settle it with Ann first"
    answer = revised(wish, before, ("event_id", "response"), "calendar_respond_to_event")
    assert answer.arguments is None


def test_each_sentence_changes_what_it_is_about():
    assert different("Better half past four. And Elena should join us.", EVENT, EVENT_HAS) == {
        "start": "2025-11-21T16:30",
        "end": "2025-11-21T17:00",
        "attendees": ["sarah@acme.com", "john.doe@x.org", "Elena"],
    }


@pytest.mark.parametrize(
    "wish",
    [
        "different subject please: Plan for next year",
        "take Plan for next year as the subject",
        "The subject line I'd like is Plan for next year",
        "subject should rather be plan for next year",
        "Plan for next year would be a better subject",
        "I don't like the subject, take Plan for next year",
        "rename it to Plan for next year please",
    ],
)
def test_a_title_is_what_the_wish_labels_so(wish):
    assert different(wish, MAIL, MAIL_HAS) == {"subject": "Plan for next year"}


@pytest.mark.parametrize(
    "wish",
    ["other room please: Tyne", "the room is Tyne, not Severn", "Severn is taken, make it Tyne"],
)
def test_a_place_is_what_the_wish_labels_so_or_puts_for_the_one_shown(wish):
    call = EVENT | {"location": "Severn"}
    assert different(wish, call, EVENT_HAS) == {"location": "Tyne"}


@pytest.mark.parametrize(
    "wish",
    [
        "mention too that Luis has seen it",
        "let her know too that Luis has seen it",
        "could you put at the end that Luis has seen it",
        "Write also that Luis has seen it.",
    ],
)
def test_what_is_to_be_said_besides_is_added(wish):
    after = different(wish, MAIL | {"body": body("It is done.")}, MAIL_HAS)
    assert after == {"body": body("It is done. Luis has seen it.")}


def test_a_room_is_called_as_rooms_are():
    call = EVENT | {"location": "Room Severn"}
    assert different("Room Tyne, actually.", call, EVENT_HAS) == {"location": "Room Tyne"}
    assert different("Severn is taken, make it Tyne", call, EVENT_HAS) == {"location": "Room Tyne"}


def test_each_clause_changes_what_it_is_about():
    wish = "13:30 suits me better after all, and take Elena along"
    assert different(wish, LATER | {"attendees": ["al@x.org"]}, EVENT_HAS) == {
        "start": "2025-12-05T13:30",
        "attendees": ["al@x.org", "Elena"],
    }


@pytest.mark.parametrize(
    "wish",
    ["Room Tyne while we're at it, nobody finds me there", "in Room Tyne, it has the good chairs"],
)
def test_a_place_ends_where_why_begins(wish):
    assert different(wish, LATER, EVENT_HAS) == {"location": "Room Tyne"}


@pytest.mark.parametrize(
    ("wish", "place"),
    [
        ("Room Severn then, Thames is too big for two people.", "Room Severn"),
        ("Room Severn please, it is quieter", "Room Severn"),
        ("ok, room severn then, tyne is full", "Room Severn"),
        ("the place is then Room Severn", "Room Severn"),
        ("Tyne is taken, Severn then", "Room Severn"),
    ],
)
def test_a_place_is_called_without_the_words_around_it(wish, place):
    assert different(wish, PHONES, EVENT_HAS) == {"location": place}


def test_what_is_wished_line_by_line_is_done_in_turn():
    mail = {"to": ["sarah@acme.com"], "body": "I am in Rome."}
    wish = "In the mail, offer her that Nina can come.\nnot Nina, Priya"
    assert different(wish, mail, MAIL_HAS) == {"body": "I am in Rome. Priya can come."}


MOVE_HAS = ("event_id", "title", "start", "end", "minutes", "location", "add_attendees")
UPDATE, POST = "calendar_update_event", "slack_post_message"
LETTER = {**MAIL, "to": ["Derek"], "cc": [], "body": "The form is signed and leaves on Monday."}


@pytest.mark.parametrize(
    ("wish", "arguments", "has", "tool", "after"),
    [
        (
            "Add Room Severn as the place and invite Nina.",
            LATER,
            EVENT_HAS,
            BOOK,
            {"location": "Room Severn", "attendees": ["Nina"]},
        ),
        (
            "Also Ms. Hannah should attend. And the place is Third floor.",
            {**LATER, "attendees": ["Felix"]},
            EVENT_HAS,
            BOOK,
            {"location": "Third floor", "attendees": ["Felix", "Hannah"]},
        ),
    ],
)
def test_both_of_what_is_wished_is_done(wish, arguments, has, tool, after):
    answer = revised(wish, arguments, has, tool)
    assert different(wish, arguments, has, tool) == after
    assert not answer.why


YUKI = {"contact_id": "yuki", "title": "Payroll Manager", "phone": "+44 20 7946 0188"}


@pytest.mark.parametrize(
    ("wish", "left"),
    [
        ("Wait, the phone I am not sure. Please change only the title.", "title"),
        ("leave the phone out", "title"),
        ("only the phone, please", "phone"),
    ],
)
def test_what_is_not_to_be_set_is_taken_off_by_its_name(wish, left):
    answer = revised(wish, YUKI, (*YUKI,), "contacts_update")
    assert answer.arguments == {"contact_id": "yuki", left: YUKI[left]}


@pytest.mark.parametrize(
    ("wish", "text", "after"),
    [
        ("Drop the second part. Just: both tenants", "Both tenants, pilot first", "Both tenants."),
        ("three testers. two won't do", "We need two good testers.", "We need three good testers."),
    ],
)
def test_what_is_to_stay_or_said_behind_it_is_kept(wish, text, after):
    assert different(wish, {"channel": "general", "text": text}, ("text",), POST) == {"text": after}


def test_a_word_that_is_spelt_is_written_once():
    before = "Get well soon, we'll mind the ship."
    wish = "They'll not follow the ship. Make that shop, S H O P, we'll mind the shop."
    post = {"channel": "team-updates", "text": before}
    assert different(wish, post, ("text",), POST) == {"text": before.replace("ship", "shop")}
