"""The contact tools (names from spec 003)."""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Literal, cast

from pydantic import Field

from shared.decisions.risk import Arguments, ToolRules, always, reads
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.effect import Undo
from shared.models.run import Card, Difference
from shared.tools.parameters import SETTLED
from shared.tools.tool import Desk, Made, Prepared, Tool
from shared.tools.wording import field, one_line
from shared.words import telling
from shared.workspace.contacts import words
from shared.workspace.contacts.adding import CREATE
from shared.workspace.contacts.addresses import known, reached, similar, why_not
from shared.workspace.contacts.deleting import DELETE_CONTACT, changed_since
from shared.workspace.contacts.port import ENDS, AddressBook, Contact, ContactChange
from shared.workspace.contacts.written import LOOK_UP, Reach, looked_up

MAX_ORGANIZATIONS = 100
MAX_LOOKED_AT = 500
"""Contacts among which those of a relation are looked for."""
_MEANT, _ABOUT_AS_NEAR = 0.6, 0.1
"""How near in meaning a title has to be to what somebody does, and others beside the nearest."""
_TRADE = re.compile(r"(?!.*\b(?:who|that|which)\b)[a-z-]{3,}(?: [a-z-]+){0,2}|[A-Z]{2,3} [a-z]+")
"""How somebody is called by what they do, in few words: "lawyer", "IT guy"."""
_KEPT = timedelta(hours=24)
"""Spec 002: whom a name means is kept this long."""
_LEGAL_FORM = re.compile(
    r"[\s,]+(?:corp(?:oration)?|inc(?:orporated)?|ltd|limited|llc|gmbh|company|co|ag|plc|group)\.?$",
    re.IGNORECASE,
)


class ContactsSearch(Payload):
    """Whom to look for."""

    name: str = Field(default="", description="A name, part of one, or an address")
    organization: str = Field(default="", description="The company they work for")
    title: str = Field(default="", description="Their title, where anybody has it")
    relation: Literal["colleague", "client", "vendor", "partner", "personal", ""] = Field(
        default="", description="Only those who are this to the person"
    )
    limit: int = Field(default=10, ge=1, le=50)


class ContactsGet(Payload):
    """Whom to show."""

    contact_id: str = Field(description="The id of a contact, as searches give it", min_length=1)


class ContactsListOrganizations(Payload):
    """Nothing needs to be said."""


class ExactChange(Payload):
    """A contact, and what is to be different; what is left out stays."""

    contact_id: str = Field(
        description="The id of a contact, as searches give it",
        min_length=1,
        json_schema_extra=SETTLED,
    )
    name: str | None = Field(default=None, min_length=1, max_length=200)
    email: str | None = Field(default=None, max_length=254)
    company: str | None = Field(default=None, max_length=200)
    title: str | None = Field(default=None, max_length=200)
    phone: str | None = Field(
        default=None, max_length=50, description="The number, or only its new end: “…130”"
    )
    relation: Literal["colleague", "client", "vendor", "partner", "personal", ""] | None = None
    notes: str | None = Field(default=None, max_length=2000)


class ContactsUpdate(ExactChange):
    """A contact, what is to be different, and what of it stands in the person's mail."""

    look_up: tuple[Reach, ...] = Field(default=(), description=LOOK_UP)


class ContactsValidateEmail(Payload):
    """An address to look at."""

    email: str = Field(description="A mail address", min_length=1, max_length=500)


async def search(desk: Desk, wanted: ContactsSearch) -> Json:
    """Find people in the address book; of whom no name is said, by what they do."""
    book = desk.workspace[AddressBook]
    looked_at = MAX_LOOKED_AT if wanted.relation or wanted.title else wanted.limit
    found = await book.search(wanted.name, wanted.organization, looked_at)
    if not found and _TRADE.fullmatch(wanted.name):
        found = await _by_trade(desk, wanted)
    related = [c for c in found if wanted.relation in ("", c.relation)]
    title = telling(wanted.title)
    fitting = [c for c in related if title <= telling(c.title)]
    fitting = fitting or related * bool(wanted.name or wanted.organization)
    return {"contacts": [contact.model_dump(mode="json") for contact in fitting[: wanted.limit]]}


async def _by_trade(desk: Desk, wanted: ContactsSearch) -> Sequence[Contact]:
    """Return those whose title means what somebody is called: "lawyer" is a Legal Counsel."""
    everyone = await desk.workspace[AddressBook].search("", wanted.organization, MAX_LOOKED_AT)
    titled = [one for one in everyone if one.title]
    likes = await desk.likeness(wanted.name, [one.title for one in titled])
    least = max(_MEANT, max(likes, default=0.0) - _ABOUT_AS_NEAR)
    return [one for one, like in zip(titled, likes, strict=True) if like >= least]


async def get(desk: Desk, wanted: ContactsGet) -> Json:
    """Show one contact."""
    contact = await desk.workspace[AddressBook].get(wanted.contact_id)
    return {"contact": contact.model_dump(mode="json")}


async def list_organizations(desk: Desk, _wanted: ContactsListOrganizations) -> Json:
    """List where contacts work."""
    found = await desk.workspace[AddressBook].organizations()
    return {"organizations": [one.model_dump(mode="json") for one in found[:MAX_ORGANIZATIONS]]}


async def prepare_update(desk: Desk, wanted: ContactsUpdate) -> Prepared:
    """Show what will be different."""
    contact = await desk.workspace[AddressBook].get(wanted.contact_id)
    alone = not wanted.model_dump(exclude={"contact_id", "look_up"}, exclude_none=True)
    told, foreign, missing = await looked_up(
        desk, contact.name, contact.email, wanted.look_up, needed=alone
    )
    change = _change(wanted.model_copy(update=told))
    if change.phone and change.phone.startswith(ENDS):
        ended = _ended(contact.phone, change.phone.removeprefix(ENDS))
        change = change.model_copy(update={"phone": ended})
    given = change.model_dump(exclude_none=True)
    if len(given) > 1 and _in_short(given.get("company", ""), contact.company):
        del given["company"]
    before: dict[str, Any] = contact.model_dump()
    differences = tuple(
        Difference(label=name.capitalize(), before=one_line(before[name]), after=one_line(value))
        for name, value in given.items()
        if before[name] != value
    )
    if not differences:
        raise ToolFailed(f"That is already so for {one_line(contact.name)}.", "params")
    title = f"Update {one_line(contact.name)}"
    card = Card(title=title, differences=differences, warnings=missing)
    known = {name: before[name] for name in given}
    return Prepared({"contact_id": wanted.contact_id, **given}, card, known, foreign)


def _in_short(said: str, company: str) -> bool:
    """Whether a company is called by a part of its name, beside what is to be different."""
    own = company.casefold().split()
    return bool(said) and set(said.casefold().split()) < set(own)


def _ended(number: str, end: str) -> str:
    """Return a number with its last digits in place of those there are, written as it was."""
    places = [at for at, sign in enumerate(number) if sign.isdigit()][-len(end) :]
    if not end.isdigit() or len(places) < len(end):
        raise ToolFailed("What is the whole number?", "params")
    digits = dict(zip(places, end, strict=True))
    return "".join(digits.get(at, sign) for at, sign in enumerate(number))


async def update(desk: Desk, wanted: ExactChange) -> Json:
    """Change a contact."""
    book = desk.workspace[AddressBook]
    contact = await book.update(wanted.contact_id, _change(wanted), desk.effect)
    return {"contact": contact.model_dump(mode="json")}


def undo_update(made: Made) -> Undo | str:
    """Put back what was known of a contact before."""
    if made.before is None:
        return "What was known of the contact before is not on record."
    contact = field(made.result, "contact")
    before = cast("dict[str, Json]", made.before)
    left = {name: field(contact, name) for name in before}
    arguments: dict[str, Json] = {"contact_id": field(contact, "id"), **before}
    told = f"Put {', '.join(before)} of {one_line(field(contact, 'name'))} back as before"
    return Undo(tool="contacts_update", arguments=arguments, told=told, left=left)


async def validate_email(desk: Desk, wanted: ContactsValidateEmail) -> Json:
    """Look at an address: whether it can be one, whose it is, and which contacts' it resembles."""
    book, email = desk.workspace[AddressBook], wanted.email.strip()
    why = why_not(email)
    contact = None if why else await known(email, book)
    near = await similar(email, book) if contact is None and "@" in email else ()
    return {
        "email": email,
        "valid": not why,
        "why": why,
        "known": contact.model_dump(mode="json") if contact else None,
        "similar": list(near),
    }


def broader(arguments: Arguments) -> dict[str, Json] | None:
    """Return a search for the company without its legal form ("Acme Corp").

    A name is never shortened: somebody else of the same first name would be found.
    """
    company = str(arguments.get("organization") or "").strip()
    shorter = _LEGAL_FORM.sub("", company)
    return {**arguments, "organization": shorter} if shorter and shorter != company else None


def of_one_company(arguments: Arguments, found: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether a search was for the people of a company or a kind, who are meant together.

    A name can be a company's too: then it is in all the addresses and in nobody's own name.
    """
    name = str(arguments.get("name") or "").casefold()
    if not name:
        return bool(arguments.get("organization") or arguments.get("relation"))
    return all(
        name in str(one.get("email", "")).casefold().partition("@")[2]
        and name not in str(one.get("name", "")).casefold()
        for one in found
    )


def _change(wanted: ExactChange) -> ContactChange:
    given = wanted.model_dump(exclude={"contact_id", "look_up"}, exclude_none=True)
    given = {name: str(value).strip() for name, value in given.items()}
    if not given:
        raise ToolFailed("What should be different?", "params")
    phone = given.get("phone", "")
    reached(given.get("email", ""), "" if phone.startswith(ENDS) else phone)
    return ContactChange(**given)


TOOLS = (
    Tool(
        "contacts_search",
        "Find people by name, address or company; gives their addresses",
        ContactsSearch,
        ToolRules(
            reads,
            items="contacts",
            item_kind="contact",
            describe=words.describe,
            broader=broader,
            together=of_one_company,
            own=True,
        ),
        search,
        words.found,
        suggest=words.after_search,
        keep=_KEPT,
    ),
    Tool(
        "contacts_get_by_id",
        "Show everything known of one contact",
        ContactsGet,
        ToolRules(reads, item="contact", item_kind="contact", own=True),
        get,
        words.one_contact,
        keep=_KEPT,
    ),
    Tool(
        "contacts_list_organizations",
        "List the companies contacts work for",
        ContactsListOrganizations,
        ToolRules(reads, own=True),
        list_organizations,
        words.organizations,
        keep=_KEPT,
    ),
    CREATE,
    Tool(
        "contacts_update",
        "Change what is known of a contact: phone, title, company, address, notes",
        ContactsUpdate,
        ToolRules(always("medium"), item="contact", item_kind="contact", changes=True),
        update,
        words.updated,
        prepare=prepare_update,
        exact=ExactChange,
        undo=undo_update,
        since=changed_since,
    ),
    DELETE_CONTACT,
    Tool(
        "contacts_validate_email",
        "Check whether a mail address can be right, and whose it is",
        ContactsValidateEmail,
        ToolRules(reads, own=True),
        validate_email,
        words.validated,
    ),
)
