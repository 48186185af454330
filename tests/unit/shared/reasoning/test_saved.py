"""What is said after a draft was saved: what changes it, and what is an order of its own."""

import pytest

from shared.language.encoder import MiniLM
from shared.language.spelling import Spelling
from shared.models.intent import Candidate
from shared.models.reasoning import (
    ConversationContext,
    Exchange,
    IntentRequest,
    Memory,
    Reference,
)
from shared.reasoning.embedded.intents import IntentReader
from shared.understanding.reader import Reader

READER = IntentReader(MiniLM(), Spelling(), Reader())
AGENTS = tuple(
    Candidate(agent=name, name=name.title(), description="", score=1)
    for name in ("email", "contacts", "calendar", "slack", "sheets", "pages", "action")
)
DRAFT = Reference(
    kind="draft",
    id="d1",
    label="We meet on Wednesday at 10",
    ordinal=0,
    who="lena@x.org",
    text="Hi Lena,\n\nWe meet on Wednesday at 10.",
)
SAVED = (
    Exchange(role="user", text="draft a mail to Lena that we meet on Wednesday at 10"),
    Exchange(role="assistant", text=f"I saved a draft to lena@x.org: {DRAFT.text}", agent="email"),
)
MAIL = Reference(kind="email", id="m1", label="Desks", ordinal=1, who="felix@x.org")


def planned(text, *references, **known):
    context = ConversationContext(exchanges=SAVED, references=references, **known)
    request = IntentRequest(text=text, today="2026-11-28", agents=AGENTS, context=context)
    return [
        (step.tool, step.arguments["draft_id"], step.wish) if step else command.command
        for command in READER.read(request).commands
        for step in (command.steps or (None,))
    ]


@pytest.mark.parametrize(
    "text",
    [
        "make it Thursday instead",
        "add Omar in cc",
        "no, shorter: just say we meet Thursday",
        "say 9 rather than 10",
        "Sorry, Thursday, I have a dentist on Wednesday",
        "change the subject to Meeting",
        "add that I bring the slides",
        "add that we need a room with a whiteboard",
        "it goes to Priya too",
        "could you make that 11?",
        "actually 11 is better",
        "take out the time",
        "take Omar off it again",
        "Also ask which colours exist.",
    ],
)
def test_a_word_on_a_draft_changes_it(text):
    assert planned(text, DRAFT) == [("gmail_update_draft", "d1", text)]


@pytest.mark.parametrize("text", ["Send it", "ok, send that", "please send it off now"])
def test_a_draft_is_sent_as_it_is(text):
    asked = DRAFT.model_copy(update={"label": "Could you send me the numbers?", "text": "Hi Tom"})
    for draft in (DRAFT, asked):
        assert planned(text, draft) == [text]


def test_a_draft_is_changed_and_then_sent():
    assert planned("cc Omar and send it", DRAFT) == [
        ("gmail_update_draft", "d1", "cc Omar"),
        "send it",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "bin it",
        "never mind, throw it away",
        "On reflection I do not wish anything to be sent or kept. Kindly discard the reply.",
    ],
)
def test_a_draft_is_thrown_away(text):
    assert planned(text, DRAFT) == [("gmail_discard_draft", "d1", "")]


@pytest.mark.parametrize(
    "text",
    [
        "send it",
        "thanks",
        "leave it like that",
        "undo that",
        "no thanks, that's all for today",
        "don't send it yet",
        "what's on my calendar on Thursday?",
        "book a meeting with Lena on Thursday at 10",
        "move my meeting with Lena to Thursday",
        "draft one to Priya too: we meet on Thursday",
        "write Omar that I can't make it",
        "reply to Tom's last mail: I'm in",
        "send Omar a mail that the test access works",
        "mark it as read",
        "post in #general that we meet on Thursday",
        "remind me to send it tomorrow at 9",
        "change Lena's phone number to 0117 496 0188",
        "the same to Tom",
        "in the draft to Sarah make it Friday",
    ],
)
def test_what_is_no_word_on_a_draft_leaves_it(text):
    assert not any(isinstance(one, tuple) for one in planned(text, DRAFT))


def test_a_draft_is_still_meant_after_something_else_was_shown():
    text = "Right. Then put in that we count on those four weeks."

    assert planned(text, MAIL, memory=Memory(draft=DRAFT)) == [("gmail_update_draft", "d1", text)]
    assert planned("archive it", MAIL, memory=Memory(draft=DRAFT)) == ["archive it"]


KEPT = "No, don't send it, just put it with the drafts"
SHOWN = (
    "**Send this email**\n- To: Lena <lena@x.org>, bo@x.org\n- Subject: Desks\n\n"
    "> Hi Lena,\n>\n> They are: here.\n\nShall I go ahead?"
)
REPLY = (
    "**Send this reply**\n- To: felix@x.org\n- Subject: Re: Desks\n\n"
    "> Hi Felix,\n>\n> They came.\n>\n> On Mon, felix@x.org wrote:\n> > Did they?\n\nShall I?"
)


def kept(shown, *references, text=KEPT):
    """Return what the draft has that a message orders after a mail was shown; None for none."""
    exchanges = (Exchange(role="user", text="so?"), Exchange(role="assistant", text=shown))
    context = ConversationContext(exchanges=exchanges, references=references)
    request = IntentRequest(text=text, today="2026-11-28", agents=AGENTS, context=context)
    steps = [step for command in READER.read(request).commands for step in command.steps]
    drafts = [step.arguments for step in steps if step.tool == "gmail_create_draft"]
    return drafts[0] if drafts else None


def test_a_mail_that_was_shown_is_kept_as_a_draft_word_by_word():
    draft = kept(SHOWN)
    assert (draft["to"], draft["subject"]) == (["lena@x.org", "bo@x.org"], "Desks")
    assert draft["body"] == "Hi Lena,\n\nThey are: here."


def test_a_reply_that_was_shown_is_kept_as_one_without_what_it_answers():
    draft = kept(REPLY, MAIL.model_copy(update={"ordinal": 0}))
    assert (draft["reply_to_message_id"], draft["body"]) == ("m1", "Hi Felix,\n\nThey came.")


@pytest.mark.parametrize(
    "shown",
    [
        SHOWN.replace("Subject: Desks\n", "Subject: Desks\n- Attachments: plan.pdf\n"),
        SHOWN.replace("Subject: Desks", "Subject: (no subject)"),
        REPLY,  # nothing tells which mail it answers
        "It is sent.",
    ],
)
def test_what_would_not_be_the_same_as_a_draft_is_kept_as_none(shown):
    assert kept(shown) is None


@pytest.mark.parametrize(
    "text", ["turned out well, let it go out as it is", "no need to keep it back, it can go out"]
)
def test_a_draft_that_is_let_go_is_sent_and_not_thrown_away(text):
    assert planned(text, DRAFT) == [("gmail_send_draft", "d1", "")]


ALONE = SHOWN.replace("Lena <lena@x.org>, bo@x.org", "lena.fox@x.org")


def ordered(text, shown=ALONE):
    said = (Exchange(role="user", text="mail Lena"), Exchange(role="assistant", text=shown))
    context = ConversationContext(exchanges=said)
    request = IntentRequest(text=text, today="2026-11-28", agents=AGENTS, context=context)
    found = READER.read(request).commands
    return [(step.tool, step.arguments) for command in found for step in command.steps]


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (
            "rather as a direct message, same words",
            [
                ("slack_find_users", {"name": "lena fox"}),
                (
                    "slack_send_direct_message",
                    {"user": "{1.users.0.id}", "text": "They are: here."},
                ),
            ],
        ),
        (
            "better in the support channel",
            [("slack_post_message", {"channel": "support", "text": "They are: here."})],
        ),
    ],
)
def test_what_was_shown_goes_out_another_way_in_the_same_words(text, steps):
    assert ordered(text) == steps


def test_of_two_who_get_it_none_is_taken_for_another_way():
    two = SHOWN
    assert ordered("make that a dm to her", two) == []
