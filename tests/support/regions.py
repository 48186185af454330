"""Agents that are asked one question at the same time, each of which looks up one thing."""

from shared.decisions.risk import ToolRules
from shared.models.agent import Agent, Skill
from shared.models.base import Payload
from shared.models.intent import ActionType, Command, IntentAnalysis
from shared.models.reasoning import PlannedStep, ToolPlan
from shared.tools.tool import Tool
from tests.support.scripted_reasoner import ScriptedReasoner
from tests.support.simulation import embedded

TIMES = 3
"""How often the regions can be asked."""


class Topic(Payload):
    """What to look up."""


def regions(names, strategy, synthesize=None):
    """Return a reasoner that asks every region, each of which plans its one tool."""
    commands = tuple(
        Command(agent=name, command="Tell me about sales", order=number)
        for number, name in enumerate(names, 1)
    )
    intent = IntentAnalysis(
        action=ActionType.EXECUTE,
        primary_intent="ask the regions",
        confidence=0.95,
        commands=commands,
        strategy=strategy,
    )

    def plan(request):
        return ToolPlan(steps=(PlannedStep(tool=f"{request.agent}_sales"),))

    scripts = {"analyze_intent": [intent] * TIMES, "plan_tools": [plan] * len(names) * TIMES}
    if synthesize is not None:
        scripts["synthesize"] = [synthesize]
    return ScriptedReasoner(embedded(), scripts)


def region(name):
    return Agent(
        id=name,
        name=name.title(),
        description=f"Sales in the {name}",
        skills=(Skill(id="sales", name="Sales", description="Sales figures"),),
        tools=(f"{name}_sales",),
    )


def tool(name, call, assess=None):
    rules = ToolRules(assess, changes=True) if assess else ToolRules(digest=True)
    return Tool(f"{name}_sales", "Sales figures", Topic, rules, call, lambda said: said.result)


def saying(text):
    async def call(_desk, _wanted):
        return text

    return call
