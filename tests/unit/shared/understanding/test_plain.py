"""Words that name a task, where the network took one for another."""

import pytest

from shared.understanding.plain import plainly


@pytest.mark.parametrize(
    ("text", "taken", "named"),
    [
        ("get me Ann's emails", "contact_find", "mail_search"),
        ("can you catch us up?", "mail_thread", "catch_up"),
        ("answer under Ann's post: count me in", "mail_reply", "slack_post"),
        ("Who comes? Reply right beneath her question: I do", "mail_reply", "slack_post"),
        ("and then drop it over to Ann with: any use?", "mail_send", "mail_forward"),
        ("please pass that along to Ann, saying thanks", "mail_send", "mail_forward"),
        ("hand it to Ann, with: which of the two?", "mail_send", "mail_forward"),
        ("Fresh mail to Ann, subject Climbing: I come", "mail_draft", "mail_send"),
        ("can you check my email", "contact_validate", "mail_search"),
        ("check in gmail for any new mail", "contact_validate", "mail_search"),
        ("read me the newest email", "contact_find", "mail_search"),
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
        ("check my email address", "contact_validate", "mail_search"),
        ("check the email of Tom", "contact_validate", "mail_search"),
        ("is ann@x.org right? check the mail", "contact_validate", "mail_search"),
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


@pytest.mark.parametrize(
    ("text", "ranked", "first"),
    [
        ("clear New Year from my calendar", [("other", 0.4), ("cal_cancel", 0.3)], "cal_cancel"),
        ("add a thing to the diary", [("update_agent", 0.5), ("cal_create", 0.3)], "cal_create"),
        ("change who posts to the calendar", [("update_agent", 0.95), ("cal_update", 0)], ""),
        ("put it on the page of my calendar", [("page_write", 0.5), ("cal_create", 0.3)], ""),
        ("what is new in town", [("other", 0.5), ("cal_list", 0.3)], ""),
    ],
)
def test_what_is_kept_in_the_calendar_is_its_business(text, ranked, first):
    told = plainly(text, ranked)

    assert told[0] == ((first, pytest.approx(ranked[0][1] + 0.3)) if first else ranked[0])
