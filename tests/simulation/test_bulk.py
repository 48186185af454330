"""More than a handful is shown first, however a plan, or a message, cuts it up."""

import pytest

from shared.models.intent import Command, IntentAnalysis
from shared.models.principal import Principal
from shared.models.reasoning import PlannedStep, ToolPlan
from shared.workspace.email.port import Mailbox
from tests.support.scripted_reasoner import ScriptedReasoner
from tests.support.simulation import OWNER, TENANT, World, embedded

ADA = Principal(tenant=TENANT, user=OWNER)
ORDER = "archive the newsletters"
TWO_ORDERS = IntentAnalysis(
    action="EXECUTE",
    primary_intent="archive",
    confidence=1,
    commands=tuple(Command(agent="email", command=ORDER, order=n) for n in (1, 2)),
)


async def inbox(world):
    mailbox = (await world.services.workspaces.open(ADA))[Mailbox]
    return [mail.id for mail in (await mailbox.search("in:inbox", 50)).mails]


def archiving(*groups):
    return ToolPlan(
        steps=tuple(
            PlannedStep(tool="gmail_archive", arguments={"message_ids": list(group)})
            for group in groups
        )
    )


@pytest.mark.parametrize("size", [1, 2, 4])
async def test_a_plan_of_small_calls_is_one_large_change(size):
    async with World() as world:
        ids = (await inbox(world))[:8]
        groups = [ids[start : start + size] for start in range(0, len(ids), size)]
        world.with_reasoner(ScriptedReasoner(embedded(), {"plan_tools": [archiving(*groups)]}))
        await world.boot()

        await world.say(ORDER, "m1")

        asked = (await world.request()).value
        assert (asked.kind, asked.risk) == ("approval", "high")
        assert set(ids) <= set(await inbox(world))


async def test_commands_of_one_message_count_together_over_a_restart(tmp_path):
    async with World(journal=tmp_path / "journal") as world:
        ids = await inbox(world)
        plans = [archiving(ids[:4]), archiving(ids[4:8])]
        script = {"plan_tools": plans, "analyze_intent": [TWO_ORDERS]}
        world.with_reasoner(ScriptedReasoner(embedded(), script))
        await world.boot()

        await world.say(ORDER, "m1")
        assert set(ids[:4]).isdisjoint(await inbox(world))
        await world.boot()

        asked = (await world.request()).value
        assert (asked.kind, asked.risk) == ("approval", "high")
        assert set(ids[4:]) <= set(await inbox(world))
        await world.say("no", "m2")
        assert set(ids[4:]) <= set(await inbox(world))


async def test_a_handful_is_done_and_the_next_message_begins_anew():
    async with World() as world:
        ids = await inbox(world)
        plans = [archiving(ids[:5]), archiving(ids[5:10])]
        world.with_reasoner(ScriptedReasoner(embedded(), {"plan_tools": plans}))
        await world.boot()

        await world.say(ORDER, "m1")
        await world.say(ORDER, "m2")

        assert (await world.head()).phase == "parked"
        assert set(ids[:10]).isdisjoint(await inbox(world))
