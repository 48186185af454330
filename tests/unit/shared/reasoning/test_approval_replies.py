"""What is said to something shown before it is done: yes, no, differently, or something else."""

import asyncio

import pytest

from shared.decisions.agreement import plainly_agrees
from shared.language.encoder import MiniLM
from shared.language.spelling import Spelling
from shared.models.reasoning import ReplyRequest
from shared.reasoning.embedded import EmbeddedReasoner

ROW = {
    "row": ["Training", 6000, 4200, "-30%"],
    "columns": ["Line", "Planned", "Actual", "Difference"],
}
REASONER = EmbeddedReasoner(MiniLM(), Spelling())


def meaning(text, *, free_text=True):
    request = ReplyRequest(
        question='Shall I send this email to Sarah Chen, "Lunch"?',
        action="Send this email",
        options=(),
        text=text,
        kind="approval",
        free_text=free_text,
    )
    return asyncio.run(REASONER.interpret_reply(request)).value.meaning


@pytest.mark.parametrize(
    "text",
    ["send it", "yes go ahead", "looks good", "ok send it", "that's fine, send it", "👍", "do it"],
)
def test_agreeing_accepts(text):
    assert meaning(text) == "accept"


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "don't send it",
        "cancel that",
        "never mind",
        "no thanks",
        "don't send it, I'll call her",
        "hm no. leave it, dont send, I ask Bo first",
        "oh no, don't, Ann says it all goes through her. sorry",
        "no, the boss told us to wait for the lawyers",
        "no, leave it as it was, I'm not sure I heard it right",
        "actually no, keep it, otherwise I never get to it",
        "Oh, forgive me, I have not even asked Bo. Please leave it be.",
        "Withdraw it; I spoke too soon.",
        "I'd sooner say it to her face, so let the letter be.",
        "No wait!! don't do any of that, it takes place after all",
        "nah forget it, leave it right where it is",
        "On second thoughts, don't. I'll just walk over to her desk.",
        "don't, we'll ring him after all",
        "somebody has announced it already, hasn't he. Then don't",
        "no no, those two stay how they are",
        "not needed any more, Bo has found one",
        "I spoke to her, we stick to the old way",
        "Ten was agreed with Anna, it stays so.",
        "the first one was right, so don't touch it",
        "she was faster, so no",
        "Hmm, no. That looks sloppy, forget I said anything.",
        "No no no, stop, wrong one, I was thinking of another. It stays exactly as it is.",
    ],
)
def test_declining_rejects(text):
    assert meaning(text) == "reject"


@pytest.mark.parametrize(
    "text",
    [
        "make it shorter",
        "change Friday to Monday",
        "send it to Tom instead",
        "add Tom in cc",
        "remove John",
        "say I can't come instead",
        "at 4pm instead",
        "yes but make it shorter",
        "no, say Monday instead",
        "actually no the 14, i carry it around all day",
        "ok but at 5pm",
        "the subject should be Lunch",
        "more formal please",
        "make it shorter, and don't send it to Bo",
        "forget that, say Monday",
        "leave it, but at 5pm",
        "don't mention it to her, just say thanks",
    ],
)
def test_a_wish_for_something_different_is_text(text):
    assert meaning(text) == "text"


@pytest.mark.parametrize(
    "text",
    [
        "show me my calendar for tomorrow",
        "what emails did I get today from Tom",
        "schedule a meeting with Ann on Friday",
        "list my agents",
    ],
)
def test_something_else_altogether_is_new(text):
    assert meaning(text) == "new"


@pytest.mark.parametrize("text", ["not now", "don't send it yet", "let me think about it"])
def test_what_asks_for_time_holds_it(text):
    assert meaning(text) == "hold"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("wait. what did Hannah write about the plants?", "new"),
        ("one sec, who else is invited to the demo on Friday?", "new"),
        ("could you hold on a minute?", "hold"),
    ],
)
def test_what_is_asked_along_with_waiting_is_asked(text, expected):
    assert over_card(text, "gmail_send_email") == expected


@pytest.mark.parametrize("text", ["who is it going to?", "ok, is Tom copied?", "how many is that"])
def test_a_question_about_it_is_asked_aside(text):
    assert meaning(text) == "aside"


def test_what_says_neither_is_unclear():
    assert meaning("hmm") == "unclear"


@pytest.mark.parametrize(
    "text",
    [
        "thanks",
        "But yes, so it can be, it is good to leave.",
        "bless her, lovely, get that off to him",
    ],
)
def test_what_seems_to_agree_is_taken_for_no_agreement_and_no_refusal(text):
    assert meaning(text) == "accept"
    assert not plainly_agrees(text, "Send this email")


def test_where_only_a_verdict_is_wanted_a_wish_is_none():
    assert meaning("make it shorter", free_text=False) == "unclear"


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("sorry, rather tuesday", "gmail_send_email"),
        ("monday is a holiday, say tuesday", "slack_post_message"),
        ("no, 3:30", "slack_post_message"),
        ("wait, 45%", "gmail_send_email"),
        ("that is a bit stiff, lose the word kindly", "gmail_send_email"),
        ("oh and add Grace as a recipient too, she asked", "gmail_forward_message"),
    ],
)
def test_what_puts_something_shown_right_is_a_wish(text, tool):
    assert over_card(text, tool) == "text"


@pytest.mark.parametrize(
    ("text", "tool", "expected"),
    [
        ("no, sorry", "gmail_send_email", "reject"),
        ("sorry, forget it", "contacts_update", "reject"),
        ("wait a minute", "gmail_send_email", "hold"),
        ("wait 5 minutes", "sheets_append_row", "hold"),
        ("is it friday?", "slack_post_message", "aside"),
    ],
)
def test_no_and_wait_and_questions_stay_what_they_are(text, tool, expected):
    assert over_card(text, tool) == expected


def over_card(text, tool, arguments=None):
    request = ReplyRequest(
        question="Shall I?",
        options=(),
        text=text,
        kind="approval",
        free_text=True,
        tool=tool,
        arguments=arguments or {},
        command="do as I say",
    )
    return asyncio.run(REASONER.interpret_reply(request)).value.meaning


@pytest.mark.parametrize(
    ("text", "tool", "arguments"),
    [
        (
            "third floor, sorry. second is where the crumbs are",
            "slack_post_message",
            {"text": "There is cake on the second floor"},
        ),
        ("can't read my own writing, ends in 98", "contacts_update", {"phone": "+44 20 7946 0199"}),
        ("Different name please: Packing list", "pages_create", {"title": "List", "text": "Bag"}),
        ("Grace instead, Nina's away", "gmail_send_email", {"to": ["nina@x.org"], "body": "Hi."}),
        ("better say no", "calendar_respond_to_event", {"response": "accepted"}),
        ("and her phone is +81 3 5555 0101", "contacts_create", {"name": "Aiko"}),
        ("and ask him whether it fits", "gmail_send_email", {"to": ["bo@x.org"], "body": "Hi."}),
        ("reply to everyone, actually", "gmail_reply_to_message", {"reply_all": False}),
        ("have Priya cc'd", "gmail_send_email", {"to": ["nina@x.org"], "body": "Hi."}),
        ("ten is too early, half past eleven?", "calendar_create_event", {"start": "2026-11-30"}),
        ("could it be at five?", "calendar_create_event", {"title": "Sync", "start": "2026-11-30"}),
        ("no no, the planned is 4500, I misread it", "sheets_append_row", ROW),
        ("wait, Grace says 4500 actual, so the difference is -25%", "sheets_append_row", ROW),
        (
            "status rather Ready",
            "sheets_update_row",
            {"values": [{"column": "Status", "value": "Open"}]},
        ),
    ],
)
def test_what_plainly_changes_the_very_call_that_is_shown_is_a_wish(text, tool, arguments):
    assert over_card(text, tool, arguments) == "text"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("who gets it?", "aside"),
        ("what did Omar write me last?", "new"),
        ("And remind me which two dates she mailed me for it?", "new"),
        ("what did Omar tell us about it?", "aside"),
        ("does it say what she told me?", "aside"),
        ("no, leave it", "reject"),
        ("Before I agree, who gets it?", "aside"),
        ("put a note on top: is it worth it?", "text"),
        ("Hmm and put in that Nina comes also", "text"),
        ("And let the mail also say that she can come", "text"),
        ("add a line: who gets it?", "text"),
    ],
)
def test_what_changes_nothing_of_it_is_none(text, expected):
    call = {"to": ["nina@x.org"], "body": "The second floor."}
    assert over_card(text, "gmail_send_email", call) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ah it can stay at five as it was", "reject"),
        ("it stays on Friday, but at 4pm", "text"),
        ("3 clashes with the school run, half one", "text"),
        ("keep it at half an hour", "text"),
    ],
)
def test_what_is_there_is_kept_as_it_is_or_has_another_time(text, expected):
    call = {"event_id": "e", "start": "2026-12-04T15:00", "end": "2026-12-04T16:00"}
    assert over_card(text, "calendar_update_event", call) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("oh hang on, he brings two guests. No, leave the lunch where it is", "reject"),
        ("no, keep the lunch", "reject"),
        ("keep the lunch with Bo, I make it work", "reject"),
    ],
)
def test_what_a_change_is_of_is_kept_by_its_name(text, expected):
    call = {"event_id": "e", "title": "Lunch with Bo", "start": "2026-12-04T15:00"}
    assert over_card(text, "calendar_update_event", call) == expected


@pytest.mark.parametrize("text", ["keep it at 30 minutes", "it stays at 4, we said"])
def test_what_is_made_anew_is_not_kept_as_it_was(text):
    call = {"title": "Sync", "start": "2026-12-04T15:00", "minutes": 60}
    assert over_card(text, "calendar_create_event", call) != "reject"


MAIL = {"to": ["laura@x.org"], "body": "Page 6 isn't right yet."}
LUNCH = {"title": "Lunch with Bo", "start": "2026-12-04T12:00", "attendees": ["bo@x.org"]}


@pytest.mark.parametrize(
    ("text", "tool", "arguments"),
    [
        ("Mhm, I have not read that. Don't send the mail, I speak to Tom first.", "", MAIL),
        ("It is her page, she should say it. No mail from me.", "", MAIL),
        ("I have told her at lunch. The mail isn't needed.", "", MAIL),
        ("I told her, so there is no need for the mail any more", "", MAIL),
        ("He is not the one who decides. I'd rather not answer him.", "", MAIL),
        ("She is on holiday till Monday. No message then.", "slack_post_message", {"text": "Hi"}),
        ("She sits next to me. No need to write to her.", "slack_post_message", {"text": "Hi"}),
        ("There is one already. Don't make another one.", "pages_create", {"title": "List"}),
        ("Priya has one. We don't need a second page.", "pages_create", {"title": "List"}),
        ("The figures are wrong. Don't add that row, I wait for Grace.", "sheets_append_row", ROW),
        ("Omar has just said he's ill, so don't set up the event", "calendar_create_event", LUNCH),
        ("Bo is in Madrid. Drop the lunch, I ask him in May.", "calendar_create_event", LUNCH),
        ("Oh, she likes Room Tyne. Don't move it.", "calendar_update_event", {"event_id": "e"}),
        ("It's Saturday. Leave her alone, don't send anything.", "", MAIL),
        ("ok wait, she answered already. so no mail needed", "", MAIL),
        ("I see Nina tomorrow, no need to write", "slack_send_direct_message", {"text": "Hi"}),
        ("I don't need it then. Cancel the booking.", "calendar_create_event", LUNCH),
        ("Grace does that herself. Leave the sheet as it is.", "sheets_append_row", ROW),
        ("It was her sister. Leave the contact as it is.", "contacts_update", {"contact_id": "c"}),
        ("I mixed him up. Don't change anything.", "contacts_update", {"contact_id": "c"}),
        ("no no stop. I must talk with Tom first. do not send nothing to Laura", "", MAIL),
        ("Nooo wait, she's still away. Don't send that to Laura!", "", MAIL),
        ("It's Ann's list, she does that. Don't add it.", "pages_append", {"text": "Hi"}),
        ("Yeah thought so. Scrap the forward", "gmail_forward_message", MAIL),
        ("leave it dont send her anything I'll talk to her when I'm in", "", MAIL),
        ("no need, Rachel has added it", "sheets_append_row", ROW),
        ("Hm, no. Grace wanted to do that herself, drop it.", "", MAIL),
        ("no, Tom will ring her tomorrow anyway. Forget it.", "", MAIL),
        ("no wait, Bo is away that day, scrap that", "calendar_create_event", LUNCH),
        (
            "Belay that. She hasn't answered, I'll not promise what isn't mine. Nothing goes out.",
            "slack_send_direct_message",
            {"user": "U1", "text": "Ten minutes' downtime is fine by me."},
        ),
        ("It is too soon for that; let us abandon the letter altogether.", "", MAIL),
        (
            "No no, wait, at that hour I will eat. Leave it where it was.",
            "calendar_update_event",
            {"event_id": "e"},
        ),
    ],
)
def test_a_sentence_that_says_not_to_do_it_refuses_whatever_stands_around_it(text, tool, arguments):
    assert over_card(text, tool or "gmail_send_email", arguments) == "reject"


@pytest.mark.parametrize(
    ("text", "tool", "arguments"),
    [
        ("She knows the page. Don't send it to Laura, send it to Tom.", "", MAIL),
        ("don't forget the page, and say it's number 6", "", MAIL),
        ("don't add Tom", "", MAIL),
        ("Don't send it to Laura", "", {"to": ["laura@x.org", "bo@x.org"], "body": "Hi"}),
        ("Bo is away. Don't invite Bo.", "calendar_create_event", LUNCH),
        ("Don't book it at three, four is better", "calendar_create_event", LUNCH),
        ("Don't add the difference", "sheets_append_row", ROW),
        ("No, to Tom instead, forget it when I say Laura", "", MAIL),
    ],
)
def test_what_is_not_to_be_so_is_no_refusal_of_the_whole(text, tool, arguments):
    assert over_card(text, tool or "gmail_send_email", arguments) == "text"


BIN = {"message_ids": ["m-1"]}
OFF = {"event_id": "e", "title": "Team lunch", "scope": "this"}


@pytest.mark.parametrize(
    ("text", "tool", "arguments", "expected"),
    [
        ("Don't bin that. Pass it on to Grace, please.", "gmail_trash", BIN, "new"),
        ("oh no, archive it rather", "gmail_trash", BIN, "new"),
        ("not in the bin, just mark it as read", "gmail_trash", BIN, "new"),
        ("no, don't delete it! label it Taxes", "gmail_trash", BIN, "new"),
        ("not cancel, shift it to the Friday after", "calendar_delete_event", OFF, "new"),
        ("He'd be sad. Move it to Thursday at one.", "calendar_delete_event", OFF, "new"),
        ("don't delete it, I'll forward it to Bo myself", "gmail_trash", BIN, "reject"),
        ("Don't send it. Bo answers her on Monday.", "gmail_send_email", MAIL, "reject"),
        ("ah no not with Bo coming, leave it be, don't cancel", "calendar_delete_event", OFF,
         "reject"),
        ("no, Bo is coming, keep it", "calendar_delete_event", OFF, "reject"),
        ("Hold on. No, leave that entry where it is, the contract still runs", "contacts_delete",
         {"contact_id": "c", "name": "Bo Ray"}, "reject"),
        ("yes alas, duty calls", "calendar_delete_event", OFF, "accept"),
        ("Hold on, bin that. I'll ring her myself.", "gmail_send_email", MAIL, "reject"),
        ("You know what, ditch the whole idea.", "calendar_create_event", LUNCH, "reject"),
        ("the draft to Omar should say Friday", "gmail_send_email", MAIL, "new"),
    ],
)  # fmt: skip
def test_what_is_ordered_in_place_of_what_is_shown_is_new(text, tool, arguments, expected):
    assert over_card(text, tool, arguments) == expected


KICK_OFF = {"event_id": "e", "title": "Harbour kick-off", "scope": "this"}
CELL = {"values": [{"column": "Status", "value": "Open"}], "key": "Lyon"}


@pytest.mark.parametrize(
    ("text", "tool", "arguments", "expected"),
    [
        ("No, nothing is to be posted there.", "slack_post_message", {"text": "Hi"}, "reject"),
        (
            "Wrong one. The kick-off stays as it stands.",
            "calendar_delete_event",
            KICK_OFF,
            "reject",
        ),
        ("oh no. let it stand, they like it", "calendar_delete_event", KICK_OFF, "reject"),
        ("leave it standing", "calendar_delete_event", KICK_OFF, "reject"),
        ("leave it in the calendar", "calendar_delete_event", KICK_OFF, "reject"),
        ("oh wait, don't, leave her in", "contacts_delete", {"contact_id": "c"}, "reject"),
        ("no, keep him", "contacts_delete", {"contact_id": "c"}, "reject"),
        ("I still need that one. Keep it in my inbox.", "gmail_trash", BIN, "reject"),
        ("I meant another. Lyon stays as it was.", "sheets_update_row", CELL, "reject"),
        ("Hold on", "gmail_send_email", MAIL, "hold"),
        ("Hold. Page 7. Only say that.", "gmail_send_email", MAIL, "text"),
    ],
)
def test_what_is_said_to_stay_is_left_and_what_is_meant_instead_is_a_wish(
    text, tool, arguments, expected
):
    assert over_card(text, tool, arguments) == expected


def test_a_label_of_what_a_call_may_set_besides_is_a_wish():
    call = {"name": "Marco Ruiz", "company": "Client Industries"}
    wish = "Job title: Site Manager. There, that's the lot"
    assert over_card(wish, "contacts_create", call) == "text"


FELIX = "Answer Felix on his desks mail that the order is signed"
HANNAH = "tell Hannah the same over Slack"
PAGE = "add to the Q4 planning page that the second environment can go"
OMAR = "I need half an hour with Omar on Wednesday next week at four"
TOM = "send Tom a new mail saying I'm in Manchester"


@pytest.mark.parametrize(
    ("shown", "tool", "waiting", "text", "expected"),
    [
        (FELIX, "gmail_reply_to_message", [HANNAH], "skip the slack message", ("skip", "0")),
        (
            FELIX,
            "gmail_reply_to_message",
            [HANNAH],
            "leave out the slack message to hannah. the mail to felix stays",
            ("skip", "0"),
        ),
        (
            FELIX,
            "gmail_reply_to_message",
            [HANNAH],
            "skip the mail, the slack message stays",
            ("reject", None),
        ),
        (FELIX, "gmail_reply_to_message", [TOM], "leave out the mail to Tom", ("skip", "0")),
        (FELIX, "gmail_reply_to_message", [TOM], "cc Ann on the mail to Felix", ("text", None)),
        (FELIX, "gmail_reply_to_message", [HANNAH], "add that we ordered twelve", ("text", None)),
        (
            "Decline it",
            "calendar_respond_to_event",
            [TOM],
            "Ann in cc on that mail",
            ("later", "0"),
        ),
        (PAGE, "pages_append", [HANNAH, OMAR], "half past four is better for him", ("later", "1")),
        (PAGE, "pages_append", [OMAR], "make the meeting an hour", ("later", "0")),
        (PAGE, "pages_append", [], "half past four is better for him", ("text", None)),
        (PAGE, "pages_append", [OMAR], "forget everything, I ask him", ("reject", "all")),
        (PAGE, "pages_append", [OMAR], "not needed any more", ("reject", None)),
        (FELIX, "gmail_reply_to_message", [HANNAH], "just the mail", ("skip", "0")),
        (PAGE, "pages_append", [TOM], "skip the email, I call him. just the page", ("skip", "0")),
        (PAGE, "pages_append", [TOM, HANNAH], "just the page", ("text", None)),
        (PAGE, "pages_append", [f"{TOM}\noffer that Nina comes"], "not Nina, Bo", ("later", "0")),
        (PAGE, "pages_append", [TOM], "not Tom, Bo", ("later", "0")),
        (PAGE, "pages_append", [TOM, OMAR], "not second, third environment", ("text", None)),
    ],
)
def test_what_is_said_of_an_order_that_waits_leaves_the_card_as_it_is(
    shown, tool, waiting, text, expected
):
    request = ReplyRequest(
        question="Shall I?",
        options=(),
        text=text,
        kind="approval",
        free_text=True,
        tool=tool,
        command=shown,
        waiting=tuple(waiting),
    )
    reading = asyncio.run(REASONER.interpret_reply(request)).value
    assert (reading.meaning, reading.option) == expected


@pytest.mark.parametrize(
    ("text", "answer", "expected"),
    [
        ("A feeble answer, that. I accept, without reservation.", "tentative", "text"),
        ("decline it instead, I am away", "accepted", "text"),
        ("no, I won't decline it", "declined", "reject"),
    ],
)
def test_another_answer_to_an_invitation_is_a_wish(text, answer, expected):
    call = {"event_id": "e", "response": answer}
    assert over_card(text, "calendar_respond_to_event", call) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hold on first. Tom may see it differently. Please cancel it, I ring him.", "reject"),
        ("Wait. Actually forget it, I'll ring him.", "reject"),
        ("Hang on, I need to check with Ann. Don't send it yet.", "hold"),
        ("Hold fire. Let me talk to Priya first. I'll say when.", "hold"),
    ],
)
def test_what_is_held_off_may_be_dropped_then(text, expected):
    assert over_card(text, "gmail_send_email", MAIL) == expected
