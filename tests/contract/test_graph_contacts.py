"""Contacts of Microsoft 365, held against Graph's published contract."""

from datetime import UTC, datetime

import pytest

from shared.connectors.microsoft.address_book import GraphAddressBook
from shared.connectors.rest import NotThere
from shared.errors import ToolFailed
from shared.tools.effect import Effect, OutcomeUnknown
from shared.workspace.contacts.port import ContactChange, NewContact
from tests.support.fakes import ManualClock
from tests.support.wire.graph import API
from tests.support.wire.graph_account import ME, GraphAccount

EFFECT = Effect(id="0" * 32)
AGAIN = Effect(id="0" * 32, again=True)
PEOPLE = "/v1.0/me/people"
TODAY = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture
def account():
    account = GraphAccount()
    account.peer.on("GET", PEOPLE, {"value": []})
    return account


@pytest.fixture
def book(account):
    return GraphAddressBook(account.rest(), ME, ManualClock(TODAY), has_mail=False)


async def test_whole_words_come_before_beginnings(account, book):
    account.contact("Anna Kovacs", "anna@acme.example", companyName="Acme")
    account.contact("Annabel Lee", "lee@other.example")
    account.contact("Bo Holm", "bo@acme.example", companyName="Acme")
    assert [each.name for each in await book.search("anna", "", 10)] == ["Anna Kovacs"]
    assert [each.name for each in await book.search("", "acme", 10)] == ["Anna Kovacs", "Bo Holm"]
    assert [each.name for each in await book.search("", "", 2)] == ["Anna Kovacs", "Annabel Lee"]


async def test_contacts_are_read_page_by_page(account, book):
    for name in ("Anna A", "Bo B"):
        account.contact(name, f"{name[0]}@acme.example")
    one, other = account.contacts.values()
    link = f"{API}/me/contacts?$skiptoken=2"
    account.peer.on(
        "GET", "/v1.0/me/contacts", {"value": [one], "@odata.nextLink": link}, {"value": [other]}
    )
    assert [each.name for each in await book.search("", "", 10)] == ["Anna A", "Bo B"]


async def test_people_of_the_organisation_are_found_too(account, book):
    account.contact("Anna Kovacs", "anna@contoso.example")
    person = {
        "displayName": "Anna Lind",
        "companyName": "Contoso",
        "jobTitle": "Engineer",
        "phones": [{"type": "business", "number": "+1 5"}],
    }
    same = [{"address": "ANNA@contoso.example", "relevanceScore": 8.0}]
    account.peer.on(
        "GET",
        PEOPLE,
        {
            "value": [
                person | {"id": "p1", "displayName": "Anna Kovacs", "scoredEmailAddresses": same},
                person | {"id": "p/2", "scoredEmailAddresses": [{"address": "al@contoso.example"}]},
                person | {"id": "p3", "scoredEmailAddresses": []},
            ]
        },
    )
    kovacs, lind = await book.search('anna"\\', "", 10)
    assert account.peer.seen[-1].param["$search"] == '"anna"'
    assert (kovacs.relation, lind.id, lind.relation) == ("colleague", "people:p/2", "colleague")
    assert (lind.title, lind.phone) == ("Engineer", "+1 5")
    account.people["p/2"] = person | {"id": "p/2", "scoredEmailAddresses": []}
    assert (await book.get("people:p/2")).name == "Anna Lind"
    with pytest.raises(ToolFailed, match="own contacts"):
        await book.update("people:p/2", ContactChange(title="Boss"), EFFECT)
    with pytest.raises(ToolFailed, match="own contacts"):
        await book.delete("people:p/2", EFFECT)


async def test_mails_of_the_last_weeks_are_counted(account):
    book = GraphAddressBook(account.rest(), ME, ManualClock(TODAY), has_mail=True)
    id_ = account.contact("Anna Kovacs", "anna@acme.example")
    mail = {"conversationId": "t", "isDraft": False}
    account.peer.on(
        "GET",
        "/v1.0/me/messages",
        {
            "value": [
                mail | {"id": "1", "receivedDateTime": "2026-11-20T10:00:00Z"},
                mail | {"id": "2", "receivedDateTime": "2026-11-18T10:00:00Z"},
                mail | {"id": "3", "receivedDateTime": "2026-11-21T10:00:00Z", "isDraft": True},
            ]
        },
    )
    contact = await book.get(id_)
    assert (contact.mails, contact.last_contact) == (2, datetime(2026, 11, 20, 10, tzinfo=UTC))
    wanted = '"participants:anna@acme.example AND received>=2026-09-27"'
    assert account.peer.seen[-1].param["$search"] == wanted


async def test_organizations_are_counted(account, book):
    for name, company in (("A", "Acme"), ("B", "Zeta"), ("C", "Zeta"), ("D", None)):
        account.contact(name, "", companyName=company)
    found = await book.organizations()
    assert [(each.name, each.people) for each in found] == [("Zeta", 2), ("Acme", 1)]


async def test_a_change_leaves_what_it_does_not_name(account, book):
    id_ = account.contact(
        "Anna Kovacs",
        "anna@acme.example",
        businessPhones=["1", "2"],
        categories=["Client", "Golf"],
    )
    account.contacts[id_]["emailAddresses"].append({"address": "home@a.example", "name": "Home"})
    change = ContactChange(
        name="Anna Kovacs", email="ak@acme.example", phone="9", relation="vendor", notes="Nice"
    )
    contact = await book.update(id_, change, EFFECT)
    assert (contact.email, contact.phone, contact.relation, contact.notes) == (
        "ak@acme.example",
        "9",
        "vendor",
        "Nice",
    )
    sent = next(seen for seen in account.peer.seen if seen.method == "PATCH")
    assert sent.headers["if-match"] == 'W/"1"'
    assert sent.json == {
        "personalNotes": "Nice",
        "emailAddresses": [
            {"address": "ak@acme.example", "name": "Anna Kovacs"},
            {"address": "home@a.example", "name": "Home"},
        ],
        "businessPhones": ["9", "2"],
        "categories": ["Golf", "Vendor"],
    }


async def test_a_change_made_already_is_not_made_again(account, book):
    id_ = account.contact("Anna Kovacs", "anna@acme.example", mobilePhone="1")
    change = ContactChange(name="Anna Lind", phone="2", title="CEO", company="Acme")
    account.lose("PATCH", "/me/contacts/.+")
    with pytest.raises(OutcomeUnknown):
        await book.update(id_, change, EFFECT)
    contact = await book.update(id_, change, AGAIN)
    assert (contact.name, contact.phone, contact.company) == ("Anna Lind", "2", "Acme")
    assert len(account.peer.calls("PATCH", ".*")) == 1


JANE = NewContact(
    name="Jane Roe", email="jane@roe.example", company="Roe", title="CEO", phone="+1",
    relation="client", notes="Hi",
)  # fmt: skip


async def test_somebody_is_added_with_all_that_is_known(account, book):
    contact = await book.create(JANE, EFFECT)
    assert contact.model_dump(include=set(NewContact.model_fields)) == JANE.model_dump()
    assert await book.get(contact.id) == contact
    (sent,) = account.peer.calls("POST", ".*")
    assert sent.json["displayName"] == "Jane Roe"
    assert sent.json["emailAddresses"] == [{"address": "jane@roe.example", "name": "Jane Roe"}]
    other = Effect("1" * 32)
    assert (await book.create(NewContact(email="x@roe.example"), other)).name == "x@roe.example"


async def test_somebody_is_added_once(account, book):
    account.lose("POST", "/me/contacts")
    with pytest.raises(OutcomeUnknown):
        await book.create(JANE, EFFECT)
    assert (await book.create(JANE, AGAIN)).name == "Jane Roe"
    assert len(account.contacts) == 1


async def test_a_deletion_is_known_to_be_done_after_a_lost_answer(account, book):
    gone, other = (account.contact(name, "", companyName="Acme") for name in ("Bo", "Cy"))
    account.lose("DELETE", "/me/contacts/.+")
    with pytest.raises(OutcomeUnknown):
        await book.delete(gone, EFFECT)
    await book.delete(gone, AGAIN)
    assert list(account.contacts) == [other]


async def test_people_of_the_organisation_are_not_ones_own_contacts(account, book):
    account.people["p1"] = {
        "id": "p1",
        "displayName": "Anna",
        "scoredEmailAddresses": [],
        "companyName": None,
        "jobTitle": None,
        "phones": [],
    }
    assert not (await book.get("people:p1")).own


async def test_there_is_no_such_contact(book):
    for id_ in ("gone=", "people:gone"):
        with pytest.raises(NotThere):
            await book.get(id_)
