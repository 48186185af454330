"""The sandbox's contacts behind the AddressBook port."""

from shared.connectors.sandbox.name_matching import (
    Closeness,
    company_closeness,
    person_closeness,
)
from shared.connectors.sandbox.records import OWNER
from shared.connectors.sandbox.store import SandboxStore
from shared.models.workspace import Contact, Mail


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
        mails = await self._store.mails() if self._has_mail else []
        found: list[tuple[Closeness, Contact]] = []
        for contact in await self._store.contacts():
            named = person_closeness(text, contact.name, contact.email)
            employed = company_closeness(organization, contact.company, contact.email)
            if named is not None and employed is not None:
                found.append((max(named, employed), _with_history(contact, mails)))
        found.sort(key=lambda pair: (pair[0], -pair[1].mails, pair[1].name))
        cut = max(Closeness.WORD, found[0][0]) if found else Closeness.WORD
        return tuple(contact for closeness, contact in found if closeness <= cut)[:limit]


def _with_history(contact: Contact, mails: list[Mail]) -> Contact:
    exchanged = [mail for mail in mails if _exchanged(mail, contact.email)]
    last = exchanged[0].sent_at if exchanged else None
    return contact.model_copy(update={"last_contact": last, "mails": len(exchanged)})


def _exchanged(mail: Mail, email: str) -> bool:
    if mail.sender.email == OWNER.email:
        return any(person.email == email for person in (*mail.to, *mail.cc))
    return mail.sender.email == email
