"""Orders to the product's own agents, and reminders."""

import pytest

from shared.models.reasoning import ConversationContext, Exchange, IntentRequest
from shared.understanding.numbers import number_in
from shared.understanding.reminders import reminder_in
from shared.understanding.requests import requests_in
from tests.support.marked import plain
from tests.support.readings import ReadBefore


def asked(text, lines, cuts=None):
    request = IntentRequest(text=text, today="2026-11-26")
    return requests_in(text, request, ReadBefore(lines, cuts=cuts)).orders


def test_an_order_names_its_agent_what_it_changes_and_whom():
    (one,) = asked(
        "tell Tom we won today",
        {"tell {person:Tom} {body:we won} {time:today}": ("mail_send", 0.9)},
    )

    assert (one.command.agent, one.command.risk) == ("email", "medium")
    assert (one.entities.people, one.entities.timeframe) == (("Tom",), "today")
    assert (one.intent, one.skill, one.confidence) == ("Tell Tom we won today", "mail_send", 0.9)


def test_what_only_reads_is_no_risk():
    (one,) = asked("unread mail", {"{flag:unread} mail": ("mail_search", 0.9)})

    assert one.command.risk == "low"


BOTH = "accept the fair and remind me at 9 to pack, please."
LINES = {
    "accept {topic:the fair}": ("cal_respond", 0.9),
    "remind me {time:at 9} {body:to pack, please}": ("remind", 0.9),
    f"{{topic:{BOTH}}}": ("cal_respond", 0.9),
}


def test_a_reminder_besides_other_orders_is_put_off_and_no_part_of_them():
    reader = ReadBefore(
        {line.replace(", please", ", please."): read for line, read in LINES.items()},
        cuts={"and": 0.9},
    )
    request = IntentRequest(text=BOTH, today="2026-11-26")

    (one,), later = requests_in(BOTH, request, reader)

    assert (one.command.agent, one.command.command) == ("calendar", "accept the fair")
    assert later == "remind me at 9 to pack, please"


def test_a_reminder_alone_is_put_off_by_nothing():
    line = "remind me {time:at 9} {body:to pack}"
    request = IntentRequest(text=plain(line)[0], today="2026-11-26")
    found = requests_in(request.text, request, ReadBefore({line: ("remind", 0.9)}))
    assert (found.orders, found.later) == ((), "")


def test_what_is_for_nobody_here_is_no_order():
    assert asked("order a pizza", {}) == ()


@pytest.mark.parametrize(
    ("text", "task", "sure", "plainly"),
    [
        (
            "ping me {time:in an hour} {body:to call Jo}",
            "remind",
            0.9,
            "remind me in an hour to call Jo",
        ),
        (
            "nudge me {repeat:every friday at} {time:4} {body:to log hours}",
            "remind",
            0.9,
            "remind me every friday at 4 to log hours",
        ),
        (
            "don't let me forget {topic:the cake} {time:saturday}",
            "remind",
            0.9,
            "remind me saturday about the cake",
        ),
        ("remind me", "remind", 0.9, "remind me"),
        (
            "nudge me {time:Tuesday of the week after next, at one} {body:to test it}",
            "remind",
            0.9,
            "remind me on 8 December 2026 at 13:00 to test it",
        ),
        (
            "nudge me {time:half past four} {body:to eat}",
            "remind",
            0.9,
            "remind me at 16:30 to eat",
        ),
        (
            "nudge me {time:the other day} {body:to eat}",
            "remind",
            0.9,
            "remind me the other day to eat",
        ),
        ("ping me {time:in an hour}", "remind", 0.6, ""),
        ("call me {time:in an hour}", "cal_create", 0.9, ""),
    ],
)
def test_a_reminder_is_said_in_plain_words(text, task, sure, plainly):
    reader = ReadBefore({text: (task, sure)})
    said = next(iter(reader._lines))

    assert reminder_in(said, IntentRequest(text=said, today="2026-11-23"), reader) == plainly


SET = "ping me {time:friday at 8am} {body:to ring Bo}"


@pytest.mark.parametrize(
    ("line", "read", "plainly"),
    [
        ("no, make it {newtime:9:15}", "cal_update", "move the reminder ring Bo to at 9:15"),
        ("make that 7:30, he is up early", "other", "move the reminder ring Bo to at 07:30"),
        ("sorry, {time:half past two}", "cal_list", ""),
        ("no, move {topic:the fair} to {newtime:9:15}", "cal_update", ""),
        ("{newtime:9:15} is the train", "cal_update", ""),
    ],
)
def test_a_reminder_that_was_just_set_is_moved(line, read, plainly):
    text = plain(line)[0]
    reader = ReadBefore({SET: ("remind", 0.9), line: (read, 0.9)})
    said = (("user", plain(SET)[0]), ("assistant", "I'll remind you."))
    exchanges = tuple(Exchange(role=role, text=words) for role, words in said)
    context = ConversationContext(exchanges=exchanges)
    asked = IntentRequest(text=text, today="2026-11-23", context=context)

    assert reminder_in(text, asked, reader) == plainly
    other = asked.model_copy(update={"context": ConversationContext(exchanges=exchanges[:1])})
    assert reminder_in(text, other, reader) == ""


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("the last 5", 5),
        ("two of them", 2),
        ("a couple", 2),
        ("dozens", None),
        ("none", None),
        ("half a dozen", 6),
    ],
)
def test_small_numbers_are_read_in_words_too(text, number):
    assert number_in(text) == number
