"""Contacts of Microsoft 365, and the people of the organisation, behind the AddressBook port.

Graph finds contacts by the beginning of a field only, so all of them are read and matched here.
Who is not among them may be known to Graph as somebody the person works with.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Any

from pydantic import Field

from shared.connectors.microsoft.graph import (
    AT_ONCE,
    MANY,
    PREFER,
    Shape,
    Text,
    Texts,
    below,
    everything,
    instant,
    made,
    made_by,
    mark_of,
    pages,
    selected,
    shaped,
)
from shared.connectors.microsoft.messages import Mailbox, Message
from shared.connectors.name_matching import Closeness, closeness
from shared.connectors.rest import NotThere, Request, Rest
from shared.errors import ToolFailed
from shared.ports import Clock
from shared.tools.effect import Effect
from shared.workspace.contacts.port import Contact, ContactChange, NewContact, Organization

PAGE = 500
MOST_FOUND = 25
_PERSON = "people:"
"""What the ids of people who are no contacts begin with."""
_RELATIONS = ("colleague", "client", "vendor", "partner", "personal")
_RECENT = timedelta(weeks=8)
_EVERYBODYS = frozenset({"outlook.com", "hotmail.com", "live.com", "msn.com"})
"""Domains that make nobody a colleague."""
_COUNTED = 100
_FIELDS = (
    *("id", "displayName", "emailAddresses", "companyName", "jobTitle", "businessPhones"),
    *("mobilePhone", "personalNotes", "categories"),
)
_PERSON_FIELDS = ("id", "displayName", "scoredEmailAddresses", "companyName", "jobTitle", "phones")
_NOT_OURS = "That person is in the organisation's directory; only your own contacts can be changed."


class _Contact(Shape):
    id: str
    etag: Text = Field("", alias="@odata.etag")
    display_name: Text = ""
    email_addresses: Annotated[tuple[Mailbox, ...], MANY] = ()
    company_name: Text = ""
    job_title: Text = ""
    business_phones: Texts = ()
    mobile_phone: Text = ""
    personal_notes: Text = ""
    categories: Texts = ()


class _Phone(Shape):
    number: Text = ""


class _Person(Shape):
    id: str
    display_name: Text = ""
    scored_email_addresses: Annotated[tuple[Mailbox, ...], MANY] = ()
    company_name: Text = ""
    job_title: Text = ""
    phones: Annotated[tuple[_Phone, ...], MANY] = ()


@dataclass(frozen=True)
class _Match:
    closeness: Closeness
    contact: Contact


class GraphAddressBook:
    """The contacts of one account; `has_mail` is whether its mail may be counted, too."""

    def __init__(self, rest: Rest, account: str, clock: Clock, *, has_mail: bool) -> None:
        self._rest = rest
        self._domain = account.rpartition("@")[2].casefold()
        self._clock = clock
        self._has_mail = has_mail
        self._free = asyncio.Semaphore(AT_ONCE)

    async def search(self, text: str, organization: str, limit: int) -> tuple[Contact, ...]:
        """Return the matching contacts, best first, then people of the organisation."""
        found = _best(await self._contacts(), text, organization)
        if len(found) < limit and (text or organization):
            known = {contact.email.casefold() for contact in found}
            people = await self._people(f"{text} {organization}".strip())
            named = _best(people, text, organization)
            found += [person for person in named if person.email.casefold() not in known]
        return tuple(await asyncio.gather(*(self._with_history(each) for each in found[:limit])))

    async def get(self, contact_id: str) -> Contact:
        """Return one contact, or somebody of the organisation."""
        if contact_id.startswith(_PERSON):
            path = below("/me/people", contact_id.removeprefix(_PERSON))
            request = Request("GET", path, selected(_PERSON_FIELDS), headers=PREFER)
            person = shaped(_Person, await self._rest.read(request))
            return await self._with_history(self._from_person(person))
        return await self._with_history(self._from_contact(await self._read(contact_id)))

    async def organizations(self) -> tuple[Organization, ...]:
        """Return the companies of the contacts, the largest first."""
        companies = Counter(each.company for each in await self._contacts() if each.company)
        ranked = sorted(companies.items(), key=lambda pair: (-pair[1], pair[0].casefold()))
        return tuple(Organization(name=name, people=people) for name, people in ranked)

    async def create(self, contact: NewContact, effect: Effect) -> Contact:
        """Add a contact that carries the effect's id; one that an earlier attempt made stays."""
        found = await self._made_before(effect) if effect.again else None
        if found is None:
            content = _content(contact) | {"singleValueExtendedProperties": mark_of(effect.id)}
            request = Request("POST", "/me/contacts", json=content, headers=PREFER)
            found = made(_Contact, await self._rest.change(request))
        return await self._with_history(self._from_contact(found))

    async def _made_before(self, effect: Effect) -> _Contact | None:
        params = selected(_FIELDS) | {"$filter": made_by(effect.id)}
        request = Request("GET", "/me/contacts", params, headers=PREFER)
        return next(iter(await everything(self._rest, request, _Contact)), None)

    async def update(self, contact_id: str, change: ContactChange, effect: Effect) -> Contact:
        """Change a contact as it is now; one that is as it should be stays."""
        del effect  # what is there is compared in any attempt
        if contact_id.startswith(_PERSON):
            raise ToolFailed(_NOT_OURS, "params")
        found = await self._read(contact_id)
        if patch := _patch(found, change, self._from_contact(found)):
            headers = PREFER | ({"If-Match": found.etag} if found.etag else {})
            path = below("/me/contacts", contact_id)
            request = Request("PATCH", path, json=patch, headers=headers)
            found = made(_Contact, await self._rest.change(request))
        return await self._with_history(self._from_contact(found))

    async def delete(self, contact_id: str, effect: Effect) -> None:
        """Delete a contact; gone already is done."""
        del effect  # gone is gone, whoever did it
        if contact_id.startswith(_PERSON):
            raise ToolFailed(_NOT_OURS, "params")
        request = Request("DELETE", below("/me/contacts", contact_id), headers=PREFER)
        with suppress(NotThere):
            await self._rest.change(request)

    async def _read(self, contact_id: str) -> _Contact:
        path = below("/me/contacts", contact_id)
        request = Request("GET", path, selected(_FIELDS), headers=PREFER)
        return shaped(_Contact, await self._rest.read(request))

    async def _contacts(self) -> list[Contact]:
        params = selected(_FIELDS) | {"$top": PAGE}
        request = Request("GET", "/me/contacts", params, headers=PREFER)
        return [self._from_contact(c) for c in await everything(self._rest, request, _Contact)]

    async def _people(self, text: str) -> list[Contact]:
        wanted = "".join(c for c in text if c not in '"\\')
        params = selected(_PERSON_FIELDS) | {"$search": f'"{wanted}"', "$top": MOST_FOUND}
        request = Request("GET", "/me/people", params, headers=PREFER)
        async for page in pages(self._rest, request, _Person):
            people = (self._from_person(person) for person in page.values)
            return [person for person in people if person.email]
        return []

    def _from_contact(self, found: _Contact) -> Contact:
        email = found.email_addresses[0].address if found.email_addresses else ""
        named = (category.casefold() for category in found.categories)
        relation = next((each for each in named if each in _RELATIONS), "")
        return Contact(
            id=found.id,
            name=found.display_name or email,
            email=email,
            company=found.company_name,
            title=found.job_title,
            phone=next(iter(found.business_phones), "") or found.mobile_phone,
            relation=relation or self._relation(email),
            notes=found.personal_notes,
        )

    def _from_person(self, found: _Person) -> Contact:
        email = found.scored_email_addresses[0].address if found.scored_email_addresses else ""
        return Contact(
            id=f"{_PERSON}{found.id}",
            name=found.display_name or email,
            email=email,
            company=found.company_name,
            title=found.job_title,
            phone=next((phone.number for phone in found.phones if phone.number), ""),
            relation=self._relation(email),
            own=False,
        )

    def _relation(self, email: str) -> str:
        domain = email.rpartition("@")[2].casefold()
        return "colleague" if domain == self._domain and domain not in _EVERYBODYS else ""

    async def _with_history(self, contact: Contact) -> Contact:
        """Return a contact with the mails exchanged lately, up to a hundred."""
        if not self._has_mail or "@" not in contact.email:
            return contact
        since = instant(self._clock.now() - _RECENT)[:10]
        address = "".join(c for c in contact.email if c not in '"\\() ')
        params = selected(("id", "conversationId", "receivedDateTime", "isDraft")) | {
            "$search": f'"participants:{address} AND received>={since}"',
            "$top": _COUNTED,
        }
        request = Request("GET", "/me/messages", params, headers=PREFER)
        async with self._free:
            async for page in pages(self._rest, request, Message):
                times = [mail.received_date_time for mail in page.values if not mail.is_draft]
                update = {"mails": len(times), "last_contact": max(times, default=None)}
                return contact.model_copy(update=update)
        return contact


def _best(contacts: Iterable[Contact], text: str, organization: str) -> list[Contact]:
    """Return who matches, best first; misspellings count only when no whole word matches."""
    found: list[_Match] = []
    for contact in contacts:
        close = closeness(text, organization, contact)
        if close is not None:
            found.append(_Match(close, contact))
    found.sort(key=lambda match: (match.closeness, match.contact.name.casefold()))
    cut = max(Closeness.WORD, found[0].closeness) if found else Closeness.WORD
    return [match.contact for match in found if match.closeness <= cut]


def _content(contact: NewContact) -> dict[str, Any]:
    """Return a new contact as Graph's JSON."""
    nobody = _Contact.model_validate({"id": ""})
    change = ContactChange(**{k: v for k, v in contact.model_dump().items() if v})
    named = {"displayName": contact.name or contact.email}
    return named | _patch(nobody, change, Contact(id="", name="", email=""))


def _patch(found: _Contact, change: ContactChange, now: Contact) -> dict[str, Any]:
    """Return what a change makes different, as Graph's JSON; second addresses and phones stay."""
    fields = {"name": "displayName", "company": "companyName", "title": "jobTitle"}
    fields |= {"notes": "personalNotes"}
    wanted = change.model_dump(exclude_none=True)
    wanted = {name: value for name, value in wanted.items() if value != getattr(now, name)}
    patch: dict[str, Any] = {fields[name]: wanted[name] for name in wanted if name in fields}
    if "email" in wanted:
        first = {"address": wanted["email"], "name": wanted.get("name", now.name)}
        others = [{"address": e.address, "name": e.name} for e in found.email_addresses[1:]]
        patch["emailAddresses"] = [first, *others]
    if "phone" in wanted:
        only_mobile = found.mobile_phone and not found.business_phones
        phones = [wanted["phone"], *found.business_phones[1:]]
        patch |= {"mobilePhone": phones[0]} if only_mobile else {"businessPhones": phones}
    if "relation" in wanted:
        others = [name for name in found.categories if name.casefold() not in _RELATIONS]
        relation = wanted["relation"].strip()
        patch["categories"] = [*others, *([relation.capitalize()] if relation else [])]
    return patch
