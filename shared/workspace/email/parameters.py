"""What the mail tools are asked with, as planners see it."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from shared.models.base import Payload
from shared.tools.parameters import FILLED_IN, SETTLED, People, Several

MAX_MAILS = 500


Recipients = Annotated[
    People,
    Field(
        default=(),
        description='Addresses, "Name <address>", the full names of contacts, or "me"',
    ),
]
MailId = Annotated[
    str,
    Field(
        description="The id of a mail, as searches give it",
        min_length=1,
        json_schema_extra=SETTLED,
    ),
]
MailIds = Annotated[
    Several,
    Field(
        description="The ids of the mails",
        min_length=1,
        max_length=MAX_MAILS,
        json_schema_extra=SETTLED,
    ),
]
Query = Annotated[
    str,
    Field(description="Gmail search syntax, e.g. from:a@b.com budget newer_than:14d"),
]


class WantedFile(Payload):
    """A file of a mail to be sent along: by its id, by its name or part of it, or all of them."""

    kind: Literal["mail", "upload"] = Field(default="mail", description=FILLED_IN)
    mail_id: str = ""
    attachment_id: str = ""
    file_id: str = Field(default="", description=FILLED_IN)
    name: str = ""
    type: str = Field(default="", description=FILLED_IN)
    size: int = Field(default=0, description=FILLED_IN)

    @model_validator(mode="after")
    def _named(self) -> Self:
        if not (self.mail_id if self.kind == "mail" else self.file_id):
            raise ValueError("must name a mail, or a file that was brought along")
        return self


Files = Annotated[
    tuple[WantedFile, ...],
    Field(default=(), description="Files that go along"),
]


class SearchMessages(Payload):
    """What to look for."""

    query: Query
    limit: int = Field(
        default=10, ge=1, le=MAX_MAILS, description="How many; 500 where all of them are meant"
    )
    accounts: Several = Field(default=(), description="Only in these accounts (their addresses)")


class GetMessage(Payload):
    """Which mail to read."""

    message_id: MailId


class GetThread(Payload):
    """Which conversation to read: one of the two is needed."""

    thread_id: str = Field(default="", description="The id of a conversation")
    message_id: str = Field(default="", description="Or the id of any mail in it")


class FindUnanswered(Payload):
    """How far back to look, and in which mails."""

    query: str = Field(default="", description="Gmail search that narrows it")
    days: int = Field(default=7, ge=1, le=60)
    limit: int = Field(default=50, ge=1, le=50)


class ListAttachments(Payload):
    """Whose attachments to list."""

    message_id: MailId


class ReadAttachment(Payload):
    """Which file to read."""

    message_id: MailId
    name: str = Field(default="", description="The file's name or part of it; not needed for one")


class SendEmail(Payload):
    """A mail to be sent."""

    to: Recipients
    cc: Recipients
    bcc: Recipients
    subject: str = Field(default="", max_length=500)
    body: str = Field(description="The whole text, greeting and signature included, plain text")
    account: str = Field(default="", description="The address to send from, if there are several")
    attachments: Files


class CreateDraft(Payload):
    """A mail to be kept without sending it."""

    to: Recipients
    cc: Recipients
    bcc: Recipients
    subject: str = Field(default="", max_length=500)
    body: str = Field(description="The whole text, plain text; without what is quoted in a reply")
    reply_to_message_id: str = Field(
        default="",
        description="The id of the mail it answers, which fills in to and subject",
        json_schema_extra=SETTLED,
    )
    quoted: str | None = Field(default=None, description=FILLED_IN, json_schema_extra=SETTLED)
    attachments: Files


class SendDraft(Payload):
    """A draft to be sent."""

    draft_id: str = Field(description="The id of a draft", min_length=1, json_schema_extra=SETTLED)
    to: People | None = Field(default=None, description=FILLED_IN)
    cc: People | None = Field(default=None, description=FILLED_IN)
    bcc: People | None = Field(default=None, description=FILLED_IN)
    subject: str | None = Field(default=None, description=FILLED_IN)
    body: str | None = Field(default=None, description=FILLED_IN)
    attachments: tuple[WantedFile, ...] | None = Field(default=None, description=FILLED_IN)


class UpdateDraft(SendDraft):
    """A draft, and what of it should be different; all else stays as it is."""

    to: People | None = Field(default=None, description="Who gets it, all of them")
    cc: People | None = Field(default=None, description="Who gets a copy, all of them")
    bcc: People | None = Field(default=None, description="Likewise without being seen")
    subject: str | None = Field(default=None, max_length=500)
    body: str | None = Field(default=None, description="The whole text, plain")
    attachments: tuple[WantedFile, ...] | None = Field(
        default=None, description="All files that go along"
    )


class DiscardDraft(Payload):
    """A draft to be thrown away."""

    draft_id: str = Field(description="The id of a draft", min_length=1, json_schema_extra=SETTLED)


class ReplyToMessage(Payload):
    """An answer to a mail."""

    message_id: MailId
    to: People | None = Field(default=None, description=FILLED_IN)
    cc: People | None = Field(default=None, description=FILLED_IN)
    subject: str | None = Field(default=None, description=FILLED_IN)
    body: str = Field(description="The answer alone, greeting and signature included, plain text")
    reply_all: bool = Field(default=False, description="Whether everybody on the mail gets it")
    quoted: str | None = Field(default=None, description=FILLED_IN, json_schema_extra=SETTLED)
    attachments: Files


class ForwardMessage(Payload):
    """A mail to be passed on, with its attachments."""

    message_id: MailId
    to: Recipients
    note: str = Field(default="", description="What to say above the forwarded mail")
    cc: Recipients
    subject: str | None = Field(default=None, description=FILLED_IN)
    body: str | None = Field(default=None, description=FILLED_IN)
    attachments: tuple[WantedFile, ...] | None = Field(
        default=None, description="Which of its files go along; all of them if left out"
    )
    besides: Annotated[
        tuple[WantedFile, ...], Field(default=(), description="Other files that go along as well")
    ]


class Mails(Payload):
    """Mails to do something with. What a search found besides them is told, not left unsaid."""

    message_ids: MailIds
    matching: int = Field(
        default=0,
        ge=0,
        description="For all that a search found: how many match, its `total` ({1.total})",
        json_schema_extra=SETTLED,
    )
    more: bool = Field(
        default=False,
        description="And whether there may be more, its `at_least` ({1.at_least})",
        json_schema_extra=SETTLED,
    )


class Archive(Mails):
    """Mails to take out of the inbox."""


class Trash(Mails):
    """Mails to move to the bin."""


class Label(Mails):
    """Mails, and the labels they get and lose."""

    add: Several = Field(default=(), description="Labels to add, by name")
    remove: Several = Field(default=(), description="Labels to remove, by name")


class Star(Mails):
    """Mails to mark with a star, or not any more."""

    starred: bool = True


class MarkRead(Mails):
    """Mails to mark as read, or as unread."""

    read: bool = True


class Snooze(Mails):
    """Mails to take out of the inbox until later."""

    until: str = Field(description="Local date or time, e.g. 2026-11-27 or 2026-11-27T15:00")


class GetDeliveryStatus(Payload):
    """Which sent mail to ask about."""

    message_id: Annotated[str, Field(description="The id of a sent mail", min_length=1)]
