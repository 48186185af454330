from datetime import UTC, datetime
from email import message_from_bytes, policy

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shared.errors import ToolFailed
from shared.workspace.contacts.mailboxes import in_header
from shared.workspace.email.mime import File, message_id_for, message_of, shortened
from shared.workspace.email.port import Address, Outgoing

ADA = Address(email="ada@acme.com", name="Ada")
AT = datetime(2026, 11, 22, 9, tzinfo=UTC)
ID = "<1@acme.com>"
TEXT = st.text(max_size=200)


def received(mail, files=(), sender=ADA):
    return message_from_bytes(bytes(message_of(mail, sender, ID, AT, files)), policy=policy.default)


def mail(**given):
    return Outgoing(
        **{"to": (Address(email="bo@x.org"),), "subject": "Hi", "body": "Hello", **given}
    )


def test_everything_arrives_as_it_was_meant():
    sent = mail(
        to=(Address(email="bo@bücher.de", name="Bö Ek"),),
        cc=(Address(email="c@x.org"),),
        bcc=(Address(email="d@x.org"),),
        subject="Grüße",
        body="Zeile eins\n\n\u2014 zwei\n" + "lang " * 300,
        in_reply_to="<0@x.org>",
        references=("<a@x.org>", "<0@x.org>"),
    )
    message = received(sent, (File("pl\u00e4n.csv", "text/csv", b"a,b"), File("", "x", b"\x00")))
    (to,) = message["to"].addresses
    assert (to.addr_spec, to.display_name) == ("bo@xn--bcher-kva.de", "Bö Ek")
    assert (message["bcc"], message["subject"]) == ("d@x.org", "Grüße")
    assert (message["in-reply-to"], message["references"]) == ("<0@x.org>", "<a@x.org> <0@x.org>")
    assert (message["message-id"], message["date"].datetime) == (ID, AT)
    body = message.get_body().get_content().replace("\r\n", "\n")
    assert body.rstrip("\n") == sent.body.rstrip("\n")
    first, second = message.iter_attachments()
    assert (first.get_filename(), first.get_content_type()) == ("pl\u00e4n.csv", "text/csv")
    assert (second.get_filename(), second.get_content_type()) == (
        "attachment",
        "application/octet-stream",
    )


@pytest.mark.parametrize(
    "address",
    ["x", "a b@c.de", "ü@x.de", "a@b@c.de", "<a@b.de>", "a@", "@b.de", "a@b.de\nBcc: c@d.de"],
)
def test_what_is_no_address_is_never_written_into_a_message(address):
    with pytest.raises(ToolFailed, match="cannot be sent") as failed:
        message_of(mail(to=(Address(email=address),)), ADA, ID, AT)
    assert failed.value.kind == "params"


@given(subject=TEXT, name=TEXT, reference=TEXT, filename=TEXT, body=TEXT)
def test_no_field_can_begin_another(subject, name, reference, filename, body):
    evil = "\r\nBcc: evil@x.org\r\n\r\n"
    sent = mail(
        to=(Address(email="bo@x.org", name=name + evil),),
        subject=subject + evil + subject,
        body=body,
        in_reply_to=reference + evil,
        references=(reference, evil, "<ok@x.org>"),
    )
    message = received(sent, (File(filename + evil, "text/plain" + evil, b""),))
    assert message["bcc"] is None
    assert [address.addr_spec for address in message["to"].addresses] == ["bo@x.org"]
    allowed = {
        *("from", "to", "subject", "date", "message-id", "in-reply-to", "references"),
        *("mime-version", "content-type"),
    }
    assert {key.lower() for key in message.keys()} <= allowed  # noqa: SIM118


def test_a_long_chain_keeps_its_beginning_and_its_end_unbroken():
    chain = tuple(f"<{number:0100}@mail.example.com>" for number in range(70))
    message = received(mail(references=chain))
    kept = message["references"].split()
    assert kept == [chain[0], *chain[-39:]]
    assert tuple(kept) == shortened(chain) == shortened(shortened(chain))


@pytest.mark.parametrize(
    ("domain", "message_id"),
    [
        ("acme.com", "<ab12@acme.com>"),
        ("bücher.de", "<ab12@xn--bcher-kva.de>"),
        ("a>b\r\n.com", "<ab12@ab.com>"),
        ("", "<ab12@localhost>"),
    ],
)
def test_every_attempt_at_one_mail_has_the_same_id(domain, message_id):
    assert message_id_for("ab12", domain) == message_id


NAMES = st.text(
    st.sampled_from("ab Zé,;:<>()\"'\\@.[]=?_ü😀\r\n\u202e") | st.characters(codec="utf-8"),
    max_size=40,
)
ODD = st.sampled_from(
    [
        "=?utf-8?q?x=40y=2Ez=2C?=",
        '"a@b.example" <c@d.example>,',
        "Fischer, Tom",
        "😀, <x@y.example>",
    ]
)


@given(st.lists(NAMES | ODD, min_size=1, max_size=4))
@example(["=??Q?=400=2C"])
@example(["=?utf-8?q?ceo=40bank=2Eexample=2C?="])
def test_no_name_that_is_sent_becomes_or_adds_an_address(names):
    people = tuple(
        Address(email=f"p{number}@acme.example", name=name) for number, name in enumerate(names)
    )
    raw = bytes(message_of(mail(to=people), people[0], ID, AT))
    head = message_from_bytes(raw, policy=policy.compat32)
    read = in_header(str(head["To"]))
    assert [one.email for one in read] == [one.email for one in people]
    assert [one.email for one in in_header(str(head["From"]))] == [people[0].email]
    assert len(head.get_all("To")) == 1
    assert head["Bcc"] is None
