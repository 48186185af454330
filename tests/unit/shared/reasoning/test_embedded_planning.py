"""Tool plans, what results do to them, and the wording of what was found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.language.encoder import MiniLM
from shared.language.spelling import Spelling
from shared.models.intent import ActionType, Candidate, IntentAnalysis
from shared.models.reasoning import (
    AnswerRequest,
    ConversationContext,
    PlannedStep,
    PlanRequest,
    ReassessRequest,
    Reference,
    StepOutcome,
    SynthesisRequest,
    ToolSpec,
)
from shared.reasoning.embedded import EmbeddedReasoner
from shared.reasoning.embedded.answering import answer_to
from shared.reasoning.embedded.planning import CONTACTS, READ, SEARCH, plan
from shared.reasoning.embedded.reassessing import broaden, reassess
from shared.reasoning.embedded.wording import answer_from, pieces

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
        ("emails from clients", {}, "from:{1.contacts.0.email}"),
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


def test_other_agents_need_a_model():
    assert "language model" in planned("chart the churn", agent="charts").cannot


def test_only_offered_tools_are_planned():
    (step,) = planned("emails from Jo Li", tools=TOOLS[1:]).steps
    assert step.arguments["query"] == 'from:"Jo Li"'
    assert planned("emails from clients", tools=TOOLS[1:]).cannot
    assert planned("emails from Jo", tools=()).cannot


def contact(name, **more):
    return {"id": name, "name": name, "email": f"{name.split()[-1].lower()}@x.org", **more}


JOHNS = [
    contact("John Smith", relation="colleague", mails=4, last_contact="2025-11-17T09:00:00Z"),
    contact("John Doe", relation="client", mails=12, last_contact="2025-11-18T09:00:00Z"),
    contact("John Lee", relation="vendor", mails=1, last_contact="2025-10-01T09:00:00Z"),
]
SEARCH_STEP = PlannedStep(
    tool=SEARCH, arguments={"query": "from:{1.contacts.0.email}", "limit": 10}
)


def looked_up(contacts, arguments, command="Find all emails from John", remaining=(SEARCH_STEP,)):
    done = StepOutcome(tool=CONTACTS, arguments=arguments, result={"contacts": contacts})
    return reassess(
        ReassessRequest(
            agent="email",
            command=command,
            today=TODAY,
            tools=TOOLS,
            done=(done,),
            remaining=remaining,
        )
    )


def searched(*outcomes, remaining=()):
    return reassess(
        ReassessRequest(
            agent="email", command="x", today=TODAY, tools=TOOLS, done=outcomes, remaining=remaining
        )
    )


def test_several_contacts_of_one_name_are_asked_about():
    asked = looked_up(JOHNS, {"name": "John"})
    assert asked.verdict == "clarify"
    assert asked.question == "I found 3 contacts named John. Which one?"
    assert [(o.id, o.label, o.description, o.value) for o in asked.options] == [
        ("1", "John Smith", "colleague, last emailed 2 days ago", "0"),
        ("2", "John Doe", "client, frequent contact", "1"),
        ("3", "John Lee", "vendor, occasional", "2"),
    ]
    assert asked.remaining == (SEARCH_STEP,)


def test_at_most_four_contacts_are_offered():
    asked = looked_up([contact(f"John {c}") for c in "ABCDEF"], {"name": "John"})
    assert len(asked.options) == 4
    assert asked.options[0].description == "a@x.org, no mail yet"
    assert "closest" in asked.question


@pytest.mark.parametrize(
    ("contacts", "arguments", "command", "query"),
    [
        ([], {"name": "John"}, "emails from John", "from:John"),
        ([], {"organization": "Acme Corp"}, "emails from Acme Corp", 'from:"Acme Corp"'),
        (JOHNS[:1], {"name": "John"}, "emails from John", "from:{1.contacts.0.email}"),
        (JOHNS, {"name": "john doe"}, "emails from john doe", "from:{1.contacts.1.email}"),
        (
            JOHNS[:2],
            {"organization": "X"},
            "emails from people at X",
            "from:({1.contacts.0.email} OR {1.contacts.1.email})",
        ),
        (
            JOHNS,
            {"name": "x"},
            "mail from x",
            "from:({1.contacts.0.email} OR {1.contacts.1.email} OR {1.contacts.2.email})",
        ),
        (JOHNS, {}, "emails from clients", "from:{1.contacts.1.email}"),
    ],
)
def test_contacts_found_settle_the_search(contacts, arguments, command, query):
    verdict = looked_up(contacts, arguments, command)
    assert verdict.verdict == "continue"
    assert verdict.remaining[0].arguments["query"] == query


def test_no_contact_of_a_kind_ends_the_search():
    assert looked_up(JOHNS[:1], {}, "emails from clients").verdict == "complete"


def test_contacts_that_were_the_aim_complete_the_command():
    assert looked_up(JOHNS, {"name": "John"}, remaining=()).verdict == "complete"


def found(query, mails=(), total=0, **more):
    return StepOutcome(
        tool=SEARCH,
        arguments={"query": query, "limit": 10},
        result={"mails": list(mails), "total": total},
        **more,
    )


def test_an_empty_search_is_broadened_once_and_then_ends():
    again = searched(found("from:a@b.co budget plan newer_than:7d"))
    assert again.remaining[0].arguments["query"] == "from:a@b.co budget"
    ended = searched(found("from:a@b.co budget plan"), found("from:a@b.co budget"))
    assert (ended.verdict, bool(ended.summary)) == ("complete", True)


def test_a_search_that_cannot_be_broader_ends():
    assert searched(found("from:a@b.co")).verdict == "complete"


def test_a_failed_step_fails_with_its_reason():
    failed = searched(StepOutcome(tool=SEARCH, error="signed out"))
    assert (failed.verdict, failed.summary) == ("failed", "signed out")


def test_results_that_settle_themselves_go_on_or_complete():
    assert searched(found("x", [{"id": "1"}], 1)).verdict == "complete"
    assert searched(found("x", [{"id": "1"}], 1), remaining=(SEARCH_STEP,)).verdict == "continue"


@given(st.text(alphabet='abc :"()', max_size=40))
def test_broadening_ends(query):
    once = broaden(query)
    assert broaden(once) == once or len(broaden(once)) < len(once) + 1


def mail(n, name="Sarah Chen", subject="Q4 Budget Review", sent="2025-11-12T10:00:00Z", **more):
    sender = {"name": name, "email": f"{name.split()[0].lower()}@x.org"}
    return {"id": f"m{n}", "from": sender, "subject": subject, "sent_at": sent, **more}


def words(text, *outcomes):
    return answer_from(SynthesisRequest(text=text, today=TODAY, agent="email", done=outcomes))


def test_one_sender_is_named_once_and_each_mail_listed():
    text = words(
        "Show me emails from Sarah about the budget",
        found("q", [mail(1), mail(2, subject="Budget Questions", sent="2024-12-20T10:00:00Z")], 2),
    )
    assert text == (
        "I found 2 emails from Sarah Chen about the budget:\n"
        "1. **Q4 Budget Review** (Nov 12)\n"
        "2. **Budget Questions** (Dec 20, 2024)"
    )


def test_several_senders_are_named_on_each_line():
    text = words("unread mail", found("q", [mail(1, labels=["unread"]), mail(2, name="Bo Ek")], 2))
    assert "1. **Q4 Budget Review**, Sarah Chen (Nov 12, unread)" in text
    assert "2. **Q4 Budget Review**, Bo Ek (Nov 12)" in text


def test_at_most_ten_are_listed_and_the_rest_counted():
    text = words("emails from Sarah", found("q", [mail(n) for n in range(10)], 23))
    assert text.startswith("I found 23 emails")
    assert text.endswith("10. **Q4 Budget Review** (Nov 12)\n... and 13 more")


def test_sent_mail_is_said_to_be_sent():
    text = words("emails I sent to John", found("q", [mail(1)], 1))
    assert text.startswith("I found 1 email you sent to John:")


def test_a_broadened_search_is_owned_up_to():
    text = words("emails from Sarah", found("a b"), found("a", [mail(1)], 1))
    assert text.startswith("Nothing matched all of that, but with a broader search I found 1 email")


def test_nothing_found_suggests_what_to_try():
    nobody = StepOutcome(tool=CONTACTS, arguments={"name": "Sahra"}, result={"contacts": []})
    text = words("emails from Sahra about rent", nobody, found("q"))
    assert text.startswith("I found no emails from Sahra about rent.")
    assert "spelling" in text
    assert "spelling" not in words("unread mail", found("q"))


def test_foreign_text_cannot_break_the_list():
    text = words("mail", found("q", [mail(1, subject="a\n2. **b**", sent=None)], 1))
    assert "1. **a 2. b** (no date)" in text


def test_one_mail_shows_headers_and_body():
    whole = mail(1, to=[{"name": "", "email": "me@x.org"}], attachments=["plan.pdf"], body="Hi!")
    read = StepOutcome(tool=READ, result=whole)
    assert words("open it", read) == (
        "**Q4 Budget Review**\nFrom: Sarah Chen\nTo: me@x.org\nDate: Nov 12\n"
        "Attachments: plan.pdf\n\nHi!"
    )
    assert words("open it", StepOutcome(tool=READ, result={"mail": whole})).endswith("Hi!")


def test_a_long_mail_is_cut_and_says_so():
    text = words("open it", StepOutcome(tool=READ, result=mail(1, body="x" * 5000)))
    assert text.endswith("(The rest is left out.)")
    assert words("open it", StepOutcome(tool=READ)) == "That email could not be read."


def test_contacts_are_listed_with_what_is_known():
    ann = contact(
        "Ann Lee", title="CFO", company="Acme", phone="+1 555", relation="client", mails=9
    )
    done = StepOutcome(
        tool=CONTACTS, arguments={"organization": "Acme"}, result={"contacts": [ann]}
    )
    assert words("x", done) == (
        "I found 1 contact for people at Acme:\n"
        "1. **Ann Lee**, CFO, Acme: lee@x.org, +1 555 (client, frequent contact)"
    )


def test_many_contacts_are_cut_and_none_is_said():
    many = [contact(f"A {n}", relation="client", mails=1) for n in range(12)]
    assert words("x", StepOutcome(tool=CONTACTS, result={"contacts": many})).endswith("2 more")
    none = StepOutcome(tool=CONTACTS, arguments={"name": "Zed"}, result={"contacts": []})
    assert words("x", none).startswith("I found no contact for Zed.")


def test_failures_and_other_tools_are_worded():
    assert words("x", StepOutcome(tool=SEARCH, error="no access")) == (
        "I couldn't finish that: no access"
    )
    assert words("x", StepOutcome(tool="ping")) == "ping is done."
    assert words("x") == "There was nothing to do for that."


@given(st.text())
def test_pieces_are_the_text_again(text):
    assert "".join(pieces(text)) == text


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


async def test_reasoner_streams_small_pieces_and_spends_nothing():
    stream = EmbeddedReasoner(MiniLM(), Spelling()).synthesize(
        SynthesisRequest(text="mail", today=TODAY, agent="email", done=(found("q", [mail(1)], 1),))
    )
    read = [piece async for piece in stream]
    assert len(read) > 1
    assert "".join(read).startswith("I found 1 email")
    assert stream.usage.calls == 0
    request = AnswerRequest(
        text="hi", intent=IntentAnalysis(action=ActionType.QUERY, primary_intent="", confidence=1)
    )
    assert "".join(
        [piece async for piece in EmbeddedReasoner(MiniLM(), Spelling()).answer(request)]
    )


async def test_reasoner_plans_and_reassesses():
    reasoner = EmbeddedReasoner(MiniLM(), Spelling())
    request = PlanRequest(agent="email", command="unread mail", today=TODAY, tools=TOOLS)
    assert (await reasoner.plan_tools(request)).value.steps
    outcome = ReassessRequest(
        agent="email", command="x", today=TODAY, tools=TOOLS, done=(found("x", [mail(1)], 1),)
    )
    assert (await reasoner.reassess(outcome)).value.verdict == "complete"
