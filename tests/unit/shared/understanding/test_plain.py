"""Words that name a task, where the network took one for another."""

import pytest

from shared.understanding.plain import plainly


@pytest.mark.parametrize(
    ("text", "taken", "named"),
    [
        ("Catch me up on the pump order", "mail_thread", "catch_up"),
        ("can you catch us up?", "mail_thread", "catch_up"),
        ("all of my starred mail please", "mail_star", "mail_search"),
        ("Change the location of the review to Room 4", "other", "cal_update"),
        ("my flagged messages", "mail_star", "mail_search"),
        ("please check for new email", "contact_validate", "mail_search"),
        ("check my inbox", "contact_validate", "mail_search"),
        ("show me Tom's latest email", "contact_find", "mail_search"),
        ("any unread work messages from Ann", "contact_find", "mail_search"),
        ("find the mail about parking", "contact_find", "mail_search"),
        ("get me Ann's emails", "contact_find", "mail_search"),
        ("whatever mails Ann Lee has written me", "contact_find", "mail_search"),
        ("what was it Ann needed from me for the page", "page_read", "mail_read"),
        ("Ann's e-mails yesterday regarding the roof", "contact_find", "mail_search"),
        ("the invitations I left unanswered", "mail_unanswered", "cal_list"),
        ("which invites haven't I replied to", "mail_unanswered", "cal_list"),
        ("who's on the team sheet for the Alpha retro", "sheet_read", "cal_list"),
        ("Who have we got on the guest list for the wholesale webinar?", "other", "cal_list"),
        ("what am I invited to that I did not answer", "unprepared", "cal_list"),
        ("which meeting requests are outstanding", "activity", "cal_list"),
        ("tell ops that I have not read the thread yet", "slack_mark_read", "slack_post"),
        ("Post to general: the lift is back", "mail_send", "slack_post"),
        ("please post something in the ops channel, the lift is back", "mail_draft", "slack_post"),
        ("leave a quick note in ops: the lift is back", "sheet_append", "slack_post"),
        ("pop this into the ops channel, who has the key?", "slack_summary", "slack_post"),
        ("answer under Ann's post: count me in", "mail_reply", "slack_post"),
        (
            "Who comes? Reply right beneath her question: I do",
            "mail_reply",
            "slack_post",
        ),
        ("which of our projects are on track?", "other", "page_find"),
        ("and what projects do we have that are blocked", "other", "page_find"),
        ("add up the seats of all halls, they're in Venues", "sheet_append", "sheet_read"),
        ("I'm asked for it. Please sum up the hours in Rota", "sheet_append", "sheet_read"),
        ("could you add all the open hours together?", "contact_add", "sheet_read"),
        ("add together the seats in Venues", "sheet_append", "sheet_read"),
        ("Fresh mail to Ann, subject Climbing: I come", "mail_draft", "mail_send"),
        ("Ha! A brand new mail, not a reply, to Ann: I come", "mail_reply", "mail_send"),
        ("which issues are still lying in the inbox?", "other", "mail_search"),
        ("the roof quote, away with it and bring it back on Monday", "mail_archive", "mail_snooze"),
        ("Ida wonders if I swim. Answer her: yes", "cal_respond", "mail_reply"),
    ],
)
def test_a_task_that_is_named_is_first(text, taken, named):
    ranked = [(taken, 0.6), ("slack_unread", 0.3), (named, 0.1)]

    assert plainly(text, ranked) == [(named, 0.7), ("slack_unread", 0.3), (taken, 0.0)]


@pytest.mark.parametrize(
    ("text", "taken", "named"),
    [
        ("draft a new mail to Ann", "mail_draft", "mail_send"),
        ("bring it back to my inbox", "mail_archive", "mail_snooze"),
        ("show the whole thread with Tom", "mail_thread", "catch_up"),
        ("mark ops as read and tell Tom", "slack_mark_read", "slack_post"),
        ("post to Ann: the lift is back", "mail_send", "slack_post"),
        ("reply to Ann: see the figures below", "mail_reply", "slack_post"),
        ("answer the mail under Ann's message", "mail_reply", "slack_post"),
        ("the post in ops, what does it say", "mail_send", "slack_post"),
        ("drop a line in Budget with 5 for Ann", "sheet_append", "slack_post"),
        ("which projects are there", "other", "page_find"),
        ("I'm done with the projects", "other", "page_find"),
        ("I need to catch up with Tom", "mail_thread", "catch_up"),
        ("take the star off my starred mail", "mail_star", "mail_search"),
        ("I want Tom's mail starred", "mail_star", "mail_search"),
        ("check the email bo@acme.com", "contact_validate", "mail_search"),
        ("check Bo's email address", "contact_validate", "mail_search"),
        ("change the location of my phone", "other", "cal_update"),
        ("what is Ann's email address", "contact_find", "mail_search"),
        ("the mail of the Hydra people", "contact_find", "mail_search"),
        ("catch me up on the latest email", "cal_list", "catch_up"),
        ("the latest email", "mail_read", "mail_search"),
        ("who hasn't answered my invitation", "mail_unanswered", "cal_list"),
        ("which mails are unanswered", "mail_unanswered", "cal_list"),
        ("add a row follow up call to Rota", "sheet_append", "sheet_read"),
        ("add the hours of Ann to Rota, we sum up later", "sheet_append", "sheet_read"),
    ],
)
def test_what_is_not_named_stays_as_it_was_ranked(text, taken, named):
    ranked = [(taken, 0.6), ("sheet_read", 0.3), (named, 0.1)]

    assert plainly(text, ranked) == ranked
