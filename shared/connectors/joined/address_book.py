"""Several address books of one person as one."""

from collections.abc import Sequence
from itertools import zip_longest

from shared.connectors.joined.members import Member, ask, owner
from shared.tools.effect import Effect
from shared.tools.workspace import LeftOut
from shared.workspace.contacts.port import (
    AddressBook,
    Contact,
    ContactChange,
    NewContact,
    Organization,
)


class JoinedAddressBook:
    """Ids begin with their account's key; who is added is added in the first account."""

    def __init__(self, members: Sequence[Member[AddressBook]], left_out: list[LeftOut]) -> None:
        self._members = members
        self._left_out = left_out

    async def search(self, text: str, organization: str, limit: int) -> tuple[Contact, ...]:
        """Return the best of each in turn; of the same address, the first."""
        answers = await ask(
            self._members, self._left_out, lambda book: book.search(text, organization, limit)
        )
        books = [[_contact(one, found) for found in some] for one, some in answers.given]
        in_turn = (found for rank in zip_longest(*books) for found in rank if found is not None)
        people: dict[str, Contact] = {}
        for found in in_turn:
            people.setdefault(found.email.casefold() or found.id, found)
        return tuple(people.values())[:limit]

    async def get(self, contact_id: str) -> Contact:
        """Return one contact."""
        one = owner(self._members, contact_id)
        return _contact(one, await one.port.get(one.inner(contact_id)))

    async def organizations(self) -> tuple[Organization, ...]:
        """Return where contacts work, the largest first; people in two books count twice."""
        answers = await ask(self._members, self._left_out, lambda book: book.organizations())
        names: dict[str, str] = {}
        people: dict[str, int] = {}
        for found in (each for _, some in answers.given for each in some):
            key = names.setdefault(found.name.casefold(), found.name)
            people[key] = people.get(key, 0) + found.people
        by_size = sorted(people.items(), key=lambda item: (-item[1], item[0]))
        return tuple(Organization(name=name, people=count) for name, count in by_size)

    async def create(self, contact: NewContact, effect: Effect) -> Contact:
        """Add a contact in the first account."""
        one = self._members[0]
        return _contact(one, await one.port.create(contact, effect))

    async def update(self, contact_id: str, change: ContactChange, effect: Effect) -> Contact:
        """Change a contact where it is kept."""
        one = owner(self._members, contact_id)
        return _contact(one, await one.port.update(one.inner(contact_id), change, effect))

    async def delete(self, contact_id: str, effect: Effect) -> None:
        """Delete a contact where it is kept."""
        one = owner(self._members, contact_id)
        await one.port.delete(one.inner(contact_id), effect)


def _contact(one: Member[AddressBook], contact: Contact) -> Contact:
    return contact.model_copy(update={"id": one.outer(contact.id)})
