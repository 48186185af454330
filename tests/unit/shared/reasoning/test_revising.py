"""A shown call changed as the person wishes in words."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.models.profile import Profile
from shared.models.reasoning import ReviseRequest, ToolSpec
from shared.reasoning.embedded.revising import revise
from shared.reasoning.embedded.revising.call import CannotRevise
from shared.reasoning.embedded.revising.values import exchanged, exchanges
from shared.understanding.marking import Span
from shared.understanding.reader import Reader, Reading
from tests.support.marked import plain
from tests.support.readings import ReadBefore

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


def revised(wish, arguments, has, tool="t", reader=READER):
    return revise(
        ReviseRequest(
            command="as was asked",
            tool=ToolSpec(
                name=tool, description="", parameters={"properties": {name: {} for name in has}}
            ),
            arguments=arguments,
            wish=wish,
            today="2025-11-19",
            now=NOW,
            profile=Profile(name="Ada Byron"),
        ),
        reader,
    )


def different(wish, arguments, has):
    after = revised(wish, arguments, has).arguments
    assert after is not None
    return {name: value for name, value in after.items() if arguments.get(name) != value}


def body(said, name="Sarah"):
    return f"Hi {name},\n\n{said}\n\nBest,\nAda"


def test_what_is_not_to_be_said_gives_way_wherever_it_stands():
    mail = {**MAIL, "subject": "No climbing, the kids are ill", "body": body("The kids are ill.")}

    found = different("dont say ill, jst say we are busy", mail, MAIL_HAS)

    assert found == {"subject": "No climbing, we are busy", "body": body("We are busy.")}


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
        ("hmm, lose the word please", "Let us meet on Friday. I bring the deck. read it."),
        (
            "haha no, slides instead of deck, he had enough of it",
            "Let us meet on Friday. I bring the slides. Please read it.",
        ),
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


POST = {"channel": "ops", "text": "I take the 16 inch one, at 3pm tomorrow"}


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("Make that Friday, tomorrow is full", "I take the 16 inch one, at 3pm Friday"),
    ],
)
def test_a_value_takes_the_place_of_the_only_one_of_its_kind(wish, text):
    assert different(wish, POST, ("channel", "text")) == {"text": text}


def test_of_two_of_a_kind_none_is_replaced():
    assert revised("no, the 14", {"text": "16 or 17"}, ("text",)).arguments is None


def test_a_figure_takes_the_place_of_the_only_one():
    short = {"text": "I take the 16 inch one"}

    assert different("actually no the 14, i carry it around all day", short, ("text",)) == {
        "text": "I take the 14 inch one"
    }


def test_the_only_value_of_a_call_without_a_text_is_put_right():
    changes = {"contact_id": "nina", "title": "Lead Designer"}
    wish = "Forgive me, I have misread the announcement. It should be Principal Designer."

    assert different(wish, changes, ("contact_id", "title", "phone", "notes")) == {
        "title": "Principal Designer"
    }


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


@pytest.mark.parametrize(
    "wish",
    [
        "Tom, not Sarah",
        "I beg your pardon, I meant Tom, not Sarah.",
        "do forgive me, to Tom, not to Sarah",
        "apologies, it's Tom and not her",
    ],
)
def test_who_is_meant_takes_the_place_of_who_is_not(wish):
    assert different(wish, MAIL, MAIL_HAS)["to"] == ["Tom"]


@pytest.mark.parametrize(
    ("wish", "row"),
    [
        (
            "wait, Grace says 4500 actual, so the difference is -25%",
            ["Training", 6000, 4500, "-25%"],
        ),
        ("plan 7000, the actual is 4300", ["Training", 7000, 4300, "-30%"]),
        ("it's 4100 actual", ["Training", 6000, 4100, "-30%"]),
    ],
)
def test_a_cell_is_named_before_or_after_what_it_is_to_say(wish, row):
    call = {
        "columns": ["Item", "Plan", "Actual", "Difference"],
        "row": ["Training", 6000, 4200, "-30%"],
    }
    assert different(wish, call, ("sheet", "row")) == {"row": row}


def test_what_is_put_right_goes_where_the_command_put_the_first():
    told = "Claire at LinguaPlus got promoted, her title should be Head of Translation now"
    call = {"contact_id": "c", "title": "Head of Translation", "company": "LinguaPlus"}
    tool = ToolSpec(
        name="contacts_update",
        description="",
        parameters={"properties": {name: {} for name in call}},
    )
    wish = "I got that wrong, it's Head of Languages"
    request = ReviseRequest(
        command=told, tool=tool, arguments=call, wish=wish, today="2025-11-19", now=NOW
    )
    assert revise(request, READER).arguments == {**call, "title": "Head of Languages"}


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
        ("five in the afternoon", {"start": "2025-11-21T17:00", "end": "2025-11-21T17:30"}),
        ("2:30-4pm will do", {"start": "2025-11-21T14:30", "end": "2025-11-21T16:00"}),
        ("2:30 to 4pm will do", {"start": "2025-11-21T14:30", "end": "2025-11-21T16:00"}),
        ("in Room 4 btw", {"location": "Room 4"}),
        ("3:15 is enough", {"end": "2025-11-21T15:15", "minutes": 15}),
        ("remove John", {"attendees": ["sarah@acme.com"]}),
        ("invite Tom too", {"attendees": ["sarah@acme.com", "john.doe@x.org", "Tom"]}),
        ("in Room 4", {"location": "Room 4"}),
        ("location: Zoom", {"location": "Zoom"}),
        ("call it planning", {"title": "Planning"}),
        ("add a note: bring slides", {"notes": "Bring slides."}),
        ("and put us in Room Tyne, please", {"location": "Room Tyne"}),
        ("book us into Room Tyne", {"location": "Room Tyne"}),
        ("move it to room tyne", {"location": "Room Tyne"}),
        ("can we have room tyne for it", {"location": "Room Tyne"}),
        ("reserve room tyne for that too", {"location": "Room Tyne"}),
        ("add Room Tyne", {"location": "Room Tyne"}),
        (
            "rather at 4pm, and give us the full hour",
            {"start": "2025-11-21T16:00", "end": "2025-11-21T17:00", "minutes": 60},
        ),
        ("it's online", {"location": "Online"}),
        ("let's do it on zoom", {"location": "Zoom"}),
        ("mention that room tyne has no screen", {"notes": "Room tyne has no screen."}),
        ("write in the notes: bring slides", {"notes": "Bring slides."}),
        ("put in the notes that Tom brings slides", {"notes": "Tom brings slides."}),
    ],
)
def test_an_event_is_moved_renamed_and_peopled(wish, after):
    assert different(wish, EVENT, EVENT_HAS) == after


@pytest.mark.parametrize(
    ("text", "wish", "after"),
    [
        ("Badge, charger", "and safety shoes, put those in too", "Badge, charger, safety shoes"),
        ("See you.", "the slides are there, mention that too", "See you. The slides are there."),
        ("Can we talk on Monday?", "ask for tuesday instead", "Can we talk on Tuesday?"),
        ("Can we talk?", "ask for tuesday instead", None),
        ("Badge, charger", "don't add that", None),
        ("Badge, charger", "also ask for a map", "Badge, charger Could you please send me a map?"),
    ],
)
def test_a_text_is_added_to_and_put_right(text, wish, after):
    found = revised(wish, {"title": "t", "text": text}, ("title", "text")).arguments
    assert (found or {}).get("text") == after


@pytest.mark.parametrize(
    "wish",
    [
        "put three points in it: slides, price",
        "write two lines: slides, price",
        "note down in it: slides, price",
        "write slides, price in it",
        "list on the page: slides, price",
        "put in: slides, price",
    ],
)
def test_what_is_put_in_it_stands_there_besides(wish):
    page = {"title": "Agenda", "text": "First come, first served."}
    added = {"text": "First come, first served. Slides, price."}
    assert different(wish, page, ("title", "text")) == added


@pytest.mark.parametrize(
    ("wish", "more"),
    [
        ("stick in a line that lunch is on us", "Lunch is on us."),
        ("squeeze in that lunch is on us", "Lunch is on us."),
        (
            "put two things in it: it's booked, and lunch is on us",
            "It's booked, and lunch is on us.",
        ),
        ("add a question: does he need a hotel", "Does he need a hotel?"),
        ("say hi from Nina too", "Hi from Nina."),
    ],
)
def test_more_is_said_behind_what_is_said(wish, more):
    mail = {"to": ["p@x.fr"], "subject": "Paris", "body": "Hello,\n\nParis it is."}
    assert different(wish, mail, MAIL_HAS) == {"body": f"Hello,\n\nParis it is. {more}"}


def test_what_it_will_be_takes_the_place_of_what_is_taken():
    mail = {"to": ["p@x.fr"], "subject": "Photo", "body": "Hello,\n\nYou get it on Monday."}
    changed = different("sorry, it'll be Tuesday, monday is full", mail, MAIL_HAS)
    assert changed == {"body": "Hello,\n\nYou get it on Tuesday."}


def test_who_sends_greetings_gets_no_mail():
    assert revised("and greetings from Nina", MAIL, MAIL_HAS).arguments is None


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


def seen(marked, arguments, has, tool):
    """What changes when a wish is read as it is marked."""
    wish = plain(marked)[0]
    answer = revised(wish, arguments, has, tool, ReadBefore({marked: ("other", 0.9)}))
    after = answer.arguments or {}
    return {name: value for name, value in after.items() if arguments.get(name) != value}


SEND, BOOK = "gmail_send_email", "calendar_create_event"


def test_a_room_that_is_not_wanted_is_not_taken():
    assert seen("not in {place:Room Tyne}", EVENT, EVENT_HAS, BOOK) == {}


@pytest.mark.parametrize(
    ("marked", "after"),
    [
        ("get {person:Ann} a copy", {"cc": ["Ann"]}),
        ("have a cc go out to {organisation:Acme}", {"cc": ["Acme"]}),
        ("{person:Ann} gets a bcc", {"bcc": ["Ann"]}),
        ("{person:Ann} has to see it, bring her in", {"to": ["sarah@acme.com", "Ann"]}),
        ("{person:tom@x.org} is the right one", {"to": ["tom@x.org"], "body": "Hello"}),
        ("thank {person:her} {body:for the deck}, that too", {"body": "Hello"}),
    ],
)
def test_people_the_reader_sees_get_a_copy_come_too_or_come_instead(marked, after):
    found = seen(marked, MAIL, MAIL_HAS, SEND)

    assert {**found, **({"body": "Hello"} if "body" in found else {})} == after


@pytest.mark.parametrize(
    ("marked", "people"),
    [
        ("it works without our {person:John} there", ["sarah@acme.com"]),
        ("{person:Tom} joins us", ["sarah@acme.com", "john.doe@x.org", "Tom"]),
        ("{person:Tom} joins us instead", ["Tom"]),
    ],
)
def test_guests_the_reader_sees_are_dropped_join_or_come_instead(marked, people):
    assert seen(marked, EVENT, EVENT_HAS, BOOK) == {"attendees": people}


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
        (
            "{duration:half an hour} is too short, we need {duration:a full hour}",
            EVENT,
            ("title", "start", "end"),
            BOOK,
            {"end": "2025-11-21T16:00"},
        ),
        ("we sit in {place:Room 4} then", EVENT, EVENT_HAS, BOOK, {"location": "Room 4"}),
        ("we talk about {topic:the budget}", EVENT, EVENT_HAS, BOOK, {"title": "The budget"}),
        (
            "{channel:dev} is the better one",
            {"channel": "ops", "text": "Hi"},
            ("channel", "text"),
            "slack_post_message",
            {"channel": "dev"},
        ),
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


@pytest.mark.parametrize(
    ("marked", "before", "after"),
    [
        ("she needs to hear {body:i am ill}", MAIL["body"], body("I am ill.")),
        (
            "bring in {body:that Tom comes at 4}",
            "Hi Sarah,\n\nHello.\n\nBest,\nAda",
            body("Hello. Tom comes at 4."),
        ),
        ("plus {body:she has to call}", "Hello.", "Hello. You have to call."),
        ("also {body:see you}", "", "See you."),
        ("she needs to hear {body:about it}", "Hello.", "About it."),
    ],
)
def test_words_the_reader_sees_are_said_besides_or_instead_between_greeting_and_name(
    marked, before, after
):
    assert seen(marked, MAIL | {"body": before}, MAIL_HAS, SEND) == {"body": after}


def test_what_is_named_within_words_to_be_said_is_not_changed_itself():
    wish = "she needs to hear Tom comes"
    spans = (Span("body", "Tom comes", 18, 27), Span("person", "Tom", 18, 21))

    class Nested(ReadBefore):
        def read_as(self, task, text, before=None, links=()):
            return Reading(text, ((task, 0.9),), spans)

    answer = revised(wish, MAIL, MAIL_HAS, SEND, Nested({}))

    assert answer.arguments == MAIL | {"body": body("Tom comes.")}


@given(st.text(max_size=60))
def test_any_wish_is_followed_or_declined_and_changes_only_a_copy(wish):
    before = {
        name: value.copy() if isinstance(value, list) else value for name, value in MAIL.items()
    }
    answer = revised(wish, MAIL, MAIL_HAS)
    assert (answer.arguments is None) == bool(answer.why)
    assert before == MAIL
    assert revised(wish, MAIL, MAIL_HAS) == answer


TEXT_HAS = ("channel", "text")


@pytest.mark.parametrize(
    ("wish", "before", "after"),
    [
        ("no, on wednesday", "I'm in on Tuesday.", "I'm in on Wednesday."),
        ("wait, say tomorrow", "I'm in on Tuesday.", "I'm in tomorrow."),
        ("tuesday is a holiday, make it monday", "We ship Tuesday", "We ship Monday"),
        ("sorry, I got it wrong, it is 14:30", "We start at 2", "We start at 14:30"),
        ("oops, rather 4 pm", "Back at 3 pm.", "Back at 4 pm."),
        ("this evening I mean", "I'll look at it tomorrow", "I'll look at it this evening"),
        ("no, 12 May", "The audit is on 3 March.", "The audit is on 12 May."),
        ("correction: 35%", "It went up 25% and cost 300.", "It went up 35% and cost 300."),
        (
            "not monday, but friday",
            "Mon or not: Monday or Tuesday",
            "Mon or not: Friday or Tuesday",
        ),
        ("sorry, june", "We may move in May.", "We may move in June."),
        ("make it 70 percent", "Three at 60 % please", "Three at 70 percent please"),
        ("from Tuesday, Monday is a holiday", "From Monday on", "From Tuesday on"),
        ("it's bo@x.org", "Write to al@x.org please", "Write to bo@x.org please"),
    ],
)
def test_the_only_value_of_its_kind_gives_way_to_another_within_the_text(wish, before, after):
    answer = revised(wish, {"channel": "#ops", "text": before}, TEXT_HAS)
    assert answer.arguments == {"channel": "#ops", "text": after}


@pytest.mark.parametrize(
    ("wish", "text", "told"),
    [
        ("within 15 minutes please", "5. Tell them within 10 minutes", "within 15 minutes"),
        ("15 minutes", "5. Tell them within 10 minutes", "within 15 minutes"),
    ],
)
def test_the_words_beside_a_value_tell_which_one_it_stands_for(wish, text, told):
    answer = revised(wish, {"channel": "#ops", "text": text}, TEXT_HAS)
    assert answer.arguments is not None
    assert told in answer.arguments["text"]
    assert answer.arguments["text"].startswith("5. ")


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("sorry, friday", "On Monday or Tuesday."),
        ("no, 7", "From 3 to 5."),
        ("within 7 days", "Within 3 days, or 5 days."),
    ],
)
def test_where_two_values_could_be_meant_nothing_changes_and_they_are_named(wish, text):
    answer = revised(wish, {"channel": "#ops", "text": text}, TEXT_HAS)
    assert answer.arguments is None
    assert "I can't tell which of" in answer.why


@pytest.mark.parametrize(
    ("wish", "where"),
    [
        ("say that friday is off", {"text": "Friday is off."}),
        ("add that monday is free", {"text": "See you Tuesday. Monday is free."}),
    ],
)
def test_what_says_more_than_a_value_is_no_correction_of_one(wish, where):
    answer = revised(wish, {"channel": "#ops", "text": "See you Tuesday."}, TEXT_HAS)
    assert answer.arguments == {"channel": "#ops"} | where


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("the title is Head of Sales", {"title": "Head of Sales"}),
        ("and the phone is +1 555 0100", {"title": "Sales Lead", "phone": "+1 555 0100"}),
        ("sorry, Chief of Staff, I misread it", {"title": "Chief of Staff"}),
    ],
)
def test_a_field_of_a_contact_is_changed_or_added(wish, after):
    before = {"contact_id": "c1", "title": "Sales Lead"}
    answer = revised(wish, before, ("contact_id", "title", "phone", "company"), "contacts_update")
    assert answer.arguments == {"contact_id": "c1"} | after


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("oops, it ends in 99", "+44 20 7946 0099"),
        ("typo, ends with 1 21", "+44 20 7946 0121"),
    ],
)
def test_the_last_digits_of_a_number_are_put_right(wish, after):
    before = {"name": "Ann Lee", "phone": "+44 20 7946 0000"}
    answer = revised(wish, before, ("name", "phone", "email"), "contacts_create")
    assert answer.arguments == before | {"phone": after}


def test_more_digits_than_a_number_has_are_no_end_of_it():
    answer = revised("ends in 1234567", {"phone": "12 34"}, ("name", "phone"), "contacts_create")
    assert answer.why == "What is the whole number?"


ROW = {
    "sheet": "s1",
    "row": ["Paint", 200, 180, "-10%", "open"],
    "columns": ["Item", "Planned (EUR)", "Spent (EUR)", "Difference", "Status"],
}
ROW_HAS = ("sheet", "tab", "row", "values", "columns")


@pytest.mark.parametrize(
    ("wish", "cells"),
    [
        ("wrong, spent 190 and difference is -5%", {2: 190, 3: "-5%"}),
        ("planned should be 250", {1: 250}),
        ("sorry, -5%", {3: "-5%"}),
        ("the spent was 190, so -5%", {2: 190, 3: "-5%"}),
        ("180 was wrong, 190", {2: 190}),
        ("diff -5 %, that was an old bill", {3: "-5 %"}),
        ("the status is done", {4: "done"}),
    ],
)
def test_cells_of_a_row_are_put_right_by_column_or_as_the_only_one_of_their_kind(wish, cells):
    answer = revised(wish, ROW, ROW_HAS, "sheets_append_row")
    row = [cells.get(at, one) for at, one in enumerate(ROW["row"])]
    assert answer.arguments == ROW | {"row": row}


def test_a_number_that_two_cells_could_be_changes_none_and_names_them():
    answer = revised("make it 210", ROW, ROW_HAS, "sheets_append_row")
    assert answer.arguments is None
    assert "Planned (EUR) (200) or Spent (EUR) (180)" in answer.why


def test_the_only_cell_of_a_change_takes_another_value():
    change = {"sheet": "s1", "row": "Paint", "values": [{"column": "Spent", "value": 180}]}
    answer = revised("no, 195", change, ROW_HAS, "sheets_update_row")
    assert answer.arguments == change | {"values": [{"column": "Spent", "value": 195}]}


@pytest.mark.parametrize(
    ("wish", "value"),
    [
        ("no hang on, the lid is missing. Put Half done instead", "Half done"),
        ("state better On hold", "On hold"),
        ("not Done yet, sorry. It should say Half done", "Half done"),
        ("sorry, that should be On hold", "On hold"),
        ("state rather On hold", "On hold"),
    ],
)
def test_the_only_cell_of_a_change_says_what_is_to_be_put(wish, value):
    change = {"sheet": "s1", "row": "Paint", "values": [{"column": "State", "value": "Done"}]}
    answer = revised(wish, change, ROW_HAS, "sheets_update_row", ReadBefore({}))
    assert answer.arguments == change | {"values": [{"column": "State", "value": value}]}


@pytest.mark.parametrize(
    ("wish", "response"),
    [
        ("don't say no, put maybe", "tentative"),
        ("actually accept it", "accepted"),
        ("wait, tell them yes", "accepted"),
        ("say no instead of maybe", "declined"),
    ],
)
def test_an_invitation_is_answered_otherwise(wish, response):
    before = {"event_id": "e1", "response": "declined" if response != "declined" else "accepted"}
    answer = revised(wish, before, ("event_id", "response", "comment"), "calendar_respond_to_event")
    assert answer.arguments == before | {"response": response}


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("make it 1h", {"minutes": 60}),
        ("2h will do", {"minutes": 120}),
        ("Half an hour is tight. Make it a full one.", {"minutes": 60}),
        ("starts at 1430, the end stays", {"start": "2025-11-21T14:30", "minutes": 60}),
        ("I was mistaken, it is 16h15 that suits", {"start": "2025-11-21T16:15"}),
    ],
)
def test_lengths_and_times_are_read_as_people_write_them(wish, after):
    before = {"title": "Sync", "start": "2025-11-21T15:00", "minutes": 30}
    answer = revised(wish, before, ("title", "start", "minutes", "attendees"))
    assert answer.arguments == before | after


def test_a_start_behind_the_end_that_stays_is_asked_about():
    before = {"title": "Sync", "start": "2025-11-21T15:00", "minutes": 30}
    answer = revised("start 1600, end stays", before, ("title", "start", "minutes"))
    assert "it would end before it starts" in answer.why


@pytest.mark.parametrize(
    ("wish", "to"),
    [
        ("no not her, Omar looks after that", ["Omar"]),
        ("not sarah@acme.com, Grace", None),
        ("add Grace as a recipient too, she asked for it", ["sarah@acme.com", "Grace"]),
        ("cc Grace, because she pays", None),
    ],
)
def test_who_gets_it_is_changed_whatever_the_reason_said_with_it(wish, to):
    answer = revised(wish, MAIL, MAIL_HAS)
    if to is not None:
        assert answer.arguments is not None
        assert answer.arguments["to"] == to
    elif wish.startswith("cc"):
        assert answer.arguments == MAIL | {"cc": ["Grace"]}


def test_somebody_takes_the_place_of_one_of_several():
    answer = revised("not John, Grace", MAIL | {"to": ["john.doe@x.org", "al@x.org"]}, MAIL_HAS)
    assert answer.arguments is not None
    assert answer.arguments["to"] == ["Grace", "al@x.org"]


def test_what_is_wished_after_a_reason_is_done():
    before = MAIL | {"body": body("It is a totally good plan.")}
    answer = revised("that is a bit much, lose the word totally", before, MAIL_HAS)
    assert answer.arguments == MAIL | {"body": body("It is a good plan.")}


@given(st.text(max_size=60))
def test_cells_and_fields_hold_against_any_wish(wish):
    for arguments, has, tool in (
        (ROW, ROW_HAS, "sheets_append_row"),
        ({"contact_id": "c1", "title": "Buyer"}, ("contact_id", "title"), "contacts_update"),
    ):
        answer = revised(wish, arguments, has, tool, ReadBefore({}))
        assert (answer.arguments is None) == bool(answer.why)
        assert answer.arguments is None or set(answer.arguments) == set(arguments)


@given(st.text(max_size=80), st.text(max_size=40))
def test_what_is_exchanged_stood_in_the_text_and_is_said_in_the_wish(text, wish):
    try:
        swaps = exchanges(text, wish)
    except CannotRevise:
        return
    for old, new in swaps:
        assert old in text
        assert new in wish
        assert new.casefold() in exchanged(text, old, new).casefold()


@pytest.mark.parametrize(
    "wish",
    ["Oh and copy Nina on that.", "and Nina in copy, she knows it", "could you put Nina on cc"],
)
def test_whoever_is_named_with_a_copy_gets_one(wish):
    assert different(wish, MAIL, MAIL_HAS) == {"cc": ["Nina"]}


def test_somebody_who_is_to_do_something_is_no_copy():
    after = different("please put in also that Omar calls in January", MAIL, MAIL_HAS)
    assert after.keys() == {"body"}
    assert "Omar calls in January." in after["body"]


@pytest.mark.parametrize(
    ("wish", "before", "after"),
    [
        ("take out the Wednesday", "In on Tuesday and Wednesday.", "In on Tuesday."),
        ("leave out Tuesday", "In on Tuesday and Wednesday.", "In on Wednesday."),
        ("Hannah says not before Wednesday, so write Wednesday", "Out Monday.", "Out Wednesday."),
        ("leave Sarah out of it", "I check it with Sarah first.", "I check it first."),
        ("leave Sarah's name out of it", "I check it with Sarah first.", "I check it first."),
        ("keep Tom out", "Ann and Tom come.", "Ann come."),
        (
            "Upon reflection it is Tom with whom I shall confer, not Laura.",
            "I shall ask Laura.",
            "I shall ask Tom.",
        ),
        ("leave Sarah out of it. Just that I check it here.", "I ask Sarah.", "I check it here."),
        ("only that I am late", "I ask Sarah.", "I am late."),
    ],
)
def test_of_two_that_a_text_joins_one_is_taken_out(wish, before, after):
    answer = revised(wish, {"channel": "#ops", "text": before}, TEXT_HAS)
    assert answer.arguments == {"channel": "#ops", "text": after}


@pytest.mark.parametrize(
    ("wish", "end"),
    [
        ("it goes till half past seven", "2025-11-20T19:30"),
        ("until 8 am", "2025-11-20T08:00"),
        ("until 18:30", "2025-11-20T18:30"),
    ],
)
def test_an_end_is_in_the_afternoon_where_only_that_lies_after_the_start(wish, end):
    event = {"title": "Concert", "start": "2025-11-20T17:00", "end": "2025-11-20T18:00"}
    assert revised(wish, event, (*event, "minutes")).arguments["end"] == end


def test_a_column_is_named_before_what_it_is_to_say():
    row = {"sheet": "s", "row": ["Leeds", "Planned"], "columns": ["Site", "Status"]}
    answer = revised("status Idea rather, nobody planned that", row, row, "sheets_append_row")
    assert answer.arguments["row"] == ["Leeds", "Idea"]


def test_who_is_to_be_met_at_some_time_is_no_recipient_of_a_mail():
    mail = {"to": ["ann@x.org"], "subject": "News", "body": "Good news."}
    answer = revised(
        "I would rather see Tom at three.", mail, (*mail, "cc"), "gmail_forward_message"
    )
    assert answer.arguments is None


NINA = {"name": "Nina Kowalski", "email": "nina.kowalski@acme.com"}
TO_NINA = MAIL | {"to": [NINA], "body": body("Fantastic work.", "Nina")}


@pytest.mark.parametrize(
    "wish",
    [
        "oops, wrong one. Grace should get this, not Nina",
        "Nina won't need it, send it to Grace rather",
        "sorry, I said Nina but meant Grace",
        "that should go to Grace instead of Nina",
        "swap Nina for Grace",
        "replace nina with Grace",
        "Scratch Nina, Grace handles that now",
        "hm, Nina can't do anything with that. Rather to Grace",
        "Could you address it to Grace instead of her?",
        "Make that Grace.",
    ],
)
def test_another_takes_the_place_of_whom_it_goes_to_however_that_is_said(wish):
    after = different(wish, TO_NINA, MAIL_HAS)
    assert after == {"to": ["Grace"], "body": body("Fantastic work.", "Grace")}


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("Priya wants to be copied", {"cc": ["Priya"]}),
        ("with a copy for Priya please", {"cc": ["Priya"]}),
        ("keep Priya in the loop", {"cc": ["Priya"]}),
        ("both to Nina and Priya please", {"to": [NINA, "Priya"]}),
        ("to Priya as well", {"to": [NINA, "Priya"]}),
    ],
)
def test_somebody_besides_gets_it_or_a_copy(wish, after):
    assert different(wish, TO_NINA, MAIL_HAS) == after


@pytest.mark.parametrize(
    ("wish", "people"),
    [
        ("Elena ought to be there as well", ["sarah@acme.com", "john.doe@x.org", "Elena"]),
        ("John can't, invite Elena instead", ["sarah@acme.com", "Elena"]),
        ("Elena comes instead of John", ["sarah@acme.com", "Elena"]),
        ("John doesn't have to be there", ["sarah@acme.com"]),
        ("take John off that, he has the audit", ["sarah@acme.com"]),
    ],
)
def test_guests_come_besides_or_instead_or_stay_away(wish, people):
    assert different(wish, EVENT, EVENT_HAS) == {"attendees": people}


@pytest.mark.parametrize(
    "wish", ["Omar told me she liked it", "Nina needs it badly", "what did Omar write me last?"]
)
def test_who_is_only_spoken_of_does_not_get_it(wish):
    assert revised(wish, TO_NINA, MAIL_HAS).arguments is None


def test_a_guest_whom_a_time_suits_is_no_other_guest():
    wish = "John can't at three, make it four"
    assert different(wish, EVENT, EVENT_HAS) == {
        "start": "2025-11-21T16:00",
        "end": "2025-11-21T16:30",
    }


def test_each_sentence_changes_what_it_is_about():
    assert different("Better half past four. And Elena should join us.", EVENT, EVENT_HAS) == {
        "start": "2025-11-21T16:30",
        "end": "2025-11-21T17:00",
        "attendees": ["sarah@acme.com", "john.doe@x.org", "Elena"],
    }


def test_a_direct_message_goes_to_somebody_else_but_never_to_nobody():
    call = {"user": "Omar Haddad", "text": "I take the lighter one"}
    assert different("no, Ben Carter, not Omar", call, (*call,)) == {"user": "Ben Carter"}
    assert "nobody would get it" in revised("not to Omar", call, (*call,)).why


@pytest.mark.parametrize(
    "wish",
    [
        "And as subject take please: Plan for next year",
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
        "and that Luis has seen it",
        "mention too that Luis has seen it",
        "oh and say Luis has seen it as well",
        "let her know too that Luis has seen it",
        "could you put at the end that Luis has seen it",
        "Write also that Luis has seen it.",
    ],
)
def test_what_is_to_be_said_besides_is_added(wish):
    after = different(wish, MAIL | {"body": body("It is done.")}, MAIL_HAS)
    assert after == {"body": body("It is done. Luis has seen it.")}


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("put Jo's number in too, it's +52 55 5555 0164", "Jo's number is +52 55 5555 0164."),
        ("add the link: https://x.org/1", None),
        ("include his address, that's jo@x.org", "his address is jo@x.org."),
    ],
)
def test_a_number_is_said_with_what_it_is(wish, text):
    after = revised(wish, {"text": "Please ring Jo"}, ("text",)).arguments
    if text is not None:
        assert after == {"text": f"Please ring Jo. {text[:1].upper()}{text[1:]}"}


@pytest.mark.parametrize(
    ("wish", "start"),
    [
        ("half an hour later is plenty", "2025-11-21T14:30"),
        ("two hours later, I mean", "2025-11-21T16:00"),
        ("another half hour later", "2025-11-21T15:30"),
    ],
)
def test_by_how_much_it_moves_is_said_anew_or_further(wish, start):
    call = {"event_id": "e", "start": "2025-11-21T15:00", "end": "2025-11-21T16:00"}
    request = ReviseRequest(
        command="can the sync start an hour later",
        tool=ToolSpec(
            name="t", description="", parameters={"properties": {name: {} for name in call}}
        ),
        arguments=call,
        wish=wish,
        today="2025-11-19",
        now=NOW,
    )
    assert revise(request, READER).arguments["start"] == start


@pytest.mark.parametrize(
    ("wish", "start"),
    [
        ("five suits him better", "2025-11-21T17:00"),
        ("five would be better than three", "2025-11-21T17:00"),
        ("I'd prefer five", "2025-11-21T17:00"),
    ],
)
def test_an_hour_that_suits_better_is_the_time(wish, start):
    assert different(wish, EVENT, EVENT_HAS)["start"] == start


SHEET_ROW = {
    "sheet": "s1",
    "tab": "Sites",
    "number": 3,
    "key_column": 1,
    "key": "Mexico City",
    "cells": [{"column": 2}],
    "values": [{"column": "Status", "value": "Planned"}],
}


@pytest.mark.parametrize(
    ("wish", "row", "value"),
    [
        (
            "it's Monterrey that changed: there the status is Printers ready",
            "Monterrey",
            "Printers ready",
        ),
        ("not Mexico City, Monterrey", "Monterrey", "Planned"),
        ("toledo, not mexico city", "toledo", "Planned"),
        ("other row: Toledo", "Toledo", "Planned"),
    ],
)
def test_another_row_is_the_one_that_changes(wish, row, value):
    answer = revised(wish, SHEET_ROW, (*SHEET_ROW, "row"), "sheets_update_row", ReadBefore({}))
    assert answer.arguments["row"] == row
    assert answer.arguments["number"] == 0
    assert not answer.arguments["cells"]
    assert answer.arguments["values"] == [{"column": "Status", "value": value}]


@pytest.mark.parametrize(
    ("wish", "phone"),
    [
        ("can't read my own writing, the last two digits should be 99", "+44 20 7946 0099"),
        ("0121 at the end, not 0000", "+44 20 7946 0121"),
    ],
)
def test_the_end_of_a_number_is_named_in_other_words(wish, phone):
    before = {"contact_id": "c", "phone": "+44 20 7946 0000"}
    answer = revised(wish, before, (*before, "email"), "contacts_update", ReadBefore({}))
    assert answer.arguments == before | {"phone": phone}


def test_one_word_of_a_field_gives_way_to_another():
    before = {"contact_id": "c", "title": "Programme Manager"}
    answer = revised("Director, not Manager", before, (*before,), "contacts_update", ReadBefore({}))
    assert answer.arguments == before | {"title": "Programme Director"}


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("fifteen minutes later", {"start": "2025-11-21T15:15", "end": "2025-11-21T15:45"}),
        ("let's say quarter past four", {"start": "2025-11-21T16:15", "end": "2025-11-21T16:45"}),
        (
            "three is too early for me, five?",
            {"start": "2025-11-21T17:00", "end": "2025-11-21T17:30"},
        ),
        ("45 minutes, half an hour won't do", {"end": "2025-11-21T15:45", "minutes": 45}),
        ("we can sit in Room Tyne", {"location": "Room Tyne"}),
        ("Planning is a better title", {"title": "Planning"}),
        ("call it Planning, that's clearer", {"title": "Planning"}),
        ("the title's wrong, it should be Planning", {"title": "Planning"}),
        ("Elena takes John's place", {"attendees": ["sarah@acme.com", "Elena"]}),
    ],
)
def test_an_event_is_as_the_person_says_without_the_reason(wish, after):
    assert different(wish, EVENT, EVENT_HAS) == after


def test_a_room_is_called_as_rooms_are():
    call = EVENT | {"location": "Room Severn"}
    assert different("Room Tyne, actually.", call, EVENT_HAS) == {"location": "Room Tyne"}
    assert different("Severn is taken, make it Tyne", call, EVENT_HAS) == {"location": "Room Tyne"}


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("one more thing: Luis has seen it", "It is done. Luis has seen it."),
        ("I'd also like to say that Luis has seen it", "It is done. Luis has seen it."),
        ("P.S. Luis has seen it", "It is done. Luis has seen it."),
        ("and the list too", "It is done. The list."),
    ],
)
def test_an_afterthought_is_said_besides(wish, text):
    assert different(wish, {"text": "It is done."}, ("text",)) == {"text": text}


def test_a_blind_copy_is_no_open_one():
    assert different("blind copy to Laura please", TO_NINA, MAIL_HAS) == {"bcc": ["Laura"]}


def test_what_a_cell_is_to_say_is_no_other_row():
    for wish in ("not Planned yet, sorry. It should say Texts approved", "no, it must read Ready"):
        answer = revised(wish, SHEET_ROW, (*SHEET_ROW, "row"), "sheets_update_row", ReadBefore({}))
        assert answer.arguments["number"] == SHEET_ROW["number"]
        assert answer.arguments["values"][0]["value"] in {"Texts approved", "Ready"}


LATER = {"title": "Sync", "start": "2025-12-05T14:00", "minutes": 30}
DINNER = {"title": "Dinner", "start": "2025-12-05T19:00", "end": "2025-12-05T21:00"}


@pytest.mark.parametrize(
    ("wish", "event", "after"),
    [
        ("hm we'll never be done in 30. 45 it is", LATER, {"minutes": 45}),
        ("two is nap time for half of them lol, 4", LATER, {"start": "2025-12-05T16:00"}),
        ("uh john is out that day. wed", LATER, {"start": "2025-12-03T14:00"}),
        ("13:30 suits me better after all", LATER, {"start": "2025-12-05T13:30"}),
        (
            "oh shoot, she works fridays. saturday that same week",
            DINNER,
            {"start": "2025-12-06T19:00", "end": "2025-12-06T21:00"},
        ),
        ("9 is tight. 10", DINNER, {"end": "2025-12-05T22:00"}),
        ("we'd have to be out by nine, until ten then", DINNER, {"end": "2025-12-05T22:00"}),
        ("thirty minutes is a joke, give us an hour", LATER, {"minutes": 60}),
        ("Better half past two.", LATER, {"start": "2025-12-05T14:30"}),
        ("two is when he swims. half past two then", LATER, {"start": "2025-12-05T14:30"}),
    ],
)
def test_what_is_said_of_the_time_shown_is_why_and_what_is_said_by_itself_is_wanted(
    wish, event, after
):
    assert different(wish, event, EVENT_HAS) == after


@pytest.mark.parametrize(
    ("command", "wish", "after"),
    [
        ("let it end at 5:30", "better make it 6 to be safe", {"end": "2025-12-08T18:00"}),
        ("let it end at 5:30", "start at 3 then", {"start": "2025-12-08T15:00"}),
        ("move it to 4", "better make it 5 to be safe", {"start": "2025-12-08T17:00"}),
    ],
)
def test_a_time_is_that_of_the_end_where_the_end_was_ordered(command, wish, after):
    call = {"event_id": "e", "start": "2025-12-08T16:00", "minutes": 90}
    request = ReviseRequest(
        command=command,
        tool=ToolSpec(
            name="t",
            description="",
            parameters={"properties": {name: {} for name in (*call, "end")}},
        ),
        arguments=call,
        wish=wish,
        today="2025-11-19",
        now=NOW,
    )
    assert revise(request, READER).arguments == call | after


@pytest.mark.parametrize(
    ("wish", "text", "after"),
    [
        (
            "chairs! I meant chairs, the desks are here.",
            "When do desks come?",
            "When do chairs come?",
        ),
        ("It was chairs I wanted, desks we have", "When do desks come?", "When do chairs come?"),
        (
            "Don't say rough, it sounds lazy. Say first sketch of a roadmap",
            "I bring a rough roadmap.",
            "I bring a first sketch of a roadmap.",
        ),
        ("we threw some out so we need 400", "How much are 200 more?", "How much are 400 more?"),
        ("oh its the 28th, they pay early", "It is due on the 30th.", "It is due on the 28th."),
        ("half past ten is better", "I come at 10.", "I come at half past ten."),
        ("They just said two o'clock, not noon.", "Shut until noon.", "Shut until two o'clock."),
        ("Only Tue in the end, take out the Wed", "In Tue and Wed.", "In Tue."),
        ("Ann is away that week, leave her name out", "Ann and Bo come.", "Bo come."),
    ],
)
def test_words_give_way_to_others_whatever_is_said_for_it(wish, text, after):
    assert different(wish, {"text": text}, ("text",)) == {"text": after}


def test_what_is_said_besides_takes_the_place_of_nothing():
    before = {"contact_id": "c", "title": "Programme Manager"}
    wish = "Hang on, I misread her badge: Programme Director"
    found = revised(wish, before, (*before,), "contacts_update").arguments
    assert found == before | {"title": "Programme Director"}


@pytest.mark.parametrize("wish", ["chairs, desks, tables", "chairs are nice", "not desks"])
def test_words_stay_where_it_is_not_plain_which_and_what_instead(wish):
    assert revised(wish, {"text": "When do desks and tables come?"}, ("text",)).arguments is None


@pytest.mark.parametrize(
    ("wish", "arguments", "after"),
    [
        ("travel fits better than news", {"add": ["news"]}, {"add": ["travel"]}),
        ("Plan B sounds better, take that", {"title": "Plan A"}, {"title": "Plan B"}),
        ("work fits better than play", {"add": ["news"]}, None),
    ],
)
def test_what_is_better_takes_the_place_of_what_it_is_better_than(wish, arguments, after):
    assert revised(wish, arguments, (*arguments,)).arguments == after


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


def test_the_only_number_of_a_single_cell_is_meant_and_no_pointer_to_it():
    before = {"sheet": "s", "row": "Acme", "values": [{"column": "Revenue", "value": 146000}]}
    for wish in ("Grace put 145500 this morning, put hers", "145500. The rest can stay."):
        answer = revised(wish, before, (*before, "cells"), "sheets_update_row", ReadBefore({}))
        assert answer.arguments["values"] == [{"column": "Revenue", "value": 145500}]


@pytest.mark.parametrize(
    "wish",
    [
        "put it in #dev instead",
        "Put it in #dev instead, please. Cake for the whole company would ruin me.",
    ],
)
def test_where_it_is_put_instead_is_no_text_nor_is_the_reason(wish):
    post = {"channel": "#ops", "text": "There is cake on Friday"}
    after = revised(wish, post, TEXT_HAS, "slack_post_message").arguments

    assert after == {**post, "channel": "#dev"}


BELOW = "---------- Forwarded message ---------\nFrom: Bo <bo@x.org>\n\nHello Al"


@pytest.mark.parametrize(
    ("wish", "own"),
    [
        ("say that I need an answer", "I need an answer."),
        ("put a note on top: is it worth it?", "Is it worth it?"),
        ("add above it that I am away", "I am away."),
    ],
)
def test_what_is_passed_on_stays_below_what_is_said_of_it(wish, own):
    call = {"to": ["ann@x.org"], "subject": "Fwd: Keys", "body": BELOW}
    answer = revised(wish, call, ("to", "subject", "body", "note"))
    assert answer.arguments is not None
    assert answer.arguments["body"] == f"{own}\n\n{BELOW}"


def test_what_is_answered_stays_below_another_answer():
    call = {"body": "Hi Bo,\n\nYes.\n\nOn Mon 2 Nov, Bo <bo@x.org> wrote:\n> Is it?"}
    answer = revised("say that I agree", call, ("body",))
    assert answer.arguments is not None
    assert answer.arguments["body"] == (
        "Hi Bo,\n\nI agree.\n\nOn Mon 2 Nov, Bo <bo@x.org> wrote:\n> Is it?"
    )


@pytest.mark.parametrize(
    ("wish", "more"),
    [
        ("Hmm and put in that Nina comes", "Nina comes."),
        ("And let the post also say that she can close the month", "She can close the month."),
    ],
)
def test_what_is_said_also_stands_beside_what_is_said(wish, more):
    answer = revised(wish, {"channel": "#ops", "text": "The line is checked."}, TEXT_HAS)
    assert answer.arguments is not None
    assert answer.arguments["text"] == f"The line is checked. {more}"


PHONES = {
    "title": "Phones with Ben",
    "start": "2025-12-01T15:00",
    "end": "2025-12-01T16:00",
    "location": "Room Tyne",
    "attendees": ["ben.carter@x.org", "omar.haddad@x.org"],
}
BEN, OMAR = PHONES["attendees"]


@pytest.mark.parametrize(
    ("wish", "left"),
    [
        ("Ben told me he's off that day, take him out", OMAR),
        ("Omar is in Madrid on Monday, so leave him out please", BEN),
        ("Ben said he can't make it, remove him", OMAR),
        ("Ben is ill. Drop him.", OMAR),
        ("Omar has training then. Uninvite him please", BEN),
        ("Ben says it's nothing for him, he needn't come", OMAR),
        ("Omar is on leave, he shouldn't be invited", BEN),
        ("Omar isn't around that week, don't invite him", BEN),
        ("I hear Ben has resigned, without him then", OMAR),
    ],
)
def test_a_pronoun_means_whom_the_reason_names(wish, left):
    assert different(wish, PHONES, EVENT_HAS) == {"attendees": [left]}


def test_a_pronoun_means_all_whom_the_reason_names_or_nobody():
    assert different("Ben and Omar can't, take them both out", PHONES, EVENT_HAS) == {
        "attendees": []
    }
    assert revised("Ben and Omar can't, take him out", PHONES, EVENT_HAS).arguments is None
    assert different("Ben said he can bring Ann, invite her", PHONES, EVENT_HAS) == {
        "attendees": [BEN, OMAR, "Ann"]
    }


@pytest.mark.parametrize(
    ("wish", "attendees"),
    [
        ("change ben to sofia", ["sofia", OMAR]),
        ("swap omar for sofia please", [BEN, "sofia"]),
        ("replace ben with sofia lindgren", ["sofia lindgren", OMAR]),
        ("replace ben by tom", ["tom", OMAR]),
        ("switch ben to tom", ["tom", OMAR]),
        ("sofia instead of omar", [BEN, "sofia"]),
        ("not ben, sofia", ["sofia", OMAR]),
        ("make it sofia, not ben", ["sofia", OMAR]),
        ("Ben can't come, swap him for Priya", ["Priya", OMAR]),
        ("Ben is off, take him out and add Priya", [OMAR, "Priya"]),
        ("Ben is off, Priya instead", ["Priya", OMAR]),
        ("ben out, priya in", ["priya", OMAR]),
        ("Priya, Ben can't", ["Priya", OMAR]),
    ],
)
def test_somebody_comes_in_the_place_of_another_however_they_are_written(wish, attendees):
    assert different(wish, PHONES, EVENT_HAS)["attendees"] == attendees


def test_a_title_says_who_comes_in_the_place_of_another():
    assert different("change ben to sofia", PHONES, EVENT_HAS)["title"] == "Phones with Sofia"


def test_nobody_is_dropped_where_it_is_not_said_who_comes_instead():
    assert revised("change ben", PHONES, EVENT_HAS).why == "Who should it be instead of ben?"


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


@pytest.mark.parametrize(
    "wish",
    [
        "and start at half past three, still till four",
        "start half an hour later, same end",
        "let it start at 15:30, it still ends at four",
    ],
)
def test_it_ends_as_it_does_where_only_the_start_is_another(wish):
    assert different(wish, PHONES, EVENT_HAS) == {"start": "2025-12-01T15:30"}


SAID = "The lift is out."


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("and start with Hi Inês", f"Hi Inês,\n{SAID}"),
        ("begin with Good morning all", f"Good morning all,\n{SAID}"),
        ('start with "Dear all"', f"Dear all,\n{SAID}"),
        ("it should begin with Hi team", f"Hi team,\n{SAID}"),
        ("put Hi all at the beginning", f"Hi all,\n{SAID}"),
        ("put a Hello everyone in front of it", f"Hello everyone,\n{SAID}"),
        ("and write below it: Lars comes", f"{SAID} Lars comes."),
        ("underneath: Lars comes", f"{SAID} Lars comes."),
        ("at the beginning say Hi all", f"Hi all,\n{SAID}"),
        ("begin with As of today", f"As of today. {SAID}"),
        ("start with a line: for Toledo only", f"For Toledo only. {SAID}"),
        ("end with See you there", f"{SAID} See you there."),
        ("and end it with a thank you to Nina", f"{SAID} A thank you to Nina."),
        ("finish with: bring your own plate", f"{SAID} Bring your own plate."),
        ("at the end: thanks to Emma", f"{SAID} Thanks to Emma."),
        ('and finish it with "no rush"', f"{SAID} No rush."),
        ("and a second line: Lars gets the offer", f"{SAID} Lars gets the offer."),
        ("another line: Lars gets the offer", f"{SAID} Lars gets the offer."),
        ("and one more line: bring a plate", f"{SAID} Bring a plate."),
        ("add to it: bring a plate", f"{SAID} Bring a plate."),
        ("add bring a plate to the post", f"{SAID} Bring a plate."),
        ("add that Lars comes", f"{SAID} Lars comes."),
    ],
)
def test_a_text_begins_or_ends_with_what_is_said_or_says_it_too(wish, text):
    assert different(wish, {"text": SAID}, ("text",)) == {"text": text}


@pytest.mark.parametrize(
    ("wish", "greeting", "more", "closing"),
    [
        ("start with Dear Sarah", "Dear Sarah", "", "Best,\nAda"),
        ("start with Ciao Sarah instead of Hi", "Ciao Sarah", "", "Best,\nAda"),
        ("end with See you on Thursday", "Hi Sarah", " See you on Thursday.", "Best,\nAda"),
        ("sign it with Ada Byron", "Hi Sarah", "", "Best,\nAda Byron"),
        ("Dear Sarah, not Hi", "Dear Sarah", "", "Best,\nAda"),
        ("sign with my full name", "Hi Sarah", "", "Best,\nAda Byron"),
        ("sign it from the whole team", "Hi Sarah", "", "Best,\nthe whole team"),
        ("sign as The project team", "Hi Sarah", "", "Best,\nThe project team"),
        ("sign off with Kind regards", "Hi Sarah", "", "Kind regards,\nAda"),
        ("end with Kind regards, A. Byron", "Hi Sarah", "", "Kind regards,\nA. Byron"),
        ("offer her that Nina can come", "Hi Sarah", " Nina can come.", "Best,\nAda"),
        ("In the mail, offer her that Nina can come", "Hi Sarah", " Nina can come.", "Best,\nAda"),
        ("in the mail tell her that I'm in Rome", "Hi Sarah", " I'm in Rome.", "Best,\nAda"),
        ("and promise her that it holds", "Hi Sarah", " It holds.", "Best,\nAda"),
    ],
)
def test_a_mail_is_opened_and_closed_with_what_is_said(wish, greeting, more, closing):
    mail = {"to": ["sarah@acme.com"], "body": "Hi Sarah,\n\nI am late.\n\nBest,\nAda"}
    assert different(wish, mail, MAIL_HAS) == {
        "body": f"{greeting},\n\nI am late.{more}\n\n{closing}"
    }


def test_a_start_or_an_end_that_is_a_time_begins_no_text():
    event = EVENT | {"notes": "Bring a plate."}
    assert different("start with half past four", event, EVENT_HAS)["start"] == "2025-11-21T16:30"


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ("and write that Carl talks to Jo. put carl in cc", "I am late. Carl talks to Jo."),
        ("add that we need a week. cc carl", "I am late. We need a week."),
        ("say that we need a week. Put carl in copy please.", "We need a week."),
    ],
)
def test_who_gets_a_copy_is_no_part_of_what_is_said_before_it(wish, said):
    mail = {"to": ["sarah@acme.com"], "body": "I am late."}
    assert different(wish, mail, MAIL_HAS) == {"body": said, "cc": ["carl"]}


@pytest.mark.parametrize(
    "wish",
    [
        "Not in general, random is the better channel for that",
        "not in general, in random",
        "not general, random",
        "random instead of general",
        "random is the better channel",
        "wrong channel, random",
        "the channel should be random",
        "use the random channel",
        "put it into random, not general",
        "general is too big for that, take random",
        "random fits better than general",
        "other channel: random",
        "Don't post it in general, random is better for that",
    ],
)
def test_it_is_posted_in_the_channel_that_is_named_in_the_place_of_another(wish):
    post = {"channel": "general", "text": "Cake in the kitchen at 16:00"}
    assert different(wish, post, TEXT_HAS) == {"channel": "random"}


@pytest.mark.parametrize(
    "wish", ["not in general, it is too loud", "general or random", "chairs are better"]
)
def test_no_channel_is_taken_from_words_that_may_be_anything(wish):
    post = {"channel": "general", "text": "Cake in the kitchen at 16:00"}
    after = revised(wish, post, TEXT_HAS).arguments or post
    assert after["channel"] == "general"


@pytest.mark.parametrize(
    ("wish", "items"),
    [
        ("Add two label printers to the list", "two label printers"),
        ("put the cables on the list", "the cables"),
        ("add the cables too", "the cables"),
    ],
)
def test_what_is_put_on_a_list_stands_at_its_end(wish, items):
    page = {"title": "Go-live", "text": "The file, the scanners"}
    assert different(wish, page, ("title", "text")) == {"text": f"The file, the scanners, {items}"}


@pytest.mark.parametrize(
    "wish",
    [
        "Call the line Staff training, please",
        "name the line Staff training",
        "the line should be called Staff training",
        "make the line Staff training",
        "call it Staff training",
        "it's called Staff training",
        "I'd call the line Staff training",
        "rename the line to Staff training",
        "not Training, Staff training",
        "it should say Staff training, not Training",
        "Staff training instead of Training",
        "change Training to Staff training",
    ],
)
def test_a_row_is_called_what_is_said(wish):
    row = {
        "row": ["Training", 6000, "-15%"],
        "columns": ["Line", "Plan (GBP)", "Difference"],
    }
    assert different(wish, row, ("row", "columns")) == {"row": ["Staff training", 6000, "-15%"]}


def test_what_is_wished_line_by_line_is_done_in_turn():
    mail = {"to": ["sarah@acme.com"], "body": "I am in Rome."}
    wish = "In the mail, offer her that Nina can come.\nnot Nina, Priya"
    assert different(wish, mail, MAIL_HAS) == {"body": "I am in Rome. Priya can come."}


def test_lines_that_are_no_wishes_by_themselves_are_one():
    assert different("just say\nI am late", {"body": "I am in Rome."}, MAIL_HAS) == {
        "body": "I am late."
    }


@pytest.mark.parametrize(
    ("wish", "more"),
    [
        ("No reply expected, please add that.", "No reply expected."),
        ("No need to call me back, add that", "No need to call me back."),
        ("add that no reply is needed", "No reply is needed."),
    ],
)
def test_a_no_that_is_to_be_said_is_kept(wish, more):
    assert different(wish, {"text": SAID}, ("text",)) == {"text": f"{SAID} {more}"}


def test_nothing_is_added_by_a_word_that_points_at_it():
    assert revised("add that", {"text": SAID}, ("text",)).arguments is None


@pytest.mark.parametrize(
    ("wish", "changed"),
    [
        ("Tom said he would like to join, add him", {"attendees": [BEN, OMAR, "Tom"]}),
        ("Ben asked for Priya, add her", {"attendees": [BEN, OMAR, "Priya"]}),
    ],
)
def test_who_is_named_as_the_reason_comes(wish, changed):
    assert different(wish, PHONES, EVENT_HAS) == changed


def test_who_asked_for_it_gets_a_copy():
    assert different("Tom asked for it, copy him", MAIL, MAIL_HAS) == {"cc": ["Tom"]}


@pytest.mark.parametrize(
    "wish", ["sign me up for the workshop", "end it there", "close the ticket"]
)
def test_what_begins_or_ends_something_else_is_said_in_no_mail(wish):
    mail = {"to": ["sarah@acme.com"], "body": "Hi Sarah,\n\nI am late.\n\nBest,\nAda"}
    assert revised(wish, mail, MAIL_HAS).arguments is None


def test_no_word_gives_way_because_of_what_is_not_to_be_done():
    mail = {"to": ["sarah@acme.com"], "body": "I will send a note."}
    wish = "Don't send it like that, it's too long"
    assert (revised(wish, mail, MAIL_HAS).arguments or mail)["body"] == "I will send a note."


def test_no_figure_becomes_the_name_of_a_row():
    row = {"row": ["Training", 6000, 5100], "columns": ["Line", "Plan", "Actual"]}
    has = ("row", "columns")
    assert revised("make it 6500", row, has).arguments is None
    assert different("make the plan 6500 and the actual 5000", row, has) == {
        "row": ["Training", 6500, 5000]
    }
