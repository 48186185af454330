"""What is consent, and what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.agreement import plainly_agrees
from tests.support.consent import TITLES, replies

PLAIN = [
    "yes",
    "Yes!",
    "YES",
    "yep",
    "Yesss",
    "ok",
    "okay.",
    "sure",
    "yes please",
    "Yes, go ahead.",
    "go ahead",
    "please do",
    "ok thanks",
    "that's fine",
    "thats fine",
    "looks good, thanks",
    "sounds great",
    "let\u2019s do it",
    "you can go ahead now",
    "do it",
    "great, do it please",
    "\U0001f44d",
    "\U0001f44d\U0001f3fd",
    "✅ thanks",
    "perfect",
    "confirmed",
    "that's lovely, yes",
    "Spot on.",
    "That'll do",
    "That will do nicely, thank you",
    "Yes like this, you can do it",
    "Love it, go ahead",
    "Yes, that is right",
    "much better, go ahead",
    "go on then",
    "run it",
    "I confirm this",
    "ok, all good",
    "That is what I want, go ahead",
    "Yes, that is how I want it, please go ahead.",
    "That works.",
    "That's exactly what I meant, go ahead",
    "Nicely put. Go ahead.",
    "Everything is correct, please proceed",
    "ha, yes",
]
DOING = [
    ("Send this email", "send it"),
    ("Send this email", "ok send it"),
    ("Send this email", "that's fine, send it now"),
    ("Reply to everyone", "send it"),
    ("Forward this email", "forward it"),
    ("New meeting", "yes, book it"),
    ("New event", "schedule it please"),
    ("Save this draft", "save it"),
    ('Delete "Standup"', "delete it"),
    ("Post in #general", "post it"),
    ("Archive 7 emails", "archive them"),
    ('Change "Standup"', "move it"),
    ('Change "Standup"', "Understood. You can go on with moving it."),
    ('Change "Standup"', "go ahead with changing it"),
    ('Change "Standup"', "A good little company. Yes, do go ahead with it."),
    ("Send this reply", "Clear. Send."),
    ("Send this email", "ok, proceed with sending it"),
    ("Send this email", "go ahead and send it"),
    ("Archive 7 emails", "carry on with archiving them"),
    ("New meeting", "ok then go"),
    ("New meeting", "you can go on"),
    ("Send this email", "yes go on"),
    ("Send this email", "That is as I wished it; pray proceed."),
    ("New meeting", "That is right, please enter it."),
    ("New event", "Lovely, put it in"),
    ("Send this email", "Good, now it can go."),
    ("Send this reply", "But yes, exactly so, it can leave."),
    ("Save this draft", "It is perfect as it is, please keep it."),
    ('Make "Early Shift"', "I am content with that. You may create it."),
    ('Delete "Standup"', "yeh delete it"),
    ("New event", "sick, lock it in"),
    ('Change "Standup"', "copy that, proceed"),
    ("New event", "set it up"),
    ("Add Ida Moll to your contacts", "yep that's her save it"),
    ("Add Ida Moll to your contacts", "add her please"),
    ("Add a row", "correct, write it in"),
    ("Add to the page Stock", "in it goes"),
    ("Make a page", "yes, create it"),
    ('Change "Standup"', "Correct now. Save it."),
    ("Send this reply", "Perfect, off it goes, send it!"),
    ("Forward this email", "Dispatch it."),
    ("Reply to everyone", "Correct now. Release it."),
    ("Send this email", "off with it"),
    ("Post in #general", "share it"),
    ("Send this reply", "Good, that's the take, send it."),
    ("Send this email", "Yes, that is very nice now, you may send it."),
    ("Send this email", "All good, that is the version I want. Send."),
    ("Send this email", "sounds like me. off it goes"),
    ("Add a row", "that's the lot, log it"),
    ("Send this email", "That can go out as shown."),
    ("New meeting", "Readback correct. Book it."),
    ("Send this email", "Affirm. Send."),
    ("Send this email", "Yes, that's kind. Send it, please."),
    ("Add Ida Moll to your contacts", "That's our Ida. Do put her in."),
    ('Delete "Standup"', "Yes, cancel it."),
    ('Delete "Standup"', "Yes yes, that one, it can go."),
    ('Delete "Standup"', "fine, get rid of it"),
    ("Move to the bin: 1 email", "ye fine get rid"),
    ("Move to the bin: 1 email", "out with it"),
    ("New event", "That is now correct in every particular. You may enter it."),
    ("New event", "Very good, full marks. Kindly put it in the calendar."),
    ("New event", "Grand. In the diary with it."),
    ("New meeting", "that's the one now, work away"),
    ("New meeting", "bon okay then do it"),
    ("Add a row", "ok can add"),
    ("Change Stock", "This is in order. I consent."),
    ("Change Stock", "yes is right number, you can change"),
    ("Change Stock", "that's it now, away you go"),
    ('Change "Standup"', "So it may be done."),
    ("Send this email", "sweet, fire it off"),
    ("Send this email", "Excellent, the very man. You may dispatch it."),
    ("Send this email", "Good copy. Send."),
    ("Send this email", "So it fits, off with the mail."),
    ("Send this reply", "grand job off with it"),
    ("Change Stock", "spot on get it in there"),
    ("New meeting", "nice one, lock it in"),
    ("Update Ann Lee", "that's her go on so"),
    ("Update Ann Lee", "aye that's it put it in"),
    ("Post in #general", "tamam very nice you can put it"),
    ("Send this email", "Very well, then I have no objection, send it."),
    ("Send this email", "Now it reads well, please dispatch it."),
    ("Send this email", "voil\u00e0, like this you can send it"),
    ("Send this email", "affirmative, transmit"),
    ("Send this email", "you are cleared to send"),
    ("Send this email", "it is accurate in all points. Off you go."),
]
NOT_FOR_THIS = [
    ("Send this email", "archive it"),
    ("New meeting", "delete it"),
    ('Delete "Standup"', "cancel it"),
    ('Delete "Standup"', "ok, cancel it"),
    ('Delete "Standup"', "okay, drop it"),
    ('Delete "Standup"', "yes, drop it"),
    ("Send this email", "ok, that's the pits"),
    ("Send this email", "yes, that's the accountant"),
    ("Archive 7 emails", "send them"),
    ("", "send it"),
    ('Delete "Standup"', "go on with moving it"),
    ('Change "Standup"', "go on with moving the lunch"),
    ('Change "Standup"', "go away"),
    ("Send this email", "understood"),
    ("Send this email", "ok, understood"),
    ("Send this email", "clear"),
    ("Send this email", "a good company"),
    ("Send this email", "okay, I see"),
    ("Send this email", "go on"),
    ("Send this email", "add her"),
    ("Add to the page Guests", "add her"),
    ("Send this email", "send her"),
    ("Send this email", "put it in"),
    ("Send this email", "save it"),
    ("New meeting", "off it goes"),
    ("New meeting", "put it off"),
    ("New meeting", "release it"),
    ('Change "Standup"', "move it up"),
    ("Send this email", "that'll do for Bo"),
    ("Send this email", "that's the wrong one, send it"),
    ("Send this email", "that's the old price, send it"),
    ("New meeting", "that's the Friday, book it"),
    ("New meeting", "the time is wrong, book it"),
    ("Add Ida Moll to your contacts", "That's our Ida."),
    ("Add Ida Moll to your contacts", "That's our Carl. Do put her in."),
    ("Send this email", "that's how I want it to end, send it"),
    ("Send this email", "not how I want it, send it"),
    ("New reminder", "make that the vet"),
    ("Send this email", "it works for Bo, send it"),
    ("Send this email", "like that one, send it"),
    ("Send this email", "love it, but send it later"),
    ("Send this email", "send it to her"),
    ("Send this email", "correct, send it to her please"),
    ("Send this email", "send it in the calendar"),
    ("Send this email", "yes, get rid of it"),
    ("Send this email", "the right Tuesday, send it"),
    ("Send this email", "you may go home"),
    ("Send this email", "it may leave something out"),
    ("Send this email", "yes but"),
    ("Send this email", "I am happy"),
    ("Save this draft", "yes as it stood"),
    ("Send this email", "I have no idea, send it"),
    ("Send this email", "I have objections"),
    ("Send this email", "sweet"),
    ("Send this email", "copy that"),
    ("Send this email", "get it in there"),
    ("Send this email", "off with the picture"),
    ('Delete "Standup"', "get it in there"),
    ("Send this email", "a very good man is out, send it"),
    ("New meeting", "put it in the kitchen"),
    ("New meeting", "put it down to an hour"),
    ("New meeting", "that one may go"),
    ("Move to the bin: 1 email", "bin it"),
    ("Move to the bin: 1 email", "it can go"),
    ('Delete "Standup"', "it may go ahead"),
]


@pytest.mark.parametrize("text", PLAIN)
def test_plain_agreements_agree_to_anything(text):
    assert plainly_agrees(text)
    assert plainly_agrees(text, "Send this email")


@pytest.mark.parametrize(("action", "text"), DOING)
def test_telling_it_to_do_what_is_shown_agrees(action, text):
    assert plainly_agrees(text, action)


@pytest.mark.parametrize(("action", "text"), NOT_FOR_THIS)
def test_telling_it_to_do_something_else_does_not(action, text):
    assert not plainly_agrees(text, action)


@pytest.mark.parametrize("said", replies(), ids=str)
def test_whatever_says_more_than_yes_does_not_agree(said):
    assert not plainly_agrees(said.text, TITLES[said.card])


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "...",
        "?",
        "love it",
        "much better",
        "that's it",
        "all good",
        "that's the ticket",
        "that's how I want it",
        "nicely put",
        "like this",
        "that can go",
        "this may go",
        "will it do",
        "yes?",
        "yes...",
        "yes…",
        "thanks",
        "great, thank you",
        "👎",
        "now",
    ],
)
def test_courtesies_and_doubts_alone_do_not_agree(text):
    assert not plainly_agrees(text, "Send this email")


WORDS = st.text("abcdefghijklmnopqrstuvwxyz0123456789@:/'", min_size=1, max_size=12)


@given(st.sampled_from(PLAIN), WORDS, st.booleans())
def test_a_word_more_takes_the_agreement_away(plain, word, after):
    """Unless the word itself is one of the list, by itself or as it joins what stands there."""
    text = f"{plain} {word}" if after else f"{word} {plain}"
    known = plainly_agrees(f"yes {word}") or not any(c.isalnum() for c in word)
    assert known or not plainly_agrees(text) or plainly_agrees(f"{word} it")
