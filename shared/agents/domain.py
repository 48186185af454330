"""The domain sub-agents: each needs its domain connected, and owns a set of tools (spec 003)."""

from shared.models.agent import Agent, Skill
from shared.tools.contacts import CONTACTS_SEARCH
from shared.tools.email import GMAIL_GET_MESSAGE, GMAIL_SEARCH_MESSAGES
from shared.tools.tool import Toolbox

TOOLS: Toolbox = {
    tool.name: tool for tool in (CONTACTS_SEARCH, GMAIL_SEARCH_MESSAGES, GMAIL_GET_MESSAGE)
}

EMAIL = Agent(
    id="email",
    name="Email",
    description="Finds and reads your mail",
    domain="email",
    skills=(
        Skill(
            id="search-mail",
            name="Search mail",
            description="Find emails by sender, recipient, topic, time, unread or attachments",
            tags=("email", "mail", "inbox", "message"),
        ),
        Skill(
            id="read-mail",
            name="Read mail",
            description="Open and read one email",
            tags=("email", "mail", "open", "read"),
        ),
    ),
    tools=("contacts_search", "gmail_search_messages", "gmail_get_message"),
    examples=("Show me emails from Sarah about the budget", "Any unread mail from this week?"),
)
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
    ),
    tools=("contacts_search",),
    examples=("Find contact info for people at Acme Corp", "What is John Doe's phone number?"),
)
DOMAIN_AGENTS = (EMAIL, CONTACTS)
