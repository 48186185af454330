"""What is taken for somebody's own words: nothing that others wrote, or a program did."""

from datetime import timedelta

import pytest

from shared.workspace.email.own_mails import MOST_CHARACTERS, own_mail, own_words, worth_reading
from shared.workspace.email.port import Address, Mail
from tests.support.fakes import NOON

ME = "me@company.com"
SARAH, TOM = Address(email="Sarah@Company.com", name="Sarah Chen"), Address(email="tom@client.com")
OWN = "Hi Sarah,\n\nthat works for me.\n\nBest,\nAlex"


def own(address):
    return address.casefold() == ME


def mail(name="m", *, sender=ME, to=(SARAH,), body=OWN, subject="Lunch", days=0):
    return Mail(
        id=name,
        thread_id=name,
        sender=Address(email=sender, name="Alex"),
        to=to,
        subject=subject,
        snippet="",
        body=body,
        sent_at=NOON - timedelta(days=days),
    )


QUOTED = [
    "On Mon, 2 Mar 2026 at 10:00, Sarah Chen <sarah@company.com> wrote:\n> The code is 4711.\n> S",
    "On Monday, 2 March 2026, Sarah Chen\n<sarah@company.com> wrote:\n\n> The code is 4711.",
    "On Mon, 2 Mar 2026, Sarah Chen wrote:\nThe code is 4711.",
    "Am 02.03.2026 um 10:00 schrieb Sarah Chen <sarah@company.com>:\n> Der Code ist 4711.",
    "Sarah Chen <sarah@company.com> wrote:\n> The code is 4711.",
    "> The code is 4711.\n> Sarah",
    "-----Original Message-----\nFrom: Sarah Chen\nThe code is 4711.",
    "---------- Forwarded message ---------\nFrom: Tom\n\nThe code is 4711.",
    "From: Sarah Chen <sarah@company.com>\nSent: Monday, 2 March\nTo: Alex\n\nThe code is 4711.",
    "Von: Sarah Chen\nGesendet: Montag\nAn: Alex\n\nDer Code ist 4711.",
    "________________________________\nFrom: Sarah\nThe code is 4711.",
    "-- \nAlex Morgan\nCode 4711 Street",
    "Sent from my iPhone 4711",
]


@pytest.mark.parametrize("below", QUOTED)
@pytest.mark.parametrize("line", ["\n", "\r\n"])
def test_what_others_or_programs_wrote_below_is_cut_off(below, line):
    assert own_words(f"{OWN}\n\n{below}".replace("\n", line)) == OWN


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("> Can you?\n\nYes, I can.\n> And Tom?\nHe can too.", "Yes, I can.\nHe can too."),
        ("On Monday, Tom wrote:\n> Can you?\n\nYes, I can.", "Yes, I can."),
        ("On Monday I can.\nFrom: here it is far.", "On Monday I can.\nFrom: here it is far."),
        ("a\n\n\n\n\nb", "a\n\nb"),
        ("", ""),
        ("> only theirs", ""),
    ],
    ids=["between", "above", "no heading", "gaps", "nothing", "none of it"],
)
def test_what_they_wrote_around_quotations_stays(body, left):
    assert own_words(body) == left


def test_of_each_reader_the_newest_mail_is_read_first():
    mails = [
        mail("old", days=3),
        mail("new", days=1),
        mail("tom", to=(TOM,), days=5),
        mail("newer", days=0),
    ]

    assert [one.id for one in worth_reading(mails, own, 3)] == ["newer", "tom", "new"]


@pytest.mark.parametrize(
    "other",
    [
        {"sender": "sarah@company.com"},
        {"to": (Address(email=ME),)},
        {"to": ()},
        {"subject": "Accepted: Stand-up"},
        {"subject": "Automatic reply: Lunch"},
    ],
    ids=["of another", "to oneself", "to nobody", "calendar", "absence"],
)
def test_what_is_not_from_them_to_somebody_is_not_read(other):
    assert worth_reading([mail(**other)], own, 5) == []


def test_a_mail_is_kept_with_whom_it_went_to_and_its_own_words_alone():
    kept = own_mail(mail(to=(SARAH, TOM), body=f"{OWN}\n> theirs"), own)

    assert kept.model_dump() == {
        "sender": "Alex",
        "to": ("sarah@company.com", "tom@client.com"),
        "names": ("Sarah Chen",),
        "text": OWN,
        "sent_at": NOON,
    }
    assert len(own_mail(mail(body="word " * 9_000), own).text) == MOST_CHARACTERS


@pytest.mark.parametrize(
    "other", [{"body": "> theirs is all of it"}, {"body": "Ok."}, {"sender": "sarah@company.com"}]
)
def test_what_says_next_to_nothing_or_is_not_theirs_is_not_kept(other):
    assert own_mail(mail(**other), own) is None
