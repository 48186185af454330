"""What is said to a card about another order of the same message."""

import pytest

from shared.models.reasoning import ReplyRequest
from shared.reasoning.embedded.replying.waiting import about_waiting
from tests.support.marked import plain
from tests.support.readings import ReadBefore

MAIL, BOOK, POST = "mail Bo", "book an hour", "post it in #ops"
LINES = {
    "mail {person:Bo}": ("mail_send", 0.9),
    "book an hour": ("cal_create", 0.9),
    "post it in {channel:#ops}": ("slack_post", 0.9),
}


def read(marked, waiting, tool="calendar_respond_to_event", **arguments):
    text = plain(marked)[0]
    request = ReplyRequest(
        question="Ok?",
        options=(),
        text=text,
        kind="approval",
        tool=tool,
        arguments=arguments,
        waiting=waiting,
    )
    reader = ReadBefore({**LINES, marked: ("cal_update", 0.9)})
    found = about_waiting(request, text.casefold(), reader)
    return found and (found.meaning, found.option)


@pytest.mark.parametrize(
    ("marked", "waiting", "expected"),
    [
        ("{person:Ann} goes in copy on that mail", (MAIL,), ("later", "0")),
        ("{person:Ann} goes in copy on that mail", (POST, MAIL), ("later", "1")),
        ("leave out the slack message. the mail stays", (POST,), ("without", "0")),
        ("oh, don't send the mail after all", (MAIL,), ("without", "0")),
        ("{person:Ann} goes in copy on that mail", (), None),
        ("{person:Ann} goes in copy on that mail", (MAIL, MAIL), None),
        ("{person:Ann} goes in copy on that mail", (POST,), None),
        ("the event, and the mail too, at {newtime:four}", (MAIL,), None),
        ("who gets the mail?", (MAIL,), None),
        ("{person:Ann} should come as well", (MAIL,), None),
        ("{newtime:half past four} is better", (MAIL, BOOK), ("later", "1")),
        ("{newtime:half past four} is better", (MAIL,), None),
    ],
)
def test_it_is_about_the_one_order_whose_kind_of_thing_or_time_it_names(marked, waiting, expected):
    assert read(marked, waiting) == expected


def test_a_time_is_for_what_is_shown_where_that_has_one():
    line = "{newtime:half past four} is better"
    assert read(line, (BOOK,), "calendar_create_event", start="2026-11-30T15:00") is None
    assert read(line, (BOOK,), "pages_append", page="p1") == ("later", "0")
