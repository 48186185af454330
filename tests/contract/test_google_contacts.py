"""Google Contacts read and changed, every exchange held against Google's discovery document."""

import httpx2
import pytest

from shared.connectors.google.address_book import GoogleAddressBook
from shared.connectors.google.provider import PROVIDER
from shared.connectors.rest import NotThere
from shared.errors import ToolFailed
from shared.tools.effect import Effect, OutcomeUnknown
from shared.workspace.contacts.port import Contact, ContactChange, NewContact, Organization
from tests.support.wire.crashes import EFFECT_ID, Ledger, cut_off
from tests.support.wire.gmail import failure, missing
from tests.support.wire.google import google
from tests.support.wire.peer import Answer

CONNECTIONS = "/v1/people/me/connections"
EFFECT = Effect(EFFECT_ID)
SOURCES = [{"type": "CONTACT", "id": "1", "etag": "#1"}]


def person(number, name, email, company="", title="", **more):
    primary = {"metadata": {"primary": True}}
    work = [{"name": company, "title": title, **primary}] if company else []
    return {
        "resourceName": f"people/c{number}",
        "etag": "%1",
        "metadata": {"sources": SOURCES},
        "names": [{"displayName": name, "unstructuredName": name, **primary}],
        "emailAddresses": [{"value": email, **primary}],
        "organizations": work,
        **more,
    }


class People:
    """Contacts by resource name; `changes` counts what was done."""

    def __init__(self, *people):
        self.people = {one["resourceName"]: dict(one) for one in people}
        self.changes = 0
        self.peer = google()
        self.peer.on("GET", CONNECTIONS, self._list)
        self.peer.on("GET", "/v1/people/c[0-9]+", self._get)
        self.peer.on("PATCH", "/v1/people/c[0-9]+:updateContact", self._patch)
        self.peer.on("POST", "/v1/people:createContact", self._create)
        self.peer.on("DELETE", "/v1/people/c[0-9]+:deleteContact", self._delete)

    def _list(self, seen):
        start = int(seen.param.get("pageToken", 0))
        end = start + int(seen.param["pageSize"])
        everyone = list(self.people.values())
        more = {"nextPageToken": str(end)} if end < len(everyone) else {}
        return {"connections": everyone[start:end], **more}

    def _get(self, seen):
        return self.people.get(seen.path.removeprefix("/v1/")) or missing()

    def _create(self, seen):
        assert "clientData" not in seen.param["personFields"]
        self.changes += 1
        name = f"people/c{len(self.people) + 1}"
        self.people[name] = {"resourceName": name, "etag": "%1", **seen.json}
        return self.people[name]

    def _delete(self, seen):
        name = seen.path.removeprefix("/v1/").removesuffix(":deleteContact")
        return {} if self.people.pop(name, None) else missing()

    def _patch(self, seen):
        name = seen.path.removeprefix("/v1/").removesuffix(":updateContact")
        old, new = self.people[name], seen.json
        assert new["metadata"]["sources"] == old["metadata"]["sources"]
        if new["etag"] != old["etag"]:
            return failure(400, "Request person.etag is different", "failedPrecondition")
        fields = seen.param["updatePersonFields"].split(",")
        assert set(fields) == set(new) - {"etag", "metadata"}
        changed = {field: new[field] for field in fields}
        for entry in changed.get("names", []):
            entry["displayName"] = entry["unstructuredName"]
        self.changes += 1
        self.people[name] = old | changed | {"etag": f"%{self.changes + 1}"}
        return self.people[name]


def book_of(there):
    return GoogleAddressBook(there.peer.rest(PROVIDER.apis["people"], "Google"))


ANN = person(
    1, "Ann Müller", "ann@acme.example", "Acme GmbH", "Buyer",
    phoneNumbers=[{"value": "+49 1"}], biographies=[{"value": "Likes tea"}],
    userDefined=[{"key": "relation", "value": "Client"}, {"key": "Desk", "value": "7"}],
)  # fmt: skip
JOHN = person(2, "John Smith", "john@globex.example", "Globex")
JOHNSON = person(3, "Mia Johnson", "mia@globex.example", "Globex")


@pytest.fixture
def there():
    return People(ANN, JOHN, JOHNSON)


@pytest.fixture
def book(there):
    return book_of(there)


async def test_a_contact_is_read_in_the_products_words(book):
    assert await book.get("people/c1") == Contact(
        id="people/c1",
        name="Ann Müller",
        email="ann@acme.example",
        company="Acme GmbH",
        title="Buyer",
        phone="+49 1",
        relation="client",
        notes="Likes tea",
    )


async def test_a_person_of_whom_nothing_is_known_is_a_contact():
    there = People({"resourceName": "people/c9"})
    assert await book_of(there).get("people/c9") == Contact(id="people/c9", name="", email="")


@pytest.mark.parametrize("contact_id", ["people/c99", "", "people/", "people/../me", "c1", "me"])
async def test_no_such_contact(book, contact_id):
    with pytest.raises(NotThere):
        await book.get(contact_id)


@pytest.mark.parametrize(
    ("text", "organization", "found"),
    [
        ("", "", ["Ann Müller", "John Smith", "Mia Johnson"]),
        ("john", "", ["John Smith"]),
        ("johns", "", ["John Smith"]),
        ("muller", "", ["Ann Müller"]),
        ("ANN@acme.example", "", ["Ann Müller"]),
        ("smith john", "", ["John Smith"]),
        ("jhon", "", ["John Smith"]),
        ("jo", "", ["John Smith", "Mia Johnson"]),
        ("", "globex", ["John Smith", "Mia Johnson"]),
        ("mia", "globex", ["Mia Johnson"]),
        ("mia", "acme", []),
        ("zoe", "", []),
        ("acme", "", ["Ann Müller"]),
    ],
)
async def test_contacts_are_found_by_name_address_and_organisation(book, text, organization, found):
    assert [c.name for c in await book.search(text, organization, 10)] == found


async def test_contacts_are_read_once_and_page_by_page():
    there = People(*(person(n, f"P {n}", f"p{n}@b.example") for n in range(2500)))
    book = book_of(there)
    assert len(await book.search("", "", 9999)) == 2500
    assert len(await book.search("p", "", 5)) == 5
    assert len(there.peer.calls("GET", CONNECTIONS)) == 3


async def test_pages_come_to_an_end_however_many_there_are(there, book):
    there.peer.on("GET", CONNECTIONS, {"connections": [], "nextPageToken": "on"})
    assert await book.search("", "", 10) == ()
    assert len(there.peer.seen) == 10


async def test_organizations_are_counted(book):
    assert await book.organizations() == (
        Organization(name="Globex", people=2),
        Organization(name="Acme GmbH", people=1),
    )


async def test_an_update_sends_the_fields_that_change_and_keeps_the_rest_of_them(there, book):
    there.people["people/c1"] |= {
        "emailAddresses": [
            {"value": "old@b.example", "type": "home", "formattedType": "Home"},
            {"value": "ann@acme.example", "type": "work", "metadata": {"primary": True}},
        ]
    }
    change = ContactChange(email="ann@b.example", relation="partner", title="CEO", notes="")
    await book.update("people/c1", change, EFFECT)
    (patch,) = there.peer.calls("PATCH", ".*")
    assert patch.json == {
        "etag": "%1",
        "metadata": {"sources": SOURCES},
        "emailAddresses": [
            {"value": "ann@b.example", "type": "work"},
            {"value": "old@b.example", "type": "home"},
        ],
        "organizations": [{"name": "Acme GmbH", "title": "CEO"}],
        "biographies": [],
        "userDefined": [{"key": "Desk", "value": "7"}, {"key": "Relation", "value": "partner"}],
    }


EVERYTHING = ContactChange(
    name="Zoe Roe", email="zoe@b.example", company="B", title="CEO", phone="+1", relation="vendor",
    notes="Hi",
)  # fmt: skip


@pytest.mark.parametrize("before", [ANN, {"resourceName": "people/c1", "etag": "%1"}])
@pytest.mark.parametrize("change", [EVERYTHING, ContactChange(name="", phone="", relation="")])
async def test_a_contact_is_afterwards_as_was_wanted(before, change):
    there = People(before | {"metadata": {"sources": SOURCES}})
    contact = await book_of(there).update("people/c1", change, EFFECT)
    wanted = change.model_dump(exclude_none=True)
    assert contact.model_dump(include=set(wanted)) == wanted
    assert await book_of(there).get("people/c1") == contact


async def test_a_contact_that_is_as_wanted_is_left_alone(there, book):
    await book.update("people/c1", ContactChange(name="Ann Müller", relation="Client"), EFFECT)
    assert there.changes == 0


async def test_a_changed_contact_is_found_by_its_new_name(book):
    await book.search("", "", 10)
    await book.update("people/c1", ContactChange(name="Zoe Roe"), EFFECT)
    assert [c.id for c in await book.search("zoe", "", 10)] == ["people/c1"]


async def update(there, effect):
    return await book_of(there).update("people/c1", EVERYTHING, effect)


async def test_a_contact_is_changed_once_wherever_an_attempt_is_cut_off():
    ways = []
    async for way, there, ledger, outcome in cut_off(lambda: People(ANN), update):
        ways.append(way)
        if isinstance(outcome, ToolFailed) and not isinstance(outcome, OutcomeUnknown):
            assert there.changes == 0, way
        assert (await update(there, ledger.effect(again=True))).name == "Zoe Roe", way
        assert there.changes == 1, way
    assert len(ways) >= 12


JANE = NewContact(
    name="Jane Roe", email="jane@roe.example", company="Roe", title="CEO", phone="+1",
    relation="client", notes="Hi",
)  # fmt: skip


async def create(there, effect):
    return await book_of(there).create(JANE, effect)


async def test_somebody_is_added_with_all_that_is_known(there, book):
    await book.search("", "", 10)
    ledger = Ledger()
    contact = await book.create(JANE, ledger.effect())
    assert contact == Contact(id="people/c4", **JANE.model_dump())
    assert await book_of(there).get("people/c4") == contact
    assert (await book.search("jane", "", 10))[0] == contact
    (request,) = there.peer.calls("POST", ".*")
    assert request.json["clientData"] == [{"key": "omniforge_effect", "value": EFFECT_ID}]
    assert ledger.notes == ["tried"]


async def test_somebody_is_added_once_wherever_an_attempt_is_cut_off():
    ways = []
    async for way, there, ledger, outcome in cut_off(lambda: People(ANN), create):
        ways.append(way)
        if isinstance(outcome, ToolFailed) and not isinstance(outcome, OutcomeUnknown):
            assert there.changes == 0, way
        again = create(there, ledger.effect(again=True))
        if ledger.handle and not there.changes:
            with pytest.raises(OutcomeUnknown, match="does not show"):
                await again
        else:
            assert ((await again).name, there.changes) == ("Jane Roe", 1), way
    assert len(ways) >= 8


async def test_a_deleted_contact_is_gone_and_may_be_deleted_again(there, book):
    await book.search("", "", 10)
    for _ in range(2):
        await book.delete("people/c1", EFFECT)
    assert [c.id for c in await book.search("", "", 10)] == ["people/c2", "people/c3"]
    await book.delete("no contact's id", EFFECT)
    assert len(there.peer.calls("DELETE", ".*")) == 2


async def test_a_contact_that_was_refused_may_be_added_by_another_attempt(there):
    ledger = Ledger()
    there.peer.on("POST", "/v1/people:createContact", failure(400, "Bad", "invalidArgument"))
    with pytest.raises(ToolFailed, match="Bad"):
        await create(there, ledger.effect())
    assert ledger.notes == ["tried", ""]


async def test_what_cannot_be_looked_up_is_unknown(there):
    there.peer.on("GET", CONNECTIONS, Answer(500))
    with pytest.raises(OutcomeUnknown, match="cannot say"):
        await create(there, Effect(EFFECT_ID, again=True, handle="tried"))
    assert there.changes == 0


async def test_what_somebody_else_has_just_changed_is_not_overwritten(there, book):
    stale = failure(400, "Request person.etag is different", "failedPrecondition")
    there.peer.on("PATCH", "/v1/people/c1:updateContact", stale)
    with pytest.raises(ToolFailed, match="etag is different"):
        await book.update("people/c1", ContactChange(name="Zoe"), EFFECT)


async def test_a_change_of_unknown_outcome_stays_unknown(there, book):
    there.peer.on("PATCH", "/v1/people/c1:updateContact", Answer(error=httpx2.ReadTimeout))
    with pytest.raises(OutcomeUnknown):
        await book.update("people/c1", ContactChange(name="Zoe"), EFFECT)


@pytest.mark.parametrize(
    "odd", [{}, [], {"resourceName": 7}, {"resourceName": "people/c1", "names": "Ann"}]
)
async def test_an_answer_of_the_wrong_shape_is_a_failed_tool(there, book, odd):
    there.peer.on("GET", "/v1/people/c1", Answer(json=odd, odd=True))
    with pytest.raises(ToolFailed, match="unexpected form"):
        await book.get("people/c1")
