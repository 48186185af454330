from datetime import UTC, datetime

import pytest

from shared.agents.domain import DOMAIN_AGENTS, TOOLS
from shared.errors import ToolFailed
from shared.models.workspace import Address, Contact, Mail, MailPage
from shared.ports import Workspace
from shared.tools.contacts import CONTACTS_SEARCH
from shared.tools.email import GMAIL_GET_MESSAGE, GMAIL_SEARCH_MESSAGES
from shared.tools.tool import rules_of

MAIL = Mail(
    id="mail-1",
    thread_id="thread-1",
    sender=Address(email="sarah@acme.com", name="Sarah"),
    to=(Address(email="ada@acme.com"),),
    subject="Budget",
    snippet="Here it is",
    body="Here it is. All of it.",
    sent_at=datetime(2026, 11, 1, tzinfo=UTC),
)
JOHN = Contact(id="contact-1", name="John Doe", email="john@acme.com", company="Acme")


class Mailbox:
    def __init__(self):
        self.asked = []

    async def search(self, query, limit):
        self.asked.append((query, limit))
        return MailPage(mails=(MAIL,), total=7)

    async def get(self, mail_id):
        if mail_id != MAIL.id:
            raise ToolFailed("There is no such mail.", "params")
        return MAIL


class AddressBook:
    def __init__(self):
        self.asked = []

    async def search(self, text, organization, limit):
        self.asked.append((text, organization, limit))
        return (JOHN,)


@pytest.fixture
def workspace():
    return Workspace(mail=Mailbox(), contacts=AddressBook())


async def test_a_mail_search_lists_what_it_found_without_the_texts(workspace):
    result = await GMAIL_SEARCH_MESSAGES.run(workspace, {"query": "from:sarah", "limit": 3})
    assert workspace.mail.asked == [("from:sarah", 3)]
    assert result["total"] == 7
    (listed,) = result["mails"]
    assert listed["from"] == {"email": "sarah@acme.com", "name": "Sarah"}
    assert listed["sent_at"] == "2026-11-01T00:00:00Z"
    assert not {"body", "sender"} & set(listed)


async def test_a_mail_is_read_with_its_text(workspace):
    result = await GMAIL_GET_MESSAGE.run(workspace, {"message_id": "mail-1"})
    assert result["mail"]["body"] == "Here it is. All of it."
    assert result["mail"]["subject"] == "Budget"


async def test_what_the_provider_says_of_a_failure_gets_through(workspace):
    with pytest.raises(ToolFailed, match="no such mail"):
        await GMAIL_GET_MESSAGE.run(workspace, {"message_id": "other"})


async def test_people_are_found_by_name_and_company(workspace):
    wanted = {"name": "John", "organization": "Acme"}
    result = await CONTACTS_SEARCH.run(workspace, wanted)
    assert workspace.contacts.asked == [("John", "Acme", 10)]
    assert result == {"contacts": [JOHN.model_dump(mode="json")]}


USABLE = {
    "contacts_search": {"name": "John"},
    "gmail_search_messages": {"query": "budget"},
    "gmail_get_message": {"message_id": "mail-1"},
}


@pytest.mark.parametrize("name", sorted(TOOLS))
async def test_an_account_that_is_not_connected_is_an_auth_failure(name):
    with pytest.raises(ToolFailed, match="not connected") as failed:
        await TOOLS[name].run(Workspace(mail=None, contacts=None), USABLE[name])
    assert (failed.value.kind, failed.value.recoverable) == ("auth", True)


@pytest.mark.parametrize(
    ("name", "arguments", "fields"),
    [
        ("gmail_search_messages", {}, "query"),
        ("gmail_search_messages", {"query": "x", "limit": 0}, "limit"),
        ("gmail_search_messages", {"query": "x", "limit": 51}, "limit"),
        ("gmail_search_messages", {"limit": "many"}, "query, limit"),
        ("gmail_get_message", {"message_id": ["a"]}, "message_id"),
        ("contacts_search", {"nme": "John"}, "nme"),
        ("contacts_search", ["John"], r"\?"),
    ],
)
async def test_arguments_that_do_not_fit_are_named_and_nothing_is_called(
    workspace, name, arguments, fields
):
    with pytest.raises(ToolFailed, match=f"^{name} was given unusable {fields}.$") as failed:
        await TOOLS[name].run(workspace, arguments)
    assert failed.value.kind == "params"
    assert workspace.mail.asked == workspace.contacts.asked == []


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_a_planner_sees_a_closed_schema_of_every_tool(name):
    spec = TOOLS[name].spec()
    assert (spec.name, spec.parameters["type"]) == (name, "object")
    assert spec.parameters["additionalProperties"] is False
    assert spec.description


def test_reading_is_never_risky():
    agents = [agent for agent in DOMAIN_AGENTS if agent.id in {"email", "contacts"}]
    reading = {name for agent in agents for name in agent.tools}
    rules = rules_of(TOOLS)
    assert {rules[name].assess({}) for name in reading} == {"low"}


@pytest.mark.parametrize(
    ("tool", "listed"), [(CONTACTS_SEARCH, "contacts"), (GMAIL_SEARCH_MESSAGES, "mails")]
)
async def test_what_a_search_lists_is_where_its_rules_say(workspace, tool, listed):
    result = await tool.run(workspace, USABLE[tool.name])
    assert tool.rules.items == listed
    (item,) = result[listed]
    assert item["id"]
    assert item[tool.rules.item_label]
