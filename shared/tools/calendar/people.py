"""People as an event names them: by address, or by a name that the address book knows once."""

from collections.abc import Sequence

from shared.models.people import Person
from shared.tools.calendar.port import Attendee
from shared.tools.contacts.addresses import ONESELF, resolved
from shared.tools.contacts.mailboxes import plain_name
from shared.tools.contacts.port import AddressBook
from shared.tools.tool import Desk


async def resolve(desk: Desk, wanted: Sequence[str | Person]) -> tuple[Attendee, ...]:
    """Return these people once each and without the person themselves.

    Raises ToolFailed for a name that fits nobody or several people, and says whom.
    """
    connected = AddressBook in desk.workspace
    book = desk.workspace[AddressBook] if connected else None
    own = [account.email for account in desk.profile.accounts]
    others = [one for one in wanted if not _oneself(one)]
    found = await resolved(others, book, own)
    return tuple(Attendee(email=one.email, name=one.name) for one in found)


def person_of(attendee: Attendee) -> Person:
    """Return somebody invited as a person in arguments."""
    name = plain_name(attendee.name)
    return Person(email=attendee.email, name="" if name == attendee.email else name)


def addressed(attendee: Attendee) -> str:
    """Return "Sarah Chen <sarah@acme.com>", or the address alone."""
    return str(person_of(attendee))


def _oneself(one: str | Person) -> bool:
    return isinstance(one, str) and one.strip().casefold() in ONESELF
