from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from shared.models.reasoning import PlanRequest
from shared.reasoning.embedded.planning.across import plan

NOW = datetime(2026, 11, 26, 10, 0, tzinfo=ZoneInfo("Europe/Berlin"))
"""A Thursday."""


def planned(command):
    return plan(
        command,
        PlanRequest(agent="action", command=command, today="2026-11-26", tools=(), now=NOW),
    )


def calls(command):
    return [(step.tool, step.arguments) for step in planned(command).steps]


@pytest.mark.parametrize(
    ("command", "topic", "days"),
    [
        ("Catch me up on the Johnson project", "Johnson project", 14),
        ("bring me up to speed on Acme", "Acme", 14),
        ("get me up to date with the website relaunch", "website relaunch", 14),
        ("What happened with Acme while I was away?", "Acme", 14),
        ("what's the latest on the launch?", "launch", 14),
        ("where do we stand with the merger", "merger", 14),
        ("any news about the Berlin office", "Berlin office", 14),
        ("give me an update on the budget for the last three weeks", "budget", 21),
        ("What did I miss on the launch this week?", "launch", 3),
        ("how is the migration going", "migration", 14),
        ("I was on holiday, what did I miss on Project Falcon?", "Project Falcon", 14),
        ("what do I need to know about Acme before the meeting", "Acme", 14),
        ("brief me on Globex", "Globex", 14),
    ],
)
def test_catching_up_looks_everywhere_for_a_topic(command, topic, days):
    assert calls(command) == [("workspace_catch_up", {"topic": topic, "days": days})]


@pytest.mark.parametrize(
    ("command", "window"),
    [
        ("What meetings am I not prepared for?", ("2026-11-26", "2026-12-03")),
        ("which of tomorrow's meetings need preparation", ("2026-11-27", "2026-11-27")),
        ("am I prepared for my meetings next week?", ("2026-11-30", "2026-12-06")),
        (
            "show meetings this week that I still have to prepare",
            ("2026-11-26T10:00", "2026-11-29"),
        ),
        ("do I have any meetings today without an agenda", ("2026-11-26", "2026-11-26")),
    ],
)
def test_unprepared_meetings_are_looked_for(command, window):
    assert calls(command) == [
        ("workspace_unprepared_meetings", {"start": window[0], "end": window[1]})
    ]


@pytest.mark.parametrize(
    ("command", "tool"),
    [
        ("Am I free Friday afternoon?", "calendar_check_availability"),
        ("schedule a meeting with Sarah tomorrow at 3", "calendar_create_event"),
        ("Reply to Sarah saying thanks", "gmail_reply_to_message"),
        ("show me unread emails", "gmail_search_messages"),
    ],
)
def test_the_rest_is_planned_as_mail_or_as_meetings(command, tool):
    assert calls(command)[-1][0] == tool


def test_without_a_topic_one_is_asked_for():
    assert "Johnson project" in planned("catch me up").cannot
