"""Google Contacts behind the AddressBook port."""

import re
from collections import Counter
from contextlib import suppress

from shared.connectors.google.answers import GOOGLE, Resource, made, taken
from shared.connectors.google.person import FIELDS, Person, changed, contact_of, created
from shared.connectors.name_matching import Closeness, closeness
from shared.connectors.rest import NotThere, Request, Rest, as_object
from shared.errors import ToolFailed
from shared.models.base import Json
from shared.tools.effect import Effect, OutcomeUnknown
from shared.workspace.contacts.port import Contact, ContactChange, NewContact, Organization

PAGE = 1000
MAX_PAGES = 10
_OWN = "READ_SOURCE_TYPE_CONTACT"
"""What the person keeps themselves, without what Google knows of people from their profiles."""
_ID = re.compile(r"people/[\w-]+")
_TRIED = "tried"
"""What is noted before a contact is added: from then on it may have been."""


class _Connections(Resource):
    connections: tuple[Person, ...] = ()
    next_page_token: str = ""


class GoogleAddressBook:
    """One account's contacts. They are read once, whole: Google's own search lags behind."""

    def __init__(self, rest: Rest) -> None:
        self._rest = rest
        self._all: tuple[Contact, ...] | None = None

    async def search(self, text: str, organization: str, limit: int) -> tuple[Contact, ...]:
        """Return contacts whose name or address matches, at an organisation, best first.

        Parts of words and misspellings count only when no contact matches in whole words.
        """
        found: list[tuple[Closeness, str, Contact]] = []
        for contact in await self._contacts():
            close = closeness(text, organization, contact)
            if close is not None:
                found.append((close, contact.name.casefold(), contact))
        found.sort(key=lambda one: one[:2])
        most = max(Closeness.WORD, found[0][0]) if found else Closeness.WORD
        return tuple(contact for near, _, contact in found if near <= most)[:limit]

    async def get(self, contact_id: str) -> Contact:
        """Return one contact."""
        return contact_of(taken(Person, await self._read(contact_id)))

    async def organizations(self) -> tuple[Organization, ...]:
        """Return where contacts work, the largest first."""
        people = Counter(c.company for c in await self._contacts() if c.company)
        ordered = sorted(people.items(), key=lambda pair: (-pair[1], pair[0].casefold()))
        return tuple(Organization(name=name, people=number) for name, number in ordered)

    async def create(self, contact: NewContact, effect: Effect) -> Contact:
        """Add a contact that carries the effect's id, by which it is found after a lost answer.

        That nothing carries it proves nothing: what Google lists lags behind what it has.
        """
        if effect.again and effect.handle:
            return await self._made_before(effect)
        await effect.note(_TRIED)
        self._all = None
        params = {"personFields": FIELDS, "sources": _OWN}
        body = created(contact, effect.id)
        request = Request("POST", "/v1/people:createContact", params, json=body)
        try:
            return contact_of(made(Person, await self._rest.change(request)))
        except OutcomeUnknown:
            return await self._made_before(effect)
        except ToolFailed:  # it surely was not added, so another attempt may
            await effect.note("")
            raise

    async def _made_before(self, effect: Effect) -> Contact:
        try:
            everybody = await self._people(f"{FIELDS},clientData")
        except ToolFailed as error:
            raise OutcomeUnknown(f"{GOOGLE} cannot say whether the contact was added.") from error
        found = next((one for one in everybody if one.is_of(effect.id)), None)
        if found is None:
            raise OutcomeUnknown(f"{GOOGLE} does not show whether the contact was added.")
        return contact_of(found)

    async def update(self, contact_id: str, change: ContactChange, effect: Effect) -> Contact:
        """Change a contact, unless somebody else just has; one that is so already is left alone."""
        del effect
        answer = await self._read(contact_id)
        person = taken(Person, answer)
        fields = changed(person, as_object(answer), change)
        if not fields:
            return contact_of(person)
        body = {"etag": person.etag, "metadata": _source(answer), **fields}
        params = {
            "updatePersonFields": ",".join(fields),
            "personFields": FIELDS,
            "sources": _OWN,
        }
        path = f"/v1/{person.resource_name}:updateContact"
        self._all = None
        try:
            request = Request("PATCH", path, params, json=body)
            return contact_of(made(Person, await self._rest.change(request)))
        except OutcomeUnknown:
            answer = await self._read(contact_id)
            person = taken(Person, answer)
            if changed(person, as_object(answer), change):
                raise
            return contact_of(person)

    async def delete(self, contact_id: str, effect: Effect) -> None:
        """Delete a contact; gone already is done."""
        del effect
        self._all = None
        with suppress(NotThere):
            # `read`, because it may be repeated like a reading: nothing is deleted twice
            await self._rest.read(Request("DELETE", f"/v1/{_known(contact_id)}:deleteContact"))

    async def _contacts(self) -> tuple[Contact, ...]:
        if self._all is None:
            self._all = tuple(map(contact_of, await self._people(FIELDS)))
        return self._all

    async def _people(self, fields: str) -> list[Person]:
        found: list[Person] = []
        params: dict[str, str | int] = {"personFields": fields, "pageSize": PAGE}
        for _ in range(MAX_PAGES):
            request = Request("GET", "/v1/people/me/connections", params)
            page = taken(_Connections, await self._rest.read(request))
            found += page.connections
            if not page.next_page_token:
                break
            params["pageToken"] = page.next_page_token
        return found

    async def _read(self, contact_id: str) -> Json:
        params = {"personFields": FIELDS, "sources": _OWN}
        return await self._rest.read(Request("GET", f"/v1/{_known(contact_id)}", params))


def _known(contact_id: str) -> str:
    """Return an id that can be a contact's; raise NotThere for any other."""
    if not _ID.fullmatch(contact_id):
        raise NotThere(f"{GOOGLE} has no contact with the id “{contact_id}”.")
    return contact_id


def _source(answer: Json) -> dict[str, Json]:
    """Return which version of which source is meant, without which Google changes nothing."""
    return {"sources": as_object(as_object(answer).get("metadata")).get("sources", [])}
