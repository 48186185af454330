"""A run of ten risky steps, each approved by a person, and a notebook that shows what was done.

`World(**ten_steps(notebook))` has the agent; say `COMMAND`, then `answer_all`.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from pydantic import Field

from devhost.engine import SimulatedCrash
from shared.conversation.transact import transact
from shared.decisions import lifecycle
from shared.decisions.risk import ToolRules
from shared.errors import Conflict
from shared.models.agent import Agent
from shared.models.base import Payload
from shared.models.reasoning import PlannedStep, ToolPlan
from shared.models.thread import Answer
from shared.ports import Reasoned
from shared.reasoning.embedded import EmbeddedReasoner
from shared.storage.memory import MemoryRows
from shared.storage.rows import Insert, Rows
from shared.tools.tool import Tool
from tests.support.disturbed import go_quiet
from tests.support.simulation import ENCODER, SPELLING

STEPS = 10
COMMAND = "@notes write down all ten"
NOTES = Agent(
    id="notes",
    name="Notes",
    description="Writes notes",
    domain="contacts",
    tools=("write_note",),
)


class Note(Payload):
    """The one argument: which step writes it."""

    step: int = Field(ge=1, le=STEPS)


@dataclass
class Notebook:
    """One row for each step that took effect, and in `calls` every call, repeats included."""

    rows: Rows = field(default_factory=MemoryRows)
    calls: list[int] = field(default_factory=list)

    @property
    def write_note(self) -> Tool:
        """The tool that writes here; medium risk, so each call is approved first."""
        rules = ToolRules(lambda _arguments, _profile: "medium", changes=True)
        return Tool("write_note", "Write a note", Note, rules, self._write, lambda _: "Written.")

    async def _write(self, _desk, note: Note):
        self.calls.append(note.step)
        with suppress(Conflict):
            await self.rows.commit("notes", [Insert(f"{note.step:02}", note.model_dump_json())])
        return {"written": note.step}

    async def written(self) -> list[int]:
        """Return the steps that took effect, once each."""
        return [int(row.key) for row in await self.rows.range("notes", "0", "~", 1000)]


class TenStepPlanner(EmbeddedReasoner):
    """Plans ten notes whatever it is asked, as often as it is asked; the rest is embedded."""

    def __init__(self):
        super().__init__(ENCODER, SPELLING)

    async def plan_tools(self, request):
        steps = (PlannedStep(tool="write_note", arguments={"step": n + 1}) for n in range(STEPS))
        return Reasoned(ToolPlan(steps=tuple(steps)))


def ten_steps(notebook: Notebook) -> dict[str, Any]:
    """Return what makes a World one in which `COMMAND` writes ten notes."""
    tool = notebook.write_note
    return {"reasoner": TenStepPlanner(), "tools": {tool.name: tool}, "agents": (NOTES,)}


async def accept_by_id(world, thread="t"):
    """Accept the open approval as its button does."""

    async def step(head):
        request = await world.request(thread)
        run = f"accept-{request.value.id}"
        answer = Answer(outcome="answered", action="accept", run_id=run)
        now = world.clock.now()
        return lifecycle.answer_request(head.value, request, answer, run, now), None

    await transact(world.services.threads, world.key(thread), step)


async def accept_in_chat(world, thread="t"):
    """Say yes to the open approval."""
    asked = (await world.request(thread)).value
    await world.put("yes", f"yes-{asked.id}", thread=thread)


async def answer_all(world, accept=accept_by_id) -> int:
    """Accept approval after approval until the thread is parked; return how many there were.

    Recovers from a crash of the engine as `go_quiet` does.
    """
    answered = 0
    while True:
        await go_quiet(world)
        if (await world.head()).phase == "parked":
            return answered
        await accept(world)
        answered += 1
        try:
            await world.ring()
        except SimulatedCrash:
            await world.boot()
            await world.ring()
