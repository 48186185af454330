"""Words that name a task, where the network took one for another."""

import pytest

from shared.understanding.plain import plainly


@pytest.mark.parametrize(
    ("text", "taken", "named"),
    [
        ("get me Ann's emails", "contact_find", "mail_search"),
        ("can you catch us up?", "mail_thread", "catch_up"),
        ("whatever mails Ann Lee has written me", "contact_find", "mail_search"),
        ("answer under Ann's post: count me in", "mail_reply", "slack_post"),
        ("Who comes? Reply right beneath her question: I do", "mail_reply", "slack_post"),
        ("and then drop it over to Ann with: any use?", "mail_send", "mail_forward"),
        ("please pass that along to Ann, saying thanks", "mail_send", "mail_forward"),
        ("hand it to Ann, with: which of the two?", "mail_send", "mail_forward"),
        ("Fresh mail to Ann, subject Climbing: I come", "mail_draft", "mail_send"),
        ("Ha! A brand new mail, not a reply, to Ann: I come", "mail_reply", "mail_send"),
    ],
)
def test_a_task_that_is_named_is_first(text, taken, named):
    ranked = [(taken, 0.6), ("slack_unread", 0.3), (named, 0.1)]

    assert plainly(text, ranked) == [(named, 0.7), ("slack_unread", 0.3), (taken, 0.0)]


@pytest.mark.parametrize(
    ("text", "taken", "named"),
    [
        ("draft a new mail to Ann", "mail_draft", "mail_send"),
        ("tell Ann to pass it on to Bo", "mail_send", "mail_forward"),
        ("send it to Ann: we can't come", "mail_send", "mail_forward"),
        ("write a draft and send it over to Ann", "mail_send", "mail_forward"),
        ("post to Ann: the lift is back", "mail_send", "slack_post"),
        ("reply to Ann: see the figures below", "mail_reply", "slack_post"),
        ("answer the mail under Ann's message", "mail_reply", "slack_post"),
        ("the post in ops, what does it say", "mail_send", "slack_post"),
    ],
)
def test_what_is_not_named_stays_as_it_was_ranked(text, taken, named):
    ranked = [(taken, 0.6), ("sheet_read", 0.3), (named, 0.1)]

    assert plainly(text, ranked) == ranked
