import pytest

from shared.errors import ToolFailed
from shared.tools.tool import Made
from tests.unit.shared.tools.accounts import BO, SARAH, People, desk, profile, said
from tests.unit.shared.tools.test_tools import TOOLS

CREATE, DELETE = TOOLS["contacts_create"], TOOLS["contacts_delete"]


async def test_who_goes_is_shown_and_deleted_once_agreed():
    people = People(SARAH, BO)
    at = desk(people=people)

    prepared = await DELETE.preview(at, {"contact_id": "c1"})

    assert prepared.arguments == {"contact_id": "c1", "name": "Sarah Chen"}
    assert await DELETE.preview(at, prepared.arguments) == prepared
    assert prepared.card.title == "Delete Sarah Chen from your contacts"
    assert [label for label, _ in prepared.card.fields[:3]] == ["Name", "Address", "Company"]
    assert dict(prepared.card.fields)["Phone"] == "+1 555 0100"
    assert DELETE.rules.assess(prepared.arguments, profile()) == "high"
    assert people.done == []
    result = await DELETE.run(at, prepared.arguments)
    assert people.done == [("c1", "e" * 32)]
    assert DELETE.say(said(result)) == "**Sarah Chen** is deleted from your contacts."


async def test_who_was_deleted_is_added_again_with_all_that_was_known():
    at = desk(people=People(SARAH))
    prepared = await DELETE.preview(at, {"contact_id": "c1"})
    result = await DELETE.run(at, prepared.arguments)

    undo = DELETE.undo(Made(prepared.arguments, result, prepared.before))

    assert (undo.tool, undo.told) == ("contacts_create", "Add Sarah Chen to your contacts again")
    ready = await CREATE.preview(at, undo.arguments)
    added = (await CREATE.run(at, ready.arguments))["contact"]
    kept = ("name", "email", "company", "title", "phone", "relation", "notes")
    assert {name: added[name] for name in kept} == SARAH.model_dump(include=set(kept))
    assert "not on record" in DELETE.undo(Made(prepared.arguments, result))


async def test_who_was_added_is_deleted_again_unless_changed_since():
    people = People()
    at = desk(people=people)
    ready = await CREATE.preview(at, {"name": "Jane Roe", "email": "jane@roe.com"})
    result = await CREATE.run(at, ready.arguments)

    undo = CREATE.undo(Made(ready.arguments, result))

    assert (undo.tool, undo.arguments) == (DELETE.name, {"contact_id": "new", "name": "Jane Roe"})
    assert await DELETE.since(at, undo) == ""  # nobody is there by that id
    jane = BO.model_copy(update={"id": "new", "name": "Jane Roe", "email": "jane@roe.com"})
    people.contacts["new"] = jane
    assert await DELETE.since(at, undo) == "Client, client"
    people.broken = True
    with pytest.raises(ToolFailed, match="cannot be reached"):
        await DELETE.since(at, undo)


async def test_somebody_of_the_organisation_is_no_contact_to_delete():
    at = desk(people=People(SARAH.model_copy(update={"own": False})))
    with pytest.raises(ToolFailed, match="not among your own contacts") as failed:
        await DELETE.preview(at, {"contact_id": "c1"})
    assert failed.value.kind == "params"
