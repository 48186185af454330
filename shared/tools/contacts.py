"""Contact tools (names from spec 003)."""

from pydantic import Field

from shared.decisions.risk import ToolRules, reads
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.ports import Workspace
from shared.tools.tool import Tool


class ContactsSearch(Payload):
    """Whom to look for."""

    name: str = Field(default="", description="A name, part of one, or an address")
    organization: str = Field(default="", description="The company they work for")
    limit: int = Field(default=10, ge=1, le=50)


async def search(workspace: Workspace, wanted: ContactsSearch) -> Json:
    """Find people in the address book."""
    if workspace.contacts is None:
        raise ToolFailed("Your contacts are not connected.", "auth", recoverable=True)
    found = await workspace.contacts.search(wanted.name, wanted.organization, wanted.limit)
    return {"contacts": [contact.model_dump(mode="json") for contact in found]}


CONTACTS_SEARCH = Tool(
    "contacts_search",
    "Find people by name, address or company; gives their addresses",
    ContactsSearch,
    ToolRules(reads, items="contacts", item_kind="contact"),
    search,
)
