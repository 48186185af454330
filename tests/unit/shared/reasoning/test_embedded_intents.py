"""Understanding messages without a model."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.models.intent import ActionType, Candidate
from shared.models.reasoning import ConversationContext, IntentRequest, Reference
from shared.reasoning.embedded.intents import analyze

AGENTS = (
    Candidate(agent="email", name="Email", description="Finds and reads mail", score=1),
    Candidate(agent="lead-scout", name="Lead scout", description="Finds leads", score=1),
    Candidate(agent="atlas", name="Atlas", description="Maps", score=1),
)
LISTED = ConversationContext(
    references=(
        Reference(kind="mail", id="m1", label="Offer", ordinal=1),
        Reference(kind="mail", id="m2", label="Invoice", ordinal=2),
    )
)


def understand(text, context=None, agents=AGENTS):
    return analyze(
        IntentRequest(
            text=text, today="2025-11-19", context=context or ConversationContext(), agents=agents
        )
    )


@pytest.mark.parametrize(
    ("text", "agent", "command"),
    [
        (
            "Show me emails from Sarah about the budget",
            "email",
            "Find all emails from Sarah about the budget",
        ),
        ("Show me emails from John", "email", "Find all emails from John"),
        (
            "any unread mail from acme this week?",
            "email",
            "Find all unread emails from acme this week",
        ),
        (
            "what did Sarah write about the offsite",
            "email",
            "Find all emails from Sarah about the offsite",
        ),
        ("could you please show me Ann's emails?", "email", "Find all emails from Ann"),
        ("emails I sent to John last month", "email", "Find all emails I sent to John last month"),
        ("latest email from Priya", "email", "Find the newest email from Priya"),
        ("last 5 emails from Bob", "email", "Find the last 5 emails from Bob"),
        ("Show me emails from clients", "email", "Find all emails from clients"),
        (
            "emails from people at Acme Corp with attachments",
            "email",
            "Find all emails with attachments from people at Acme Corp",
        ),
        ("mail from Tom in March", "email", "Find all emails from Tom in March"),
        ("mail from Tom on 2025-11-03", "email", "Find all emails from Tom on 2025-11-03"),
        (
            "find mail from Jo Li (jo@x.org)",
            "email",
            "Find all emails from Jo Li <jo@x.org>",
        ),
        ("did Maria reply about the lease?", "email", "Find all emails from Maria about the lease"),
        ("reply to John saying yes", "email", "reply to John saying yes"),
        (
            "find contact info for people at Acme Corp",
            "contacts",
            "find contact info for people at Acme Corp",
        ),
        ("what's John Doe's phone number", "contacts", "what's John Doe's phone number"),
        ("what's on my calendar tomorrow?", "calendar", "what's on my calendar tomorrow"),
        ("any Slack messages from Tom?", "slack", "any Slack messages from Tom"),
        ("run lead scout for Berlin", "lead-scout", "run lead scout for Berlin"),
        ("use @atlas for the route", "atlas", "use @atlas for the route"),
    ],
)
def test_requests_become_a_command_for_an_agent(text, agent, command):
    intent = understand(text)
    assert intent.action is ActionType.EXECUTE
    assert [(c.agent, c.command) for c in intent.commands] == [(agent, command)]
    assert intent.confidence >= 0.85


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("hello there", ActionType.QUERY),
        ("thanks a lot!", ActionType.QUERY),
        ("help", ActionType.QUERY),
        ("what can you do?", ActionType.QUERY),
        ("what agents do I have", ActionType.QUERY),
        ("How do I pause an agent?", ActionType.QUERY),
        ("what is the tallest mountain?", ActionType.QUERY),
        ("why does Lead scout skip people?", ActionType.QUERY),
        ("fix it", ActionType.AMBIGUOUS),
        ("help me", ActionType.AMBIGUOUS),
        ("surprise me", ActionType.AMBIGUOUS),
        ("do something", ActionType.AMBIGUOUS),
        ("lead scout", ActionType.AMBIGUOUS),
        ("something with emails", ActionType.AMBIGUOUS),
        ("emails", ActionType.AMBIGUOUS),
        ("calendar", ActionType.AMBIGUOUS),
        ("slack", ActionType.AMBIGUOUS),
        ("bananas", ActionType.AMBIGUOUS),
        ("open the second one", ActionType.AMBIGUOUS),
        ("create an agent that reads my mail", ActionType.CREATE),
        ("I need a bot for parking requests", ActionType.CREATE),
        ("whenever a lead arrives, text me", ActionType.CREATE),
        ("clone lead scout for France", ActionType.CREATE),
        ("pause lead scout until Monday", ActionType.UPDATE),
        ("rename my travel agent", ActionType.UPDATE),
        ("compare rents in both offices", ActionType.EXECUTE),
        ("who in our team is on leave?", ActionType.EXECUTE),
    ],
)
def test_action_is_told_from_cues(text, action):
    assert understand(text).action is action


def test_ambiguous_says_why_and_how_unsure():
    intent = understand("fix it")
    assert intent.ambiguous
    assert intent.ambiguity_reason
    assert intent.confidence < 0.6


def test_entities_are_taken_from_the_message():
    entities = understand("Show me emails from Sarah Chen about the budget since Monday").entities
    assert entities.people == ("Sarah Chen",)
    assert (entities.topic, entities.timeframe) == ("budget", "since Monday")
    contact = understand("contact details for people at Hooli").entities
    assert (contact.target, contact.data_source) == ("Hooli", "contacts")


def test_agent_named_in_a_request_is_an_entity():
    assert understand("pause lead scout").entities.agent_name == "lead-scout"


def test_two_requests_become_two_commands_in_order():
    intent = understand("show me emails from Sarah and check my calendar for Friday")
    assert [(c.agent, c.order, c.depends_on) for c in intent.commands] == [
        ("email", 1, ()),
        ("calendar", 2, (1,)),
    ]


def test_words_nothing_understood_lower_the_confidence():
    assert understand("show me emails between me and Tom").confidence < 0.85


@pytest.mark.parametrize(
    ("text", "risk"),
    [
        ("delete the emails from Spamco", "high"),
        ("send an email to Ann", "medium"),
        ("archive the email from Ann", "low"),
        ("show mail from Ann", "low"),
        ("add a contact for Ann", "medium"),
        ("book a meeting with Ann", "medium"),
    ],
)
def test_risk_follows_what_a_command_changes(text, risk):
    assert understand(text).commands[0].risk == risk


def test_pointing_at_a_listed_mail_names_it():
    intent = understand("open the second one", LISTED)
    assert intent.commands[0].command == 'open the second one ("Invoice")'
    assert intent.required_skills == ("read-email",)


def test_pointing_at_nothing_listed_is_not_guessed():
    assert understand("open the ninth one", LISTED).commands == ()


@given(st.text(min_size=1, max_size=200))
def test_any_text_is_understood_somehow_and_the_same_twice(text):
    first = understand(text)
    assert first == understand(text)
    assert first.ambiguous == (first.action is ActionType.AMBIGUOUS)
