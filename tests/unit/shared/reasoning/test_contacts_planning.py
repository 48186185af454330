"""Everyday ways to look people up, change what is known of them, and check an address."""

import pytest

from shared.models.reasoning import ConversationContext, PlanRequest, Reference, ToolSpec
from shared.reasoning.embedded.planning import plan

TOOLS = tuple(
    ToolSpec(name=f"contacts_{name}", description="", parameters={})
    for name in ("search", "get_by_id", "list_organizations", "update", "validate_email", "create")
)
ANN = (Reference(kind="contact", id="c1", label="Ann Lee", ordinal=1, who="ann@x.org"),)


def planned(command, references=()):
    return plan(
        PlanRequest(
            agent="contacts",
            command=command,
            today="2025-11-19",
            tools=TOOLS,
            context=ConversationContext(references=references),
        )
    )


def calls(command, references=()):
    steps = planned(command, references).steps
    return [(step.tool.removeprefix("contacts_"), step.arguments) for step in steps]


@pytest.mark.parametrize(
    ("command", "name", "values"),
    [
        ("John Doe's new number is +1 555 0100", "John Doe", {"phone": "+1 555 0100"}),
        ("change Sarah's email to sarah@new.com", "Sarah", {"email": "sarah@new.com"}),
        ("update the phone number of Sarah Chen to 555 1234", "Sarah Chen", {"phone": "555 1234"}),
        ("Sarah is now CFO at Globex", "Sarah", {"title": "CFO", "company": "Globex"}),
        ("Tom has moved to Hooli", "Tom", {"company": "Hooli"}),
        ("set Tom's company to Initech", "Tom", {"company": "Initech"}),
        ("add a note to Ann Lee: likes tea", "Ann Lee", {"notes": "likes tea"}),
        ("mark Bob as a customer", "Bob", {"relation": "client"}),
        ("rename Bob to Robert", "Bob", {"name": "Robert"}),
    ],
)
def test_what_is_known_of_someone_is_changed(command, name, values):
    assert calls(command) == [
        ("search", {"name": name}),
        ("update", {"contact_id": "{1.contacts.0.id}", **values}),
    ]


JANE = {"name": "Jane Roe", "email": "jane@roe.com"}


@pytest.mark.parametrize(
    ("command", "known"),
    [
        ("add Jane Roe, jane@roe.com, to my contacts", JANE),
        ("Add Jane Roe (jane@roe.com) to my contacts", JANE),
        ("add Jane Roe <jane@roe.com> as a contact", JANE),
        ("please save Jane Roe jane@roe.com in my address book", JANE),
        (
            "new contact: Jane Roe, jane@roe.com, CFO at Acme",
            {**JANE, "title": "CFO", "company": "Acme"},
        ),
        (
            "create a contact for Jane Roe with email jane@roe.com and phone +1 555 0100",
            {**JANE, "phone": "+1 555 0100"},
        ),
        (
            "add Jane Roe from Acme Corp to my contacts, her number is +44 20 7946 0101",
            {"name": "Jane Roe", "company": "Acme Corp", "phone": "+44 20 7946 0101"},
        ),
        (
            "create contact Jane Roe: email: jane@roe.com, job title: CFO, note: met in Oslo",
            {**JANE, "title": "CFO", "notes": "met in Oslo"},
        ),
        ("add Jane Roe as a customer to my contacts, jane@roe.com", {**JANE, "relation": "client"}),
        ("save jane@roe.com to my contacts", {"email": "jane@roe.com"}),
        ("add a contact for Bob", {"name": "Bob"}),
    ],
)
def test_somebody_is_added(command, known):
    assert calls(command) == [("create", known)]


def test_someone_pointed_at_is_changed_and_looked_up_directly():
    assert calls("her new number is 12345", ANN) == [
        ("update", {"contact_id": "c1", "phone": "12345"})
    ]
    assert calls("what's her number?", ANN) == [("get_by_id", {"contact_id": "c1"})]
    assert calls("show me the first one", ANN) == [("get_by_id", {"contact_id": "c1"})]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("which companies are in my contacts", [("list_organizations", {})]),
        ("list organisations", [("list_organizations", {})]),
        ("is jon@acme.com right?", [("validate_email", {"email": "jon@acme.com"})]),
        ("validate jon@acme.com", [("validate_email", {"email": "jon@acme.com"})]),
        ("who do I know at Acme", [("search", {"organization": "Acme"})]),
        ("where does Tom work", [("search", {"name": "Tom"})]),
        ("what company does Sarah work for", [("search", {"name": "Sarah"})]),
        ("who is Priya", [("search", {"name": "Priya"})]),
    ],
)
def test_people_companies_and_addresses_are_looked_up(command, expected):
    assert calls(command) == expected


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("add a new contact", "To add somebody, say for example"),
        ("add Bob's number to my contacts", "To add somebody"),
        ("delete Bob from my contacts", "can't remove"),
        ("update Sarah's contact", "What should be different?"),
        ("her new number is 12345", "who you mean"),
        ("what's her number?", "who you mean"),
    ],
)
def test_nothing_is_guessed(command, why):
    assert why in planned(command).cannot
