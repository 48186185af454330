from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import ToolFailed
from shared.workspace.contacts.addresses import why_not
from tests.unit.shared.tools.accounts import BO, BOB, SARAH, People, desk, profile, said
from tests.unit.shared.tools.test_tools import TOOLS

SEARCH = TOOLS["contacts_search"]
UPDATE = TOOLS["contacts_update"]
VALIDATE = TOOLS["contacts_validate_email"]
MEANT = "Did you mean sarah@acme.com?"
NO_DOMAIN = "The part after the @ is not a domain, such as example.com."


@pytest.fixture
def at():
    return desk(people=People(SARAH, BO, BOB))


async def words(tool, at, **arguments):
    return tool.say(said(await tool.run(at, arguments), **arguments))


async def test_people_are_found_by_name_and_company(at):
    result = await SEARCH.run(at, {"name": "bo", "organization": "client"})
    assert result == {"contacts": [BO.model_dump(mode="json")]}
    assert await words(SEARCH, at, name="Sarah", organization="Acme") == (
        "I found 1 contact for Sarah at Acme:\n1. **Sarah Chen**, CFO, Acme: "
        "sarah@acme.com, +1 555 0100 (colleague, last emailed 2 days ago)"
    )
    assert (await words(SEARCH, at, organization="Client")).startswith(
        "I found 1 contact for people at Client:\n1. **Bo Ek**, Client: bo@client.org (client, no"
    )
    for title, names in (("cfo", ["Sarah Chen"]), ("CEO", [])):
        result = await SEARCH.run(at, {"title": title, "limit": 2})
        assert [one["name"] for one in result["contacts"]] == names, title
    assert await words(SEARCH, at, name="Zoe") == (
        "I found no contact for Zoe. You could try a shorter or other spelling."
    )


@pytest.mark.parametrize(
    ("name", "found"),
    [("money chief", ["Sarah Chen"]), ("Money Chief", []), ("m@x.org", []), ("plumber", [])],
)
async def test_somebody_who_is_not_named_is_found_by_what_they_do(at, name, found):
    async def alike(text, titles):
        return [0.7 if (text, one) == ("money chief", "CFO") else 0.3 for one in titles]

    result = await SEARCH.run(replace(at, likeness=alike), {"name": name})

    assert [one["name"] for one in result["contacts"]] == found


@pytest.mark.parametrize(
    ("contact", "description"),
    [
        (SARAH, "colleague, CFO, Acme, last emailed 2 days ago"),
        (BO, "client, Client, no mail yet"),
        (BOB, "bob@acme.com, no mail yet"),
        (SARAH.model_copy(update={"mails": 8}), "colleague, CFO, Acme, frequent contact"),
    ],
)
def test_contacts_are_told_apart_by_what_is_known_of_them(contact, description):
    told = SEARCH.rules.describe(contact.model_dump(mode="json"), date(2026, 11, 22))
    assert told == description


@pytest.mark.parametrize(
    ("arguments", "wider"),
    [
        ({"organization": "Acme Corp."}, {"organization": "Acme"}),
        ({"name": "John", "organization": "Acme, Inc"}, {"name": "John", "organization": "Acme"}),
        ({"name": "John Doe"}, None),
        ({"organization": "Corp"}, None),
        ({}, None),
    ],
)
def test_a_company_is_also_looked_for_without_its_legal_form(arguments, wider):
    assert SEARCH.rules.broader(arguments) == wider


@given(st.text(max_size=40))
def test_looking_for_a_company_more_broadly_ends(company):
    arguments = {"organization": company}
    for _ in range(len(company) + 1):
        wider = SEARCH.rules.broader(arguments)
        if wider is None:
            return
        assert len(wider["organization"]) < len(arguments["organization"])
        arguments = wider


async def test_one_contact_is_shown_with_all_that_is_known(at):
    told = await words(TOOLS["contacts_get_by_id"], at, contact_id="c1")
    assert told.splitlines() == [
        "**Sarah Chen**",
        "Address: sarah@acme.com",
        "Company: Acme",
        "Title: CFO",
        "Phone: +1 555 0100",
        "Relation: colleague",
        "Last emailed 2 days ago",
    ]


async def test_companies_are_listed_with_their_people(at):
    assert await words(TOOLS["contacts_list_organizations"], at) == (
        "Your contacts work at 2 organizations:\n1. **Acme** (3 people)\n2. **Client** (1 person)"
    )


async def test_a_number_may_be_told_its_end_alone(at):
    prepared = await UPDATE.preview(at, {"contact_id": "c1", "phone": "\u202677"})
    assert prepared.arguments == {"contact_id": "c1", "phone": "+1 555 0177"}
    with pytest.raises(ToolFailed, match="whole number"):
        await UPDATE.preview(at, {"contact_id": "c1", "phone": "\u2026 or so"})


async def test_a_change_is_shown_and_made_as_shown(at):
    wanted = {"contact_id": "c1", "phone": " +1 555 0199 ", "title": "CFO"}
    prepared = await UPDATE.preview(at, wanted)
    assert prepared.arguments == {"contact_id": "c1", "phone": "+1 555 0199", "title": "CFO"}
    (difference,) = prepared.card.differences
    assert (difference.before, difference.after) == ("+1 555 0100", "+1 555 0199")
    assert await UPDATE.preview(at, prepared.arguments) == prepared
    told = await words(UPDATE, at, **prepared.arguments)
    assert told == "Updated **Sarah Chen**: title CFO, phone +1 555 0199."
    assert UPDATE.rules.assess(wanted, profile()) == "medium"


async def test_a_company_called_by_a_part_of_its_name_is_no_other_one():
    sarah = SARAH.model_copy(update={"company": "Acme Retail"})
    at = desk(people=People(sarah, BO, BOB))
    both = await UPDATE.preview(at, {"contact_id": "c1", "company": "acme", "title": "CEO"})
    assert both.arguments == {"contact_id": "c1", "title": "CEO"}
    alone = await UPDATE.preview(at, {"contact_id": "c1", "company": "Acme"})
    assert alone.arguments == {"contact_id": "c1", "company": "Acme"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, "What should be different"),
        ({"email": "sarah@acme"}, "not a mail address"),
        ({"phone": "job Site Manager"}, "is no phone number"),
        ({"title": "CFO"}, "already so for Sarah Chen"),
    ],
)
async def test_a_change_that_is_none_is_refused(at, change, message):
    with pytest.raises(ToolFailed, match=message) as failed:
        await UPDATE.preview(at, {"contact_id": "c1", **change})
    assert failed.value.kind == "params"


@pytest.mark.parametrize(
    ("email", "told"),
    [
        ("Sarah@acme.com", "Sarah@acme.com is the address of **Sarah Chen**."),
        (
            "sarah@acme.cmo",
            f"sarah@acme.cmo is a valid address, but not one of your contacts. {MEANT}",
        ),
        ("zoe@other.org", "zoe@other.org is a valid address, but not one of your contacts."),
        ("sarah", "sarah is not a valid address. There is no @ in it."),
        (
            "sarah@acme,com",
            f"sarah@acme,com is not a valid address. {NO_DOMAIN} {MEANT}",
        ),
    ],
)
async def test_an_address_is_looked_at(at, email, told):
    assert await words(VALIDATE, at, email=email) == told


@pytest.mark.parametrize(
    "address", ["a@b.co", "first.last+tag@sub.acme-x.com", "o'neil@acme.museum", "a@bücher.de"]
)
def test_usual_addresses_are_taken(address):
    assert why_not(address) == ""


@pytest.mark.parametrize(
    "address",
    [
        *("", "@", "a@", "@b.com", "a.@b.com", "a..b@c.de", "a@b", "a@-b.com", "a@b..com"),
        *("a@1.2.3.4", "a b@c.de", "a@b.com\n", "a@b.com,", "x" * 65 + "@b.com"),
        "a@" + "b." * 130 + "com",
    ],
)
def test_what_cannot_be_an_address_is_not(address):
    assert why_not(address)


def test_who_one_has_not_written_to_for_long_is_occasional():
    for known in ({"mails": 1}, {"last_contact": "2026-10-01T00:00:00Z"}):
        described = SEARCH.rules.describe({"email": "a@b.com", **known}, date(2026, 11, 22))
        assert described == "a@b.com, occasional"


async def test_a_contact_leads_to_its_mail(at):
    found = await SEARCH.run(at, {"name": "Sarah"})
    assert SEARCH.suggest(said(found)) == (
        "Show me emails from Sarah Chen",
        "Write an email to Sarah Chen",
    )
    assert SEARCH.suggest(said({"contacts": []})) == ()


def test_contacts_without_companies_have_none_to_list():
    told = TOOLS["contacts_list_organizations"].say(said({"organizations": []}))
    assert told == "None of your contacts has a company."
