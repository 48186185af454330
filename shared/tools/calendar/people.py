"""People as an event names them: by address, or by a name that the address book knows once."""

from collections.abc import Sequence

from shared.tools.calendar.port import Attendee
from shared.tools.contacts.addresses import Recipient, resolved
from shared.tools.contacts.port import AddressBook
from shared.tools.tool import Desk
from shared.tools.wording import one_line

_ONESELF = frozenset({"me", "myself", "i"})


async def resolve(desk: Desk, named: Sequence[str]) -> tuple[Attendee, ...]:
    """Return these people once each and without the person themselves.

    Raises ToolFailed for a name that fits nobody or several people, and says whom.
    """
    connected = AddressBook in desk.workspace
    book = desk.workspace[AddressBook] if connected else None
    own = [account.email for account in desk.profile.accounts]
    others = [name for name in named if name.strip().casefold() not in _ONESELF]
    found = await resolved(others, book, own)
    return tuple(Attendee(email=one.email, name=one.name) for one in found)


def addressed(person: Attendee) -> str:
    """Return "Sarah Chen <sarah@acme.com>", or the address alone: `resolve` takes it back."""
    name = one_line(person.name)
    return str(Recipient(person.email, "" if name == person.email else name))
