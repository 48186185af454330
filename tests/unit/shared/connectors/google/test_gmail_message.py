"""Whatever a message holds, it is read."""

from datetime import UTC, datetime
from email.header import Header as Encoded

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.connectors.google.answers import segment, taken
from shared.connectors.google.labels import labels_of
from shared.connectors.google.message import (
    Message,
    Part,
    body_parts,
    bytes_of,
    mail_of,
    text_of_part,
)
from shared.connectors.rest import NotThere
from shared.errors import ToolFailed
from shared.workspace.email.port import Address
from tests.support.wire.gmail import encoded

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
HEADERS = ("From", "To", "Cc", "Reply-To", "Subject", "Message-ID", "References")


def message_with(**headers):
    named = [{"name": k.replace("_", "-"), "value": v} for k, v in headers.items()]
    return taken(
        Message,
        {
            "id": "m1",
            "threadId": "t1",
            "internalDate": "1795000000123",
            "payload": {"mimeType": "text/plain", "headers": named},
        },
    )


@given(st.lists(TEXT, min_size=len(HEADERS), max_size=len(HEADERS)))
def test_no_header_is_too_odd_to_be_read(values):
    headers = {name.replace("-", "_"): v for name, v in zip(HEADERS, values, strict=True)}
    mail = mail_of(message_with(**headers), "a@b.example", {})
    assert mail.sent_at == datetime(2026, 11, 18, 11, 6, 40, 123_000, tzinfo=UTC)


@given(TEXT)
def test_an_encoded_header_is_read_as_it_was_written(text):
    subject = " ".join(f"é{text}".split())
    value = Encoded(subject, "utf-8", maxlinelen=10_000).encode(maxlinelen=10_000)
    assert message_with(subject=value).payload.header("Subject").split() == subject.split()


def test_a_name_that_reads_like_an_address_is_not_the_sender():
    name = Encoded('"ceo@bank.example", Boss', "utf-8").encode()
    both = f"{name} <eve@evil.example>, Fischer, Tom <tom@acme.example>"
    mail = mail_of(message_with(From=f"{name} <eve@evil.example>", To=both), "a@b.example", {})
    assert mail.sender == Address(email="eve@evil.example", name='"ceo@bank.example", Boss')
    assert mail.to == (mail.sender, Address(email="tom@acme.example", name="Fischer, Tom"))


@pytest.mark.parametrize("value", ["=?no-such?q?a?=", "=?utf-8?b?a?=", "=?utf-8?q?=FF?=", "=?"])
def test_a_header_encoded_wrongly_is_shown_somehow(value):
    assert message_with(subject=value).payload.header("SUBJECT")


@given(st.binary(max_size=60), st.sampled_from(["", "text/plain; charset=", "x; charset=koi8-r"]))
def test_any_bytes_are_read_as_text(data, content_type):
    head = [{"name": "Content-Type", "value": content_type}]
    part = taken(Part, {"mimeType": "text/plain", "headers": head})
    assert isinstance(text_of_part(part, data), str)


@given(st.binary(max_size=60))
def test_what_gmail_encodes_is_decoded(data):
    assert bytes_of(encoded(data)) == data


@pytest.mark.parametrize("data", ["*", "a", "a=b", "ä"])
def test_what_is_not_encoded_like_that_is_a_failed_tool(data):
    with pytest.raises(ToolFailed):
        bytes_of(data)


def test_plain_parts_come_before_html_ones():
    plain, rich = {"mimeType": "text/plain"}, {"mimeType": "text/html"}
    file = {"mimeType": "text/plain", "filename": "a.txt"}
    for parts, found in (([rich, plain, file], ["text/plain"]), ([rich, file], ["text/html"])):
        payload = taken(Part, {"mimeType": "multipart/mixed", "parts": [{"parts": parts}]})
        assert [part.mime_type for part in body_parts(payload)] == found


def test_labels_that_mean_nothing_to_a_person_are_left_out():
    names = {"INBOX": "inbox", "Label_1": "snoozed/2026-11-27", "Label_2": "snoozed"}
    assert labels_of(["CATEGORY_SOCIAL", "INBOX"], names) == ("inbox",)
    assert labels_of(["Label_1"], names) == ("snoozed/2026-11-27", "snoozed")


@given(st.text(min_size=1))
def test_an_id_is_one_segment_of_a_path_or_nobodys(value):
    try:
        quoted = segment(value)
    except (NotThere, UnicodeEncodeError):
        return
    assert not set(quoted) & set("/?#")
    assert quoted.strip(".")
