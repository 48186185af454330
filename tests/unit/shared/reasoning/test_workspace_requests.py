"""Which requests are for the product's own agents, and how several in one message are parted."""

import pytest

from shared.models.intent import Candidate
from shared.models.reasoning import ConversationContext, IntentRequest, PlanRequest, Reference
from shared.reasoning.embedded.commands import orders_in
from shared.reasoning.embedded.domains import workspace_agent
from shared.reasoning.embedded.naming import find_names


def agents(*names):
    return tuple(Candidate(agent=n, name=n.title(), description="", score=0.5) for n in names)


OWN = agents("email", "contacts", "calendar", "slack", "action", "sheets", "pages")
MAIL = ConversationContext(
    references=(
        Reference(kind="email", id="m1", label="Offer", ordinal=1, who="sarah.chen@acme.com"),
        Reference(kind="email", id="m2", label="Invoice", ordinal=2, who="bo@ek.se"),
    )
)
DRAFT = ConversationContext(references=(Reference(kind="draft", id="d", label="Re", ordinal=0),))
EVENTS = ConversationContext(
    references=(
        Reference(kind="event", id="e1", label="Sync", ordinal=1),
        Reference(kind="event", id="e2", label="Demo", ordinal=2),
    )
)


def orders(text, context=None, among=OWN):
    request = IntentRequest(
        text=text, today="2025-11-19", agents=among, context=context or ConversationContext()
    )
    return orders_in(text, request, find_names(text, among))


def commands(text, context=None, among=OWN):
    return [(one.agent, one.command) for one in orders(text, context, among).commands]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "archive newsletters then show me important emails",
            [("email", "archive newsletters"), ("email", "Find all important emails")],
        ),
        (
            "Archive newsletters and show me important emails",
            [("email", "Archive newsletters"), ("email", "Find all important emails")],
        ),
        (
            "reply to Sarah and schedule a meeting",
            [("email", "reply to Sarah"), ("calendar", "schedule a meeting")],
        ),
        (
            "show me emails from Sarah then archive the first two",
            [("email", "Find all emails from Sarah"), ("email", "archive the first two")],
        ),
        (
            "find Sarah's email about the budget and reply to it saying ok",
            [
                ("email", "Find all emails from Sarah about the budget"),
                ("email", "reply to it saying ok"),
            ],
        ),
        (
            "reply to John saying yes and show me my calendar for Friday",
            [("email", "reply to John saying yes"), ("calendar", "show me my calendar for Friday")],
        ),
    ],
)
def test_several_requests_become_commands_in_order(text, expected):
    assert commands(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "draft a reply to Sarah saying yes and send it",
        "email Tom saying please find the report attached and call me",
        "email john@x.com that I'll be late and ask him to wait",
    ],
)
def test_what_a_mail_says_is_not_cut(text):
    assert commands(text) == [("email", text)]


@pytest.mark.parametrize(
    ("text", "agent"),
    [
        ("email john@company.com that I'll be late", "email"),
        ("send Sarah a note saying the deck is ready", "email"),
        ("write to the Acme people about the delay saying we deliver Monday", "email"),
        ("who is still waiting for an answer from me", "email"),
        ("has my mail to John bounced", "email"),
        ("star everything from Sarah", "email"),
        ("read Sarah's email about the budget", "email"),
        ("show me unread mail in my work account", "email"),
        ("is jon@acme.com right", "contacts"),
        ("John Doe's new number is +1 555 0100", "contacts"),
        ("which companies are in my contacts", "contacts"),
        ("move my 3pm meeting to Friday", "calendar"),
        ("am I free on Friday", "calendar"),
        ("post hello in #general", "slack"),
        ("catch me up on the Johnson project", "action"),
        ("what meetings am I not prepared for", "action"),
        ("what does the Weekly Metrics sheet say", "sheets"),
        ("what's in the Q4 planning page", "pages"),
        ("list projects", "pages"),
    ],
)
def test_a_request_goes_to_the_agent_it_is_about_as_it_was_said(text, agent):
    assert commands(text) == [(agent, text)]


@pytest.mark.parametrize("text", ["what does the Weekly Metrics sheet say", "list projects"])
def test_sheets_and_pages_count_only_where_they_are_connected(text):
    assert commands(text, among=agents("email", "calendar"))[0][0] == ""


@pytest.mark.parametrize(
    ("text", "context", "agent"),
    [
        ("archive the first two", MAIL, "email"),
        ("reply to the second one saying I'll send it Friday", MAIL, "email"),
        ("tell Sarah I agree", MAIL, "email"),
        ("what's attached to the second one", MAIL, "email"),
        ("label the first one Invoices", MAIL, "email"),
        ("send it", DRAFT, "email"),
        ("cancel the second one", EVENTS, "calendar"),
        ("move the first one to 3pm", EVENTS, "calendar"),
    ],
)
def test_pointing_at_what_was_listed_tells_the_agent(text, context, agent):
    assert commands(text, context) == [(agent, text)]


@pytest.mark.parametrize("text", ["archive the first two", "tell Sarah I agree", "send it"])
def test_pointing_where_nothing_was_listed_tells_no_agent(text):
    assert commands(text)[0][0] == ""


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("reply to Sarah saying yes", 0.86, 1),
        ("archive all newsletters", 0.86, 1),
        ("write an email every Friday to Tom with the numbers", 0, 0),
        ("something with emails", 0, 0),
    ],
)
def test_an_order_for_now_is_surely_a_task_and_a_lasting_one_is_not(text, least, most):
    assert least <= orders(text).certainty <= most


@pytest.mark.parametrize(
    ("text", "risk"),
    [
        ("archive all newsletters", "low"),
        ("draft an email to Tom saying hi", "low"),
        ("email Tom saying hi", "medium"),
        ("delete all emails from Bob", "high"),
        ("John Doe's new number is 12345", "medium"),
    ],
)
def test_risk_is_a_first_guess(text, risk):
    assert orders(text).commands[0].risk == risk


@pytest.mark.parametrize(
    ("command", "agent"),
    [
        ("reply to the second one saying ok", "email"),
        ("schedule a meeting with Ann on Friday", "calendar"),
        ("catch me up on Alpha", "action"),
        ("what's Ann's phone number", "contacts"),
        ("hm", ""),
    ],
)
def test_the_action_agent_knows_what_a_command_is_about(command, agent):
    request = PlanRequest(
        agent="action", command=command, today="2025-11-19", tools=(), context=MAIL
    )
    assert workspace_agent(command, request) == agent
