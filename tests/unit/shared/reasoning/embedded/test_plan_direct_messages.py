"""Everyday ways to write to one person on Slack, and to read what they wrote."""

from datetime import date

import pytest

from shared.models.reasoning import ConversationContext, PlanRequest, ToolSpec
from shared.reasoning.embedded.direct_message import parse_direct_message
from shared.reasoning.embedded.domains import domain_request
from shared.reasoning.embedded.planning import plan
from shared.tools.slack.service import SERVICE

TOOLS = tuple(ToolSpec(name=tool.name, description="", parameters={}) for tool in SERVICE.tools)


def calls(command):
    request = PlanRequest(
        agent="slack",
        command=command,
        today="2025-11-19",
        tools=TOOLS,
        context=ConversationContext(),
    )
    return [(step.tool.removeprefix("slack_"), step.arguments) for step in plan(request).steps]


@pytest.mark.parametrize(
    ("command", "who", "text"),
    [
        ("DM Sarah on Slack that the budget is approved", "Sarah", "The budget is approved"),
        ("send David a Slack message: the demo is at three", "David", "The demo is at three"),
        ("dm @david.kim the demo moved to 4", "david.kim", "The demo moved to 4"),
        ("Send a direct message to Sarah Chen saying I'm late", "Sarah Chen", "I'm late"),
        ("tell Sarah on slack that the mail server is down", "Sarah", "The mail server is down"),
        ("message Priya on Slack: lunch?", "Priya", "Lunch?"),
        ("ask Priya on Slack when the demo is", "Priya", "When the demo is?"),
        ("tell Tom that I'm late on slack", "Tom", "I'm late"),
        ("ping David on Slack to look at the plan", "David", "Look at the plan"),
        ("slack David that the build is green", "David", "The build is green"),
        ('send "see you at 5" to Sarah on slack', "Sarah", "see you at 5"),
    ],
)
def test_one_person_is_written_to(command, who, text):
    assert calls(command) == [
        ("find_users", {"name": who}),
        ("send_direct_message", {"user": "{1.users.0.id}", "text": text}),
    ]
    found = domain_request(command, date(2025, 11, 19), ConversationContext())
    assert (found.command.agent, found.command.risk) == ("slack", "medium")


@pytest.mark.parametrize(
    ("command", "more"),
    [
        ("what did Sarah DM me?", {}),
        ("show my dms with Sarah since Monday", {"since": "2025-11-17"}),
        ("read the last 5 direct messages from Sarah", {}),
        ("Sarah's DMs", {}),
    ],
)
def test_what_one_person_wrote_is_read(command, more):
    found, read = calls(command)
    assert found == ("find_users", {"name": "Sarah"})
    assert read[0] == "get_direct_messages"
    assert {**read[1], **more} == read[1]


@pytest.mark.parametrize(
    "order",
    [
        "tell #general that the demo moved",
        "message the team on slack that we ship",
        "tell everyone on slack that we ship",
        "tell him on slack that we ship",
        "send an email to Sarah saying hi",
        "tell Sarah that I'm late",
        "what did Sarah DM me?",
    ],
)
def test_other_orders_are_no_direct_messages(order):
    assert parse_direct_message(order) is None


def test_unread_messages_are_nobodys():
    assert calls("Show me unread messages from today") == [("get_unread", {"since": "2025-11-19"})]
    assert calls("any new dms?") == [("get_unread", {})]
