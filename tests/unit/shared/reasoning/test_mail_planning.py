"""Everyday ways to have mail written, answered, passed on, changed and looked into."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.models.profile import Account, Preferred, Profile
from shared.models.reasoning import (
    ConversationContext,
    Earlier,
    PlanRequest,
    Reference,
    ToolSpec,
)
from shared.reasoning.embedded.mail_request import MAX_LIMIT
from shared.reasoning.embedded.planning import plan
from shared.tools.email.parameters import MAX_MAILS

NEWSLETTERS = "(label:newsletters OR category:promotions OR (newsletter unsubscribe))"
NAMES = (
    "contacts_search gmail_search_messages gmail_get_message gmail_get_thread "
    "gmail_find_unanswered gmail_list_attachments gmail_read_attachment gmail_send_email "
    "gmail_create_draft gmail_send_draft gmail_reply_to_message gmail_forward_message "
    "gmail_archive gmail_label gmail_star gmail_mark_read gmail_snooze gmail_get_delivery_status"
)
TOOLS = tuple(ToolSpec(name=name, description="", parameters={}) for name in NAMES.split())
ADA = Profile(
    name="Ada Byron",
    accounts=(
        Account(id="a1", provider="google", email="ada@work.com"),
        Account(id="a2", provider="microsoft", email="ada@home.org"),
    ),
    domains=("work.com",),
    preferred=Preferred(vips=("boss@work.com", "cfo@acme.com")),
)


def reference(kind, ident, label, ordinal, who=""):
    return Reference(kind=kind, id=ident, label=label, ordinal=ordinal, who=who)


LISTED = (
    reference("email", "m1", "Offer", 1, "sarah.chen@acme.com"),
    reference("email", "m2", "Invoice", 2, "bo@ek.se"),
    reference("email", "m3", "Lunch", 3, "tom@x.org"),
)
OPENED = (*LISTED, reference("email", "m2", "Invoice", 0, "bo@ek.se"))
HERS = (reference("email", "m9", "Deck", 0, "sarah.chen@acme.com"),)
DRAFTED = (reference("draft", "d1", "Re: Offer", 0),)


def planned(command, references=(), agent="email", profile=ADA, **more):
    return plan(
        PlanRequest(
            agent=agent,
            command=command,
            today="2025-11-19",
            now=datetime(2025, 11, 19, 10, 0),  # noqa: DTZ001 - local
            tools=TOOLS,
            context=ConversationContext(references=references),
            profile=profile,
            **more,
        )
    )


def calls(command, references=(), **more):
    steps = planned(command, references, **more).steps
    return [(step.tool.removeprefix("gmail_"), step.arguments) for step in steps]


def letter(said, name=""):
    return f"{f'Hi {name}' if name else 'Hello'},\n\n{said}\n\nBest,\nAda"


def named(name):
    return ("contacts_search", {"name": name})


def searched(query, limit=10):
    return ("search_messages", {"query": query, "limit": limit})


THEIRS = "from:{1.contacts.0.email}"


@pytest.mark.parametrize(
    ("command", "subject", "said"),
    [
        ("email john@x.com that I'll be late", "I'll be late", "I'll be late."),
        ("send john@x.com an email saying i agree", "I agree", "I agree."),
        ("write to john@x.com about the delay: we are sorry", "Delay", "We are sorry."),
        ("drop john@x.com a line to say I'm in town", "I'm in town", "I'm in town."),
        ("email john@x.com the meeting is off", "The meeting is off", "The meeting is off."),
        ('send an email to john@x.com "see you soon"', "See you soon", "See you soon."),
        (
            "send an email about the offsite to john@x.com saying please book a train",
            "Offsite",
            "Please book a train.",
        ),
        (
            'mail john@x.com with the subject "Budget" saying the numbers are below',
            "Budget",
            "The numbers are below.",
        ),
        (
            "message john@x.com asking him to review the deck",
            "Could you please review the deck?",
            "Could you please review the deck?",
        ),
        (
            "write john@x.com a note asking for the Q3 numbers",
            "Could you please send me the Q3 numbers?",
            "Could you please send me the Q3 numbers?",
        ),
        (
            "send a mail to john@x.com: are you free at 12:30 tomorrow",
            "Are you free at 12:30 tomorrow?",
            "Are you free at 12:30 tomorrow?",
        ),
        ("tell john@x.com to call me back", "Please call me back", "Please call me back."),
        (
            "thank john@x.com for the report",
            "Thank you for the report",
            "Thank you for the report.",
        ),
        (
            "ask john@x.com if he can come on Friday",
            "Could you let me know if you can come on Friday?",
            "Could you let me know if you can come on Friday?",
        ),
        (
            "remind john@x.com to send the invoice",
            "This is a reminder to send the invoice",
            "This is a reminder to send the invoice.",
        ),
    ],
)
def test_a_mail_says_decently_what_was_to_be_said(command, subject, said):
    assert calls(command) == [
        ("send_email", {"to": ["john@x.com"], "subject": subject, "body": letter(said)})
    ]


@pytest.mark.parametrize(
    ("command", "lookups", "to", "greeted"),
    [
        ("send Sarah a note saying hi there", [named("Sarah")], ["{1.contacts.0.email}"], "Sarah"),
        (
            "email Sarah and Tom Ek saying hi there",
            [named("Sarah"), named("Tom Ek")],
            ["{1.contacts.0.email}", "{2.contacts.0.email}"],
            "Sarah and Tom",
        ),
        (
            "write to the Acme people saying hi there",
            [("contacts_search", {"organization": "Acme"})],
            "{1.contacts.*.email}",
            "",
        ),
        (
            "email everyone at Globex: hi there",
            [("contacts_search", {"organization": "Globex"})],
            "{1.contacts.*.email}",
            "",
        ),
        ("let Dr Roth know: hi there", [named("Roth")], ["{1.contacts.0.email}"], "Dr Roth"),
        ("send me a note saying hi there", [], ["ada@work.com"], "Ada"),
        ("email Jo Li <jo@x.org> saying hi there", [], ["jo@x.org"], "Jo"),
    ],
)
def test_people_are_looked_up_unless_their_address_is_given(command, lookups, to, greeted):
    *before, (tool, arguments) = calls(command)
    assert before == lookups
    assert (tool, arguments["to"]) == ("send_email", to)
    hello = f"Hi {greeted}," if greeted else "Hello,"
    assert arguments["body"].startswith(hello) or arguments["body"].startswith("Hi there.")


def test_copies_and_the_account_to_send_from_are_taken_from_the_order():
    assert calls("email a@x.com saying hello all, cc b@x.com and bcc c@x.com") == [
        (
            "send_email",
            {
                "to": ["a@x.com"],
                "cc": ["b@x.com"],
                "bcc": ["c@x.com"],
                "subject": "Hello all",
                "body": "Hello all.\n\nBest,\nAda",
            },
        )
    ]
    ((_, arguments),) = calls("send an email from my personal account to a@x.com saying done")
    assert arguments["account"] == "ada@home.org"


def test_a_letter_that_is_complete_stays_as_it_was_written():
    ((_, arguments),) = calls("email a@x.com saying:\nHi Bo,\n\nthe plan is fine.\n\nThanks,\nAda")
    assert arguments["body"] == "Hi Bo,\n\nthe plan is fine.\n\nThanks,\nAda"


def test_delivery_is_looked_up_when_asked_for():
    send, check = calls("email a@x.com that I'm late and let me know if it arrives")
    assert send[1]["body"] == letter("I'm late.")
    assert check == ("get_delivery_status", {"message_id": "{1.sent.id}"})


@pytest.mark.parametrize(
    "command",
    [
        "draft an email to a@x.com saying thanks",
        "write a draft to a@x.com saying thanks",
        "prepare an email to a@x.com: thanks",
        "email a@x.com saying thanks, but don't send it yet",
    ],
)
def test_a_draft_is_kept_and_not_sent(command):
    ((tool, arguments),) = calls(command)
    assert tool == "create_draft"
    assert arguments["body"] == letter("Thanks.")


@pytest.mark.parametrize("command", ["send it", "send the draft", "go ahead and send it now"])
def test_a_draft_talked_about_is_sent(command):
    assert calls(command, DRAFTED) == [("send_draft", {"draft_id": "d1"})]


@pytest.mark.parametrize(
    ("command", "references", "mail", "said", "name"),
    [
        (
            "reply to the second one saying I'll send it Friday",
            LISTED,
            "m2",
            "I'll send it Friday.",
            "",
        ),
        ("answer the first mail: yes, works for me", LISTED, "m1", "Yes, works for me.", "Sarah"),
        ("reply to it with thanks", OPENED, "m2", "Thanks.", ""),
        ("reply to her that I agree", HERS, "m9", "I agree.", "Sarah"),
        ("tell Sarah I agree", HERS, "m9", "I agree.", "Sarah"),
        ("write back to Sarah saying ok", LISTED, "m1", "Ok.", "Sarah"),
        ("reply saying I'll be there", HERS, "m9", "I'll be there.", "Sarah"),
        ("respond to the third one with sounds good", LISTED, "m3", "Sounds good.", ""),
        ("draft a reply to her saying yes and send it", HERS, "m9", "Yes.", "Sarah"),
    ],
)
def test_a_mail_pointed_at_is_answered(command, references, mail, said, name):
    assert calls(command, references) == [
        ("reply_to_message", {"message_id": mail, "body": letter(said, name)})
    ]


def test_everyone_is_answered_when_asked_for():
    ((_, arguments),) = calls("reply all to the first one saying count me in", LISTED)
    assert (arguments["message_id"], arguments["reply_all"]) == ("m1", True)


def test_a_reply_may_be_a_draft():
    assert calls("draft a reply to the second one saying i'll look into it", LISTED) == [
        (
            "create_draft",
            {
                "to": ["bo@ek.se"],
                "body": letter("I'll look into it."),
                "reply_to_message_id": "m2",
            },
        )
    ]


@pytest.mark.parametrize(
    ("command", "query", "limit"),
    [
        ("answer John's last mail: yes, works for me", THEIRS, 1),
        ("reply to John saying yes, works for me", THEIRS, 1),
        ("reply to John's email about the budget saying yes, works for me", f"{THEIRS} budget", 10),
        ("reply to the mail from John about lunch: yes, works for me", f"{THEIRS} lunch", 10),
    ],
)
def test_a_mail_described_is_looked_for_and_answered(command, query, limit):
    assert calls(command) == [
        named("John"),
        searched(query, limit),
        (
            "reply_to_message",
            {"message_id": "{2.mails.0.id}", "body": letter("Yes, works for me.", "John")},
        ),
    ]


def sending(to, subject, body, mail_id, **name):
    file = {"mail_id": mail_id, **name}
    return ("send_email", {"to": [to], "subject": subject, "body": body, "attachments": [file]})


def test_files_of_a_mail_are_sent_along():
    here = letter("Here is the budget file.", "Sarah")
    assert calls("send Sarah the budget file from that email", OPENED) == [
        named("Sarah"),
        sending("{1.contacts.0.email}", "Budget file", here, "m2", name="budget"),
    ]
    here = letter("Here is the PDF.", "Ada")
    assert calls("send me the PDF from that mail", OPENED) == [
        sending("ada@work.com", "PDF", here, "m2", name="PDF".casefold())
    ]
    assert calls("forward the attachments to tom@x.org saying please check", OPENED) == [
        sending("tom@x.org", "Attachments", letter("Please check."), "m2")
    ]
    here = letter("Here are the attachments.")
    assert calls("send the attachments of the second one to tom@x.org", LISTED) == [
        sending("tom@x.org", "Attachments", here, "m2")
    ]
    assert "which email" in planned("send the PDF from that mail to tom@x.org").cannot


def test_a_mail_is_passed_on_with_a_note():
    assert calls("forward it to tom@x.org with a note: please handle", OPENED) == [
        (
            "forward_message",
            {"message_id": "m2", "to": ["tom@x.org"], "note": "Please handle."},
        )
    ]
    assert calls("send the first one to Tom", LISTED) == [
        named("Tom"),
        ("forward_message", {"message_id": "m1", "to": ["{1.contacts.0.email}"]}),
    ]
    assert calls("forward Ann's email about the budget to Tom") == [
        named("Ann"),
        searched(f"{THEIRS} budget"),
        named("Tom"),
        ("forward_message", {"message_id": "{2.mails.0.id}", "to": ["{3.contacts.0.email}"]}),
    ]


@pytest.mark.parametrize(
    ("command", "tool", "arguments"),
    [
        ("archive it", "archive", {"message_ids": ["m2"]}),
        ("archive the first two", "archive", {"message_ids": ["m1", "m2"]}),
        ("archive the last three", "archive", {"message_ids": ["m1", "m2", "m3"]}),
        ("archive them", "archive", {"message_ids": ["m1", "m2", "m3"]}),
        ("move the first one to the archive", "archive", {"message_ids": ["m1"]}),
        ("star all of them", "star", {"message_ids": ["m1", "m2", "m3"], "starred": True}),
        ("flag the first one", "star", {"message_ids": ["m1"], "starred": True}),
        ("unstar it", "star", {"message_ids": ["m2"], "starred": False}),
        (
            "mark the first and third as read",
            "mark_read",
            {"message_ids": ["m1", "m3"], "read": True},
        ),
        ("mark it as unread", "mark_read", {"message_ids": ["m2"], "read": False}),
        ("label it Invoices", "label", {"message_ids": ["m2"], "add": ["Invoices"]}),
        ("label the first one as Urgent", "label", {"message_ids": ["m1"], "add": ["Urgent"]}),
        (
            'add the label "To do" to them',
            "label",
            {"message_ids": ["m1", "m2", "m3"], "add": ["To do"]},
        ),
        ("remove the label Urgent from it", "label", {"message_ids": ["m2"], "remove": ["Urgent"]}),
        ("move it back to the inbox", "label", {"message_ids": ["m2"], "add": ["inbox"]}),
        (
            "move it to the Receipts folder",
            "label",
            {"message_ids": ["m2"], "add": ["Receipts"], "remove": ["inbox"]},
        ),
        ("mark it as important", "label", {"message_ids": ["m2"], "add": ["important"]}),
        (
            "snooze it until Monday 9am",
            "snooze",
            {"message_ids": ["m2"], "until": "2025-11-24T09:00"},
        ),
        (
            "remind me about it tomorrow morning",
            "snooze",
            {"message_ids": ["m2"], "until": "2025-11-20T09:00"},
        ),
    ],
)
def test_mail_pointed_at_is_changed(command, tool, arguments):
    assert calls(command, OPENED) == [(tool, arguments)]


@pytest.mark.parametrize(
    ("command", "found", "tool"),
    [
        (
            "archive all newsletters",
            [
                searched(
                    f"{NEWSLETTERS} in:inbox",
                    500,
                )
            ],
            "archive",
        ),
        ("star everything from Sarah", [named("Sarah"), searched(THEIRS, 500)], "star"),
        (
            "mark the unread ones from GitHub as read",
            [named("GitHub"), searched(f"{THEIRS} is:unread", 500)],
            "mark_read",
        ),
        (
            "archive everything from Bob older than a month",
            [named("Bob"), searched(f"{THEIRS} older_than:1m in:inbox", 500)],
            "archive",
        ),
        (
            "find emails from Sarah about budget and archive them",
            [named("Sarah"), searched(f"{THEIRS} budget in:inbox", 500)],
            "archive",
        ),
    ],
)
def test_mail_described_is_looked_for_and_all_of_it_changed(command, found, tool):
    *before, (changed, arguments) = calls(command)
    assert before == found
    assert (changed, arguments["message_ids"]) == (tool, f"{{{len(found)}.mails.*.id}}")
    counted = (f"{{{len(found)}.total}}", f"{{{len(found)}.at_least}}")
    assert (arguments["matching"], arguments["more"]) == counted


def test_so_many_of_what_is_found_are_not_all_of_it():
    search, (_, arguments) = calls("archive the last 3 newsletters")
    assert search[1]["limit"] == 3
    assert "matching" not in arguments


def test_all_are_as_many_as_a_call_takes():
    assert MAX_LIMIT == MAX_MAILS


def test_one_mail_described_is_changed_alone():
    assert calls("archive Sarah's last email")[-1] == (
        "archive",
        {"message_ids": ["{2.mails.0.id}"]},
    )


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("summarise it", [("get_message", {"message_id": "m2"})]),
        ("show the whole thread", [("get_thread", {"message_id": "m2"})]),
        ("show me the thread of the first one", [("get_thread", {"message_id": "m1"})]),
        ("what's attached to the second one", [("list_attachments", {"message_id": "m2"})]),
        ("does the first one have attachments?", [("list_attachments", {"message_id": "m1"})]),
        (
            "read me the spreadsheet attached",
            [("read_attachment", {"message_id": "m2"})],
        ),
        (
            "what does the attached PDF say",
            [("read_attachment", {"message_id": "m2", "name": ".pdf"})],
        ),
        (
            "read budget.csv from the first one",
            [("read_attachment", {"message_id": "m1", "name": "budget.csv"})],
        ),
        ("did it arrive?", [("get_delivery_status", {"message_id": "m2"})]),
    ],
)
def test_a_mail_pointed_at_is_looked_into(command, expected):
    assert calls(command, OPENED) == expected


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (
            "open Sarah's email about the budget",
            [
                named("Sarah"),
                searched(f"{THEIRS} budget"),
                ("get_message", {"message_id": "{2.mails.0.id}"}),
            ],
        ),
        (
            "what does Sarah's last email say",
            [
                named("Sarah"),
                searched(THEIRS, 1),
                ("get_message", {"message_id": "{2.mails.0.id}"}),
            ],
        ),
        (
            "summarise the conversation with Sarah about the contract",
            [
                named("Sarah"),
                searched(f"{THEIRS} contract"),
                ("get_thread", {"message_id": "{2.mails.0.id}"}),
            ],
        ),
        (
            "list the attachments of Sarah's last email",
            [
                named("Sarah"),
                searched(THEIRS, 1),
                ("list_attachments", {"message_id": "{2.mails.0.id}"}),
            ],
        ),
        (
            "has my mail to John bounced",
            [
                named("John"),
                searched("in:sent to:{1.contacts.0.email}", 1),
                ("get_delivery_status", {"message_id": "{2.mails.0.id}"}),
            ],
        ),
        (
            "did my last email arrive?",
            [searched("in:sent", 1), ("get_delivery_status", {"message_id": "{1.mails.0.id}"})],
        ),
    ],
)
def test_a_mail_described_is_looked_for_and_looked_into(command, expected):
    assert calls(command) == expected


@pytest.mark.parametrize(
    ("command", "days"),
    [
        ("what emails haven't I responded to?", None),
        ("who is still waiting for an answer from me", None),
        ("do I owe anyone a reply?", None),
        ("which emails from the last two weeks have I not answered", 14),
        ("unanswered emails this month", 31),
    ],
)
def test_what_waits_for_an_answer_is_found(command, days):
    assert calls(command) == [("find_unanswered", {"days": days} if days else {})]


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("unread mail in my work account", {"query": "is:unread", "accounts": ["ada@work.com"]}),
        ("check my personal inbox", {"query": "in:inbox", "accounts": ["ada@home.org"]}),
        (
            "any mail in ada@home.org today",
            {"query": "after:2025/11/19", "accounts": ["ada@home.org"]},
        ),
        ("anything from my VIPs?", {"query": "from:(boss@work.com OR cfo@acme.com)"}),
        (
            "unread newsletters",
            {"query": f"is:unread {NEWSLETTERS}"},
        ),
    ],
)
def test_accounts_vips_and_newsletters_narrow_a_search(command, arguments):
    assert calls(command) == [("search_messages", {**arguments, "limit": 10})]


@pytest.mark.parametrize(
    ("command", "references", "asked"),
    [
        ("send an email", (), "Who should it go to?"),
        ("email sarah@acme.com", (), "What should it say?"),
        ("send the report to john@x.com and sarah@y.com", (), "What should it say?"),
        ("reply to the second one", LISTED, "What should the reply say?"),
        ("reply to it saying ok", LISTED, "which email"),
        ("reply to the ninth one saying ok", LISTED, "which email"),
        ("forward it to Tom", (), "which email"),
        ("forward it", OPENED, "Who should it go to?"),
        ("star both", LISTED, "which email"),
        ("archive everything", (), "which email"),
        ("snooze it", OPENED, "Until when?"),
        ("send it", (), "which draft"),
        ("email her that I'm late", (), "who you mean"),
        ("email the team that we won", (), "who “the team” is"),
        ("delete all emails from Bob", (), "archive"),
        ("did it arrive?", (), "which email"),
        ("open it", LISTED, "which email"),
    ],
)
def test_nothing_is_guessed(command, references, asked):
    refusal = planned(command, references)
    assert refusal.steps == ()
    assert asked in refusal.cannot


def test_who_matters_or_which_account_has_to_be_known():
    assert "VIPs" in planned("emails from my vips", profile=Profile()).cannot
    assert "outlook" in planned("mail in my outlook", profile=Profile()).cannot


def test_what_this_message_listed_is_pointed_at_first():
    done = Earlier(
        agent="email",
        command="find",
        success=True,
        text="",
        references=(reference("email", "n1", "New", 1), reference("email", "n2", "Newer", 2)),
    )
    assert calls("archive the second one", LISTED, earlier=(done,)) == [
        ("archive", {"message_ids": ["n2"]})
    ]


def test_the_action_agent_writes_mail_too():
    ((tool, _),) = calls("reply to the second one saying ok", LISTED, agent="action")
    assert tool == "reply_to_message"


@given(st.text(max_size=80))
def test_any_command_is_planned_or_declined(command):
    made = planned(command, OPENED)
    assert bool(made.steps) != bool(made.cannot)
    for step in made.steps:
        assert step.arguments.get("body") != ""


@given(st.sampled_from(["email a@x.com saying ", "reply to it saying "]), st.text(max_size=60))
def test_a_body_is_never_empty(order, said):
    for step in planned(order + said, OPENED).steps:
        if "body" in step.arguments:
            assert step.arguments["body"].strip()
