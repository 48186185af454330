"""Who gets it, comes or stays away: a card changed in words."""

import pytest

from shared.reasoning.embedded.revising import revise
from tests.support.revising import (
    BOOK,
    EVENT,
    EVENT_HAS,
    MAIL,
    MAIL_HAS,
    PHONES,
    READER,
    SEND,
    body,
    different,
    request,
    revised,
    seen,
)

UPDATE_HAS = ("event_id", "start", "add_attendees", "remove_attendees")


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("change the subject to budget", {"subject": "Budget"}),
        ("subject: New plan", {"subject": "New plan"}),
        ("add Tom in cc", {"cc": ["Tom"]}),
        ("cc Ann Lee and tom@x.org", {"cc": ["Ann Lee", "tom@x.org"]}),
        ("bcc Ann", {"bcc": ["Ann"]}),
        ("add tom@x.org", {"to": ["sarah@acme.com", "tom@x.org"]}),
        ("also send it to Tom", {"to": ["sarah@acme.com", "Tom"]}),
        ("change the subject to Hello and add Tom in cc", {"subject": "Hello", "cc": ["Tom"]}),
    ],
)
def test_subject_and_recipients_are_changed(wish, after):
    assert different(wish, MAIL, MAIL_HAS) == after


@pytest.mark.parametrize(
    "wish",
    [
        "Tom, not Sarah",
        "I beg your pardon, I meant Tom, not Sarah.",
    ],
)
def test_who_is_meant_takes_the_place_of_who_is_not(wish):
    assert different(wish, MAIL, MAIL_HAS)["to"] == ["Tom"]


def test_another_recipient_is_greeted_too():
    after = different("send it to Tom instead", MAIL, MAIL_HAS)
    assert after["to"] == ["Tom"]
    assert after["body"].startswith("Hi Tom,\n\nLet us")


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("remove John", {"remove_attendees": ["John"]}),
        ("add Tom", {"add_attendees": ["Tom"]}),
    ],
)
def test_attendees_of_an_event_that_is_changed_are_added_and_removed(wish, after):
    assert different(wish, {"event_id": "e1", "start": "2025-11-21T15:00"}, UPDATE_HAS) == after


@pytest.mark.parametrize(
    ("marked", "after"),
    [
        ("get {person:Ann} a copy", {"cc": ["Ann"]}),
        ("have a cc go out to {organisation:Acme}", {"cc": ["Acme"]}),
        ("{person:Ann} has to see it, bring her in", {"to": ["sarah@acme.com", "Ann"]}),
        ("thank {person:her} {body:for the deck}, that too", {"body": "Hello"}),
    ],
)
def test_people_the_reader_sees_get_a_copy_come_too_or_come_instead(marked, after):
    found = seen(marked, MAIL, MAIL_HAS, SEND)

    assert {**found, **({"body": "Hello"} if "body" in found else {})} == after


@pytest.mark.parametrize(
    ("marked", "people"),
    [
        ("it works without our {person:John} there", ["sarah@acme.com"]),
        ("{person:Tom} joins us", ["sarah@acme.com", "john.doe@x.org", "Tom"]),
        ("{person:Tom} joins us instead", ["Tom"]),
    ],
)
def test_guests_the_reader_sees_are_dropped_join_or_come_instead(marked, people):
    assert seen(marked, EVENT, EVENT_HAS, BOOK) == {"attendees": people}


@pytest.mark.parametrize(
    ("wish", "to"),
    [
        ("no not her, Omar looks after that", ["Omar"]),
        ("not sarah@acme.com, Grace", None),
        ("add Grace as a recipient too, she asked for it", ["sarah@acme.com", "Grace"]),
        ("cc Grace, because she pays", None),
    ],
)
def test_who_gets_it_is_changed_whatever_the_reason_said_with_it(wish, to):
    answer = revised(wish, MAIL, MAIL_HAS)
    if to is not None:
        assert answer.arguments is not None
        assert answer.arguments["to"] == to
    elif wish.startswith("cc"):
        assert answer.arguments == MAIL | {"cc": ["Grace"]}


LETTER = MAIL | {"to": ["m.hart@acme.com"], "cc": ["l.ortiz@acme.com", "bo.lind@x.org"]}
ORDERED = "Write to Mary Hart, cc Luz Ortiz and Bo Lind. We meet at ten."


@pytest.mark.parametrize(
    ("wish", "cc"),
    [
        ("Take Luz out of the cc. Bo stays.", ["bo.lind@x.org"]),
        ("drop Luz from the copy", ["bo.lind@x.org"]),
        ("Ed will ask for it. Put him in copy.", [*LETTER["cc"], "Ed"]),
    ],
)
def test_whoever_was_ordered_by_name_goes_by_it_and_a_pronoun_means_who_was_named(wish, cc):
    asked = request(wish, LETTER, MAIL_HAS, SEND).model_copy(update={"command": ORDERED})
    assert revise(asked, READER).arguments == LETTER | {"cc": cc}


@pytest.mark.parametrize("wish", ["John has dropped out.", "Correction: John is excused."])
def test_who_is_excused_does_not_come(wish):
    attendees = ["sarah@acme.com", "john.doe@x.org"]
    answer = revised(wish, EVENT | {"attendees": attendees}, EVENT_HAS)
    assert answer.arguments is not None
    assert answer.arguments["attendees"] == ["sarah@acme.com"]


@pytest.mark.parametrize(
    "wish",
    ["Oh and copy Nina on that.", "and Nina in copy, she knows it", "could you put Nina on cc"],
)
def test_whoever_is_named_with_a_copy_gets_one(wish):
    assert different(wish, MAIL, MAIL_HAS) == {"cc": ["Nina"]}


def test_somebody_who_is_to_do_something_is_no_copy():
    after = different("please put in also that Omar calls in January", MAIL, MAIL_HAS)
    assert after.keys() == {"body"}
    assert "Omar calls in January." in after["body"]


def test_who_is_to_be_met_at_some_time_is_no_recipient_of_a_mail():
    mail = {"to": ["ann@x.org"], "subject": "News", "body": "Good news."}
    answer = revised(
        "I would rather see Tom at three.", mail, (*mail, "cc"), "gmail_forward_message"
    )
    assert answer.arguments is None


NINA = {"name": "Nina Kowalski", "email": "nina.kowalski@acme.com"}

TO_NINA = MAIL | {"to": [NINA], "body": body("Fantastic work.", "Nina")}


@pytest.mark.parametrize(
    "wish",
    [
        "oops, wrong one. Grace should get this, not Nina",
        "that should go to Grace instead of Nina",
        "hm, Nina can't do anything with that. Rather to Grace",
        "Could you address it to Grace instead of her?",
        "Make that Grace.",
    ],
)
def test_another_takes_the_place_of_whom_it_goes_to_however_that_is_said(wish):
    after = different(wish, TO_NINA, MAIL_HAS)
    assert after == {"to": ["Grace"], "body": body("Fantastic work.", "Grace")}


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("Priya wants to be copied", {"cc": ["Priya"]}),
        ("with a copy for Priya please", {"cc": ["Priya"]}),
        ("keep Priya in the loop", {"cc": ["Priya"]}),
        ("both to Nina and Priya please", {"to": [NINA, "Priya"]}),
        ("to Priya as well", {"to": [NINA, "Priya"]}),
    ],
)
def test_somebody_besides_gets_it_or_a_copy(wish, after):
    assert different(wish, TO_NINA, MAIL_HAS) == after


@pytest.mark.parametrize(
    ("wish", "people"),
    [
        ("Elena ought to be there as well", ["sarah@acme.com", "john.doe@x.org", "Elena"]),
        ("John can't, invite Elena instead", ["sarah@acme.com", "Elena"]),
        ("Elena comes instead of John", ["sarah@acme.com", "Elena"]),
        ("John doesn't have to be there", ["sarah@acme.com"]),
        ("take John off that, he has the audit", ["sarah@acme.com"]),
    ],
)
def test_guests_come_besides_or_instead_or_stay_away(wish, people):
    assert different(wish, EVENT, EVENT_HAS) == {"attendees": people}


@pytest.mark.parametrize(
    "wish", ["Omar told me she liked it", "Nina needs it badly", "what did Omar write me last?"]
)
def test_who_is_only_spoken_of_does_not_get_it(wish):
    assert revised(wish, TO_NINA, MAIL_HAS).arguments is None


def test_a_guest_whom_a_time_suits_is_no_other_guest():
    wish = "John can't at three, make it four"
    assert different(wish, EVENT, EVENT_HAS) == {
        "start": "2025-11-21T16:00",
        "end": "2025-11-21T16:30",
    }


def test_a_direct_message_goes_to_somebody_else_but_never_to_nobody():
    call = {"user": "Omar Haddad", "text": "I take the lighter one"}
    assert different("no, Ben Carter, not Omar", call, (*call,)) == {"user": "Ben Carter"}
    assert "nobody would get it" in revised("not to Omar", call, (*call,)).why


def test_a_blind_copy_is_no_open_one():
    assert different("blind copy to Laura please", TO_NINA, MAIL_HAS) == {"bcc": ["Laura"]}


BEN, OMAR = PHONES["attendees"]


@pytest.mark.parametrize(
    ("wish", "left"),
    [
        ("Ben told me he's off that day, take him out", OMAR),
        ("Omar is in Madrid on Monday, so leave him out please", BEN),
        ("Ben is ill. Drop him.", OMAR),
        ("Ben says it's nothing for him, he needn't come", OMAR),
        ("Omar isn't around that week, don't invite him", BEN),
        ("I hear Ben has resigned, without him then", OMAR),
    ],
)
def test_a_pronoun_means_whom_the_reason_names(wish, left):
    assert different(wish, PHONES, EVENT_HAS) == {"attendees": [left]}


@pytest.mark.parametrize(
    ("wish", "attendees"),
    [
        ("change ben to sofia", ["sofia", OMAR]),
        ("swap omar for sofia please", [BEN, "sofia"]),
        ("replace ben by tom", ["tom", OMAR]),
        ("switch ben to tom", ["tom", OMAR]),
        ("sofia instead of omar", [BEN, "sofia"]),
        ("not ben, sofia", ["sofia", OMAR]),
        ("make it sofia, not ben", ["sofia", OMAR]),
        ("Ben can't come, swap him for Priya", ["Priya", OMAR]),
        ("Ben is off, Priya instead", ["Priya", OMAR]),
        ("ben out, priya in", ["priya", OMAR]),
        ("Priya, Ben can't", ["Priya", OMAR]),
    ],
)
def test_somebody_comes_in_the_place_of_another_however_they_are_written(wish, attendees):
    assert different(wish, PHONES, EVENT_HAS)["attendees"] == attendees


def test_a_title_says_who_comes_in_the_place_of_another():
    assert different("change ben to sofia", PHONES, EVENT_HAS)["title"] == "Phones with Sofia"


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ("add that we need a week. cc carl", "I am late. We need a week."),
    ],
)
def test_who_gets_a_copy_is_no_part_of_what_is_said_before_it(wish, said):
    mail = {"to": ["sarah@acme.com"], "body": "I am late."}
    assert different(wish, mail, MAIL_HAS) == {"body": said, "cc": ["carl"]}


@pytest.mark.parametrize(
    ("wish", "changed"),
    [
        ("Tom said he would like to join, add him", {"attendees": [BEN, OMAR, "Tom"]}),
        ("Ben asked for Priya, add her", {"attendees": [BEN, OMAR, "Priya"]}),
    ],
)
def test_who_is_named_as_the_reason_comes(wish, changed):
    assert different(wish, PHONES, EVENT_HAS) == changed


def test_who_asked_for_it_gets_a_copy():
    assert different("Tom asked for it, copy him", MAIL, MAIL_HAS) == {"cc": ["Tom"]}


OMAR, NINA = "omar.haddad@x.org", "nina.kowalski@x.org"
FORWARD = {
    "to": [OMAR, NINA],
    "cc": [],
    "subject": "Fwd: Half-year reviews",
    "body": "---------- Forwarded message ---------\nFrom: Elena <elena@x.org>\n\nDear managers,"
    " the reviews are open until the ninth. Ask every person what would make their work easier, and"
    " write the answer down. Tom and Sofia have done theirs.\n\nElena",
}
FORWARD_HAS = ("to", "cc", "subject", "body", "note")


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("Omar alone, actually", {"to": [OMAR]}),
        ("Send it to Omar and nobody else", {"to": [OMAR]}),
        ("Leave Nina out after all, she has seen it. Just Omar.", {"to": [OMAR]}),
        ("Only Omar please, Nina knows already", {"to": [OMAR]}),
        ("Priya should get it too, but not Tom.", {"to": [OMAR, NINA, "Priya"]}),
        ("Send it to David rather than Nina", {"to": [OMAR, "David"]}),
        ("David should be in copy", {"cc": ["David"]}),
    ],
)
def test_who_gets_what_is_passed_on_is_read_beside_its_note_alone(wish, after):
    assert different(wish, FORWARD, FORWARD_HAS) == after


def test_who_gets_it_already_is_not_put_on_again_and_puts_nobody_out():
    assert revised("Omar should get it too", FORWARD, FORWARD_HAS).arguments is None
    alone = {**FORWARD, "to": [OMAR]}
    assert revised("Only Omar", alone, FORWARD_HAS).arguments is None


@pytest.mark.parametrize(
    ("wish", "copied"),
    [
        ("Copy in Sofia and Tom but leave Mark off", ["Sofia", "Tom"]),
        ("Omar should also see this. Add him to copy, but David not.", ["Omar"]),
    ],
)
def test_who_is_on_no_list_is_taken_off_none(wish, copied):
    assert different(wish, MAIL, MAIL_HAS) == {"cc": copied}


@pytest.mark.parametrize(
    ("wish", "left"),
    [
        ("keep the invoice", "abd"),
        ("not the one from Tom", "acd"),
        ("keep Rita's mails", "bd"),
        ("all but the menu", "abc"),
        ("just the menu, keep the others", "d"),
        ("the first and the third stay", "bd"),
        ("keep the invoice and the menu", "ab"),
        ("the shift plan isn't settled. leave that one, bin the rest", "acd"),
        ("the invoice I still have to pay, keep that", "abd"),
        ("actually only the last two", "cd"),
        ("without the pallets", "bcd"),
        ("keep them all", ""),
        ("leave them", ""),
        ("who is the canteen one from?", ""),
        ("archive them on Monday instead", ""),
    ],
)
def test_some_of_several_mails_are_spared(wish, left):
    mails = [
        ("a", "Offer for the pallets", "Rita Gomez", "40 pallets at 12 pounds each"),
        ("b", "Re: Shift plan", "Tom Fischer", "Fine with me, swap me with Omar"),
        ("c", "Invoice 4471", "Rita Gomez", "Please pay by Friday"),
        ("d", "Canteen menu", "Canteen", "Monday: pasta"),
    ]
    found = [
        {"id": at, "subject": subject, "from": {"name": who, "email": ""}, "snippet": says}
        for at, subject, who, says in mails
    ]
    asked = request(wish, {"message_ids": [*"abcd"]}, (), "gmail_trash")
    after = revise(asked.model_copy(update={"items": tuple(found)}), READER).arguments
    assert "".join(after["message_ids"] if after else ()) == left


@pytest.mark.parametrize(
    ("wish", "off", "on"),
    [
        ("leave Bo in, just Ann extra", [], ["Ann"]),
        ("Bo stays, Ann simply joins", [], ["Ann"]),
        ("keep her on the list, Ann comes too", [], ["Ann"]),
        ("put Bo back on", [], []),
        ("I mixed them up, it's Ann that's away. Bo stays in", ["Ann"], []),
        ("leave Bo in, take Ann off instead", ["Ann"], []),
        ("Ann, not Bo", ["Ann"], []),
        ("sorry, I meant Ann", ["Ann"], []),
    ],
)
def test_who_was_to_be_taken_off_an_event_may_stay(wish, off, on):
    event = {"event_id": "e1", "remove_attendees": ["Bo"], "add_attendees": []}
    after = revised(wish, event, UPDATE_HAS).arguments
    assert after is not None
    assert (after["remove_attendees"], after["add_attendees"]) == (off, on)


COPIED = MAIL | {"cc": ["bo.lind@x.org"]}


@pytest.mark.parametrize(
    ("wish", "cc"),
    [
        ("Bo needn't be on it. Grace in copy instead.", ["Grace"]),
        ("Bo has nothing to do with it now, copy Grace", ["Grace"]),
        ("swap Bo for Grace in the cc", ["Grace"]),
        ("Grace in copy too, please", ["bo.lind@x.org", "Grace"]),
    ],
)
def test_another_has_the_copy_of_who_is_said_not_to_get_one(wish, cc):
    assert different(wish, COPIED, MAIL_HAS) == {"cc": cc}


@pytest.mark.parametrize(
    "wish",
    [
        "wrong address, it's s.lee@acme.com",
        "her address has changed to s.lee@acme.com",
        "that address is old, s.lee@acme.com is right",
    ],
)
def test_an_address_that_is_put_right_is_that_of_who_gets_it(wish):
    assert different(wish, MAIL, MAIL_HAS)["to"] == ["s.lee@acme.com"]


@pytest.mark.parametrize(
    "wish",
    [
        "Nina would take a month over it. Send it better to Grace, same words.",
        "let Grace have it in Nina's place",
        "My mistake, it was Grace who had asked. Please address it to her.",
    ],
)
def test_another_gets_it_for_who_is_told_not_to(wish):
    assert different(wish, TO_NINA, MAIL_HAS)["to"] == ["Grace"]


@pytest.mark.parametrize(
    ("wish", "subject"),
    [
        ('Nice. Could the subject be "Two keys", if that is fine?', "Two keys"),
    ],
)
def test_a_saved_draft_is_titled_as_is_said(wish, subject):
    draft = {"draft_id": "d", **MAIL}
    assert different(wish, draft, (*draft,), "gmail_update_draft") == {"subject": subject}


@pytest.mark.parametrize(
    "wish",
    ["Omar and Diane asked me. Address it to her", "Diane and Omar asked for it, so add her"],
)
def test_no_pronoun_tells_which_of_two_gets_it(wish):
    answer = revised(wish, MAIL, MAIL_HAS, SEND)
    assert answer.arguments is None
    assert "which of them" in answer.why


def test_all_who_are_named_get_it_instead():
    assert different("Send it to Omar and Diane instead", MAIL, MAIL_HAS)["to"] == ["Omar", "Diane"]
