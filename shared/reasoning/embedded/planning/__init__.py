"""Tool calls for one command to one of the product's own agents."""

from collections.abc import Callable, Mapping

from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.domains import workspace_agent
from shared.reasoning.embedded.planning import (
    across,
    calendar,
    contacts,
    mail,
    pages,
    sheets,
    slack,
)
from shared.reasoning.embedded.planning.offered import with_offered
from shared.reasoning.embedded.words import tidy

Planner = Callable[[str, PlanRequest], ToolPlan]

_PLANNERS: Mapping[str, Planner] = {
    "email": mail.plan,
    "contacts": contacts.plan,
    "sheets": sheets.plan,
    "pages": pages.plan,
    "calendar": calendar.plan,
    "slack": slack.plan,
}


def plan(request: PlanRequest) -> ToolPlan:
    """Plan the tool calls for one command."""
    command = tidy(request.command)
    planner = _act if request.agent == "action" else _PLANNERS.get(request.agent)
    if planner is None:
        return ToolPlan(
            cannot=f"I can't plan work for the {request.agent} agent without a language model."
        )
    return with_offered(planner(command, request), request)


def _act(command: str, request: PlanRequest) -> ToolPlan:
    """Plan by what a command is about: mail and meetings together, or one of them, or people."""
    about = workspace_agent(command, request)
    if about == "action":
        return across.plan(command, request)
    return _PLANNERS.get(about, mail.plan)(command, request)
