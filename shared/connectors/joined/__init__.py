"""Several accounts that serve one port, as one."""

from collections.abc import Callable, Sequence
from typing import Any

from shared.connectors.joined.address_book import JoinedAddressBook
from shared.connectors.joined.calendar import JoinedCalendar
from shared.connectors.joined.mailbox import JoinedMailbox
from shared.connectors.joined.members import Member
from shared.tools.workspace import LeftOut
from shared.workspace.calendar.port import Calendar
from shared.workspace.contacts.port import AddressBook
from shared.workspace.email.port import Mailbox

__all__ = ["Member", "joined"]

_JOINS: dict[type, Callable[[Sequence[Member[Any]], list[LeftOut]], object]] = {
    Mailbox: JoinedMailbox,
    Calendar: JoinedCalendar,
    AddressBook: JoinedAddressBook,
}


def joined(
    port: type, members: Sequence[Member[object]], left_out: list[LeftOut] | None = None
) -> object:
    """Return what serves a port: the only account there is, all as one, or else the first.

    Those that could not be asked where all were are added to `left_out`.
    """
    join = _JOINS.get(port)
    if join is None or len(members) == 1:
        return members[0].port
    return join(members, [] if left_out is None else left_out)
