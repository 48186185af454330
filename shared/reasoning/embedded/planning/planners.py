"""Which planner a command is for, by the service it is about."""

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

Planner = Callable[[str, PlanRequest], ToolPlan]


def _act(command: str, request: PlanRequest) -> ToolPlan:
    """Plan by what a command is about: mail and meetings together, or one of them, or people."""
    about = workspace_agent(command, request)
    if about == "action":
        return across.plan(command, request)
    return PLANNERS.get(about, mail.plan)(command, request)


PLANNERS: Mapping[str, Planner] = {
    "email": mail.plan,
    "contacts": contacts.plan,
    "sheets": sheets.plan,
    "pages": pages.plan,
    "calendar": calendar.plan,
    "slack": slack.plan,
    "action": _act,
}
