"""Messages as the Gmail API has them, read into mails."""

import base64
import binascii
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.message import Message as Headers
from html import unescape

from shared.connectors.google.answers import GOOGLE, Resource
from shared.connectors.google.labels import labels_of
from shared.errors import ToolFailed
from shared.workspace.contacts.mailboxes import decoded, in_header
from shared.workspace.email.html import text_of
from shared.workspace.email.port import Address, Attachment, Mail, MailFile

HEADERS = [
    "From", "To", "Cc", "Bcc", "Reply-To", "Subject", "Message-ID", "In-Reply-To", "References",
    "X-Google-Original-Message-ID", "X-Failed-Recipients",
]  # fmt: skip
"""The headers that are read."""


class Header(Resource):
    """One header line."""

    name: str
    value: str = ""


class Body(Resource):
    """What a part holds, or the id under which it is to be had."""

    attachment_id: str = ""
    size: int = 0
    data: str = ""


class Part(Resource):
    """One MIME part, with those in it."""

    part_id: str = ""
    mime_type: str = ""
    filename: str = ""
    headers: tuple[Header, ...] = ()
    body: Body = Body()
    parts: tuple["Part", ...] = ()

    def header(self, name: str) -> str:
        """Return a header's value; "" when there is none."""
        return decoded(self._raw(name))

    def addresses(self, name: str) -> tuple[Address, ...]:
        """Return the addresses of a header."""
        people = in_header(self._raw(name))
        return tuple(Address(email=one.email, name=one.name) for one in people)

    def _raw(self, name: str) -> str:
        found = (h.value for h in self.headers if h.name.casefold() == name.casefold())
        return next(found, "")

    def all(self) -> Iterator["Part"]:
        """Yield this part and every one in it, in order, but nothing of what a file is made of."""
        yield self
        for part in () if self.filename else self.parts:
            yield from part.all()

    @property
    def file_id(self) -> str:
        """What tells the part from others of its message.

        Gmail's own ids of attachments change with each reading; a part's place does not.
        """
        return self.part_id or "0"


class Message(Resource):
    """One message; `internal_date` is in milliseconds since 1970."""

    id: str
    thread_id: str
    label_ids: tuple[str, ...] = ()
    snippet: str = ""
    internal_date: int
    payload: Part


def mail_of(message: Message, account: str, names: Mapping[str, str], body: str = "") -> Mail:
    """Return a message as a mail; `names` are what its labels are called, by their ids."""
    payload = message.payload
    return Mail(
        id=message.id,
        thread_id=message.thread_id,
        account=account,
        sender=next(iter(payload.addresses("From")), Address(email="")),
        to=payload.addresses("To"),
        cc=payload.addresses("Cc"),
        reply_to=payload.addresses("Reply-To"),
        subject=payload.header("Subject"),
        snippet=unescape(message.snippet),
        body=body,
        sent_at=_moment(message.internal_date),
        labels=labels_of(message.label_ids, names),
        attachments=tuple(_attachment(part) for part in payload.all() if part.filename),
        message_id=payload.header("Message-ID").strip(),
        references=tuple(payload.header("References").split()),
    )


def body_parts(payload: Part) -> tuple[Part, ...]:
    """Return the parts whose text is what the message says: plain ones, else those in HTML."""
    texts = [part for part in payload.all() if not part.filename]
    plain = tuple(part for part in texts if part.mime_type == "text/plain")
    return plain or tuple(part for part in texts if part.mime_type == "text/html")


def text_of_part(part: Part, data: bytes) -> str:
    """Return what a part says as plain text."""
    text = _decoded(data, part.header("Content-Type")).replace("\r\n", "\n")
    return text_of(text) if part.mime_type == "text/html" else text


def bytes_of(data: str) -> bytes:
    """Return what Gmail has encoded in base64url; raise ToolFailed when it is not that."""
    try:
        return base64.b64decode(data + "=" * (-len(data) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise ToolFailed(f"{GOOGLE} answered in an unexpected form.", recoverable=True) from error


def files_of(message: Message) -> tuple[MailFile, ...]:
    """Return the files of a message, as they can be sent along."""
    return tuple(
        MailFile(
            mail_id=message.id,
            attachment_id=part.file_id,
            name=part.filename,
            type=part.mime_type,
            size=part.body.size,
        )
        for part in message.payload.all()
        if part.filename
    )


def _attachment(part: Part) -> Attachment:
    return Attachment(id=part.file_id, name=part.filename, type=part.mime_type, size=part.body.size)


def _moment(milliseconds: int) -> datetime:
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC)
    except (OverflowError, ValueError, OSError) as error:
        raise ToolFailed(f"{GOOGLE} answered in an unexpected form.", recoverable=True) from error


def _decoded(data: bytes, content_type: str) -> str:
    headers = Headers()
    headers["Content-Type"] = content_type or "text/plain"
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        return data.decode(headers.get_content_charset() or "latin-1", errors="replace")
    except LookupError:
        return data.decode("latin-1")
