"""Mail in the product's own words, and the port to a person's mailbox."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal, Protocol

from pydantic import Field

from shared.errors import ToolErrorKind
from shared.models.base import Payload
from shared.tools.effect import Effect


class Address(Payload):
    """A mailbox, with the name it goes by."""

    email: str
    name: str = ""


class Attachment(Payload):
    """A file in a mail. `size` is in bytes; 0 when the provider does not say."""

    id: str
    name: str
    type: str = ""
    size: int = 0


class MailFile(Payload):
    """A file to be sent along, by the mail it lies in; `kind` tells it from files kept elsewhere.

    `name`, `type` and `size` are as the mail lists it.
    """

    kind: Literal["mail"] = "mail"
    mail_id: str = Field(min_length=1)
    attachment_id: str = Field(min_length=1)
    name: str
    type: str = ""
    size: int = 0


class BroughtFile(Payload):
    """A file to be sent along that the person brought into the conversation, by its id there.

    `data` is what is in it, filled in when the mail goes out; it is kept nowhere.
    """

    kind: Literal["upload"] = "upload"
    file_id: str = Field(min_length=1)
    name: str
    type: str = ""
    size: int = 0
    data: bytes = Field(default=b"", exclude=True, repr=False)


AlongFile = Annotated[MailFile | BroughtFile, Field(discriminator="kind")]
"""A file that goes along with a mail."""


class AttachmentText(Payload):
    """What a file says. `text` is "" when there is no text in it to be had, and `why` says why.

    `content` is all of it in base64, where it is small enough to be passed on.
    """

    name: str
    type: str
    size: int
    text: str = ""
    why: str = ""
    content: str = ""


class Mail(Payload):
    """One message, sent at `sent_at` (UTC).

    `labels` are inbox, sent, unread, starred, important, draft and the person's own, in lower case.
    `message_id` and `references` are the headers of these names, `<...>` included; `account` is
    the address of the account it lies in. `body` is plain text, whatever it was sent as.
    """

    id: str
    thread_id: str
    account: str = ""
    sender: Address
    to: tuple[Address, ...]
    cc: tuple[Address, ...] = ()
    reply_to: tuple[Address, ...] = ()
    subject: str
    snippet: str
    body: str
    sent_at: datetime
    labels: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    message_id: str = ""
    references: tuple[str, ...] = ()


class MailPage(Payload):
    """Mails without their bodies, newest first; `total` counts every match, returned or not.

    `at_least`: the provider only estimates, so there may be more.
    """

    mails: tuple[Mail, ...]
    total: int
    at_least: bool = False


class MailThread(Payload):
    """A conversation, oldest mail first, with bodies."""

    id: str
    subject: str
    mails: tuple[Mail, ...]


class Outgoing(Payload):
    """A mail to be sent, complete. `thread_id` and the two headers make it a reply.

    `account` is the address to send from; "" is the person's first account. `attachments` are the
    files that go along, those and no others. `forwarded` is the id of the mail that is passed on.
    """

    to: tuple[Address, ...]
    cc: tuple[Address, ...] = ()
    bcc: tuple[Address, ...] = ()
    subject: str
    body: str
    account: str = ""
    thread_id: str = ""
    answers: str = ""
    """The id of the mail this answers, if it is a reply."""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    forwarded: str = ""
    attachments: tuple[AlongFile, ...] = ()


class Draft(Payload):
    """A mail kept, not sent."""

    id: str
    mail: Outgoing

    def saying(self, mail: Outgoing) -> Outgoing:
        """Return what a mail says, and to whom, where this one belongs and goes from."""
        said = ("to", "cc", "bcc", "subject", "body", "attachments")
        return self.mail.model_copy(update={name: getattr(mail, name) for name in said})


class Sent(Payload):
    """A mail the provider has taken over for delivery."""

    id: str
    thread_id: str
    message_id: str = ""


class Delivery(Payload):
    """What is known of a sent mail: `accepted` by the provider, `bounced` from some, or nothing."""

    status: Literal["accepted", "bounced", "unknown"]
    bounced: tuple[str, ...] = ()
    detail: str = ""


class Resorted(Payload):
    """A mail that is as it should be: its labels `before`, and what was really changed of them.

    A label that was there already is not among the `added`, and one that was not is not among the
    `removed`: adding what was removed, and removing what was added, makes it what it was.
    """

    id: str
    subject: str = ""
    sender: Address = Address(email="")
    before: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


class NotDone(Payload):
    """A mail that stays as it was, and why; its subject and sender where it could be read."""

    id: str
    kind: ToolErrorKind
    why: str
    subject: str = ""
    sender: Address = Address(email="")


class Sorted(Payload):
    """What became of each of several mails, in the order they were named."""

    done: tuple[Resorted, ...] = ()
    failed: tuple[NotDone, ...] = ()


class Mailbox(Protocol):
    """A person's mail, all accounts together. Queries use Gmail's search syntax.

    Every method may raise ToolFailed (kind "params" where there is no such thing). Those that take
    an effect make their change at most once for each `effect.id`, and return the same again when
    repeated; they raise OutcomeUnknown when they cannot tell whether it was made.
    """

    async def search(self, query: str, limit: int, accounts: Sequence[str] = ()) -> MailPage:
        """Return the newest matches, in all accounts or those of these addresses."""
        ...

    async def get(self, mail_id: str) -> Mail:
        """Return one mail with its body."""
        ...

    async def thread(self, thread_id: str) -> MailThread:
        """Return a conversation."""
        ...

    async def attachment(self, mail_id: str, attachment_id: str) -> AttachmentText:
        """Return what a file says, as text: plain, HTML and CSV; others only by name and size."""
        ...

    async def send(self, mail: Outgoing, effect: Effect) -> Sent:
        """Send a mail."""
        ...

    async def draft(self, mail: Outgoing, effect: Effect) -> Draft:
        """Keep a mail as a draft."""
        ...

    async def get_draft(self, draft_id: str) -> Draft:
        """Return a draft, by its own id or that of the mail it is listed as."""
        ...

    async def update_draft(self, draft_id: str, mail: Outgoing, effect: Effect) -> Draft:
        """Let a draft say what a mail does; where it belongs, and goes from, stays."""
        ...

    async def send_draft(self, draft_id: str, effect: Effect) -> Sent:
        """Send a draft."""
        ...

    async def left_behind(self, mail: Outgoing, effect: Effect) -> str:
        """Return the id of the draft that an attempt to send a mail has left; "" if there is none.

        `effect` has the handle that the attempt noted last.
        """
        ...

    async def delete_draft(self, draft_id: str, effect: Effect) -> None:
        """Delete a draft; gone already is done, and what was sent is none any more."""
        ...

    async def label(
        self, mail_ids: Sequence[str], add: Sequence[str], remove: Sequence[str], effect: Effect
    ) -> Sorted:
        """Add and remove labels: to archive is to remove `inbox`, to star to add `starred`.

        Each mail is done or not by itself. Raises ToolFailed when none was done.
        """
        ...

    async def snooze(self, mail_ids: Sequence[str], until: datetime, effect: Effect) -> Sorted:
        """Take mails out of the inbox until then, as `label` does."""
        ...

    async def delivery(self, mail_id: str) -> Delivery:
        """Return what became of a sent mail, as far as the provider can tell."""
        ...
