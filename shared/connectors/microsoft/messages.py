"""Messages as Graph has them, and as mails."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated

from pydantic import Field

from shared.connectors.microsoft.graph import MANY, Shape, Text, Texts
from shared.workspace.email.html import text_of
from shared.workspace.email.port import Address, Attachment, Mail, MailFile, Outgoing

FIELDS = (
    *("id", "conversationId", "parentFolderId", "from", "toRecipients", "ccRecipients"),
    *("replyTo", "subject", "bodyPreview", "receivedDateTime", "isRead", "isDraft", "flag"),
    *("importance", "categories", "hasAttachments", "internetMessageId"),
    "inferenceClassification",
)
"""What a list needs of a message."""
FULL_FIELDS = (*FIELDS, "body", "bccRecipients", "internetMessageHeaders")
FILE_FIELDS = ("id", "name", "contentType", "size", "isInline")
SNOOZED = "Snoozed "
"""Category of a snoozed mail, with the day it is to come back: Graph knows no snoozing."""


class Mailbox(Shape):
    """Graph's emailAddress."""

    name: Text = ""
    address: Text = ""


class Recipient(Shape):
    """Somebody a message goes to or comes from."""

    email_address: Mailbox = Mailbox()


class Body(Shape):
    """A body; asked for as text, but an answer may be HTML all the same."""

    content_type: Text = "text"
    content: Text = ""

    @property
    def text(self) -> str:
        """What it says, its lines ending as they do here."""
        if self.content_type == "html":
            return text_of(self.content)
        return self.content.replace("\r\n", "\n")


class Flag(Shape):
    """Graph's followupFlag."""

    flag_status: Text = ""


class Header(Shape):
    """A header of the mail as it came in."""

    name: str
    value: Text = ""


class ExtendedProperty(Shape):
    """A value that Outlook keeps with an item but has no field for."""

    id: str
    value: Text = ""


Recipients = Annotated[tuple[Recipient, ...], MANY]


class Message(Shape):
    """A message in a mailbox."""

    id: str
    conversation_id: str
    parent_folder_id: Text = ""
    sender: Recipient | None = Field(None, alias="from")
    to_recipients: Recipients = ()
    cc_recipients: Recipients = ()
    bcc_recipients: Recipients = ()
    reply_to: Recipients = ()
    subject: Text = ""
    body_preview: Text = ""
    body: Body | None = None
    received_date_time: datetime
    is_read: bool = True
    is_draft: bool = False
    flag: Flag | None = None
    importance: Text = ""
    categories: Texts = ()
    has_attachments: bool = False
    internet_message_id: Text = ""
    inference_classification: Text = ""
    internet_message_headers: Annotated[tuple[Header, ...], MANY] = ()
    single_value_extended_properties: Annotated[tuple[ExtendedProperty, ...], MANY] = ()

    @property
    def starred(self) -> bool:
        """Whether it is flagged for follow-up."""
        return self.flag is not None and self.flag.flag_status == "flagged"

    @property
    def snoozed(self) -> bool:
        """Whether a category says so."""
        return any(category.startswith(SNOOZED) for category in self.categories)


class AttachedFile(Shape):
    """A file of a message, with its content (base64) when it was asked for."""

    id: str
    name: Text = ""
    content_type: Text = ""
    size: int = 0
    is_inline: bool = False
    content_bytes: Text = ""


def mail_of(
    message: Message,
    account: str,
    folders: Mapping[str, str],
    files: Iterable[AttachedFile] = (),
) -> Mail:
    """Return a message as a mail; `folders` are the ids of well-known folders by label."""
    headers = {header.name.casefold(): header.value for header in message.internet_message_headers}
    references = headers.get("references") or headers.get("in-reply-to", "")
    return Mail(
        id=message.id,
        thread_id=message.conversation_id,
        account=account,
        sender=_address(message.sender or Recipient()),
        to=_addresses(message.to_recipients),
        cc=_addresses(message.cc_recipients),
        reply_to=_addresses(message.reply_to),
        subject=message.subject,
        snippet=message.body_preview,
        body=message.body.text if message.body else "",
        sent_at=message.received_date_time,
        labels=tuple(_labels(message, folders)),
        attachments=tuple(
            Attachment(id=file.id, name=file.name, type=file.content_type, size=file.size)
            for file in files
        ),
        message_id=message.internet_message_id,
        references=tuple(references.split()),
    )


def outgoing_of(message: Message, account: str, files: tuple[MailFile, ...]) -> Outgoing:
    """Return a draft as a mail to be sent."""
    return Outgoing(
        to=_addresses(message.to_recipients),
        cc=_addresses(message.cc_recipients),
        bcc=_addresses(message.bcc_recipients),
        subject=message.subject,
        body=message.body.text if message.body else "",
        account=account,
        thread_id=message.conversation_id,
        attachments=files,
    )


def _labels(message: Message, folders: Mapping[str, str]) -> Iterable[str]:
    for label, folder in folders.items():
        if folder == message.parent_folder_id and label != "archive":  # which no label says
            yield label
    if not message.is_read:
        yield "unread"
    if message.starred:
        yield "starred"
    if message.importance == "high":
        yield "important"
    if message.is_draft:
        yield "draft"
    if message.snoozed:
        yield "snoozed"
    yield from (category.lower() for category in message.categories)


def _addresses(recipients: Iterable[Recipient]) -> tuple[Address, ...]:
    return tuple(_address(recipient) for recipient in recipients)


def _address(recipient: Recipient) -> Address:
    return Address(email=recipient.email_address.address, name=recipient.email_address.name)
