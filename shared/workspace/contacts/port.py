"""People in the product's own words, and the port to a person's address book."""

from datetime import datetime
from typing import Protocol

from shared.models.base import Payload
from shared.tools.effect import Effect

ENDS = "\u2026"
"""What stands before the digits that a number is to end in, where the rest of it stays."""


class Contact(Payload):
    """One person. `relation` is colleague, client, vendor, partner or personal."""

    id: str
    name: str
    email: str
    company: str = ""
    title: str = ""
    phone: str = ""
    relation: str = ""
    notes: str = ""
    last_contact: datetime | None = None
    mails: int = 0
    """Mails exchanged in the last 8 weeks."""
    own: bool = True
    """Whether it is among the person's own contacts, and not only in the organisation's."""


class NewContact(Payload):
    """Somebody who is to be in the contacts; what is not known is "". One has a name or address."""

    name: str = ""
    email: str = ""
    company: str = ""
    title: str = ""
    phone: str = ""
    relation: str = ""
    notes: str = ""


class ContactChange(Payload):
    """What is to be different; None leaves it."""

    name: str | None = None
    email: str | None = None
    company: str | None = None
    title: str | None = None
    phone: str | None = None
    relation: str | None = None
    notes: str | None = None


class Organization(Payload):
    """A company, and how many contacts work there."""

    name: str
    people: int


class AddressBook(Protocol):
    """A person's contacts. Each method may raise ToolFailed (kind "params": no such contact).

    What changes something does so at most once for each `effect.id`, and returns the same again
    when repeated; it raises OutcomeUnknown when it cannot tell whether it was done.
    """

    async def search(self, text: str, organization: str, limit: int) -> tuple[Contact, ...]:
        """Return contacts whose name or address matches `text`, at `organization`, best first.

        An empty argument matches everyone.
        """
        ...

    async def get(self, contact_id: str) -> Contact:
        """Return one contact."""
        ...

    async def organizations(self) -> tuple[Organization, ...]:
        """Return where contacts work, the largest first."""
        ...

    async def create(self, contact: NewContact, effect: Effect) -> Contact:
        """Add a contact; whether there is one like it is not looked at."""
        ...

    async def update(self, contact_id: str, change: ContactChange, effect: Effect) -> Contact:
        """Change a contact."""
        ...

    async def delete(self, contact_id: str, effect: Effect) -> None:
        """Delete a contact; one that is gone already is done."""
        ...
