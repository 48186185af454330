"""The contacts service: the agent that knows people and how to reach them."""

from shared.models.agent import Agent, Skill
from shared.tools.service import Service
from shared.workspace.contacts.frames import FRAMES, LISTED
from shared.workspace.contacts.port import AddressBook
from shared.workspace.contacts.tools import TOOLS

CONTACTS = Agent(
    id="contacts",
    name="Contacts",
    description="Finds people and how to reach them",
    domain="contacts",
    skills=(
        Skill(
            id="find-people",
            name="Find people",
            description="Look up contacts by name or company: address, phone, title",
            tags=("contact", "contacts", "people", "phone", "address"),
        ),
        Skill(
            id="list-organizations",
            name="List organizations",
            description="List the companies your contacts work for",
            tags=("contacts", "companies", "organizations"),
        ),
        Skill(
            id="add-contact",
            name="Add a contact",
            description="Add somebody to your contacts, with address, phone, company and title",
            tags=("contact", "add", "new", "save"),
        ),
        Skill(
            id="update-contact",
            name="Update a contact",
            description="Change a contact's phone, title, company, address or notes",
            tags=("contact", "change", "update", "phone"),
        ),
        Skill(
            id="delete-contact",
            name="Delete a contact",
            description="Take somebody out of your contacts",
            tags=("contact", "delete", "remove"),
        ),
        Skill(
            id="check-address",
            name="Check an address",
            description="Check whether a mail address can be right and whose it is",
            tags=("contact", "address", "validate", "check"),
        ),
    ),
    tools=tuple(tool.name for tool in TOOLS),
    examples=(
        "Find contact info for people at Acme Corp",
        "What is John Doe's phone number?",
        "Which companies do my contacts work for?",
        "Add Jane Roe, jane@roe.com, to my contacts",
        "Change Sarah Chen's phone number to +1 555 0100",
        "Delete Felix Brandt from my contacts",
        "Is john.doe@acme.com a valid address?",
    ),
)
SERVICE = Service("contacts", (AddressBook,), TOOLS, CONTACTS, FRAMES, listed=LISTED)
