"""Several accounts that serve one port, as one."""

from collections.abc import Callable, Sequence
from typing import Any

from shared.connectors.joined.address_book import JoinedAddressBook
from shared.connectors.joined.calendar import JoinedCalendar
from shared.connectors.joined.mailbox import JoinedMailbox
from shared.connectors.joined.members import Member
from shared.tools.calendar.port import Calendar
from shared.tools.contacts.port import AddressBook
from shared.tools.email.port import Mailbox

__all__ = ["Member", "joined"]

_JOINS: dict[type, Callable[[Sequence[Member[Any]]], object]] = {
    Mailbox: JoinedMailbox,
    Calendar: JoinedCalendar,
    AddressBook: JoinedAddressBook,
}


def joined(port: type, members: Sequence[Member[object]]) -> object:
    """Return what serves a port: the only account there is, all as one, or else the first."""
    join = _JOINS.get(port)
    if join is None or len(members) == 1:
        return members[0].port
    return join(members)
