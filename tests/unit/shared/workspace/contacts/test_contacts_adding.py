import pytest

from shared.errors import ToolFailed
from shared.workspace.contacts.port import NewContact
from tests.unit.shared.tools.accounts import BO, SARAH, Mails, People, desk, mail, profile, said
from tests.unit.shared.tools.test_tools import TOOLS

CREATE = TOOLS["contacts_create"]
JANE = {"name": "Jane Roe", "email": "jane@roe.com"}


async def test_somebody_is_shown_and_added_once_agreed():
    people = People(SARAH, BO)
    at = desk(people=people)
    given = {**JANE, "phone": " +1 555 0199 ", "company": "Roe Ltd"}

    prepared = await CREATE.preview(at, given)

    assert prepared.arguments == {**given, "phone": "+1 555 0199"}
    assert await CREATE.preview(at, prepared.arguments) == prepared
    assert prepared.card.title == "Add Jane Roe to your contacts"
    assert dict(prepared.card.fields)["Address"] == "jane@roe.com"
    assert prepared.card.warnings == ()
    assert people.done == []
    result = await CREATE.run(at, prepared.arguments)
    assert people.done == [(NewContact(**prepared.arguments), "e" * 32)]
    assert result["contact"]["id"] == "new"
    assert CREATE.say(said(result)) == (
        "Added Jane Roe <jane@roe.com>, +1 555 0199, to your contacts."
    )
    assert CREATE.rules.assess(given, profile()) == "medium"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"email": "x@y.org", "name": "x@y.org"}, "Added x@y.org to your contacts."),
        ({"name": "Bo *Ek*"}, "Added Bo Ek to your contacts."),
    ],
)
def test_it_is_told_who_was_added(given, words):
    assert CREATE.say(said({"contact": given})) == words


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"name": "Sarah C", "email": "SARAH@acme.com"}, "already, as Sarah Chen. What should be"),
        ({}, "Who should be added"),
        ({"name": "Jane Roe"}, "the address or the phone number of Jane Roe"),
        ({"name": "Jane", "email": "jane.roe.com"}, "is not a mail address"),
        ({"name": "Jane", "email": "jane@roe"}, "is not a mail address"),
        ({"name": "Jane", "phone": "job Site Manager"}, "is no phone number"),
    ],
)
async def test_nobody_is_added_twice_or_without_an_address(given, why):
    with pytest.raises(ToolFailed, match=why) as failed:
        await CREATE.preview(desk(people=People(SARAH)), given)
    assert failed.value.kind == "params"


@pytest.mark.parametrize(
    ("given", "warning"),
    [
        (
            {"name": "sarah chen", "email": "s@new.org"},
            "There is a Sarah Chen already: sarah@acme.com.",
        ),
        (
            {"name": "Sara", "email": "sarahh@acme.com"},
            "The address looks like sarah@acme.com, which",
        ),
    ],
)
async def test_who_might_be_there_already_is_shown(given, warning):
    prepared = await CREATE.preview(desk(people=People(SARAH, BO)), given)
    assert prepared.card.warnings[0].startswith(warning)


async def test_a_colleague_of_the_organisation_can_be_added():
    colleague = SARAH.model_copy(update={"own": False})
    prepared = await CREATE.preview(
        desk(people=People(colleague)), {"name": "Sarah Chen", "email": SARAH.email}
    )
    assert prepared.card.warnings == ()


SIGNED = mail(body="Hello,\n\nSarah Chen\n+1 555 0100", sender=SARAH)
LISTED = mail(2, sender=BO, body="Sarah Chen: +1 555 0199")


async def test_a_number_is_looked_up_in_mail_and_shown_with_where_it_stands():
    at = desk(Mails(SIGNED), People(BO))

    prepared = await CREATE.preview(at, {"name": "Sarah Chen", "look_up": ["phone", "email"]})

    email = SARAH.email
    assert prepared.arguments == {"name": "Sarah Chen", "email": email, "phone": "+1 555 0100"}
    assert {one.argument: one.value for one in prepared.foreign} == {
        "phone": "+1 555 0100",
        "email": email,
    }
    assert all("(“Q4 budget”)" in one.source for one in prepared.foreign)


async def test_of_what_is_looked_up_it_is_said_what_stands_nowhere():
    wanted = {"name": "Sarah Chen", "look_up": ["phone", "email"]}
    there = await CREATE.preview(desk(Mails(LISTED), People(BO)), wanted)
    nowhere = await CREATE.preview(
        desk(Mails(), People(BO)), {**wanted, "email": "s@new.org", "look_up": ["phone"]}
    )

    assert there.arguments == {"name": "Sarah Chen", "phone": "+1 555 0199"}
    assert there.card.warnings == ("I found no address of Sarah Chen in your mail.",)
    assert nowhere.card.warnings == ("I found no phone number of Sarah Chen in your mail.",)


@pytest.mark.parametrize(
    ("mails", "why"), [((), "I found no phone number"), ((SIGNED, LISTED), "is right: ")]
)
async def test_a_number_that_is_not_one_only_is_asked_for(mails, why):
    wanted = {"name": "Sarah Chen", "look_up": ["phone"]}
    with pytest.raises(ToolFailed, match=why):
        await CREATE.preview(desk(Mails(*mails), People(BO)), wanted)
