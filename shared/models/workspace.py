"""Mail and contacts in the product's own words, whatever provider they come from."""

from datetime import datetime

from shared.models.base import Payload

DOMAINS = ("email", "calendar", "contacts", "slack")


class Address(Payload):
    """A mailbox, with the name it goes by."""

    email: str
    name: str = ""


class Mail(Payload):
    """One message, sent at `sent_at` (UTC).

    `labels` are inbox, sent, unread, starred, important, draft.
    """

    id: str
    thread_id: str
    sender: Address
    to: tuple[Address, ...]
    cc: tuple[Address, ...] = ()
    subject: str
    snippet: str
    body: str
    sent_at: datetime
    labels: tuple[str, ...] = ()
    attachments: tuple[str, ...] = ()


class MailPage(Payload):
    """Mails without their bodies, newest first; `total` counts every match, returned or not."""

    mails: tuple[Mail, ...]
    total: int


class Contact(Payload):
    """One person. `relation` is colleague, client, vendor, partner or personal."""

    id: str
    name: str
    email: str
    company: str = ""
    title: str = ""
    phone: str = ""
    relation: str = ""
    last_contact: datetime | None = None
    mails: int = 0
    """Mails exchanged in the last 8 weeks."""
