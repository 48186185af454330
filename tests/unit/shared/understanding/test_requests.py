"""Orders to the product's own agents, and reminders."""

import pytest

from shared.models.reasoning import ConversationContext, IntentRequest
from shared.understanding.numbers import number_in
from shared.understanding.reminders import reminder_in
from shared.understanding.requests import requests_in
from tests.support.readings import ReadBefore


def asked(text, lines, cuts=None):
    request = IntentRequest(text=text, today="2026-11-26")
    return requests_in(text, request, ReadBefore(lines, cuts=cuts))


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
        ("ping me {time:in an hour}", "remind", 0.6, ""),
        ("call me {time:in an hour}", "cal_create", 0.9, ""),
    ],
)
def test_a_reminder_is_said_in_plain_words(text, task, sure, plainly):
    reader = ReadBefore({text: (task, sure)})
    said = next(iter(reader._lines))

    assert reminder_in(said, ConversationContext(), reader) == plainly


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
