"""Tool plans for finding mail and people, and what is said where no model is connected."""

import pytest

from shared.language.encoder import MiniLM
from shared.language.spelling import Spelling
from shared.models.intent import ActionType, Candidate, IntentAnalysis
from shared.models.reasoning import (
    AnswerRequest,
    ConversationContext,
    PlanRequest,
    ReassessRequest,
    Reference,
    ReviseRequest,
    StepOutcome,
    SynthesisRequest,
    ToolSpec,
)
from shared.reasoning.embedded import EmbeddedReasoner
from shared.reasoning.embedded.answering import answer_to
from shared.reasoning.embedded.planning import plan
from shared.reasoning.embedded.planning.steps import CONTACTS, READ, SEARCH

TODAY = "2025-11-19"
TOOLS = tuple(ToolSpec(name=n, description="", parameters={}) for n in (CONTACTS, SEARCH, READ))
LISTED = ConversationContext(
    references=(
        Reference(kind="mail", id="m1", label="Offer", ordinal=1),
        Reference(kind="mail", id="m2", label="Invoice", ordinal=2),
        Reference(kind="contact", id="c1", label="Ann Lee", ordinal=1),
    )
)


def planned(command, agent="email", tools=TOOLS, context=LISTED):
    return plan(
        PlanRequest(agent=agent, command=command, today=TODAY, tools=tools, context=context)
    )


@pytest.mark.parametrize(
    ("command", "lookup", "query"),
    [
        (
            "Find all emails from Sarah about the budget",
            {"name": "Sarah"},
            "from:{1.contacts.0.email} budget",
        ),
        (
            "Find all emails from Sarah Chen about budget from the last two weeks",
            {"name": "Sarah Chen"},
            "from:{1.contacts.0.email} budget newer_than:14d",
        ),
        (
            "emails I sent to John since Monday",
            {"name": "John"},
            "to:{1.contacts.0.email} after:2025/11/17",
        ),
        (
            "unread mail from people at Acme Corp",
            {"organization": "Acme Corp"},
            "from:{1.contacts.0.email} is:unread",
        ),
        (
            "emails from clients",
            {"relation": "client", "limit": 50},
            "from:{1.contacts.*.email}",
        ),
        ("show emails from her", {"name": "Ann Lee"}, "from:{1.contacts.0.email}"),
    ],
)
def test_people_are_looked_up_before_their_mail(command, lookup, query):
    steps = planned(command).steps
    assert [step.tool for step in steps] == [CONTACTS, SEARCH]
    assert steps[0].arguments == lookup
    assert steps[1].arguments["query"] == query


@pytest.mark.parametrize(
    ("command", "query"),
    [
        ("emails from sarah@x.com about the budget", "from:sarah@x.com budget"),
        ("Find all emails from Jo Li <jo@x.org>", "from:jo@x.org"),
        ("emails to sarah@x.com", "to:sarah@x.com"),
        ("emails I sent yesterday", "in:sent after:2025/11/18 before:2025/11/19"),
        ("starred emails", "is:starred"),
        ("important emails today", "is:important after:2025/11/19"),
        ("emails with attachments this month", "has:attachment after:2025/11/01"),
        ("emails last week", "after:2025/11/10 before:2025/11/17"),
        ("emails last month", "after:2025/10/01 before:2025/11/01"),
        ("emails this year", "after:2025/01/01"),
        ("emails last year", "after:2024/01/01 before:2025/01/01"),
        ("emails from the past week", "newer_than:7d"),
        ("emails from the last 3 months", "newer_than:3m"),
        ("emails since yesterday", "after:2025/11/18"),
        ("emails since March", "after:2025/03/01"),
        ("emails since December 5", "after:2024/12/05"),
        ("emails since 3 June", "after:2025/06/03"),
        ("emails before 2025-02-01", "before:2025/02/01"),
        ("emails on Monday", "after:2025/11/17 before:2025/11/18"),
        ("emails in December", "after:2024/12/01 before:2025/01/01"),
        ("emails on May 4, 2023", "after:2023/05/04 before:2023/05/05"),
        (
            'emails about "board pack" from last month',
            '"board pack" after:2025/10/01 before:2025/11/01',
        ),
        ("budget emails", "budget"),
        ("show my mail", "in:inbox"),
    ],
)
def test_searches_use_gmail_operators(command, query):
    (step,) = planned(command).steps
    assert (step.tool, step.arguments["query"]) == (SEARCH, query)


def test_a_date_that_does_not_exist_limits_nothing():
    (step,) = planned("emails about rent since 2025-02-31").steps
    assert "after:" not in step.arguments["query"]


@pytest.mark.parametrize(
    ("command", "limit"), [("last 5 emails", 5), ("newest email", 1), ("emails from a@b.co", 10)]
)
def test_limit_is_what_was_asked_for(command, limit):
    assert planned(command).steps[-1].arguments["limit"] == limit


@pytest.mark.parametrize(
    ("command", "mail"),
    [
        ("open the second one", "m2"),
        ('open the second one ("Invoice")', "m2"),
        ("read number 1", "m1"),
        ("show me the last one", "m2"),
        ('open "Offer"', "m1"),
    ],
)
def test_pointing_at_listed_mail_reads_it(command, mail):
    (step,) = planned(command).steps
    assert (step.tool, step.arguments) == (READ, {"message_id": mail})


def test_a_pronoun_means_the_only_mail_listed():
    one = ConversationContext(references=LISTED.references[:1])
    assert planned("open it", context=one).steps[0].arguments == {"message_id": "m1"}


@pytest.mark.parametrize(
    "command",
    [
        "send an email to Ann",
        "reply to the second one",
        "delete all emails from Bob",
        "What emails haven't I responded to?",
        "read it",
        "open the ninth one",
        "emails from John and Sarah",
    ],
)
def test_what_cannot_be_done_is_said(command):
    refused = planned(command)
    assert refused.steps == ()
    assert refused.cannot


def test_a_pronoun_without_a_person_is_not_guessed():
    assert planned("show emails from her", context=ConversationContext()).cannot


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("find contact info for people at Acme Corp", {"organization": "Acme Corp"}),
        ("what's John Doe's phone number", {"name": "John Doe"}),
        ("contact details of Priya at Globex", {"name": "Priya", "organization": "Globex"}),
        ("how do I reach Priya Natarajan?", {"name": "Priya Natarajan"}),
        ("who do we know at Hooli?", {"organization": "Hooli"}),
        ("show my contacts", {}),
    ],
)
def test_contacts_are_searched_by_name_and_company(command, arguments):
    (step,) = planned(command, agent="contacts").steps
    assert (step.tool, step.arguments) == (CONTACTS, arguments)


def test_contacts_are_not_changed():
    assert planned("add a contact for Bob", agent="contacts").cannot


def test_what_no_planner_understands_needs_a_model():
    assert "language model" in planned("chart the churn", agent="charts").cannot


def test_only_offered_tools_are_planned():
    (step,) = planned("emails from Jo Li", tools=TOOLS[1:]).steps
    assert step.arguments["query"] == 'from:"Jo Li"'
    assert planned("emails from clients", tools=TOOLS[1:]).cannot
    assert planned("emails from Jo", tools=()).cannot


EMAIL = Candidate(agent="email", name="Email", description="Finds and reads mail", score=1)


def answered(text, agents=(EMAIL,)):
    intent = IntentAnalysis(action=ActionType.QUERY, primary_intent=text, confidence=1)
    return answer_to(AnswerRequest(text=text, intent=intent, agents=agents))


def test_what_needs_a_model_is_declined_with_what_there_is_instead():
    said = answered("what is the capital of Peru?")
    assert said.startswith("I can't answer that: no language model is connected")
    assert "I can pass work on to **Email**" in said


def test_declining_without_agents_offers_none():
    assert "pass work on" not in answered("what is the capital of Peru?", ())


def test_declining_names_three_agents_at_most():
    several = tuple(EMAIL.model_copy(update={"name": name}) for name in "ABCD")
    assert "**A**, **B** or **C**, tell" in answered("why is the sky blue?", several)


LOOKED_UP = StepOutcome(tool=SEARCH, result={"mails": []}, text="I found 1 email from Sarah Chen.")


async def test_reasoner_streams_small_pieces_and_spends_nothing():
    stream = EmbeddedReasoner(MiniLM(), Spelling()).synthesize(
        SynthesisRequest(text="mail", today=TODAY, agent="email", done=(LOOKED_UP,))
    )
    read = [piece async for piece in stream]
    assert len(read) > 1
    assert "".join(read) == "I found 1 email from Sarah Chen."
    assert stream.usage.calls == 0
    request = AnswerRequest(
        text="hi", intent=IntentAnalysis(action=ActionType.QUERY, primary_intent="", confidence=1)
    )
    assert "".join(
        [piece async for piece in EmbeddedReasoner(MiniLM(), Spelling()).answer(request)]
    )


async def test_reasoner_plans_and_goes_on_with_what_is_left():
    reasoner = EmbeddedReasoner(MiniLM(), Spelling())
    request = PlanRequest(agent="email", command="unread mail", today=TODAY, tools=TOOLS)
    steps = (await reasoner.plan_tools(request)).value.steps
    left = ReassessRequest(
        agent="email", command="x", today=TODAY, tools=TOOLS, done=(LOOKED_UP,), remaining=steps
    )
    assert (await reasoner.reassess(left)).value.remaining == steps
    nothing = left.model_copy(update={"remaining": ()})
    assert (await reasoner.reassess(nothing)).value.verdict == "complete"


async def test_reasoner_changes_a_call_as_wished():
    wished = ReviseRequest(
        tool=ToolSpec(name="send", description="", parameters={}),
        arguments={"subject": "Lunch"},
        wish="change the subject to Dinner",
        today=TODAY,
    )
    revised = await EmbeddedReasoner(MiniLM(), Spelling()).revise(wished)
    assert revised.value.arguments == {"subject": "Dinner"}
