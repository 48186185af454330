"""Tool calls for one command, to one of the product's own agents or to one that people made."""

from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.planning import custom
from shared.reasoning.embedded.planning.offered import with_offered
from shared.reasoning.embedded.planning.planners import PLANNERS
from shared.reasoning.embedded.words import tidy


def plan(request: PlanRequest) -> ToolPlan:
    """Plan the tool calls for one command."""
    planner = PLANNERS.get(request.agent)
    if planner is None:
        return custom.plan(request)
    return with_offered(planner(tidy(request.command), request), request)
