"""What is said when it is asked which of several is meant: by when it begins, and with a wish."""

import asyncio
from datetime import UTC, datetime

import pytest

from shared.models.reasoning import ReplyRequest
from shared.reasoning.embedded import EmbeddedReasoner
from tests.support.options import offered
from tests.support.simulation import ENCODER, SPELLING

REASONER = EmbeddedReasoner(ENCODER, SPELLING)
NOW = datetime(2026, 11, 28, 22, tzinfo=UTC)
"""A Saturday."""


SLOTS = offered("Mon 30 Nov, 15:00-15:30", "Mon 30 Nov, 15:30-16:00", "Tue 1 Dec, 9:00-9:30")
AFTERNOON = offered("Thu 3 Dec, 13:30-14:15", "Thu 3 Dec, 14:15-15:00")
EVENTS = offered(
    "Site walk | Wed 2 Dec, 10:00-10:45",
    "Site walk | Wed 9 Dec, 10:00-10:45",
    "Site walk | Wed 16 Dec, 10:00-10:45",
    "Tea with Bo | Thu 3 Dec, 13:00-14:00",
)
PAST = offered("Prices | Ann Lee, Thu 26 Nov", "Prices | Ann Lee, Wed 25 Nov")
PEOPLE = offered("Jo Dale | Roofing, foreman", "Jo Smith | engineer", "Jo Lee | Kite Cloud, sales")


def read(text, options, tool="calendar_update_event", arguments=None, **more):
    request = ReplyRequest(
        question="Which one?",
        options=options,
        text=text,
        kind="clarification",
        tool=tool,
        arguments=arguments or {},
        command="move the site walk to 3pm",
        now=NOW,
        **more,
    )
    return asyncio.run(REASONER.interpret_reply(request)).value


def chosen(text, options, **more):
    reading = read(text, options, **more)
    return reading.option if reading.meaning == "option" else reading.meaning


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("half three on monday", SLOTS, "2"),
        ("The 15:30.", SLOTS, "2"),
        ("first thing tuesday", SLOTS, "3"),
        ("14:15", AFTERNOON, "2"),
        ("quarter past two", AFTERNOON, "2"),
        ("next week's", EVENTS, "1"),
        ("this coming wednesday", EVENTS, "1"),
        ("the walk on the sixteenth", EVENTS, "3"),
        ("the one from Wednesday", PAST, "2"),
        ("the one on Wednesday", EVENTS, "unclear"),
        ("Bo next week", EVENTS, "4"),
    ],
)
def test_the_one_that_begins_when_it_is_said_is_meant(text, options, expected):
    assert chosen(text, options) == expected


@pytest.mark.parametrize("lacks", ["", "label", "which"])
def test_to_undo_something_is_no_answer_to_which_is_meant(lacks):
    assert chosen("undo that", EVENTS, lacks=lacks, free_text=bool(lacks)) == "new"
    assert chosen("undo that", (), lacks="body", free_text=True) == "text"


def test_a_time_beside_those_on_offer_is_told_where_another_may_be():
    assert chosen("two in the afternoon", AFTERNOON, lacks="time", free_text=True) == "text"


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("No. Only the one with Bo.", EVENTS, "4"),
        ("sorry, it's loud here, Jo from Kite Cloud I mean", PEOPLE, "3"),
        ("the foreman, or Smith. no idea", PEOPLE, "unclear"),
    ],
)
def test_one_clause_of_a_reply_may_choose(text, options, expected):
    assert chosen(text, options) == expected


@pytest.mark.parametrize(
    ("text", "options", "option", "wish"),
    [
        ("the first slot, in Room Tyne", SLOTS, "1", "in Room Tyne"),
        ("monday 3pm and invite Omar as well", SLOTS, "1", "and invite Omar as well"),
        ("the second one, but call it Catch-up", SLOTS, "2", "but call it Catch-up"),
        ("the earliest works, book it", SLOTS, "1", ""),
        ("the first one, thanks a lot", SLOTS, "1", ""),
    ],
)
def test_what_is_wished_with_a_choice_is_kept(text, options, option, wish):
    reading = read(text, options)

    assert (reading.meaning, reading.option, reading.wish) == ("option", option, wish)


@pytest.mark.parametrize(
    "text",
    [
        "n stretch it to a full hour while ur at it",
        "also in Room Tyne",
    ],
)
def test_a_wish_alone_leaves_open_which_one_is_meant(text):
    reading = read(text, EVENTS)

    assert (reading.meaning, reading.wish) == ("wish", text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("And Nina must be in the copy.", "wish"),
        ("Sorry, I forgot. Please put Ms. Diane in the copy.", "wish"),
        ("the reply", "unclear"),
        ("what do they say?", "unclear"),
        ("splendid, send it", "unclear"),
        ("show me my inbox first", "new"),
    ],
)
def test_what_neither_chooses_nor_changes_is_no_wish(text, expected):
    letter = {"body": "Hi Ann,\n\nI am in."}

    assert chosen(text, PAST, tool="gmail_reply_to_message", arguments=letter) == expected


def test_nothing_is_wished_of_what_changes_nothing():
    assert read("the first one, in Room Tyne", EVENTS, tool="").wish == ""
