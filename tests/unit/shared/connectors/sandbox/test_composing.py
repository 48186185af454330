"""Mails written in the sandbox, and what becomes of them."""

from datetime import UTC, datetime

import pytest

from shared.connectors.sandbox.composing import completed, delivery, sent, written
from shared.connectors.sandbox.records import OWNER
from shared.errors import ToolFailed
from shared.workspace.email.port import Address, Mail, Outgoing

NOON = datetime(2026, 7, 15, 12, tzinfo=UTC)
SAM = Address(email="sam@elsewhere.example")
MAIL = Outgoing(to=(SAM,), subject="Plans", body="Hello")
ANSWERED = Mail(
    id="t.2",
    thread_id="t",
    sender=SAM,
    to=(OWNER,),
    subject="Plans",
    snippet="",
    body="",
    sent_at=NOON,
    message_id="<2@x>",
    references=("<1@x>",),
)


def mail_to(*addresses, **different):
    return MAIL.model_copy(update={"to": tuple(Address(email=a) for a in addresses), **different})


def draft(mail):
    return written(mail, (), "e1", NOON)


def test_an_answer_gets_its_headers_from_what_it_answers():
    mail = completed(MAIL, ANSWERED, "t")
    assert (mail.thread_id, mail.account) == ("t", OWNER.email)
    assert (mail.in_reply_to, mail.references) == ("<2@x>", ("<1@x>", "<2@x>"))


def test_headers_that_are_given_stay():
    mail = MAIL.model_copy(update={"in_reply_to": "<9@x>", "account": OWNER.email.upper()})
    assert completed(mail, None, "t").references == ("<9@x>",)
    assert completed(MAIL, None, "t").references == ()


def test_mail_is_sent_from_ones_own_account_only():
    with pytest.raises(ToolFailed):
        completed(MAIL.model_copy(update={"account": "sam@elsewhere.example"}), None, "t")


def test_a_sent_draft_is_a_draft_no_more():
    assert draft(MAIL).labels == ("draft",)
    assert sent(draft(MAIL), NOON).labels == ("sent",)
    assert sent(draft(MAIL), NOON).message_id == "<e1@company.com>"


def test_mail_to_oneself_arrives():
    assert sent(draft(mail_to(OWNER.email)), NOON).labels == ("sent", "inbox", "unread")


@pytest.mark.parametrize("address", ["", "sam", "sam@elsewhere", "a b@c.de", "<a@b.cd>", "a@b@c.d"])
def test_what_is_no_address_is_refused(address):
    with pytest.raises(ToolFailed):
        sent(draft(mail_to(SAM.email, address)), NOON)


@pytest.mark.parametrize(
    ("addresses", "bounced"),
    [
        (["sam@elsewhere.example"], ()),
        (["bounce@elsewhere.example"], ("bounce@elsewhere.example",)),
        (["sam@elsewhere.example", "Bounce@company.com"], ("Bounce@company.com",)),
        (["sam@Invalid.example"], ("sam@Invalid.example",)),
        (["bounced@elsewhere.example"], ()),
    ],
)
def test_mail_to_addresses_that_do_not_exist_bounces(addresses, bounced):
    for mail in (mail_to(*addresses), mail_to("ok@x.de", bcc=mail_to(*addresses).to)):
        became = delivery(sent(draft(mail), NOON))
        assert became.bounced == bounced
        assert became.status == ("bounced" if bounced else "accepted")


def test_of_a_draft_nothing_has_become():
    assert delivery(draft(MAIL)).status == "unknown"
