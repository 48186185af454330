"""What a command does to things that were listed, where the network tells which."""

from datetime import UTC, datetime

import pytest

from shared.models.reasoning import ConversationContext, PlanRequest, Reference
from shared.reasoning.embedded.planning.command import plan_command
from shared.understanding.choosing import Meant
from shared.understanding.reader import Reader

SYNC, DEMO = (
    Reference(kind="event", id=f"event-{at}", label=name, ordinal=at)
    for at, name in enumerate(("Strategy day", "Portal demo"), 1)
)
BILL, OFFER, NEWS = (
    Reference(kind="mail", id=f"mail-{at}", label=name, ordinal=at, who=f"{name}@x.y")
    for at, name in enumerate(("Bill", "Offer", "News"), 1)
)


class Scripted:
    """Choices that are told, and how often they were asked for."""

    def __init__(self, *each):
        self.each, self.asked = each, 0

    def meant(self, _, __):
        self.asked += 1
        return Meant(self.each, 0.0)


def planned(agent, command, references, *likely):
    reader = Reader()
    reader.choices = choices = Scripted(*likely)
    request = PlanRequest(
        agent=agent,
        command=command,
        today="2026-11-25",
        now=datetime(2026, 11, 25, 9, tzinfo=UTC),
        tools=(),
        context=ConversationContext(references=references),
    )
    return plan_command(request, reader), choices.asked


def test_what_the_network_tells_of_a_list_is_what_it_is_done_to():
    plan, _ = planned("email", "archive the paperwork", (BILL, OFFER, NEWS), 0.99, 0.98, 0.01)
    assert [one.arguments["message_ids"] for one in plan.steps] == [["mail-1", "mail-2"]]


def test_events_that_are_answered_apart_get_each_their_own_answer():
    order = "accept the strategy day and decline the portal demo"
    plan, _ = planned("calendar", order, (SYNC, DEMO), 0.99, 0.99)
    answers = [
        (one.arguments["event_id"], one.arguments["response"])
        for one in plan.steps
        if "response" in one.arguments
    ]
    assert answers == [("event-1", "accepted"), ("event-2", "declined")]


@pytest.mark.parametrize(
    ("agent", "command"),
    [
        ("email", "write Ann an email that the bill is paid"),
        ("email", "show me the unread mails"),
        ("calendar", "set up a lunch with Ann tomorrow at noon"),
    ],
)
def test_what_is_about_nothing_listed_asks_for_no_choice(agent, command):
    _, asked = planned(agent, command, (BILL, OFFER, SYNC, DEMO), 0.99, 0.99)
    assert asked == 0
