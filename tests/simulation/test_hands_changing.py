"""Everyday changes through the orchestrator: shown, agreed to, done once, and told exactly."""

from dataclasses import replace

import pytest

from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.models.principal import Principal
from shared.storage.keys import partition_of
from shared.storage.memory import MemoryRows
from shared.storage.rows import Insert
from shared.workspace.contacts.port import AddressBook
from shared.workspace.pages.port import Pages
from shared.workspace.sheets.port import Sheets
from shared.workspace.slack.port import Chat, ChatUser
from tests.support.disturbed import fault, play
from tests.support.simulation import OWNER, TENANT, World

ME = Principal(tenant=TENANT, user=OWNER)
EVERYTHING = frozenset({"email", "calendar", "contacts", "slack", "sheets", "pages"})
CELL = "Set the Status of Pilot guide to Done in the Weekly Metrics sheet"
JANE = "Add Jane Roe, jane@roe.com, to my contacts"
DIRECT = "DM Sarah on Slack that the budget is approved"
PAGE = "Add to the Project Alpha page in Notion: Returns are planned for spring"
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


async def direct(world, user="U-sarah-chen"):
    found = await (await port_of(world, Chat)).direct_messages(user, None, 50)
    return [one.text for one in found]


async def test_a_direct_message_is_sent_to_who_was_shown(world):
    shown = await said(world, DIRECT)
    assert "Send Sarah Chen a direct message on Slack" in shown
    assert "Sarah Chen (@sarah.chen, Finance Director, sarah.chen@company.com)" in shown
    assert await direct(world) == []

    told = await said(world, "yes")

    assert told == "Sent to Sarah Chen on Slack: The budget is approved"
    assert await direct(world) == ["The budget is approved"]
    read = await said(world, "Show my Slack DMs with Sarah")
    assert read.startswith("1 direct message with Sarah Chen")


async def test_a_post_gives_way_to_a_direct_message_that_is_ordered_in_its_place(world):
    post = "Post in #general that the budget is approved"
    assert "Post in #general" in await said(world, post)
    wish = "Oh, the client reads it too. Rather only to Sarah, as a DM: the budget is approved"
    shown = await said(world, wish)
    assert "I set aside “Post in #general”: it was not done." in shown
    assert "Send Sarah Chen a direct message on Slack" in shown
    await said(world, "yes")
    assert await direct(world) == ["The budget is approved"]
    written = await (await port_of(world, Chat)).search("budget is approved", 5)
    assert [one.direct for one in written] == [True]


async def test_who_is_meant_is_asked_before_a_direct_message_is_shown(world):
    rows = MemoryRows()
    workspaces = SandboxWorkspaces(rows, world.clock, EVERYTHING)
    world.services = replace(world.services, workspaces=workspaces)
    await world.boot()
    await workspaces.open(ME)
    other = ChatUser(id="U-david-roe", name="David Roe", handle="roe", title="Intern")
    await rows.commit(partition_of(ME), [Insert("user-U-david-roe", other.model_dump_json())])

    asked = await said(world, "Send David a Slack message: the build is green")
    assert "I found 2 members. Which one?" in asked
    shown = await said(world, "David Roe")
    assert "Send David Roe a direct message" in shown
    await said(world, "yes")

    assert await direct(world, "U-david-roe") == ["The build is green"]
    assert await direct(world, "U-david-kim") == []


async def page(world, name="project-alpha"):
    return (await (await port_of(world, Pages)).read(name)).text


async def test_text_is_added_to_a_page_after_it_was_shown(world):
    before = await page(world)
    shown = await said(world, PAGE)
    assert "Add to the page Project Alpha" in shown
    assert "> Returns are planned for spring" in shown
    assert await page(world) == before

    told = await said(world, "yes")

    assert told == "Added to the page **Project Alpha**: Returns are planned for spring"
    assert (await page(world)).rstrip().endswith("\n\nReturns are planned for spring")


async def test_a_page_is_made_in_another_one(world):
    shown = await said(world, "Create a Notion page called Retro under Project Alpha: Went well")
    assert "- Title: Retro" in shown
    assert "- In: Project Alpha" in shown

    assert await said(world, "yes") == "Made the page **Retro** in Project Alpha."

    (made,) = await (await port_of(world, Pages)).search("Retro", 5)
    assert (await page(world, made.id)).strip() == "Went well"


CHANGES = {"page": PAGE, "cell": CELL, "row": ROW, "contact": JANE, "direct": DIRECT}


async def state(world):
    known = await people(world, "roe.com")
    emails = [one.email for one in known]
    return await tasks(world), emails, await direct(world), await page(world)


@pytest.mark.no_cover  # what these turns run, other tests cover
@pytest.mark.parametrize("how", ["crash", "forget"])
@pytest.mark.parametrize("change", CHANGES)
async def test_a_change_is_made_once_whatever_step_is_the_last(change, how, tmp_path):
    lines = [CHANGES[change], "yes"]
    calm = everything(journal=tmp_path / "calm")
    undisturbed = await play(calm, lines, None)
    made = await state(calm)

    names = [one.name for one in calm.ran]
    for step in (at for at, name in enumerate(names, 1) if name in {"execute_tool", "go_on"}):
        world = everything(journal=tmp_path / str(step))
        outcome = await play(world, lines, fault(how, step))
        assert outcome == undisturbed, f"{how} at step {step}"
        assert await state(world) == made
