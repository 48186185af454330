"""Everyday changes through the orchestrator: shown, agreed to, done once, and told exactly."""

import pytest

from shared.models.principal import Principal
from shared.tools.contacts.port import AddressBook
from shared.tools.sheets.port import Sheets
from tests.support.disturbed import fault, play
from tests.support.simulation import OWNER, TENANT, World

ME = Principal(tenant=TENANT, user=OWNER)
EVERYTHING = frozenset({"email", "calendar", "contacts", "slack", "sheets", "pages"})
CELL = "Set the Status of Pilot guide to Done in the Weekly Metrics sheet"
JANE = "Add Jane Roe, jane@roe.com, to my contacts"
ROW = "Add a row to the Weekly Metrics sheet: Owner: Bo Ek, Task: Tests"


def everything(**options):
    return World(domains=EVERYTHING, **options)


@pytest.fixture
async def world():
    async with everything() as made:
        yield made


async def port_of(world, port):
    return (await world.services.workspaces.open(ME))[port]


async def said(world, text):
    """Say something and return what is answered."""
    before = len(await world.transcript()) if await world.services.threads.head(world.key()) else 0
    await world.say(text, f"m{before}")
    return (await world.transcript())[-1][1]


async def tasks(world):
    return (await (await port_of(world, Sheets)).read("weekly-metrics", "Tasks", 100)).rows


async def test_a_cell_is_changed_after_it_was_shown_before_and_after(world):
    before = await tasks(world)
    shown = await said(world, CELL)
    assert "Change Pilot guide" in shown
    assert "Status: Completed -> Done" in shown.replace("→", "->")
    assert await tasks(world) == before

    told = await said(world, "yes")

    assert told == (
        "Set Status of Pilot guide to Done (was Completed) in **Weekly Metrics** (Tasks)."
    )
    after = await tasks(world)
    assert after[2][1:] == ("Pilot guide", "Project Alpha", "Carlos Mendes", "Done")
    assert after[3:] == before[3:]


async def test_a_row_is_added_by_the_names_of_its_columns(world):
    shown = await said(world, ROW)
    assert "- Task: Tests" in shown
    assert "- Owner: Bo Ek" in shown

    told = await said(world, "yes")

    assert told == "Added a row to **Weekly Metrics** (Tasks): Task Tests, Owner Bo Ek."
    assert (await tasks(world))[-1] == (None, "Tests", None, "Bo Ek", None)


async def test_a_row_that_has_changed_since_it_was_shown_is_left_alone(world):
    await said(world, CELL)
    sheets = await port_of(world, Sheets)
    other = await sheets.read("weekly-metrics", "Tasks", 100)
    await said_elsewhere(world, CELL.replace("Done", "Cancelled"))

    told = await said(world, "yes")

    assert "E3 says Cancelled by now" in told
    assert (await tasks(world))[2][4] == "Cancelled"
    assert len(await tasks(world)) == len(other.rows)


async def said_elsewhere(world, text):
    await world.say(text, "other", thread="other")
    await world.say("yes", "other yes", thread="other")


async def people(world, text="Jane Roe"):
    return await (await port_of(world, AddressBook)).search(text, "", 10)


async def test_somebody_is_added_to_the_contacts(world):
    shown = await said(world, JANE)
    assert "Add Jane Roe to your contacts" in shown
    assert "- Address: jane@roe.com" in shown
    assert await people(world) == ()

    told = await said(world, "yes")

    assert told == "Added Jane Roe <jane@roe.com> to your contacts."
    assert [one.email for one in await people(world)] == ["jane@roe.com"]
    again = await said(world, JANE.replace("Jane", "Janet"))
    assert "jane@roe.com is in your contacts already, as Jane Roe." in again
    assert len(await people(world, "roe.com")) == 1


CHANGES = {"cell": CELL, "row": ROW, "contact": JANE}


async def state(world):
    known = await people(world, "roe.com")
    return await tasks(world), [one.email for one in known]


@pytest.mark.no_cover  # what these turns run, other tests cover
@pytest.mark.parametrize("how", ["crash", "forget"])
@pytest.mark.parametrize("change", CHANGES)
async def test_a_change_is_made_once_whatever_step_is_the_last(change, how, tmp_path):
    lines = [CHANGES[change], "yes"]
    calm = everything(journal=tmp_path / "calm")
    undisturbed = await play(calm, lines, None)
    made = await state(calm)

    names = [one.name for one in calm.ran]
    for step in (
        at for at, name in enumerate(names, 1) if name in {"execute_tool", "prepare_step"}
    ):
        world = everything(journal=tmp_path / str(step))
        outcome = await play(world, lines, fault(how, step))
        assert outcome == undisturbed, f"{how} at step {step}"
        assert await state(world) == made
