"""The tool that takes somebody out of the contacts, and adding them again as they were."""

from typing import cast

from pydantic import Field

from shared.decisions.risk import ToolRules, always
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.effect import Undo
from shared.models.run import Card
from shared.tools.parameters import SETTLED, Exact
from shared.tools.tool import Desk, Made, Prepared, Said, Tool
from shared.tools.wording import field, one_line
from shared.workspace.contacts import words
from shared.workspace.contacts.port import AddressBook, Contact, NewContact

DELETE = "contacts_delete"
_NOT_OWN = (
    "{} is in the organisation's directory and not among your own contacts, so there is nothing "
    "to delete."
)
_UNSEEN = "What was known of the contact is not on record, so it can't be added again by itself."


class ContactsDelete(Payload):
    """Who is to go."""

    contact_id: str = Field(
        description="The id of a contact, as searches give it",
        min_length=1,
        json_schema_extra=SETTLED,
    )


class ExactContact(Exact):
    """Who goes, by id and by name."""

    contact_id: str = Field(min_length=1)
    name: str


async def prepare(desk: Desk, wanted: ContactsDelete) -> Prepared:
    """Show who goes, with all that is known of them."""
    contact = await desk.workspace[AddressBook].get(wanted.contact_id)
    name = one_line(contact.name or contact.email)
    if not contact.own:
        raise ToolFailed(_NOT_OWN.format(name), "params")
    known = contact.model_dump(include=set(NewContact.model_fields))
    card = Card(
        title=f"Delete {name} from your contacts",
        fields=tuple(
            (label.capitalize(), one_line(known[key]))
            for key, label in words.LABELS.items()
            if known[key]
        ),
    )
    return Prepared({"contact_id": contact.id, "name": name}, card, known)


async def delete(desk: Desk, wanted: ExactContact) -> Json:
    """Delete the contact, which need not be there any more: so another attempt succeeds, too."""
    await desk.workspace[AddressBook].delete(wanted.contact_id, desk.effect)
    return {"deleted": {"id": wanted.contact_id, "name": wanted.name}}


def undo_deleted(made: Made) -> Undo | str:
    """Add who was deleted again, with all that was known of them."""
    if made.before is None:
        return _UNSEEN
    known = cast("dict[str, Json]", made.before)
    given = {name: value for name, value in known.items() if value}
    who = one_line(field(field(made.result, "deleted"), "name"))
    return Undo(tool="contacts_create", arguments=given, told=f"Add {who} to your contacts again")


def undo_added(made: Made) -> Undo | str:
    """Delete who was added."""
    contact = Contact.model_validate(field(made.result, "contact"))
    name = one_line(contact.name or contact.email)
    arguments: dict[str, Json] = {"contact_id": contact.id, "name": name}
    told = f"Delete {name} from your contacts"
    left = contact.model_dump(mode="json", include=set(NewContact.model_fields))
    return Undo(tool=DELETE, arguments=arguments, told=told, left=left)


async def changed_since(desk: Desk, undo: Undo) -> str:
    """Return what is known of a contact now, if it is not what the change left."""
    try:
        contact = await desk.workspace[AddressBook].get(str(undo.arguments["contact_id"]))
    except ToolFailed as error:
        if error.kind != "params":
            raise
        return ""  # they are gone, which the call itself finds out
    left = cast("dict[str, Json]", undo.left or {})
    now = contact.model_dump(mode="json", include=set(left))
    return ", ".join(one_line(value) for name, value in now.items() if value != left[name])


def _say(said: Said) -> str:
    name = one_line(field(field(said.result, "deleted"), "name"))
    return f"**{name}** is deleted from your contacts."


DELETE_CONTACT = Tool(
    DELETE,
    "Delete a contact: somebody is in the address book no more",
    ContactsDelete,
    ToolRules(always("high"), changes=True),
    delete,
    _say,
    prepare=prepare,
    exact=ExactContact,
    undo=undo_deleted,
    since=changed_since,
)
