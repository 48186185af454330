"""Tool calls for one command, to one of the product's own agents or to one that people made."""

from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.planning import custom
from shared.reasoning.embedded.planning.command import FRAMES, plan_command
from shared.reasoning.embedded.planning.offered import with_offered
from shared.understanding.reader import Reader
from shared.understanding.withdrawing import standing

_TAKEN_BACK = "All right, nothing happens."


def plan(request: PlanRequest, reader: Reader) -> ToolPlan:
    """Plan the tool calls for one command, but for what it takes back itself."""
    command = standing(request.command, reader)
    if request.command and not command:
        return ToolPlan(cannot=_TAKEN_BACK)
    request = request.model_copy(update={"command": command})
    if request.agent in FRAMES:
        return with_offered(plan_command(request, reader), request)
    return custom.plan(request, reader)
