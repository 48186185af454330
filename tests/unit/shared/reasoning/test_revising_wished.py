"""What is found in a reply to a card, done to the call; the network itself: test_unseen_writers."""

from datetime import datetime

import pytest

from shared.models.profile import Profile
from shared.reasoning.embedded.revising.call import Call, CannotRevise
from shared.reasoning.embedded.revising.cards import card_of
from shared.reasoning.embedded.revising.wished import Doing
from shared.understanding.reader import Reader
from shared.understanding.revision import Going, Marked, Wished
from shared.understanding.words import words_of

READER = Reader()
MAIL = {
    "to": ["Ann Holm", "Bo"],
    "cc": [],
    "subject": "Keys",
    "body": "Hi Ann,\n\nThe red keys are at the desk. Sorry about that.",
}
POST = {"channel": "general", "text": "Cake is at the front desk. Help yourselves."}
EVENT = {
    "title": "Talk",
    "start": "2026-03-02T14:00",
    "end": "2026-03-02T15:00",
    "location": "Room 2",
    "attendees": ["Ann", "Bo"],
}
ROW = {"sheet": "Sites", "tab": "Plan", "columns": ["Site", "Users"], "row": ["Lyon", 16]}


def call_of(arguments, *also, tool=""):
    known, now = frozenset((*arguments, *also)), datetime.fromisoformat("2026-03-01T09:00")
    return Call(dict(arguments), known, now, Profile(), tool=tool)


def done(tool, arguments, wish, ops, also=(), cut="", behind=""):
    """Return the changed call, or None where nothing is done.

    Roles are marked in `wish` as "role:words" pairs would be: [who=Tom].
    """
    call = call_of(arguments, *also, tool=tool)
    card = card_of(tool, call)
    text, marks = "", []
    while "[" in wish:
        before, _, rest = wish.partition("[")
        marked, _, wish = rest.partition("]")
        role, _, words = marked.partition("=")
        text += before
        marks.append(Marked(role, words, len(text), len(text) + len(words)))
        text += words
    text += wish
    cuts = [(at := card.shown.rindex(one), at + len(one)) for one in cut.split("|") if one]
    going = tuple(
        Going(one.start, one.end, 3 if any(a <= one.start < b for a, b in cuts) else -3)
        for one in words_of(card.shown)
    )
    found = Wished(dict.fromkeys(ops.split(), 0.9), tuple(marks), going)
    doing = Doing(text, call, READER, card, found)
    try:
        return call.arguments if doing.done() else None
    except CannotRevise:
        return None


def test_a_card_is_read_with_its_text_at_the_end():
    card = card_of("gmail_send_email", call_of(MAIL))
    assert card.shown.startswith("mail to: Ann Holm, Bo | cc: - | subject: Keys | text: Hi Ann,")
    assert card.shown[card.at :] == MAIL["body"].replace("\n", " ")
    below = {**MAIL, "body": MAIL["body"] + "\n\nOn Mon 2 Mar 2026 at 9:00, Ann wrote:\n> Hello"}
    assert "Hello" not in card_of("gmail_send_email", call_of(below)).shown
    assert card_of("slack_post_message", call_of(POST)).shown.startswith("post in: #general | text")
    event = card_of("calendar_create_event", call_of(EVENT)).shown
    assert event == "event: Talk | when: Mon 14:00-15:00 | place: Room 2 | with: Ann, Bo"
    row = card_of("sheets_append_row", call_of(ROW)).shown
    assert row == "row in: Sites, Plan: Site=Lyon; Users=16"
    assert card_of("gmail_archive", call_of({"message_ids": ["1"]})) is None


def test_a_length_tells_when_an_event_ends():
    told = {**EVENT, "end": "", "minutes": 90}
    assert "Mon 14:00-15:30" in card_of("calendar_create_event", call_of(told)).shown
    beside = {**told, "start": "{1.events.0.end}|-PT30M"}
    assert (
        "when: {1.events.0.end}|-PT30M |" in card_of("calendar_create_event", call_of(beside)).shown
    )


def test_what_was_worked_out_of_a_cell_is_worked_out_anew():
    cell = {"column": 3, "name": "Users", "before": 27, "after": 29}
    set_so = {
        "sheet": "Sites",
        "values": [{"column": "Users", "value": 29}],
        "cells": [cell],
        "key": "Lyon",
    }
    made = done("sheets_update_row", set_so, "it's [value=28], not 29", "value", also=("row",))
    assert made["values"] == [{"column": "Users", "value": 28}]
    assert made["cells"] == []


@pytest.mark.parametrize("typed", ["{1.mails.0.id}", "{2.title}", "a/b", "v2.0"])
def test_what_is_typed_together_is_one_title(typed):
    for marked in (typed, typed[:2], typed[1:]):
        wish = f"change the subject to {typed}, ok?".replace(marked, f"[title={marked}]", 1)
        made = done("gmail_send_email", MAIL, wish, "title")
        assert made["subject"] == typed[:1].upper() + typed[1:]


def test_who_is_in_copy_as_well_is_no_addressee():
    made = done("gmail_send_email", MAIL, "[who=Tom] also in copy, I forgot", "who+")
    assert (made["to"], made["cc"]) == (MAIL["to"], ["Tom"])


@pytest.mark.parametrize(
    ("tool", "arguments", "wish", "ops", "cut", "expected"),
    [
        (
            "slack_post_message",
            POST,
            "it's in [text=the kitchen] now",
            "text=",
            "the front desk",
            {"text": "Cake is at the kitchen. Help yourselves."},
        ),
        (
            "gmail_send_email",
            {**MAIL, "subject": "The red keys"},
            "they are [text=blue]",
            "text=",
            "red",
            {"subject": "The blue keys", "body": MAIL["body"].replace("red", "blue")},
        ),
        (
            "gmail_send_email",
            MAIL,
            "nothing to be sorry for",
            "text-",
            "Sorry about that.",
            {"body": "Hi Ann,\n\nThe red keys are at the desk."},
        ),
        (
            "gmail_send_email",
            MAIL,
            "they are [text=blue]; no [out=apology]",
            "text= text-",
            "red|Sorry about that.",
            {"body": "Hi Ann,\n\nThe blue keys are at the desk."},
        ),
        (
            "gmail_send_email",
            MAIL,
            "[text=green ones] it is",
            "text=",
            "The red keys",
            {"body": "Hi Ann,\n\nGreen ones are at the desk. Sorry about that."},
        ),
        (
            "gmail_send_email",
            MAIL,
            "oh and ask [ask=if she is in]",
            "text+",
            "",
            {"body": f"{MAIL['body']} Could you let me know if you are in?"},
        ),
        (
            "slack_post_message",
            POST,
            "no: [text=all gone]",
            "text!",
            "",
            {"text": "All gone."},
        ),
        (
            "slack_post_message",
            POST,
            "rather in [place=#random]",
            "place",
            "",
            {"channel": "#random"},
        ),
        ("gmail_send_email", MAIL, "[copy=Tom] too", "copy+", "", {"cc": ["Tom"]}),
        ("gmail_send_email", MAIL, "[gone=Bo] need not", "who-", "", {"to": ["Ann Holm"]}),
        (
            "gmail_send_email",
            MAIL,
            "and [who=Tom and Eve]",
            "who+",
            "",
            {"to": ["Ann Holm", "Bo", "Tom", "Eve"]},
        ),
        (
            "calendar_create_event",
            EVENT,
            "[who=Eve] comes, not [gone=Bo]",
            "who=",
            "",
            {"attendees": ["Ann", "Eve"]},
        ),
        (
            "gmail_send_email",
            MAIL,
            "[title=keys at last]",
            "title",
            "",
            {"subject": "Keys at last"},
        ),
        ("calendar_create_event", EVENT, "[place=Room 4]", "place", "", {"location": "Room 4"}),
        (
            "calendar_create_event",
            EVENT,
            "[start=half three] to [end=4]",
            "when",
            "",
            {"start": "2026-03-02T15:30", "end": "2026-03-02T16:00"},
        ),
        (
            "calendar_create_event",
            EVENT,
            "push it back [shift=half an hour]",
            "when",
            "",
            {"start": "2026-03-02T14:30", "end": "2026-03-02T15:30"},
        ),
        (
            "calendar_create_event",
            EVENT,
            "[shift=half an hour] forward",
            "when",
            "",
            {"start": "2026-03-02T13:30", "end": "2026-03-02T14:30"},
        ),
        (
            "calendar_create_event",
            EVENT,
            "[length=30 min] will do",
            "length",
            "",
            {"end": "2026-03-02T14:30"},
        ),
        (
            "calendar_create_event",
            EVENT,
            "until [end=half four], the [start=1:1] begins then",
            "when",
            "",
            {"end": "2026-03-02T16:30"},
        ),
        (
            "calendar_create_event",
            EVENT,
            "we sit in [place=the Drover's] Rest",
            "place",
            "",
            {"location": "the Drover's Rest"},
        ),
        (
            "slack_post_message",
            POST,
            "pop in that the rest of [text=it] is upstairs, thanks",
            "text+",
            "",
            {"text": f"{POST['text']} The rest of it is upstairs."},
        ),
        (
            "slack_post_message",
            {
                "channel": "general",
                "text": "I take the small one, the weight being decisive to me.",
            },
            "leave out the [out=weight]",
            "text-",
            "the weight",
            {"text": "I take the small one."},
        ),
        (
            "slack_post_message",
            {"channel": "general", "text": "Bring pens, paper and glue."},
            "leave out the [out=pens]",
            "text-",
            "pens,",
            {"text": "Bring paper and glue."},
        ),
        (
            "gmail_send_email",
            MAIL,
            "add that she may tell [ask=Mr Hill] so",
            "text+",
            "",
            {"body": f"{MAIL['body']} You may tell Mr Hill so."},
        ),
        (
            "sheets_append_row",
            ROW,
            "[field=Users] are [value=18]",
            "value",
            "",
            {"row": ["Lyon", 18]},
        ),
    ],
)
def test_what_is_marked_is_done(tool, arguments, wish, ops, cut, expected):
    assert done(tool, arguments, wish, ops, cut=cut) == {**arguments, **expected}


def test_a_value_by_itself_takes_the_place_of_its_like_wherever_that_is():
    post = {**POST, "text": "Cake is there at nine. Help yourselves."}
    made = done("slack_post_message", post, "say [text=eight], bread first", "text=")
    assert made["text"] == "Cake is there at eight. Help yourselves."
    two = {**POST, "text": "Cake at nine, tea at ten."}
    assert done("slack_post_message", two, "say [text=eleven]", "text=") is None


@pytest.mark.parametrize(
    ("tool", "arguments", "wish", "ops"),
    [
        ("gmail_send_email", MAIL, "[how=as a draft]", "how"),  # no call becomes another one
        ("gmail_send_email", MAIL, "[title=Keys] and [how=shorter]", "title how"),  # all or nothing
        ("slack_post_message", POST, "[text=kitchen]", "text="),  # what goes is not found
        ("slack_post_message", POST, "[copy=Tom]", "copy+"),
        ("slack_post_message", POST, "[who=Tom]", "who+"),
        ("gmail_send_email", MAIL, "[gone=Eve]", "who-"),  # who is not on it
        ("gmail_send_email", MAIL, "without [gone=Ann and Bo]", "who-"),  # nobody would be left
        ("calendar_create_event", EVENT, "[start=3], or [start=4]", "when"),  # which of them?
        ("sheets_append_row", ROW, "[field=Users]", "value"),
        ("gmail_send_email", MAIL, "fine", ""),
    ],
)
def test_what_cant_be_done_is_left(tool, arguments, wish, ops):
    assert done(tool, arguments, wish, ops) is None


def test_a_value_in_the_place_of_its_like_is_so_in_the_title_too():
    mail = {**MAIL, "subject": "Keys on Friday", "body": "Hi Ann,\n\nKeys come on Friday. Bye."}
    made = done("gmail_send_email", mail, "change Friday to [text=Monday]", "text=")
    assert made["subject"] == "Keys on Monday"
    assert made["body"] == "Hi Ann,\n\nKeys come on Monday. Bye."
