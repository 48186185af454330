"""People as an event names them: by address, or by a name that the address book knows once."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shared.models.base import Json
from shared.models.people import Person
from shared.models.profile import Profile
from shared.tools.tool import Desk
from shared.tools.wording import one_line
from shared.workspace.calendar.port import Attendee
from shared.workspace.contacts.addresses import ONESELF, resolved
from shared.workspace.contacts.mailboxes import plain_name
from shared.workspace.contacts.port import AddressBook

_WORD = r"[^\W\d_]{2,}(?:-[^\W\d_]+)?"
_OF_A_NAME = re.compile(rf"(?P<name>{_WORD}\.{_WORD})@.*")
"""An address that plainly is somebody's first and last name."""


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


def in_arguments(attendees: Iterable[Attendee]) -> list[Json]:
    """Return people as arguments carry them."""
    return [person_of(one).model_dump() for one in attendees]


def missing(people: Sequence[Attendee], among: Sequence[Attendee]) -> list[Attendee]:
    """Return those of some people who are not among others."""
    there = {one.email.casefold() for one in among}
    return [one for one in people if one.email.casefold() not in there]


def addressed(attendee: Attendee) -> str:
    """Return "Sarah Chen <sarah@acme.com>", or the address alone."""
    return str(person_of(attendee))


def called(someone: Mapping[str, Any], profile: Profile) -> str:
    """Return what an answer calls somebody: a colleague by name, as far as that is known.

    Of somebody outside it tells the address, too: a name alone may be of anybody.
    """
    name, address = one_line(someone.get("name")), one_line(someone.get("email"))
    if profile.external(address):
        return f"{name} ({address})" if name and name != address else address
    written = _OF_A_NAME.fullmatch(address)
    told = written["name"].replace(".", " ").title() if written else address
    return told if name in {"", address} else name


def _oneself(one: str | Person) -> bool:
    return isinstance(one, str) and one.strip().casefold() in ONESELF
