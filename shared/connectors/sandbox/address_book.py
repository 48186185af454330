"""The sandbox's contacts behind the AddressBook port."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from shared.connectors.name_matching import Closeness, closeness
from shared.connectors.sandbox.records import OWNER, Done
from shared.connectors.sandbox.store import SandboxStore, Stored, fresh
from shared.errors import ToolFailed
from shared.storage.rows import Write
from shared.tools.effect import Effect
from shared.workspace.contacts.port import Contact, ContactChange, NewContact, Organization
from shared.workspace.email.port import Mail

_HISTORY = timedelta(weeks=8)


class SandboxAddressBook:
    """One person's contacts, with what the mailbox (if there is one) knows of them."""

    def __init__(self, store: SandboxStore, *, has_mail: bool) -> None:
        self._store = store
        self._has_mail = has_mail

    async def search(self, text: str, organization: str, limit: int) -> tuple[Contact, ...]:
        """Return the matching contacts, best first.

        Parts of words and misspellings count only when nothing matches whole words: who says John
        does not mean Johnson.
        """
        mails = await self._mails()
        now = self._store.now()
        found: list[tuple[Closeness, Contact]] = []
        for contact in await self._store.contacts():
            close = closeness(text, organization, contact)
            if close is not None:
                found.append((close, _with_history(contact, mails, now)))
        found.sort(key=lambda pair: (pair[0], -pair[1].mails, pair[1].name))
        cut = max(Closeness.WORD, found[0][0]) if found else Closeness.WORD
        return tuple(contact for near, contact in found if near <= cut)[: max(limit, 0)]

    async def get(self, contact_id: str) -> Contact:
        """Return one contact."""
        found = await self._found(contact_id)
        return _with_history(found.record, await self._mails(), self._store.now())

    async def organizations(self) -> tuple[Organization, ...]:
        """Return where contacts work, the largest first."""
        people = Counter(c.company for c in await self._store.contacts() if c.company)
        largest = sorted(people.items(), key=lambda each: (-each[1], each[0]))
        return tuple(Organization(name=name, people=number) for name, number in largest)

    async def create(self, contact: NewContact, effect: Effect) -> Contact:
        """Add a contact."""

        async def add() -> tuple[list[Write], Contact]:
            made = Contact(id=effect.id, **contact.model_dump())
            made = made.model_copy(update={"name": made.name.strip() or made.email})
            if not made.name:
                raise ToolFailed("A contact needs a name or an address.", "params")
            written = fresh("contact", made.id, made).written(made)
            return [written], _with_history(made, await self._mails(), self._store.now())

        return await self._store.once(effect, Contact, add)

    async def update(self, contact_id: str, change: ContactChange, effect: Effect) -> Contact:
        """Change a contact."""

        async def apply() -> tuple[list[Write], Contact]:
            found = await self._found(contact_id)
            said = change.model_dump(exclude_none=True)
            if not said.get("name", "a name").strip():
                raise ToolFailed("A contact needs a name.", "params")
            after = found.record.model_copy(update=said)
            history = _with_history(after, await self._mails(), self._store.now())
            return [found.written(after)], history

        return await self._store.once(effect, Contact, apply)

    async def delete(self, contact_id: str, effect: Effect) -> None:
        """Delete a contact; gone already is done."""

        async def change() -> tuple[list[Write], Done]:
            found = await self._store.find("contact", contact_id, Contact)
            return [found.removed()] if found else [], Done()

        await self._store.once(effect, Done, change)

    async def _found(self, contact_id: str) -> Stored[Contact]:
        return await self._store.get("contact", contact_id, Contact, "contact")

    async def _mails(self) -> list[Mail]:
        return await self._store.mails() if self._has_mail else []


def _with_history(contact: Contact, mails: Sequence[Mail], now: datetime) -> Contact:
    exchanged = [mail.sent_at for mail in mails if _exchanged(mail, contact.email)]
    recent = [sent_at for sent_at in exchanged if sent_at > now - _HISTORY]
    last = exchanged[0] if exchanged else None
    return contact.model_copy(update={"last_contact": last, "mails": len(recent)})


def _exchanged(mail: Mail, email: str) -> bool:
    if "draft" in mail.labels:
        return False
    if mail.sender.email == OWNER.email:
        return any(person.email == email for person in (*mail.to, *mail.cc))
    return mail.sender.email == email
