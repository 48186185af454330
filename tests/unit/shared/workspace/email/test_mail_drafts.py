"""Drafts that are kept already: which one is named, and what is wanted of it."""

import pytest

from shared.models.reasoning import ConversationContext
from shared.understanding.drafts import sent_too, without_keeping
from shared.understanding.reader import Reader
from shared.understanding.stating import follow_clause

READER = Reader()


def read(text):
    said = follow_clause(text, ConversationContext(), READER)
    return said, [(one.kind, one.text) for one in said.spans]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        (
            "in the draft to Lena, make it Thursday",
            [("person", "Lena"), ("wish", "make it Thursday")],
        ),
        ("add Omar in copy on that draft", [("wish", "add Omar in copy")]),
        (
            "that draft, change the subject to Budget",
            [("which", "that"), ("wish", "change the subject to Budget")],
        ),
        (
            "Change the draft to Felix: Wednesday instead of Monday.",
            [("person", "Felix"), ("wish", "Wednesday instead of Monday.")],
        ),
        (
            "the draft I have for Priya should say 9 rather than 10",
            [("person", "Priya"), ("wish", "it should say 9 rather than 10")],
        ),
        (
            "update the draft about the webinar photo so it says Friday",
            [("topic", "webinar photo"), ("wish", "it says Friday")],
        ),
        (
            "Take the last sentence out of the draft to Ravi",
            [("person", "Ravi"), ("wish", "Take the last sentence out")],
        ),
        (
            "the subject of the draft to Omar should be Test access",
            [("person", "Omar"), ("wish", "the subject should be Test access")],
        ),
        ("edit draft to lena: 3pm not 2pm", [("person", "lena"), ("wish", "3pm not 2pm")]),
        ("change the draft to Lena", [("person", "Lena"), ("wish", "")]),
    ],
)
def test_what_should_be_different_in_a_draft_that_is_named(text, spans):
    said, found = read(text)

    assert said.task == "mail_draft"
    assert found == spans


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("drop the draft to Lena", [("person", "Lena"), ("gone", "drop it")]),
        ("bin that draft please", [("which", "that"), ("gone", "bin it please")]),
        (
            "I no longer need the draft to Peter",
            [("person", "Peter"), ("gone", "I no longer need it")],
        ),
    ],
)
def test_a_draft_that_is_named_is_thrown_away(text, spans):
    said, found = read(text)

    assert said.task == "mail_delete"
    assert found == spans


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("send the draft to Lena", "mail_send_draft"),
        ("the draft to Lena can go out", "mail_send_draft"),
        ("draft a mail to Lena that the draft contract is ready", "mail_draft"),
        ("prepare the draft to Tom: we start at nine", "mail_draft"),
        ("reply to Elena about the draft offer: approved", "mail_reply"),
        ("forward the draft offer to John", "mail_forward"),
    ],
)
def test_a_draft_is_sent_or_there_is_none_yet(text, task):
    said, _ = read(text)

    assert said.task == task
    assert not said.has("wish", "gone")


@pytest.mark.parametrize(
    ("text", "task", "spans"),
    [
        ("show me my drafts", "mail_search", []),
        ("which drafts do I have?", "mail_search", []),
        ("do I have a draft to Omar?", "mail_search", [("person", "Omar")]),
        ("any drafts to Laura?", "mail_search", [("person", "Laura")]),
        ("what does the draft to Lena say?", "mail_read", [("person", "Lena")]),
        ("read me the draft to Tom", "mail_read", [("person", "Tom")]),
    ],
)
def test_drafts_are_looked_at(text, task, spans):
    said, found = read(text)

    assert said.task == task
    assert found == [*spans, ("kept", text)]


@pytest.mark.parametrize(
    ("text", "wish", "then"),
    [
        ("cc Omar and send it", "cc Omar", "send it"),
        ("Make it Thursday, then please send it off.", "Make it Thursday", "send it"),
        ("say that I send it on Monday", "say that I send it on Monday", ""),
    ],
)
def test_a_draft_is_changed_and_sent(text, wish, then):
    assert sent_too(text) == (wish, then)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("no, keep it as a draft but say 9 rather than 10", "say 9 rather than 10"),
        ("dont send it yet. add: my treat", "add: my treat"),
        ("cc Nina please. Still don't send it", "cc Nina please"),
        ("Copy Priya as well. It must remain a draft.", "Copy Priya as well"),
        ("keep it as a draft", "keep it as a draft"),
        ("say we don't send it before Monday", "say we don't send it before Monday"),
    ],
)
def test_that_a_draft_stays_one_is_no_change(text, wish):
    assert without_keeping(text) == wish
