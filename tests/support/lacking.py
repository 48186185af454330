"""An agent that cannot plan a letter before it is told whom it is for and when it goes out.

`World(**letters(desk))` has it, and another that only looks something up; say `COMMAND`.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from shared.decisions.risk import ToolRules
from shared.errors import Conflict
from shared.models.agent import Agent, Skill
from shared.models.base import Payload
from shared.models.intent import ActionType, Command, IntentAnalysis, Strategy
from shared.models.reasoning import PlannedStep, PlanRequest, ToolPlan
from shared.ports import Reasoned
from shared.reasoning.embedded import EmbeddedReasoner
from shared.storage.memory import MemoryRows
from shared.storage.rows import Insert, Rows
from shared.tools.tool import Tool
from tests.support.simulation import ENCODER, SPELLING

COMMAND = "@letters write a letter"
WHO, WHEN = "Who should the letter go to?", "When should Sarah get it?"
WROTE = "I wrote to Sarah for Friday."
RATES = "The rate is 4 percent."
ORDER = "have the letters and the rates done"
LETTERS = Agent(
    id="letters", name="Letters", description="", domain="contacts", tools=("write_letter",)
)
RATER = Agent(id="rates", name="Rates", description="", domain="contacts", tools=("look_up_rate",))
CLERK = LETTERS.model_copy(
    update={
        "id": "clerk",
        "name": "Clerk",
        "skills": (Skill(id="s", name="S", description="", instructions="1. Write a letter"),),
    }
)
"""One whose procedure lacks what a letter takes."""


class Letter(Payload):
    """Whom it is for, and when it goes out."""

    person: str
    time: str


class Nothing(Payload):
    """A tool without parameters."""


@dataclass
class Desk:
    """One row for each letter that was written, and each plan that was asked for."""

    rows: Rows = field(default_factory=MemoryRows)
    asked: list[PlanRequest] = field(default_factory=list)

    @property
    def tools(self) -> dict[str, Tool]:
        rules = ToolRules(lambda _arguments, _profile: "medium", changes=True)
        write = Tool("write_letter", "Write", Letter, rules, self._write, _written)
        look = Tool("look_up_rate", "Look", Nothing, ToolRules(), _rate, lambda said: said.result)
        return {tool.name: tool for tool in (write, look)}

    async def _write(self, _desk, letter: Letter):
        with suppress(Conflict):
            await self.rows.commit("letters", [Insert(letter.person, letter.model_dump_json())])
        return letter.model_dump()

    async def written(self) -> list[Letter]:
        rows = await self.rows.range("letters", "0", "~", 100)
        return [Letter.model_validate_json(row.body) for row in rows]


def _written(said):
    return f"I wrote to {said.result['person']} for {said.result['time']}."


async def _rate(_desk, _nothing):
    return RATES


class Lacking(EmbeddedReasoner):
    """Plans a letter once it was told of what the letter takes; the rest is embedded.

    `content` is what it is content with; `ORDER` goes to both agents, as `strategy` says.
    """

    def __init__(self, desk: Desk, strategy: Strategy, *, content: bool):
        super().__init__(ENCODER, SPELLING)
        self.desk, self.strategy, self.content = desk, strategy, content

    async def analyze_intent(self, request):
        if request.text != ORDER:
            return await super().analyze_intent(request)
        commands = (
            Command(agent="rates", command="look up the rate", order=1),
            Command(agent="letters", command="write a letter", order=2),
        )
        intent = IntentAnalysis(
            action=ActionType.EXECUTE,
            primary_intent="letters and rates",
            confidence=0.95,
            commands=commands,
            strategy=self.strategy,
        )
        return Reasoned(intent)

    async def plan_tools(self, request):
        if request.agent not in {"letters", "clerk", "rates"}:
            return await super().plan_tools(request)
        self.desk.asked.append(request)
        if request.agent == "rates":
            return Reasoned(ToolPlan(steps=(PlannedStep(tool="look_up_rate"),)))
        told = {known.lacks: known.answer for known in request.context.clarified}
        if "person" not in told or not self.content:
            return Reasoned(ToolPlan(cannot=WHO, lacks="person"))
        if "time" not in told:
            cannot = f"When should {told['person']} get it?"
            return Reasoned(ToolPlan(cannot=cannot, lacks="time"))
        step = PlannedStep(tool="write_letter", arguments=dict(told))
        return Reasoned(ToolPlan(steps=(step,)))


def letters(desk: Desk, strategy: Strategy = "sequential", *, content=True) -> dict[str, Any]:
    """Return what makes a World with the agents that write letters, and look up rates."""
    return {
        "reasoner": Lacking(desk, strategy, content=content),
        "tools": desk.tools,
        "agents": (LETTERS, RATER, CLERK),
    }
