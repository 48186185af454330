"""What is said, where and how: a card changed in words."""

import pytest

from shared.language.encoder import MiniLM
from shared.language.spelling import Spelling
from shared.models.reasoning import ReviseRequest
from shared.reasoning.embedded import EmbeddedReasoner
from shared.reasoning.embedded.revising import cutting, revise
from shared.understanding.folding import fold
from tests.support.revising import (
    BOOK,
    EVENT,
    EVENT_HAS,
    MAIL,
    MAIL_HAS,
    NOW,
    READER,
    SEND,
    body,
    different,
    request,
    revised,
    seen,
    tool_of,
)


@pytest.mark.parametrize(
    ("wish", "body_after"),
    [
        ("make it shorter", "Let us meet on Friday. I bring the deck."),
        ("please say I can't come instead", "I can't come."),
        ("it should say see you on Monday", "See you on Monday."),
        ('change the body to "See you soon."', "See you soon."),
        (
            "add that I'm away next week",
            "Let us meet on Friday. I bring the deck. Please read it. I'm away next week.",
        ),
        (
            "It needs a second sentence: Omar decides.",
            "Let us meet on Friday. I bring the deck. Please read it. Omar decides.",
        ),
        (
            "I would be glad if it also said that we start early.",
            "Let us meet on Friday. I bring the deck. Please read it. We start early.",
        ),
        (
            "also ask her for the budget",
            (
                "Let us meet on Friday. I bring the deck. Please read it. "
                "Could you please send me the budget?"
            ),
        ),
        ("remove the last sentence", "Let us meet on Friday. I bring the deck."),
        ("don't mention the deck", "Let us meet on Friday. Please read it."),
        (
            "haha no, slides instead of deck, he had enough of it",
            "Let us meet on Friday. I bring the slides. Please read it.",
        ),
        (
            'replace "deck" with "slides"',
            "Let us meet on Friday. I bring the slides. Please read it.",
        ),
    ],
)
def test_the_text_is_changed_between_greeting_and_name(wish, body_after):
    assert different(wish, MAIL, MAIL_HAS) == {"body": body(body_after)}


@pytest.mark.parametrize(
    "wish",
    ["change Friday to Monday", "use Monday instead of Friday", "no, Monday not Friday"],
)
def test_words_are_replaced_wherever_they_stand(wish):
    after = different(wish, MAIL, MAIL_HAS)
    assert after["subject"] == "Monday lunch"
    assert "meet on Monday." in after["body"]


POST = {"channel": "ops", "text": "I take the 16 inch one, at 3pm tomorrow"}


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("Make that Friday, tomorrow is full", "I take the 16 inch one, at 3pm Friday"),
    ],
)
def test_a_value_takes_the_place_of_the_only_one_of_its_kind(wish, text):
    assert different(wish, POST, ("channel", "text")) == {"text": text}


def test_of_two_of_a_kind_none_is_replaced():
    assert revised("no, the 14", {"text": "16 or 17"}, ("text",)).arguments is None


def test_a_figure_takes_the_place_of_the_only_one():
    short = {"text": "I take the 16 inch one"}

    assert different("actually no the 14, i carry it around all day", short, ("text",)) == {
        "text": "I take the 14 inch one"
    }


def test_what_is_put_right_goes_where_the_command_put_the_first():
    told = "Claire at LinguaPlus got promoted, her title should be Head of Translation now"
    call = {"contact_id": "c", "title": "Head of Translation", "company": "LinguaPlus"}
    tool = tool_of(call)
    wish = "I got that wrong, it's Head of Languages"
    request = ReviseRequest(
        command=told, tool=tool, arguments=call, wish=wish, today="2025-11-19", now=NOW
    )
    assert revise(request, READER).arguments == {**call, "title": "Head of Languages"}


@pytest.mark.parametrize(
    ("text", "wish", "after"),
    [
        ("Can we talk on Monday?", "ask for tuesday instead", "Can we talk on Tuesday?"),
        ("Can we talk?", "ask for tuesday instead", None),
        ("Badge, charger", "don't add that", None),
        ("Badge, charger", "also ask for a map", "Badge, charger Could you please send me a map?"),
    ],
)
def test_a_text_is_added_to_and_put_right(text, wish, after):
    found = revised(wish, {"title": "t", "text": text}, ("title", "text")).arguments
    assert (found or {}).get("text") == after


@pytest.mark.parametrize(
    "wish",
    [
        "put three points in it: slides, price",
        "write two lines: slides, price",
        "note down in it: slides, price",
        "put in: slides, price",
    ],
)
def test_what_is_put_in_it_stands_there_besides(wish):
    page = {"title": "Agenda", "text": "First come, first served."}
    added = {"text": "First come, first served. Slides, price."}
    assert different(wish, page, ("title", "text")) == added


@pytest.mark.parametrize(
    ("wish", "more"),
    [
        ("stick in a line that lunch is on us", "Lunch is on us."),
        (
            "put two things in it: it's booked, and lunch is on us",
            "It's booked, and lunch is on us.",
        ),
        ("add a question: does he need a hotel", "Does he need a hotel?"),
    ],
)
def test_more_is_said_behind_what_is_said(wish, more):
    mail = {"to": ["p@x.fr"], "subject": "Paris", "body": "Hello,\n\nParis it is."}
    assert different(wish, mail, MAIL_HAS) == {"body": f"Hello,\n\nParis it is. {more}"}


def test_what_it_will_be_takes_the_place_of_what_is_taken():
    mail = {"to": ["p@x.fr"], "subject": "Photo", "body": "Hello,\n\nYou get it on Monday."}
    changed = different("sorry, it'll be Tuesday, monday is full", mail, MAIL_HAS)
    assert changed == {"body": "Hello,\n\nYou get it on Tuesday."}


@pytest.mark.parametrize(
    ("marked", "before", "after"),
    [
        ("she needs to hear {body:i am ill}", "Hello.", "Hello. I am ill."),
        (
            "bring in {body:that Tom comes at 4}",
            "Hi Sarah,\n\nHello.\n\nBest,\nAda",
            body("Hello. Tom comes at 4."),
        ),
        ("plus {body:she has to call}", "Hello.", "Hello. You have to call."),
        ("also {body:see you}", "", "See you."),
    ],
)
def test_words_the_reader_sees_are_said_besides_or_instead_between_greeting_and_name(
    marked, before, after
):
    assert seen(marked, MAIL | {"body": before}, MAIL_HAS, SEND) == {"body": after}


TEXT_HAS = ("channel", "text")


@pytest.mark.parametrize(
    ("wish", "before", "after"),
    [
        ("no, on wednesday", "I'm in on Tuesday.", "I'm in on Wednesday."),
        ("tuesday is a holiday, make it monday", "We ship Tuesday", "We ship Monday"),
        ("sorry, I got it wrong, it is 14:30", "We start at 2", "We start at 14:30"),
        ("oops, rather 4 pm", "Back at 3 pm.", "Back at 4 pm."),
        ("this evening I mean", "I'll look at it tomorrow", "I'll look at it this evening"),
        ("no, 12 May", "The audit is on 3 March.", "The audit is on 12 May."),
        ("correction: 35%", "It went up 25% and cost 300.", "It went up 35% and cost 300."),
        (
            "not monday, but friday",
            "Mon or not: Monday or Tuesday",
            "Mon or not: Friday or Tuesday",
        ),
        ("sorry, june", "We may move in May.", "We may move in June."),
        ("make it 70 percent", "Three at 60 % please", "Three at 70 percent please"),
        ("from Tuesday, Monday is a holiday", "From Monday on", "From Tuesday on"),
        ("it's bo@x.org", "Write to al@x.org please", "Write to bo@x.org please"),
    ],
)
def test_the_only_value_of_its_kind_gives_way_to_another_within_the_text(wish, before, after):
    answer = revised(wish, {"channel": "#ops", "text": before}, TEXT_HAS)
    assert answer.arguments == {"channel": "#ops", "text": after}


@pytest.mark.parametrize(
    ("wish", "text", "told"),
    [
        ("within 15 minutes please", "5. Tell them within 10 minutes", "within 15 minutes"),
        ("15 minutes", "5. Tell them within 10 minutes", "within 15 minutes"),
    ],
)
def test_the_words_beside_a_value_tell_which_one_it_stands_for(wish, text, told):
    answer = revised(wish, {"channel": "#ops", "text": text}, TEXT_HAS)
    assert answer.arguments is not None
    assert told in answer.arguments["text"]
    assert answer.arguments["text"].startswith("5. ")


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("sorry, friday", "On Monday or Tuesday."),
        ("no, 7", "From 3 to 5."),
    ],
)
def test_where_two_values_could_be_meant_nothing_changes_and_they_are_named(wish, text):
    answer = revised(wish, {"channel": "#ops", "text": text}, TEXT_HAS)
    assert answer.arguments is None
    assert "I can't tell which of" in answer.why


@pytest.mark.parametrize(
    ("wish", "where"),
    [
        ("add that monday is free", {"text": "See you Tuesday. Monday is free."}),
    ],
)
def test_what_says_more_than_a_value_is_no_correction_of_one(wish, where):
    answer = revised(wish, {"channel": "#ops", "text": "See you Tuesday."}, TEXT_HAS)
    assert answer.arguments == {"channel": "#ops"} | where


@pytest.mark.parametrize(
    ("wish", "before", "after"),
    [
        ("take out the paper cups", "A meal with paper cups, and tea.", "A meal, and tea."),
        ("Hannah says not before Wednesday, so write Wednesday", "Out Monday.", "Out Wednesday."),
        ("leave Sarah out of it", "I check it with Sarah first.", "I check it first."),
        (
            "hang on, leave the drums out, add that I'm late",
            "I'll do the speech and I'll bring the drums and all.",
            "I'll do the speech and all. I'm late.",
        ),
        ("leave the speech out", "I'll do the speech and I'll pick you up.", "I'll pick you up."),
        (
            "Leave the cake out of it, only the speech.",
            "Of course I'll do the speech, and I'll make a cake as well.",
            "Of course I'll do the speech.",
        ),
        (
            "take the sorry out, no need. Say we're looking forward to it, that's nicer.",
            "We'd love to but not before May, and I'm sorry for the delay.",
            "We'd love to but not before May. We're looking forward to it.",
        ),
        (
            "leave the train out",
            "I'm late on Tuesday and the train is full. Please start without me.",
            "I'm late on Tuesday. Please start without me.",
        ),
        (
            "Five on Fridays, forgive me, four is when my own shop shuts.",
            "The desk closes at four on Fridays.",
            "The desk closes at five on Fridays.",
        ),
        (
            "Wait. In Chicago also.",
            "Please ring me before you touch anything in Toledo.",
            "Please ring me before you touch anything in Toledo and Chicago.",
        ),
    ],
)
def test_of_two_that_a_text_joins_one_is_taken_out(wish, before, after):
    answer = revised(wish, {"channel": "#ops", "text": before}, TEXT_HAS)
    assert answer.arguments == {"channel": "#ops", "text": after}


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("add the link: https://x.org/1", None),
    ],
)
def test_a_number_is_said_with_what_it_is(wish, text):
    after = revised(wish, {"text": "Please ring Jo"}, ("text",)).arguments
    if text is not None:
        assert after == {"text": f"Please ring Jo. {text[:1].upper()}{text[1:]}"}


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("one more thing: Luis has seen it", "It is done. Luis has seen it."),
        ("I'd also like to say that Luis has seen it", "It is done. Luis has seen it."),
        ("write one more thing in my reply to her: see you", "It is done. See you."),
        ("add a line to the mail to say Luis has seen it", "It is done. Luis has seen it."),
    ],
)
def test_an_afterthought_is_said_besides(wish, text):
    assert different(wish, {"text": "It is done."}, ("text",)) == {"text": text}


@pytest.mark.parametrize(
    ("wish", "text", "after"),
    [
        (
            "chairs! I meant chairs, the desks are here.",
            "When do desks come?",
            "When do chairs come?",
        ),
        ("we threw some out so we need 400", "How much are 200 more?", "How much are 400 more?"),
        ("oh its the 28th, they pay early", "It is due on the 30th.", "It is due on the 28th."),
        ("half past ten is better", "I come at 10.", "I come at half past ten."),
        ("They just said two o'clock, not noon.", "Shut until noon.", "Shut until two o'clock."),
        ("Only Tue in the end, take out the Wed", "In Tue and Wed.", "In Tue."),
        ("argh friday!! not thurday. rest is fine", "A room on Thursday?", "A room on Friday?"),
        ("dinner! not lunch", "Lunch on Friday?", "Dinner on Friday?"),
    ],
)
def test_words_give_way_to_others_whatever_is_said_for_it(wish, text, after):
    assert different(wish, {"text": text}, ("text",)) == {"text": after}


def test_what_is_said_besides_takes_the_place_of_nothing():
    before = {"contact_id": "c", "title": "Programme Manager"}
    wish = "Hang on, I misread her badge: Programme Director"
    found = revised(wish, before, (*before,), "contacts_update").arguments
    assert found == before | {"title": "Programme Director"}


@pytest.mark.parametrize(
    "wish",
    [
        "chairs are nice",
        "not desks",
        "Better only to Ann, she'd be the one with the desks anyway",
        "Oh dear, no, and leave the rest out",
        "gosh, not desks",
        "lamps instead of that",
    ],
)
def test_words_stay_where_it_is_not_plain_which_and_what_instead(wish):
    assert revised(wish, {"text": "When do desks and tables come?"}, ("text",)).arguments is None


@pytest.mark.parametrize(
    "wish",
    [
        "put it in #dev instead",
        "Put it in #dev instead, please. Cake for the whole company would ruin me.",
    ],
)
def test_where_it_is_put_instead_is_no_text_nor_is_the_reason(wish):
    post = {"channel": "#ops", "text": "There is cake on Friday"}
    after = revised(wish, post, TEXT_HAS, "slack_post_message").arguments

    assert after == {**post, "channel": "#dev"}


BELOW = "---------- Forwarded message ---------\nFrom: Bo <bo@x.org>\n\nHello Al"


@pytest.mark.parametrize(
    ("wish", "own"),
    [
        ("add above it that I am away", "I am away."),
    ],
)
def test_what_is_passed_on_stays_below_what_is_said_of_it(wish, own):
    call = {"to": ["ann@x.org"], "subject": "Fwd: Keys", "body": BELOW}
    answer = revised(wish, call, ("to", "subject", "body", "note"))
    assert answer.arguments is not None
    assert answer.arguments["body"] == f"{own}\n\n{BELOW}"


def test_what_is_answered_stays_below_another_answer():
    call = {"body": "Hi Bo,\n\nYes.\n\nOn Mon 2 Nov, Bo <bo@x.org> wrote:\n> Is it?"}
    answer = revised("it should say I agree", call, ("body",))
    assert answer.arguments is not None
    assert answer.arguments["body"] == (
        "Hi Bo,\n\nI agree.\n\nOn Mon 2 Nov, Bo <bo@x.org> wrote:\n> Is it?"
    )


@pytest.mark.parametrize(
    ("wish", "more"),
    [
        ("Hmm and put in that Nina comes", "Nina comes."),
        ("And let the post also say that she can close the month", "She can close the month."),
    ],
)
def test_what_is_said_also_stands_beside_what_is_said(wish, more):
    answer = revised(wish, {"channel": "#ops", "text": "The line is checked."}, TEXT_HAS)
    assert answer.arguments is not None
    assert answer.arguments["text"] == f"The line is checked. {more}"


SAID = "The lift is out."


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("and start with Hi Inês", f"Hi Inês,\n{SAID}"),
        ("begin with Good morning all", f"Good morning all,\n{SAID}"),
        ('start with "Dear all"', f"Dear all,\n{SAID}"),
        ("it should begin with Hi team", f"Hi team,\n{SAID}"),
        ("put Hi all at the beginning", f"Hi all,\n{SAID}"),
        ("put a Hello everyone in front of it", f"Hello everyone,\n{SAID}"),
        ("and write below it: Lars comes", f"{SAID} Lars comes."),
        ("underneath: Lars comes", f"{SAID} Lars comes."),
        ("Put still after it: Lars comes", f"{SAID} Lars comes."),
        ("and write behind that: Lars comes", f"{SAID} Lars comes."),
        ("say afterwards that Lars comes", f"{SAID} Lars comes."),
        ("still write: Lars comes", f"{SAID} Lars comes."),
        ("at the beginning say Hi all", f"Hi all,\n{SAID}"),
        ("begin with As of today", f"As of today. {SAID}"),
        ("start with a line: for Toledo only", f"For Toledo only. {SAID}"),
        ("end with See you there", f"{SAID} See you there."),
        ("and end it with a thank you to Nina", f"{SAID} Thank you to Nina."),
        ("finish with: bring your own plate", f"{SAID} Bring your own plate."),
        ("at the end: thanks to Emma", f"{SAID} Thanks to Emma."),
        ('and finish it with "no rush"', f"{SAID} No rush."),
        ("and a second line: Lars gets the offer", f"{SAID} Lars gets the offer."),
        ("another line: Lars gets the offer", f"{SAID} Lars gets the offer."),
        ("and one more line: bring a plate", f"{SAID} Bring a plate."),
        ("add to it: bring a plate", f"{SAID} Bring a plate."),
        ("add that Lars comes", f"{SAID} Lars comes."),
    ],
)
def test_a_text_begins_or_ends_with_what_is_said_or_says_it_too(wish, text):
    assert different(wish, {"text": SAID}, ("text",)) == {"text": text}


@pytest.mark.parametrize(
    ("wish", "greeting", "more", "closing"),
    [
        ("start with Dear Sarah", "Dear Sarah", "", "Best,\nAda"),
        ('with greeting "Dear Sarah", we are friends', "Dear Sarah", "", "Best,\nAda"),
        ("the greeting should be Hello Sarah", "Hello Sarah", "", "Best,\nAda"),
        ("as salutation: Dear Sarah. She is older", "Dear Sarah", "", "Best,\nAda"),
        ("start with Ciao Sarah instead of Hi", "Ciao Sarah", "", "Best,\nAda"),
        ("end with See you on Thursday", "Hi Sarah", " See you on Thursday.", "Best,\nAda"),
        ("sign it with Ada Byron", "Hi Sarah", "", "Best,\nAda Byron"),
        ("Dear Sarah, not Hi", "Dear Sarah", "", "Best,\nAda"),
        ("sign with my full name", "Hi Sarah", "", "Best,\nAda Byron"),
        ("sign it from the whole team", "Hi Sarah", "", "Best,\nthe whole team"),
        ("sign as The project team", "Hi Sarah", "", "Best,\nThe project team"),
        ("sign off with Kind regards", "Hi Sarah", "", "Kind regards,\nAda"),
        ("end with Kind regards, A. Byron", "Hi Sarah", "", "Kind regards,\nA. Byron"),
        ("offer her that Nina can come", "Hi Sarah", " Nina can come.", "Best,\nAda"),
        ("In the mail, offer her that Nina can come", "Hi Sarah", " Nina can come.", "Best,\nAda"),
        ("in the mail tell her that I'm in Rome", "Hi Sarah", " I'm in Rome.", "Best,\nAda"),
        ("and promise her that it holds", "Hi Sarah", " It holds.", "Best,\nAda"),
    ],
)
def test_a_mail_is_opened_and_closed_with_what_is_said(wish, greeting, more, closing):
    mail = {"to": ["sarah@acme.com"], "body": "Hi Sarah,\n\nI am late.\n\nBest,\nAda"}
    assert different(wish, mail, MAIL_HAS) == {
        "body": f"{greeting},\n\nI am late.{more}\n\n{closing}"
    }


def test_a_start_or_an_end_that_is_a_time_begins_no_text():
    event = EVENT | {"notes": "Bring a plate."}
    assert different("start with half past four", event, EVENT_HAS)["start"] == "2025-11-21T16:30"


@pytest.mark.parametrize(
    "wish",
    [
        "not in general, in random",
        "not general, random",
        "wrong channel, random",
        "the channel should be random",
        "use the random channel",
        "put it into random, not general",
        "general is too big for that, take random",
        "other channel: random",
    ],
)
def test_it_is_posted_in_the_channel_that_is_named_in_the_place_of_another(wish):
    post = {"channel": "general", "text": "Cake in the kitchen at 16:00"}
    assert different(wish, post, TEXT_HAS) == {"channel": "random"}


@pytest.mark.parametrize(
    "wish", ["not in general, it is too loud", "general or random", "chairs are better"]
)
def test_no_channel_is_taken_from_words_that_may_be_anything(wish):
    post = {"channel": "general", "text": "Cake in the kitchen at 16:00"}
    after = revised(wish, post, TEXT_HAS).arguments or post
    assert after["channel"] == "general"


@pytest.mark.parametrize(
    ("wish", "more"),
    [
        ("add that no reply is needed", "No reply is needed."),
    ],
)
def test_a_no_that_is_to_be_said_is_kept(wish, more):
    assert different(wish, {"text": SAID}, ("text",)) == {"text": f"{SAID} {more}"}


def test_nothing_is_added_by_a_word_that_points_at_it():
    assert revised("add that", {"text": SAID}, ("text",)).arguments is None


@pytest.mark.parametrize(
    "wish", ["sign me up for the workshop", "end it there", "close the ticket"]
)
def test_what_begins_or_ends_something_else_is_said_in_no_mail(wish):
    mail = {"to": ["sarah@acme.com"], "body": "Hi Sarah,\n\nI am late.\n\nBest,\nAda"}
    assert revised(wish, mail, MAIL_HAS).arguments is None


def test_no_word_gives_way_because_of_what_is_not_to_be_done():
    mail = {"to": ["sarah@acme.com"], "body": "I will send a note."}
    wish = "Don't send it like that, it's too long"
    assert (revised(wish, mail, MAIL_HAS).arguments or mail)["body"] == "I will send a note."


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("make taht Tuesday", "Can you show it on Tuesday?"),
        ("chnage Monday to Friday", "Can you show it on Friday?"),
        (
            "add that the adn sequence is ready",
            "Can you show it on Monday? The adn sequence is ready.",
        ),
        ("say that taht was a slip", "Can you show it on Monday? Taht was a slip."),
        ("pls add: teh cake is here", "Can you show it on Monday? Teh cake is here."),
    ],
)
async def test_slips_are_put_right_but_in_what_is_to_be_said(wish, text):
    reasoner = EmbeddedReasoner(MiniLM(), Spelling(), READER)
    shown = {"channel": "general", "text": "Can you show it on Monday?"}
    card = request(wish, shown, TEXT_HAS, "slack_post_message")

    assert (await reasoner.revise(card)).value.arguments["text"] == text


async def test_where_no_slip_is_the_cause_it_is_said_what_can_be_changed():
    reasoner = EmbeddedReasoner(MiniLM(), Spelling(), READER)
    card = request("make taht a giraffe", {"channel": "general", "text": "Hello"}, TEXT_HAS)

    answer = (await reasoner.revise(card)).value

    assert answer.arguments is None
    assert answer.why


STOOD = "The draft will be amended. It leaves on Monday."


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ('Please put "The contract" in place of "The draft".', STOOD.replace("draft", "contract")),
        ("And beneath the picture the name of the donor: paid by us.", f"{STOOD} Paid by us."),
        ("Oh, and underneath: Emma does the flowers.", f"{STOOD} Emma does the flowers."),
        ("Add: Omar for questions.", f"{STOOD} Omar for questions."),
    ],
)
def test_what_is_quoted_or_dictated_is_said_exactly(wish, text):
    call = {"channel": "general", "text": STOOD}
    assert different(wish, call, tuple(call), "slack_post_message") == {"text": text}


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("Begin it with Good morning all", f"Good morning all,\n{STOOD}"),
        ("please open it with Dear colleagues", f"Dear colleagues,\n{STOOD}"),
        ("and end it with See you there", f"{STOOD} See you there."),
    ],
)
def test_a_post_is_opened_and_closed_whatever_the_network_marks(wish, text):
    call = {"channel": "general", "text": STOOD}
    assert different(wish, call, tuple(call), "slack_post_message") == {"text": text}


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ('Strike "on Monday" and write "at noon"', "at noon with 4 people. Bo has the key."),
        ("change Monday to Friday", "on Friday with 4 people. Bo has the key."),
        ("make it 5 instead of 4", "on Monday with 5 people. Bo has the key."),
        ("please say the lock instead of the key", "on Monday with 4 people. Bo has the lock."),
        ('cross out "the key", put "two keys"', "on Monday with 4 people. Bo has two keys."),
        ("swap bo for Sofia", "on Monday with 4 people. Sofia has the key."),
    ],
)
def test_what_is_named_for_words_shown_stands_just_there(wish, said):
    call = {"channel": "#ops", "text": "We come on Monday with 4 people. Bo has the key."}
    after = different(wish, call, ("channel", "text"), "slack_post_message")
    assert fold(after["text"]) == fold(f"We come {said}")


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("sry carlos not claire", "Carlos does. Ann pays."),
        ("Carlos, not Claire!", "Carlos does. Ann pays."),
        ("no wait, it's Peter who pays, not Ann", "Claire does. Peter pays."),
    ],
)
def test_who_only_stands_in_the_text_is_exchanged_there(wish, text):
    call = {"channel": "general", "text": "Claire does. Ann pays."}
    assert different(wish, call, ("channel", "text"), "slack_post_message") == {"text": text}


def test_who_gets_it_is_exchanged_there_though_the_text_names_them_too():
    call = {"to": ["Claire"], "cc": [], "subject": "Cake", "body": "Hi Claire, Ann pays."}
    after = different("sorry, Carlos not Claire", call, tuple(call), "gmail_send_email")
    assert after["to"] == ["Carlos"]


@pytest.mark.parametrize(
    "wish", ["swap ben for Sofia", "replace Ben with Sofia", "Sofia instead of Ben"]
)
def test_who_is_named_for_somebody_comes_in_that_place(wish):
    call = {"title": "Lunch", "start": "2025-12-01T15:00", "attendees": ["ben.carter@x.org", "Al"]}
    assert different(wish, call, ("attendees", "start"), BOOK) == {"attendees": ["Sofia", "Al"]}


@pytest.mark.parametrize(
    ("new", "old", "reply", "whole"),
    [
        ("3.15 per", "2.9 per cent", "3.15 per cent, they wrote again", "3.15 per cent"),
        ("Leeds", "from York", "from Leeds, York is shut", "from Leeds"),
        ("right", "stage left", "stage right I said", "stage right"),
        ("Leeds", "York", "from Leeds, York is shut", "Leeds"),
        ("from Leeds", "from York", "it comes from from Leeds", "from Leeds"),
        ("right", "stage left", "the stage, right I said", "right"),
        ("Leeds", "York, shut", "Leeds. Shut it", "Leeds"),
        ("nowhere", "from York", "from Leeds", "nowhere"),
    ],
)
def test_new_words_reach_as_far_as_the_old_where_the_reply_does(new, old, reply, whole):
    assert cutting.reaching(new, old, reply) == whole


def test_the_stop_before_a_sentence_that_goes_stays():
    text = "Water the ferns. The key hangs by the clock. Feed the cat."
    from_the_stop = cutting.Part(text.index("."), text.index(" Feed"))

    gone = cutting.sentences_of(text, from_the_stop)

    assert cutting.exchanged(text, [(gone, "")]) == "Water the ferns. Feed the cat."


@pytest.mark.parametrize(
    ("text", "gone", "left"),
    [
        ("Both halls, the small one first", "Both halls", "The small one first"),
        ("Hello. Both halls, the small one first", "Both halls", "Hello. The small one first"),
        ("The van is red, the bus blue", "The van is red", "The bus blue"),
    ],
)
def test_what_is_left_of_a_sentence_begins_as_one(text, gone, left):
    at = text.index(gone)

    assert cutting.exchanged(text, [(cutting.Part(at, at + len(gone)), "")]) == left


@pytest.mark.parametrize(
    ("said", "once"),
    [
        ("Thanks for the early warning. Early warning", "Thanks for the early warning."),
        ("Come at ten. Not before", "Come at ten. Not before"),
    ],
)
def test_what_ends_by_saying_its_end_again_is_said_once(said, once):
    assert cutting.said_once(said) == once


@pytest.mark.parametrize(
    ("wish", "before", "after"),
    [
        (
            "And Marcus says goodbye at the very end, I nearly forgot him!",
            "Oliver welcomes everyone, then come questions.",
            "Oliver welcomes everyone, then come questions. Marcus says goodbye at the very end.",
        ),
        ("take Bo out, he is ill", "Ann and Bo bring the cake", "Ann bring the cake"),
        (
            "That's too vague. Step five: Tell the support lead within ten minutes.",
            "Tell support.",
            "Tell the support lead within ten minutes.",
        ),
    ],
)
def test_a_text_that_goes_to_nobody_says_who_does_what(wish, before, after):
    has = ("channel", "text")
    call = {"channel": "random", "text": before}
    assert different(wish, call, has, "slack_post_message") == {"text": after}


def test_a_step_that_is_told_anew_takes_its_place():
    wish = "That's too vague, nobody does it. Step five: Tell the support lead within ten minutes."
    call = {"page": "p", "text": "Tell support.", "title": "Runbook"}
    after = different(wish, call, (*call,), "pages_append")
    assert after == {"text": "Tell the support lead within ten minutes."}


def test_what_is_said_of_a_beginning_is_none_of_it():
    wish = "Begin with Bonjour Philippe, it is more warm. The rest is good."
    after = different(wish, MAIL, MAIL_HAS)["body"]
    assert after.startswith("Bonjour Philippe,\n\nLet us meet")


CLAUSES = "The oven is clean, and I shall fetch the heavy trays. But first I want to see the menu."


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("leave the trays out of it", "The oven is clean. But first I want to see the menu."),
        ("not a word of the trays, please", "The oven is clean. But first I want to see the menu."),
        ("only the oven, nothing about the trays or the menu", "The oven is clean."),
        ("keep the trays, the rest can go", "I shall fetch the heavy trays."),
        ("drop the last sentence", "The oven is clean, and I shall fetch the heavy trays."),
    ],
)
def test_a_clause_goes_as_a_whole_where_it_says_nothing_without_what_goes(wish, text):
    call = {"channel": "ops", "text": CLAUSES}
    assert different(wish, call, TEXT_HAS) == {"text": text}


@pytest.mark.parametrize(
    ("wish", "before", "after"),
    [
        ("the second half sounds greedy, strike it", "We come, but I want a lift.", "We come."),
        ("take out dear", "My dear neighbours, tea at 4", "My neighbours, tea at 4"),
        ("70 is too much, make it 50", "A bike for 70 quid", "A bike for 50 quid"),
        ("write Lisbon time where it says local time", "In local time.", "In Lisbon time."),
    ],
)
def test_what_stays_of_a_text_is_whole(wish, before, after):
    assert different(wish, {"channel": "ops", "text": before}, TEXT_HAS) == {"text": after}


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ("sounds rude. say we have no room this month", "We have no room this month."),
        ("too blunt, write that we have no room this month", "We have no room this month."),
        ("Say instead that Bo and I will come.", "Bo and I will come."),
    ],
)
def test_what_sounds_wrong_is_said_otherwise(wish, said):
    mail = {"to": ["sarah@acme.com"], "body": "Hi Sarah,\n\nNo way.\n\nBest,\nAda"}
    assert different(wish, mail, MAIL_HAS) == {"body": body(said)}


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        (
            "that sounds grumpy. lose the end of discussion and thank Sofia for her patience",
            "We keep the blue logo. Thanks to Sofia for her patience.",
        ),
        (
            "and thank Omar for the blue version",
            "We keep the blue logo. End of discussion. Thanks to Omar for the blue version.",
        ),
    ],
)
def test_somebody_else_is_thanked_for_what_is_told(wish, text):
    call = {"channel": "general", "text": "We keep the blue logo. End of discussion."}
    assert different(wish, call, TEXT_HAS) == {"text": text}


def test_who_reads_it_is_thanked_as_such():
    mail = {"to": ["sarah@acme.com"], "body": "Hi Sarah,\n\nNo way.\n\nBest,\nAda"}
    told = body("No way. I bring cake. Thank you for the tip.")
    wish = "say I bring cake and thank her for the tip"
    assert different(wish, mail, MAIL_HAS) == {"body": told}
