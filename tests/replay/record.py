"""Record what the runtime hands to the orchestrators in a few conversations.

`python -m tests.replay.record` writes one file for each generation to tests/replay/histories, named
after its orchestrator; those of the first version have no such name. Do so for
a new conversation or a new version, never to make a failing replay pass: conversations in flight
have the old history, and their version of the orchestrator has to go on from it.
"""

import asyncio
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

from devhost.engine import Engine
from devhost.functions import Functions
from shared import erasing
from shared.decisions.risk import ToolRules
from shared.models.principal import Principal
from shared.workspace.registry import TOOLS
from tests.support.regions import region, regions, saying, tool
from tests.support.simulation import OWNER, TENANT, World, durable_functions
from tests.support.whole import WholeWorld

HISTORIES = Path(__file__).parent / "histories"
SARAH = "Show me emails from Sarah about the budget"
JOHN = "Show me emails from John"
REGIONS = ("north", "south")


class RecordedWorld(World):
    """A world that keeps the last context of every generation, as JSON the SDK was given."""

    async def boot(self, fault=None):
        self.contexts = {}
        functions = durable_functions(self.services)
        taps = {name: self._tap(run) for name, run in functions.orchestrators.items()}
        tapped = Functions(taps, functions.activities)
        self.engine = Engine(tapped, str(self.journal), fault=fault, clock=self.clock)
        await self.engine.start()
        return self

    def _tap(self, run):
        def recording(context):
            given = json.loads(context)
            self.contexts[given["instanceId"], given["history"][1]["Timestamp"]] = given
            return run(context)

        return recording


async def finding_mail(world):
    await world.say(SARAH, "m1")


async def which_john(world):
    await world.say(JOHN, "m1")
    await world.say("The client", "m2")


async def unclear_reply(world):
    await world.say(JOHN, "m1")
    await world.say("purple", "m2")
    await world.say("The client", "m3")


async def approval(world):
    await world.say(SARAH, "m1")
    await world.say("open the second one", "m2")
    await world.say("yes", "m3")


async def many_messages(world):
    for number in range(1, 7):
        await world.put("@email emails from Sarah about the budget", f"m{number}")
    await world.ring()
    await world.settle()


def careful():
    """The tools, with one that wants to be approved."""
    name = "gmail_get_message"
    return {**TOOLS, name: replace(TOOLS[name], rules=ToolRules(lambda *_: "high"))}


async def delegating(world):
    for name in REGIONS:
        await world.services.agents.save(TENANT, region(name), None)
    await world.say("ask the regions about sales", "m1")


CONVERSATIONS = (
    finding_mail,
    which_john,
    unclear_reply,
    approval,
    many_messages,
    delegating,
)


def company():
    """A world in which several agents can be asked at once."""
    asked = {f"{name}_sales": tool(name, saying(f"{name} sold ten")) for name in REGIONS}
    return {"tools": {**TOOLS, **asked}, "reasoner": regions(REGIONS, "parallel")}


async def record(conversation):
    """Write the generations of one conversation, of each orchestrator apart."""
    world = company() if conversation is delegating else {"tools": careful()}
    async with RecordedWorld(**world) as world:
        await conversation(world)
        written = Counter()
        for context in world.contexts.values():
            orchestrator = context["history"][1]["Name"]
            written[orchestrator] += 1
            name = f"{orchestrator}_{conversation.__name__}_{written[orchestrator]}"
            path = HISTORIES / f"{name}.json"
            path.write_text(json.dumps(context, indent=1) + "\n", encoding="utf-8")


class RecordedWhole(RecordedWorld, WholeWorld):
    """The same over every table, so that somebody in it can be erased."""


async def record_erasure():
    """Write the generations of an erasure: both times that everything is gone through."""
    async with RecordedWhole() as world:
        who = Principal(tenant=TENANT, user=OWNER)
        await world.said(who, SARAH, "m1")
        world.contexts.clear()
        await erasing.begin(world.services, world.port, who, "person")
        for _ in range(4):
            await world.settle()
            await world.sweep()
            world.clock.advance(minutes=11)
        await world.settle()
        erasures = (c for (name, _), c in world.contexts.items() if name.startswith("erase-"))
        for number, context in enumerate(erasures, start=1):
            path = HISTORIES / f"{erasing.ORCHESTRATOR}_{number}.json"
            path.write_text(json.dumps(context, indent=1) + "\n", encoding="utf-8")


async def main():
    HISTORIES.mkdir(exist_ok=True)
    await record_erasure()
    for conversation in CONVERSATIONS:
        await record(conversation)


if __name__ == "__main__":
    asyncio.run(main())
