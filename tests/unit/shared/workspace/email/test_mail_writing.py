"""What a command to write, answer or pass on mail comes down to, from the spans of its words."""

import pytest

from shared.models.reasoning import ConversationContext, Exchange, Reference
from shared.models.world import Link, Thing
from shared.understanding.people import people, spelled_out
from shared.understanding.pointing import person_meant
from shared.understanding.work import Asked, Work
from shared.workspace.email.frames import FRAMES
from tests.support.mail_frames import (
    INES,
    LAST,
    LISTED,
    ME,
    asked,
    find,
    on,
    planned,
    sent,
    who,
)
from tests.support.marked import request, said

DRAFTS = tuple(
    Reference(kind="draft", id=f"d{at}", label=label, ordinal=at)
    for at, label in enumerate(("Offer", "Thanks"), 1)
)
DRAFT = DRAFTS[:1]
NOT_BINNED = "I can move mail to the bin, but not delete it for good, empty the bin"
NAMED = ME.model_copy(update={"name": "Kim Wu"})


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        (
            "write to {person:Tom} that {body:I'll be late}",
            (),
            [
                who("Tom"),
                sent(["{1.contacts.0.email}"], "I'll be late", "Hi Tom,\n\nI'll be late."),
            ],
        ),
        (
            "mail {person:Tom}, cc {person:Ann} and bcc {person:bob@x.org}: {body:the van is here}",
            (),
            [
                who("Tom"),
                who("Ann"),
                (
                    "send_email",
                    {
                        "to": ["{1.contacts.0.email}"],
                        "cc": ["{2.contacts.0.email}"],
                        "bcc": ["bob@x.org"],
                        "subject": "The van is here",
                        "body": "Hi Tom,\n\nThe van is here.",
                    },
                ),
            ],
        ),
        (
            "ask {person:Tom} {body:whether he can come}",
            (),
            [
                who("Tom"),
                sent(
                    ["{1.contacts.0.email}"],
                    "Could you let me know whether you can come?",
                    "Hi Tom,\n\nCould you let me know whether you can come?",
                ),
            ],
        ),
        (
            "remind {person:Tom} {body:to pay}",
            (),
            [
                who("Tom"),
                sent(
                    ["{1.contacts.0.email}"],
                    "This is a reminder to pay",
                    "Hi Tom,\n\nThis is a reminder to pay.",
                ),
            ],
        ),
        (
            "thank {person:Tom}",
            (),
            [who("Tom"), sent(["{1.contacts.0.email}"], "Thank you", "Hi Tom,\n\nThank you.")],
        ),
        (
            "thank {person:Tom} {body:for the flowers}",
            (),
            [
                who("Tom"),
                sent(
                    ["{1.contacts.0.email}"],
                    "Thank you for the flowers",
                    "Hi Tom,\n\nThank you for the flowers.",
                ),
            ],
        ),
        (
            "invite {person:Tom} {body:to lunch on friday}",
            (),
            [
                who("Tom"),
                sent(
                    ["{1.contacts.0.email}"],
                    "I would like to invite you to lunch on friday",
                    "Hi Tom,\n\nI would like to invite you to lunch on friday.",
                ),
            ],
        ),
        (
            "congratulate {person:Tom} {body:on the job}",
            (),
            [
                who("Tom"),
                sent(
                    ["{1.contacts.0.email}"],
                    "Congratulations on the job",
                    "Hi Tom,\n\nCongratulations on the job.",
                ),
            ],
        ),
        (
            "apologise to {person:Tom} {body:for the delay}",
            (),
            [
                who("Tom"),
                sent(
                    ["{1.contacts.0.email}"],
                    "I apologise for the delay",
                    "Hi Tom,\n\nI apologise for the delay.",
                ),
            ],
        ),
        (
            "send {person:Tom} an {topic:update on parking}",
            (),
            [
                who("Tom"),
                sent(
                    ["{1.contacts.0.email}"],
                    "Update on parking",
                    "Hi Tom,\n\nHere is the update on parking.",
                ),
            ],
        ),
        (
            "send {file:project} {topic:update} to {person:tom@x.org}",
            (),
            [sent(["tom@x.org"], "Project update", "Hello,\n\nHere is the project update.")],
        ),
        (
            "mail {person:Tom} {body:we are in} but don't send it yet",
            (),
            [
                who("Tom"),
                (
                    "create_draft",
                    {
                        "to": ["{1.contacts.0.email}"],
                        "subject": "We are in",
                        "body": "Hi Tom,\n\nWe are in.",
                    },
                ),
            ],
        ),
        *(
            (
                marked,
                (),
                [
                    who("Tom"),
                    sent(["{1.contacts.0.email}"], "We are in by noon", body),
                ],
            )
            for marked in (
                "mail {person:Tom} {body:the exact words: we are in by noon}",
                "{person:Tom's} travel invite. {body:We are in by noon}. Mail {person:him} that.",
            )
            for body in ["Hi Tom,\n\nWe are in by noon."]
        ),
        (
            "write {person:Tom} {body:we are in, but don't send it yet}",
            (),
            [
                who("Tom"),
                (
                    "create_draft",
                    {
                        "to": ["{1.contacts.0.email}"],
                        "subject": "We are in",
                        "body": "Hi Tom,\n\nWe are in.",
                    },
                ),
            ],
        ),
        (
            "tell {person:Lena} {body:it's fine}",
            LAST,
            [("reply_to_message", {"message_id": "m9", "body": "Hi Lena,\n\nIt's fine."})],
        ),
        (
            "tell {person:Tom} {body:it's fine}",
            LAST,
            [who("Tom"), sent(["{1.contacts.0.email}"], "It's fine", "Hi Tom,\n\nIt's fine.")],
        ),
        (
            "tell {person:lena.vogt@hydra.de} {body:it's fine}",
            LAST,
            [sent(["lena.vogt@hydra.de"], "It's fine", "Hi Lena,\n\nIt's fine.")],
        ),
        (
            "write {person:Tom} from {person:kim.wu@gmail.com}: {body:hi there}",
            (),
            [
                who("Tom"),
                (
                    "send_email",
                    {
                        "to": ["{1.contacts.0.email}"],
                        "subject": "Hi there",
                        "body": "Hi there.",
                        "account": "kim.wu@gmail.com",
                    },
                ),
            ],
        ),
        (
            "write {person:Tom} from my personal account {body:saying hi there}",
            (),
            [
                who("Tom"),
                (
                    "send_email",
                    {
                        "to": ["{1.contacts.0.email}"],
                        "subject": "Hi there",
                        "body": "Hi there.",
                        "account": "kim.wu@gmail.com",
                    },
                ),
            ],
        ),
        (
            "write {person:Tom} {body:asking if he's in}",
            (),
            [
                who("Tom"),
                sent(
                    ["{1.contacts.0.email}"],
                    "Could you let me know if you are in?",
                    "Hi Tom,\n\nCould you let me know if you are in?",
                ),
            ],
        ),
        (
            "mail {person:Tom} {body:we're in} and check it arrived",
            (),
            [
                who("Tom"),
                sent(["{1.contacts.0.email}"], "We're in", "Hi Tom,\n\nWe're in."),
                on("get_delivery_status", "{2.sent.id}"),
            ],
        ),
        (
            "mail {organisation:the Hydra team} {body:we're in}",
            (),
            [
                ("contacts_search", {"organization": "Hydra team"}),
                sent("{1.contacts.*.email}", "We're in", "Hello,\n\nWe're in."),
            ],
        ),
        (
            "mail {person:everyone} at {organisation:Hydra} {body:we're in}",
            (),
            [
                ("contacts_search", {"organization": "Hydra"}),
                sent("{1.contacts.*.email}", "We're in", "Hello,\n\nWe're in."),
            ],
        ),
        (
            "mail {person:Tom} ({person:tom@x.org}): {body:we're in}",
            (),
            [sent(["tom@x.org"], "We're in", "Hello,\n\nWe're in.")],
        ),
        (
            "mail {person:Tom Reed} {person:her}: {body:we're in}",
            (),
            [who("Tom Reed"), sent(["{1.contacts.0.email}"], "We're in", "Hi Tom,\n\nWe're in.")],
        ),
        (
            "mail {person:her}: {body:we're in}",
            LAST,
            [sent(["lena.vogt@hydra.de"], "We're in", "Hi Lena,\n\nWe're in.")],
        ),
        (
            "Mail {person:Tom}:\n{body:Hi Tom,}\nwe are in with {person:Ann}.\n",
            (),
            [
                who("Tom"),
                sent(
                    ["{1.contacts.0.email}"], "we are in with Ann", "Hi Tom,\nwe are in with Ann."
                ),
            ],
        ),
        (
            "mail {person:Tom}:\n{body:Hi Tom,\n\nwe are in with} {person:Ann}.\n",
            (),
            [
                who("Tom"),
                sent(
                    ["{1.contacts.0.email}"], "we are in with Ann", "Hi Tom,\n\nwe are in with Ann."
                ),
            ],
        ),
        (
            "mail {person:me} {body:buy milk}",
            (),
            [sent(["kim@acme.com"], "Buy milk", "Hello,\n\nBuy milk.")],
        ),
        (
            "email {person:Tom} cc {person:bob@x.org} {body:saying hi}",
            (),
            [
                who("Tom"),
                (
                    "send_email",
                    {
                        "to": ["{1.contacts.0.email}"],
                        "cc": ["bob@x.org"],
                        "subject": "Hi",
                        "body": "Hi.",
                    },
                ),
            ],
        ),
        (
            "mail {person:Tom}, {person:ann@x.org}: {body:we're in}",
            (),
            [
                who("Tom"),
                sent(["{1.contacts.0.email}", "ann@x.org"], "We're in", "Hi Tom,\n\nWe're in."),
            ],
        ),
        (
            "Mail {person:Tom}: {body:We are in}.\n\nAsk {person:Ann} too.",
            (),
            [
                who("Tom"),
                sent(
                    ["{1.contacts.0.email}"], "We are in", "Hi Tom,\n\nWe are in.\n\nAsk Ann too."
                ),
            ],
        ),
        (
            "mail {person:Tom}, with {person:Ann} in copy, that {body:we're in}",
            (),
            [
                who("Tom"),
                who("Ann"),
                (
                    "send_email",
                    {
                        "to": ["{1.contacts.0.email}"],
                        "cc": ["{2.contacts.0.email}"],
                        "subject": "We're in",
                        "body": "Hi Tom,\n\nWe're in.",
                    },
                ),
            ],
        ),
    ],
)
def test_mail_is_written(marked, references, calls):
    assert planned("mail_send", marked, references) == calls


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        (
            "draft a mail to {person:Tom} {body:saying we're in}",
            (),
            [
                who("Tom"),
                (
                    "create_draft",
                    {
                        "to": ["{1.contacts.0.email}"],
                        "subject": "We're in",
                        "body": "Hi Tom,\n\nWe're in.",
                    },
                ),
            ],
        ),
        (
            "draft {body:we're in}",
            (),
            [("create_draft", {"subject": "We're in", "body": "Hello,\n\nWe're in."})],
        ),
        (
            "draft a mail to {person:Tom} {body:we're in} and send it",
            (),
            [who("Tom"), sent(["{1.contacts.0.email}"], "We're in", "Hi Tom,\n\nWe're in.")],
        ),
        (
            "draft a reply to {person:Tom}: {body:we're in}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                (
                    "create_draft",
                    {"body": "Hi Tom,\n\nWe're in.", "reply_to_message_id": "{2.mails.0.id}"},
                ),
            ],
        ),
        (
            "a draft answering {person:Tom}: {body:we're in}",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                (
                    "create_draft",
                    {"body": "Hi Tom,\n\nWe're in.", "reply_to_message_id": "{2.mails.0.id}"},
                ),
            ],
        ),
        (
            "draft a reply {body:we're in}",
            LAST,
            [
                (
                    "create_draft",
                    {
                        "to": ["lena.vogt@hydra.de"],
                        "body": "Hi Lena,\n\nWe're in.",
                        "reply_to_message_id": "m9",
                    },
                )
            ],
        ),
        (
            "draft a reply {body:we're in}",
            (),
            [("create_draft", {"subject": "We're in", "body": "Hello,\n\nWe're in."})],
        ),
        *(
            (
                f"draft a reply{said}",
                LAST,
                [
                    (
                        "create_draft",
                        {
                            "to": ["lena.vogt@hydra.de"],
                            "body": f"Hi Lena,\n\n{body}",
                            "reply_to_message_id": "m9",
                        },
                    )
                ],
            )
            for said, body in (
                (" {body:we're in, don't send it, I want to read it again}", "We're in."),
                (
                    ": {body:don't send it, the price is wrong}",
                    "Don't send it, the price is wrong.",
                ),
            )
        ),
        (
            "Draft a reply to Tom. I'll come over",
            LAST,
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                (
                    "create_draft",
                    {
                        "body": "Hi Tom,\n\nI'll come over.",
                        "reply_to_message_id": "{2.mails.0.id}",
                    },
                ),
            ],
        ),
        (
            "draft a reply to {person:Tom}, {body:we're in} then send it",
            (),
            [
                who("Tom"),
                find("from:{1.contacts.0.email}"),
                (
                    "reply_to_message",
                    {"message_id": "{2.mails.0.id}", "body": "Hi Tom,\n\nWe're in."},
                ),
            ],
        ),
    ],
)
def test_drafts_are_kept(marked, references, calls):
    assert planned("mail_draft", marked, references) == calls


@pytest.mark.parametrize(
    ("marked", "references", "calls"),
    [
        ("send it", DRAFT, [("send_draft", {"draft_id": "d1"})]),
        ("send {which:the second draft}", DRAFTS, [("send_draft", {"draft_id": "d2"})]),
        (
            "send the draft to {person:Tom}",
            (),
            [
                who("Tom"),
                find("to:{1.contacts.0.email} in:drafts"),
                ("send_draft", {"draft_id": "{2.mails.0.id}"}),
            ],
        ),
        (
            "send the draft about {topic:offer}",
            (),
            [find("offer in:drafts"), ("send_draft", {"draft_id": "{1.mails.0.id}"})],
        ),
        ("ok send {which:that}", (*DRAFT, *LAST), [("send_draft", {"draft_id": "d1"})]),
        (
            "send the draft to {person:Tom}",
            DRAFTS,
            [
                who("Tom"),
                find("to:{1.contacts.0.email} in:drafts"),
                ("send_draft", {"draft_id": "{2.mails.0.id}"}),
            ],
        ),
        ("send the draft to {person:Tom}", DRAFT, [("send_draft", {"draft_id": "d1"})]),
        ("send {which:my draft}", DRAFT, [("send_draft", {"draft_id": "d1"})]),
    ],
)
def test_a_draft_is_sent(marked, references, calls):
    assert planned("mail_send_draft", marked, references) == calls


@pytest.mark.parametrize(
    ("task", "marked", "references", "question", "kind"),
    [
        (
            "mail_search",
            "{flag:unread} mail in my outlook inbox",
            (),
            "I can't tell which account “ou",
            "",
        ),
        ("mail_search", "mail from {person:her}", (), "Who do you mean by “her”?", "person"),
        ("mail_read", "read {which:the second one}", (), "Which email do you mean? Say w", "which"),
        ("mail_read", "read it", (), "Which email do you mean? Say w", "which"),
        ("mail_read", "open {which:them}", LISTED, "Which email do you mean? Say w", "which"),
        ("mail_attachment", "what files are there", (), "Which email do you mean? Say w", "which"),
        ("mail_send", "mail {person:Tom}", (), "What should it say to Tom?", "body"),
        ("mail_send", "write a mail: {body:hi}", (), "Who should it go to?", "person"),
        (
            "mail_send",
            "mail {person:her}: {body:we're in}",
            (),
            "I can't tell who you mean by “",
            "person",
        ),
        (
            "mail_send",
            "mail {person:my boss} {body:buy milk}",
            (),
            "I can't tell who “my boss” is.",
            "person",
        ),
        ("mail_reply", "reply", LAST, "What should the reply say?", "body"),
        ("mail_reply", "answer {person:him} {body:ok}", (), "Who do you mean by “him”?", "person"),
        ("mail_forward", "forward it", (), "Who should it go to?", "person"),
        (
            "mail_forward",
            "forward {which:the pdf} to {person:Tom}",
            LAST,
            "Which email do you mean? Say w",
            "which",
        ),
        (
            "mail_forward",
            "forward {which:it} to {person:the team}",
            LAST,
            "I can't tell who “the team” is",
            "person",
        ),
        ("mail_send_draft", "send the draft", DRAFTS, "Which draft do you mean? Say w", "person"),
        ("mail_draft", "{wish:cc Bo}", DRAFTS, "Which draft do you mean? Say w", "person"),
        ("mail_archive", "archive", (), "Which email do you mean? Say w", "which"),
        (
            "mail_archive",
            "archive {person:their} mail",
            LISTED,
            "Who do you mean by “their”?",
            "person",
        ),
        (
            "mail_archive",
            "quuxley clutters my inbox, archive {which:all of them}",
            (),
            "Which email do you mean? Say w",
            "which",
        ),
        ("mail_label", "label it", LAST, "Which label should it get?", "label"),
        ("mail_snooze", "snooze {which:it}", LAST, "Until when?", "time"),
        ("mail_delete", "delete", (), "Which email do you mean? Say w", "which"),
        (
            "mail_delete",
            "delete everything from {person:x@y.org} but keep the {topic:receipt}",
            (),
            "Which email do you mean? Say w",
            "which",
        ),
        ("mail_delete", "don't delete {which:it}", LAST, "Nothing is deleted.", ""),
        ("mail_delete", "fine, then leave {which:it} where it is", LAST, "Nothing is deleted.", ""),
        (
            "mail_forward",
            "forward the mail from {person:Tom}",
            (),
            "Who should it go to?",
            "person",
        ),
        (
            "mail_mark_read",
            "mark all unread as read",
            (),
            "Which email do you mean? Say w",
            "which",
        ),
        ("mail_draft", "Draft an answer. Fine", LAST, "What should the reply say?", "body"),
        ("mail_delete", "unsubscribe me from {organisation:Hydra}", LAST, NOT_BINNED, ""),
        ("mail_delete", "delete {which:it} for good", LAST, NOT_BINNED, ""),
        ("mail_delete", "empty the bin", LAST, NOT_BINNED, ""),
        ("mail_delete", "delete {which:it} and block {organisation:Hydra}", LAST, NOT_BINNED, ""),
        ("mail_delete", "report {which:this} as spam", LAST, NOT_BINNED, ""),
        ("mail_delete", "delete the draft to {person:Tom}", LAST, NOT_BINNED, ""),
        (
            "mail_send_draft",
            "send {which:the ninth}",
            DRAFTS,
            "Which draft do you mean? Say w",
            "person",
        ),
    ],
)
def test_what_is_not_said_is_asked_for(task, marked, references, question, kind):
    told, lacks = asked(task, marked, references)

    assert question in told
    assert lacks == kind


def test_letters_are_signed_with_the_name():
    calls = planned("mail_send", "tell {person:Tom} {body:I am late}", profile=NAMED)

    assert calls[1][1]["body"] == "Hi Tom,\n\nI am late.\n\nBest,\nKim"


def test_the_own_name_under_a_letter_is_nobody_it_goes_to():
    own = planned("mail_send", "mail {person:Tom}, {body:I am late}, {person:kim}", profile=NAMED)
    other = planned("mail_send", "mail {body:I am late} to {person:kim}", profile=NAMED)

    assert own[-1][1]["to"] == ["{1.contacts.0.email}"]
    assert other[0] == who("kim")


PAIR = tuple(
    Reference(kind="contact", id=f"c{at}", label=name, ordinal=at, who=address)
    for at, (name, address) in enumerate((("Bo Ek", "bo@x.org"), ("Cy Orr", "cy@x.org")), 1)
)


@pytest.mark.parametrize("who", ["both of them", "them", "all of them", "the two", "both"])
def test_all_who_were_listed_are_written_to(who):
    (call,) = planned("mail_send", f"mail {{person:{who}}} {{body:we start at 9}}", PAIR)
    assert call == sent(
        ["bo@x.org", "cy@x.org"], "We start at 9", "Hi Bo and Cy,\n\nWe start at 9."
    )


@pytest.mark.parametrize(("who", "listed"), [("both of them", PAIR[:1]), ("the three", PAIR)])
def test_another_number_than_were_listed_is_asked_about(who, listed):
    with pytest.raises(Asked, match="can't tell who"):
        planned("mail_send", f"mail {{person:{who}}} {{body:we start at 9}}", listed)


def test_a_pronoun_is_who_is_named_before_it():
    marked = "{person:Ines} waits, answer {person:Ann} and tell {person:her} {body:yes}"
    first, *_, (_, told) = planned("mail_draft", marked, mentioned=INES)

    assert first == who("Ann")
    assert told["body"].startswith("Hi Ann,")


@pytest.mark.parametrize(
    ("task", "marked", "to", "told"),
    [
        ("mail_reply", "tell {person:Ann} {body:here it is raining}", "Ann", "Here it is raining."),
        (
            "mail_send",
            "write {person:Ann} something like {person:Bo} {body:leads it}, and oh {body:I come}",
            "Ann",
            "Bo leads it, and oh I come.",
        ),
        (
            "mail_send",
            "mail {person:Ann}. It should say that our plan for the {topic:hall} {body:comes soon}",
            "Ann",
            "Our plan for the hall comes soon.",
        ),
        (
            "mail_send",
            "{person:Bo} can't come. Write to {person:Ann} and ask {body:if she can}",
            "Ann",
            "Could you let me know if you can?",
        ),
        (
            "mail_send",
            "mail {person:Ann}: tell her {body:the demo moved}",
            "Ann",
            "The demo moved.",
        ),
        ("mail_reply", "answer {person:Ann} that {body:I like this}", "Ann", "I like this."),
        (
            "mail_reply",
            "{person:Ann's} mail on the hall: answer all of it, stating that {body:Bo has it}",
            "Ann",
            "Bo has it.",
        ),
        (
            "mail_reply",
            "{person:Ann} on the hall: respond, assuring {person:her} that {body:Bo has it}",
            "Ann",
            "Bo has it.",
        ),
        (
            "mail_reply",
            "{person:Ann} is asking whose it is. Answer her that {body:Bo has it}",
            "Ann",
            "Bo has it.",
        ),
    ],
)
def test_what_a_mail_says_may_be_marked_in_part(task, marked, to, told):
    calls = planned(task, marked)

    assert [one for one in calls if one[0] == "contacts_search"] == [who(to)]
    assert calls[-1][1]["body"].partition("\n\n")[2] == told


@pytest.mark.parametrize("told", ["topic:Lunch: who pays", "topic:line Lunch: who pays"])
def test_a_title_ends_at_its_colon(told):
    (call,) = planned("mail_send", f"mail {{person:a@x.org}}, subject {{{told}}}, and who comes?")

    assert call[1]["subject"] == "Lunch"
    assert "Who pays, and who comes?" in call[1]["body"]


def test_an_order_that_goes_on_leaves_out_nobody_it_was_for():
    calls = planned("mail_send", "new mail to {person:Ann}. Send {person:Bo} one too: {body:hi}")

    assert calls[:-1] == [who("Ann"), who("Bo")]


def test_an_order_for_one_whose_mail_is_told_of_before_it_answers_that():
    about = "{person:Ann} asked for a plan for {person:her colleague Bo}"
    calls = planned("mail_send", f"{about}. Write her a mail: {{body:we come}}")

    assert calls[0] == who("Ann")
    assert calls[-1][0] == "reply_to_message"
    assert calls[-1][1]["body"] == "Hi Ann,\n\nWe come."


def test_what_is_to_stay_a_draft_is_not_sent():
    assert asked("mail_send_draft", "lovely, keep it with the drafts", DRAFT)[0].startswith(
        "It stays"
    )


@pytest.mark.parametrize(
    ("task", "marked", "tool"),
    [
        ("mail_draft", "start a fresh mail to {person:a@x.org}: {body:we come}", "send_email"),
        ("mail_draft", "new mail to {person:a@x.org}, not a reply: {body:hi}", "send_email"),
        ("mail_draft", "prepare a mail to {person:a@x.org}: {body:we come}", "create_draft"),
        ("mail_send", "mail {person:a@x.org}: {body:hi. Only a draft, dont send}", "create_draft"),
        ("mail_send", "mail {person:a@x.org}: {body:hi}. Lay it in the drafts.", "create_draft"),
        ("mail_send", "mail {person:a@x.org} {body:the offer is to be sent}", "send_email"),
        ("mail_send", "mail {person:a@x.org} {body:a draft is here} today", "send_email"),
    ],
)
def test_a_mail_is_kept_where_that_is_said_of_it(task, marked, tool):
    name, arguments = planned(task, marked)[-1]

    assert name == tool
    assert "draft" not in arguments["body"] or "a draft is here" in arguments["body"].casefold()


@pytest.mark.parametrize(
    "marked",
    [
        "new mail to {person:Ann Lee}, {person:the translator}, that {body:we come}",
        "write to {person:Ann Lee} for her {person:board} that {body:we come}",
    ],
)
def test_what_somebody_is_or_has_a_mail_for_gets_none(marked):
    assert planned("mail_send", marked)[:-1] == [who("Ann Lee")]


def test_what_is_asked_of_whom_a_mail_goes_to_is_worded_to_them():
    (told,) = planned(
        "mail_forward", "send {which:it} to {person:a@x.org} and ask him {body:if he agrees}", LAST
    )

    assert told[1]["note"] == "Could you let me know if you agree?"


@pytest.mark.parametrize(
    ("order", "note"),
    [
        ("pass {which:it} on to {person:Ann} so {body:she can book}", None),
        ("forward {which:it} to {person:Ann} {body:so that she can book}", None),
        ("forward {which:it} to {person:Ann} please, {body:she'd enjoy it}", None),
        ("forward {which:it} to {person:Ann} and say {body:she can book}", "You can book."),
        ("forward {which:it} to {person:Ann}, {body:see below}", "See below."),
    ],
)
def test_why_somebody_gets_a_mail_is_no_note_to_them(order, note):
    assert planned("mail_forward", order, LAST)[-1][1].get("note") == note


@pytest.mark.parametrize(
    "marked",
    [
        "{person:Monica's} {topic:invoice} needs forwarding, do that for me",
        "pass on {person:Rachel's} minutes of the call with {person:the site managers}",
    ],
)
def test_done_for_somebody_a_mail_goes_to_nobody_yet(marked):
    assert asked("mail_forward", marked)[0] == "Who should it go to?"


@pytest.mark.parametrize("place", ["at", "over at", "from"])
def test_an_organisation_tells_who_of_that_name_a_mail_goes_to(place):
    marked = f"mail {{person:Ann}} {place} {{organisation:the printer}} that {{body:we are in}}"
    found, sent = planned("mail_send", marked)

    assert found == ("contacts_search", {"name": "Ann", "organization": "printer"})
    assert sent[1]["to"] == ["{1.contacts.0.email}"]
    assert sent[1]["body"].startswith("Hi Ann,")
    titled = "mail {person:Mr Bow of} {organisation:Acme} that {body:we are in}"
    found, sent = planned("mail_send", titled)
    assert found == ("contacts_search", {"name": "Bow", "organization": "Acme"})
    assert sent[1]["body"].startswith("Hi Mr Bow,")


@pytest.mark.parametrize(
    ("task", "marked", "references", "calls"),
    [
        ("mail_draft", "{wish:cc Bo}", DRAFT, [("update_draft", {"draft_id": "d1"})]),
        (
            "mail_draft",
            "{wish:say three} in the draft to {person:Ann}",
            (Reference(kind="draft", id="d", label="Plan", ordinal=0, who="ann@x.org"),),
            [("update_draft", {"draft_id": "d"})],
        ),
        (
            "mail_draft",
            "{wish:say three} in the draft to {person:Tom}",
            (Reference(kind="draft", id="d", label="Plan", ordinal=0, who="ann@x.org"),),
            [
                who("Tom"),
                find("to:{1.contacts.0.email} in:drafts"),
                ("update_draft", {"draft_id": "{2.mails.0.id}"}),
            ],
        ),
        (
            "mail_draft",
            "{wish:say three} in the draft about {topic:the plan}",
            (),
            [find("plan in:drafts"), ("update_draft", {"draft_id": "{1.mails.0.id}"})],
        ),
        ("mail_delete", "{gone:bin it}", DRAFT, [("discard_draft", {"draft_id": "d1"})]),
        (
            "mail_draft",
            "{wish:say three} in {which:the first draft}",
            LISTED,
            [("update_draft", {"draft_id": LISTED[0].id})],
        ),
        ("mail_search", "{kept:my drafts}", (), [find("in:drafts")]),
        (
            "mail_read",
            "{kept:read it} {person:Tom}",
            (),
            [
                who("Tom"),
                find("to:{1.contacts.0.email} in:drafts"),
                ("get_message", {"message_id": "{2.mails.0.id}"}),
            ],
        ),
    ],
)
def test_a_draft_that_is_kept_is_changed_or_thrown_away(task, marked, references, calls):
    assert planned(task, marked, references) == calls


def test_what_should_be_different_is_planned_in_its_own_words():
    work = Work(said("mail_draft", "{wish:cc Bo}"), request("gmail", "cc Bo", DRAFT))

    FRAMES["mail_draft"](work)

    assert [step.wish for step in work.plan().steps] == ["cc Bo"]


@pytest.mark.parametrize(
    "words", ["please change the draft", "add it to the draft", "we change the draft contract"]
)
def test_words_about_a_draft_are_said(words):
    *_, (_, kept) = planned("mail_draft", f"draft a mail to {{person:Ann}}: {{body:{words}}}")

    assert words[1:] in kept["body"]


def test_what_stands_behind_a_dash_is_what_a_mail_asks():
    marked = "send {person:Ann} a new mail please - could she translate our story"
    (_, sent) = planned("mail_send", marked)

    assert "Could you translate our story?" in sent[1]["body"]


def test_a_pronoun_in_a_list_is_one_more_person():
    her = (Reference(kind="contact", id="c", label="Lea Ott", ordinal=0, who="lea@x.org"),)

    (_, sent) = planned("mail_send", "mail {person:her} and {person:Bo}: {body:hi}", her)
    assert sent[1]["to"] == ["lea@x.org", "{1.contacts.0.email}"]
    (_, sent) = planned("mail_send", "mail {person:Bo}: {body:I'll ring} {person:him}", her)
    assert sent[1]["to"] == ["{1.contacts.0.email}"]


@pytest.mark.parametrize(
    ("text", "names", "meant"),
    [
        ("give that letter of hers a star", (), "anna@x.org"),
        ("archive his note", (), "omar@x.org"),
        ("drop them a line", (), ""),
        ("ring Bo Berg and tell him", ("Bo Berg",), "bo.berg@x.org"),
        ("tell Emily Poe that he wins", ("Emily Poe",), "omar@x.org"),
        ("ask Carlos Ruiz and Omar Aziz, thank him", ("Carlos Ruiz", "Omar Aziz"), ""),
    ],
)
def test_a_pronoun_is_who_was_named_before_it_or_shown(text, names, meant):
    shown = (
        Reference(kind="mail", id="m1", label="Roof", ordinal=1, who="anna@x.org"),
        Reference(kind="mail", id="m2", label="Wall", ordinal=2, who="omar@x.org"),
    )
    links = tuple(
        Link(
            kind="person",
            start=text.index(name),
            end=text.index(name) + len(name),
            things=(
                Thing(
                    kind="person",
                    name=name,
                    id=name,
                    address=f"{name.lower().replace(' ', '.')}@x.org",
                ),
            ),
        )
        for name in names
    )
    asked = request("mail", text, shown, profile=ME).model_copy(update={"links": links})

    assert person_meant(text, asked) == meant


def test_nobody_is_her_to_herself():
    mine = Reference(kind="event", id="e1", label="Sync", ordinal=0, who="kim@acme.com")
    ann = Reference(kind="contact", id="c1", label="Ann Lee", ordinal=1, who="ann@x.org")

    assert person_meant("her", request("slack", "ask her", (mine,), profile=ME)) == ""
    assert person_meant("her", request("slack", "ask her", (mine, ann), profile=ME)) == "ann@x.org"


_LEA = Thing(kind="person", name="Lea Ott", id="c1", address="lea@x.org")
_BO = Thing(kind="person", name="Bo Lund", id="c2", address="bo@x.org")


@pytest.mark.parametrize(
    ("letters", "things", "name"),
    [
        ("LO", (_LEA,), "Lea Ott"),
        ("LO's", (_LEA, _BO), "Lea Ott"),
        ("LO", (_BO,), "LO"),
        ("LO", (_LEA, Thing(kind="person", name="Luc Olin", id="c3")), "LO"),
        ("lo", (_LEA,), "lo"),
    ],
)
def test_initials_are_those_of_the_one_who_is_linked(letters, things, name):
    asked = request("email", f"mail {letters}", profile=ME)
    link = Link(kind="person", start=5, end=7, things=things)

    assert spelled_out(letters, asked.model_copy(update={"links": (link,)})) == name
    assert people([letters], asked.model_copy(update={"links": (link,)})).lookups[0].arguments[
        "name"
    ] == name.removesuffix("'s")


@pytest.mark.parametrize(
    ("before", "command", "pronoun", "who"),
    [
        (
            "Lea wrote about the lease. What is it?",
            "flag that message of hers",
            "hers",
            "lea@x.org",
        ),
        ("When did Bo join?", "invite him on Monday", "him", "bo@x.org"),
        ("When did Bo and Lea join?", "invite him on Monday", "him", "bo@x.org"),
        ("When did Bo and Lea join?", "invite them on Monday", "them", ""),
        ("Is Bo in?\nWhat did Lea's mail say?", "send her thanks", "her", "lea@x.org"),
        ("", "Bo sent the lease; archive that mail of his", "his", "bo@x.org"),
        ("", "Bo and Lea sent the lease; archive that mail of his", "his", "bo@x.org"),
        ("", "Bo and Lea sent the lease; archive that mail of theirs", "theirs", ""),
        ("What did Lea write?", "Bo called, so answer him", "him", "bo@x.org"),
        ("", "has he answered? Bo is slow", "he", ""),
        ("", "archive that mail of his", "his", ""),
    ],
)
def test_a_pronoun_is_the_one_person_named_ahead_of_it(
    before: str, command: str, pronoun: str, who: str
):
    said = tuple(Exchange(role="user", text=one) for one in before.split("\n") if one)
    asked = request("email", command, profile=ME)
    place = [
        Link(kind="person", start=at, end=at + 3, things=(one,))
        for one in (_LEA, _BO)
        if (at := command.find(one.name.split()[0])) >= 0
    ]
    asked = asked.model_copy(
        update={
            "context": ConversationContext(exchanges=said),
            "links": tuple(place),
            "mentioned": tuple(one for one in (_LEA, _BO) if one.name.split()[0] in before),
        }
    )

    assert person_meant(pronoun, asked) == who


@pytest.mark.parametrize(
    ("told", "body"),
    [
        ("thank {person:him} and say that {body:Bo will ring}", "Thank you. Bo will ring."),
        ("say I asked and thank {person:him} {body:for the plan}", "Thank you for the plan."),
        ("tell {person:him} {body:we asked Bo}", "We asked Bo."),
        (
            "thank {person:him} {body:for it and say Bo will ring}",
            "Thank you for it. Bo will ring.",
        ),
        (
            "thank {person:him} {body:for it and ask him to call}",
            "Thank you for it. Could you please call?",
        ),
        (
            "congratulate {body:her on the job and tell her that I come}",
            "Congratulations on the job. I come.",
        ),
        (
            "ask {person:him} {body:if he can come} and mention that {body:Bo can}",
            "Could you let me know if you can come? Bo can.",
        ),
        (
            "tell {person:him} {body:I come}, n ask {person:him} {body:if he booked}",
            "I come. Could you let me know if you booked?",
        ),
        (
            "tell {person:him} {body:I come}. And thank him {body:for it}",
            "I come. Thank you for it.",
        ),
        (
            "tell {person:him} {body:I'll call Bo and ask him to come}",
            "I'll call Bo and ask him to come.",
        ),
        (
            "thank {person:him} {body:for offering to call Bo and ask him in}",
            "Thank you for offering to call Bo and ask him in.",
        ),
    ],
)
def test_the_last_verb_says_how_what_is_said_is_meant(told, body):
    calls = planned("mail_reply", f"reply to {{person:Al's}} mail. {told}")

    assert body in calls[-1][1]["body"]
