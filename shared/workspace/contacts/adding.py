"""The tool that adds somebody to the contacts, unless they are there already."""

from typing import Literal

from pydantic import Field

from shared.decisions.risk import ToolRules, always
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.run import Card
from shared.tools.tool import Desk, Prepared, Tool
from shared.tools.wording import one_line
from shared.workspace.contacts import words
from shared.workspace.contacts.addresses import known, plain_name, reached, similar
from shared.workspace.contacts.deleting import undo_added
from shared.workspace.contacts.port import AddressBook, Contact, NewContact
from shared.workspace.contacts.written import LOOK_UP, Reach, looked_up

_LIKELY = 10


class ExactContact(Payload):
    """Who is to be in the contacts: a name, and how to reach them."""

    name: str = Field(default="", max_length=200)
    email: str = Field(default="", max_length=254)
    company: str = Field(default="", max_length=200)
    title: str = Field(default="", max_length=200)
    phone: str = Field(default="", max_length=50)
    relation: Literal["colleague", "client", "vendor", "partner", "personal", ""] = ""
    notes: str = Field(default="", max_length=2000)


class ContactsCreate(ExactContact):
    """Who is to be in the contacts, and what of it stands in the person's mail."""

    look_up: tuple[Reach, ...] = Field(default=(), description=LOOK_UP)


async def prepare_create(desk: Desk, wanted: ContactsCreate) -> Prepared:
    """Show who will be added; who is there already is not added again."""
    book, new = desk.workspace[AddressBook], _new(wanted)
    if not (new.name or new.email):
        raise ToolFailed("Who should be added? Say a name and an address or number.", "params")
    told, foreign, missing = await looked_up(
        desk, new.name, new.email, wanted.look_up, needed=not (new.email or new.phone)
    )
    new = new.model_copy(update=told)
    if not (new.email or new.phone):
        who = one_line(new.name)
        raise ToolFailed(f"What is the address or the phone number of {who}?", "params")
    reached(new.email, new.phone)
    there = await known(new.email, book) if new.email else None
    if there is not None and there.own:
        raise ToolFailed(_there_already(there), "params")
    given = {name: value for name, value in new.model_dump().items() if value}
    fields = tuple(
        (words.LABELS[name].capitalize(), one_line(value)) for name, value in given.items()
    )
    card = Card(
        title=f"Add {one_line(new.name or new.email)} to your contacts",
        fields=fields,
        warnings=(*missing, *await _warnings(new, book)),
    )
    return Prepared(dict(given), card, foreign=foreign)


async def create(desk: Desk, wanted: ExactContact) -> Json:
    """Add the contact as it was shown. The result is the `contact` with its id."""
    contact = await desk.workspace[AddressBook].create(_new(wanted), desk.effect)
    return {"contact": contact.model_dump(mode="json")}


def _new(wanted: ExactContact) -> NewContact:
    told = wanted.model_dump(exclude={"look_up"})
    given = {name: str(value).strip() for name, value in told.items()}
    return NewContact(**{**given, "name": plain_name(given["name"])})


def _there_already(there: Contact) -> str:
    name = one_line(there.name) or one_line(there.email)
    return (
        f"{one_line(there.email)} is in your contacts already, as {name}. What should be different"
        f" there? Say for example “change the phone number of {name} to +1 555 0100”."
    )


async def _warnings(new: NewContact, book: AddressBook) -> tuple[str, ...]:
    """Return who is there already and might be the same person, or the address a slip of."""
    found = await book.search(new.name, "", _LIKELY) if new.name else ()
    same = [one for one in found if one.own and one.name.casefold() == new.name.casefold()]
    told = [f"There is a {one_line(one.name)} already: {_reach(one)}." for one in same]
    close = await similar(new.email, book) if new.email else ()
    told += [f"The address looks like {one_line(one)}, which is in your contacts." for one in close]
    return tuple(told)


def _reach(contact: Contact) -> str:
    return one_line(contact.email or contact.phone) or "without an address"


CREATE = Tool(
    "contacts_create",
    "Add somebody to the contacts: name, address, phone, company, title",
    ContactsCreate,
    ToolRules(always("medium"), item="contact", item_kind="contact", changes=True),
    create,
    words.added,
    prepare=prepare_create,
    exact=ExactContact,
    undo=undo_added,
)
